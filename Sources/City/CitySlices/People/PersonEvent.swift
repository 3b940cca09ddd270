// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel

/// A fact of people who have several roles; without them there is none.
package enum PersonEvent: Hashable, Sendable {
    /// A service has hold of a person from now on, who was at this place.
    case held(person: PersonID, service: ServiceID, place: Place)
    /// A service lets a person go at this place.
    case released(person: PersonID, service: ServiceID, place: Place)
}

extension PersonEvent: Event {
    /// They are not: a replay has no people.
    package static let isReplayed = false

    /// Shows the kind's number, which never changes, and its fields in the order of the declaration.
    package func show(to visitor: inout some KindVisitor) {
        switch self {
        case .held(let a, let b, let c): visitor.kind(240, a, b, c)
        case .released(let a, let b, let c): visitor.kind(241, a, b, c)
        }
    }

    /// Every kind, in the order of the published schema.
    package static let kinds: [Kind<Self>] = [.of(held), .of(released)]
}
