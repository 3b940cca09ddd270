// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySimulation
import CitySlices
import Testing

/// Values at the ends of their own documented ranges: each is refused in words, or runs. No arithmetic ends the program.
@Suite("Values at the ends of their ranges") struct RangeEndTests {
    /// Keys that no seed has: they name files.
    private static let withoutSeed: Set<String> = [
        "the scenario: include", "`hourly`: file", "`hourly`: column", "zone weights: file", "zone weights: zone",
        "zone weights: weight", "city: zones", "city: number", "city: name", "city: outline",
        "city: service-zones", "service-zones: file", "service-zones: number", "service-zones: name", "travel: table",
        "travel: ride-table", "`on-duty`: table",
        "travel: roads", "roads: file", "roads: hash", "roads: off-street",
        "travel: timetable", "timetable: file", "timetable: hash", "timetable: walk", "timetable: change",
        "timetable: late",
        "trips: region", "people: calendar", "timetable-late: line", "timetable-late: delay", "changes: strike",
        "budgets: baseline", "budgets: tolerance", "server: accept-other-build",
    ]

    @Test("The seeds have every key of every service")
    func everyKey() throws {
        let used = try FuzzSeeds.withEveryKey.map { try SeedKeys($0).used }.reduce(into: Set()) { $0.formUnion($1) }
        let missing = SeedKeys.all().subtracting(used).subtracting(Self.withoutSeed)
        #expect(missing.isEmpty, "\(missing.sorted().joined(separator: "\n"))")
    }

    @Test("One value at an end", .timeLimit(.minutes(20)), arguments: FuzzSeeds.withEveryKey.indices)
    func one(_ seed: Int) throws {
        let keys = try SeedKeys(FuzzSeeds.withEveryKey[seed])
        try #require(Self.runs(keys.text(with: [])))
        var good = 0
        for leaf in keys.leaves {
            for end in leaf.ends where Self.runs(keys.text(with: [(leaf.path, end)])) { good += 1 }
        }
        #expect(good > keys.leaves.count / 2, "\(good) of \(2 * keys.leaves.count) were taken")
    }

    @Test("Several values at ends", .timeLimit(.minutes(20)), arguments: FuzzSeeds.withEveryKey.indices)
    func several(_ seed: Int) throws {
        let keys = try SeedKeys(FuzzSeeds.withEveryKey[seed])
        var chance = Mutator(UInt64(seed) << 40 | 11)
        for _ in 0..<(FuzzSize.isFull ? 5000 : 40) {
            let values = (0..<(2 + chance.below(4))).map { _ in
                let leaf = keys.leaves[chance.below(keys.leaves.count)]
                return (path: leaf.path, value: leaf.ends[chance.below(leaf.ends.count)])
            }
            _ = Self.runs(keys.text(with: values))
        }
    }

    @Test(
        "Events that are due in centuries are due never",
        arguments: ["moves-house", "per-day", "lost-links", "switches"])
    func rare(_ key: String) throws {
        let keys = try SeedKeys(FuzzSeeds.scenarios[5])
        let leaf = try #require(keys.leaves.first { $0.path.last == key && $0.path.contains("wearers") })
        let people = try #require(keys.leaves.first { $0.path.last == "people" && $0.path.contains("wearers") })
        for rate in ["1e-4", "1e-6", "1e-12", "1e-300"] {
            #expect(Self.runs(keys.text(with: [(leaf.path, rate), (people.path, "300")])), "\(key) \(rate)")
        }
    }

    @Test(
        "Factors that are each allowed may multiply to any size",
        arguments: [
            "changes: ["
                + (1...5).map { _ in "{from: 08:00, until: 09:00, rain: {speed: 0.01}}" }.joined(separator: ", ")
                + ", {from: 08:00, until: 09:00, closure: {zones: [1], factor: 1000}}]",
            "travel: {approach: {lognormal: {median: 366 d, sigma: 5}}}",
            "races: {events: [{name: long, start: 08:20, end: 08:50, maximum: 90, laps: 1000, track: [{longitude: 0.001, "
                + "latitude: 0.001}, {longitude: 0.02, latitude: 0.02}]}], runners: [{name: all, people: 90, pace: "
                + "{least: 60 min, median: 60 min, sigma: 3}, no-shows: 0%}]}",
        ])
    func products(_ section: String) {
        let text = """
            {cabrank: 1, name: products, start: 2026-03-04 08:00, length: 1 h, city: {grid: {rows: 1, columns: 2, cell: 10 km}},
            drivers: [{name: cabs, count: 4}], passengers: [{name: callers, arrivals: {per-day: 2000}}],
            \(section)}
            """
        #expect(Self.runs(text))
    }

    /// Reads a scenario, and runs the start of it; whether it was good. A program that ends with a signal fails the test.
    private static func runs(_ text: String) -> Bool {
        FuzzSize.keep(text, as: "ends.yaml")
        guard
            let plan = try? CityPlan(
                ScenarioReader(services: Slices.all.keys).read(text: text, named: "ends", folder: ""))
        else { return false }
        let estimate = LoadEstimate(plan)
        guard estimate.bytes < 200e6 else { return true }
        var simulation = Simulation(plan)
        simulation.keepsMessages = false
        simulation.progress = { $0.events < 2500 }
        do {
            _ = try simulation.run()
        } catch {
            // Cut short.
        }
        return true
    }
}
