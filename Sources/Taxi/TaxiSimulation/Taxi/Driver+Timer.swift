// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import TaxiRules

extension Driver {
    /// What a driver's timers are for.
    enum Timer: TimerTag {
        case shiftBegins, shiftEnds, breakBegins, breakEnds
        case notify, answer, report, released
        case idle, crossing, arrived, comeBack
        case nearPickUp, board, giveUp, rideEnds
        case sendAgain
        case stopReached
        case lookAround, streetEnds, turnedRound

        /// Whether it is the next step of the motion, of which there is at most one.
        var isStep: Bool {
            switch self {
            case .idle, .crossing, .arrived, .nearPickUp, .board, .giveUp, .rideEnds, .stopReached, .streetEnds: true
            case .shiftBegins, .shiftEnds, .breakBegins, .breakEnds, .notify, .answer, .report, .released, .comeBack,
                .sendAgain, .lookAround, .turnedRound:
                false
            }
        }

        /// Whether the service or the driver turns to the caller then.
        var concernsCaller: Bool { self == .answer || self == .board || self == .rideEnds }
    }

    /// Begins to fetch the taxi, and of a turn about the caller what the city keeps of that person.
    func prefetch(_ tag: TimerTag) {
        taxi?.prefetch()
        guard Timer(rawValue: tag)?.concernsCaller == true, let call else { return }
        city.prefetch(call.passenger, call.request, crowd)
        caller?.prefetch()
        callerPerson?.prefetch()
    }
}
