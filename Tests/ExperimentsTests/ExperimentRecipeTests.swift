// SPDX-License-Identifier: GPL-3.0-or-later

import CitySimulation
import CitySlices
import CityTestKit
import Foundation
import Testing

@testable import Experiments

/// What travels to another machine makes the same experiment there.
@Suite struct ExperimentRecipeTests {
    private let town = """
        length: 3 h
        city: {zones: zones.geojson, number: zone_id}
        drivers: [{name: cabs, count: 12, answer: {accept: 80%, refuse: 20%}, idle: {cruise: {pause: 5 min, radius: 1 km}}}]
        passengers:
          - {name: callers, arrivals: {per-day: 800}, origin: {1: 5, 3: 1}, destination: {gravity: {weights: area, scale: 1 km}}}
        """

    /// So many strips from west to east, as GeoJSON.
    private func strips(_ count: Int) -> String {
        let features = (0..<count).map { strip in
            let (west, east) = (9 + 0.04 * Double(strip) / Double(count), 9 + 0.04 * Double(strip + 1) / Double(count))
            return """
                {"type":"Feature","properties":{"zone_id":\(strip + 1)},"geometry":{"type":"Polygon","coordinates":\
                [[[\(west),45],[\(east),45],[\(east),45.03],[\(west),45.03],[\(west),45]]]}}
                """
        }
        return "{\"type\":\"FeatureCollection\",\"features\":[\(features.joined(separator: ","))]}"
    }

    /// A scenario of four zones, eight cells, and a text that is not among the files.
    private struct Ground {
        let plan: CityPlan
        let cells: MadeLayout
        let drawn: MadeLayout
    }

    /// Does something with a town whose files are gone after `reading`.
    private func inTown(_ reading: (Ground) throws -> Void, then working: () throws -> Void = {}) throws {
        let folder = NSTemporaryDirectory() + "cabrank-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for (name, count) in [("zones", 4), ("cells", 8)] {
            try Data(strips(count).utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name).geojson"))
        }
        let plan = try TestCity(town, folder: folder).plan
        try reading(
            Ground(
                plan: plan,
                cells: MadeLayout(
                    .source(.geoJSON(path: "\(folder)/cells.geojson", number: "zone_id", name: nil)), for: plan),
                drawn: MadeLayout(.text(strips(2), number: "zone_id", name: nil), for: plan)))
        try FileManager.default.removeItem(atPath: folder)
        try working()
    }

    private func experiment(_ plan: CityPlan, _ layout: MadeLayout?, places: MadeLayout?) throws -> Replications {
        let plan = try layout.map { try CityPlan(plan, trying: $0) } ?? plan
        var experiment = try Replications(plan, rule: .count(1), seed: 7)
        experiment.places = places
        return experiment
    }

    @Test("Joined, drawn and read layouts, with any zones to count by, are made again from what travels alone")
    func madeAgain() throws {
        var travelling: [(wanted: Replication, recipe: Data, contents: [String: Data])] = []
        try inTown { ground in
            let own = try MadeLayout(.scenario, for: ground.plan)
            let groups = [1, 1, 1, 4, 4, 6, 6, 6]
            for (layout, places) in [
                (nil, nil), (nil, own), (nil, ground.cells), (ground.cells, own), (ground.drawn, nil),
                (own.joined([1, 1, 3, 3]), own), (ground.cells.joined(groups), ground.cells),
                (ground.cells.joined(groups), own), (ground.drawn, ground.cells),
            ] as [(MadeLayout?, MadeLayout?)] {
                let experiment = try experiment(ground.plan, layout, places: places)
                let (recipe, contents) = try ExperimentRecipe.of(experiment)
                let again = try ExperimentRecipe.of(experiment)
                #expect(again.recipe.key == recipe.key)
                travelling.append(
                    (try experiment.run(3) { _ in true }, try JSONEncoder().encode(recipe), contents))
            }
        } then: {
            var keys: Set<String> = []
            for (wanted, bytes, contents) in travelling {
                let recipe = try JSONDecoder().decode(ExperimentRecipe.self, from: bytes)
                keys.insert(recipe.key)
                let made = try recipe.experiment(contents, meter: nil)
                #expect(try made.run(3) { _ in true } == wanted)
            }
            #expect(keys.count == travelling.count)
            #expect(Set(travelling.map(\.wanted.fingerprint)).count == 5)
        }
    }

    @Test("Of several layouts of the same cells, each has its key, and the cells are the same contents for all")
    func keys() throws {
        try inTown { ground in
            let recipes = try [[1, 1, 3, 3, 5, 5, 7, 7], [1, 1, 3, 3, 5, 5, 5, 5], [1, 1, 1, 1, 5, 5, 5, 5]].map {
                try ExperimentRecipe.of(experiment(ground.plan, ground.cells.joined($0), places: ground.cells))
            }
            #expect(Set(recipes.map(\.recipe.key)).count == 3)
            #expect(Set(recipes.flatMap(\.contents.keys)).count == 2)
        }
    }

    @Test("A recipe whose groups are not as many as its cells is refused")
    func otherGroups() throws {
        try inTown { ground in
            let (recipe, contents) = try ExperimentRecipe.of(
                experiment(ground.plan, ground.cells.joined([1, 1, 3, 3, 5, 5, 7, 7]), places: nil))
            let text = String(decoding: try JSONEncoder().encode(recipe), as: UTF8.self)
            let other = try JSONDecoder().decode(
                ExperimentRecipe.self, from: Data(text.replacing("1,1,3,3,5,5,7,7", with: "1,1,3,3,5,5,7").utf8))
            let problem = #expect(throws: (any Error).self) { try other.experiment(contents, meter: nil) }
            #expect("\(problem.map(String.init(describing:)) ?? "")".contains("7 groups for 8 zones"))
        }
    }
}
