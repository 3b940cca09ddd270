// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import RaceRules

/// What people see of races; a replay has no people.
enum RacingEvent: Hashable, Sendable {
    /// A follower's map shows the runners of a race; `age` is how old the oldest position is then (RACE-R20).
    case positionsShown(race: RaceID, user: RaceUserID, age: TimeSpan)
}

extension RacingEvent: Event {
    static let isReplayed = false

    /// Shows the kind's number, which never changes, and its fields in the order of the declaration.
    func show(to visitor: inout some KindVisitor) {
        switch self {
        case .positionsShown(let a, let b, let c): visitor.kind(155, a, b, c)
        }
    }

    /// Every kind, in the order of the published schema.
    static let kinds: [Kind<Self>] = [.of(positionsShown)]
}
