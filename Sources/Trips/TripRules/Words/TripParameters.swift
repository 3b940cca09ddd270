// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// The numbers of the service that no user sets.
public struct TripParameters: Hashable, Sendable {
    /// Whether what cannot be reached in time is refused, and not only warned of (DEC-TRIP-UNREACHABLE). Default no.
    public var isStrict = false
    /// How far ahead an up coming event starts at most. 1 min to 24 h; default 2 h (TRIP-R3).
    public var upComing: TimeSpan = .hours(2)
    /// For how many days flexible series and lunch are arranged, today included. 1 to 60; default 14 (issue 33, decision 6).
    public var horizon = 14
    /// Above so many flexible events of a day only the quick rule is tried. 0 to 12; default 8 (DEC-TRIP-FLEX).
    public var mostSearched = 8
    /// The longest appointment. 1 h to 366 days; default 31 days: the catalogue is silent.
    public var longest: TimeSpan = .hours(24 * 31)
    /// How many appointments a user may have. Default 10,000: the catalogue is silent.
    public var mostAppointments = 10_000
    /// How many occurrences of a user one arranged day may hold. Default 200.
    public var mostOfDay = 200
    /// How many calendars a user may have. Default 100.
    public var mostCalendars = 100
    /// How many devices a user may have. Default 10.
    public var mostDevices = 10
    /// The longest description or name, in bytes of UTF-8. Default 200.
    public var longestText = 200
    /// The longest way on foot or by bicycle that may be allowed. Default 100 km (TRIP-R23).
    public var longestLimit: Distance = .metres(100_000)

    /// The defaults.
    public init() {}
}
