// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySimulation
import CitySlices
import Foundation
import ScenarioLanguage
import Testing

/// What differs between two scenarios, and that a plan's text is the plan.
@Suite struct ComparedSettingsTests {
    private static let town = """
        cabrank: 1
        name: town
        length: 1 h
        city: {grid: {rows: 3, columns: 4, cell: 1 km}}
        drivers:
          - {name: day, count: 4, answer: {reaction: {lognormal: {median: 8 s, sigma: 0.8}}}}
          - {name: night, count: 2}
        passengers: [{name: callers, arrivals: {per-day: 700}}]

        """

    private func plan(_ text: String = Self.town, _ settings: String...) throws -> CityPlan {
        let reader = ScenarioReader(services: Slices.all.keys)
        return try CityPlan(
            reader.read(
                text: text, named: "town.yaml", folder: "", overrides: settings.map { ScenarioOverride(text: $0) })
        )
    }

    private func differences(_ settings: String...) throws -> [String] {
        let reader = ScenarioReader(services: Slices.all.keys)
        let other = try CityPlan(
            reader.read(
                text: Self.town, named: "town.yaml", folder: "", overrides: settings.map { ScenarioOverride(text: $0) })
        )
        return try other.differences(from: plan()).map { "\($0.key): \($0.base ?? "-") > \($0.variant ?? "-")" }
    }

    @Test("Every value that is not the same is told by its key as --set takes it, whichever way it was set")
    func values() throws {
        #expect(try differences().isEmpty)
        #expect(try differences("drivers.night.count=3") == ["drivers.night.count: 2 > 3"])
        // A total is spent on the groups: what differs is the groups' numbers.
        #expect(
            try differences("fleet.drivers=12") == ["drivers.day.count: 4 > 8", "drivers.night.count: 2 > 4"])
        #expect(
            try differences("dispatch.policy=nearest", "warm-up=10 min") == [
                "warm-up: 0 s > 10 min", "dispatch.policy: fifo > nearest",
            ])
    }

    @Test("A distribution of another sort is one value, its parameters are values of their own")
    func distributions() throws {
        #expect(
            try differences("drivers.day.answer.reaction={lognormal: {median: 9 s, sigma: 0.8}}") == [
                "drivers.day.answer.reaction.lognormal.median: 8 s > 9 s"
            ])
        #expect(
            try differences("drivers.day.answer.reaction={exponential: 5 s}") == [
                "drivers.day.answer.reaction: {lognormal: {median: 8 s, sigma: 0.8}} > {exponential: 5 s}"
            ])
    }

    @Test("Of a long list and of a table it is told how many values there are and how many are others")
    func longValues() throws {
        func list(_ value: (Int) -> String) -> String { "[\((0..<24).map(value).joined(separator: ", "))]" }
        let (slow, slower) = (list { $0 < 3 ? "0.5" : "1" }, list { $0 < 3 ? "1" : "0.75" })
        #expect(try differences("travel.traffic=\(slow)") == ["travel.traffic: 1 > \(slow)"])
        #expect(try differences("travel.traffic=\(slower)") == ["travel.traffic: 1 > 24 values"])
        let found = try plan(Self.town, "travel.traffic=\(slower)")
            .differences(from: plan(Self.town, "travel.traffic=\(slow)"))
        #expect(found.map(\.base) == [slow] && found.map(\.variant) == ["24 values, 24 of them others"])
        let weights = (1...12).map { "\($0): \($0)" }.joined(separator: ", ")
        let other = try plan(
            Self.town.replacing("per-day: 700}", with: "per-day: 700}, origin: {\(weights)}"),
            "passengers.callers.origin={\(weights.replacing(": 12", with: ": 13"))}")
        let base = try plan(Self.town.replacing("per-day: 700}", with: "per-day: 700}, origin: {\(weights)}"))
        #expect(other.differences(from: base).map(\.key) == ["passengers.callers.origin.12"])
        let all = try plan(
            Self.town.replacing("per-day: 700}", with: "per-day: 700}, origin: {\(weights)}"),
            "passengers.callers.origin={\((1...12).map { "\($0): \($0 + 1)" }.joined(separator: ", "))}")
        #expect(all.differences(from: base).map(\.key) == ["passengers.callers.origin"])
    }

    @Test("A group that one of two scenarios lacks is told with its name, and no value on the other side")
    func groups() throws {
        let more = try plan(Self.town.replacing("  - {name: night, count: 2}", with: "  - {name: late, count: 2}"))
        let found = try more.differences(from: plan())
        #expect(found.map(\.key) == ["drivers.night", "drivers.late"])
        #expect(found[0].variant == nil && found[1].base == nil)
    }

    @Test(
        "A plan's text for another folder is that plan when it is read there: zones of the service, seed and settings")
    func text() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("cabrank-\(UUID().uuidString)")
        let (maps, results) = (folder.appendingPathComponent("maps"), folder.appendingPathComponent("a/results"))
        for place in [maps, results] {
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        }
        defer { try? FileManager.default.removeItem(at: folder) }
        func layout(_ zones: Int) -> String {
            let features = (0..<zones).map { zone in
                let (from, to) = (9 + 0.04 * Double(zone) / Double(zones), 9 + 0.04 * Double(zone + 1) / Double(zones))
                return """
                    {"type":"Feature","properties":{"zone_id":\(zone + 1),"name":"part \(zone + 1)"},"geometry":{"type":"Polygon",\
                    "coordinates":[[[\(from),45],[\(to),45],[\(to),45.02],[\(from),45.02],[\(from),45]]]}}
                    """
            }
            return "{\"type\":\"FeatureCollection\",\"features\":[\(features.joined(separator: ","))]}"
        }
        for zones in [2, 4] {
            try layout(zones).write(
                to: maps.appendingPathComponent("\(zones).geojson"), atomically: true, encoding: .utf8)
        }
        try Self.town.replacing(
            "{grid: {rows: 3, columns: 4, cell: 1 km}}", with: "{zones: maps/2.geojson, name: name}"
        )
        .write(to: folder.appendingPathComponent("town.yaml"), atomically: true, encoding: .utf8)
        let reader = ScenarioReader(services: Slices.all.keys)
        let base = try CityPlan(
            reader.read(
                file: folder.path + "/town.yaml", overrides: [ScenarioOverride(text: "drivers.day.count=5")]))
        let tried = try CityPlan(
            base, tryingLayout: .geoJSON(path: maps.path + "/4.geojson", number: "zone_id", name: "name"))
        #expect(
            tried.differences(from: base).map(\.key) == ["file", "number", "name"].map { "city.service-zones.\($0)" })
        let text = tried.text(in: results.path, seed: 7)
        #expect(text.contains("\"../../maps/2.geojson\"") && text.contains("\"../../maps/4.geojson\""), "\(text)")
        #expect(!text.contains(folder.path))
        let again = try CityPlan(reader.read(text: text, named: "again", folder: results.path))
        #expect(again.layout.zones.count == 4 && again.peopleLayout.zones.count == 2)
        let runs = try [Simulation(tried, seed: 7).run(), Simulation(again).run(), Simulation(base, seed: 7).run()]
        #expect(runs[0].fingerprint == runs[1].fingerprint && runs[0].fingerprint != runs[2].fingerprint)
        // Where the zones are those of the city there is nothing to say.
        #expect(!base.text(in: results.path).contains("service-zones"))
    }
}
