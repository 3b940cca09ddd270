// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySimulation
import CitySlices
import Foundation
import RuleTestKit
import Testing

/// Broken scenarios and maps all the way to the run: each ends in clear errors, or can be estimated, and runs as estimated.
@Suite("Broken files, from the text to the run") struct BrokenFileTests {
    @Test("The files that are broken here are good themselves")
    func seeds() throws {
        for text in FuzzSeeds.scenarios { _ = try Self.plan(text, folder: "") }
        try Self.withMap { folder in
            try FuzzSeeds.map.write(toFile: folder + "/map.geojson", atomically: true, encoding: .utf8)
            _ = try Self.plan(FuzzSeeds.onMap, folder: folder)
        }
    }

    @Test("No broken scenario crashes or hangs", .timeLimit(.minutes(240)), arguments: FuzzSize.parts)
    func scenarios(_ part: Int) {
        var tally = Tally()
        for number in FuzzSize.numbers(part, of: FuzzSize.scenarios) {
            var mutator = Mutator(UInt64(number))
            let seeds = FuzzSeeds.scenarios
            let text = mutator.mutant(of: seeds[number % seeds.count])
            FuzzSize.keep(text, as: "\(part).yaml")
            tally.add(text) {
                try? Self.plan(text, folder: "")
            } problems: {
                Self.problems(text, folder: "")
            }
            if number.isMultiple(of: 10) { tally.run() }
        }
        #expect(tally.refused > 20 && tally.good > 10, "\(tally.refused) refused, \(tally.good) good")
    }

    @Test("No broken map crashes or hangs", .timeLimit(.minutes(240)), arguments: FuzzSize.parts)
    func maps(_ part: Int) throws {
        try Self.withMap { folder in
            var tally = Tally()
            for number in FuzzSize.numbers(part, of: FuzzSize.maps) {
                var mutator = Mutator(UInt64(number) << 32 | 7)
                let seed = FuzzSeeds.map
                let map = number.isMultiple(of: 3) ? mutator.mutant(of: seed) : mutator.wandered(seed)
                FuzzSize.keep(map, as: "\(part).geojson")
                try map.write(toFile: folder + "/map.geojson", atomically: false, encoding: .utf8)
                tally.add(map) {
                    try? Self.plan(FuzzSeeds.onMap, folder: folder)
                } problems: {
                    Self.problems(FuzzSeeds.onMap, folder: folder)
                }
                if number.isMultiple(of: 5) { tally.run() }
            }
            #expect(tally.refused > 5 && tally.good > 5, "\(tally.refused) refused, \(tally.good) good")
        }
    }

    private static func plan(_ text: String, folder: String) throws -> CityPlan {
        try CityPlan(
            ScenarioReader(services: Slices.all.keys).read(text: text, named: "mutant", folder: folder))
    }

    /// What is wrong with a text that was refused.
    private static func problems(_ text: String, folder: String) -> [InputProblem] {
        do {
            _ = try plan(text, folder: folder)
        } catch let error as InputErrors {
            return error.problems
        } catch {
            Issue.record("\(error)")
        }
        return []
    }

    private static func withMap(_ body: (String) throws -> Void) throws {
        let folder = NSTemporaryDirectory() + "cabrank-fuzz-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body(folder)
    }
}

/// What became of the texts of one part.
private struct Tally {
    var refused = 0
    var good = 0
    private var last: (text: String, plan: CityPlan)?

    /// Reads a text, and looks at the answer.
    mutating func add(_ text: String, _ read: () -> CityPlan?, problems: () -> [InputProblem]) {
        var plan: CityPlan?
        let seconds = FuzzSize.seconds { plan = read() }
        #expect(seconds < FuzzSize.longest, "\(seconds) s for:\n\(text)")
        guard let plan else {
            refused += 1
            let found = problems()
            #expect(found.contains { $0.severity == .error }, "nothing is told of:\n\(text)")
            #expect(found.allSatisfy { $0.location.line > 0 && $0.location.column > 0 }, "\(text)")
            return
        }
        good += 1
        let estimate = LoadEstimate(plan)
        #expect(estimate.events >= 0 && estimate.bytes > 0 && estimate.seconds > 0, "\(text)")
        last = (text, plan)
    }

    /// Runs the last good one if its estimate is small, with a bound far above the estimate.
    mutating func run() {
        guard let (text, plan) = last else { return }
        last = nil
        let estimate = LoadEstimate(plan)
        guard estimate.events < 8000, estimate.bytes < 100e6, plan.layout.zones.count < 200 else { return }
        var simulation = Simulation(plan)
        var events: Int64 = 0
        simulation.keepsMessages = false
        simulation.progress = { progress in
            events = progress.events
            return Double(progress.events) < 20_000 + 20 * estimate.events
        }
        do {
            let result = try simulation.run()
            #expect(result.violations.isEmpty, "\(result.violations.first.map { "\($0)" } ?? "")\n\(text)")
        } catch {
            Issue.record("\(error); \(events) events, \(estimate.events) estimated, for:\n\(text)")
        }
    }
}
