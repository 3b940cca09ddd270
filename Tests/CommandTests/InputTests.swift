// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing

/// What every command does with the files that it is given.
@Suite struct InputTests {
    private static let grid =
        "cabrank: 1\nname: town\nlength: 30 min\ncity: {grid: {rows: 1, columns: 2, cell: 1 km}}\n"
    private static let people = """
        drivers: [{name: cabs, count: 2}]
        passengers: [{name: callers, arrivals: {per-day: 200}}]

        """

    /// A map of squares a hundredth of a degree wide, the last one as high as it is told.
    private func map(height: Double, name: String = "Z") -> String {
        func square(_ number: Int, _ north: Double) -> String {
            let west = 11 + Double(number) / 100
            return "{\"type\":\"Feature\",\"properties\":{\"zone_id\":\(number),\"name\":\"\(name)\"},\"geometry\":"
                + "{\"type\":\"Polygon\",\"coordinates\":[[[\(west),46],[\(west + 0.01),46],[\(west + 0.01),\(north)],"
                + "[\(west),\(north)],[\(west),46]]]}}"
        }
        return "{\"type\":\"FeatureCollection\",\"features\":[\n\(square(1, 46.01)),\n\(square(2, 46 + height))]}"
    }

    @Test("validate, run and layout check refuse the same map for the same reasons at the same places")
    func sameAnswers() throws {
        try Command.inNewFolder { command in
            try command.write(map(height: 0.00001), to: "thin.geojson")
            try command.write("cabrank: 1\nname: x\ncity: {zones: thin.geojson}\n" + Self.people, to: "x.yaml")
            let says =
                "thin.geojson:3:1: error: features[1] (zone 2, Z) is a sliver: 861 m2, nowhere 10 m wide; merge it with a "
                + "neighbour\n"
            let checked = try command.run("layout", "check", "thin.geojson")
            #expect(checked.status == 2 && checked.complaints == says + "1 error, 0 warnings\n", "\(checked)")
            for name in ["validate", "run"] {
                let outcome = try command.run(name, "x.yaml", "--set", "city.name=name")
                #expect(outcome.status == 2 && outcome.complaints == says + "1 error; nothing was run\n", "\(outcome)")
            }
            try command.write(map(height: 0.01), to: "thin.geojson")
            #expect(try command.run("layout", "check", "thin.geojson").status == 0)
            #expect(try command.run("validate", "x.yaml").status == 0)
            #expect(try command.files() == ["thin.geojson", "x.yaml"])
        }
    }

