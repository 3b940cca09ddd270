// SPDX-License-Identifier: GPL-3.0-or-later

/// Which of several things at one virtual instant comes first (DEC-CROSS-EVENTS). Inside a class the earlier planned one
/// comes first.
@frozen
public enum EventClass: UInt8, Comparable, Sendable, CaseIterable, Codable {
    /// Answers and arrivals: messages that reach an actor, people who reach a place.
    case arrival = 0
    /// State changes: boarding, ride end, zone crossing, change of driver status.
    case stateChange = 1
    /// Deadlines and timers of the rules: offer deadline, activation, round, licence expiry.
    case deadline = 2
    /// Reports: samples and progress, after everything else of the instant.
    case report = 3

    /// Orders classes by precedence.
    @inlinable
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
