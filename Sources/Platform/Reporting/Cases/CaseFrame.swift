// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel

/// The run that demands are counted in: its hours, and the zones of those who ask.
package struct CaseFrame: Sendable {
    /// The run's first instant, the end of its warm-up, and its end.
    package let start, from, end: CityTime
    /// The zones that demands are counted by, by rising number.
    package let zones: [ZoneRecord]
    /// How many demands are kept one by one.
    let keeping: Int
    /// The part of the run that is counted; nil for all of it.
    package var part: CountedPart?
    /// The groups of those who ask; nil when nothing is told by group, and where each demand says its own.
    package var membership: Membership?
    /// Draws the streets of the city; empty where there are none.
    package var streets: @Sendable () -> [StreetLine] = { [] }
    private let layout: (any ZoneLayout)?
    private let indexes: [ZoneID: Int32]
    /// The beginning of the clock's hour in which the run starts.
    private let firstHour: Int64
    private static let hour: Int64 = 3_600_000_000_000

    /// - Parameters:
    ///   - start: the run's first instant.
    ///   - from: the end of its warm-up.
    ///   - end: its end.
    ///   - layout: the zones of those who ask; nil where none are known.
    ///   - keeping: how many demands are kept one by one.
    package init(
        start: CityTime, from: CityTime, end: CityTime, layout: (any ZoneLayout)? = nil, keeping: Int = 0
    ) {
        (self.start, self.from, self.end, self.layout, self.keeping) = (start, from, end, layout, keeping)
        zones = layout?.zones ?? []
        indexes = Dictionary(
            zones.enumerated().map { ($1.id, Int32($0)) }, uniquingKeysWith: { first, _ in first })
        firstHour = start.midnight.nanoseconds + start.sinceMidnight.nanoseconds / Self.hour * Self.hour
    }

    /// The time that counts.
    package var measured: MeasuredTime { MeasuredTime(from: from, within: part?.window) }

    /// The same without the group of its part: for demands whose groups are others than those of the people.
    package var ofAllGroups: CaseFrame {
        var frame = self
        frame.part = part.map { CountedPart($0.text, window: $0.window, zone: $0.zone, site: $0.site) }
        return frame
    }

    /// A level over the run, in steps of all of it, whose total is that of the time that counts.
    package func level(step: TimeSpan) -> SteppedLevel {
        SteppedLevel(start: start, step: step, countFrom: from, wholeRun: true, within: part?.window)
    }

    /// Whether a place is in the zone that is counted.
    package func holds(_ place: Place) -> Bool { part.holds(zone: layout?.zone(at: place)) }

    var zoneNames: CaseForm.Names {
        zones.isEmpty ? .none : CaseForm.Names("zone", zones.map(\.label))
    }

    func zone(of place: Place?) -> Int32 {
        guard let place, let zone = layout?.zone(at: place) else { return -1 }
        return indexes[zone] ?? -1
    }

    func hour(of time: CityTime) -> Int32 { Int32((time.nanoseconds - firstHour) / Self.hour) }

    /// The hours with their clock times: `8:00`, with the day in a run of several.
    func named(_ hours: CaseDivision) -> CaseDivision {
        let clock = ClockAxis(start: start, end: end)
        var named = hours
        named.rename(hours.parts.indices.map { clock.clock(seconds: Double(secondsToHour($0))) })
        return named
    }

    /// From the start of the run to the beginning of one of its hours, in seconds; the first one may begin before.
    func secondsToHour(_ index: Int) -> Int64 {
        (firstHour + Int64(index) * Self.hour - start.nanoseconds) / 1_000_000_000
    }

    /// The number of an hour of the run, as several runs are told by hour: that of the clock, and from 24 on of the second day. A run of
    /// more than two days is told by hour of the day, all days together.
    package func hourNumber(_ index: Int) -> Int { HourAxis(start: start, end: end).number(index) }
}
