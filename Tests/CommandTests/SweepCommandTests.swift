// SPDX-License-Identifier: GPL-3.0-or-later

import CityTestKit
import Foundation
import Testing

/// `cabrank sweep` and `cabrank size` as people use them.
@Suite struct SweepCommandTests {
    private let quickstart = ProjectFolder.file("Scenarios/quickstart.yaml")

    @Test("A grid is run, and table, JSON and report tell its points")
    func grid() throws {
        try Command.inNewFolder { command in
            let outcome = try command.run(
                "sweep", quickstart, "--set", "fleet.drivers=4..8/2", "--set", "demand.scale=0.5,1", "--replications",
                "2",
                "--quiet", "--metric", "wait.mean", "--metric", "calls.stored")
            #expect(outcome.status == 0, "\(outcome.complaints)")
            let folder = "Reports/quickstart/sweep-drivers=4..8by2,scale=0.5,1"
            let lines = try command.text("\(folder)/sweep.csv").split(separator: "\n").map { $0.split(separator: ",") }
            #expect(
                lines[0] == [
                    "point", "fleet.drivers", "demand.scale", "replications", "violations", "wait.mean",
                    "wait.mean low",
                    "wait.mean high", "calls.stored", "calls.stored low", "calls.stored high",
                ])
            #expect(lines.count == 7)
            #expect(lines.dropFirst().map { $0[1] } == ["4", "4", "6", "6", "8", "8"])
            // Twice the people call more.
            let calls = lines.dropFirst().compactMap { Double($0[8]) }
            #expect(calls.count == 6 && zip([0, 2, 4], [1, 3, 5]).allSatisfy { calls[$0] < calls[$1] })
            #expect(outcome.output.contains("fleet.drivers") && outcome.output.contains("report.html"))
            let page = try command.text("\(folder)/report.html")
            #expect(page.contains("6 points (grid) over fleet.drivers, demand.scale") && !page.contains("src=\"http"))
            #expect(
                try command.files(in: folder) == (1...6).map { "journal-\($0).jsonl" } + ["report.html", "run.json"]
                    + (0..<6).map { "scenario-\($0).yaml" } + ["sweep.csv", "sweep.json"])
            #expect(page.contains("How this was made"))
            // A point's scenario is that point, though totals are spent on the groups.
            let run = try command.run("run", "\(folder)/scenario-3.yaml", "--quiet", "--out", "r")
            #expect(run.status == 0, "\(run.complaints)")
            let sweep = try #require(
                try JSONSerialization.jsonObject(with: Data(command.text("\(folder)/sweep.json").utf8))
                    as? [String: Any])
            let points = try #require(sweep["points"] as? [[String: Any]])
            let fingerprint = try #require(try command.value("fingerprint", of: "r/summary.json"))
            #expect((points[3]["fingerprints"] as? [String])?.first == fingerprint)
            #expect((sweep["command"] as? String)?.hasSuffix("--metric wait.mean --metric calls.stored") == true)
            #expect((sweep["inputs"] as? [[String: Any]])?.map { $0["path"] as? String } == [quickstart])
        }
    }

    @Test("A base is compared with in every file, and a base that no point is ends the sweep before it begins")
    func base() throws {
        try Command.inNewFolder { command in
            let arguments = [
                "sweep", quickstart, "--set", "fleet.drivers=4..8/2", "--replications", "3", "--quiet", "--out", "s",
                "--base",
            ]
            let wrong = try command.run(list: arguments + ["fleet.drivers=7"])
            #expect(
                wrong.status == 2 && wrong.complaints.contains("the nearest is fleet.drivers="), "\(wrong.complaints)")
            #expect(try command.files().isEmpty)
            let outcome = try command.run(list: arguments + ["fleet.drivers=6"])
            #expect(outcome.status == 0, "\(outcome.complaints)")
            #expect(outcome.output.contains("difference from the base fleet.drivers=6"))
            #expect(outcome.output.contains("nothing else dominates"))
            #expect(try command.text("s/report.html").contains("Differences from fleet.drivers=6"))
            #expect(try command.text("s/sweep.csv").contains("wait.mean - base difference"))
            #expect(try command.text("s/sweep.json").contains("\"finding\""))
        }
    }

    @Test("The point of a sweep is the run with the same value")
    func sameAsRun() throws {
        try Command.inNewFolder { command in
            let swept = try command.run(
                "sweep", quickstart, "--set", "drivers.cabs.count=7", "--replications", "1", "--quiet", "--out", "s")
            let run = try command.run("run", quickstart, "--set", "drivers.cabs.count=7", "--quiet", "--out", "r")
            #expect(swept.status == 0 && run.status == 0, "\(swept.complaints)")
            let fingerprint = try #require(try command.value("fingerprint", of: "r/summary.json"))
            #expect(try command.text("s/sweep.json").contains(fingerprint))
        }
    }

    @Test("A sweep that was stopped goes on where it was, and gives the same bytes")
    func resume() throws {
        try Command.inNewFolder { command in
            let arguments = ["--set", "fleet.drivers=4,6", "--replications", "3"]
            func sweep(_ out: String, _ more: String...) throws -> Command.Outcome {
                try more.isEmpty
                    ? command.run(
                        "sweep", quickstart, arguments[0], arguments[1], arguments[2], arguments[3], "--quiet", "--out",
                        out)
                    : command.run(
                        "sweep", quickstart, arguments[0], arguments[1], arguments[2], arguments[3], "--out", out,
                        more[0])
            }
            #expect(try sweep("whole").status == 0)
            #expect(try sweep("torn").status == 0)
            // As if it had been killed: of point 1 two replications and half a line are there, of point 2 nothing.
            let journal = try command.text("torn/journal-1.jsonl")
            let lines = journal.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            try command.write(
                lines[0...2].joined(separator: "\n") + "\n" + String(lines[3].prefix(40)),
                to: "torn/journal-1.jsonl")
            let files = ["sweep.csv", "sweep.json", "report.html"]
            for name in files + ["journal-2.jsonl"] {
                try FileManager.default.removeItem(at: command.folder.appendingPathComponent("torn/\(name)"))
            }
            let resumed = try sweep("torn", "--resume")
            #expect(resumed.status == 0, "\(resumed.complaints)")
            for name in files { #expect(try command.text("whole/\(name)") == command.text("torn/\(name)"), "\(name)") }
            // Another sweep does not take these replications for its own.
            let other = try command.run(
                "sweep", quickstart, "--set", "fleet.drivers=5,6", "--replications", "3", "--out", "torn", "--resume")
            #expect(other.status == 2 && other.complaints.contains("another scenario"), "\(other.complaints)")
        }
    }

    @Test("Points are spread over the threads, and 1, 2 and 8 threads write the same bytes")
    func threads() throws {
        try Command.inNewFolder { command in
            for threads in ["1", "2", "8"] {
                let outcome = try command.run(
                    list: [
                        "sweep", quickstart, "--set", "fleet.drivers=3..7/1", "--replications", "2", "--threads",
                        threads,
                        "--quiet", "--out", threads,
                    ], environment: ["CABRANK_CORES": "8"])
                #expect(outcome.status == 0, "\(outcome.complaints)")
            }
            for name in ["sweep.csv", "sweep.json", "report.html"] {
                #expect(try command.text("1/\(name)") == command.text("2/\(name)"), "\(name)")
                #expect(try command.text("1/\(name)") == command.text("8/\(name)"), "\(name)")
            }
        }
    }

    @Test("A sweep that Ctrl-C stopped keeps what is finished and goes on to the same bytes")
    func interrupted() throws {
        try Command.inNewFolder { command in
            func arguments(_ folder: String) -> [String] {
                [
                    "sweep", quickstart, "--set", "fleet.drivers=3..8/1", "--set", "length=3 h", "--replications", "4",
                    "--quiet", "--out", folder,
                ]
            }
            func lines(_ point: Int) -> Int {
                (try? command.text("k/journal-\(point).jsonl").count { $0 == "\n" }) ?? 0
            }
            let status = try command.stop(
                arguments("k"), by: SIGINT, removing: "k", when: { lines(2) >= 2 })
            #expect(status == 130 && lines(1) > 1)
            #expect(try !command.files(in: "k").contains("sweep.json"))
            let resumed = try command.run(list: arguments("k") + ["--resume"])
            #expect(resumed.status == 0, "\(resumed.complaints)")
            #expect(try command.run(list: arguments("w")).status == 0)
            for name in ["sweep.csv", "sweep.json", "report.html"] {
                #expect(try command.text("k/\(name)") == command.text("w/\(name)"), "\(name)")
            }
        }
    }

    @Test("A search for a size that was killed goes on with --resume to the same answer")
    func sizeResume() throws {
        try Command.inNewFolder { command in
            let arguments = [
                "size", quickstart, "--target", "calls.abortRate<20%", "--by", "fleet.drivers", "--replications", "4",
                "--to", "40", "--set", "length=3 h", "--quiet", "--json-file", "size.json",
            ]
            // Its folder is named after what is searched.
            func journals() -> Int {
                let folder = (try? command.files(in: "Reports/quickstart"))?.first ?? "none"
                return (try? command.files(in: "Reports/quickstart/" + folder).count) ?? 0
            }
            let status = try command.stop(
                arguments, by: SIGKILL, removing: "Reports", when: { journals() >= 2 })
            #expect(status == SIGKILL)
            #expect(try command.run(list: arguments).status == 2)
            let resumed = try command.run(list: arguments + ["--resume"])
            #expect(resumed.status == 0, "\(resumed.complaints)")
            let folders = try command.files(in: "Reports/quickstart")
            #expect(
                folders.count == 1 && folders[0].hasPrefix("size-drivers=calls.abortRate_20%,length=3h-"), "\(folders)")
            let json = try command.text("size.json")
            let whole = try command.run(list: arguments)
            #expect(whole.output == resumed.output)
            #expect(try command.text("size.json") == json)
        }
    }

    @Test("Paths that do not exist and values of the wrong type are reported before the first run; nothing is written")
    func badInput() throws {
        try Command.inNewFolder { command in
            for (value, word) in [
                ("fleet.divers=3..9/3", "did you mean `drivers`"), ("drivers.taxis.count=3,4", "`cabs`"),
                ("fleet.drivers=3,many", "`many` is not a whole number"),
                ("dispatch.offer-deadline=45 s,60", "needs a unit"),
                ("seed.x=1", "leads into the single value"), ("demand.scale=1..2", "needs a step"),
                ("fleet.drivers", "path=values"),
                ("fleet.drivers=3..x", "is not a range"),
            ] {
                let outcome = try command.run("sweep", quickstart, "--set", value)
                #expect(outcome.status == 2 && outcome.complaints.contains(word), "\(value): \(outcome.complaints)")
            }
            let none = try command.run("sweep", quickstart)
            #expect(none.status == 2 && none.complaints.contains("nothing is swept"))
            let latin = try command.run("sweep", quickstart, "--set", "fleet.drivers=3..9", "--design", "latin")
            #expect(latin.status == 2 && latin.complaints.contains("--points"))
            let metric = try command.run("sweep", quickstart, "--set", "fleet.drivers=3", "--metric", "wait.pp95")
            #expect(metric.status == 2 && metric.complaints.contains("wait.p95"))
            #expect(try command.files() == [])
        }
    }

    @Test("Who would share is swept from nobody to everybody on a recorded day")
    func sharing() throws {
        try Command.inNewFolder { command in
            // The first hours of the day, so that the test is short.
            try command.write(
                "include: \(ProjectFolder.file("Scenarios/city-sharing.yaml"))\nname: short\nlength: 9 h\n",
                to: "short.yaml")
            let outcome = try command.run(
                "sweep", "short.yaml", "--allow-include", "--set", "passengers.riders.sharing.willing=0..1/0.5",
                "--replications", "2",
                "--quiet",
                "--metric", "sharing.joined", "--metric", "calls.fulfilled", "--out", "s")
            #expect(outcome.status == 0, "\(outcome.complaints)")
            let lines = try command.text("s/sweep.csv").split(separator: "\n").dropFirst()
                .map { $0.split(separator: ",", omittingEmptySubsequences: false) }
            #expect(lines.map { String($0[1]) } == ["0", "0.5", "1"])
            #expect(lines.first.map { Double($0[4]) } == 0)
        }
    }

    @Test("The smallest fleet is found with its evidence: enough at the answer, not shown to be enough one below")
    func size() throws {
        try Command.inNewFolder { command in
            let outcome = try command.run(
                "size", quickstart, "--target", "calls.abortRate<20%", "--by", "fleet.drivers", "--replications", "3",
                "--to",
                "40", "--quiet", "--json-file", "size.json")
            #expect(outcome.status == 0, "\(outcome.complaints)")
            let bytes = Data(try command.text("size.json").utf8)
            let file = try #require(JSONSerialization.jsonObject(with: bytes) as? [String: Any])
            let smallest = try #require(file["smallest"] as? Int)
            let attempts = try #require(file["attempts"] as? [[String: Any]])
            func attempt(_ size: Int) -> [String: Any]? { attempts.first { $0["size"] as? Int == size } }
            #expect(attempt(smallest)?["verdict"] as? String == "kept")
            #expect(attempt(smallest).flatMap { $0["high"] as? Double }.map { $0 < 0.2 } == true)
            if smallest > 1 {
                #expect(file["tooSmall"] as? Int == smallest - 1)
                #expect(attempt(smallest - 1)?["verdict"] as? String != "kept")
            }
            #expect(
                outcome.output.contains("fleet.drivers=\(smallest) is the smallest size found"), "\(outcome.output)")
            let never = try command.run(
                "size", quickstart, "--target", "wait.mean<1s", "--by", "fleet.drivers", "--replications", "2", "--to",
                "8",
                "--quiet")
            #expect(never.status == 1 && never.output.contains("No size up to 8"), "\(never.output)")
            for (target, path, word) in [
                ("wait.p09<5min", "fleet.drivers", "wait.p90"), ("wait.p90<5", "fleet.drivers", "a time"),
                ("wait.p90<5min", "fleet.divers", "did you mean `drivers`"),
                ("wait.p90<5min", "dispatch.policy", "unknown word"),
                ("sharing.joined>1", "fleet.drivers", "is off"),
            ] {
                let bad = try command.run("size", quickstart, "--target", target, "--by", path)
                #expect(bad.status == 2 && bad.complaints.contains(word), "\(bad.complaints)")
            }
        }
    }

    @Test("The largest fleet that earns its drivers enough is found: kept at the answer, not kept one above")
    func largestSize() throws {
        try Command.inNewFolder { command in
            try command.write(
                """
                cabrank: 1
                name: fares
                start: 2026-03-04 08:00
                length: 4 h
                city: {grid: {rows: 2, columns: 2, cell: 2 km}}
                fares: {start: 3.10, per-km: 1.40, per-minute: 0.45, minimum-hourly: 12}
                costs: {per-km: 0.25}
                drivers: [{name: cabs, count: 20}]
                passengers: [{name: callers, arrivals: {per-day: 2000}, patience: 8 min}]

                """, to: "fares.yaml")
            let words = ["size", "fares.yaml", "--by", "fleet.drivers", "--to", "64", "--replications", "4", "--quiet"]
            let found = try command.run(
                list: words + ["--target", "money.driverHour.mean>20", "--largest", "--json-file", "size.json"])
            #expect(found.status == 0, "\(found.complaints)")
            let bytes = Data(try command.text("size.json").utf8)
            let file = try #require(JSONSerialization.jsonObject(with: bytes) as? [String: Any])
            let largest = try #require(file["largest"] as? Int)
            #expect((20..<64).contains(largest) && file["tooLarge"] as? Int == largest + 1 && file["smallest"] == nil)
            let attempts = try #require(file["attempts"] as? [[String: Any]])
            for (size, isKept) in [(largest, true), (largest + 1, false)] {
                let verdict = attempts.first { $0["size"] as? Int == size }?["verdict"] as? String
                #expect((verdict == "kept") == isKept, "\(size): \(verdict ?? "-")")
            }
            // The smallest one says nothing, and names the other search.
            let smallest = try command.run(list: words + ["--target", "money.driverHour.mean>20"])
            #expect(smallest.status == 0 && smallest.output.contains("--largest finds the largest size"))
            // Nobody earns so much.
            let never = try command.run(list: words + ["--target", "money.driverHour.mean>2000", "--largest"])
            #expect(never.status == 1 && never.output.contains("No size from 1 on is shown to be enough."))
        }
    }

    @Test("The folder of a size has its page, its numbers, how it came about, and the scenario with the size found")
    func sizeFolder() throws {
        try Command.inNewFolder { command in
            let outcome = try command.run(
                "size", quickstart, "--target", "calls.abortRate<20%", "--by", "fleet.drivers", "--replications", "3",
                "--to", "40", "--set", "length=2 h", "--seed", "5", "--out", "z")
            #expect(outcome.status == 0, "\(outcome.complaints)")
            #expect(outcome.output.hasSuffix("\n  report       z/report.html\n"), "\(outcome.output)")
            // Which size of how many, and what became of it.
            #expect(
                outcome.complaints.contains("size 1 of at most 9, fleet.drivers=5: "), "\(outcome.complaints)")
            let files = try command.files(in: "z").filter { !$0.hasPrefix("journal-") }
            #expect(files == ["report.html", "run.json", "scenario.yaml", "size.json"])
            let json = try #require(
                try JSONSerialization.jsonObject(with: Data(command.text("z/size.json").utf8)) as? [String: Any])
            let smallest = try #require(json["smallest"] as? Int)
            #expect(json["scenario"] as? String == "quickstart" && json["seed"] as? String == "5")
            #expect(json["settings"] as? [String] == ["length=2 h"])
            #expect(
                json["command"] as? String
                    == "cabrank size \(quickstart) --target 'calls.abortRate<20%' --by fleet.drivers --replications 3 --to 40 "
                    + "--set 'length=2 h' --seed 5")
            let page = try command.text("z/report.html")
            #expect(page.contains("<p class=\"finding better\">\(smallest) is the smallest fleet.drivers"))
            #expect(page.contains("href=\"scenario.yaml\"") && !page.contains("<script"))
            let run = try command.run("run", "z/scenario.yaml", "--quiet", "--json", "--no-report")
            #expect(run.status == 0, "\(run.complaints)")
            let text = try command.text("z/scenario.yaml")
            #expect(
                text.contains("count: \(smallest)\n") && text.contains("length: 2 h\n") && text.contains("seed: 5\n"))
            // It is one of the replications that decided.
            let fingerprint = try #require(
                (try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])?["fingerprint"]
                    as? String)
            #expect(try command.text("z/journal-\(smallest).jsonl").contains(fingerprint))
        }
    }

    @Test("A search by fleet.drivers begins with one driver for each group")
    func sizeOfGroups() throws {
        try Command.inNewFolder { command in
            try command.write(
                """
                cabrank: 1
                name: groups
                length: 2 h
                city: {grid: {rows: 1, columns: 1, cell: 1 km}}
                drivers:
                  - {name: day, count: 4}
                  - {name: night, count: 4}
                  - {name: large, count: 4}
                passengers: [{name: callers, arrivals: {per-day: 480}}]
                """, to: "groups.yaml")
            func size(_ more: String...) throws -> Command.Outcome {
                try command.run(
                    list: [
                        "size", "groups.yaml", "--target", "calls.abortRate<60%", "--by", "fleet.drivers",
                        "--replications", "3", "--quiet",
                    ] + more)
            }
            let found = try size()
            #expect(found.status == 0, "\(found.complaints)")
            #expect(found.output.contains("is the smallest size found"), "\(found.output)")
            let few = try size("--from", "2")
            #expect(
                few.status == 2 && few.complaints.contains("2 drivers are too few for 3 groups"), "\(few.complaints)")
        }
    }
}
