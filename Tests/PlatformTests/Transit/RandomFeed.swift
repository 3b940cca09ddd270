// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import RuleTestKit
import Testing

@testable import Transit

/// A small timetable drawn by chance, as a feed and, apart from it, as the trips of two days: trips that overtake, run past 24:00,
/// call at a stop twice, may not be boarded or left somewhere; changes that take time or are forbidden.
struct RandomFeed {
    struct Trip {
        let stops: [Int]
        let arrivals: [Int]
        let departures: [Int]
        let noBoarding: [Bool]
        let noAlighting: [Bool]
        let line: Int
        /// Whether it runs on the day, and on the day before.
        let today: Bool
        let yesterday: Bool
    }

    var stopCount = 0
    var lineCount = 0
    var trips: [Trip] = []
    /// Seconds for a change at each stop; nil where one may not.
    var waits: [Int?] = []
    /// Seconds on foot by pair of stops.
    var walks: [[Int?]] = []
    /// Where the stops are, as latitude and longitude; far from each other where nothing is said.
    var positions: [String] = []

    /// Times lie between these hours, so that journeys of several vehicles are met.
    init(seed: Int, hours: ClosedRange<Int> = 7...9) {
        var numbers = SplitMix64(seed: seed)
        stopCount = 3 + numbers.below(6)
        lineCount = 1 + numbers.below(5)
        waits = (0..<stopCount).map { _ in [0, 0, 0, 120, 600, nil][numbers.below(6)] }
        walks = (0..<stopCount).map { _ in [Int?](repeating: nil, count: stopCount) }
        for _ in 0..<numbers.below(stopCount * 2) {
            let (a, b) = (numbers.below(stopCount), numbers.below(stopCount))
            if a != b { walks[a][b] = 60 + numbers.below(900) }
        }
        for line in 0..<lineCount {
            let length = 2 + numbers.below(5)
            var stops: [Int] = []
            while stops.count < length {
                let stop = numbers.below(stopCount)
                if stop != stops.last { stops.append(stop) }
            }
            let noBoarding = stops.map { _ in numbers.below(10) == 0 }
            let noAlighting = stops.map { _ in numbers.below(10) == 0 }
            for _ in 0..<(1 + numbers.below(8)) {
                var time = hours.lowerBound * 3600 + 60 * numbers.below((hours.upperBound - hours.lowerBound) * 60)
                if numbers.below(4) == 0 { time += 17 * 3600 }
                var (arrivals, departures): ([Int], [Int]) = ([], [])
                for _ in stops {
                    arrivals.append(time)
                    time += numbers.below(3) * 60
                    departures.append(time)
                    time += numbers.below(12) * 60
                }
                trips.append(
                    Trip(
                        stops: stops, arrivals: arrivals, departures: departures, noBoarding: noBoarding,
                        noAlighting: noAlighting, line: line, today: numbers.below(4) > 0,
                        yesterday: numbers.below(3) > 0))
            }
        }
    }

    var timetable: Timetable {
        get throws {
            func clock(_ seconds: Int) -> String { FeedReader.clockText(Int32(seconds)) }
            var feed = MadeFeed(tables: [:])
            feed.tables["stops"] =
                "stop_id,stop_lat,stop_lon\n"
                + (0..<stopCount).map { "s\($0),\(positions.isEmpty ? "45.\($0),9.0" : positions[$0])\n" }.joined()
            feed.tables["routes"] = "route_id,route_type\n" + (0..<lineCount).map { "l\($0),3\n" }.joined()
            feed.tables["calendar_dates"] =
                "service_id,date,exception_type\nb,20250612,1\nb,20250611,1\nt,20250612,1\ny,20250611,1\nn,20250601,1\n"
            feed.tables["trips"] =
                "route_id,service_id,trip_id\n"
                + trips.enumerated().map { number, trip in
                    let service = trip.today ? (trip.yesterday ? "b" : "t") : trip.yesterday ? "y" : "n"
                    return "l\(trip.line),\(service),\(number)\n"
                }.joined()
            feed.tables["stop_times"] =
                "trip_id,arrival_time,departure_time,stop_id,stop_sequence,pickup_type,drop_off_type\n"
                + trips.enumerated().flatMap { number, trip in
                    trip.stops.indices.map { index in
                        "\(number),\(clock(trip.arrivals[index])),\(clock(trip.departures[index])),s\(trip.stops[index]),\(index),"
                            + "\(trip.noBoarding[index] ? 1 : 0),\(trip.noAlighting[index] ? 1 : 0)\n"
                    }
                }.joined()
            feed.tables["transfers"] =
                "from_stop_id,to_stop_id,transfer_type,min_transfer_time\n"
                + waits.enumerated().map { stop, wait in
                    "s\(stop),s\(stop),\(wait == nil ? 3 : 2),\(wait ?? 0)\n"
                }.joined()
            return try feed.timetable()
        }
    }

