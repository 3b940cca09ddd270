// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// What is published of one parameter of a group in one interval (HEALTH-R6): numbers of many people, and of nobody.
public struct GroupValue: Hashable, Codable, Sendable {
    /// Of what.
    public let parameter: HealthParameter
    /// How many members sent values, rounded down to hundreds.
    public let count: Int32
    /// The mean over these members, in tenths of the parameter's unit.
    public let meanTenths: Int32
    /// The 5th percentile over them, in tenths.
    public let lowTenths: Int32
    /// The 95th percentile over them, in tenths.
    public let highTenths: Int32
}

/// The values of one interval; those with too few contributors are left out.
public struct GroupPart: Hashable, Codable, Sendable {
    /// When the interval began.
    public let start: CityTime
    /// By rising number of the parameter.
    public let values: [GroupValue]

    /// States all.
    public init(start: CityTime, values: [GroupValue]) {
        self.start = start
        self.values = values
    }
}

/// What a third party gets of a group. It has no field that could name a person (HEALTH-R5).
public struct GroupAnswer: Hashable, Codable, Sendable {
    /// How many belong to the group now, rounded down to hundreds.
    public let members: Int32
    /// How long each interval is.
    public let interval: TimeSpan
    /// The intervals by time.
    public let parts: [GroupPart]
}
