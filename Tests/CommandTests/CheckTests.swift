// SPDX-License-Identifier: GPL-3.0-or-later

import CityTestKit
import Foundation
import Testing

/// `cabrank check` as a CI system uses it.
@Suite struct CheckTests {
    /// The quickstart with budgets, in a file of the command's folder.
    private func scenario(_ budgets: String, in command: Command, name: String = "city.yaml") throws {
        try command.write("include: \(command.quickstartCopy())\nname: city\nbudgets:\n\(budgets)", to: name)
    }

    @Test("SIM-04: a broken budget ends with status 1 and is named with value and limit; a kept one ends with 0")
    func verdicts() throws {
        try Command.inNewFolder { command in
            try scenario("  - {name: quick, metric: wait.p95, below: 5 s}\n", in: command)
            let broken = try command.run("check", "city.yaml", "--replications", "4", "--quiet")
            #expect(broken.status == 1, "\(broken.complaints)")
            #expect(broken.output.hasPrefix("broken     quick: wait.p95 < 5 s: mean "), "\(broken.output)")
            #expect(broken.complaints == "")
            try scenario("  - {name: quick, metric: wait.p95, below: 5 h}\n", in: command)
            let kept = try command.run("check", "city.yaml", "--replications", "4", "--quiet")
            #expect(kept.status == 0 && kept.output.hasPrefix("kept       quick: "), "\(kept.output)")
            // One of several is enough to fail.
            try scenario(
                "  - {metric: wait.p95, below: 5 h}\n  - {metric: wait.max, at-most: 1 s, judge: each}\n", in: command)
            let mixed = try command.run("check", "city.yaml", "--replications", "1", "--quiet")
            #expect(mixed.status == 1)
            #expect(mixed.output.contains("broken     wait.max <= 1 s: worst "), "\(mixed.output)")
            #expect(mixed.output.contains("undecided  wait.p95 < 18000 s"), "\(mixed.output)")
            #expect(try command.files() == ["city.yaml"])
        }
    }

    @Test("SIM-08: with a budget of 60 s of wall time the check passes, or the run fails; so with CPU time and memory")
    func cost() throws {
        try Command.inNewFolder { command in
            // Whatever this machine takes: the verdict is that of the measured value, and the exit status that of the verdicts.
            // What the reference load takes is judged with its own budgets on a release build (`scripts/check budget`).
            let good = "  - {name: good, metric: wait.p95, at-most: 10 h, judge: each}\n"
            for (budget, isKept) in [
                ("{name: cost, metric: run.wall-time, at-most: 60 s}", nil),
                ("{name: cost, metric: run.wall-time, at-most: 1000 h}", true),
                ("{name: cost, metric: run.memory, at-most: 1000 GB}", true),
                ("{name: cost, metric: run.memory, at-most: 1 kB}", false),
                ("{name: cost, metric: run.wall-time, below: 0 s}", false),
                ("{name: cost, metric: run.cpu, below: 0 s}", false),
            ] as [(String, Bool?)] {
                try scenario(good + "  - \(budget)\n", in: command)
                let outcome = try command.run(
                    "check", "city.yaml", "--replications", "1", "--quiet", "--json-file", "a.json")
                let file = try JSONSerialization.jsonObject(with: Data(try command.text("a.json").utf8))
                let list = try #require((file as? [String: Any])?["budgets"] as? [[String: Any]])
                let measured = try #require(list.last?["measured"] as? Double)
                let isPassed = isKept ?? (measured <= 60)
                #expect(outcome.status == (isPassed ? 0 : 1), "\(budget): \(outcome.output)\(outcome.complaints)")
                #expect(outcome.output.contains(isPassed ? "kept       cost: run." : "broken     cost: run."))
                #expect(measured > 0 && outcome.output.contains("kept       good: "), "\(outcome.output)")
            }
        }
    }

