// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import Foundation
import Testing

@testable import Transit

@Suite("Timetables from feeds")
struct FeedTests {
    @Test("a feed becomes lines, stops and trips with their names, days and times")
    func whole() throws {
        let timetable = try MadeFeed.small.timetable()
        #expect(timetable.stopIDs == ["a", "b", "c", "d"] && timetable.stopNames[3] == "Delta")
        #expect(timetable.latitudes == [460_000_000, 460_090_000, 460_180_000, 460_270_000])
        #expect(timetable.lineNames == ["1"] && timetable.operatorName(of: 0) == "City Buses")
        #expect(timetable.means(of: 0) == .bus && timetable.lineIDs == ["R"])
        #expect(timetable.tripID(0) == "t" && timetable.headsign(0) == "Delta" && timetable.tripCount == 1)
        #expect(
            timetable.times(0) == [
                "08:00:00/08:00:00", "08:10:00/08:11:00", "08:20:00/08:20:00", "08:30:00/08:30:00",
            ])
        #expect("\(timetable.firstDay)" == "2025-06-01" && "\(timetable.lastDay)" == "2025-06-30")
        #expect(timetable.covers(.thursday) && !timetable.covers(ServiceDay(number: 20_270)))
        #expect("\(ServiceDay.thursday)" == "2025-06-12" && ServiceDay("20250612") == .thursday)
        #expect(ServiceDay("2025-06-31") == nil && ServiceDay("12.6.2025") == nil)
    }

    @Test("a calendar's weekdays hold between its dates, and dates are added and removed")
    func calendars() throws {
        let feed = MadeFeed.small.with(
            "calendar",
            "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date\n"
                + "all,1,0,0,0,0,1,0,20250602,20250615\n"
        ).with("calendar_dates", "service_id,date,exception_type\nall,20250607,2\nall,20250620,1\nall,20250602,1\n")
        let timetable = try feed.timetable()
        let days = (0..<timetable.dayCount).map { ServiceDay(number: timetable.firstDay.number + Int32($0)) }
        #expect(
            days.filter { timetable.runs(0, on: $0) }.map(\.description) == [
                "2025-06-02", "2025-06-09", "2025-06-14", "2025-06-20",
            ])
        #expect("\(timetable.firstDay)" == "2025-06-02" && "\(timetable.lastDay)" == "2025-06-20")
        // Dates alone are a calendar too.
        let alone = MadeFeed.small.with("calendar", nil)
            .with("calendar_dates", "service_id,date,exception_type\nall,20250612,1\n")
        #expect(try alone.timetable().dayCount == 1)
    }

    @Test("stop times without a clock time lie by count between their neighbours, rounded down")
    func missingTimes() throws {
        let feed = MadeFeed.small.with(
            "stop_times",
            "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n"
                + "t,08:00:00,08:00:10,a,10\nt,,,b,20\nt,,,c,30\nt,08:01:51,,d,40\n")
        let made = try feed.imported()
        // 101 s over three parts: 33.67 and 67.33.
        #expect(
            made.file.timetable.times(0) == [
                "08:00:00/08:00:10", "08:00:43/08:00:43", "08:01:17/08:01:17", "08:01:51/08:01:51",
            ])
        #expect(made.summary.timesBetween == 2)
    }

    @Test("rows of a trip may stand anywhere and in any order; their numbers order them")
    func order() throws {
        let feed = MadeFeed.small.adding("trips", "R,all,u,Alpha\n").with(
            "stop_times",
            "stop_sequence,trip_id,departure_time,arrival_time,stop_id\n"
                + "7,t,8:30:00,8:30:00,d\n3,u,9:10:00,9:10:00,a\n1,t,8:00:00,8:00:00,a\n2,u,9:00:00,9:00:00,b\n")
        let timetable = try feed.timetable()
        #expect((0..<2).map { timetable.stops($0) } == [["a", "d"], ["b", "a"]])
        #expect(timetable.times(1) == ["09:00:00/09:00:00", "09:10:00/09:10:00"])
    }

    @Test("a trip with frequencies stands for one at each headway, from the first time to before the last")
    func frequencies() throws {
        let feed = MadeFeed.small.with(
            "frequencies",
            "trip_id,start_time,end_time,headway_secs,exact_times\nt,06:00:00,06:30:00,600,0\n"
                + "t,06:30:00,06:31:00,900,1\n")
        let made = try feed.imported()
        let timetable = made.file.timetable
        #expect(
            (0..<timetable.tripCount).map { timetable.times($0)[0].prefix(5) } == ["06:00", "06:10", "06:20", "06:30"])
        #expect(timetable.times(3)[1] == "06:40:00/06:41:00" && timetable.tripID(3) == "t")
        #expect(made.summary.frequencies == 2 && made.summary.repeatedTrips == 4)
    }

    @Test("trips with fewer than two stops, transfers of some lines, transfers in the seat, idle services are counted")
    func leftOut() throws {
        let feed = try MadeFeed.small.adding("trips", "R,all,u,\nR,all,v,\n")
            .adding("stop_times", "u,09:00:00,09:00:00,a,1\n")
            .adding("calendar", "idle,0,0,0,0,0,0,0,20250601,20250630\n")
            .changing("routes", "First,3", "First,1500")
            .with(
                "transfers",
                "from_stop_id,to_stop_id,transfer_type,min_transfer_time,from_route_id\n"
                    + "a,b,2,300,\na,b,2,100,\nb,b,2,120,\nc,d,3,,\na,c,2,5,R\na,d,4,,\n"
            ).imported()
        let summary = feed.summary
        #expect(summary.shortTrips == 2 && summary.idleServices == 1 && summary.otherTypes == 1)
        #expect(summary.boundTransfers == 1 && summary.seatTransfers == 1 && summary.changes == 3)
        let timetable = feed.file.timetable
        #expect(timetable.changeSeconds == [300, 120, Timetable.never] && timetable.means(of: 0) == .bus)
        let lines = summary.lines(timetable)
        #expect(
            lines.contains(
                "left out: 2 trips with fewer than two stops, 1 services without trips, "
                    + "1 transfers of some lines or trips only, 1 transfers within a vehicle"), "\(lines)")
        #expect(lines.last == "timetable: 1 trips of 1 sequences of stops, from 2025-06-01 to 2025-06-30")
    }

    @Test("types of lines, basic and extended, are the means of the city")
    func means() {
        let types: [Int64: LineMeans] = [
            0: .tram, 1: .metro, 2: .train, 3: .bus, 4: .ferry, 5: .tram, 11: .bus, 12: .train, 109: .train,
            401: .metro,
            704: .bus, 900: .tram, 1000: .ferry, 1200: .ferry,
        ]
        for (type, means) in types { #expect(LineMeans(routeType: type) == means, "\(type)") }
        #expect(LineMeans(routeType: 7) == nil && LineMeans(routeType: 1700) == nil)
    }

    @Test("what a feed says of a station holds for each of its stops")
    func stations() throws {
        let feed = MadeFeed.small.with(
            "stops",
            "stop_id,stop_lat,stop_lon,location_type,parent_station\nS,46,11,1,\na,46,11,0,S\nb,46.009,11,,S\n"
                + "c,46.018,11,0,\nd,46.027,11,0,\ne,,,3,S\n"
        ).with("transfers", "from_stop_id,to_stop_id,transfer_type,min_transfer_time\nS,c,2,240\n")
        let timetable = try feed.timetable()
        let pairs = zip(timetable.changeFrom, timetable.changeTo).map {
            timetable.stopIDs[Int($0)] + timetable.stopIDs[Int($1)]
        }
        #expect(pairs == ["Sc", "ac", "bc", "ec"] && timetable.changeSeconds.allSatisfy { $0 == 240 })
    }

    @Test("shapes are kept by trip, in the order of their points; a trip may lack its shape")
    func shapes() throws {
        let feed = MadeFeed.small.with(
            "trips", "route_id,service_id,trip_id,shape_id\nR,all,t,s2\nR,all,u,\nR,all,v,gone\n"
        ).adding("stop_times", "u,09:00:00,09:00:00,a,1\nu,09:10:00,09:10:00,b,2\n")
            .adding("stop_times", "v,09:00:00,09:00:00,b,1\nv,09:10:00,09:10:00,c,2\n")
            .with(
                "shapes",
                "shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence\ns1,46,11,1\ns2,46.2,11.2,9\ns2,46.1,11.1,8\n")
        let made = try feed.imported()
        let timetable = made.file.timetable
        #expect(timetable.shape(of: 0).map(\.latitude) == [461_000_000, 462_000_000])
        #expect(timetable.shape(of: 1).isEmpty && made.summary.missingShapes == 1 && made.summary.shapes == 2)
    }

    @Test("bytes at the front, quotes, ends of lines, short lines and blanks are read as other programs write them")
    func forms() throws {
        let feed = MadeFeed.small
            .with(
                "stops",
                "\u{FEFF}\"stop_id\",\"stop_name\",stop_lat,stop_lon\r\n\"a\",\"Alpha, \"\"old\"\"\",46.0,11.0\r\n"
                    + "b,\"Beta\",46.009,11.0\r\n\r\nc,,46.018,11.0\r\nd,,46.027,11.0\r\n"
            ).with(
                "stop_times",
                "trip_id,arrival_time,departure_time,stop_id,stop_sequence,pickup_type\nt, 8:00:00,8:00:00 ,a,1\n"
                    + "t,08:30:00,08:30:00,d,2,\n")
        let made = try feed.imported()
        #expect(made.file.timetable.stopNames.prefix(2) == ["Alpha, \"old\"", "Beta"])
        #expect(made.file.timetable.times(0) == ["08:00:00/08:00:00", "08:30:00/08:30:00"])
        #expect(
            made.doubts.map(\.description) == [
                "feed.zip/stop_times.txt:1:1: warning: 1 lines have fewer cells than the header; those that are missing are "
                    + "taken as empty"
            ])
    }

    @Test("several feeds are one timetable, with the name of its feed before each id")
    func several() throws {
        let made = try TransitImport([MadeFeed.small.feed(named: "bus"), MadeFeed.small.feed(named: "rail")])
        #expect(made.file.timetable.stopIDs.suffix(4) == ["rail:a", "rail:b", "rail:c", "rail:d"])
        #expect(made.file.timetable.lineIDs == ["bus:R", "rail:R"] && made.file.timetable.tripCount == 2)
        #expect(made.file.timetable.stops(1) == ["rail:a", "rail:b", "rail:c", "rail:d"])
        #expect(Feed.names(["x/poa_eptc.zip", "y/poa_trensurb.zip"]) == ["eptc", "trensurb"])
        #expect(Feed.names(["bus.zip", "rail"]) == ["bus", "rail"] && Feed.names(["a_b.zip"]) == ["a_b"])
        #expect(Feed.names(["x/gtfs.zip", "y/gtfs.zip"]) == ["gtfs1", "gtfs2"])
        #expect(Feed.names(["a_.zip", "a_b.zip"]) == ["a_", "a_b"])
    }

    @Test("a zip and a folder with the same tables are the same timetable; a cut zip is refused as libzip says it")
    func containers() throws {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "feed-\(ProcessInfo.processInfo.processIdentifier)")
        try FileManager.default.createDirectory(
            at: folder.appending(path: "tables"), withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let tables = MadeFeed.small.tables.sorted { $0.key < $1.key }
        for (name, text) in tables {
            try Data(text.utf8).write(to: folder.appending(path: "tables/\(name).txt"))
        }
        let zip = StoredZip.bytes(tables.map { ("\($0.key).txt", Array($0.value.utf8)) })
        func path(_ name: String, _ bytes: [UInt8]) throws -> String {
            let file = folder.appending(path: name)
            try Data(bytes).write(to: file)
            return file.path
        }
        func read(_ paths: String...) throws -> [UInt8] {
            try TransitImport(Feed.read(paths) { [UInt8](try Data(contentsOf: URL(filePath: $0))) }).file.bytes
        }
        func sentence(_ paths: String...) -> String {
            do {
                _ = try Feed.read(paths) { [UInt8](try Data(contentsOf: URL(filePath: $0))) }
                return ""
            } catch {
                return "\(error)".replacing(folder.path + "/", with: "")
            }
        }
        let whole = try path("tables.zip", zip)
        #expect(try read(whole) == read(folder.appending(path: "tables").path))
        #expect(
            sentence(try path("cut.zip", Array(zip[..<500]))).hasPrefix(
                "cut.zip:1:1: error: libzip cannot read the zip: "))
        var changed = zip
        let at = try #require(String(decoding: zip, as: Unicode.ASCII.self).firstRange(of: "Gamma")).lowerBound
        changed[String(decoding: zip, as: Unicode.ASCII.self).distance(from: "".startIndex, to: at)] ^= 1
        #expect(
            sentence(try path("odd.zip", changed)).contains("odd.zip:1:1: error: libzip cannot unpack `stops.txt`: CRC")
        )
        let deep = StoredZip.bytes(tables.map { ("gtfs/\($0.key).txt", Array($0.value.utf8)) })
        #expect(
            sentence(try path("deep.zip", deep)).contains(
                "deep.zip:1:1: error: the feed has no stops.txt; needed: stops.txt, routes.txt, trips.txt, stop_times.txt, and "
                    + "calendar.txt or calendar_dates.txt; there is `gtfs/stops.txt`, and the tables must not lie in a folder of "
                    + "the zip"))
        let slip = StoredZip.bytes(
            tables.map { ($0.key == "stop_times" ? "stoptimes.txt" : "\($0.key).txt", Array($0.value.utf8)) })
        let both = sentence(try path("slip.zip", slip), try path("cut2.zip", [1, 2, 3]))
        #expect(
            both.contains("the feed has no stop_times.txt; ")
                && both.contains("there is `stoptimes.txt`, which is none of them"))
        #expect(both.contains("\ncut2.zip:1:1: error: libzip cannot read the zip: "))
    }
}
