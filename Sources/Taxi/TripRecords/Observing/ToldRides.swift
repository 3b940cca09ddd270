// SPDX-License-Identifier: GPL-3.0-or-later
package import CityModel

/// Rides that no file has, such as those of a simulated run, and what a record of them would show: the same figures as those of an
/// import, by the same functions. So a run and a record are held against each other as equals, with what a record cannot see hidden in
/// both.
package struct ToldRides: Sendable {
    private var rides: [RecordedTrip] = []
    /// Those that had not ended.
    private var open: [RecordedTrip] = []
    /// When people asked for a taxi, in seconds.
    private var asks: [Int64] = []

    package init() {}

    /// A ride from its start to its end.
    ///
    /// - Parameters:
    ///   - taxi: its taxi, 0 or more.
    ///   - silence: how long the taxi was not at work since its ride before.
    package mutating func add(_ taxi: Int32, from start: CityTime, to end: CityTime, silence: TimeSpan) {
        rides.append(Self.ride(taxi, start, end, silence))
    }

    /// A ride that had not ended: it counts, and its length is not known.
    package mutating func addOpen(_ taxi: Int32, from start: CityTime, until end: CityTime, silence: TimeSpan) {
        open.append(Self.ride(taxi, start, end, silence))
    }

    /// Somebody asks for a taxi.
    package mutating func addAsk(at time: CityTime) { asks.append(time.nanoseconds / 1_000_000_000) }

    private static func ride(_ taxi: Int32, _ start: CityTime, _ end: CityTime, _ silence: TimeSpan) -> RecordedTrip {
        let (from, to) = (start.nanoseconds / 1_000_000_000, end.nanoseconds / 1_000_000_000)
        return RecordedTrip(
            start: from, ride: Int32(max(1, to - from)), offset: 0, from: 0, to: 0, taxi: taxi, row: 0, straight: 0,
            driven: 0, silence: Int32(min(silence.nanoseconds / 1_000_000_000, Int64(Int32.max))), people: 0)
    }

    /// A time without work as long as this is a pause, in seconds: as an import has it where a record tells how long nothing was heard.
    private static let pause: Int64 = 600

    /// What they show.
    ///
    /// - Parameters:
    ///   - start: from here on they are told all.
    ///   - end: until here.
    ///   - kinds: the kinds of day that count, such as `mon-fri`; days of other kinds do not count.
    ///   - holidays: dates that are like another day of the week.
    /// - Returns: figures by kind of day, and by date.
    package func figures(from start: CityTime, to end: CityTime, kinds: [String], holidays: Holidays)
        -> (kinds: ObservedFigures, dates: ObservedFigures)
    {
        let days = RecordedDays(from: start, to: end, kinds: kinds, holidays: holidays)
        let all = (rides + open).sorted { ($0.taxi, $0.start) < ($1.taxi, $1.start) }
        let work = FleetWork(all, days, pause: Self.pause)
        let table = ObservedTable(rides, open: open, asks: asks, days, work)
        return (
            ObservedFigures(hours: table.kinds, laws: table.laws.kinds),
            ObservedFigures(hours: table.dates, laws: table.laws.dates)
        )
    }
}
