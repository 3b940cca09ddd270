// SPDX-License-Identifier: GPL-3.0-or-later

import CityTestKit
import Foundation
import Testing

/// `cabrank layout`.
@Suite struct LayoutTests {
    private func shipped(_ name: String) -> String { ProjectFolder.file("Scenarios/\(name)") }

    /// The layouts of the shipped city, each with the command that makes it from its zones.
    private static let city: [(name: String, arguments: [String])] = [
        ("squares-2km2", ["grid", "--over", "zones", "--area", "2km2"]),
        ("hexagons-1km2", ["hexagons", "--over", "zones", "--area", "1km2"]),
        ("hexagons-3km2", ["hexagons", "--over", "zones", "--area", "300 ha"]),
        ("districts", ["merge", "zones", "--by", "district"]),
        ("merged-20-drivers", ["merge", "zones", "--drivers", "weekday", "--least", "20"]),
    ]

    private var zones: String { shipped("city/zones.geojson") }
    private var weekday: String { shipped("city-weekday.yaml") }

    @Test("the shipped layouts are made by the commands that their provenance names, byte for byte")
    func remade() throws {
        try Command.inNewFolder { command in
            for (name, arguments) in Self.city {
                let paths = arguments.map { $0 == "zones" ? zones : $0 == "weekday" ? weekday : $0 }
                let outcome = try command.run(list: ["layout"] + paths + ["--out", name])
                #expect(outcome.status == 0, "\(outcome.complaints)")
                let text = try String(contentsOfFile: shipped("city/\(name).geojson"), encoding: .utf8)
                #expect(try command.text(name) == text, "\(name)")
            }
        }
    }

    @Test(
        "each shipped layout passes the check, covers its city, and loads in a scenario",
        arguments: ["zones"] + city.map(\.name))
    func shippedLayout(_ name: String) throws {
        try Command.inNewFolder { command in
            let path = shipped("city/\(name).geojson")
            for base in ["zones", "outline"] {
                let checked = try command.run("layout", "check", path, "--over", shipped("city/\(base).geojson"))
                #expect(checked.status == 0 && checked.complaints == "", "\(checked.complaints)")
                #expect(checked.output.contains("good;") && checked.output.contains("181.7 km2"), "\(checked.output)")
            }
            // Zones are named by number in the weekday; the quickstart names none.
            let loaded = try command.run(
                "validate", shipped("quickstart.yaml"), "--set", "city={zones: \(path), name: name}")
            #expect(loaded.status == 0, "\(loaded.complaints)")
        }
    }

    @Test("zones merged and simplified by the command hold all of the base, and pass the check")
    func simplified() throws {
        try Command.inNewFolder { command in
            let made = try command.run(
                "layout", "merge", zones, "--drivers", weekday, "--least", "30", "--simplify", "20m", "--out",
                "m.geojson")
            #expect(made.status == 0, "\(made.complaints)")
            let checked = try command.run("layout", "check", "m.geojson", "--over", zones, "--gap", "25m")
            #expect(checked.status == 0 && checked.complaints == "", "\(checked.complaints)")
        }
    }

    @Test("a bad layout ends with status 2 and every problem on a line of its own")
    func bad() throws {
        try Command.inNewFolder { command in
            func square(_ number: String, _ west: Double, _ width: Double) -> String {
                let east = west + width
                return
                    "{\"type\":\"Feature\",\"properties\":{\(number)\"name\":\"Z\"},\"geometry\":{\"type\":\"Polygon\","
                    + "\"coordinates\":[[[\(west),46],[\(east),46],[\(east),46.01],[\(west),46.01],[\(west),46]]]}}"
            }
            let features = [
                square("\"zone_id\":1,", 11, 0.01), square("\"zone_id\":1,", 11.02, 0.01), square("", 11.03, 0.01),
                square("\"zone_id\":4,", 11.005, 0.01), square("\"zone_id\":5,", 11.04, 0.00005),
                square("\"zone_id\":6,", 663_000, 500),
            ]
            try command.write(
                "{\"type\":\"FeatureCollection\",\"features\":[\(features.joined(separator: ","))]}", to: "bad.geojson")
            let outcome = try command.run("layout", "check", "bad.geojson")
            #expect(outcome.status == 2 && outcome.output == "")
            for part in [
                "features[1] has the zone number 1", "features[2] has no property", "overlap", "is a sliver",
                "features[5] (zone 6, Z) ring 0", "not in degrees", "5 errors, 0 warnings",
            ] {
                #expect(outcome.complaints.contains(part), "\(part) in \(outcome.complaints)")
            }
            #expect(
                outcome.complaints.split(separator: "\n").dropLast().allSatisfy {
                    $0.contains(#/^bad\.geojson:1:\d+: error: /#)
                }
            )
            // What cannot be read cannot be cut either, and nothing is written.
            let cut = try command.run("layout", "grid", "--over", "bad.geojson", "--area", "1km2", "--out", "x.geojson")
            #expect(cut.status == 2 && cut.complaints.contains("nothing was written"))
            #expect(try command.files() == ["bad.geojson"])
        }
    }

    @Test("wrong options end with status 2")
    func options() throws {
        try Command.inNewFolder { command in
            let map = zones
            for arguments in [
                ["grid", "--over", map, "--area", "2"], ["grid", "--over", map, "--area", "-2km2"],
                ["grid", "--over", "nowhere.geojson", "--area", "2km2"], ["grid", "--over", map, "--area", "1m2"],
                ["merge", map], ["merge", map, "--by", "colour"], ["merge", map, "--by", "district", "--least", "3"],
            ] {
                let padded = arguments + ["--out=x"]
                let outcome = try command.run(list: ["layout"] + padded)
                #expect(outcome.status == 2 && !outcome.complaints.isEmpty, "\(arguments): \(outcome)")
            }
            let much = try command.run(
                "layout", "merge", map, "--drivers", weekday, "--least", "5001", "--out", "x")
            #expect(much.status == 2 && much.complaints.contains("less than 5001"), "\(much.complaints)")
            #expect(try command.files() == [])
        }
    }

    @Test("weights carried to squares keep their sums, and the scenario runs there")
    func weights() throws {
        try Command.inNewFolder { command in
            let squares = shipped("city/squares-2km2.geojson")
            let carried = try command.run(
                "layout", "weights", zones, shipped("city/demand.csv"), squares, "--out", "demand.csv")
            #expect(carried.status == 0, "\(carried.complaints)")
            let rows = try command.text("demand.csv").split(separator: "\n").dropFirst()
            #expect(rows.count == 96)
            let sum = rows.compactMap { Int($0.split(separator: ",")[1].filter { $0 != "." }) }.reduce(0, +)
            #expect(sum == 1_000_000)
            try command.write(
                """
                cabrank: 1
                name: squares
                length: 2 h
                city: {zones: \(squares), name: name}
                drivers:
                  - name: cabs
                    count: 50
                    start: {file: demand.csv, zone: zone_id, weight: origin_weight}
                passengers:
                  - name: callers
                    arrivals: {per-day: 600}
                    origin: {file: demand.csv, zone: zone_id, weight: origin_weight}
                """, to: "squares.yaml")
            let run = try command.run("run", "squares.yaml", "--quiet", "--no-report", "--invariants")
            #expect(run.status == 0, "\(run.complaints)")
        }
    }
}
