// SPDX-License-Identifier: GPL-3.0-or-later

/// What taxis did between their rides, as far as a record with taxis shows it: by `cell`, an hour of a day or of a kind of day.
///
/// A taxi at work rides or searches. The time between two of its rides is a search, but for a pause: a time without a sign of it as long as
/// `--pause`. The search before a pause and the one after it cannot be seen, so they are put back: at work = rides + searches x trips /
/// searches seen whole, of the hour.
///
/// Where the record tells how long a taxi was vacant, that is the search, and not the time since the ride before, which may not be in the
/// record: a ride that was dropped there, or one with a meter left on, would be counted as a search of hours. In San Francisco such rides
/// are one in a hundred, and made searches a sixth longer.
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
        /// Seconds in which something was heard of taxis: on rides wherever they led, and vacant but for silences that are pauses.
        var heard = 0.0

        static func += (left: inout Hour, right: Hour) {
            left.riding += right.riding
            left.searching += right.searching
            left.searches += right.searches
            left.trips += right.trips
            left.seen += right.seen
            left.heard += right.heard
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

    /// By `group * periods.count + period`: where no search was seen, and the moves are those of the other kinds of day.
    private(set) var lentMoves: [Int] = []

    /// The hours of the day at which habits of driving change.
    static let periods = [0, 6, 10, 16, 20, 24]

    /// The clock of the record; nil for one that never changes, as a city's own.
    private var clock: LocalClock?

    /// Reads rides by taxi and then by start; a time of `pause` seconds between them, or in silence, is a pause.
    init(_ trips: [RecordedTrip], _ days: RecordedDays, clock: LocalClock? = nil, pause: Int64) {
        self.clock = clock
        hours = [Hour](repeating: Hour(), count: days.count * 24)
        var last: RecordedTrip?
        var lastSeen = -1
        for trip in trips {
            if trip.isInside {
                spread(trip.start, Int64(trip.ride), days) { $0.riding += $1 }
                if let cell = days.cell(ofWall: trip.wall) { hours[cell].trips += 1 }
            }
            guard trip.taxi >= 0 else { continue }
            spread(trip.start, Int64(trip.ride), days) { $0.heard += $1 }
            if let before = last, before.taxi == trip.taxi {
                let gap = trip.start - before.end
                between += 1
                // Vacant times are told from sign to sign, so a little less than the time between the rides.
                let vacant = trip.vacant >= 0 ? min(Int64(trip.vacant), gap) : gap
                let isNext = gap - vacant < Self.slack
                let isPause = trip.silence >= 0 ? Int64(trip.silence) >= pause : vacant >= pause
                if trip.silence >= 0 { toldBySilence += 1 }
                hear(trip, vacant, isPause: isPause, days)
                if isPause {
                    pauses += 1
                } else if !before.isInside || !trip.isInside {
                    besideOutside += 1
                } else if gap >= 0 {
                    search(isNext ? before : nil, trip, vacant, days)
                    see(trip.start - vacant, vacant, days, &lastSeen)
                }
            } else {
                lastSeen = -1
            }
            see(trip.start, Int64(trip.ride), days, &lastSeen)
            last = trip
        }
        groupHours = [Hour](repeating: Hour(), count: days.groups.count * 24)
        for cell in hours.indices where days.hours[cell] > 0 && days.group[cell / 24] != nil {
            groupHours[days.groupCell(cell)] += hours[cell]
        }
        vacant.sort()
        groupVacant.sort()
        lendMoves(days.groups.count)
    }

    /// What the clock shows at an instant, and how many seconds are left of that hour.
    private mutating func hour(at instant: Int64) -> (wall: Int64, left: Int64) {
        clock?.hour(at: instant) ?? (instant, 3600 - instant % 3600)
    }

    /// A scenario needs moves for each of its days: where a kind of day has no search in a period, those of the other kinds of day stand in.
    private mutating func lendMoves(_ groups: Int) {
        let seen = Set(moves.keys.map { Int($0 >> 40) })
        let count = Self.periods.count
        var lent: [UInt64: Int] = [:]
        for place in 0..<groups * count where !seen.contains(place) {
            let lenders = seen.filter { $0 % count == place % count }
            guard !lenders.isEmpty else { continue }
            lentMoves.append(place)
            for (key, moved) in moves where lenders.contains(Int(key >> 40)) {
                lent[UInt64(place) << 40 | key & 0xFF_FFFF_FFFF, default: 0] += moved
            }
        }
        moves.merge(lent) { own, _ in own }
    }

    /// The groups of days of which no search was seen at all.
    func groupsWithoutMoves(_ days: RecordedDays) -> [Int] {
        days.groups.indices.filter { group in
            !moves.isEmpty
                && !moves.keys.contains {
                    let place = Int($0 >> 40)
                    return place / Self.periods.count == group && !lentMoves.contains(place)
                }
        }
    }

    /// Shares seconds among the hours of the clock that they are in. The clock is asked at each hour, since it may change on the way.
    private mutating func spread(
        _ start: Int64, _ seconds: Int64, _ days: RecordedDays, _ add: (inout Hour, Double) -> Void
    ) {
        var (at, left) = (start, seconds)
        while left > 0 {
            let shown = hour(at: at)
            let part = min(left, shown.left)
            if let cell = days.cell(ofWall: shown.wall) { add(&hours[cell], Double(part)) }
            at += part
            left -= part
        }
    }

    /// Something is heard of a vacant taxi, but for its longest silence where that is a pause. Nobody knows when that was: half of the rest is
    /// taken to lie on each side.
    private mutating func hear(_ trip: RecordedTrip, _ vacant: Int64, isPause: Bool, _ days: RecordedDays) {
        guard vacant > 0, !isPause || trip.silence >= 0 else { return }
        let from = trip.start - vacant
        guard isPause else { return spread(from, vacant, days) { $0.heard += $1 } }
        let side = max(0, vacant - Int64(trip.silence)) / 2
        spread(from, side, days) { $0.heard += $1 }
        spread(trip.start - side, side, days) { $0.heard += $1 }
    }

    /// A search that was seen whole; `before` is the ride that it began after, nil where that is not in the record.
    private mutating func search(_ before: RecordedTrip?, _ trip: RecordedTrip, _ vacant: Int64, _ days: RecordedDays) {
        spread(trip.start - vacant, vacant, days) { $0.searching += $1 }
        if let cell = days.cell(ofWall: trip.wall) {
            hours[cell].searches += 1
            self.vacant.add(vacant, to: cell)
            groupVacant.add(vacant, to: days.groupCell(cell))
        }
        guard let before, let cell = days.cell(ofWall: hour(at: before.end).wall) else { return }
        let period = Self.periods.lastIndex { $0 <= cell % 24 } ?? 0
        let place = UInt64((days.group[cell / 24] ?? 0) * Self.periods.count + period)
        moves[place << 40 | UInt64(before.to) << 20 | UInt64(trip.from), default: 0] += 1
    }

    /// Counts a taxi in the hours that it is seen in, once in each, however often the clock shows it.
    private mutating func see(_ start: Int64, _ seconds: Int64, _ days: RecordedDays, _ last: inout Int) {
        var at = start
        while at < start + max(1, seconds) {
            let shown = hour(at: at)
            let hour = Int(shown.wall / 3600)
            if hour > last {
                last = hour
                if let cell = days.cell(ofWall: shown.wall) { hours[cell].seen += 1 }
            }
            at += shown.left
        }
    }

    /// The sums of a kind of day.
    func all(of group: Int) -> Hour {
        groupHours[group * 24..<group * 24 + 24].reduce(into: Hour()) { $0 += $1 }
    }

    /// Seconds at work in an hour of the sums given; where it has too few searches, they are as in the kind of day's `other` hours.
    static func atWork(_ hour: Hour, _ other: Hour) -> Double? {
        let known = hour.searches >= fewest ? hour : other
        guard known.searches >= fewest else { return nil }
        // By hour: the searching that is seen, times the rides for each search that is seen.
        return hour.searches >= fewest
            ? hour.riding + hour.searching * hour.trips / hour.searches
            : hour.riding + known.searching / known.searches * hour.trips
    }

    /// The share of their work in which taxis had a passenger, of all hours; nil where too few searches were seen.
    var occupied: Double? {
        let all = groupHours.reduce(into: Hour()) { $0 += $1 }
        return Self.atWork(all, all).map { all.riding / $0 }
    }

    /// Rides whose taxi was vacant for less of the time between them than this, in seconds, do not follow each other.
    private static let slack: Int64 = 180
    /// From fewer searches no mean is taken.
    private static let fewest = 10.0
}
