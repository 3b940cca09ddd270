// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import RuleTestKit
import Testing

@testable import Transit

@Suite("Journeys of random timetables")
struct JourneyPropertyTests {
    private static let most = 6

    /// Stops and seconds where journeys begin and end, drawn by chance; perhaps a walk between them.
    private func query(_ feed: RandomFeed, _ numbers: inout SplitMix64) -> TransitQuery {
        func offsets() -> [StopOffset] {
            (0...numbers.below(3)).map { _ in
                StopOffset(stop: numbers.below(feed.stopCount), seconds: Int32(numbers.below(3) * numbers.below(600)))
            }
        }
        var query = TransitQuery(accesses: offsets(), egresses: offsets())
        if numbers.below(3) == 0 { query.walk = Int32(600 + numbers.below(5_000)) }
        query.mostChanges = Self.most - 1
        return query
    }

    private func time(_ numbers: inout SplitMix64) -> Int {
        numbers.below(5) == 0 ? numbers.below(9_000) : 6 * 3600 + numbers.below(4 * 3600)
    }

    /// Whether a journey can be made as it says: each leg is of a trip that runs, is boarded after the walk and the change before it.
    private func fault(_ journey: TransitJourney, _ feed: RandomFeed, _ query: TransitQuery, _ search: TransitSearch)
        -> String?
    {
        if journey.legs.isEmpty {
            return journey.walked == query.walk && journey.arrives == journey.departs + journey.walked ? nil : "walk"
        }
        var at = Int(journey.departs)
        var stop: Int?
        for leg in journey.legs {
            let trip = feed.trips[Int(search.timetable.tripID(leg.trip)) ?? 0]
            let shift = leg.isOfDayBefore ? 86_400 : 0
            if !(leg.isOfDayBefore ? trip.yesterday : trip.today) { return "the trip does not run" }
            if trip.line != leg.line { return "line" }
            let on = trip.stops.indices.first {
                trip.stops[$0] == leg.boards && trip.departures[$0] - shift == leg.departs && !trip.noBoarding[$0]
            }
            let off = trip.stops.indices.last {
                trip.stops[$0] == leg.alights && trip.arrivals[$0] - shift == leg.arrives && !trip.noAlighting[$0]
            }
            guard let on, let off, on < off else { return "stops" }
            if let stop {
                if stop == leg.boards {
                    guard leg.walked == 0, let wait = feed.waits[stop] else { return "change" }
                    at += wait
                } else {
                    guard feed.walks[stop][leg.boards] == Int(leg.walked) else { return "walk between" }
                    at += Int(leg.walked)
                }
            } else {
                guard query.accesses.contains(StopOffset(stop: leg.boards, seconds: leg.walked)) else {
                    return "access"
                }
                at += Int(leg.walked)
            }
            if at > leg.departs { return "too late for \(leg)" }
            (at, stop) = (Int(leg.arrives), leg.alights)
        }
        guard let stop, query.egresses.contains(StopOffset(stop: stop, seconds: journey.walked)) else {
            return "egress"
        }
        return at + Int(journey.walked) == journey.arrives ? nil : "arrival"
    }

    @Test("earliest arrivals are those of a search that tries everything, for each number of changes, and can be made")
    func earliest() throws {
        var (found, changed) = (0, 0)
        for seed in 0..<400 {
            let feed = RandomFeed(seed: seed)
            let seesDayBefore = seed % 4 != 0
            let search = try feed.search(seesDayBefore: seesDayBefore)
            let plain = PlainTransit(feed: feed, trips: feed.running(seesDayBefore: seesDayBefore))
            var numbers = SplitMix64(seed: seed + 9_000)
            for _ in 0..<12 {
                let (query, time) = (query(feed, &numbers), time(&numbers))
                let journeys = search.earliest(query, leaving: Int32(time))
                let wanted = plain.arrivals(query, leaving: time, most: Self.most)
                for vehicles in 0...Self.most {
                    let best = journeys.last { $0.legs.count <= vehicles }
                    #expect(best.map { Int($0.arrives) } == wanted[vehicles], "seed \(seed), \(vehicles) vehicles")
                }
                #expect(search.arrival(query, leaving: Int32(time)).map { Int($0) } == wanted.last)
                for journey in journeys {
                    #expect(fault(journey, feed, query, search) == nil, "seed \(seed): \(journey)")
                    #expect(journey.departs >= time || journey.legs.first?.departs == 0)
                }
                if journeys.last?.legs.isEmpty == false { found += 1 }
                if journeys.last.map({ $0.changes > 0 }) == true { changed += 1 }
            }
        }
        #expect(found > 1_000 && changed > 200, "\(found), \(changed)")
    }

