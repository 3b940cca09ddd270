// SPDX-License-Identifier: GPL-3.0-or-later

import CityTestKit
import Foundation
import Testing

/// `cabrank import`.
@Suite struct ImportCommandTests {
    /// Two squares side by side, some 1,550 m wide.
    private static let map = {
        let zones = [1, 2].map { zone -> String in
            let (west, east) = (11 + Double(zone) * 0.02, 11.02 + Double(zone) * 0.02)
            let ring = "[[\(west),46],[\(east),46],[\(east),46.02],[\(west),46.02],[\(west),46]]"
            return "{\"type\":\"Feature\",\"properties\":{\"zone_id\":\(zone),\"name\":\"Zone \(zone)\"},"
                + "\"geometry\":{\"type\":\"Polygon\",\"coordinates\":[\(ring)]}}"
        }
        return "{\"type\":\"FeatureCollection\",\"features\":[\(zones.joined(separator: ","))]}"
    }()

    /// A week of five taxis, Monday to Sunday, three rides an hour.
    private static let trips = {
        var text = "taxi,start,end,a,b\n"
        for hour in 0..<168 {
            for taxi in 0..<5 {
                for part in 0..<3 {
                    let day = "2026-03-0\(2 + hour / 24) \(hour % 24 < 10 ? "0" : "")\(hour % 24)"
                    text +=
                        "\(taxi),\(day):\(part)\(taxi):00,\(day):\(part + (taxi > 4 ? 0 : 1))0:0\(taxi),\(1 + (hour + part) % 2),2\n"
                }
            }
        }
        return text
    }()

    private static let files = [
        ".cabrank", "demand.csv", "dropped.csv", "import.html", "import.json", "moves.csv", "observed-days.csv",
        "observed-vacant.csv", "observed.csv", "on-duty.csv", "ride-law.csv", "scenario.yaml", "zones.geojson",
    ]

    private static let options = [
        "--zones", "map.geojson", "--time-zone", "Europe/Rome", "--map",
        "pickup=start,dropoff=end,from=a,to=b,taxi=taxi",
    ]

