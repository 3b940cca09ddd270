// SPDX-License-Identifier: GPL-3.0-or-later

/// What a random stream is for. One stream for each purpose and owner, so that changing one distribution leaves every other
/// draw as it was (SIM-02). The numbers are part of the streams' keys: never renumber, only add.
///
/// The platform has the numbers below 200, where those of the taxi service stand among them for historical reasons. Every
/// other service states its own from its own hundred: 200 and up for the first, 300 for the next.
@frozen
public struct Purpose: Hashable, Sendable {
    /// The number in the stream's key.
    public let rawValue: UInt64

    /// The purpose of this number.
    @inlinable
    public init(_ number: UInt64) { rawValue = number }

    /// Instants of demand (owner: a demand source).
    @inlinable public static var arrivals: Purpose { Purpose(1) }
    /// Where a call starts (owner: a passenger or a demand source).
    @inlinable public static var origin: Purpose { Purpose(2) }
    /// Where a call goes.
    @inlinable public static var destination: Purpose { Purpose(3) }
    /// Delay and loss of messages on a link.
    @inlinable public static var network: Purpose { Purpose(19) }
    /// Seats, alert mode and other fixed traits given when the population is built.
    @inlinable public static var traits: Purpose { Purpose(20) }
    /// Free for tests.
    @inlinable public static var test: Purpose { Purpose(21) }
    /// Points of an experiment's design, outside of every run (owner: a swept value).
    @inlinable public static var design: Purpose { Purpose(24) }
    /// How a person logs in: by name or address, with a wrong or forgotten password, through the provider.
    @inlinable public static var credentials: Purpose { Purpose(25) }
    /// What filling in a form takes, accessibility needs, changes of the language.
    @inlinable public static var input: Purpose { Purpose(26) }
    /// People who register: when, as what, with which mistakes, and what becomes of them.
    @inlinable public static var registrants: Purpose { Purpose(27) }
    /// How long mail lies unread.
    @inlinable public static var mail: Purpose { Purpose(28) }
    /// Service times of the server (owner: a person's message).
    @inlinable public static var service: Purpose { Purpose(30) }
    /// Outages of the server (owner: 0).
    @inlinable public static var outages: Purpose { Purpose(31) }
    /// Tokens and salts of the account service (owner: 0).
    @inlinable public static var secrets: Purpose { Purpose(32) }
    /// Whether a client uses an encrypted channel.
    @inlinable public static var channel: Purpose { Purpose(33) }
    /// How long mail is under way (owner: a person's mail).
    @inlinable public static var delivery: Purpose { Purpose(34) }
    /// How long the identity provider takes (owner: a person's question).
    @inlinable public static var provider: Purpose { Purpose(35) }
    /// The systems of a person's phone and browser.
    @inlinable public static var clientSystem: Purpose { Purpose(36) }
}
