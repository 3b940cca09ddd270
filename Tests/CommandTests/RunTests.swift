// SPDX-License-Identifier: GPL-3.0-or-later

import CityTestKit
import Foundation
import Testing

/// The command as people use it.
@Suite struct RunTests {
    private let quickstart = ProjectFolder.file("Scenarios/quickstart.yaml")

    @Test("A run writes its folder, prints a summary and ends with status 0")
    func run() throws {
        try Command.inNewFolder { command in
            let outcome = try command.run("run", quickstart, "--quiet")
            #expect(outcome.status == 0, "\(outcome.complaints)")
            #expect(outcome.complaints == "")
            #expect(outcome.output.contains("Reports/quickstart/fifo-1/report.html"))
            let files = try command.files(in: "Reports/quickstart/fifo-1")
            for name in [
                "messages.jsonl", "report.html", "results.sqlite", "run.json", "scenario.yaml", "summary.json",
            ] {
                #expect(files.contains(name), "\(files)")
            }
        }
    }

    @Test("SIM-03: two processes write the same bytes into summary.json; another seed writes others")
    func twoProcesses() throws {
        try Command.inNewFolder { command in
            for (folder, seed) in [("a", "7"), ("b", "7"), ("c", "8")] {
                #expect(try command.run("run", quickstart, "--quiet", "--seed", seed, "--out", folder).status == 0)
            }
            let summaries = try ["a", "b", "c"].map { try command.text("\($0)/summary.json") }
            #expect(summaries[0] == summaries[1])
            #expect(summaries[0] != summaries[2])
            let messages = try ["a", "b"].map { try command.text("\($0)/messages.jsonl") }
            #expect(messages[0] == messages[1])
            #expect(try command.files() == ["a", "b", "c"])
        }
    }

    @Test("A new scenario is good, runs, and is never written over")
    func newScenario() throws {
        try Command.inNewFolder { command in
            #expect(try command.run("new", "my-city.yaml").status == 0)
            let text = try command.text("my-city.yaml")
            let checked = try command.run("validate", "my-city.yaml")
            #expect(checked.status == 0 && checked.output.contains("good"), "\(checked.complaints)")
            let again = try command.run("new", "my-city.yaml")
            #expect(again.status == 2 && again.complaints.contains("exists already"))
            #expect(try command.text("my-city.yaml") == text)
            let run = try command.run(
                "run", "my-city.yaml", "--quiet", "--set", "length=1 h", "--invariants", "--out", "out")
            #expect(run.status == 0, "\(run.complaints)")
        }
    }

    @Test("A scenario with errors ends with status 2, names file, line and column of each, and writes nothing")
    func badScenario() throws {
        try Command.inNewFolder { command in
            try command.write(
                """
                cabrank: 1
                name: bad
                lenght: 1 h
                city: {grid: {rows: 1, columns: 1, cell: 1 km}}
                drivers:
                  - name: cabs
                    count: 5
                    seats: 0
                """, to: "bad.yaml")
            for name in ["run", "validate"] {
                let outcome = try command.run(name, "bad.yaml")
                #expect(outcome.status == 2)
                #expect(outcome.complaints.contains("bad.yaml:3:1"), "\(outcome.complaints)")
                #expect(outcome.complaints.contains("bad.yaml:8:12"), "\(outcome.complaints)")
                #expect(outcome.complaints.contains("length"))
                #expect(outcome.complaints.contains("2 errors; nothing was run"))
                #expect(outcome.output == "")
            }
            #expect(try command.files() == ["bad.yaml"])
        }
    }

