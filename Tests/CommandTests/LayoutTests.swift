// SPDX-License-Identifier: GPL-3.0-or-later

import CityTestKit
import Foundation
import Testing

/// `cabrank layout`.
@Suite struct LayoutTests {
    private func shipped(_ name: String) -> String { ProjectFolder.file("Scenarios/\(name)") }

    private static let milan = [
        "municipi", "squares-2km2", "hexagons-1km2", "hexagons-3km2", "merged-10-drivers",
    ].map { "milan/\($0).geojson" }

    @Test("the shipped layouts are made by the commands that their provenance names, byte for byte")
    func remade() throws {
        try Command.inNewFolder { command in
            let milan = shipped("milan/zones.geojson")
            let newYork = shipped("new-york/zones.geojson")
            let outcomes = [
                (
                    try command.run("layout", "grid", "--over", milan, "--area", "2km2", "--out", "a"),
                    "milan/squares-2km2"
                ),
                (
                    try command.run("layout", "hexagons", "--over", milan, "--area", "1km2", "--out", "b"),
                    "milan/hexagons-1km2"
                ),
                (
                    try command.run("layout", "hexagons", "--over", milan, "--area", "300 ha", "--out", "c"),
                    "milan/hexagons-3km2"
                ),
                (try command.run("layout", "merge", milan, "--by", "municipio", "--out", "d"), "milan/municipi"),
                (
                    try command.run(
                        "layout", "merge", milan, "--drivers", shipped("milan-weekday.yaml"), "--least", "10", "--out",
                        "e"), "milan/merged-10-drivers"
                ),
                (
                    try command.run(
                        "layout", "merge", newYork, "--drivers", shipped("new-york-green-day.yaml"), "--least", "2",
                        "--simplify", "20m", "--out", "f"), "new-york/merged-2-drivers"
                ),
            ]
            for ((outcome, path), made) in zip(outcomes, ["a", "b", "c", "d", "e", "f"]) {
                #expect(outcome.status == 0, "\(outcome.complaints)")
                let text = try String(contentsOfFile: shipped("\(path).geojson"), encoding: .utf8)
                #expect(try command.text(made) == text, "\(path)")
            }
        }
    }

    @Test("each shipped layout passes the check, covers its city, and loads in the city's scenario", arguments: milan)
    func shippedMilan(_ name: String) throws {
        try Command.inNewFolder { command in
            let checked = try command.run("layout", "check", shipped(name), "--over", shipped("milan/zones.geojson"))
            #expect(checked.status == 0 && checked.complaints == "", "\(checked.complaints)")
            #expect(checked.output.contains("good;") && checked.output.contains("181.9 km2"))
            // Zones are named by number in the weekday; the quickstart names none.
            let loaded = try command.run(
                "validate", shipped("quickstart.yaml"), "--set", "city={zones: \(shipped(name)), name: name}")
            #expect(loaded.status == 0, "\(loaded.complaints)")
        }
    }

    @Test("the merged zones of New York pass the check and hold all of the base")
    func shippedNewYork() throws {
        try Command.inNewFolder { command in
            let checked = try command.run(
                "layout", "check", shipped("new-york/merged-2-drivers.geojson"), "--over",
                shipped("new-york/zones.geojson"), "--gap", "25m")
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
            let map = shipped("milan/zones.geojson")
            for arguments in [
                ["grid", "--over", map, "--area", "2"], ["grid", "--over", map, "--area", "-2km2"],
                ["grid", "--over", "nowhere.geojson", "--area", "2km2"], ["grid", "--over", map, "--area", "1m2"],
                ["merge", map], ["merge", map, "--by", "colour"], ["merge", map, "--by", "municipio", "--least", "3"],
            ] {
                let padded = arguments + ["--out=x"]
                let outcome = try command.run(list: ["layout"] + padded)
                #expect(outcome.status == 2 && !outcome.complaints.isEmpty, "\(arguments): \(outcome)")
            }
            let much = try command.run(
                "layout", "merge", map, "--drivers", shipped("milan-weekday.yaml"), "--least", "501", "--out", "x")
            #expect(much.status == 2 && much.complaints.contains("less than 501"), "\(much.complaints)")
            #expect(try command.files() == [])
        }
    }

    @Test("weights carried to squares keep their sums, and the scenario runs there")
    func weights() throws {
        try Command.inNewFolder { command in
            let squares = shipped("milan/squares-2km2.geojson")
            let carried = try command.run(
                "layout", "weights", shipped("milan/zones.geojson"), shipped("milan/demand.csv"), squares, "--out",
                "demand.csv")
            #expect(carried.status == 0, "\(carried.complaints)")
            let rows = try command.text("demand.csv").split(separator: "\n").dropFirst()
            #expect(rows.count == 101)
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
