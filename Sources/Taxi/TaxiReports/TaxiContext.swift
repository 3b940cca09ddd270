// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel

/// What the results of the taxi service must know of a run besides its events: the run's time and place, and its taxis.
@dynamicMemberLookup
package struct TaxiContext: Sendable {
    /// The first instant of the run, and the planned last one.
    package let start, end: CityTime
    /// The first instant that counts in the statistics.
    package let measureStart: CityTime
    /// All zones, by rising number.
    package let zones: [ZoneRecord]
    /// Where the zone layout comes from, such as a file name.
    package let layoutSource: String
    private let taxis: TaxiRun

    /// States all.
    package init(
        start: CityTime, end: CityTime, measureStart: CityTime, zones: [ZoneRecord], layoutSource: String = "",
        taxis: TaxiRun
    ) {
        self.start = start
        self.end = end
        self.measureStart = measureStart
        self.zones = zones
        self.layoutSource = layoutSource
        self.taxis = taxis
    }

    /// What is known of the taxis.
    package subscript<Value>(dynamicMember path: KeyPath<TaxiRun, Value>) -> Value { taxis[keyPath: path] }

    /// The first part of the run, left out of the statistics.
    package var warmUp: TimeSpan { measureStart - start }
}
