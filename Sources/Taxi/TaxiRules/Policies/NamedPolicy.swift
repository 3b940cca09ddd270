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

    /// Names a policy; scenarios know those of `all`.
    public init(_ name: String, _ policy: any DispatchPolicy, _ meaning: String) {
        self.name = name
        self.meaning = meaning
        self.policy = policy
    }

    /// The rule, and what is chosen when a scenario names none.
    public static let fifo = NamedPolicy("fifo", FirstInQueue(), "the first of the zone's queue")
    /// The shortest expected approach (TAXI-DISPATCH-01).
    public static let nearest = NamedPolicy("nearest", NearestFirst(), "the shortest expected approach")

    /// Every policy that a scenario can choose.
    public static let all = [fifo, nearest]

    /// Whether both are the same entry of the list.
    public static func == (one: NamedPolicy, other: NamedPolicy) -> Bool { one.name == other.name }
}
