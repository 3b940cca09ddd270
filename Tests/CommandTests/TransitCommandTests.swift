// SPDX-License-Identifier: GPL-3.0-or-later

import CityTestKit
import Foundation
import Testing

/// `cabrank transit`.
@Suite struct TransitCommandTests {
    private static let tables = [
        "agency": "agency_id,agency_name,agency_url,agency_timezone\nA,City Buses,https://example.org,Europe/Rome\n",
        "stops":
            "stop_id,stop_name,stop_lat,stop_lon\na,Alpha,46.000,11.000\nb,Beta,46.002,11.000\nc,Gamma,46.018,11.000\n",
        "routes": "route_id,agency_id,route_short_name,route_type\nR,A,1,3\nQ,A,2,0\n",
        "calendar":
            "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date\nall,1,1,1,1,1,1,1,20250601,20250630\n",
        "trips": "route_id,service_id,trip_id\nR,all,t\nQ,all,u\n",
        "stop_times":
            "trip_id,arrival_time,departure_time,stop_id,stop_sequence\nt,08:00:00,08:00:00,a,1\nt,08:30:00,08:30:00,c,2\n"
            + "u,24:10:00,24:10:00,b,1\nu,24:20:00,24:20:00,c,2\n",
    ]

    private func feed(_ command: Command, _ name: String = "feed", _ changes: [String: String] = [:]) throws {
        let folder = command.folder.appendingPathComponent(name)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (table, text) in Self.tables.merging(changes, uniquingKeysWith: { _, new in new }) {
            try command.write(text, to: "\(name)/\(table).txt")
        }
    }

