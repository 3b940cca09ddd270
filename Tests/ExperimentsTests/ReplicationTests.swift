// SPDX-License-Identifier: GPL-3.0-or-later

import CitySimulation
import CitySlices
import CityTestKit
import Foundation
import Reporting
import TaxiSimulation
import Testing

@testable import Experiments

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

    @Test(
        "Replications are counted, not stored ahead: the largest number there is takes no room, and 2 of them no more time"
    )
    func counted() throws {
        let some = try experiment(.count(3)).run().replications
        var course = ReplicationCourse(
            [try experiment(.count(.max)), try experiment(.count(.max))], rule: .count(.max),
            finished: [[some[0], some[2]], [some[1]]])
        #expect(course.left == .max)
        let first = (0..<5).compactMap { _ in course.claim() }.map { "\($0.number).\($0.member)" }
        #expect(first == ["0.1", "1.0", "2.1", "3.0", "3.1"])
        var few = ReplicationCourse([try experiment(.count(3))], rule: .count(3), finished: [[some[1]]])
        #expect(few.left == 2)
        #expect([few.claim(), few.claim(), few.claim()].map { $0?.number } == [0, 2, nil] && few.left == 0)
        let rule = ReplicationRule.untilHalfWidth(
            [try HalfWidthTarget(metric: "wait.mean", share: 1000)], least: 2, most: .max)
        #expect(try experiment(rule).run().replications.count == 2)
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
            let zones = run.metrics.taxi.zones.map(\.wishes)
            #expect(replication.leadingZones.map(\.wishes) == zones.map(\.decided))
            #expect(replication.leadingZones.map(\.notInTime) == zones.map(\.notInTime))
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
        // More than the least, so that the rule is seen to go on; fewer than the most, so that it is seen to stop.
        #expect(count > 4 && count < 200 && sets[0].ending == .complete)
        #expect(sets.allSatisfy { $0.replications.count == count && $0.csv == sets[0].csv })
        #expect((sets[0].interval(of: "wait.mean")?.relativeHalfWidth ?? 1) <= 0.12)
        let before = Interval(sets[0].values(of: "wait.mean").dropLast().compactMap { $0 })
        #expect((before?.relativeHalfWidth ?? 0) > 0.12)
        let short = try experiment(.untilHalfWidth([target], least: 2, most: 3)).run()
        #expect(short.ending == .halfWidthNotReached && short.replications.count == 3)
        let tight = try HalfWidthTarget(text: "wait.mean=0.01%")
        #expect(try experiment(.untilHalfWidth([tight], least: 2, most: 3)).run().ending == .halfWidthNotReached)
    }

    @Test("A stopped experiment keeps what is finished, and goes on to the same bytes; nothing is run twice")
    func resume() throws {
        try withPath { path in
            let plan = try Self.city.get().plan
            let binding = JournalBinding(plan, seed: plan.scenario.seed)
            let whole = try experiment(.count(8)).run()
            // On a busy machine all eight may be finished before this thread is awake to say stop: then once more.
            var ending = ReplicationSet.Ending.complete
            for _ in 0..<50 where ending != .stopped {
                try? FileManager.default.removeItem(atPath: path)
                let journal = try ReplicationJournal(path: path, binding: binding, resumes: false)
                ending = try experiment(.count(8)).run(journal: journal) { $0.finished < 3 }.ending
            }
            #expect(ending == .stopped)
            let journal = try ReplicationJournal(path: path, binding: binding, resumes: true)
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

    @Test("A journal of another seed or scenario is not taken")
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
            // Without its first line nothing of it can be trusted.
            let text = try String(contentsOfFile: path, encoding: .utf8)
            try Data(("x" + text).utf8).write(to: URL(fileURLWithPath: path))
            let head = #expect(throws: JournalProblem.self) {
                try ReplicationJournal(path: path, binding: binding, resumes: true)
            }
            #expect(head?.description.contains("journal.jsonl:1:") ?? false)
        }
    }

    @Test("Damaged lines of a journal are named and left out; the others stay, and only theirs run again")
    func damagedJournal() throws {
        try withPath { path in
            let plan = try Self.city.get().plan
            let binding = JournalBinding(plan, seed: plan.scenario.seed)
            let journal = try ReplicationJournal(path: path, binding: binding, resumes: false)
            let whole = try experiment(.count(5), threads: 1).run(journal: journal)
            var lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init)
            // One digit of an event count, a line that is no JSON, and the last one.
            let spot = try #require(lines[1].range(of: "\"events\":"))
            lines[1].replaceSubrange(
                spot.upperBound...spot.upperBound, with: lines[1][spot.upperBound] == "9" ? "8" : "9")
            lines[3] = "\u{0}\u{7}"
            lines[5] = String(lines[5].dropLast())
            try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: URL(fileURLWithPath: path))
            let opened = try ReplicationJournal(path: path, binding: binding, resumes: true)
            #expect(opened.damagedLines == [2, 4, 6])
            #expect(opened.finished == [whole.replications[1], whole.replications[3]])
            var ran = 0
            let again = try experiment(.count(5), threads: 1).run(journal: opened) {
                ran = $0.finishedNow
                return true
            }
            #expect(ran == 3 && again.replications == whole.replications)
            let mended = try ReplicationJournal(path: path, binding: binding, resumes: true)
            #expect(mended.damagedLines == [] && mended.finished == whole.replications)
        }
    }

    @Test("Experiments on shared threads give what each gives alone, for every number of threads")
    func sharedThreads() throws {
        let cities = try ["4", "6", "8", "5"].map {
            try TestCity(file: "Scenarios/quickstart.yaml", set: ["length=2 h", "drivers.cabs.count=\($0)"]).plan
        }
        let alone = try cities.map { try Replications($0, rule: .count(3)).run() }
        for threads in [1, 2, 8] {
            var found: [Int: ReplicationSet] = [:]
            var most = 0
            let isComplete = try Replications.runAll(4, most: 12, threads: threads) { index in
                (try Replications(cities[index], rule: .count(3)), nil)
            } progress: { reported in
                most = max(most, reported.experimentsFinished)
                #expect(reported.most == 12 && reported.experiments == 4)
                return true
            } take: { index, set in
                #expect(found[index] == nil && set.ending == .complete)
                found[index] = set
            }
            #expect(isComplete && most == 4)
            #expect(cities.indices.allSatisfy { found[$0]?.replications == alone[$0].replications })
            let both = try Replications.runSideBySide(
                cities[0...1].map { (try Replications($0, rule: .count(3)), nil) }, rule: .count(3), threads: threads)
            #expect(both.map(\.replications) == alone[0...1].map(\.replications))
        }
    }

    @Test("Side by side, the rule ends all variants at one number, the same for every number of threads")
    func pairedRule() throws {
        let plans = try [6, 7].map {
            try TestCity(file: "Scenarios/quickstart.yaml", set: ["length=2 h", "drivers.cabs.count=\($0)"]).plan
        }
        let target = try HalfWidthTarget(text: "wait.mean=6%")
        let rule = ReplicationRule.untilHalfWidth([target], least: 3, most: 80)
        let found = try [1, 2, 8].map { threads in
            try Replications.runSideBySide(
                plans.map { (try Replications($0, rule: rule), nil) }, rule: rule, threads: threads)
        }
        let count = found[0][0].replications.count
        #expect(count > 3 && count < 80 && found[0][0].ending == .complete)
        #expect(found.allSatisfy { $0.map(\.replications) == found[0].map(\.replications) })
        let values = found[0].map { $0.values(of: "wait.mean") }
        #expect(target.isReached(by: values, least: 3, level: 0.95))
        #expect(!target.isReached(by: values.map { $0.dropLast() }, least: 3, level: 0.95))
    }

    @Test("Experiments on shared threads stop, keep what is finished, and an error of opening comes through")
    func sharedStop() throws {
        let plan = try Self.city.get().plan
        struct NoMore: Error {}
        var opened = 0
        #expect(throws: NoMore.self) {
            try Replications.runAll(5, most: 10, threads: 2) { index in
                opened += 1
                if index == 2 { throw NoMore() }
                return (try Replications(plan, rule: .count(2), seed: UInt64(index)), nil)
            } take: { _, _ in
            }
        }
        #expect(opened == 3)
        var sets: [Int: ReplicationSet] = [:]
        let isComplete = try Replications.runAll(50, most: 100, threads: 2) { index in
            (try Replications(plan, rule: .count(2), seed: UInt64(index)), nil)
        } progress: {
            $0.experimentsFinished < 3
        } take: {
            sets[$0] = $1
        }
        #expect(!isComplete && sets.count < 50)
        #expect(sets.values.count { $0.ending == .complete } >= 3)
    }

    @Test(
        "A journal belongs to the bytes of the map the travel table and the files of services, and says which file has changed"
    )
    func files() throws {
        try withPath { path in
            let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
            func write(_ text: String, _ name: String) throws {
                try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/" + name))
            }
            let map = """
                {"type":"FeatureCollection","features":[{"type":"Feature","properties":{"zone_id":1},"geometry":{"type":\
                "Polygon","coordinates":[[[9,45],[9.02,45],[9.02,45.02],[9,45.02],[9,45]]]}}]}
                """
            let table = "from_zone,to_zone,seconds\n1,1,600\n"
            func plan() throws -> CityPlan {
                try TestCity(
                    """
                    length: 1 h
                    city: {zones: map.geojson, number: zone_id}
                    travel: {table: ways.csv}
                    drivers: [{name: cabs, count: 2}]
                    passengers: [{name: callers, arrivals: {per-day: 100}}]
                    people: [{name: folk, count: 2, days: [{activities: [{name: walk, place: near, start: 09:00, length: 1 h}]}]}]
                    trips: {region: region.geojson}
                    """, folder: folder
                ).plan
            }
            func open(_ plan: CityPlan, invariants: Bool = false) throws -> ReplicationJournal {
                try ReplicationJournal(
                    path: path, binding: JournalBinding(plan, seed: 1, checksInvariants: invariants), resumes: true)
            }
            try write(map, "map.geojson")
            try write(table, "ways.csv")
            try write(map, "region.geojson")
            _ = try open(plan())
            _ = try open(plan())
            func problem(_ part: String) {
                let found = #expect(throws: JournalProblem.self) { try open(plan()) }
                #expect(found?.description.contains(part) ?? false, "\(found?.description ?? "")")
            }
            try write(table.replacing("600", with: "601"), "ways.csv")
            problem("other contents of ways.csv (travel.table): the file has changed since")
            try write(table, "ways.csv")
            // One blank: the zones are the same, and yet it is another file.
            try write(map + " ", "map.geojson")
            problem("other contents of map.geojson (city.zones): the file has changed since")
            try write(map, "map.geojson")
            try write(map + " ", "region.geojson")
            problem("other contents of region.geojson (trips.region): the file has changed since")
            try write(map, "region.geojson")
            _ = try open(plan())
            let checks = #expect(throws: JournalProblem.self) { try open(plan(), invariants: true) }
            #expect(checks?.description.contains("without the checks of invariants") ?? false)
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

    @Test("No replication and fewer than no threads are refused")
    func badNumbers() throws {
        let plan = try Self.city.get().plan
        for (rule, threads) in [
            (ReplicationRule.count(0), 1), (.count(1), -1), (.untilHalfWidth([], least: 2, most: 3), 1),
        ] {
            #expect(throws: ExperimentProblem.self) { try Replications(plan, rule: rule, threads: threads) }
        }
    }
}
