// SPDX-License-Identifier: GPL-3.0-or-later

/// Answers queries about one service day. One serves any number of threads: each search has its memory from a pool.
///
/// Times are seconds from the day's midnight. Of vehicles, those of the day itself and those of the day before past 24:00 are seen;
/// nobody gets on before midnight.
package final class TransitSearch: Sendable {
    package let timetable: Timetable
    package let day: ServiceDay
    /// What changes take, in both directions.
    package let changes: StopChanges
    package let reversedChanges: StopChanges
    private let graph: RunGraph
    private let mirror: RunGraph
    private let pool: TransitScratchPool

    /// Prepares a day, which takes milliseconds for a city; `seesDayBefore` says whether the trips of the day before are seen that are
    /// on their way past 24:00. `strikes` take trips away.
    package init(
        _ timetable: Timetable, on day: ServiceDay, changes: StopChanges, seesDayBefore: Bool = true,
        strikes: [LineStrike] = []
    ) {
        self.timetable = timetable
        self.day = day
        self.changes = changes
        graph = RunGraph(timetable, on: day, seesDayBefore: seesDayBefore, changes: changes, strikes: strikes)
        mirror = graph.mirrored
        reversedChanges = mirror.changes
        pool = TransitScratchPool(stops: graph.stopCount, patterns: graph.patternCount)
    }

    /// Trips of the day, those of the day before among them.
    package var tripCount: Int { graph.trips.count }

    /// Sequences of stops with trips that do not overtake each other.
    package var patternCount: Int { graph.patternCount }

    /// A query between two stops, with the walks of this search.
    package func query(from: Int, to: Int) -> TransitQuery {
        TransitQuery(from: from, to: to, changes: changes, reversed: reversedChanges)
    }

    /// The earliest arrivals for a start: by number of changes, rising, each earlier than the one before.
    package func earliest(_ query: TransitQuery, leaving time: Int32) -> [TransitJourney] {
        pool.with { scratch in
            var journeys: [TransitJourney] = []
            let walked = query.walk.map { time + $0 }
            if let walk = query.walk { journeys.append(Self.onFoot(walk, leaving: time)) }
            let found = forward(query, time, vehicles: query.mostChanges + 1, before: walked ?? .max, &scratch)
            return journeys + found.map { journey($0, query, scratch.records) }
        }
    }

    /// When the earliest journey arrives; nil where there is none.
    package func arrival(_ query: TransitQuery, leaving time: Int32) -> Int32? {
        pool.with { scratch in
            let walked = query.walk.map { time + $0 }
            return forward(query, time, vehicles: query.mostChanges + 1, before: walked ?? .max, &scratch).last?.time
                ?? walked
        }
    }

    /// The latest departures that arrive in time, each with the earliest arrivals for it: by number of changes, rising, each leaving
    /// later than the one before, or as late and arriving earlier. The last one is the latest of all, and of those the earliest.
    package func latest(_ query: TransitQuery, arriving deadline: Int32) -> [TransitJourney] {
        pool.with { scratch in
            var journeys: [TransitJourney] = []
            let most = query.mostChanges + 1
            // The searches for the earliest arrivals look only where this one has been.
            defer { scratch.widen() }
            var departures = backward(query, deadline, vehicles: most, &scratch, narrows: true).map {
                (vehicles: $0.vehicles, time: -$0.time)
            }
            if let walk = query.walk {
                departures.insert((0, deadline - walk), at: 0)
                journeys.append(Self.onFoot(walk, leaving: deadline - walk))
            }
            for (index, departure) in departures.enumerated() {
                // With more vehicles than these one leaves later still.
                let limit = index + 1 < departures.count ? departures[index + 1].vehicles - 1 : most
                let bound = departure.vehicles == 0 ? deadline : deadline + 1
                journeys += forward(query, departure.time, vehicles: limit, before: bound, &scratch)
                    .map { journey($0, query, scratch.records) }
            }
            return journeys
        }
    }

    /// All journeys by vehicle that are best for some start in a range: no other one of them leaves as late, arrives as early and
    /// changes as seldom. By departure, then arrival, then changes.
    ///
    /// They answer `earliest` for each start in the range: of those that leave then or later, the earliest arrival by number of
    /// changes. Walks without a vehicle are left out, since they begin at any time.
    package func range(_ query: TransitQuery, leaving range: ClosedRange<Int32>) -> [TransitJourney] {
        pool.with { scratch in
            var journeys: [TransitJourney] = []
            var start = range.lowerBound
            while start <= range.upperBound {
                let ends = forward(query, start, vehicles: query.mostChanges + 1, before: .max, &scratch)
                guard !ends.isEmpty else { break }
                var next = Int32.max
                for end in ends {
                    // The latest start for this arrival with as many vehicles: until then the answer stays the same.
                    var bounded = query
                    bounded.walk = nil
                    guard let last = backward(bounded, end.time, vehicles: end.vehicles, &scratch).last else {
                        continue
                    }
                    next = min(next, -last.time)
                    guard let best = forward(query, -last.time, vehicles: end.vehicles, before: .max, &scratch).last
                    else { continue }
                    let made = journey(best, query, scratch.records)
                    // A journey that is still the best for a later start is found there again.
                    if !journeys.contains(where: {
                        $0.departs == made.departs && $0.arrives == made.arrives && $0.legs.count == made.legs.count
                    }) {
                        journeys.append(made)
                    }
                }
                guard next < .max else { break }
                start = next + 1
            }
            return journeys.sorted {
                ($0.departs, $0.arrives, $0.legs.count) < ($1.departs, $1.arrives, $1.legs.count)
            }
        }
    }

    private static func onFoot(_ walk: Int32, leaving time: Int32) -> TransitJourney {
        TransitJourney(departs: time, arrives: time + walk, legs: [], walked: walk)
    }

    private func forward(
        _ query: TransitQuery, _ time: Int32, vehicles: Int, before bound: Int32, _ scratch: inout TransitScratch
    ) -> [RunEnd] {
        // Who comes to a stop before midnight waits until then, or until the window opens.
        let opens = max(0, query.window?.lowerBound ?? 0)
        let starts = query.accesses.map { StopOffset(stop: $0.stop, seconds: max(opens, time + $0.seconds)) }
        return graph.search(
            &scratch, starts: starts, ends: query.egresses, bound: bound,
            cap: query.window.map { $0.upperBound + 1 } ?? .max, most: vehicles, query)
    }

    /// The latest departures as negative times, by number of vehicles.
    private func backward(
        _ query: TransitQuery, _ deadline: Int32, vehicles: Int, _ scratch: inout TransitScratch, narrows: Bool = false
    ) -> [RunEnd] {
        let closes = query.window?.upperBound ?? .max
        let starts = query.egresses.map {
            StopOffset(stop: $0.stop, seconds: max(-closes, $0.seconds - deadline))
        }
        return mirror.search(
            &scratch, starts: starts, ends: query.accesses, bound: query.walk.map { $0 - deadline } ?? .max,
            cap: 1 - max(0, query.window?.lowerBound ?? 0), most: vehicles, query, narrows: narrows)
    }

    private func journey(_ end: RunEnd, _ query: TransitQuery, _ records: [VehicleRecord]) -> TransitJourney {
        var chain: [VehicleRecord] = []
        var next = end.record
        while next >= 0 {
            chain.append(records[next])
            next = Int(records[next].before)
        }
        var legs: [TransitLeg] = []
        for record in chain.reversed() {
            let first = Int(graph.stopFirst[Int(record.pattern)])
            let length = Int(graph.stopFirst[Int(record.pattern) + 1]) - first
            let (boards, alights) = (
                graph.stop(first + Int(record.on)), graph.stop(first + Int(record.off))
            )
            let trip = Int(record.trip)
            let row =
                graph.timeFirst[Int(record.pattern)] + (trip - Int(graph.tripFirst[Int(record.pattern)])) * length
            let walked =
                if let before = legs.last {
                    before.alights == boards ? 0 : changes.walk(from: before.alights, to: boards) ?? 0
                } else {
                    Self.seconds(query.accesses, boards)
                }
            legs.append(
                TransitLeg(
                    line: Int(graph.lines[Int(record.pattern)]), trip: Int(graph.trips[trip]),
                    isOfDayBefore: graph.shifts[trip] != 0, boards: boards, alights: alights,
                    departs: graph.departures[row + Int(record.on)], arrives: graph.arrivals[row + Int(record.off)],
                    walked: walked))
        }
        let first = legs.first.map { $0.departs - $0.walked } ?? end.time
        return TransitJourney(
            departs: first, arrives: end.time, legs: legs, walked: Self.seconds(query.egresses, end.stop))
    }

    private static func seconds(_ offsets: [StopOffset], _ stop: Int) -> Int32 {
        offsets.filter { $0.stop == stop }.map(\.seconds).min() ?? 0
    }
}
