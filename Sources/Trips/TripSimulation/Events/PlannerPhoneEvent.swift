// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import TripRules

/// What results must know of the phones of planner users, where the city has a server.
enum PlannerPhoneEvent: Hashable, Sendable {
    /// Somebody begins to use the planner: by this number, in this group (PERF-08).
    case plannerPhoneStarted(user: TripUserID, person: PersonID, group: Int32)
}

extension PlannerPhoneEvent: Event {
    static let isReplayed = false

    /// Shows the kind's number, which never changes, and its fields in the order of the declaration.
    func show(to visitor: inout some KindVisitor) {
        switch self {
        case .plannerPhoneStarted(let a, let b, let c): visitor.kind(590, a, b, c)
        }
    }

    /// Every kind, in the order of the published schema.
    static let kinds: [Kind<Self>] = [.of(plannerPhoneStarted)]
}