    private func listed(_ command: Command, _ folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: command.folder.appendingPathComponent(folder).path).sorted()
    }

    @Test("a record becomes a folder with a scenario, and once more the same bytes")
    func imported() throws {
        try Command.inNewFolder { command in
            try command.write(Self.map, to: "map.geojson")
            try command.write(Self.trips, to: "trips.csv")
            let first = try command.run(list: ["import", "trips.csv", "--out", "My city"] + Self.options)
            #expect(first.status == 0 && first.complaints == "", "\(first.complaints)")
            // The record ends on Sunday at 23:24: of its last hour 24 minutes count.
            #expect(
                first.output == """
                    read: 2520 rows, of which 2520 rides count, on 7 days from 2026-03-02 to 2026-03-08
                    calls of a mean day: mon-fri 360 on 5 days, sat-sun 366.4 on 2 days
                    taxis: 5; 0 of 2515 times between two rides are pauses, of 60 min or more
                    not fitted: only free taxis of the zone that a person stands in are asked, and neither calls nor ways of taxis are fitted yet, so a run serves fewer than the record; its report says how many
                    My city/scenario.yaml was written; try `cabrank run My city/scenario.yaml`
                      report       My city/import.html

                    """)
            #expect(try listed(command, "My city") == Self.files)
            let texts = try Self.files.dropFirst().map { try command.text("My city/\($0)") }
            #expect(try command.text("My city/zones.geojson") == Self.map)
            #expect(try command.text("My city/scenario.yaml").contains("\nname: My-city\n"))
            // What Cabrank wrote is replaced, also what the new record does not have.
            let less = ["--map", "pickup=start,dropoff=end,from=a,to=b"]
            let again = try command.run(
                list: ["import", "trips.csv", "--out", "My city"] + Self.options.dropLast(2) + less)
            #expect(
                again.status == 0 && again.complaints.hasPrefix("warning: the record has no taxis"),
                "\(again.complaints)")
            #expect(
                try listed(command, "My city") == Self.files.filter { $0 != "moves.csv" && $0 != "observed-vacant.csv" }
            )
            #expect(try command.run(list: ["import", "trips.csv", "--out", "My city"] + Self.options).status == 0)
            #expect(try Self.files.dropFirst().map { try command.text("My city/\($0)") } == texts)
        }
    }

    @Test("all that is wrong with options is told at once, with status 2, and nothing is written")
    func options() throws {
        try Command.inNewFolder { command in
            try command.write(Self.map, to: "map.geojson")
            try command.write(Self.trips, to: "trips.csv")
            let bad = try command.run(
                list: [
                    "import", "trips.csv", "--out", "out", "--zones", "map.geojson", "--map",
                    "pickup=start,dropof=end,from=a,to=b,distance=x", "--days", "2026-02-30", "--holiday", "2026-03-02",
                    "--holiday", "2026-03-04=sun", "--holiday", "2026-03-04=sat", "--dates", "day-frist",
                    "--drop-limit", "ten", "--longest", "3", "--occupied", "200%", "--pause", "2 days",
                ])
            #expect(bad.status == 2 && bad.output == "")
            #expect(
                bad.complaints == """
                    error: --map: the key `dropof` is unknown; allowed: pickup, dropoff, duration, from, to, taxi, distance, people, silence, vacant; did you mean `dropoff`?
                    error: --map: `dropoff` is missing, or `duration` in its place
                    error: --time-zone is missing: times in the record are those of clocks in some zone; allowed: names of the IANA database, such as `America/New_York`
                    error: --days: "2026-02-30" is not a date such as 2026-03-04, or two as 2026-03-02..2026-03-06
                    error: --dates: "day-frist" is no order; allowed: month-first, day-first; did you mean `day-first`?
                    error: --holiday: "2026-03-02" is not DATE=KIND, such as 2025-11-27=sun; kinds: mon-fri, sat, sun
                    error: --holiday: 2026-03-04 is given twice
                    error: --drop-limit: "ten" is not a share from 0% to 100%, such as 10%
                    error: --occupied: "200%" is not a share from 1% to 100%, such as 10%
                    error: --longest: "3" is not a time from 1 s to 24 h, such as 10min
                    error: --pause: "2 days" is not a time from 1 s to 24 h, such as 10min

                    """)
            for (arguments, said) in [
                (
                    ["--map", "pickup=start,dropoff=end,from=a,to=b,distance=taxi"],
                    "--distance-unit: the column `distance` has no unit; allowed: m, km, miles"
                ),
                (
                    ["--map", "pickup=start,dropoff=end,from=a,to=b", "--distance-unit", "km"],
                    "--distance-unit: --map has no column `distance`"
                ),
                (
                    ["--map", "pickup=strat,dropoff=end,from=a,to=b"],
                    "trips.csv:1:1: error: there is no column `strat`"
                ),
            ] {
                let run = try command.run(
                    list: ["import", "trips.csv", "--out", "out", "--zones", "map.geojson", "--time-zone", "UTC"]
                        + arguments)
                #expect(run.status == 2 && run.complaints.contains(said), "\(run.complaints)")
            }
            for path in ["missing.csv", "."] {
                let run = try command.run(list: ["import", path, "--out", "out"] + Self.options)
                #expect(run.status == 2, "\(run.complaints)")
            }
            #expect(!FileManager.default.fileExists(atPath: command.folder.appendingPathComponent("out").path))
        }
    }

    @Test("a record that is refused leaves an older import as it was, and a folder of somebody else is left alone")
    func refused() throws {
        try Command.inNewFolder { command in
            try command.write(Self.map, to: "map.geojson")
            try command.write(Self.trips, to: "trips.csv")
            #expect(try command.run(list: ["import", "trips.csv", "--out", "city"] + Self.options).status == 0)
            let texts = try Self.files.dropFirst().map { try command.text("city/\($0)") }
            try command.write(String(Self.trips.dropLast(10)), to: "cut.csv")
            let cut = try command.run(list: ["import", "cut.csv", "--out", "city"] + Self.options)
            #expect(
                cut.status == 2
                    && cut.complaints == """
                        cut.csv:2521:1: error: the file is cut: it ends within this row; get it whole again
                        1 error; nothing was written

                        """,
                "\(cut.complaints)")
            #expect(try Self.files.dropFirst().map { try command.text("city/\($0)") } == texts)
            // A scenario that could not run is not written either: 4,000 rides of three hours in an hour, by taxis that are empty for 99 %.
            let rides = (0..<4000).map { index in
                let time = "\(10 + index / 60 % 50):\(10 + index % 50)"
                return "2026-03-02 08:\(time),2026-03-02 11:\(time),1,1,\(index)"
            }
            try command.write("start,end,a,b,n\n" + rides.joined(separator: "\n") + "\n", to: "many.csv")
            let many = try command.run(
                list: ["import", "many.csv", "--out", "city", "--occupied", "1%"] + Self.options.dropLast(2)
                    + ["--map", "pickup=start,dropoff=end,from=a,to=b"])
            #expect(many.status == 2)
            for said in [
                "many.csv:1:1: error: the scenario that comes of this record could not run, for these reasons",
                "city/scenario.yaml:25:25: error: `count`: `1200000` is out of range; allowed: 1 to 1000000",
                "3 errors; nothing was written",
            ] {
                #expect(many.complaints.contains(said), "\(many.complaints)")
            }
            #expect(try Self.files.dropFirst().map { try command.text("city/\($0)") } == texts)
            try FileManager.default.createDirectory(
                at: command.folder.appendingPathComponent("other"), withIntermediateDirectories: true)
            try command.write("mine", to: "other/scenario.yaml")
            let other = try command.run(list: ["import", "trips.csv", "--out", "other"] + Self.options)
            let left = try listed(command, "other")
            #expect(other.status == 2 && left == ["scenario.yaml"], "\(other.complaints)")
        }
    }

    /// The mean of a column of a table in a folder of an import, weighted by trips.
    private func observedMean(_ command: Command, _ column: String) throws -> Double {
        let lines = try command.text("city/observed.csv").split(separator: "\n").map {
            $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
        let header = lines[0]
        let (value, trips) = (try #require(header.firstIndex(of: column)), try #require(header.firstIndex(of: "trips")))
        // Five days of the week are of the first kind, two of the second.
        var (sum, weight) = (0.0, 0.0)
        for line in lines.dropFirst() {
            let rides = (Double(line[trips]) ?? 0) * (line[0] == "mon-fri" ? 5 : 2)
            sum += (Double(line[value]) ?? 0) * rides
            weight += rides
        }
        return sum / weight
    }

    @Test(
        "the scenario of an import is good as it is, serves its people, and its rides are as long as those recorded",
        arguments: [true, false])
    func runs(hasTaxis: Bool) throws {
        try Command.inNewFolder { command in
            try command.write(Self.map, to: "map.geojson")
            try command.write(Self.trips, to: "trips.csv")
            let columns = ["--map", "pickup=start,dropoff=end,from=a,to=b" + (hasTaxis ? ",taxi=taxi" : "")]
            let made = try command.run(
                list: ["import", "trips.csv", "--out", "city"] + Self.options.dropLast(2) + columns)
            #expect(made.status == 0, "\(made.complaints)")
            let checked = try command.run("validate", "city/scenario.yaml")
            #expect(checked.status == 0 && checked.complaints == "", "\(checked.complaints)")
            let run = try command.run("run", "city/scenario.yaml", "--json", "--quiet")
            #expect(run.status == 0, "\(run.complaints)")
            let summary = try #require(
                try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
            let metrics = try #require(summary["metrics"] as? [String: Any])
            func metric(_ path: String) throws -> Double {
                try #require(metrics[path] as? NSNumber, "\(path)").doubleValue
            }
            #expect(try metric("streets.leftShare") < 0.2, "where taxis stay it is 0.5")
            let riding =
                try metric("drivers.share.withPassenger") * metric("drivers.count") * metric("run.hours") * 3600
            let ride = try riding / metric("rides.ended")
            let recorded = try observedMean(command, "ride_mean_s")
            #expect(abs(ride / recorded - 1) < 0.02, "\(ride) s of \(recorded) s")
        }
    }

    @Test("a weekend without searches gives a scenario that runs on it")
    func weekend() throws {
        try Command.inNewFolder { command in
            try command.write(Self.map, to: "map.geojson")
            // On 7 and 8 March of each taxi one ride in four hours.
            let rows = Self.trips.split(separator: "\n").filter { row in
                let cells = row.split(separator: ",")
                guard cells[0] != "taxi", cells[1] >= "2026-03-07" else { return true }
                let hour = Int(cells[1].dropFirst(11).prefix(2)) ?? 0
                return hour % 4 == 0 && cells[1].dropFirst(14).prefix(1) == "0"
            }
            try command.write(rows.joined(separator: "\n") + "\n", to: "trips.csv")
            let made = try command.run(list: ["import", "trips.csv", "--out", "city"] + Self.options)
            #expect(made.status == 0)
            #expect(made.complaints.contains("no search between two rides is seen on sat-sun"), "\(made.complaints)")
            let run = try command.run("run", "city/scenario.yaml", "--no-report", "--quiet")
            #expect(run.status == 0, "\(run.complaints)")
        }
    }

    @Test("Destinations that are borrowed are the same in every process, one at the border of the least share too")
    func borrowed() throws {
        // Zone 1 has one ride at 8:00 and borrows nineteen of the 228 at 9:00. Destinations of three of those weigh a quarter then, which is the
        // least share of twenty; the others weigh twelfths, of which the sum is twenty or not by the order in which they are added.
        let zones = (1...78).map { zone -> String in
            let (west, east) = (11 + Double(zone) * 0.01, 11.01 + Double(zone) * 0.01)
            let ring = "[[\(west),46],[\(east),46],[\(east),46.01],[\(west),46.01],[\(west),46]]"
            return "{\"type\":\"Feature\",\"properties\":{\"zone_id\":\(zone),\"name\":\"Zone \(zone)\"},"
                + "\"geometry\":{\"type\":\"Polygon\",\"coordinates\":[\(ring)]}}"
        }
        var rows = ["2026-03-02 08:30:00,2026-03-02 08:40:00,1,2"]
        for zone in 3...78 {
            for _ in 0..<[3, 1, 2, 4, 5][(zone - 3) % 5] {
                let second = rows.count * 15
                let time = "\(second / 60 < 10 ? "0" : "")\(second / 60):\(second % 60 < 10 ? "0" : "")\(second % 60)"
                rows.append("2026-03-02 09:\(time),2026-03-02 10:\(time),1,\(zone)")
            }
        }
        #expect(rows.count == 229)
        try Command.inNewFolder { command in
            try command.write(
                "{\"type\":\"FeatureCollection\",\"features\":[\(zones.joined(separator: ","))]}", to: "map.geojson")
            try command.write("start,end,a,b\n" + rows.joined(separator: "\n") + "\n", to: "trips.csv")
            let tables = try (0..<6).map { index in
                let made = try command.run(
                    list: ["import", "trips.csv", "--out", "city\(index)"] + Self.options.dropLast(2)
                        + ["--map", "pickup=start,dropoff=end,from=a,to=b"])
                #expect(made.status == 0, "\(made.complaints)")
                return try command.text("city\(index)/demand.csv")
            }
            #expect(Set(tables).count == 1)
        }
    }
}
