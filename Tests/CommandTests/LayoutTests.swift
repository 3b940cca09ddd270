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

    /// A feature of one ring around a square, with its west edge and width in degrees.
    private static func square(_ properties: String, _ west: Double, _ width: Double, hole: Bool = false) -> String {
        let (east, third) = (west + width, width / 3)
        let ring = "[[\(west),46],[\(east),46],[\(east),46.02],[\(west),46.02],[\(west),46]]"
        let (a, b) = (west + third, east - third)
        let lake = ",[[\(a),46.005],[\(a),46.015],[\(b),46.015],[\(b),46.005],[\(a),46.005]]"
        return "{\"type\":\"Feature\",\"properties\":{\(properties)},\"geometry\":{\"type\":\"Polygon\","
            + "\"coordinates\":[\(ring)\(hole ? lake : "")]}}"
    }

    private static func collection(_ features: String...) -> String {
        "{\"type\":\"FeatureCollection\",\"features\":[\(features.joined(separator: ",\n"))]}"
    }

    @Test(
        "layout repair writes the mended file, names each zone and its change, and writes nothing where it is in doubt")
    func repaired() throws {
        try Command.inNewFolder { command in
            let touching =
                "{\"type\":\"Feature\",\"properties\":{\"zone_id\":7,\"name\":\"old town\"},\"geometry\":{\"type\":\"Polygon\","
                + "\"coordinates\":[[[11,46],[11.02,46],[11.02,46.02],[11.01,46.02],[11.015,46.01],[11.005,46.01],[11.01,46.02],"
                + "[11,46.02],[11,46]]]}}"
            try command.write(Self.collection(touching, Self.square("\"zone_id\":8", 11.02, 0.02)), to: "in.geojson")
            let refused = try command.run("layout", "check", "in.geojson")
            #expect(
                refused.status == 2 && refused.complaints.contains("`cabrank layout repair`"), "\(refused.complaints)")
            let mended = try command.run("layout", "repair", "in.geojson", "--out", "out.geojson")
            #expect(mended.status == 0, "\(mended.complaints)")
            #expect(
                mended.output.hasPrefix(
                    "features[0] (zone 7, old town): Ring Self-intersection; the same area, "), "\(mended.output)")
            #expect(mended.output.contains("out.geojson: 1 zone mended"), "\(mended.output)")
            // The triangle inside is a gap, which is no fault of a polygon.
            let checked = try command.run("layout", "check", "out.geojson", "--gap", "1 km")
            #expect(checked.status == 0, "\(checked.complaints)")
            let again = try command.run("layout", "repair", "in.geojson", "--out", "out.geojson")
            #expect(again.status == 2 && again.complaints.contains("exists already"), "\(again.complaints)")
            let reaching = Self.square("\"zone_id\":1", 11, 0.02).replacing(
                "46.02],[11.0,46]]]",
                with: "46.02],[11.0,46]],[[11.01,46.005],[11.03,46.005],[11.03,46.015],[11.01,46.015],[11.01,46.005]]]")
            try command.write(Self.collection(reaching), to: "doubt.geojson")
            let doubt = try command.run("layout", "repair", "doubt.geojson", "--out", "new.geojson")
            #expect(
                doubt.status == 2 && doubt.complaints.contains("mend it by hand"), "\(doubt.output)\(doubt.complaints)")
            #expect(try command.files().sorted() == ["doubt.geojson", "in.geojson", "out.geojson"])
        }
    }

    @Test("a made layout says what ground it leaves out, and the check finds it: a pier narrower than a zone may be")
    func pier() throws {
        try Command.inNewFolder { command in
            let pier = "[[[11.021,46.01],[11.024,46.01],[11.024,46.01007],[11.021,46.01007],[11.021,46.01]]]"
            let zone = Self.square("\"ZONE\":1,\"name\":\"Beach\"", 11, 0.02)
                .replacing("\"Polygon\",\"coordinates\":[", with: "\"MultiPolygon\",\"coordinates\":[[")
                .replacing("]]]}}", with: "]]],\(pier)]}}")
            try command.write(Self.collection(zone), to: "base.geojson")
            for arguments in [
                ["grid", "--over", "base.geojson", "--area", "1km2"], ["merge", "base.geojson", "--by", "name"],
            ] {
                let made = try command.run(
                    list: ["layout"] + arguments + ["--number", "ZONE", "--out", "\(arguments[0]).geojson"])
                #expect(made.status == 0, "\(made.complaints)")
                #expect(
                    made.complaints.contains(
                        "m2 of zone 1 (Beach) of base.geojson are in no zone; most near longitude 11.02"),
                    "\(arguments): \(made.complaints)")
            }
            let check = try command.run(
                "layout", "check", "grid.geojson", "--over", "base.geojson", "--over-number", "ZONE")
            #expect(check.status == 2 && check.complaints.contains("of zone 1 (Beach) of base.geojson"))
        }
    }

    @Test("the layout of --over may call its properties something else")
    func otherProperties() throws {
        try Command.inNewFolder { command in
            try command.write(
                Self.collection(Self.square("\"ZONE\":5,\"label\":\"West\"", 11, 0.02)), to: "base.geojson")
            try command.write(Self.collection(Self.square("\"zone_id\":1", 11, 0.01)), to: "new.geojson")
            let check = ["layout", "check", "new.geojson"]
            let same = try command.run(list: check + ["--over", "base.geojson"])
            #expect(same.status == 2 && same.complaints.contains("no property \"zone_id\""), "\(same.complaints)")
            let other = try command.run(
                list: check + ["--over", "base.geojson", "--over-number", "ZONE", "--over-name", "label"])
            #expect(
                other.status == 2 && other.complaints.contains("of zone 5 (West) of base.geojson"),
                "\(other.complaints)")
            let alone = try command.run(list: check + ["--over-number", "ZONE"])
            #expect(alone.status != 0 && alone.complaints.contains("--over, which is not given"), "\(alone.complaints)")
        }
    }

    @Test("validate warns of ground between zones that is in none, once, and runs all the same")
    func lakes() throws {
        try Command.inNewFolder { command in
            func warnings(_ text: String) throws -> [String] {
                try command.write(text, to: "map.geojson")
                try command.write(
                    """
                    cabrank: 1
                    name: town
                    start: 2026-03-02 08:00
                    length: 1 h
                    seed: 1
                    city: {zones: map.geojson}
                    drivers: [{name: cabs, count: 1}]
                    passengers: [{name: all, arrivals: {per-day: 100}}]
                    """, to: "town.yaml")
                let found = try command.run("validate", "town.yaml")
                #expect(found.status == 0, "\(found.complaints)")
                return found.complaints.split(separator: "\n").map(String.init).filter { $0.contains("are in no zone") }
            }
            let west = Self.square("\"zone_id\":1", 11, 0.02)
            #expect(try warnings(Self.collection(west, Self.square("\"zone_id\":2", 11.02, 0.02))) == [])
            let one = try warnings(Self.collection(west, Self.square("\"zone_id\":2", 11.02, 0.02, hole: true)))
            #expect(one.count == 1 && one[0].contains("map.geojson:2:1: warning:"), "\(one)")
            let two = try warnings(
                Self.collection(
                    Self.square("\"zone_id\":1", 11, 0.02, hole: true),
                    Self.square("\"zone_id\":2", 11.02, 0.02, hole: true)))
            #expect(
                two.count == 1 && two[0].contains("and 1 more such gap, which `cabrank layout check` lists"), "\(two)")
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