    @Test("A map, a trace, a table and a budget that are wrong are reported in one round")
    func oneRound() throws {
        try Command.inNewFolder { command in
            try command.write("time,origin_zone,destination_zone,travelers\n7h,1,2,1\n07:00:00,5,1,1\n", to: "t.csv")
            try command.write(Self.grid + "passengers: [{name: a, trace: t.csv}]\n", to: "x.yaml")
            let outcome = try command.run("validate", "x.yaml")
            #expect(
                outcome.complaints.split(separator: "\n").filter { $0.contains(": error: ") } == [
                    "t.csv:2:1: error: `7h` is not a clock time; allowed: hh:mm:ss or yyyy-mm-dd hh:mm:ss",
                    "t.csv:3:10: error: zone 5 is not on the map; allowed: 1 to 2; did you mean 2?",
                ])
            try command.write("from_zone,to_zone,seconds\n1,2,60,7\n2,1,0\n1,9,60\n", to: "ways.csv")
            try command.write(
                Self.grid + Self.people
                    + "travel: {table: ways.csv}\nbudgets: [{metric: wait.mena, at-most: 5 min}]\n"
                    + "changes: [{from: 00:10, until: 00:10, surge: {factor: 2}}]\n", to: "y.yaml")
            let before = try command.run("validate", "y.yaml")
            #expect(before.complaints.contains("is not after `from`"), "\(before.complaints)")
            let other = try command.run("validate", "y.yaml", "--set", "changes=[]")
            #expect(
                other.complaints.split(separator: "\n").filter { $0.contains("ways.csv") } == [
                    "ways.csv:2:1: error: the line has 4 cells, but the header has 3",
                    "ways.csv:3:5: error: seconds \"0\" is not a number from 1 to 1000000",
                    "ways.csv:4:3: error: to_zone \"9\" is not a zone of the layout",
                ], "\(other.complaints)")
            #expect(other.complaints.contains("unknown metric `wait.mena`") && other.status == 2)
        }
    }

    @Test("A travel table that leaves ways out, or has columns of no meaning, is doubted")
    func doubtedTable() throws {
        try Command.inNewFolder { command in
            try command.write("from_zone,to_zone,seconds,metre\n1,2,60,900\n", to: "ways.csv")
            try command.write(Self.grid + Self.people + "travel: {table: ways.csv}\n", to: "x.yaml")
            let outcome = try command.run("validate", "x.yaml")
            #expect(outcome.status == 0)
            #expect(
                outcome.complaints
                    == """
                    ways.csv:1:27: warning: the column `metre` is unknown and ignored; allowed: from_zone, to_zone, seconds, \
                    period_start_hour, metres; did you mean `metres`?
                    x.yaml:7:10: warning: `table`: 1 of 2 trips between two zones have no time at some hour, the first from zone 2 \
                    to zone 1; distance and speed decide those

                    """, "\(outcome.complaints)")
        }
    }

    @Test(
        "A name of an experiment that lists and commands cannot show is refused before the database is asked",
        arguments: [
            (" x", "the name begins or ends with a blank"),
            ("-x", "the name looks like an option"),
            ("a\u{1B}[2Jb", "a character that cannot be printed"), ("a\nb", "a character that cannot be printed"),
            (String(repeating: "x", count: 101), "the name has 101 characters"),
        ])
    func experimentNames(name: String, fault: String) throws {
        try Command.inNewFolder { command in
            try command.write(Self.grid + Self.people, to: "x.yaml")
            let outcome = try command.run(
                "run", "x.yaml", "--replications", "2", "--store", "postgresql://127.0.0.1:1/none",
                "--experiment=\(name)")
            #expect(outcome.status == 2 && outcome.complaints.contains(fault), "\(outcome)")
            #expect(!outcome.complaints.contains("\u{1B}") && outcome.output.isEmpty)
        }
    }

    @Test("Every command that reads scenarios keeps includes in the folder, and lets them out with --allow-include")
    func includes() throws {
        try Command.inNewFolder { command in
            try command.write(Self.grid + Self.people, to: "base.yaml")
            try FileManager.default.createDirectory(
                at: command.folder.appendingPathComponent("in"), withIntermediateDirectories: true)
            try command.write("include: ../base.yaml\n", to: "in/x.yaml")
            try command.write(map(height: 0.01), to: "m.geojson")
            let says =
                "in/x.yaml:1:10: error: `include`: `../base.yaml` is outside the folder of the scenario; "
                + "`--allow-include` permits it"
            for arguments in [
                ["validate", "in/x.yaml"], ["run", "in/x.yaml"], ["check", "in/x.yaml"],
                ["sweep", "in/x.yaml", "--set", "seed=1,2"],
                ["size", "in/x.yaml", "--by", "fleet.drivers", "--target", "calls.abortRate<=5%"],
                ["stress", "in/x.yaml"], ["compare", "in/x.yaml", "--layout", "m.geojson"],
                ["layout", "merge", "m.geojson", "--drivers", "in/x.yaml", "--least", "1"],
            ] {
                let outcome = try command.run(list: arguments)
                #expect(outcome.status == 2 && outcome.complaints.contains(says), "\(arguments): \(outcome)")
                let help = try command.run(list: arguments.prefix { !$0.contains(".") } + ["--help"])
                #expect(help.output.contains("--allow-include"), "\(arguments)")
            }
            let permitted = try command.run("validate", "in/x.yaml", "--allow-include")
            #expect(permitted.status == 0, "\(permitted)")
        }
    }

    @Test("A span of hours with a dash too many is refused for stores and ambulances")
    func spans() throws {
        try Command.inNewFolder { command in
            for hours in ["08:00-22:00", "-08:00-22:00", "08:00--22:00", "08:00-22:00-"] {
                let isGood = hours == "08:00-22:00"
                for section in [
                    "stores: {groups: [{name: a, count: 1, zones: equal, limit: 5, hours: {wed: \"\(hours)\"}}]}\n",
                    "ambulances: {stations: [{name: a, zone: 1, units: 1, shift: \"\(hours)\"}], hospitals: [{name: h, zone: 1}], "
                        + "calls: {per-day: 5}, priorities: [{name: p, share: 100%}]}\n",
                ] {
                    try command.write(Self.grid + "start: 2026-03-04\n" + section, to: "x.yaml")
                    let outcome = try command.run("validate", "x.yaml")
                    #expect(outcome.status == (isGood ? 0 : 2), "\(hours): \(outcome)")
                    #expect(isGood || outcome.complaints.contains("`\(hours)` is not a span of hours"), "\(outcome)")
                }
            }
        }
    }

    @Test("A folder whose path is too long for the results' database is refused with that reason")
    func longPath() throws {
        try Command.inNewFolder { command in
            try command.write(Self.grid + Self.people, to: "x.yaml")
            let long = (0..<5).map { _ in String(repeating: "d", count: 100) }.joined(separator: "/")
            let outcome = try command.run("run", "x.yaml", "--quiet", "--out", long)
            #expect(outcome.status == 2, "\(outcome)")
            #expect(outcome.complaints.contains("bytes, and the results' database takes 480"), "\(outcome)")
        }
    }

    @Test("Named pipes are refused without waiting by every command that reads a file", .timeLimit(.minutes(2)))
    func pipes() throws {
        try Command.inNewFolder { command in
            #expect(mkfifo(command.folder.appendingPathComponent("pipe").path, 0o600) == 0)
            let budget = "budgets: [{metric: wait.mean, at-most: baseline, tolerance: 1%}]\n"
            try command.write(Self.grid + Self.people + budget, to: "x.yaml")
            try command.write(map(height: 0.01), to: "m.geojson")
            let resumed = "out/journal.jsonl"
            let begun = try command.run("run", "x.yaml", "--replications", "2", "--quiet", "--out", "out")
            #expect(begun.status == 0, "\(begun)")
            try FileManager.default.removeItem(at: command.folder.appendingPathComponent(resumed))
            #expect(mkfifo(command.folder.appendingPathComponent(resumed).path, 0o600) == 0)
            for arguments in [
                ["validate", "pipe"], ["run", "pipe", "--quiet"], ["layout", "check", "pipe"],
                ["layout", "check", "m.geojson", "--over", "pipe"],
                ["layout", "grid", "--over", "pipe", "--area", "1km2"],
                ["layout", "weights", "m.geojson", "pipe", "m.geojson"], ["compare", "x.yaml", "--layout", "pipe"],
                ["check", "x.yaml", "--baseline", "pipe"], ["validate", "x.yaml", "--set", "travel.table=pipe"],
                ["validate", "x.yaml", "--set", "city.zones=pipe"],
                ["run", "x.yaml", "--replications", "2", "--out", "out", "--resume"],
            ] {
                let outcome = try command.run(list: arguments)
                #expect(
                    outcome.status == 2 && outcome.complaints.contains("is a named pipe; a file is needed"),
                    "\(arguments): \(outcome)")
            }
        }
    }

    @Test("Control characters of titles and zone names reach neither terminal nor report")
    func escapes() throws {
        try Command.inNewFolder { command in
            try command.write(map(height: 0.01, name: "A\\u001b[31m"), to: "m.geojson")
            try command.write(
                "cabrank: 1\nname: x\ntitle: \"Red \\e[31m alert\\a\"\nlength: 1 h\ncity: {zones: m.geojson, name: name}\n"
                    + Self.people, to: "x.yaml")
            let outcome = try command.run("run", "x.yaml", "--quiet", "--out", "out")
            #expect(outcome.status == 0, "\(outcome)")
            #expect(outcome.output.contains("Red \\u{1B}[31m alert\\u{7}: policy"), "\(outcome.output)")
            for text in [outcome.output, outcome.complaints, try command.text("out/report.html")] {
                #expect(!text.contains("\u{1B}") && !text.contains("\u{7}"))
            }
            #expect(try command.text("out/report.html").contains("Red \\u{1B}[31m alert\\u{7}"))
            let replicated = try command.run("run", "x.yaml", "--quiet", "--replications", "2", "--out", "two")
            #expect(replicated.output.contains("Red \\u{1B}[31m alert") && !replicated.output.contains("\u{1B}"))
            let wrong = try command.run("validate", "no\u{1B}[31m.yaml")
            #expect(wrong.complaints.hasPrefix("no\\u{1B}[31m.yaml:1:1: error: there is no file `no\\u{1B}[31m.yaml`"))
        }
    }

    @Test("A scenario names data of the machine through CABRANK_DATA")
    func data() throws {
        try Command.inNewFolder { command in
            try FileManager.default.createDirectory(
                at: command.folder.appendingPathComponent("data/town"), withIntermediateDirectories: true)
            try command.write(map(height: 0.01), to: "data/town/m.geojson")
            try command.write(
                "cabrank: 1\nname: x\ncity: {zones: $CABRANK_DATA/town/m.geojson}\n" + Self.people, to: "x.yaml")
            let data = command.folder.appendingPathComponent("data").path
            let found = try command.run(list: ["validate", "x.yaml"], environment: ["CABRANK_DATA": data])
            #expect(found.status == 0, "\(found)")
            let unset = try command.run(list: ["validate", "x.yaml"], environment: ["CABRANK_DATA": ""])
            #expect(
                unset.status == 2 && unset.complaints.hasPrefix("x.yaml:3:15: error: `zones`: `$CABRANK_DATA/town/"))
        }
    }
}
