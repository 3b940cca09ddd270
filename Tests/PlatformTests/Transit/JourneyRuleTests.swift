// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import Foundation
import RuleTestKit
import Testing

@testable import Transit

@Suite("Rules of journeys")
struct JourneyRuleTests {
    /// A timetable of trips told in short: `line: stop time, stop time, ...`, with stops a to h 1 km apart.
    private func timetable(_ trips: [String], days: String = "20250612", more: [String: String] = [:]) throws
        -> Timetable
    {
        var feed = MadeFeed.small.with("calendar", nil)
        feed.tables["calendar_dates"] =
            "service_id,date,exception_type\n"
            + days.split(separator: " ").map { "all,\($0),1\n" }
            .joined()
        feed.tables["stops"] =
            "stop_id,stop_lat,stop_lon\n"
            + "abcdefgh".enumerated().map { "\($0.element),46.0\($0.offset * 9 + 10),11\n" }.joined()
        var (lines, rows, times) = (["route_id,route_type\n"], ["route_id,service_id,trip_id\n"], [String]())
        times.append("trip_id,arrival_time,departure_time,stop_id,stop_sequence\n")
        for (number, trip) in trips.enumerated() {
            let parts = trip.split(separator: ": ")
            if !lines.contains("\(parts[0]),3\n") { lines.append("\(parts[0]),3\n") }
            rows.append("\(parts[0]),all,\(number)\n")
            for (index, call) in parts[1].split(separator: ", ").enumerated() {
                let words = call.split(separator: " ")
                times.append("\(number),\(words[1]):00,\(words[words.count - 1]):00,\(words[0]),\(index)\n")
            }
        }
        for (name, list) in [("routes", lines), ("trips", rows), ("stop_times", times)] {
            feed.tables[name] = list.joined()
        }
        for (name, text) in more { feed.tables[name] = text }
        return try feed.timetable()
    }

    private func minutes(_ clock: String) -> Int32 {
        FeedReader.clock(Array("\(clock):00".utf8)[...]).map { $0 } ?? -1
    }

    private func text(_ journey: TransitJourney?, _ timetable: Timetable) -> String {
        guard let journey else { return "-" }
        func clock(_ time: Int32) -> String { String(FeedReader.clockText(time).prefix(5)) }
        return journey.legs.map { leg in
            "\(timetable.lineIDs[leg.line]) \(timetable.stopIDs[leg.boards]) \(clock(leg.departs)) "
                + "\(timetable.stopIDs[leg.alights]) \(clock(leg.arrives))"
        }.joined(separator: "; ")
    }

    /// The journeys from one stop to another, as texts.
    private func earliest(
        _ timetable: Timetable, _ from: String, _ to: String, _ at: String, paths: [(String, String, Int32)] = [],
        dayBefore: Bool = true
    ) throws -> [String] {
        let walks = try paths.map {
            StopPath(from: try timetable.stop($0.0), to: try timetable.stop($0.1), seconds: $0.2)
        }
        let search = TransitSearch(
            timetable, on: .thursday, changes: StopChanges(timetable, paths: walks), seesDayBefore: dayBefore)
        let query = search.query(from: try timetable.stop(from), to: try timetable.stop(to))
        return search.earliest(query, leaving: minutes(at)).map { text($0, timetable) }
    }

