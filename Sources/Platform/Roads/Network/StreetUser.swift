// SPDX-License-Identifier: GPL-3.0-or-later

/// Who goes along streets: each user may enter other streets, at other speeds, and is bound by other bans.
package enum StreetUser: UInt8, CaseIterable, Hashable, Sendable {
    case car
    /// A vehicle with a licence to carry people for money: it may use bus lanes, and is often free of bans.
    case licensed
    /// A vehicle with an emergency to attend, without siren.
    case emergency
    /// The same with siren: faster, and bound by no ban on turns.
    case siren
    case bicycle
    /// Somebody on foot: free of one-way streets and of bans.
    case foot

    /// What options, tables and messages call it.
    package var name: String { Self.names[Int(rawValue)] }

    /// Made once: a table of edges asks for a name in every cell.
    private static let names = allCases.map { "\($0)" }

    /// The user with this name, if there is one.
    package init?(named name: some StringProtocol) {
        guard let found = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = found
    }

    /// Users with a motor: what a table says of times is about them.
    static let motorised: [StreetUser] = [.car, .licensed, .emergency, .siren]
}

/// A set of users.
package struct StreetUsers: OptionSet, Hashable, Sendable {
    /// A bit for each user.
    package let rawValue: UInt8

    /// Makes the set from its bits.
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The set of one user.
    package init(_ user: StreetUser) { rawValue = 1 << user.rawValue }

    /// The set of some users.
    init(_ users: some Sequence<StreetUser>) { self = users.reduce(into: []) { $0.formUnion(StreetUsers($1)) } }

    package static let all = StreetUsers(StreetUser.allCases)

    /// Whether a user is in the set.
    package func has(_ user: StreetUser) -> Bool { rawValue & (1 << user.rawValue) != 0 }
}
