// SPDX-License-Identifier: GPL-3.0-or-later

import CityTestKit
import Foundation
import Testing

/// Replications and comparisons as people use them.
@Suite struct ReplicationCommandTests {
    private let quickstart = ProjectFolder.file("Scenarios/quickstart.yaml")
    private let results = ["replications.json", "replications.csv", "summary.json", "report.html"]
    private let cores = ProcessInfo.processInfo.activeProcessorCount

    @Test("PERF-16: processes with 1, 2 and 8 threads write the same bytes, whatever the machine has")
    func threads() throws {
        try Command.inNewFolder { command in
            for threads in ["1", "2", "8"] {
                let outcome = try command.run(
                    list: [
                        "run", quickstart, "--quiet", "--replications", "9", "--threads", threads, "--out", threads,
                    ], environment: ["CABRANK_CORES": "8"])
                #expect(outcome.status == 0 && outcome.complaints == "", "\(outcome.complaints)")
                #expect(outcome.output.contains("9 replications") && outcome.output.contains("+-"))
            }
            for file in results {
                #expect(try command.text("1/\(file)") == command.text("2/\(file)"), "\(file)")
                #expect(try command.text("1/\(file)") == command.text("8/\(file)"), "\(file)")
            }
            #expect(try command.text("1/report.html").contains("<section id=\"intervals\""))
            #expect(try command.text("1/replications.csv").split(separator: "\n").count == 10)
            for cores in ["0", "many"] {
                let outcome = try command.run(
                    list: ["run", quickstart, "--replications", "2"], environment: ["CABRANK_CORES": cores])
                #expect(outcome.status == 2 && outcome.complaints.contains("CABRANK_CORES=\(cores)"))
            }
        }
    }

    @Test("Only one process at a time writes a journal")
    func twoProcesses() throws {
        try Command.inNewFolder { command in
            var second: Command.Outcome?
            let status = try command.stop(
                ["run", quickstart, "--quiet", "--set", "length=3 h", "--replications", "20000", "--out", "d"],
                by: SIGKILL, removing: "d",
                when: {
                    guard count(command, "d") >= 2 else { return false }
                    second = try? command.run(
                        "run", quickstart, "--quiet", "--set", "length=3 h", "--replications", "2", "--out", "d",
                        "--resume")
                    return true
                })
            #expect(status == SIGKILL)
            let refused = try #require(second)
            #expect(refused.status == 2 && refused.complaints.contains("another process"), "\(refused.complaints)")
        }
    }

