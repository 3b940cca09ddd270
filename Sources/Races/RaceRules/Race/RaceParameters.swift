// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// The numbers of the race service that no organiser sets.
public struct RaceParameters: Hashable, Sendable {
    /// How often the positions of the runners are collected and shown to followers (RACE-R19). Default 1 s.
    public var interval: TimeSpan = .seconds(1)
    /// How long before the start participants are reminded (DEC-RACE-REMINDER). Default 3 days.
    public var reminder: TimeSpan = .hours(72)
    /// The largest number of spectators of a race whose organiser states none (DEC-RACE-SPECTATOR). Default 1000.
    public var spectators: Int32 = 1000
    /// How many runners the statistics name, the first ones (RACE-WATCH). Default 10.
    public var named = 10

    /// The defaults.
    public init() {}
}
