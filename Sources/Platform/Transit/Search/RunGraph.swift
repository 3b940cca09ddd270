// SPDX-License-Identifier: GPL-3.0-or-later

/// The trips of one day as the search reads them: patterns, each a sequence of stops with trips none of which overtakes another.
///
/// The same form serves both directions: seen from its end, with all times negative, a journey is one that begins where it ended.
struct RunGraph: Sendable {
    /// Where the stops of each pattern begin; one more for the end.
    var stopFirst: [Int32] = [0]
    /// The stops, each with its `StopRules` in the two lowest bits: what the search reads at once.
    var calls: [Int32] = []
    var lines: [Int32] = []
    /// Where the trips of each pattern begin, and where its times; one more for the end.
    var tripFirst: [Int32] = [0]
    var timeFirst: [Int] = [0]
    /// The trips in the timetable.
    var trips: [Int32] = []
    /// By how much a trip of the day before is earlier.
    var shifts: [Int32] = []
    var arrivals: [Int32] = []
    var departures: [Int32] = []
    /// Where the patterns that one may get on at each stop begin; one more for the end.
    private(set) var visitFirst: [Int32] = []
    private(set) var visitPatterns: [Int32] = []
    private(set) var visitPositions: [Int32] = []
    var changes: StopChanges

    static let noBoarding = Int32(StopRules.noBoarding.rawValue)
    static let noAlighting = Int32(StopRules.noAlighting.rawValue)

    var patternCount: Int { lines.count }
    var stopCount: Int { changes.waits.count }

    /// The stop of a call.
    func stop(_ index: Int) -> Int { Int(calls[index] >> 2) }

    /// A trip of the day, or what strikes leave of it.
    private struct Run {
        let start: Int32
        let end: Int32
        let trip: Int
        let shift: Int32
    }

    /// The trips of a service day, and of the day before those that are on their way past 24:00.
    init(
        _ timetable: Timetable, on day: ServiceDay, seesDayBefore: Bool, changes: StopChanges, strikes: [LineStrike]
    ) {
        self.changes = changes
        let midnight: Int32 = 86_400
        let times = timetable.timesOfSequences()
        for sequence in 0..<timetable.sequenceCount {
            let length = timetable.stops(of: sequence).count
            let first = timetable.trips(of: sequence).lowerBound
            func time(_ trip: Int) -> Int { times[sequence] + (trip - first) * length }
            var runs: [Run] = []
            for trip in timetable.trips(of: sequence) {
                let service = timetable.tripServices[trip]
                let (start, end) = (timetable.departures[time(trip)], timetable.arrivals[time(trip) + length - 1])
                if timetable.runs(service, on: day) { runs.append(Run(start: start, end: end, trip: trip, shift: 0)) }
                if seesDayBefore, end >= midnight,
                    timetable.runs(service, on: ServiceDay(number: day.number - 1))
                {
                    runs.append(Run(start: start - midnight, end: end - midnight, trip: trip, shift: midnight))
                }
            }
            guard !runs.isEmpty else { continue }
            runs.sort { ($0.start, $0.end, $0.trip) < ($1.start, $1.end, $1.trip) }
            let line = Int(timetable.sequenceLines[sequence])
            let struck = strikes.filter { $0.lines[line] }
            var parts: [(calls: Range<Int>, runs: [Run])] = struck.isEmpty ? [(0..<length, runs)] : []
            for run in runs where !struck.isEmpty {
                let left = struck.reduce([0..<length]) { ranges, strike in
                    ranges.flatMap { range in
                        strike.left(
                            of: range, arrivals: { timetable.arrivals[time(run.trip) + $0] - run.shift },
                            departures: { timetable.departures[time(run.trip) + $0] - run.shift })
                    }
                }
                for range in left {
                    if let part = parts.firstIndex(where: { $0.calls == range }) {
                        parts[part].runs.append(run)
                    } else {
                        parts.append((range, [run]))
                    }
                }
            }
            for part in parts {
                add(part.runs, calling: part.calls, of: sequence, timetable) { time($0) }
            }
        }
        fillVisits()
    }