    @Test("more changes are told only where they arrive earlier, and a departure in the second of arrival is caught")
    func changes() throws {
        let city = try timetable([
            "slow: a 08:00, d 09:00", "one: a 08:00, b 08:10", "two: b 08:10, d 08:50", "three: b 08:10, c 08:15",
            "four: c 08:15, d 08:40", "five: c 08:16, d 08:30", "late: a 08:30, d 08:55",
        ])
        #expect(
            try earliest(city, "a", "d", "08:00") == [
                "late a 08:30 d 08:55", "one a 08:00 b 08:10; two b 08:10 d 08:50",
                "one a 08:00 b 08:10; three b 08:10 c 08:15; five c 08:16 d 08:30",
            ])
    }

    @Test("a trip that overtakes is taken although it leaves later, and one on its way is not left for a later one")
    func overtaking() throws {
        let city = try timetable([
            "x: a 08:00, b 08:30, c 08:50", "x: a 08:05, b 08:15, c 08:25", "x: a 08:10, b 08:40, c 08:45",
        ])
        let search = TransitSearch(city, on: .thursday, changes: StopChanges(sameStop: city))
        // The second overtakes the first, and the third, which does so too, follows the second.
        #expect(search.patternCount == 2)
        #expect(try earliest(city, "a", "c", "08:00") == ["x a 08:05 c 08:25"])
        #expect(try earliest(city, "b", "c", "08:20") == ["x b 08:40 c 08:45"])
    }

    @Test("trips that do not overtake each other are one pattern, touching times among them")
    func onePattern() throws {
        let city = try timetable([
            "x: a 08:00, b 08:30", "x: a 08:00, b 08:30", "x: a 08:01, b 08:30", "x: a 09:00, b 09:10",
        ])
        let search = TransitSearch(city, on: .thursday, changes: StopChanges(sameStop: city))
        #expect(search.patternCount == 1 && search.tripCount == 4)
    }

    @Test("a stop that was reached on foot does not hide the walk from a later arrival by vehicle")
    func walkAfterLaterArrival() throws {
        // From a one walks to b (ready 08:05). A vehicle brings one to b later, at 08:20; from there one walks to c, where the
        // vehicle to d leaves. Two walks in a row are no journey.
        let city = try timetable([
            "x: a 08:10, b 08:20", "y: c 08:30, d 08:40", "z: a 08:00, h 08:01", "w: h 08:02, e 08:03",
        ])
        let paths: [(String, String, Int32)] = [("a", "b", 300), ("e", "b", 60), ("b", "c", 300)]
        #expect(try earliest(city, "a", "d", "08:00", paths: paths) == ["x a 08:10 b 08:20; y c 08:30 d 08:40"])
        // And after a walk between vehicles that came to b at 08:04.
        let far: [(String, String, Int32)] = [("e", "b", 60), ("b", "c", 300)]
        #expect(try earliest(city, "a", "d", "08:00", paths: far) == ["x a 08:10 b 08:20; y c 08:30 d 08:40"])
        #expect(try earliest(city, "a", "d", "08:00", paths: [("a", "b", 300), ("b", "c", 900)]) == [])
    }

    @Test("a change takes what the feed says: seconds at a stop, none at all, on foot no less than the walk")
    func transfers() throws {
        let trips = [
            "x: a 08:00, b 08:10", "y: b 08:12, c 08:20", "y: b 08:14, c 08:22", "z: d 08:14, c 08:21",
            "z: d 08:30, c 08:40",
        ]
        func asked(_ rows: String, _ paths: [(String, String, Int32)] = []) throws -> [String] {
            let city = try timetable(
                trips, more: ["transfers": "from_stop_id,to_stop_id,transfer_type,min_transfer_time\n" + rows])
            return try earliest(city, "a", "c", "08:00", paths: paths)
        }
        #expect(try asked("") == ["x a 08:00 b 08:10; y b 08:12 c 08:20"])
        #expect(try asked("b,b,2,120\n") == ["x a 08:00 b 08:10; y b 08:12 c 08:20"])
        #expect(try asked("b,b,2,121\n") == ["x a 08:00 b 08:10; y b 08:14 c 08:22"])
        #expect(try asked("b,b,3,\n") == [])
        #expect(try asked("b,b,3,\n", [("b", "d", 240)]) == ["x a 08:00 b 08:10; z d 08:14 c 08:21"])
        #expect(try asked("b,b,3,\nb,d,2,241\n", [("b", "d", 240)]) == ["x a 08:00 b 08:10; z d 08:30 c 08:40"])
        #expect(try asked("b,b,3,\nb,d,2,30\n", [("b", "d", 241)]) == ["x a 08:00 b 08:10; z d 08:30 c 08:40"])
        #expect(try asked("b,b,3,\nb,d,3,\n", [("b", "d", 240)]) == [])
        // Beyond the walks a pair of the feed is walked in a straight line: 2 km, 1.3 times as long, at 1.2 m/s, and 60 s.
        #expect(try asked("b,b,3,\nb,d,2,0\n") == [])
        let city = try timetable(trips, more: ["transfers": "from_stop_id,to_stop_id,transfer_type\nb,d,0\n"])
        let walk = StopChanges(city, paths: []).walk(from: try city.stop("b"), to: try city.stop("d"))
        let metres = city.metres(try city.stop("b"), try city.stop("d"))
        #expect(walk == 60 + Int32((metres * 1.3 / 1.2).rounded(.up)) && metres > 1_990 && metres < 2_010)
    }

    @Test("trips of the day before are seen past 24:00, those before it are not, and nobody gets on before midnight")
    func dayBefore() throws {
        let trips = ["x: a 23:50, b 24:10, c 24:40", "y: a 23:00, h 23:50", "z: b 24:20, c 24:30"]
        let both = try timetable(trips, days: "20250611 20250612")
        #expect(try earliest(both, "b", "c", "00:00") == ["z b 00:20 c 00:30"])
        #expect(try earliest(both, "a", "c", "00:00") == ["x a 23:50 c 24:40", "x a 23:50 b 24:10; z b 24:20 c 24:30"])
        #expect(try earliest(both, "b", "c", "00:00", dayBefore: false) == ["z b 24:20 c 24:30"])
        let search = TransitSearch(both, on: .thursday, changes: StopChanges(sameStop: both))
        #expect(search.tripCount == 5)
        let query = search.query(from: try both.stop("a"), to: try both.stop("c"))
        #expect(search.latest(query, arriving: minutes("01:00")).isEmpty)
        let late = search.query(from: try both.stop("b"), to: try both.stop("c"))
        let found = search.latest(late, arriving: minutes("00:35"))
        #expect(text(found.last, both) == "z b 00:20 c 00:30" && found.last?.legs.first?.isOfDayBefore == true)
        // On the first of two days nothing of the day before is there.
        let one = try timetable(trips, days: "20250612 20250613")
        #expect(try earliest(one, "b", "c", "00:00") == ["x b 24:10 c 24:40", "z b 24:20 c 24:30"].suffix(1))
    }

    @Test("of the latest departure the earliest arrival is told")
    func latestThenEarliest() throws {
        let city = try timetable([
            "x: a 08:00, b 08:10", "y: b 08:15, c 08:30", "y: b 08:40, c 08:50", "w: a 07:50, c 08:55",
        ])
        let search = TransitSearch(city, on: .thursday, changes: StopChanges(sameStop: city))
        let query = search.query(from: try city.stop("a"), to: try city.stop("c"))
        let found = search.latest(query, arriving: minutes("08:59")).map { text($0, city) }
        #expect(found == ["w a 07:50 c 08:55", "x a 08:00 b 08:10; y b 08:15 c 08:30"])
    }

    @Test("walks of the default are the straight line times 1.3 at 1.2 m/s and 60 s, up to its limit, both ways")
    func straightWalks() throws {
        var numbers = SplitMix64(seed: 5)
        var feed = MadeFeed.small
        feed.tables["stops"] =
            "stop_id,stop_lat,stop_lon\n"
            + (0..<300).map {
                "\($0),\(46 + Double(numbers.below(30_000)) / 1e6),\(11 + Double(numbers.below(40_000)) / 1e6)\n"
            }
            .joined() + "a,46,11\nb,46.01,11\nc,46.02,11\nd,46.03,11\n"
        let city = try feed.timetable()
        for limit in [90.0, 400, 1_200] {
            var rule = WalkRule()
            rule.limit = limit
            let wanted = (0..<city.stopCount).flatMap { from in
                (0..<city.stopCount).compactMap { to -> StopPath? in
                    let metres = city.metres(from, to)
                    guard from != to, metres <= limit else { return nil }
                    return StopPath(
                        from: from, to: to, seconds: 60 + Int32((metres * 1.3 / 1.2).rounded(.up)),
                        metres: Int32((metres * 1.3).rounded(.up)))
                }
            }
            #expect(rule.paths(city) == wanted && wanted.count > 50, "\(limit)")
        }
    }

    @Test("buses at even times are waited for half their headway, at uneven ones E[H^2] / (2 E[H])")
    func waits() throws {
        // Uneven headways in turn, and headways of an exponential law, rounded to seconds.
        var numbers = SplitMix64(seed: 11)
        let laws: [(headways: [Int], mean: Double?)] = [
            ((0..<24).map { _ in 600 }, 300),
            ((0..<24).map { [300, 900][$0 % 2] }, 375),
            ((0..<60).map { _ in max(1, Int(-400 * log(1 - Double(numbers.below(1_000_000)) / 1e6))) }, nil),
        ]
        for (headways, mean) in laws {
            var (departures, time) = ([Int](), 6 * 3600)
            for headway in headways {
                time += headway
                departures.append(time)
            }
            let feed = MadeFeed.small
                .with("trips", "route_id,service_id,trip_id\n" + departures.indices.map { "R,all,\($0)\n" }.joined())
                .with(
                    "stop_times",
                    "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n"
                        + departures.enumerated().map { number, time in
                            let (on, off) = (FeedReader.clockText(Int32(time)), FeedReader.clockText(Int32(time + 60)))
                            return "\(number),\(on),\(on),a,1\n\(number),\(off),\(off),b,2\n"
                        }.joined())
            let city = try feed.timetable()
            let search = TransitSearch(city, on: .thursday, changes: StopChanges(sameStop: city))
            let query = search.query(from: try city.stop("a"), to: try city.stop("b"))
            // Somebody comes in each second up to the last bus, and catches one in the second in which it leaves.
            var (waited, people) = (0, 0)
            for second in (6 * 3600 + 1)...time {
                waited += Int(try #require(search.arrival(query, leaving: Int32(second)))) - 60 - second
                people += 1
            }
            let squares = headways.reduce(0) { $0 + $1 * $1 }
            let law = Double(squares) / (2 * Double(headways.reduce(0, +)))
            // Who comes within a second waits half a second longer than who comes at its end, on average.
            #expect((Double(waited) / Double(people) + 0.5 - law).magnitude < 1e-9)
            if let mean { #expect(law == mean) }
        }
    }
}
