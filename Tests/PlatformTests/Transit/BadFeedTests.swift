// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import Testing

@testable import Transit

@Suite("Bad feeds")
struct BadFeedTests {
    private static let cases: [(String, String, String, String)] = [
        (
            "stop_times", "t,08:20:00,08:20:00,c,3", "t,08:05:00,08:20:00,c,3",
            "stop_times.txt:4:3: error: arrives at 08:05:00, before it departs from a stop before it at 08:11:00: a trip does "
                + "not go back in time"
        ),
        (
            "stop_times", "08:10:00,08:11:00", "08:12:00,08:11:00",
            "stop_times.txt:3:12: error: departs at 08:11:00, before it arrives at 08:12:00"
        ),
        (
            "stop_times", "t,08:30:00,08:30:00,d", "t,,,d",
            "stop_times.txt:5:3: error: the trip t has no time at its last stop; others may be left out, these not"
        ),
        (
            "stop_times", "t,08:00:00,08:00:00,a", "t,,,a",
            "stop_times.txt:2:3: error: the trip t has no time at its first stop; others may be left out, these not"
        ),
        (
            "stop_times", "08:20:00,c,3", "08:20:00,c,2",
            "stop_times.txt:4:23: error: the trip has two stops with the stop_sequence 2"
        ),
        (
            "stop_times", "08:20:00,c", "08:20:00,e",
            "stop_times.txt:4:21: error: stop_id \"e\" is not in stops.txt"
        ),
        (
            "stop_times", "t,08:20:00", "u,08:20:00",
            "stop_times.txt:4:1: error: trip_id \"u\" is not in trips.txt"
        ),
        (
            "stop_times", "08:10:00,", "8.10,",
            "stop_times.txt:3:3: error: arrival_time \"8.10\" is not a time such as 07:05:00, from 00:00:00 to 47:59:59"
        ),
        (
            "stop_times", "c,3", "c,x", "stop_times.txt:4:23: error: stop_sequence \"x\" is not a whole number"
        ),
        (
            "stop_times", "arrival_time", "arival_time",
            "stop_times.txt:1:9: error: unknown column `arival_time` in a table of stop times; allowed: trip_id, arrival_time, "
        ),
        (
            "stops", "c,Gamma,46.018,11.000", "c,Gamma,0,0",
            "stops.txt:4:9: error: the stop c lies in the sea, at 0 degrees north and 0 degrees east; a stop needs its position"
        ),
        ("stops", "c,Gamma", "b,Gamma", "stops.txt:4:1: error: the stop b appears twice: also in line 3"),
        ("stops", "46.018", "146.018", "stops.txt:4:9: error: stop_lat \"146.018\" is not a number from -90 to 90"),
        ("stops", "c,Gamma", ",Gamma", "stops.txt:4:1: error: stop_id is empty; each stop has an id"),
        (
            "calendar", "1,1,1,1,1,1,1", "0,0,0,0,0,0,0",
            "calendar.txt:2:1: error: the service all runs on no day: it has no weekday between its dates, and no date that is "
                + "added; 1 trips have it"
        ),
        (
            "calendar", "20250630", "20250531",
            "calendar.txt:2:28: error: the service ends on 2025-05-31, before it begins on 2025-06-01"
        ),
        (
            "calendar", "20250630", "20250631",
            "calendar.txt:2:28: error: end_date \"20250631\" is not a date such as 20250612"
        ),
        ("calendar", "all,1", "all,2", "calendar.txt:2:5: error: monday 2 is neither 0 nor 1"),
        (
            "trips", "R,all", "Q,all", "trips.txt:2:1: error: route_id \"Q\" is not in routes.txt"
        ),
        (
            "trips", "R,all", "R,al",
            "trips.txt:2:3: error: service_id \"al\" is not in calendar.txt or calendar_dates.txt; did you mean `all`?"
        ),
        (
            "routes", "R,A", "R,B", "routes.txt:2:3: error: agency_id \"B\" is not in agency.txt"
        ),
    ]

    @Test("each fault is told with file, line and column, what is allowed, and the nearest name")
    func faults() throws {
        for (table, old, new, sentence) in Self.cases {
            let problems = try MadeFeed.small.changing(table, old, new).problems()
            #expect(problems.contains { $0.hasPrefix("feed.zip/" + sentence) }, "\(new): \(problems)")
        }
    }

