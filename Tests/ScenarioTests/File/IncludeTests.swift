// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
import Foundation
import ScenarioLanguage
import TaxiRules
import TaxiSimulation
import Testing

@Suite("Files that include others, and values set on the command line")
struct IncludeTests {
    private func outcome(_ path: String) -> [String] {
        do throws(InputErrors) {
            return try ScenarioReader(services: [.taxi]).read(file: path).warnings.map(\.description)
        } catch {
            return error.problems.map(\.description)
        }
    }

    @Test("Mappings are merged key by key, groups by name, everything else is replaced")
    func merging() throws {
        let files = [
            "common/city.yaml": """
            cabrank: 1
            city: {zones: map.geojson, number: nr, gap-tolerance: 5 m}
            dispatch: {policy: nearest, offer-deadline: 45 s}
            """,
            "common/map.geojson": "{}",
            "base.yaml": """
            include: common/city.yaml
            name: base
            dispatch: {offer-deadline: 50 s}
            drivers:
              - {name: day, count: 5, boarding: {exponential: 10 s}}
              - {name: night, count: 2}
            passengers:
              - {name: a, arrivals: {per-day: 10}, travelers: {1: 50%, 2: 50%}}
            changes:
              - {from: 00:10, until: 00:20, rain: {speed: 0.5}}
            """,
            "top.yaml": """
            include: [base.yaml]
            name: top
            drivers:
              - {name: night, count: 3}
              - {name: day, boarding: {uniform: {from: 1 s, to: 2 s}}}
              - {name: late, count: 1}
            passengers:
              - {name: a, population: {people: 4, thinking: 1 h}, travelers: {3: 100%}}
            changes:
              - {from: 00:30, until: 00:40, rain: {speed: 0.7}}
            """,
        ]
        try Support.withFiles(files) { folder in
            let scenario = try ScenarioReader(services: [.taxi]).read(file: folder + "/top.yaml").scenario
            #expect(scenario.name == "top" && scenario.city.gapTolerance == .metres(5))
            #expect(
                scenario.city.layout == .geoJSON(path: "\(folder)/common/map.geojson", number: "nr", name: nil),
                "a path starts at the folder of the file that names it")
            #expect(scenario.dispatch.policy == .nearest && scenario.dispatch.rules.offerDeadline == .seconds(50))
            #expect(scenario.drivers.map(\.name) == ["day", "night", "late"])
            #expect(scenario.drivers.map(\.count) == [5, 3, 1])
            #expect(scenario.drivers[0].boarding == .uniform(from: 1, to: 2), "a distribution is replaced, not mixed")
            #expect(
                scenario.passengers.count == 1 && scenario.passengers[0].travelers == [SeatShare(seats: 3, weight: 1)])
            guard case .population(4, .constant(3600)) = scenario.passengers[0].demand else {
                Issue.record("\(scenario.passengers[0].demand)")
                return
            }
            #expect(scenario.changes.count == 1)
        }
    }

    @Test("A grid takes the place of an included map")
    func alternatives() throws {
        let files = [
            "base.yaml": "cabrank: 1\nname: a\ncity: {zones: none.geojson, number: nr, name: label}\n",
            "top.yaml": "include: base.yaml\ncity: {grid: {rows: 2, columns: 1, cell: 1 km}}\n",
        ]
        try Support.withFiles(files) { folder in
            let scenario = try ScenarioReader(services: [.taxi]).read(file: folder + "/top.yaml").scenario
            let corner = GeographicPoint(longitude: 0, latitude: 0)
            #expect(scenario.city.layout == .grid(rows: 2, columns: 1, cell: .metres(1000), anchor: corner))
        }
    }

    @Test("Mistakes keep the location in their own file; the including file comes first")
    func places() throws {
        let files = [
            "base.yaml": "cabrank: 1\nname: a\nsede: 1\ncity: {grid: {rows: 0, columns: 1, cell: 1 km}}\n",
            "top.yaml": "include: base.yaml\n\nlength: 5\n",
        ]
        try Support.withFiles(files) { folder in
            let said = outcome(folder + "/top.yaml").map { $0.replacing(folder + "/", with: "") }
            #expect(said.count == 3)
            #expect(said.contains { $0.hasPrefix("top.yaml:3:9: error: `length`: a time needs a unit") })
            #expect(said.contains { $0.hasPrefix("base.yaml:3:1: error: unknown key `sede`") })
            #expect(said.contains { $0.hasPrefix("base.yaml:4:21: error: `rows`: `0` is out of range") })
        }
    }

    @Test("Circles, missing files, folders and endless chains of includes are reported at the location of the include")
    func wrongIncludes() throws {
        var files = [
            "self.yaml": "include: self.yaml\ncabrank: 1\n",
            "a.yaml": "include: [b.yaml]\n", "b.yaml": "include: [folder/../a.yaml]\n", "folder/x.yaml": "",
            "missing.yaml": Support.smallest + "include: nowhere.yaml\n",
            "folders.yaml": Support.smallest + "include: folder\n",
            "number.yaml": Support.smallest + "include: [{a: 1}, 5]\n",
            "bad.yaml": Support.smallest + "include: broken.yaml\n", "broken.yaml": "cabrank: [\n",
        ]
        for index in 0..<100 { files["chain\(index).yaml"] = "include: chain\(index + 1).yaml\n" }
        files["chain100.yaml"] = Support.smallest
        try Support.withFiles(files) { folder in
            func first(_ name: String) -> String {
                outcome("\(folder)/\(name)").filter { $0.contains(": error: ") }.first?
                    .replacing(folder + "/", with: "") ?? "accepted"
            }
            #expect(
                first("self.yaml")
                    == "self.yaml:1:10: error: `include`: `self.yaml` includes itself, directly or through other files")
            #expect(
                first("a.yaml")
                    == "b.yaml:1:11: error: `include`: `folder/../a.yaml` includes itself, directly or through other files"
            )
            #expect(first("missing.yaml") == "missing.yaml:4:10: error: there is no file `nowhere.yaml`")
            #expect(first("folders.yaml") == "folders.yaml:4:10: error: `folder` is a folder")
            #expect(
                first("number.yaml")
                    == "number.yaml:4:11: error: `include`: expected the path of a file, found a mapping")
            #expect(
                first("bad.yaml") == "broken.yaml:2:1: error: a value is expected here; is a bracket left open?")
            #expect(first("chain0.yaml").contains("error: `include`: more than 64 files are read for one scenario"))
        }
    }

    @Test("A file that is missing, a folder, or not text is reported as such")
    func wrongFiles() throws {
        try Support.withFiles(["folder/x": ""]) { folder in
            #expect(
                outcome(folder + "/none.yaml") == [
                    "\(folder)/none.yaml:1:1: error: there is no file `\(folder)/none.yaml`"
                ])
            #expect(outcome(folder + "/folder") == ["\(folder)/folder:1:1: error: `\(folder)/folder` is a folder"])
            let bytes = URL(fileURLWithPath: folder + "/bytes.yaml")
            try Foundation.Data([0x63, 0xFF, 0xFE]).write(to: bytes)
            #expect(outcome(bytes.path) == ["\(bytes.path):1:1: error: the file is not UTF-8 text"])
        }
    }

    @Test("A value is set by keys, by position and by name, and is checked like the file")
    func overrides() throws {
        let text =
            Support.smallest + """
                dispatch: {offer-deadline: 60 s}
                drivers:
                  - {name: day, count: 5, start: {1: 1}}
                  - {name: night, count: 2}
                passengers:
                  - {name: a, arrivals: {per-day: 10}}
                """
        let read = try Support.read(
            text,
            sets: [
                "dispatch.offer-deadline=45 s", "drivers.0.count=7", "drivers.night.count=9", "drivers.day.start.1=3",
                "drivers.day.start.4=1", "record.events=true", "passengers.a.population={people: 3, thinking: 1 h}",
                "seed=8", "seed=9", "travel.traffic={07:00-09:00: 0.5}", "title=a = b",
            ])
        let scenario = read.scenario
        #expect(scenario.dispatch.rules.offerDeadline == .seconds(45) && scenario.drivers.map(\.count) == [7, 9])
        #expect(scenario.drivers[0].start == .listed([ZoneID(1): 3, ZoneID(4): 1]))
        #expect(scenario.record.events && scenario.seed == 9)
        #expect(scenario.travel.traffic[scenario.start.midnight + .hours(8)] == 0.5)
        #expect(scenario.title == "a = b")
        guard case .population(3, _) = scenario.passengers[0].demand else {
            Issue.record("\(scenario.passengers[0].demand)")
            return
        }
    }

    @Test("Files named by a set value are looked for from the folder of the scenario")
    func overridePaths() throws {
        try Support.withFiles(["a/x.yaml": Support.smallest, "a/map.geojson": "{}"]) { folder in
            let read = try ScenarioReader(services: [.taxi]).read(
                file: folder + "/a/x.yaml", overrides: [ScenarioOverride(text: "city.zones=map.geojson")])
            #expect(
                read.scenario.city.layout == .geoJSON(path: "\(folder)/a/map.geojson", number: "zone_id", name: nil))
        }
    }
}
