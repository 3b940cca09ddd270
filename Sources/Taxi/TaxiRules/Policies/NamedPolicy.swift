// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// A dispatch policy under the name by which scenarios choose it (`dispatch.policy`).
public struct NamedPolicy: Equatable, Sendable {
    /// The name in scenarios, folders and reports.
    public let name: String
    /// Whom it asks first, in words for the reference of the keys.
    public let meaning: String
    /// The policy.
    public let policy: any DispatchPolicy
    /// The rule that it leaves, as the catalogue names it; nil for one that the catalogue has.
    public let leaves: String?

    /// Names a policy; scenarios know those of `all`.
    public init(_ name: String, _ policy: any DispatchPolicy, _ meaning: String, leaves: String? = nil) {
        (self.name, self.meaning, self.policy, self.leaves) = (name, meaning, policy, leaves)
    }

    /// The rule, and what is chosen when a scenario names none.
    public static let fifo = NamedPolicy("fifo", FirstInQueue(), "the first of the zone's queue")
    /// The shortest expected approach (TAXI-DISPATCH-01).
    public static let nearest = NamedPolicy("nearest", NearestFirst(), "the shortest expected approach")

    /// Any candidate, with equal chances.
    public static let any = NamedPolicy("any", AnyDriver(), "any, drawn with equal chances", leaves: "TAXI-QUEUE-05")

    /// Every policy that a scenario can choose.
    public static let all = [fifo, nearest, any]

    /// Whether both are the same entry of the list.
    public static func == (one: NamedPolicy, other: NamedPolicy) -> Bool { one.name == other.name }
}