    var paths: [StopPath] {
        (0..<stopCount).flatMap { from in
            (0..<stopCount).compactMap { to in
                // As long as it takes, at a metre a second.
                walks[from][to].map { StopPath(from: from, to: to, seconds: Int32($0), metres: Int32($0)) }
            }
        }
    }

    func search(seesDayBefore: Bool = true, strikes: [LineStrike] = []) throws -> TransitSearch {
        let timetable = try timetable
        return TransitSearch(
            timetable, on: .thursday, changes: StopChanges(timetable, paths: paths), seesDayBefore: seesDayBefore,
            strikes: strikes)
    }

    /// The trips of the day as the rules have them, with times of the day.
    func running(seesDayBefore: Bool = true, closed: Set<Int> = []) -> [Trip] {
        trips.filter { !closed.contains($0.line) }.flatMap { trip -> [Trip] in
            func shifted(_ shift: Int) -> Trip {
                Trip(
                    stops: trip.stops, arrivals: trip.arrivals.map { $0 - shift },
                    departures: trip.departures.map { $0 - shift }, noBoarding: trip.noBoarding,
                    noAlighting: trip.noAlighting, line: trip.line, today: true, yesterday: true)
            }
            let isLate = trip.yesterday && seesDayBefore && trip.arrivals[trip.arrivals.count - 1] >= 86_400
            return (trip.today ? [trip] : []) + (isLate ? [shifted(86_400)] : [])
        }
    }
}

/// The plainest search there is: for each number of vehicles it tries every trip from every stop to every later one. It knows no
/// patterns, no order of trips and no bounds.
struct PlainTransit {
    let feed: RandomFeed
    let trips: [RandomFeed.Trip]
    /// Whether one may be in a trip's vehicle from a departure to an arrival.
    var allows: (_ trip: RandomFeed.Trip, _ on: Int, _ off: Int) -> Bool = { _, _, _ in true }

    /// The earliest arrival with at most so many vehicles, for 0, 1, 2, ... of them; nil where there is none.
    func arrivals(_ query: TransitQuery, leaving time: Int, most: Int) -> [Int?] {
        var ready = [Int?](repeating: nil, count: feed.stopCount)
        for access in query.accesses {
            let there = max(0, time + Int(access.seconds))
            ready[access.stop] = min(ready[access.stop] ?? there, there)
        }
        var best = query.walk.map { time + Int($0) }
        var answers = [best]
        for _ in 0..<most {
            var brought = [Int?](repeating: nil, count: feed.stopCount)
            for trip in trips {
                for on in trip.stops.indices where !trip.noBoarding[on] {
                    guard let from = ready[trip.stops[on]], from <= trip.departures[on] else { continue }
                    for off in trip.stops.indices where off > on && !trip.noAlighting[off] && allows(trip, on, off) {
                        let stop = trip.stops[off]
                        brought[stop] = min(brought[stop] ?? trip.arrivals[off], trip.arrivals[off])
                    }
                }
            }
            for egress in query.egresses {
                guard let there = brought[egress.stop] else { continue }
                best = min(best ?? .max, there + Int(egress.seconds))
            }
            answers.append(best)
            for stop in 0..<feed.stopCount {
                guard let there = brought[stop] else { continue }
                if let wait = feed.waits[stop] { ready[stop] = min(ready[stop] ?? .max, there + wait) }
                for other in 0..<feed.stopCount {
                    guard let walk = feed.walks[stop][other], walk <= query.longestWalk else { continue }
                    ready[other] = min(ready[other] ?? .max, there + walk)
                }
            }
        }
        return answers
    }
}
