// SPDX-License-Identifier: GPL-3.0-or-later

/// Which of several things at one virtual instant comes first (DEC-CROSS-EVENTS). Inside a class the earlier planned one
/// comes first.
@frozen
public enum EventClass: UInt8, Comparable, Sendable, CaseIterable, Codable {
    /// Beginnings: a shift that begins, a break that ends. What arrives at that instant, such as a call, finds who has come to
    /// work; hours hold their first instant and not their last one. No class of the decision, which orders what happens to
    /// those who are at work; records are often rounded to the quarter of an hour at which shifts begin.
    case beginning = 0
    /// Answers and arrivals: messages that reach an actor, people who reach a place.
    case arrival = 1
    /// State changes: boarding, ride end, zone crossing, change of driver status.
    case stateChange = 2
    /// Deadlines and timers of the rules: offer deadline, activation, round, licence expiry.
    case deadline = 3
    /// Reports: samples and progress, after everything else of the instant.
    case report = 4

    /// Orders classes by precedence.
    @inlinable
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
