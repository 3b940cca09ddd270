// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Synchronization

// A whole service in small, as somebody new to the house would add it: one rule, one event, one message, one metric, one chart,
// one scenario key, one role.

extension ServiceID {
    static let fountain = ServiceID("fountain")
}

/// What a client says to the fountain.
enum FountainMessage: ServedMessage {
    /// Somebody wants to drink.
    case drink(PersonID)

    static let service = ServiceID.fountain
    var traits: MessageTraits { MessageTraits(.profile, nil) }
    var admission: Admission { .session }
}

/// What happens at the fountain.
enum FountainEvent: Event {
    /// Somebody drank; `left` is what the basin still holds.
    case drunk(person: PersonID, left: Int32)
    /// Somebody came to an empty basin.
    case empty(person: PersonID)

    func show(to visitor: inout some KindVisitor) {
        switch self {
        case .drunk(let a, let b): visitor.kind(250, a, b)
        case .empty(let a): visitor.kind(251, a)
        }
    }

    static let kinds: [Kind<Self>] = [.of(drunk), .of(empty)]
}

/// The rule: a cup is drawn while there is one, and the basin fills again by one cup every so often.
struct FountainRules {
    let cups: Int32
    let refill: TimeSpan
    private var left: Int32
    private var since: CityTime

    init(cups: Int32, refill: TimeSpan, at now: CityTime) {
        (self.cups, self.refill, left, since) = (cups, refill, cups, now)
    }

    /// When there is one more cup in a basin that is not full.
    var nextCup: CityTime { since + refill }

    /// Somebody wants to drink.
    mutating func drink(_ person: PersonID, at now: CityTime) -> [FountainEvent] {
        while left < cups, now - since >= refill {
            left += 1
            since = since + refill
        }
        if left == cups { since = now }
        guard left > 0 else { return [.empty(person: person)] }
        left -= 1
        return [.drunk(person: person, left: left)]
    }
}
