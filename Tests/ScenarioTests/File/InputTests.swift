// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
import Foundation
import ScenarioLanguage
import TaxiSimulation
import Testing

@Suite("What a scenario brings in from elsewhere")
struct InputTests {
    private func outcome(_ path: String, allowsInclude: Bool = false, sets: [String] = []) -> [String] {
        do throws(InputErrors) {
            return try ScenarioReader(allowsInclude: allowsInclude, services: [.taxi]).read(
                file: path, overrides: sets.map { ScenarioOverride(text: $0) }
            ).warnings.filter { $0.severity == .error }.map(\.description)
        } catch {
            return error.problems.filter { $0.severity == .error }.map(\.description)
        }
    }

    @Test("A value of an option does not hide what is wrong with the file's own")
    func replacedValues() throws {
        let file =
            Support.smallest.replacing("rows: 1", with: "rows: many") + """
                seed: x
                dispatch: {polcy: nearest, offer-deadline: 5}
                drivers: [{name: a, count: -1}]
                passengers: [{name: b, arrivals: {per-day: 1, hourly: [1, 2]}}]

                """
        let said = [
            "x.yaml:3:21: error: `rows`: `many` is not a whole number; allowed: 1 to 500",
            "x.yaml:4:7: error: `seed`: `x` is not a whole number; allowed: 0 to 18446744073709551615",
        ]
        func errors(_ sets: [String]) -> [String] {
            Support.outcome(file, sets: sets).filter { $0.contains(": error: ") }
        }
        let all = errors([])
        #expect(Array(all.prefix(2)) == said && all.count == 6, "\(all)")
        // One value, a whole section, a group, an alternative: each mistake is still reported, once.
        #expect(errors(["seed=3", "city.grid.rows=2"]) == all)
        #expect(errors(["dispatch={policy: nearest}"]) == all)
        #expect(errors(["drivers.a.count=4", "drivers.0.count=5"]) == all)
        #expect(errors(["drivers=[]", "seed=1"]) == all)
        #expect(errors(["passengers.b.population={people: 3, thinking: 1 h}"]) == all)
        // What is missing in the file may be set, and a map that is not there may be replaced.
        #expect(
            Support.outcome(
                "cabrank: 1\ncity: {zones: none.geojson}\n",
                sets: [
                    "name=x", "city.grid={rows: 1, columns: 1, cell: 1 km}",
                ]
            ).allSatisfy { $0.contains(": warning: ") })
        // An option that another replaces is no exception.
        #expect(
            Support.outcome(Support.smallest, sets: ["seed=y", "seed=2"]).first
                == "--set seed=y:1:6: error: `seed`: `y` is not a whole number; allowed: 0 to 18446744073709551615")
    }

    @Test("An include stays in the folder of the scenario unless it is permitted, by whatever way it would leave")
    func bounds() throws {
        let files = [
            "outside.yaml": Support.smallest, "in/sub/base.yaml": Support.smallest,
            "in/good.yaml": "include: sub/base.yaml\n", "in/sub/up.yaml": "include: ../more.yaml\n",
            "in/more.yaml": Support.smallest, "in/nested.yaml": "include: sub/up.yaml\n",
            "in/round.yaml": "include: ../in/sub/base.yaml\n",
            "in/up.yaml": "include: ../outside.yaml\n", "in/far.yaml": "include: /nowhere/at/all.yaml\n",
            "in/linked.yaml": "include: link.yaml\n", "in/folder.yaml": "include: gateway/outside.yaml\n",
            "in/map.yaml": "cabrank: 1\nname: x\ncity: {zones: ../outside.yaml}\n",
        ]
        try Support.withFiles(files) { folder in
            let manager = FileManager.default
            try manager.createSymbolicLink(atPath: folder + "/in/link.yaml", withDestinationPath: "../outside.yaml")
            try manager.createSymbolicLink(atPath: folder + "/in/gateway", withDestinationPath: "..")
            for name in ["good", "nested", "round", "map"] {
                #expect(outcome("\(folder)/in/\(name).yaml") == [], "\(name)")
            }
            for (name, path) in [
                ("up", "../outside.yaml"), ("linked", "link.yaml"), ("folder", "gateway/outside.yaml"),
                ("far", "/nowhere/at/all.yaml"),
            ] {
                let file = "\(folder)/in/\(name).yaml"
                #expect(
                    outcome(file) == [
                        "\(file):1:10: error: `include`: `\(path)` is outside the folder of the scenario; "
                            + "`--allow-include` permits it"
                    ])
                let permitted = outcome(file, allowsInclude: true)
                #expect(
                    permitted
                        == (name == "far" ? ["\(file):1:10: error: there is no file `/nowhere/at/all.yaml`"] : []))
            }
        }
    }

    @Test(
        "A named pipe, a device and a folder are refused without waiting, wherever a file is named",
        .timeLimit(.minutes(1)))
    func onlyFiles() throws {
        let csv = "passengers: [{name: a, trace: FILE}]\n"
        let uses = [
            ("include", Support.smallest + "include: FILE\n", "4:10: error: "),
            ("map", "cabrank: 1\nname: x\ncity: {zones: FILE}\n", "3:15: error: `zones`: "),
            ("trace", Support.smallest + csv, "4:31: error: `trace`: "),
            (
                "weights", Support.smallest + "drivers: [{name: a, count: 1, start: {file: FILE, weight: w}}]\n",
                "4:45: error: `file`: "
            ),
            ("travel", Support.smallest + "travel: {table: FILE}\n", "4:17: error: `table`: "),
            (
                "calibration", Support.smallest + "server: {service: {calibration: FILE}}\n",
                "4:33: error: `calibration`: "
            ),
        ]
        try Support.withFiles(Dictionary(uniqueKeysWithValues: uses.map { ($0.0 + ".yaml", $0.1) })) { folder in
            #expect(mkfifo(folder + "/pipe", 0o600) == 0)
            try FileManager.default.createDirectory(atPath: folder + "/box", withIntermediateDirectories: true)
            for (name, sort) in [
                ("pipe", "a named pipe; a file is needed"), ("/dev/null", "a device; a file is needed"),
                ("box", "a folder"),
            ] {
                let path = name.hasPrefix("/") ? name : "\(folder)/\(name)"
                #expect(outcome(path) == ["\(path):1:1: error: `\(path)` is \(sort)"])
                for (use, text, says) in uses {
                    let file = "\(folder)/\(use)-.yaml"
                    try text.replacing("FILE", with: path).write(toFile: file, atomically: true, encoding: .utf8)
                    let said = outcome(file, allowsInclude: true)
                    #expect(said.first == "\(file):\(says)`\(path)` is \(sort)", "\(said)")
                }
                #expect(throws: InputErrors.self) {
                    try CalibrationReader(version: "1", services: [.taxi]).read(file: path)
                }
            }
        }
    }

    @Test("A mistake behind an alias is reported once, where it stands")
    func aliases() {
        let text =
            Support.smallest + """
                drivers:
                  - {name: a, count: 1, boarding: &quick 10, start: &home {0: 1}}
                  - {name: b, count: 1, boarding: *quick, position-interval: *quick, start: *home}
                  - &group
                    name: c
                    count: none
                    sets: 4
                  - *group
                  - *group

                """
        let said = Support.outcome(text).filter { $0.contains(": error: ") }.map { $0.split(separator: ";")[0] }
        #expect(
            said == [
                "x.yaml:5:35: error: `boarding`: a time needs a unit, such as `60 s`, but `10` has none",
                "x.yaml:5:60: error: `start`: `0` is out of range",
                "x.yaml:9:12: error: `count`: `none` is not a whole number",
                "x.yaml:10:5: error: unknown key `sets` in drivers",
            ])
    }

    @Test("Control characters of a file are shown escaped")
    func escapes() {
        let key = Support.outcome(Support.smallest + "\"se\\e[31med\": 1\n").first ?? ""
        #expect(key.hasPrefix("x.yaml:4:1: error: unknown key `se\\u{1B}[31med` in the scenario; allowed: "), "\(key)")
        let cell = "z,w\n1,\u{1B}]0;title\u{7}\n"
        let said = try? Support.withFiles(["t.csv": cell]) { folder in
            Support.outcome(
                Support.smallest + "drivers: [{name: a, count: 1, start: {file: t.csv, zone: z, weight: w}}]\n",
                folder: folder
            ).map { $0.replacing(folder + "/", with: "") }
        }
        #expect(
            said?.first == "t.csv:2:3: error: `\\u{1B}]0;title\\u{7}` is not a weight; allowed: a number, 0 or more")
    }

    @Test("Zones that are not on the map are reported with the other errors of a trace")
    func oneRound() throws {
        let trace = "time,origin_zone,destination_zone,travelers\n7h,1,2,1\n07:00:00,5,1,1\n"
        try Support.withFiles(["t.csv": trace]) { folder in
            let zone = ZoneRecord(id: ZoneID(1), name: "1", inside: .origin, area: 1, outline: [])
            let reader = ScenarioReader(services: [.taxi]) { _, _ throws(InputErrors) in
                MapReading(zones: [zone], problems: [])
            }
            let found = #expect(throws: InputErrors.self) {
                try reader.read(
                    text: Support.smallest + "passengers: [{name: a, trace: t.csv}]\n", named: "x.yaml", folder: folder)
            }
            #expect(
                found?.problems.map { $0.description.replacing(folder + "/", with: "") } == [
                    "t.csv:2:1: error: `7h` is not a clock time; allowed: hh:mm:ss or yyyy-mm-dd hh:mm:ss",
                    "t.csv:2:6: error: zone 2 is not on the map; allowed: 1; did you mean 1?",
                    "t.csv:3:10: error: zone 5 is not on the map; allowed: 1; did you mean 1?",
                ])
        }
    }
}
