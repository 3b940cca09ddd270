// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// What went wrong first on somebody's way to an activity, as the events of that person tell it.
struct FirstCause: Sendable {
    /// Nil while nothing has gone wrong.
    private(set) var cause: DelayCause?
    /// When the activity before was over.
    private var freeSince = CityTime.epoch

    /// Whether the notice to leave has not been heard when it came.
    private var isUnheard = false

    /// Who sets out as soon as something else is over might have come earlier without it.
    mutating func setOut(at now: CityTime) {
        cause = freeSince == now ? .activityBefore : isUnheard ? .deadPhone : nil
        isUnheard = false
    }

    mutating func noticeKept() { isUnheard = true }

    mutating func replanned(_ replan: ReplanCause) {
        guard cause == nil else { return }
        switch replan {
        case .missed: cause = .missedLine
        case .vehicleTaken: cause = .vehicleTaken
        case .noTaxi: cause = .noTaxi
        }
    }

    mutating func activityEnded(at now: CityTime) { freeSince = now }

    /// The person is there, or has missed it: returns why that came late, and forgets it. An errand is done at a service, which says
    /// when.
    mutating func settle(isErrand: Bool) -> DelayCause {
        defer { (cause, isUnheard) = (nil, false) }
        return cause ?? (isUnheard ? .deadPhone : isErrand ? .service : .way)
    }
}
