// SPDX-License-Identifier: GPL-3.0-or-later

/// What taxis did between their rides, as far as a record with taxis shows it: by `cell`, an hour of a day or of a kind of day.
///
/// A taxi at work rides or searches. The time between two of its rides is a search, but for a pause: a time without a sign of it as long as
/// `--pause`. The search before a pause and the one after it cannot be seen, so they are put back: at work = rides + searches x trips /
/// searches seen whole, of the hour.
struct FleetWork {
    /// The sums of an hour.
    struct Hour {
        /// Seconds of rides that the scenario has.
        var riding = 0.0
        /// Seconds of searches seen whole.
        var searching = 0.0
        /// Those searches, by the hour in which they ended with a ride.
        var searches = 0.0
        /// Rides that began.
        var trips = 0.0
        /// Taxis that rode or searched.
        var seen = 0.0

        static func += (left: inout Hour, right: Hour) {
            left.riding += right.riding
            left.searching += right.searching
            left.searches += right.searches
            left.trips += right.trips
            left.seen += right.seen
        }
    }

    /// By `day * 24 + hour`.
    private(set) var hours: [Hour]
    /// By `group * 24 + hour`.
    private(set) var groupHours: [Hour] = []
    /// The lengths of searches seen whole, in seconds, by hour of the day in which they ended, and by hour of the kind of day.
    private(set) var vacant = CellValues()
    private(set) var groupVacant = CellValues()
    /// Where searches led: from the zone of the last end to that of the next start, by `(group * periods + period)`.
    private(set) var moves: [UInt64: Int] = [:]
    /// How many times between two rides of a taxi there are, and how many of them hold a pause.
    private(set) var between = 0
    private(set) var pauses = 0
    /// How many of them stand beside a ride that the scenario does not have.
    private(set) var besideOutside = 0
    /// Times between rides that were looked at whole: where the record says how long nothing was heard of the taxi.
    private(set) var toldBySilence = 0

    /// The hours of the day at which habits of driving change.
    static let periods = [0, 6, 10, 16, 20, 24]

    /// Reads rides by taxi and then by start; a time of `pause` seconds between them, or in silence, is a pause.
    init(_ trips: [RecordedTrip], _ days: RecordedDays, pause: Int64) {
        hours = [Hour](repeating: Hour(), count: days.count * 24)
        var last: RecordedTrip?
        var lastSeen = -1
        for trip in trips {
            if trip.isInside {
                spread(trip.wall, Int64(trip.ride), days) { $0.riding += $1 }
                if let cell = days.cell(ofWall: trip.wall) { hours[cell].trips += 1 }
            }
            guard trip.taxi >= 0 else { continue }
            if let before = last, before.taxi == trip.taxi {
                let gap = trip.start - before.end
                between += 1
                let isPause = trip.silence >= 0 ? Int64(trip.silence) >= pause : gap >= pause
                if trip.silence >= 0 { toldBySilence += 1 }
                if isPause {
                    pauses += 1
                } else if !before.isInside || !trip.isInside {
                    besideOutside += 1
                } else if gap >= 0 {
                    search(before, trip, gap, days)
                    see(before.end + Int64(before.offset), gap, days, &lastSeen)
                }
            } else {
                lastSeen = -1
            }
            see(trip.wall, Int64(trip.ride), days, &lastSeen)
            last = trip
        }
        groupHours = [Hour](repeating: Hour(), count: days.groups.count * 24)
        for cell in hours.indices where days.hours[cell] > 0 && days.group[cell / 24] != nil {
            groupHours[days.groupCell(cell)] += hours[cell]
        }
        vacant.sort()
        groupVacant.sort()
    }

    /// Shares seconds among the hours of the clock that they are in.
    private mutating func spread(
        _ wall: Int64, _ seconds: Int64, _ days: RecordedDays, _ add: (inout Hour, Double) -> Void
    ) {
        var (at, left) = (wall, seconds)
        while left > 0 {
            let part = min(left, 3600 - at % 3600)
            if let cell = days.cell(ofWall: at) { add(&hours[cell], Double(part)) }
            at += part
            left -= part
        }
    }

    private mutating func search(_ before: RecordedTrip, _ trip: RecordedTrip, _ gap: Int64, _ days: RecordedDays) {
        let begin = before.end + Int64(before.offset)
        spread(begin, gap, days) { $0.searching += $1 }
        if let cell = days.cell(ofWall: trip.wall) {
            hours[cell].searches += 1
            vacant.add(gap, to: cell)
            groupVacant.add(gap, to: days.groupCell(cell))
        }
        guard let cell = days.cell(ofWall: begin) else { return }
        let period = Self.periods.lastIndex { $0 <= cell % 24 } ?? 0
        let place = UInt64((days.group[cell / 24] ?? 0) * Self.periods.count + period)
        moves[place << 40 | UInt64(before.to) << 20 | UInt64(trip.from), default: 0] += 1
    }

    /// Counts a taxi in the hours that it is seen in, once in each.
    private mutating func see(_ wall: Int64, _ seconds: Int64, _ days: RecordedDays, _ last: inout Int) {
        var at = wall / 3600 * 3600
        while at < wall + max(1, seconds) {
            let hour = Int(at / 3600)
            if hour > last {
                last = hour
                if let cell = days.cell(ofWall: at) { hours[cell].seen += 1 }
            }
            at += 3600
        }
    }

    /// The sums of a kind of day.
    func all(of group: Int) -> Hour {
        groupHours[group * 24..<group * 24 + 24].reduce(into: Hour()) { $0 += $1 }
    }

    /// Seconds at work in an hour of the sums given; where it has too few searches, they are as in the kind of day's `other` hours.
    static func atWork(_ hour: Hour, _ other: Hour) -> Double? {
        let known = hour.searches >= fewest ? hour : other
        guard known.searches > 0 else { return nil }
        // By hour: the searching that is seen, times the rides for each search that is seen.
        return hour.searches >= fewest
            ? hour.riding + hour.searching * hour.trips / hour.searches
            : hour.riding + known.searching / known.searches * hour.trips
    }

    /// From so few searches no mean is taken.
    private static let fewest = 10.0
}