    @Test("latest departures mirror earliest arrivals: no second later is in time, and a wider deadline loses nothing")
    func latest() throws {
        var found = 0
        for seed in 0..<400 {
            let feed = RandomFeed(seed: seed)
            let search = try feed.search()
            let plain = PlainTransit(feed: feed, trips: feed.running())
            var numbers = SplitMix64(seed: seed + 19_000)
            for _ in 0..<8 {
                let (query, deadline) = (query(feed, &numbers), time(&numbers) + 3600)
                let journeys = search.latest(query, arriving: Int32(deadline))
                for vehicles in 0...Self.most {
                    guard let best = journeys.last(where: { $0.legs.count <= vehicles }) else { continue }
                    found += best.legs.isEmpty ? 0 : 1
                    let at = plain.arrivals(query, leaving: Int(best.departs), most: Self.most)[vehicles]
                    let after = plain.arrivals(query, leaving: Int(best.departs) + 1, most: Self.most)[vehicles]
                    #expect(at == Int(best.arrives) && best.arrives <= deadline, "seed \(seed): \(best)")
                    #expect(after ?? .max > deadline, "seed \(seed): \(best)")
                    #expect(fault(best, feed, query, search) == nil, "seed \(seed): \(best)")
                }
                // Where nothing is found no start of the day is in time.
                if journeys.isEmpty {
                    let start = plain.arrivals(query, leaving: 0, most: Self.most).last ?? nil
                    let early = query.accesses.map { Int($0.seconds) }.max() ?? 0
                    #expect(start ?? .max > deadline || early > 0, "seed \(seed)")
                }
                let wider = search.latest(query, arriving: Int32(deadline + numbers.below(3_600)))
                #expect(wider.last?.departs ?? .min >= journeys.last?.departs ?? .min, "seed \(seed)")
            }
        }
        #expect(found > 1_000, "\(found)")
    }

