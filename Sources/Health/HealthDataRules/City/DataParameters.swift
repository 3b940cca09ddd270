// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// The numbers of the data side of the health service.
public struct DataParameters: Hashable, Sendable {
    /// The smallest group, and the fewest contributors of a value (HEALTH-R4, DEC-HEALTH-K). Default 1000.
    public var smallestGroup = 1000
    /// The intervals that are offered; each is a whole part of a day. Default 1, 5 and 15 min, 1 h and 24 h.
    public var intervals: [TimeSpan] = [.minutes(1), .minutes(5), .minutes(15), .hours(1), .hours(24)]
    /// Of how many intervals one answer may tell. Default 1440.
    public var mostIntervals: Int32 = 1440

    /// The defaults.
    public init() {}
}