    @Test("a feed becomes a timetable, the same bytes each time, which is judged and answers queries both ways")
    func feedToAnswers() throws {
        try Command.inNewFolder { command in
            try feed(command)
            let made = try command.run("transit", "import", "feed", "--out", "city.timetable")
            #expect(made.status == 0 && made.complaints == "", "\(made.complaints)")
            #expect(
                made.output.hasPrefix("read: 3 stops, 2 lines, 2 trips, 4 stop times, 0 shapes\n"), "\(made.output)")
            let bytes = try Data(contentsOf: command.folder.appendingPathComponent("city.timetable"))
            #expect(try command.run("transit", "import", "feed", "--out", "city.timetable").status == 0)
            #expect(try Data(contentsOf: command.folder.appendingPathComponent("city.timetable")) == bytes)
            let judged = try command.run("transit", "check", "city.timetable", "--date", "2025-06-12")
            #expect(
                judged.status == 0
                    && judged.output.hasSuffix("2 trips on 2025-06-12\ncity.timetable: good; 0 warnings\n"),
                "\(judged.output)\(judged.complaints)")
            try command.write("from_stop,to_stop,depart_s\na,c,28800\na,c,0\nb,a,100\nc,a,0\n", to: "q.csv")
            func route(_ name: String, _ options: String...) throws -> String {
                let arguments = [
                    "transit", "route", "city.timetable", "--date", "20250612", "--queries", "q.csv", "--out", name,
                ]
                let outcome = try command.run(list: arguments + options)
                #expect(outcome.status == 0, "\(outcome.complaints)")
                return try command.text(name)
            }
            // 223 m on foot are 241 s and a minute: from a one walks to the vehicle of the day before at b.
            let header = "from_stop,to_stop,depart_s,arrive_s,changes\n"
            #expect(try route("a.csv") == header + "a,c,28800,30600,0\na,c,0,1200,0\nb,a,100,401,0\nc,a,0,,\n")
            #expect(
                try route("b.csv", "--this-day-only") == header
                    + "a,c,28800,30600,0\na,c,0,30600,0\nb,a,100,401,0\nc,a,0,,\n")
            #expect(
                try route("c.csv", "--same-stop-only", "--this-day-only")
                    == header + "a,c,28800,30600,0\na,c,0,30600,0\nb,a,100,,\nc,a,0,,\n")
            try command.write("from_stop,to_stop,arrive_s\na,c,30599\na,c,40000\n", to: "q.csv")
            #expect(
                try route("d.csv", "--latest")
                    == "from_stop,to_stop,arrive_s,depart_s,arrival_s,changes\na,c,30599,299,1200,0\na,c,40000,28800,30600,0\n"
            )
        }
    }

    @Test("bad input ends with status 2, one sentence for each fault, and nothing written")
    func badInput() throws {
        try Command.inNewFolder { command in
            try feed(
                command, "bad",
                [
                    "stops": "stop_id,stop_name,stop_lat,stop_lon\na,Alpha,0,0\na,Beta,46.002,11\nc,Gamma,46.018,11\n",
                    "trips": "route_id,service_id,trip_id\nR,al,t\nQ,all,u\n",
                ])
            let broken = try command.run("transit", "import", "bad", "--out", "x.timetable")
            #expect(
                broken.status == 2 && broken.complaints.contains("4 errors; nothing was written"),
                "\(broken.complaints)")
            for sentence in [
                "bad/stops.txt:2:9: error: the stop a lies in the sea",
                "bad/stops.txt:3:1: error: the stop a appears twice: also in line 2",
                "bad/trips.txt:2:3: error: service_id \"al\" is not in calendar.txt or calendar_dates.txt; did you mean `all`?",
                "bad/stop_times.txt:4:21: error: stop_id \"b\" is not in stops.txt",
            ] {
                #expect(broken.complaints.contains(sentence), "\(broken.complaints)")
            }
            try feed(command)
            try command.write("PK, but no more", to: "cut.zip")
            try FileManager.default.removeItem(at: command.folder.appendingPathComponent("bad/trips.txt"))
            try command.write("from_stop,to_stop,depart_s\na,c,28800\na,cc,0\n", to: "q.csv")
            for (arguments, sentence) in [
                (["import", "nowhere.zip", "--out", "x.timetable"], "there is no file `nowhere.zip`"),
                (["import", "cut.zip", "--out", "x.timetable"], "cut.zip:1:1: error: libzip cannot read the zip"),
                (["import", "bad", "--out", "x.timetable"], "bad:1:1: error: the feed has no trips.txt"),
                (["import", "feed", "--out", "q.csv"], "was not written by Cabrank as a timetable"),
                (["check", "q.csv"], "q.csv:1:1: error: the file is no timetable"),
                (["check", "x", "--date", "2025-06-31"], "--date \"2025-06-31\" is not a date such as 2025-06-12"),
            ] {
                let outcome = try command.run(list: ["transit"] + arguments)
                #expect(
                    outcome.status == 2 && outcome.complaints.contains(sentence), "\(arguments): \(outcome.complaints)")
            }
            #expect(try command.files() == ["bad", "cut.zip", "feed", "q.csv"])
            #expect(try command.run("transit", "import", "feed", "--out", "x.timetable").status == 0)
            var bytes = try Data(contentsOf: command.folder.appendingPathComponent("x.timetable"))
            bytes[200] ^= 1
            try bytes.write(to: command.folder.appendingPathComponent("y.timetable"))
            bytes[8] = 7
            try bytes.write(to: command.folder.appendingPathComponent("z.timetable"))
            for (file, date, sentence) in [
                ("y.timetable", "2025-06-12", "y.timetable:1:1: error: the timetable is damaged"),
                ("z.timetable", "2025-06-12", "z.timetable:1:1: error: the timetable is of version 7 of its form"),
                (
                    "x.timetable", "2025-07-01",
                    "x.timetable:1:1: error: the timetable does not cover 2025-07-01; allowed: 2025-06-01 to 2025-06-30"
                ),
                ("x.timetable", "2025-06-12", "q.csv:3:3: error: to_stop \"cc\" is no stop of the timetable"),
            ] {
                let outcome = try command.run(
                    "transit", "route", file, "--date", date, "--queries", "q.csv", "--out", "a.csv")
                #expect(outcome.status == 2 && outcome.complaints.contains(sentence), "\(outcome.complaints)")
            }
            #expect(
                try command.files() == ["bad", "cut.zip", "feed", "q.csv", "x.timetable", "y.timetable", "z.timetable"])
        }
    }
}
