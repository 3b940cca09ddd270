// SPDX-License-Identifier: GPL-3.0-or-later

import CityReports
import CitySimulation
import CityTestKit
import Foundation
import ScenarioFile
import Testing

@testable import CityExperiments

@Suite struct ReplicationTests {
    private static let city = Result {
        try TestCity(file: "Scenarios/quickstart.yaml", set: ["record.invariants=false", "record.messages=false"])
    }

    private func experiment(_ rule: ReplicationRule, threads: Int = 2) throws -> Replications {
        try Replications(Self.city.get().plan, rule: rule, threads: threads)
    }

    /// Runs with a new path for a journal, and removes the folder afterwards.
    private func withPath(_ body: (String) throws -> Void) throws {
        let folder = NSTemporaryDirectory() + "cabrank-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body(folder + "/journal.jsonl")
    }

    @Test("PERF-16: 1, 2 and 8 threads give the same replications, fingerprints and files")
    func threads() throws {
        let sets = try [1, 2, 8].map { try experiment(.count(9), threads: $0).run() }
        for set in sets {
            #expect(set.replications.map(\.number) == Array(0..<9))
            #expect(set.replications == sets[0].replications)
            #expect(set.csv == sets[0].csv)
            #expect(try ReplicationsFile(set).encoded() == ReplicationsFile(sets[0]).encoded())
        }
        #expect(Set(sets[0].replications.map(\.fingerprint)).count == 9)
    }

    @Test("A replication is the run of that number made alone")
    func alone() throws {
        let set = try experiment(.count(3)).run()
        for replication in set.replications {
            let run = try Simulation(Self.city.get().plan, replication: UInt64(replication.number)).run()
            #expect(run.fingerprint == replication.fingerprint)
            #expect(run.metrics.values == replication.metrics)
            #expect(replication.zones.map(\.wait) == run.metrics.zones.map { $0.wait?.mean })
        }
        let waits = set.replications.compactMap { $0["wait.mean"] }
        #expect(set.interval(of: "wait.mean")?.mean == Interval(waits)?.mean)
    }

    @Test("The sequential rule stops at the same number for every number of threads, not before the least")
    func rule() throws {
        let target = try HalfWidthTarget(text: "wait.mean=12%")
        let rule = ReplicationRule.untilHalfWidth([target], least: 4, most: 200)
        let sets = try [1, 2, 8].map { try experiment(rule, threads: $0).run() }
        let count = sets[0].replications.count
        #expect(count >= 4 && count < 200 && sets[0].ending == .complete)
        #expect(sets.allSatisfy { $0.replications.count == count && $0.csv == sets[0].csv })
        #expect((sets[0].interval(of: "wait.mean")?.relativeHalfWidth ?? 1) <= 0.12)
        let before = Interval(sets[0].values(of: "wait.mean").dropLast().compactMap { $0 })
        #expect(count == 4 || (before?.relativeHalfWidth ?? 0) > 0.12)
        let short = try experiment(.untilHalfWidth([target], least: 2, most: 3)).run()
        #expect(short.ending == .complete || short.replications.count == 3)
        let tight = try HalfWidthTarget(text: "wait.mean=0.01%")
        #expect(try experiment(.untilHalfWidth([tight], least: 2, most: 3)).run().ending == .halfWidthNotReached)
    }

    @Test("A stopped experiment keeps what is finished, and goes on to the same bytes; nothing is run twice")
    func resume() throws {
        try withPath { path in
            let plan = try Self.city.get().plan
            let binding = JournalBinding(plan, seed: plan.scenario.seed)
            let whole = try experiment(.count(8)).run()
            var journal = try ReplicationJournal(path: path, binding: binding, resumes: false)
            let stopped = try experiment(.count(8)).run(journal: journal) { $0.finished < 3 }
            #expect(stopped.ending == .stopped)
            journal = try ReplicationJournal(path: path, binding: binding, resumes: true)
            #expect(journal.finished.count >= 3)
            let kept = journal.finished.count
            var ran = 0
            let resumed = try experiment(.count(8)).run(journal: journal) {
                ran = $0.finishedNow
                return true
            }
            #expect(ran == 8 - kept && resumed.ending == .complete)
            #expect(resumed.replications == whole.replications)
            #expect(try ReplicationsFile(resumed).encoded() == ReplicationsFile(whole).encoded())
        }
    }

