// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel

/// The days of a record: their kinds, and which of their hours were recorded.
struct RecordedDays {
    /// Days that are counted together: `mon-fri`, `sat`, `sun`, or `sat-sun` where there are too few of each.
    struct Group: Hashable {
        /// As tables and scenarios have it.
        let word: String
        let kinds: [TripDayKind]
        /// All that there may be.
        private static let all = [
            Group(word: "mon-fri", kinds: [.weekdays]), Group(word: "sat", kinds: [.saturday]),
            Group(word: "sun", kinds: [.sunday]), Group(word: "sat-sun", kinds: [.saturday, .sunday]),
        ]
        /// Their words, for messages.
        static var words: String { all.map(\.word).joined(separator: ", ") }

        private init(word: String, kinds: [TripDayKind]) { (self.word, self.kinds) = (word, kinds) }

        /// The one with a word; nil when there is none.
        init?(_ word: String) {
            guard let group = Self.all.first(where: { $0.word == word }) else { return nil }
            self = group
        }
    }

    /// The first day, since 1970-01-01.
    let first: Int64
    /// How many days there are from the first to the last.
    let count: Int
    /// Those that have recorded days.
    private(set) var groups: [Group] = []
    /// By day: the index of its group; nil for one without rides.
    private(set) var group: [Int?]
    /// By `day * 24 + hour`: how many hours of it were recorded: 1, or 0 or 2 where the clock changed, or a part.
    private(set) var hours: [Double]
    /// By `group * 24 + hour`: how many hours were recorded in all.
    private(set) var sums: [Double] = []

    /// So many days of a kind are counted by themselves.
    private static let fewest = 2

    init(
        _ trips: [RecordedTrip], _ clock: inout LocalClock, _ pickups: PickupTimes, doubtful: Set<Int64>,
        holidays: [Int64: TripDayKind]
    ) {
        var (low, high) = (Int64.max, Int64.min)
        for trip in trips where trip.isInside {
            low = min(low, trip.wall)
            high = max(high, trip.wall)
        }
        // A record begins where its first row does, wherever its first ride that counts is.
        let ends = pickups.ends(low / 86_400, high / 86_400)
        (low, high) = (min(low, ends.lowerBound), max(high, ends.upperBound))
        first = low / 86_400
        count = Int(high / 86_400 - first) + 1
        var starts = [Int](repeating: 0, count: count * 24)
        for trip in trips where trip.isInside { starts[Int(trip.wall / 3600 - first * 24)] += 1 }
        hours = [Double](repeating: 0, count: count * 24)
        group = [Int?](repeating: nil, count: count)
        var kinds = [TripDayKind?](repeating: nil, count: count)
        for day in 0..<count where starts[day * 24..<day * 24 + 24].contains(where: { $0 > 0 }) {
            kinds[day] = holidays[first + Int64(day)] ?? TripDayKind(ofDay: first + Int64(day))
            for hour in day * 24..<day * 24 + 24 {
                let wall = (first * 24 + Int64(hour)) * 3600
                guard !doubtful.contains(wall / 3600) else { continue }
                hours[hour] = Double(clock.seconds(ofHourAt: wall)) / 3600
            }
        }
        gather(kinds)
        cutEnds(low: low, high: high, starts)
        leaveOutHoles(trips)
        sum()
    }

    /// A time in which the record lacks rides: nobody wrote them down, or they were lost.
    struct Hole: Hashable {
        let day: Int
        /// Minutes since midnight.
        let minutes: Range<Int>
        /// Rides that begin in it on a mean day of the kind.
        let usual: Double
        /// The hours that do not count for it.
        var hours: Range<Int> { minutes.lowerBound / 60..<(minutes.upperBound + 59) / 60 }
    }

    /// All of them, by time.
    private(set) var holes: [Hole] = []

    /// A record is looked at in parts of so many minutes.
    private static let holeStep = 5
    /// So many rides are expected in a hole at least: by chance none begins in one of 10^13 cases, and in one of 10^4 where the day has a third of
    /// the usual rides.
    private static let fewestInHole = 30.0

    /// Hours that a hole touches do not count: rides that reach into it are lost too, and what is left of the hour is too short ones.
    private mutating func leaveOutHoles(_ trips: [RecordedTrip]) {
        let parts = 1440 / Self.holeStep
        var starts = [Int](repeating: 0, count: count * parts)
        for trip in trips where trip.isInside {
            starts[Int((trip.wall - first * 86_400) / Int64(Self.holeStep * 60))] += 1
        }
        for day in group.indices {
            let alike = group.indices.filter { $0 != day && group[$0] != nil && group[$0] == group[day] }
            // One other day tells little of what is usual.
            guard alike.count > 1 else { continue }
            var (begin, usual) = (0, 0.0)
            for part in 0...parts {
                if part < parts, starts[day * parts + part] == 0, hours[day * 24 + part * Self.holeStep / 60] > 0 {
                    usual += alike.reduce(0) { $0 + Double(starts[$1 * parts + part]) } / Double(alike.count)
                    continue
                }
                if usual >= Self.fewestInHole {
                    let minutes = begin * Self.holeStep..<part * Self.holeStep
                    holes.append(Hole(day: day, minutes: minutes, usual: usual))
                }
                (begin, usual) = (part + 1, 0)
            }
        }
        for hole in holes {
            for hour in hole.hours { hours[hole.day * 24 + hour] = 0 }
        }
    }

