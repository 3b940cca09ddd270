// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// The numbers of the ambulance rules.
public struct AmbulanceParameters: Hashable, Sendable {
    /// How many times as fast a drive with siren is as the same drive without, at least 1.
    public var siren = 1.333
    /// How many priorities there are: 1 is the most urgent.
    public var priorities: Int32 = 1
    /// Priorities whose drives to the scene are without siren.
    public var plainPriorities: Set<Int32> = []
    /// A call closes so long after an ambulance arrived, if the crew has not reported (DEC-HEALTH-ONE-CALL: 60 min).
    public var closesAfter = TimeSpan.minutes(60)

    /// The defaults. A siren's factor of 1.333 is that of the travel times of Manhattan in the data set `ems-manhattan`, in which
    /// it lies between 1.3326 and 1.3340 for every pair of places.
    public init() {}

    /// Whether drives to the scene of a call are with siren.
    func hasSiren(_ priority: Int32) -> Bool { !plainPriorities.contains(priority) }

    /// A drive with siren, from the same drive without; whole milliseconds.
    public func withSiren(_ drive: TimeSpan) -> TimeSpan {
        TimeSpan(nanoseconds: Int64(nearest: Double(drive.nanoseconds) / siren)).roundedToMilliseconds
    }
}