    @Test("the journeys of an hour answer each minute as single queries do, and none is worse than another one")
    func range() throws {
        var found = 0
        for seed in 0..<150 {
            let feed = RandomFeed(seed: seed)
            let search = try feed.search()
            var numbers = SplitMix64(seed: seed + 29_000)
            for _ in 0..<3 {
                var query = query(feed, &numbers)
                query.walk = nil
                let start = Int32(time(&numbers))
                let journeys = search.range(query, leaving: start...(start + 3600))
                found += journeys.count
                for minute in stride(from: start, through: start + 3600, by: 60) {
                    let single = search.earliest(query, leaving: minute)
                    for vehicles in 1...Self.most {
                        let best = journeys.filter { $0.departs >= minute && $0.legs.count <= vehicles }.map(\.arrives)
                            .min()
                        #expect(
                            best == single.last { $0.legs.count <= vehicles }?.arrives,
                            "seed \(seed), minute \(minute), \(vehicles) vehicles")
                    }
                }
                for (index, journey) in journeys.enumerated() {
                    #expect(fault(journey, feed, query, search) == nil)
                    let isWorse = journeys.enumerated().contains { other, better in
                        other != index && better.departs >= journey.departs && better.arrives <= journey.arrives
                            && better.legs.count <= journey.legs.count
                    }
                    #expect(!isWorse, "seed \(seed): \(journey)")
                }
            }
        }
        #expect(found > 300, "\(found)")
    }

    @Test("a line that does not run is not taken, and all else stays as it is")
    func closedLines() throws {
        for seed in 0..<150 {
            let feed = RandomFeed(seed: seed)
            let search = try feed.search()
            var numbers = SplitMix64(seed: seed + 39_000)
            let closed = numbers.below(feed.lineCount)
            let plain = PlainTransit(feed: feed, trips: feed.running(closed: [closed]))
            for _ in 0..<8 {
                var query = query(feed, &numbers)
                let time = time(&numbers)
                query.closedLines = (0..<feed.lineCount).map { $0 == closed }
                let wanted = plain.arrivals(query, leaving: time, most: Self.most)
                #expect(search.arrival(query, leaving: Int32(time)).map { Int($0) } == wanted.last, "seed \(seed)")
            }
        }
    }

    @Test("strikes, a window of the day and a longest walk leave what a search that tries everything finds under them")
    func limits() throws {
        var (found, lost) = (0, 0)
        for seed in 0..<300 {
            let feed = RandomFeed(seed: seed)
            var numbers = SplitMix64(seed: seed + 59_000)
            let strikes = (0..<numbers.below(3)).map { _ in
                let from = 7 * 3600 + numbers.below(2 * 3600)
                return (
                    lines: (0..<feed.lineCount).map { _ in numbers.below(2) == 0 },
                    seconds: from..<(from + 1 + numbers.below(3600))
                )
            }
            let search = try feed.search(
                strikes: strikes.map {
                    LineStrike(lines: $0.lines, seconds: Int32($0.seconds.lowerBound)..<Int32($0.seconds.upperBound))
                })
            let opens = numbers.below(4) == 0 ? 0 : 7 * 3600 + numbers.below(3600)
            let window = opens...(opens + 3600 + numbers.below(3600))
            let plain = PlainTransit(feed: feed, trips: feed.running()) { trip, on, off in
                let (departs, arrives) = (trip.departures[on], trip.arrivals[off])
                return window.lowerBound <= departs && arrives <= window.upperBound
                    && !strikes.contains { strike in
                        strike.lines[trip.line]
                            && (strike.seconds.contains(trip.departures[0])
                                || (departs < strike.seconds.upperBound && strike.seconds.lowerBound < arrives))
                    }
            }
            for _ in 0..<8 {
                var query = query(feed, &numbers)
                let time = time(&numbers)
                query.longestWalk = Int32(numbers.below(900))
                query.window = Int32(window.lowerBound)...Int32(window.upperBound)
                let journeys = search.earliest(query, leaving: Int32(time))
                let wanted = plain.arrivals(query, leaving: time, most: Self.most)
                for vehicles in 0...Self.most {
                    let best = journeys.last { $0.legs.count <= vehicles }
                    #expect(best.map { Int($0.arrives) } == wanted[vehicles], "seed \(seed), \(vehicles) vehicles")
                }
                for journey in journeys { #expect(fault(journey, feed, query, search) == nil, "seed \(seed)") }
                found += journeys.last?.legs.isEmpty == false ? 1 : 0
                let free = PlainTransit(feed: feed, trips: feed.running()).arrivals(
                    query, leaving: time, most: Self.most)
                lost += free.last != wanted.last ? 1 : 0
                let deadline = time + 3600
                for best in search.latest(query, arriving: Int32(deadline)).suffix(1) {
                    let at = plain.arrivals(query, leaving: Int(best.departs), most: Self.most)[Self.most]
                    let after = plain.arrivals(query, leaving: Int(best.departs) + 1, most: Self.most)[Self.most]
                    #expect(
                        at == Int(best.arrives) && at ?? .max <= deadline && after ?? .max > deadline, "seed \(seed)")
                }
            }
        }
        #expect(found > 200 && lost > 200, "\(found), \(lost)")
    }

    @Test("a search that was used gives the answers of a new one, whatever was asked before")
    func usedMemory() throws {
        for seed in 0..<40 {
            let feed = RandomFeed(seed: seed)
            let used = try feed.search()
            var numbers = SplitMix64(seed: seed + 49_000)
            for _ in 0..<10 {
                let (query, time) = (query(feed, &numbers), Int32(time(&numbers)))
                let new = try feed.search()
                #expect(used.latest(query, arriving: time) == new.latest(query, arriving: time))
                #expect(used.earliest(query, leaving: time) == new.earliest(query, leaving: time))
            }
        }
    }
}