    /// The days of what tells all that happened between two instants, in groups of these words; the hours at both ends count as far as
    /// they are told.
    init(from start: CityTime, to end: CityTime, kinds words: [String], holidays: Holidays) {
        let days = CityTime.days(from: start, to: end)
        let groups = words.compactMap { Group($0) }
        let kinds = days.map { day in TripDayKind(weekday: holidays.weekdays[day.dayNumber] ?? day.weekday) }
        first = start.dayNumber
        count = days.count
        group = [Int?](repeating: nil, count: days.count)
        hours = zip(days, kinds).flatMap { day, kind in
            (0..<24).map { hour in
                guard groups.contains(where: { $0.kinds.contains(kind) }) else { return 0 }
                let from = day.nanoseconds + Int64(hour) * 3_600_000_000_000
                let told = min(from + 3_600_000_000_000, end.nanoseconds) - max(from, start.nanoseconds)
                return max(0, Double(told) / 3.6e12)
            }
        }
        assign(kinds, to: groups)
        sum()
    }

    /// The hours in which the record begins and ends count as far as it goes. Those before and behind do not count, but where so few rides are
    /// in them on other days that there may have been none.
    private mutating func cutEnds(low: Int64, high: Int64, _ starts: [Int]) {
        let (begin, end) = (Int(low / 3600 - first * 24), Int(high / 3600 - first * 24))
        for gap in [0..<begin, end + 1..<hours.count] where !isQuiet(gap, starts) {
            for hour in gap { hours[hour] = 0 }
        }
        // An hour is not whole where it lacks much more than rides are apart in it.
        func share(_ covered: Int64, _ rides: Int) -> Double {
            let missing = 3600 - covered
            return rides >= 5 && missing > 300 && missing > 5 * covered / Int64(rides) ? Double(covered) / 3600 : 1
        }
        guard begin != end else { return }
        hours[begin] *= share(3600 - low % 3600, starts[begin])
        hours[end] *= share(high % 3600, starts[end])
    }

    /// Whether chance leaves the hours of a day at an end without rides in one of twenty cases or more: by the rides in these hours of the days
    /// between the ends, of the same kind where there are such.
    private func isQuiet(_ gap: Range<Int>, _ starts: [Int]) -> Bool {
        guard let day = gap.first.map({ $0 / 24 }), count > 2 else { return gap.isEmpty }
        let inner = (1..<count - 1).filter { group[$0] != nil }
        let alike = inner.filter { group[$0] == group[day] }
        let days = alike.isEmpty ? inner : alike
        guard !days.isEmpty else { return false }
        let rides = days.reduce(0) { sum, other in sum + gap.reduce(0) { $0 + starts[other * 24 + $1 % 24] } }
        return Double(rides) / Double(days.count) < Self.fewExpected
    }

    /// Of so many that are expected none is seen in one of twenty cases (exp(-3)).
    private static let fewExpected = 3.0

    private mutating func gather(_ kinds: [TripDayKind?]) {
        let isSplit = [TripDayKind.saturday, .sunday].allSatisfy { kind in kinds.count { $0 == kind } >= Self.fewest }
        let all = (["mon-fri"] + (isSplit ? ["sat", "sun"] : ["sat-sun"])).compactMap { Group($0) }
        assign(kinds, to: all.filter { group in kinds.contains { $0.map(group.kinds.contains) ?? false } })
    }

    /// Counts days of kinds in groups; days of no group have none.
    private mutating func assign(_ kinds: [TripDayKind?], to groups: [Group]) {
        self.groups = groups
        for day in kinds.indices {
            group[day] = kinds[day].flatMap { kind in groups.firstIndex { $0.kinds.contains(kind) } }
        }
    }

    private mutating func sum() {
        sums = [Double](repeating: 0, count: groups.count * 24)
        for day in group.indices {
            guard let group = group[day] else { continue }
            for hour in 0..<24 { sums[group * 24 + hour] += hours[day * 24 + hour] }
        }
    }

    /// The cell `day * 24 + hour` of an instant of the clock; nil outside of the record, and in an hour that does not count.
    func cell(ofWall wall: Int64) -> Int? {
        let cell = Int(wall / 3600 - first * 24)
        return hours.indices.contains(cell) && hours[cell] > 0 ? cell : nil
    }

    /// The cell `group * 24 + hour` of a cell of a day.
    func groupCell(_ cell: Int) -> Int { (group[cell / 24] ?? 0) * 24 + cell % 24 }

    /// How many days have a part of an hour of a group, `group * 24 + hour`.
    func days(with cell: Int) -> Int {
        group.indices.count { group[$0] == cell / 24 && hours[$0 * 24 + cell % 24] > 0 }
    }

    /// How many days have rides.
    var recorded: Int { group.count { $0 != nil } }

    /// How many days a group has.
    func days(in index: Int) -> Int { group.count { $0 == index } }

    /// The hours of a group that were never recorded.
    func unrecorded(_ index: Int) -> [Int] { (0..<24).filter { sums[index * 24 + $0] == 0 } }

    /// The day's date.
    func date(_ day: Int) -> String { TripDate.text(first + Int64(day)) }
}
