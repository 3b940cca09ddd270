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

    /// The trips of a service day, and of the day before those that are on their way past 24:00.
    init(_ timetable: Timetable, on day: ServiceDay, seesDayBefore: Bool, changes: StopChanges) {
        self.changes = changes
        let midnight: Int32 = 86_400
        let times = timetable.timesOfSequences()
        for sequence in 0..<timetable.sequenceCount {
            let length = timetable.stops(of: sequence).count
            let first = timetable.trips(of: sequence).lowerBound
            func time(_ trip: Int) -> Int { times[sequence] + (trip - first) * length }
            var runs: [(start: Int32, end: Int32, trip: Int, shift: Int32)] = []
            for trip in timetable.trips(of: sequence) {
                let service = timetable.tripServices[trip]
                let (start, end) = (timetable.departures[time(trip)], timetable.arrivals[time(trip) + length - 1])
                if timetable.runs(service, on: day) { runs.append((start, end, trip, 0)) }
                if seesDayBefore, end >= midnight,
                    timetable.runs(service, on: ServiceDay(number: day.number - 1))
                {
                    runs.append((start - midnight, end - midnight, trip, midnight))
                }
            }
            guard !runs.isEmpty else { continue }
            runs.sort { ($0.start, $0.end, $0.trip) < ($1.start, $1.end, $1.trip) }
            // Each trip goes into the first pattern whose last trip it does not overtake.
            var patterns: [[Int]] = []
            for (index, run) in runs.enumerated() {
                let pattern = patterns.firstIndex { pattern in
                    let last = runs[pattern[pattern.count - 1]]
                    let (before, after) = (time(last.trip), time(run.trip))
                    return (0..<length).allSatisfy {
                        timetable.arrivals[before + $0] - last.shift <= timetable.arrivals[after + $0] - run.shift
                            && timetable.departures[before + $0] - last.shift
                                <= timetable.departures[after + $0] - run.shift
                    }
                }
                if let pattern { patterns[pattern].append(index) } else { patterns.append([index]) }
            }
            for pattern in patterns {
                for index in timetable.stops(of: sequence) {
                    calls.append(
                        Int32(timetable.sequenceStops[index]) << 2 | Int32(timetable.sequenceRules[index] & 3))
                }
                for run in pattern.map({ runs[$0] }) {
                    trips.append(Int32(run.trip))
                    shifts.append(run.shift)
                    for index in time(run.trip)..<(time(run.trip) + length) {
                        arrivals.append(timetable.arrivals[index] - run.shift)
                        departures.append(timetable.departures[index] - run.shift)
                    }
                }
                close(line: Int32(timetable.sequenceLines[sequence]))
            }
        }
        fillVisits()
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
