// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel
package import StoreRules

/// Why somebody does not even set out to a store.
package enum GiveUpReason: UInt8, EventWord {
    /// No store is near.
    case noStore
    /// No store near is open.
    case closed
    /// The expected wait is too long.
    case longLine
    /// No slot is free.
    case noSlot
    case refused
    /// The own ticket or booking has ended: called too early, cancelled, or left for want of patience.
    case ended
    /// The person never meant to come.
    case noShow
}

/// Why somebody who set out goes home again without having been inside.
package enum TurnBackReason: UInt8, EventWord {
    case longLine, impatient
    /// The ticket or booking has ended.
    case ended
    /// The code was refused at the gate, or no ticket was issued.
    case refused
    case closed
}

/// What people do around stores, which no service sees: where they stand, and that they never came; and what outside services
/// failed to do. In simulation only.
package enum ShoppingEvent: Hashable, Sendable {
    /// Somebody wants to shop, and begins to look for a store: the shopper's number for the service, where the person is, and the
    /// number of the group whose habits the person has. `ready` is the time to get ready before setting out, `time` when the person
    /// wants to be there at the earliest; nil for as soon as may be.
    case wished(person: PersonID, shopper: ShopperID, place: Place, group: Int32, ready: TimeSpan, time: CityTime?)
    /// Somebody wants to shop who is still under way with an earlier visit, and leaves it at that.
    case wishDropped(person: PersonID)
    /// Somebody stays away from all stores.
    case gaveUp(person: PersonID, reason: GiveUpReason)
    /// Somebody sets out to a store, and will be there after this time.
    case setOut(person: PersonID, store: StoreID, walk: TimeSpan)
    /// Somebody stands before a store, with a ticket or booking or without one.
    case arrived(person: PersonID, store: StoreID, pass: PassID?)
    case wentIn(person: PersonID, store: StoreID, pass: PassID?)
    /// Somebody is out again.
    case wentOut(person: PersonID, store: StoreID, pass: PassID?)
    /// Somebody goes home without having been inside, from the way or from before the store.
    case turnedBack(person: PersonID, store: StoreID, reason: TurnBackReason)
    /// The phone showed what the service said so long before (PERF-10); only where the city has a server.
    case notified(person: PersonID, delay: TimeSpan)
    /// The maps did not answer; questions are counted from 1 (STORE-ASSUME-EXT).
    case mapsFailed(question: Int32)
    /// A notice to somebody's phone did not come, and never will (STORE-ASSUME-EXT).
    case noticeLost(person: PersonID)
}

extension ShoppingEvent: Event {
    /// They are not: a replay has no people.
    package static let isReplayed = false

    /// Shows the kind's number, which never changes, and its fields in the order of the declaration.
    package func show(to visitor: inout some KindVisitor) {
        switch self {
        case .wished(let a, let b, let c, let d, let e, let f): visitor.kind(157, a, b, c, d, e, f)
        case .gaveUp(let a, let b): visitor.kind(95, a, b)
        case .setOut(let a, let b, let c): visitor.kind(96, a, b, c)
        case .arrived(let a, let b, let c): visitor.kind(97, a, b, c)
        case .wentIn(let a, let b, let c): visitor.kind(98, a, b, c)
        case .wentOut(let a, let b, let c): visitor.kind(99, a, b, c)
        case .turnedBack(let a, let b, let c): visitor.kind(100, a, b, c)
        case .notified(let a, let b): visitor.kind(115, a, b)
        case .wishDropped(let a): visitor.kind(450, a)
        case .mapsFailed(let a): visitor.kind(228, a)
        case .noticeLost(let a): visitor.kind(229, a)
        }
    }

    /// Every kind, in the order of the published schema.
    package static let kinds: [Kind<Self>] = [
        .of(gaveUp), .of(setOut), .of(arrived), .of(wentIn), .of(wentOut), .of(turnedBack), .of(notified),
        .of(wishDropped), .of(mapsFailed), .of(noticeLost), .of(wished),
    ]
}