    @Test(
        "frequencies that overlap, end before they begin, or have no headway are refused, and so are contradicting dates"
    )
    func windows() {
        func problems(_ rows: String) -> [String] {
            MadeFeed.small.with("frequencies", "trip_id,start_time,end_time,headway_secs\n" + rows).problems()
        }
        #expect(problems("t,06:00:00,07:00:00,600\nt,07:00:00,08:00:00,600\n").isEmpty)
        #expect(
            problems("t,07:00:00,09:00:00,600\nt,06:00:00,07:00:01,600\n") == [
                "feed.zip/frequencies.txt:2:3: error: the times from 07:00:00 overlap those of line 3, from 06:00:00 to "
                    + "07:00:01, for the same trip"
            ])
        #expect(
            problems("t,07:00:00,07:00:00,600\nt,06:00:00,07:00:00,0\nu,06:00:00,07:00:00,60\n") == [
                "feed.zip/frequencies.txt:2:12: error: the times end at 07:00:00, not after they begin at 07:00:00",
                "feed.zip/frequencies.txt:3:21: error: headway_secs 0 is not a number of seconds from 1 to 86400",
                "feed.zip/frequencies.txt:4:1: error: trip_id \"u\" is not in trips.txt",
            ])
        #expect(
            problems("t,06:00:00,47:50:00,600\n") == [
                "feed.zip/frequencies.txt:2:1: error: the trip t is repeated until it ends past 48:00:00"
            ])
        #expect(
            MadeFeed.small.with(
                "calendar_dates", "service_id,date,exception_type\nall,20250607,2\nall,20250607,1\nall,20250608,3\n"
            ).problems() == [
                "feed.zip/calendar_dates.txt:3:5: error: 2025-06-07 is both added and removed for the service all: see line 2",
                "feed.zip/calendar_dates.txt:4:14: error: exception_type 3 is neither 1 (added) nor 2 (removed)",
            ])
    }

    @Test("transfers to nowhere, of no type or beyond a day are refused")
    func transfers() {
        #expect(
            MadeFeed.small.with(
                "transfers",
                "from_stop_id,to_stop_id,transfer_type,min_transfer_time\na,x,0,\na,b,9,\na,b,2,86401\n"
            ).problems() == [
                "feed.zip/transfers.txt:2:3: error: to_stop_id \"x\" is not in stops.txt",
                "feed.zip/transfers.txt:3:5: error: transfer_type 9 is none of 0, 1, 2, 3, 4, 5",
                "feed.zip/transfers.txt:4:7: error: min_transfer_time 86401 is not a number of seconds from 0 to 86400",
            ])
    }

    @Test("all faults of all tables and feeds are told at once, by table and line")
    func together() throws {
        let first = try MadeFeed.small.changing("stops", "c,Gamma,46.018,11.000", "b,Gamma,0,0")
            .changing("stop_times", "08:10:00,08:11:00", "08:10:00,08:09:00").changing("trips", "R,all", "Q,al")
        let second = try MadeFeed.small.changing("stop_times", "08:20:00,c", "08:20:00,e")
        do {
            _ = try TransitImport([first.feed(named: "one"), second.feed(named: "two")])
            Issue.record("both feeds are wrong")
        } catch {
            #expect(
                error.problems.map { $0.location.description } == [
                    "one.zip/stops.txt:4:9", "one.zip/stops.txt:4:1", "one.zip/trips.txt:2:1", "one.zip/trips.txt:2:3",
                    "one.zip/stop_times.txt:3:12", "one.zip/stop_times.txt:4:21", "two.zip/stop_times.txt:4:21",
                ])
            #expect(error.errorCount == 7)
        }
    }

    @Test("a feed without a trip of two stops is refused, and one whose dates lie a century apart")
    func nothing() throws {
        #expect(
            MadeFeed.small.with("stop_times", "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n").problems()
                == [
                    "feed.zip/stop_times.txt:1:1: error: no trip has two stop times or more"
                ])
        let far = MadeFeed.small.with("calendar_dates", "service_id,date,exception_type\nall,19200101,1\n").problems()
        #expect(
            far == [
                "feed.zip/calendar.txt:1:1: error: the services lie between 1920-01-01 and 2025-06-30; allowed: at most 36600 "
                    + "days"
            ])
    }
}