    @Test("A run is not resumed after a table or a map of the scenario has changed")
    func changedFile() throws {
        try Command.inNewFolder { command in
            let map = layout([(0, 0.02), (0.02, 0.04)])
            try command.write(map, to: "base.geojson")
            try command.write("zone_id,weight\n1,3\n2,1\n", to: "demand.csv")
            try command.write(
                town + "    origin: {file: demand.csv, zone: zone_id, weight: weight}\n", to: "town.yaml")
            let arguments = ["run", "town.yaml", "--quiet", "--replications", "3", "--out", "f"]
            #expect(try command.run(list: arguments).status == 0)
            #expect(try command.run(list: arguments + ["--resume"]).status == 0)
            try command.write(map + "\n", to: "base.geojson")
            let moved = try command.run(list: arguments + ["--resume"])
            #expect(
                moved.status == 2 && moved.complaints.contains("other contents of base.geojson"), "\(moved.complaints)")
            try command.write(map, to: "base.geojson")
            try command.write("zone_id,weight\n1,3\n2,2\n", to: "demand.csv")
            let weighed = try command.run(list: arguments + ["--resume"])
            #expect(
                weighed.status == 2 && weighed.complaints.contains("a table that it reads"), "\(weighed.complaints)")
            #expect(weighed.complaints.split(separator: "\n").count == 1)
        }
    }

    @Test("Replications that were killed at any moment go on with --resume to the same bytes", arguments: [2, 4, 7])
    func kill(lines: Int) throws {
        try Command.inNewFolder { command in
            let arguments = ["run", quickstart, "--quiet", "--set", "length=3 h", "--replications", "8"]
            let status = try command.stop(
                arguments + ["--out", "k"], by: SIGKILL, removing: "k", when: { count(command, "k") >= lines },
                leaving: { count(command, "k") < 9 })
            #expect(status == SIGKILL)
            let kept = count(command, "k") - 1
            #expect(kept >= lines - 1)
            #expect(try command.files(in: "k") == ["journal.jsonl"])
            let refused = try command.run("run", quickstart, "--replications", "8", "--out", "k")
            #expect(refused.status == 2 && refused.complaints.contains("--resume"), "\(refused.complaints)")
            let resumed = try command.run(
                "run", quickstart, "--quiet", "--set", "length=3 h", "--replications", "8", "--out", "k", "--resume")
            #expect(resumed.status == 0, "\(resumed.complaints)")
            let whole = try command.run(
                "run", quickstart, "--quiet", "--set", "length=3 h", "--replications", "8", "--out", "w")
            #expect(whole.status == 0)
            for file in results { #expect(try command.text("k/\(file)") == command.text("w/\(file)"), "\(file)") }
            #expect(whole.output.replacingOccurrences(of: "w/report", with: "k/report") == resumed.output)
            // Another scenario does not take the journal.
            let other = try command.run(
                "run", quickstart, "--set", "length=2 h", "--replications", "8", "--out", "k", "--resume")
            #expect(other.status == 2 && other.complaints.contains("another scenario"), "\(other.complaints)")
        }
    }

    @Test("Replications that were killed while the results were written go on to the same bytes")
    func killWhileWriting() throws {
        try Command.inNewFolder { command in
            func arguments(_ folder: String) -> [String] {
                ["run", quickstart, "--quiet", "--set", "length=24 h", "--replications", "2", "--out", folder]
            }
            func isMaking() -> Bool {
                let names = try? FileManager.default.contentsOfDirectory(
                    atPath: command.folder.appendingPathComponent("k").path)
                return names?.contains { $0.hasPrefix(".making") } ?? false
            }
            let status = try command.stop(
                arguments("k"), by: SIGKILL, removing: "k", when: isMaking, leaving: isMaking)
            #expect(status == SIGKILL)
            #expect(try command.files(in: "k") == ["journal.jsonl"])
            #expect(try command.run(list: arguments("k") + ["--resume"]).status == 0)
            #expect(try command.run(list: arguments("w")).status == 0)
            for file in results { #expect(try command.text("k/\(file)") == command.text("w/\(file)"), "\(file)") }
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: command.folder.appendingPathComponent("k").path)
                    .sorted()
                    == FileManager.default.contentsOfDirectory(atPath: command.folder.appendingPathComponent("w").path)
                    .sorted())
        }
    }

    @Test("Ctrl-C ends replications with status 130 and keeps what is finished")
    func interruption() throws {
        try Command.inNewFolder { command in
            let status = try command.stop(
                ["run", quickstart, "--set", "length=3 h", "--replications", "20000", "--out", "i"], by: SIGINT,
                removing: "i", when: { count(command, "i") >= 3 })
            #expect(status == 130)
            #expect(count(command, "i") >= 3 && count(command, "i") < 20_001)
            let text = try command.text("i/journal.jsonl")
            #expect(text.hasSuffix("\n"))
            #expect(try command.files(in: "i") == ["journal.jsonl"])
        }
    }

    private func count(_ command: Command, _ folder: String) -> Int {
        (try? command.text("\(folder)/journal.jsonl").count { $0 == "\n" }) ?? 0
    }

    @Test("Wrong numbers end with status 2 and one message, and write nothing")
    func badNumbers() throws {
        try Command.inNewFolder { command in
            for (arguments, part) in [
                (["--replications", "0"], "at least 1"), (["--replications", "2", "--threads", "0"], "at least 1"),
                (["--replications", "2", "--threads", "5000"], "at most 4096"),
                (["--until-half-width", "wait.men=2%"], "`wait.mean`"),
                (["--until-half-width", "wait.p95=0%"], "above 0"),
                (["--until-half-width", "wait.p95=-1%"], "above 0"), (["--resume"], "--replications"),
                (["--max-replications", "3"], "--until-half-width"),
                (["--until-half-width", "wait.p95=2%", "--min-replications", "1"], "2 or more"),
            ] {
                let outcome = try command.run(list: ["run", quickstart] + arguments)
                #expect(outcome.status == 2, "\(arguments)")
                #expect(outcome.complaints.contains(part), "\(outcome.complaints)")
                #expect(outcome.complaints.split(separator: "\n").count == 1, "\(outcome.complaints)")
                #expect(outcome.output == "")
            }
            #expect(try command.files() == [])
        }
    }

    @Test("The sequential rule ends when the half width is reached, and says so when it is not")
    func halfWidth() throws {
        try Command.inNewFolder { command in
            let reached = try command.run(
                "run", quickstart, "--quiet", "--until-half-width", "wait.mean=15%", "--min-replications", "3",
                "--no-report")
            #expect(reached.status == 0 && reached.complaints == "", "\(reached.complaints)")
            #expect(reached.output.contains("replications, 3 to 500 allowed: wait, mean +- "), "\(reached.output)")
            let missed = try command.run(
                "run", quickstart, "--quiet", "--until-half-width", "wait.mean=0.1%", "--min-replications", "2",
                "--max-replications", "3", "--no-report")
            #expect(missed.status == 0 && missed.complaints.contains("not reached with 3"), "\(missed.complaints)")
            #expect(try command.files() == [])
        }
    }

    /// A grid of two by two as GeoJSON, cut into two halves instead.
    private func layout(_ halves: [(Double, Double)]) -> String {
        let features = halves.enumerated().map { index, span in
            let (west, east) = (9.0 + span.0, 9.0 + span.1)
            return """
                {"type":"Feature","properties":{"zone_id":\(index + 1),"name":"part \(index + 1)"},"geometry":{"type":"Polygon",\
                "coordinates":[[[\(west),45],[\(east),45],[\(east),45.02],[\(west),45.02],[\(west),45]]]}}
                """
        }
        return "{\"type\":\"FeatureCollection\",\"features\":[\(features.joined(separator: ","))]}"
    }

    private let town = """
        cabrank: 1
        name: town
        length: 3 h
        city: {zones: base.geojson, number: zone_id, name: name}
        drivers: [{name: cabs, count: 12, answer: {accept: 90%, refuse: 10%}}]
        passengers:
          - name: callers
            arrivals: {per-day: 600}

        """

    @Test("SIM-05: layouts are compared with the same people: mean difference and 95 % interval for each measure")
    func layouts() throws {
        try Command.inNewFolder { command in
            try command.write(layout([(0, 0.01), (0.01, 0.02), (0.02, 0.03), (0.03, 0.04)]), to: "base.geojson")
            try command.write(layout([(0, 0.02), (0.02, 0.04)]), to: "halves.geojson")
            try command.write(layout([(0, 0.01), (0.01, 0.02), (0.02, 0.03), (0.03, 0.04)]), to: "same.geojson")
            try command.write(layout([(0, 0.02)]), to: "west.geojson")
            try command.write(town, to: "town.yaml")
            let outcome = try command.run(
                "compare", "town.yaml", "--layout", "same.geojson", "--layout", "halves.geojson", "--replications",
                "20",
                "--quiet", "--out", "c")
            #expect(outcome.status == 0, "\(outcome.complaints)")
            #expect(outcome.output.contains("halves compared with same: 20 pairs"))
            let pairs = try pairs(command, "c")
            let measures = try #require(pairs.first?["measures"] as? [[String: Any]])
            let names = measures.compactMap { $0["metric"] as? String }
            for name in [
                "wait.mean", "calls.abortRate", "queueTime.mean", "distance.empty", "fairness.gini", "fairness.jain",
                "fairness.overtakes", "fairness.placeWaitSd",
            ] {
                #expect(names.contains(name))
            }
            let wait = try #require(measures.first { $0["metric"] as? String == "wait.mean" })
            #expect((wait["difference"] as? [String: Any])?["count"] as? Int == 20)
            #expect(wait["low"] is Double && wait["high"] is Double && wait["varianceRemoved"] is Double)
            #expect((pairs.first?["zones"] as? [[String: Any]])?.count == 4)
            let page = try command.text("c/compare.html")
            #expect(page.contains("<svg") && !page.contains("http"))
            // The finding opens the page, then where, when, whom, how evenly, the drivers, and the statistics folded.
            let order = try [
                "<p class=\"finding ", "<h2 id=\"where\">", "<h2 id=\"hours\">", "<h2 id=\"people\">",
                "<h2 id=\"evenness\">", "<h2 id=\"drivers\">", "<details id=\"statistics\"><summary>",
                "Differences</caption>", "wait, mean (min)", "Zone by zone: halves against same",
                "mean wait of the served (min)</th>", "Unserved requests by zone of origin",
            ].map { try #require(page.range(of: $0), "\($0)").lowerBound }
            #expect(order == order.sorted())
            #expect(page.contains("<th scope=\"col\">same</th><th scope=\"col\">halves</th>"))
            #expect(!page.contains(">first<") && !page.contains("Winners"))
            let finding = try #require(pairs.first?["finding"] as? String)
            #expect(finding.contains("people") && finding.contains("aboard within 10 min"), "\(finding)")
            #expect(outcome.output.contains(finding) && outcome.output.contains("unserved share (%)"))
            #expect((pairs.first?["zonesUnserved"] as? [[String: Any]])?.count == 4)
            #expect((pairs.first?["zonesNotInTime"] as? [[String: Any]])?.count == 4)
            // The same people call under every layout: each wish is found again.
            let same = try #require(pairs.first?["samePeople"] as? [String: Double])
            #expect(same["found"] ?? 0 > 60 && same["found"] ?? 0 > 0.98 * (same["wishes"] ?? 0), "\(same)")

            // The scenario's own layout as a file: the same events, and no difference anywhere.
            let own = try command.run(
                "compare", "town.yaml", "--layout", "same.geojson", "--replications", "4", "--quiet", "--out", "s")
            #expect(own.status == 0, "\(own.complaints)")
            let variants = try #require(try object(command, "s")["variants"] as? [[String: Any]])
            #expect(variants.count == 2)
            #expect(variants[0]["fingerprints"] as? [String] == variants[1]["fingerprints"] as? [String])
            #expect(own.output.contains("no difference shown") && !own.output.contains("higher"))

            let bare = try command.run("compare", "town.yaml", "--layout", "west.geojson", "--quiet")
            #expect(bare.status == 2 && bare.complaints.contains("covers 50"), "\(bare.complaints)")
            #expect(bare.complaints.contains("part 3"))
        }
    }

    @Test("Two scenarios are compared with one seed, the same bytes for one thread and for all")
    func scenarios() throws {
        try Command.inNewFolder { command in
            for (folder, threads) in [("a", 1), ("b", cores)] {
                try command.write(
                    "include: \(command.quickstartCopy())\nname: more\ndrivers: [{name: cabs, count: 8}]\nseed: 99\n",
                    to: "more.yaml"
                )
                let outcome = try command.run(
                    "compare", quickstart, "more.yaml", "--replications", "6", "--threads", "\(threads)", "--quiet",
                    "--out",
                    folder)
                #expect(outcome.status == 0, "\(outcome.complaints)")
            }
            #expect(try command.text("a/compare.json") == command.text("b/compare.json"))
            #expect(try command.text("a/compare.html") == command.text("b/compare.html"))
            #expect(try object(command, "a")["seed"] as? String == "1")
            for arguments in [
                [quickstart], [quickstart, quickstart, "--layout", "x"], [quickstart, "a", "b"],
                [quickstart, quickstart],
            ] {
                #expect(try command.run(list: ["compare"] + arguments).status == 2)
            }
            #expect(try command.run("compare", quickstart, "x=\(quickstart)", "--replications", "1").status == 2)
        }
    }

    @Test(
        "A comparison goes on until the paired difference is precise enough, at one number for every number of threads")
    func comparedUntil() throws {
        try Command.inNewFolder { command in
            try command.write(
                "include: \(command.quickstartCopy())\nname: more\ndrivers: [{name: cabs, count: 7}]\n", to: "more.yaml"
            )
            let arguments = [
                "compare", quickstart, "more.yaml", "--quiet", "--until-half-width", "calls.stored=4%",
                "--min-replications", "3", "--max-replications", "90",
            ]
            for threads in ["1", "2", "8"] {
                let outcome = try command.run(
                    list: arguments + ["--threads", threads, "--out", threads], environment: ["CABRANK_CORES": "8"])
                #expect(outcome.status == 0 && outcome.complaints == "", "\(outcome.complaints)")
                #expect(
                    outcome.output.contains("replications, 3 to 90 allowed: difference of requests +- "),
                    "\(outcome.output)")
            }
            let found = try object(command, "1")
            let count = try #require(found["replications"] as? Int)
            #expect(count > 3 && count < 90)
            for threads in ["2", "8"] {
                #expect(try command.text("1/compare.json") == command.text("\(threads)/compare.json"))
                #expect(try command.text("1/compare.html") == command.text("\(threads)/compare.html"))
            }
            let missed = try command.run(
                list: [
                    "compare", quickstart, "more.yaml", "--quiet", "--until-half-width", "wait.mean=0.1%",
                    "--min-replications", "2", "--max-replications", "3", "--out", "m",
                ])
            #expect(missed.status == 0 && missed.complaints.contains("not reached with 3"), "\(missed.complaints)")
            for (more, part) in [
                (["--until-half-width", "wait.men=2%"], "`wait.mean`"), (["--min-replications", "3"], "--until-half"),
                (["--until-half-width", "wait.mean=2%", "--replications", "3"], "not both"),
            ] {
                let wrong = try command.run(list: ["compare", quickstart, "more.yaml"] + more)
                #expect(wrong.status == 2 && wrong.complaints.contains(part), "\(wrong.complaints)")
            }
        }
    }

    @Test("A comparison that was killed goes on with --resume to the same bytes")
    func comparedAgain() throws {
        try Command.inNewFolder { command in
            try command.write(
                "include: \(command.quickstartCopy())\nname: more\ndrivers: [{name: cabs, count: 7}]\n", to: "more.yaml"
            )
            func arguments(_ folder: String) -> [String] {
                [
                    "compare", quickstart, "more.yaml", "--quiet", "--set", "length=3 h", "--replications", "6",
                    "--out",
                    folder,
                ]
            }
            let status = try command.stop(
                arguments("k"), by: SIGKILL, removing: "k",
                when: { (try? command.text("k/journal-2.jsonl").count { $0 == "\n" }) ?? 0 >= 3 })
            #expect(status == SIGKILL)
            #expect(try command.files(in: "k") == ["journal-1.jsonl", "journal-2.jsonl"])
            #expect(try command.run(list: arguments("k")).status == 2)
            let resumed = try command.run(list: arguments("k") + ["--resume"])
            #expect(resumed.status == 0, "\(resumed.complaints)")
            #expect(try command.run(list: arguments("w")).status == 0)
            for file in ["compare.json", "compare.html"] {
                #expect(try command.text("k/\(file)") == command.text("w/\(file)"), "\(file)")
            }
        }
    }

    private func object(_ command: Command, _ folder: String) throws -> [String: Any] {
        let bytes = Data(try command.text("\(folder)/compare.json").utf8)
        return try #require(try JSONSerialization.jsonObject(with: bytes) as? [String: Any])
    }

    private func pairs(_ command: Command, _ folder: String) throws -> [[String: Any]] {
        try #require(try object(command, folder)["pairs"] as? [[String: Any]])
    }
}