    @Test("Wrong values on the command line end with status 2 and say which one")
    func badValues() throws {
        try Command.inNewFolder { command in
            for (value, word) in [
                ("dispatch.offer-deadline=45", "unit"), ("dispatch.polcy=fifo", "policy"),
                ("drivers.taxis.count=3", "cabs"), ("nonsense", "path=value"),
            ] {
                let outcome = try command.run("run", quickstart, "--set", value)
                #expect(outcome.status == 2, "\(value)")
                #expect(
                    outcome.complaints.contains("--set \(value)") && outcome.complaints.contains(word),
                    "\(outcome.complaints)")
            }
            let missing = try command.run("run", "nowhere.yaml")
            #expect(missing.status == 2 && missing.complaints.contains("nowhere.yaml"))
            #expect(try command.run("replay", "nowhere").status == 2)
            #expect(try command.run("new", "city.txt").status == 2)
            #expect(try command.run("fly").status == 2)
            #expect(try command.files() == [])
        }
    }

    @Test("OPS-02: level debug prints every message that reaches the service, level error none")
    func levels() throws {
        try Command.inNewFolder { command in
            let debug = try command.run("run", quickstart, "--quiet", "--set", "record.level=debug", "--out", "debug")
            let error = try command.run("run", quickstart, "--quiet", "--set", "record.level=error", "--out", "error")
            #expect(debug.status == 0 && error.status == 0)
            let lines = debug.complaints.split(separator: "\n")
            let messages = try command.text("debug/messages.jsonl").split(separator: "\n").count - 1
            #expect(lines.count == messages && messages > 100)
            #expect(lines.allSatisfy { $0.hasPrefix("debug: ") })
            #expect(error.complaints == "")
            // What is printed changes nothing that happens.
            let prints = try ["debug", "error"].map { try command.value("fingerprint", of: "\($0)/summary.json") }
            #expect(prints[0] == prints[1])
        }
    }

    @Test("OPS-01: a rule's number in the file changes the run")
    func configured() throws {
        try Command.inNewFolder { command in
            #expect(try command.run("run", quickstart, "--quiet", "--out", "a").status == 0)
            #expect(
                try command.run("run", quickstart, "--quiet", "--set", "dispatch.offer-deadline=45 s", "--out", "b")
                    .status == 0)
            let prints = try ["a", "b"].map { try command.value("fingerprint", of: "\($0)/summary.json") }
            #expect(prints[0] != prints[1])
        }
    }

    @Test("SIM-06: replay agrees with the run, and says so when a message was changed")
    func replay() throws {
        try Command.inNewFolder { command in
            #expect(try command.run("run", quickstart, "--quiet", "--out", "out").status == 0)
            let same = try command.run("replay", "out")
            #expect(same.status == 0 && same.output.contains("the same events"), "\(same.complaints)")
            let lines = try command.text("out/messages.jsonl").split(separator: "\n").map(String.init)
            let answer = try #require(lines.firstIndex { $0.contains(#"{"answer":{"accept":true"#) })
            var changed = lines
            changed[answer] = lines[answer].replacingOccurrences(of: #""accept":true"#, with: #""accept":false"#)
            try command.write(changed.joined(separator: "\n") + "\n", to: "out/messages.jsonl")
            let other = try command.run("replay", "out")
            #expect(other.status == 1 && other.output.contains("other events"))
            try command.write(lines[0] + "\nnothing\n", to: "out/messages.jsonl")
            let damaged = try command.run("replay", "out")
            #expect(damaged.status == 2 && damaged.complaints.contains("line 2"))
            // A record five seconds before the one above it.
            var backwards = lines
            backwards[answer] = moved(lines[answer], to: try time(of: lines[answer - 1]) - 5_000_000_000)
            try command.write(backwards.joined(separator: "\n") + "\n", to: "out/messages.jsonl")
            let back = try command.run("replay", "out")
            #expect(back.status == 2 && back.complaints.contains("line \(answer + 1)"), "\(back)")
            // A record after the end of the run.
            let late = lines + [moved(lines[lines.count - 1], to: .max)]
            try command.write(late.joined(separator: "\n") + "\n", to: "out/messages.jsonl")
            let outside = try command.run("replay", "out")
            #expect(outside.status == 2 && outside.complaints.contains("line \(late.count)"), "\(outside)")
        }
    }

    @Test("A run that an earlier version recorded is refused with one message")
    func olderReplay() throws {
        try Command.inNewFolder { command in
            let folder = command.folder.appendingPathComponent("out")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try command.write("# as it was then\n", to: "out/scenario.yaml")
            try command.write("cabrank-messages 1\n28800000000000,0,driverLogin,1\n", to: "out/messages.csv")
            let older = try command.run("replay", "out")
            #expect(older.status == 2 && older.output == "")
            #expect(
                older.complaints.split(separator: "\n").first
                    == """
                    error: out/messages.csv: recorded by an earlier version, in a format that is no longer read; run the \
                    scenario again with --messages
                    """, "\(older.complaints)")
        }
    }

    /// The time of a recorded message, in nanoseconds.
    private func time(of line: String) throws -> Int64 {
        Int64(try #require(line.firstMatch(of: /"time":(-?[0-9]+)/)?.1)) ?? 0
    }

    private func moved(_ line: String, to time: Int64) -> String {
        line.replacing(/"time":-?[0-9]+/, with: "\"time\":\(time)")
    }

    @Test("Help and schema are printed with status 0")
    func help() throws {
        try Command.inNewFolder { command in
            for arguments in [["--help"], ["run", "--help"], ["schema"], ["schema", "--reference"], ["--version"]] {
                let outcome =
                    try arguments.count == 1 ? command.run(arguments[0]) : command.run(arguments[0], arguments[1])
                #expect(outcome.status == 0 && !outcome.output.isEmpty, "\(arguments)")
            }
            let shipped = try String(
                contentsOfFile: ProjectFolder.file("Scenarios/scenario.schema.json"), encoding: .utf8)
            #expect(try command.run("schema").output == shipped)
        }
    }

    @Test("A folder with files that Cabrank did not write is never written, whatever their names")
    func foreignFolder() throws {
        try Command.inNewFolder { command in
            for (folder, file) in [("mine", "notes.txt"), ("half", "journal.jsonl")] {
                try FileManager.default.createDirectory(
                    at: command.folder.appendingPathComponent(folder), withIntermediateDirectories: true)
                try command.write("precious", to: "\(folder)/\(file)")
                let outcome = try command.run("run", quickstart, "--quiet", "--out", folder)
                #expect(
                    outcome.status == 2 && outcome.complaints.contains("files that Cabrank did not write"),
                    "\(outcome.complaints)")
                #expect(try command.files(in: folder) == [file] && command.text("\(folder)/\(file)") == "precious")
            }
            #expect(try command.run("run", quickstart, "--quiet", "--out", "new").status == 0)
            #expect(try command.run("run", quickstart, "--quiet", "--out", "new").status == 0)
        }
    }
}
