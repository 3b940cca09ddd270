// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import TaxiRules

/// A round of offers that failed: from `due` on everybody may be asked again.
struct PausedRound {
    let request: Int32
    let due: Int64
}

/// What the events of modules change in the metrics of calls and offers.
struct ModuleNotes {
    /// Agreed pick-ups of reservations that are not settled.
    var pickUps = OpenTable(blank: Int64.min)
    /// Agreed pick-ups of reservations that are about to become requests, by request.
    var activated = OpenTable(blank: Int64.min)
    /// Failed rounds, by rising time of the next one.
    var paused: [PausedRound] = []
}

extension TaxiFold {
    /// Takes an event of the reservation module, which is counted.
    mutating func note(_ event: ReservationEvent) {
        switch event {
        case .reservationStored(let reservation, _, _, _, let pickUp, _):
            notes.pickUps.open(reservation.number, pickUp.nanoseconds)
        case .reservationActivated(let reservation, let request, _, _):
            // The request is stored at once after it.
            if let pickUp = notes.pickUps.value(of: reservation.number) {
                notes.activated.open(request.number, pickUp)
            }
        case .reservationWaiting(_, let request, let reason):
            parties.fresh = 0
            if reason == .allRefused {
                notes.paused.append(PausedRound(request: request.number, due: (now + context.roundPause).nanoseconds))
            }
        case .reservationRetry(_, let request, _):
            // Before the next round: a driver joined and is asked in the failed one, which starts the pause anew.
            notes.paused.removeAll { $0.request == request.number && $0.due > now.nanoseconds }
        case .reservationEnded(let reservation, _):
            notes.pickUps.close(reservation.number)
        case .reservationRejected, .fieldChosen, .reservationHeld, .reservationDropped, .reservationCancelled,
            .cancelRefused, .reservationsViewed, .reserveButtonDisabled, .reservationUnserved:
            break
        }
    }

    /// The agreed pick-up of a request that a reservation becomes now; nil for any other.
    mutating func takePickUp(of request: RequestID) -> Int64? {
        notes.activated.count > 0 ? notes.activated.close(request.number) : nil
    }

    mutating func attach(_ rider: Rider, to request: RequestID) {
        guard let slot = requests.index(of: request.number) else { return }
        requests[slot].travelers = parties.attach(rider, to: request, of: requests[slot].travelers)
    }

    mutating func detach(_ passenger: PassengerID, from request: RequestID) {
        guard let travelers = parties.detach(passenger, from: request),
            let slot = requests.index(of: request.number)
        else { return }
        requests[slot].travelers = travelers
    }

    /// Begins the rounds that are due: all before this instant, and those of this instant but one request's.
    mutating func beginRounds(before exception: Int32) {
        while let first = notes.paused.first, first.due <= now.nanoseconds,
            first.request != exception || first.due < now.nanoseconds
        {
            notes.paused.removeFirst()
            begin(first.request)
        }
    }

    /// Begins the rounds that were due before this instant; at the instant itself arrivals come first (DEC-CROSS-EVENTS).
    mutating func beginEarlierRounds() {
        while let first = notes.paused.first, first.due < now.nanoseconds {
            notes.paused.removeFirst()
            begin(first.request)
        }
    }

    /// A further round counts as a new arrival, and everybody may be asked again (DEC-ORDER-OF-ARRIVAL).
    private mutating func begin(_ number: Int32) {
        guard let slot = requests.index(of: number), !requests[slot].accepted else { return }
        asked.release(&requests[slot].asked)
        arrivals += 1
        requests[slot].order = arrivals
        guard requests[slot].waiting else { return }
        let zone = Int(requests[slot].zone)
        stopWaiting(number, in: zone)
        zones[zone].waiting.append(number)
    }
}
