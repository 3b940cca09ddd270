// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CityTestKit
import Foundation
import Reporting
import ScenarioLanguage
import Testing

@testable import CitySimulation
@testable import CitySlices
@testable import Experiments

/// A number is one line: one more statistic of the fountain, and every place in which numbers of services are.
@Suite("A statistic that one line adds to a service")
struct StatisticTests {
    private static let name = "fountain.thirsty"
    private static let label = "thirsty people"
    private let slice: FountainSlice
    private let plan: CityPlan
    private let others: CityPlan

    init() throws {
        var slice = FountainSlice()
        // The line.
        slice.statistics += Metric.count("thirsty", Self.label, "People who came to the fountain.") {
            $0.drunk + $0.empty
        }
        self.slice = slice
        func plan(_ cups: Int) throws -> CityPlan {
            try SliceRuns(slice, head: "").plan(
                """
                cabrank: 1
                name: square
                start: 2026-03-04 06:00
                length: 3 h
                city: {grid: {rows: 2, columns: 2, cell: 1 km}}
                drivers: [{name: cabs, count: 2, answer: {reaction: 3 s, accept: 90%}}]
                passengers: [{name: residents, population: {people: 30, thinking: {exponential: 40 min}}}]
                fountain: {cups: \(cups), refill: 60 s, thirst: {exponential: 10 min}}
                budgets: [{metric: \(Self.name), above: 10}]

                """)
        }
        (self.plan, others) = (try plan(2), try plan(4))
    }

    private func replications(_ plan: CityPlan) throws -> ReplicationSet {
        var experiment = try Replications(plan, rule: .count(3), threads: 2)
        experiment.keepsWishes = true
        return try experiment.run()
    }

    @Test(
        "A run has it in summary.json, whose schema knows it, in results.sqlite and on the page; `cabrank metrics` lists it"
    )
    func run() throws {
        #expect(slice.chapters.flatMap(\.metrics).contains { $0.name == Self.name && $0.label == Self.label })
        let schema = SummarySchema.json(services: slice.metrics)
        #expect(schema.contains("\"\(Self.name)\":{") && !SummarySchema.json().contains(Self.name))

        let folder = FileManager.default.temporaryDirectory.path + "/cabrank-fountain-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var simulation = Simulation(plan)
        let output = try OutputFolder(path: folder, writer: OutputFolder.Writer(command: "run", since: ""))
        let results = try RunFolder(in: output, context: simulation.context)
        simulation.observers = { _ in results.observers }
        let result = try simulation.run()
        let value = try #require(result.metrics[Self.name])
        #expect(value > 100)
        try results.close(
            result: result.metrics, violations: [], fingerprint: result.fingerprint,
            run: RunFile(
                wallSeconds: 1, cpuSeconds: 1, peakMemoryBytes: 1, host: "", date: "", toolchain: "", version: "",
                scenarioHash: "", seed: "1", commandLine: [], fingerprint: result.fingerprint),
            assets: ReportAssets())
        let summary = try JSONSerialization.jsonObject(
            with: Data(contentsOf: URL(fileURLWithPath: folder + "/summary.json")))
        let metrics = try #require((summary as? [String: Any])?["metrics"] as? [String: Any])
        #expect(metrics[Self.name] as? Double == value)
        let page = try String(contentsOfFile: folder + "/report.html", encoding: .utf8)
        #expect(page.contains("<dt>\(Self.label)</dt>") && page.contains(Self.name))
        var stored: [String] = []
        try StoredResults(path: folder + "/results.sqlite", with: ["metrics"])
            .each("SELECT value FROM metrics WHERE name = '\(Self.name)'") { stored.append($0.text(0)) }
        #expect(stored.compactMap { Double($0) } == [value])
    }

    @Test("Replications have its interval; budgets, a size, a sweep and a comparison judge by it")
    func experiments() throws {
        let (set, more) = (try replications(plan), try replications(others))
        let interval = try #require(set.intervals.metrics[Self.name])
        #expect(interval.count == 3 && interval.mean > 100 && interval.halfWidth != nil)
        let file = String(decoding: try ReplicationsFile(set).encoded(), as: UTF8.self)
        #expect(file.contains("\"\(Self.name)\" :"))

        let check = CheckResult(plan.scenario.budgets, on: set, invariantsChecked: false) { _ in nil }
        #expect(check.judgements.first?.measured == interval.mean && check.verdict == .kept)
        let known = BudgetMetric.all(with: plan.slices)
        let target = try SizeTarget.budget("\(Self.name)>10", confidence: 0.95, among: known)
        let judgement = try #require(
            CheckResult([target], on: set, invariantsChecked: false) { _ in nil }.judgements.first)
        let size = SizeResult(
            context: set.context, path: "fountain.cups",
            answer: SizeSearch.Answer(smallest: 2, tooSmall: nil),
            attempts: [SizeResult.Attempt(size: 2, judgement: judgement)])
        #expect(String(decoding: try #require(try SizeFile(size)?.encoded()), as: UTF8.self).contains(Self.name))
        #expect(SizePage(size).html.contains(Self.name))
        #expect(throws: ExperimentProblem.self) {
            try SizeTarget.budget("fountain.hungry>10", confidence: 0.95, among: known)
        }

        let points = try SweepDesign.grid.points([SweepAxis(text: "fountain.cups=2,4")])
        let sweep = SweepResult(
            context: set.context, replications: 3, design: "grid", paths: ["fountain.cups"],
            rows: zip(points, [set, more]).map { SweepResult.Row($0, $1) }, base: 0)
        #expect(
            String(decoding: try SweepFile(sweep, metrics: [Self.name]).encoded(), as: UTF8.self).contains(Self.name))
        #expect(sweep.page(metrics: [Self.name], assets: ReportAssets()).html.contains(Self.name))

        let comparison = Comparison([
            Comparison.Variant(name: "few", plan: plan, set: set),
            Comparison.Variant(name: "many", plan: others, set: more),
        ])
        #expect(ComparisonPage(comparison).html.contains(Self.label))
        #expect(String(decoding: try comparison.encoded(), as: UTF8.self).contains("\"\(Self.name)\""))
    }
}
