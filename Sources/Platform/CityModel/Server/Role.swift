// SPDX-License-Identifier: GPL-3.0-or-later

/// A part that somebody can play in a service, such as that of a visitor. Every service names its own.
public struct RoleName: OpenWord {
    /// The texts of all that were named.
    public static let names = WordNames()
    /// The number in fingerprints, keys and stored files.
    public let number: UInt8

    /// The word of this number.
    public init(number: UInt8) { self.number = number }

    /// Somebody without an account yet, such as a person who registers.
    public static let visitor = RoleName(2, "visitor")
}

/// Somebody in a part, by the number that the service gave: counted for each part by itself.
public struct Role: Hashable, Sendable {
    /// The part.
    public let name: RoleName
    /// Who plays it.
    public let number: Int32

    /// Names somebody.
    public init(_ name: RoleName, _ number: Int32) {
        self.name = name
        self.number = number
    }
}

/// Where a message comes from and an answer goes to: one client's connection.
public struct Connection: Hashable, Sendable {
    /// Whose client it is. Proves nothing.
    public let role: Role

    /// The connection of somebody's client.
    public init(_ role: Role) { self.role = role }

    /// The client of a user who has no role yet; numbered by whoever connects it.
    public static func visitor(_ number: Int32) -> Connection { Connection(Role(.visitor, number)) }

    /// The connection as a number, unique.
    public var key: UInt64 { UInt64(role.name.number) << 32 | UInt64(UInt32(bitPattern: role.number)) }
}
