// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel
package import Reporting
import TaxiRules

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
    /// The part of the run that is counted; nil for all of it.
    package var part: CountedPart?
    /// The zones that the part's zone is one of, when those of the service are others.
    package var partLayout: (any ZoneLayout)?
    /// The groups of passengers; nil when nothing is told by group.
    package var membership: Membership?
    /// How wishes are counted as demands; nil where nobody asks for these.
    package var cases: CaseFrame?
    private let taxis: TaxiRun

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

    /// The time that counts.
    package var measured: MeasuredTime { MeasuredTime(from: measureStart, within: part?.window) }

    /// The number of a passenger's group, from 0; nil when that is not known.
    func group(of passenger: PassengerID) -> Int? {
        membership?.group(of: passenger.number, in: TaxiMessage.service)
    }

    /// Whether somebody is of the group that is counted.
    func isOfPart(_ passenger: PassengerID) -> Bool { part == nil || part.holds(group: group(of: passenger)) }

    /// Whether a request is of the people and the zone that are counted.
    func isOfPart(_ passenger: PassengerID, in zone: ZoneID, at place: Place) -> Bool {
        part == nil
            || (isOfPart(passenger) && part.holds(zone: partLayout.map { $0.zone(at: place) } ?? zone))
    }

    /// The first part of the run, left out of the statistics.
    package var warmUp: TimeSpan { measureStart - start }
}
