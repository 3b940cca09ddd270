// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// A participant as the race service knows one: what the phone has reported.
public struct Runner: Hashable, Sendable {
    /// Where a runner is in the race.
    public enum Phase: UInt8, Codable, Sendable {
        /// Has not crossed the start line.
        case waiting
        /// On the track.
        case running
        /// Over the finish line.
        case finished
        /// Dropped out, stopped, or no participant any more.
        case out
    }

    /// Who; 0 when the account is gone.
    public internal(set) var user: RaceUserID
    /// The place in the order of joining the race, from 1: it never changes, and no other runner of the race has it.
    let joined: Int32
    /// Where in the race.
    public internal(set) var phase = Phase.waiting
    /// When the start line was crossed.
    public internal(set) var started = CityTime.never
    /// From crossing the start line to the finish; nil before it.
    public internal(set) var time: TimeSpan?
    /// The distance covered as last reported.
    public internal(set) var covered = Distance.zero

    init(_ user: RaceUserID, joined: Int32) { (self.user, self.joined) = (user, joined) }

    /// Whether positions are collected and shown (RACE-R19): from the start of the race until the runner is through.
    public var isShown: Bool { phase == .waiting || phase == .running }
}

/// A position as a runner's phone gives it (RACE-R19). It holds no health value (RACE-CONSENT).
@frozen
public struct RunnerFix: Hashable, Codable, Sendable {
    /// Whose phone.
    public let user: RaceUserID
    /// Where.
    public let place: Place
    /// The distance covered since the start line.
    public let covered: Distance
    /// How old the position is when the service takes it.
    public let age: TimeSpan

    /// States all.
    @inlinable
    public init(_ user: RaceUserID, at place: Place, covered: Distance, age: TimeSpan) {
        self.user = user
        self.place = place
        self.covered = covered
        self.age = age
    }
}