    @Test("A journal cut at any byte loses its last line at most, and is mended by what follows")
    func tornJournal() throws {
        try withPath { path in
            let plan = try Self.city.get().plan
            let binding = JournalBinding(plan, seed: plan.scenario.seed)
            let journal = try ReplicationJournal(path: path, binding: binding, resumes: false)
            let set = try experiment(.count(3), threads: 1).run(journal: journal)
            let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
            let ends = bytes.indices.filter { bytes[$0] == 10 }.map { $0 + 1 }
            #expect(ends.count == 4)
            for cut in stride(from: 0, through: bytes.count, by: 211) {
                try bytes.prefix(cut).write(to: URL(fileURLWithPath: path))
                let opened = try ReplicationJournal(path: path, binding: binding, resumes: true)
                let lines = ends.count { $0 <= cut }
                #expect(opened.finished == Array(set.replications.prefix(max(0, lines - 1))), "cut at \(cut)")
                if opened.finished.count < 3 { try opened.add(set.replications[opened.finished.count]) }
                let again = try ReplicationJournal(path: path, binding: binding, resumes: true)
                #expect(again.finished.count == min(3, opened.finished.count + 1))
            }
        }
    }

    @Test("A journal of another seed, scenario or with a damaged line is not taken")
    func foreignJournal() throws {
        try withPath { path in
            let plan = try Self.city.get().plan
            let binding = JournalBinding(plan, seed: 1)
            let journal = try ReplicationJournal(path: path, binding: binding, resumes: false)
            _ = try experiment(.count(2), threads: 1).run(journal: journal)
            #expect(throws: JournalProblem.self) {
                try ReplicationJournal(path: path, binding: JournalBinding(plan, seed: 2), resumes: true)
            }
            let other = try TestCity(file: "Scenarios/quickstart.yaml", set: ["dispatch.offer-deadline=50 s"]).plan
            #expect(throws: JournalProblem.self) {
                try ReplicationJournal(path: path, binding: JournalBinding(other, seed: 1), resumes: true)
            }
            var text = try String(contentsOfFile: path, encoding: .utf8)
            // One digit of the first replication's event count.
            let spot = try #require(text.range(of: "\"events\":"))
            text.replaceSubrange(spot.upperBound...spot.upperBound, with: text[spot.upperBound] == "9" ? "8" : "9")
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
            #expect(throws: JournalProblem.self) {
                try ReplicationJournal(path: path, binding: binding, resumes: true)
            }
        }
    }

    @Test(
        "Bad numbers and unknown metrics give one clear message",
        arguments: [
            ("wait.men=2%", "did you mean `wait.mean`?"), ("wait.p95=0%", "above 0"), ("wait.p95=-2%", "above 0"),
            ("wait.p95", "wait.p95=2%"), ("wait.p95=two", "not a number"),
        ])
    func badTargets(text: String, part: String) {
        let problem = #expect(throws: ExperimentProblem.self) { try HalfWidthTarget(text: text) }
        #expect(problem?.description.contains(part) ?? false, "\(problem?.description ?? "")")
    }

    @Test("No replication and no thread is refused")
    func badNumbers() throws {
        let plan = try Self.city.get().plan
        for (rule, threads) in [
            (ReplicationRule.count(0), 1), (.count(1), 0), (.untilHalfWidth([], least: 2, most: 3), 1),
        ] {
            #expect(throws: ExperimentProblem.self) { try Replications(plan, rule: rule, threads: threads) }
        }
    }
}