    @Test("Undecided fails unless it is allowed, and says how many replications would decide")
    func undecided() throws {
        try Command.inNewFolder { command in
            // The mean of the same replications: certainly inside of its own interval.
            try scenario("  - {metric: wait.mean, at-most: 1 h}\n", in: command)
            _ = try command.run("check", "city.yaml", "--replications", "3", "--quiet", "--json-file", "a.json")
            let object = try JSONSerialization.jsonObject(with: Data(try command.text("a.json").utf8)) as? [String: Any]
            let budget = try #require((object?["budgets"] as? [[String: Any]])?.first)
            let (mean, high) = (try #require(budget["measured"] as? Double), try #require(budget["high"] as? Double))
            try scenario("  - {metric: wait.mean, at-most: \((mean + high) / 2) s}\n", in: command)
            let outcome = try command.run("check", "city.yaml", "--replications", "3", "--quiet")
            #expect(outcome.status == 1)
            #expect(outcome.output.contains("replications would decide"), "\(outcome.output)")
            let allowed = try command.run("check", "city.yaml", "--replications", "3", "--quiet", "--allow-undecided")
            #expect(allowed.status == 0 && allowed.output == outcome.output)
        }
    }

    @Test("A check that was stopped or killed goes on with --resume to the same bytes, and leaves no folder behind")
    func resume() throws {
        try Command.inNewFolder { command in
            try scenario("  - {metric: wait.p95, at-most: 1 h}\n", in: command)
            let arguments = [
                "check", "city.yaml", "--quiet", "--set", "length=3 h", "--replications", "8", "--json-file", "a.json",
            ]
            func lines() -> Int {
                (try? command.text("Reports/city/check/journal.jsonl").count { $0 == "\n" }) ?? 0
            }
            for (signal, wanted) in [(SIGKILL, SIGKILL), (SIGINT, 130)] {
                let status = try command.stop(
                    arguments, by: signal, removing: "Reports", when: { lines() >= 3 }, leaving: { lines() < 9 })
                #expect(status == wanted && lines() >= 3)
                let refused = try command.run(list: arguments)
                #expect(refused.status == 2 && refused.complaints.contains("--resume"), "\(refused.complaints)")
                let resumed = try command.run(list: arguments + ["--resume"])
                #expect(resumed.status == 0, "\(resumed.complaints)")
                #expect(try command.files() == ["a.json", "city.yaml"])
                let json = try command.text("a.json")
                let whole = try command.run(list: arguments)
                #expect(whole.output == resumed.output)
                #expect(try command.text("a.json") == json)
            }
        }
    }

    @Test("A check in a folder of its own keeps its journal, so that more replications go on from there")
    func more() throws {
        try Command.inNewFolder { command in
            try scenario("  - {metric: wait.p95, at-most: 1 h}\n", in: command)
            func check(_ count: String, _ folder: String, _ more: [String] = []) throws -> Command.Outcome {
                try command.run(
                    list: ["check", "city.yaml", "--quiet", "--replications", count, "--out", folder] + more)
            }
            #expect(try check("3", "c").status == 0)
            #expect(try command.files(in: "c") == ["check.json", "journal.jsonl"])
            let first = try command.text("c/journal.jsonl")
            #expect(try check("6", "c", ["--resume"]).status == 0)
            #expect(try command.text("c/journal.jsonl").hasPrefix(first))
            #expect(try check("6", "d").status == 0)
            #expect(try command.text("c/check.json") == command.text("d/check.json"))
            let bare = try check("6", "c", ["--resume", "--no-invariants", "--set", "record.invariants=false"])
            #expect(bare.status == 2, "\(bare.complaints)")
        }
    }

    @Test("The files are written, and are the same bytes with one thread and with eight")
    func files() throws {
        try Command.inNewFolder { command in
            try scenario("  - {metric: wait.p95, at-most: 1 h}\n", in: command)
            for (folder, threads) in [("a", "1"), ("b", "8")] {
                try FileManager.default.createDirectory(
                    at: command.folder.appendingPathComponent(folder), withIntermediateDirectories: true)
                let outcome = try command.run(
                    list: [
                        "check", "city.yaml", "--replications", "9", "--threads", threads, "--quiet", "--junit",
                        "\(folder)/j.xml", "--markdown", "\(folder)/m.md", "--json-file", "\(folder)/c.json",
                        "--store-baseline", "\(folder)/b.json",
                    ], environment: ["CABRANK_CORES": "8"])
                #expect(outcome.status == 0, "\(outcome.complaints)")
            }
            // Only the times of the host in the JUnit file differ from run to run.
            let time = /time="[0-9]+\.[0-9]{3}"/
            for name in ["j.xml", "m.md", "c.json", "b.json"] {
                let texts = try ["a", "b"].map { try command.text("\($0)/\(name)").replacing(time, with: "") }
                #expect(texts[0] == texts[1], "\(name)")
            }
            #expect(try command.text("a/j.xml").matches(of: time).count == 4)
        }
    }

    @Test("A baseline is stored and judged against; another seed, another version and a missing file are reported")
    func baseline() throws {
        try Command.inNewFolder { command in
            let budget = "  - {metric: wait.mean, at-most: baseline, tolerance: 1%, baseline: city.baseline.json}\n"
            try scenario(budget, in: command)
            let missing = try command.run("check", "city.yaml", "--quiet")
            #expect(missing.status == 2 && missing.complaints.contains("there is no baseline"), "\(missing.complaints)")
            let size = ["--replications", "6", "--quiet"]
            let stored = try command.run(
                "check", "city.yaml", size[0], size[1], size[2], "--store-baseline", "city.baseline.json")
            #expect(stored.status == 0, "\(stored.output)\(stored.complaints)")
            let same = try command.run("check", "city.yaml", size[0], size[1], size[2])
            #expect(same.status == 0 && same.output.contains("(baseline "), "\(same.output)")
            // Slower cars: every replication is worse than the stored one.
            let slower = try command.run(
                "check", "city.yaml", size[0], size[1], size[2], "--set", "travel.free-speed=10 km/h")
            #expect(slower.status == 1 && slower.output.hasPrefix("broken "), "\(slower.output)")
            let text = try command.text("city.baseline.json")
            try command.write(text.replacing("\"baselineVersion\": 1", with: "\"baselineVersion\": 9"), to: "old.json")
            let old = try command.run("check", "city.yaml", size[0], size[1], size[2], "--baseline", "old.json")
            #expect(old.status == 2 && old.complaints.contains("schema version 9"), "\(old.complaints)")
            #expect(old.output == "")
        }
    }

    @Test("Bad input ends with status 2 and one clear message, and nothing is written")
    func badInput() throws {
        try Command.inNewFolder { command in
            try scenario("  - metric: wait.pp95\n    at-most: 1 s\n", in: command)
            for name in ["check", "validate", "run"] {
                let outcome = try command.run(name, "city.yaml")
                #expect(outcome.status == 2)
                #expect(
                    outcome.complaints.contains(
                        "city.yaml:4:13: error: unknown metric `wait.pp95`; did you mean `wait.p95`?"),
                    "\(outcome.complaints)")
            }
            try scenario("  - {metric: wait.p95, at-most: 1 h}\n", in: command)
            for (arguments, word) in [
                (["--replications", "0"], "--replications 0"), (["--threads", "0"], "--threads 0"),
                (["--threads", "100000"], "at most 4096"), (["--junit", "nowhere/x.xml"], "there is no folder"),
                (["--confidence", "1"], "confidence"),
            ] {
                let outcome = try command.run("check", "city.yaml", arguments[0], arguments[1])
                #expect(outcome.status == 2 && outcome.complaints.contains(word), "\(outcome.complaints)")
            }
            let none = try command.run("check", ProjectFolder.file("Scenarios/quickstart.yaml"))
            #expect(none.status == 2 && none.complaints.contains("no `budgets`"))
            #expect(try command.files() == ["city.yaml"])
        }
    }
}
