// SPDX-License-Identifier: GPL-3.0-or-later

import CityMap
import CityModel
import CitySimulation
import CityTestKit
import Foundation
import Reporting
import Testing

@testable import Experiments

/// Better layouts of a town, found and confirmed by runs.
@Suite struct LayoutImprovementTests {
    /// Four zones in a row. Taxis stand in the first and the third, people call from the second and the fourth.
    private func town(calls: Int = 1500) throws -> CityPlan {
        try TestCity(
            """
            length: 4 h
            city: {grid: {rows: 1, columns: 4, cell: 600 m}}
            drivers:
              - {name: cabs, count: 14, start: {1: 1, 3: 1}, answer: {accept: 100%}, idle: {return: {zones: {1: 1, 3: 1}, pause: 30 s}}}
            passengers:
              - {name: callers, arrivals: {per-day: \(calls)}, origin: {2: 1, 4: 1}, destination: {zones: {1: 1, 3: 1}}}
            """
        ).plan
    }

    private struct Run {
        let outcome: LayoutSearch.Outcome
        let result: ImprovementResult
    }

    private func run(
        _ plan: CityPlan, zones: ClosedRange<Int>, runs: Int = 200, threads: Int = 2,
        journals: @escaping LayoutImprovement.Journals = { _, _ in nil }, goesOn: @escaping () -> Bool = { true }
    ) throws -> Run {
        let improvement = try LayoutImprovement(
            plan, limits: LayoutLimits(zones: zones), runs: runs, confirmations: 8, threads: threads)
        let outcome = try improvement.search(journals: journals, goesOn: goesOn) { _, _ in }
        return Run(
            outcome: outcome,
            result: try improvement.confirm(outcome, against: [], journals: journals, goesOn: goesOn))
    }

    @Test("Each zone with callers gets the taxis beside it: the known best of two zones is found and confirmed")
    func knownBest() throws {
        let run = try run(town(), zones: 2...2)
        #expect(run.outcome.best == Partition([0, 0, 2, 2]), "\(run.outcome.best.owners)")
        #expect(run.result.isBetter && run.result.text.hasPrefix("A better layout is shown: 2 zones instead of 4."))
        // What is written is a layout of the same ground.
        let layout = try PolygonLayout(
            geoJSON: run.result.layout.geoJSON, fileName: "layout.geojson", numberProperty: "zone_id")
        #expect(layout.zones.map(\.id) == [ZoneID(1), ZoneID(3)])
        #expect(abs(layout.zones.reduce(0) { $0 + $1.area } - 4 * 360_000) < 100)
        let file = String(decoding: try ImprovementFile(run.result).encoded(), as: UTF8.self)
        #expect(file.contains("\"isBetter\" : true"))
        let page = ImprovementPage(run.result).html
        for id in ["moved", "differences", "search"] {
            #expect(page.contains("<a href=\"#\(id)\">") && page.contains("<h2 id=\"\(id)\">"), "\(id)")
        }
        #expect(page.contains("What moved and why") && page.contains("<svg") && !page.contains("http"))
    }

    @Test("Where nothing is better, none is shown")
    func noneBetter() throws {
        // Almost nobody calls: there is nothing to gain.
        let run = try run(town(calls: 1), zones: 3...4, runs: 100)
        #expect(!run.result.isBetter && run.result.text.hasPrefix("no better layout shown"))
    }

    @Test("What the search saw is no part of the confirmation: the days are others")
    func freshDays() throws {
        var seeds: [String: Set<UInt64>] = [:]
        _ = try run(
            town(), zones: 2...4, runs: 100,
            journals: { name, experiment in
                seeds[String(name.prefix { $0 != "-" }), default: []].insert(experiment.seed)
                return nil
            })
        let (trials, confirming) = (try #require(seeds["trial"]), try #require(seeds["confirm"]))
        #expect(confirming.count == 1 && trials.isDisjoint(with: confirming) && trials.count > 2)
    }

    @Test("Stopped at any time and resumed, on one thread or two, a search gives the same bytes")
    func resumed() throws {
        let plan = try town()
        let whole = try run(plan, zones: 2...4, runs: 120)
        let folder = NSTemporaryDirectory() + "cabrank-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let journals: LayoutImprovement.Journals = { name, experiment in
            try ReplicationJournal(path: folder + "/" + name, binding: JournalBinding(experiment), resumes: true)
        }
        func lines() throws -> Int {
            try FileManager.default.contentsOfDirectory(atPath: folder).map {
                try Data(contentsOf: URL(filePath: folder + "/" + $0)).count { $0 == UInt8(ascii: "\n") }
            }.reduce(0, +)
        }
        for most in [2, 30, 60] {
            #expect(throws: LayoutImprovement.Stopped.self) {
                _ = try run(
                    plan, zones: 2...4, runs: 120, threads: 1, journals: journals,
                    goesOn: { (try? lines()).map { $0 < most } ?? false })
            }
        }
        let stopped = try lines()
        #expect((60..<90).contains(stopped))
        let resumed = try run(plan, zones: 2...4, runs: 120, journals: journals)
        #expect(resumed.result.layout.geoJSON == whole.result.layout.geoJSON)
        #expect(try ImprovementFile(resumed.result).encoded() == ImprovementFile(whole.result).encoded())
    }

    @Test("Numbers with which nothing can be shown are refused in one sentence")
    func refused() throws {
        let plan = try town()
        func problem(_ zones: ClosedRange<Int>, runs: Int, confirmations: Int = 8) -> String {
            do {
                _ = try LayoutImprovement(
                    plan, limits: LayoutLimits(zones: zones), runs: runs, confirmations: confirmations, threads: 1)
                return ""
            } catch {
                return "\(error)"
            }
        }
        #expect(
            problem(2...4, runs: 45).hasPrefix("--runs 45: no better layout shown, because so few runs can show none"))
        #expect(problem(2...4, runs: 46) == "")
        #expect(problem(5...9, runs: 100).hasPrefix("--zones 5..9: the scenario has 4 zones"))
        #expect(problem(2...4, runs: 100, confirmations: 4).hasPrefix("--confirmations 4: at least 5"))
    }
}