    /// Adds trips of a sequence, or the parts of them between two calls.
    private mutating func add(
        _ runs: [Run], calling range: Range<Int>, of sequence: Int, _ timetable: Timetable, time: (Int) -> Int
    ) {
        // Each trip goes into the first pattern whose last trip it does not overtake.
        var patterns: [[Run]] = []
        for run in runs {
            let pattern = patterns.firstIndex { pattern in
                let last = pattern[pattern.count - 1]
                let (before, after) = (time(last.trip), time(run.trip))
                return range.allSatisfy {
                    timetable.arrivals[before + $0] - last.shift <= timetable.arrivals[after + $0] - run.shift
                        && timetable.departures[before + $0] - last.shift
                            <= timetable.departures[after + $0] - run.shift
                }
            }
            if let pattern { patterns[pattern].append(run) } else { patterns.append([run]) }
        }
        let first = timetable.stops(of: sequence).lowerBound
        for pattern in patterns {
            for index in range.map({ first + $0 }) {
                calls.append(
                    Int32(timetable.sequenceStops[index]) << 2 | Int32(timetable.sequenceRules[index] & 3))
            }
            for run in pattern {
                trips.append(Int32(run.trip))
                shifts.append(run.shift)
                for index in range.map({ time(run.trip) + $0 }) {
                    arrivals.append(timetable.arrivals[index] - run.shift)
                    departures.append(timetable.departures[index] - run.shift)
                }
            }
            close(line: Int32(timetable.sequenceLines[sequence]))
        }
    }

    /// Ends a pattern whose stops and trips were added.
    private mutating func close(line: Int32) {
        lines.append(line)
        stopFirst.append(Int32(calls.count))
        tripFirst.append(Int32(trips.count))
        timeFirst.append(arrivals.count)
    }

    private mutating func fillVisits() {
        var first = [Int32](repeating: 0, count: stopCount + 1)
        func each(_ body: (_ pattern: Int, _ position: Int, _ stop: Int) -> Void) {
            for pattern in 0..<patternCount {
                let range = Int(stopFirst[pattern])..<Int(stopFirst[pattern + 1])
                // Nobody gets on at the last stop.
                for index in range.dropLast() where calls[index] & Self.noBoarding == 0 {
                    body(pattern, index - range.lowerBound, stop(index))
                }
            }
        }
        each { _, _, stop in first[stop + 1] += 1 }
        for stop in 0..<stopCount { first[stop + 1] += first[stop] }
        var next = first
        var patterns = [Int32](repeating: 0, count: Int(first[stopCount]))
        var positions = patterns
        each { pattern, position, stop in
            patterns[Int(next[stop])] = Int32(pattern)
            positions[Int(next[stop])] = Int32(position)
            next[stop] += 1
        }
        (visitFirst, visitPatterns, visitPositions) = (first, patterns, positions)
    }

    /// The same day seen from its end: stops, trips and walks the other way round, times negative.
    var mirrored: RunGraph {
        var mirror = self
        mirror.changes = changes.reversed
        for pattern in 0..<patternCount {
            let range = Int(stopFirst[pattern])..<Int(stopFirst[pattern + 1])
            for index in range {
                let call = calls[range.lowerBound + range.upperBound - 1 - index]
                let turned =
                    (call & Self.noBoarding == 0 ? 0 : Self.noAlighting)
                    | (call & Self.noAlighting == 0 ? 0 : Self.noBoarding)
                mirror.calls[index] = call & ~3 | turned
            }
            mirror.trips[Int(tripFirst[pattern])..<Int(tripFirst[pattern + 1])].reverse()
            mirror.shifts[Int(tripFirst[pattern])..<Int(tripFirst[pattern + 1])].reverse()
            // The last time of the last trip comes first.
            let times = timeFirst[pattern]..<timeFirst[pattern + 1]
            for index in times {
                let other = times.lowerBound + times.upperBound - 1 - index
                mirror.arrivals[index] = -departures[other]
                mirror.departures[index] = -arrivals[other]
            }
        }
        mirror.fillVisits()
        return mirror
    }
}
