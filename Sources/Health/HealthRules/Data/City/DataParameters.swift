// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// The numbers of the data side of the health service.
public struct DataParameters: Hashable, Sendable {
    /// The smallest group, and the fewest contributors of a value (HEALTH-R4, DEC-HEALTH-K). Default 1000.
    public var smallestGroup = 1000
    /// The lengths of intervals that there are; each is a whole part of a day. Those of at least `limits.leastInterval` are offered.
    public let intervals: [TimeSpan] = [
        .minutes(1), .minutes(5), .minutes(15), .hours(1), .hours(2), .hours(6), .hours(24),
    ]
    /// Of how many intervals one answer may tell. Default 1440.
    public var mostIntervals: Int32 = 1440
    /// How coarse and how seldom groups may be asked for.
    public var limits = GroupLimits()

    /// The defaults.
    public init() {}
}

/// What may be asked about groups is coarse and scarce, so that differences of large groups tell little of one person.
///
/// What they tell with the defaults is in the article of this module and in the text that people accept.
public struct GroupLimits: Hashable, Sendable {
    /// Age ranges are made of steps of so many years: 20 to 24, 20 to 39. Default 5.
    public var ageStep: Int32 = 5
    /// Areas are made of squares of this side in metres, whose lines go through the origin of the map; 0 for
    /// any area. Default 500.
    public var grid: Int32 = 500
    /// The shortest interval that is offered. Default 15 min.
    public var leastInterval = TimeSpan.minutes(15)
    /// How many requests and subscriptions for groups an organisation has on a day. Default 12.
    public var requestsADay: Int32 = 12
    /// Of how many intervals an organisation is told on a day, those of all its groups together. Default 12: with groups of 1000 the two
    /// answers of six pairs leave one person's heart rate open by more than ten beats.
    public var intervalsADay: Int32 = 12

    /// The defaults.
    public init() {}
}
