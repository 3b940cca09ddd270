// SPDX-License-Identifier: GPL-3.0-or-later

import CityTestKit
import Foundation
import Testing

/// A machine that is short of room, files or memory, and standard streams that are closed or full.
@Suite struct ShortOfRoomTests {
    private let quickstart = ProjectFolder.file("Scenarios/quickstart.yaml")

    /// The command ends by itself: well, or with status 2 and a message that names a reason.
    private func expectClearEnd(_ outcome: Command.Outcome, _ what: String) {
        #expect(outcome.status == 0 || outcome.status == 2, "\(what): \(outcome)")
        if outcome.status == 2 {
            let lines = outcome.complaints.split(separator: "\n")
            #expect(lines.contains { $0.contains("error: ") }, "\(what): \(outcome)")
            #expect(!outcome.complaints.contains("internal error"), "\(what): \(outcome)")
        }
    }

    @Test("A file that may not grow ends every writer with status 2 and the file's name, and nothing is left behind")
    func fileSize() throws {
        try Command.inNewFolder { command in
            var reported: Set<String> = []
            // In kilobytes: from none to enough. The text files of a run with larger events come first or last.
            for limit in [0, 1, 8, 16, 24, 30, 60, 100, 150, 400] {
                for (name, arguments) in [
                    ("run", "--set record.events=true"), ("repeated", "--replications 4"),
                    ("long", "--set 'length=6 h'"),
                ] {
                    let outcome = try command.shell(
                        "(ulimit -f \(limit); cabrank run \"$1\" --quiet --out \(name) \(arguments)) 2>&1 >/dev/null | cat >&2; "
                            + "exit ${PIPESTATUS[0]}", quickstart)
                    expectClearEnd(outcome, "\(limit) \(name)")
                    if outcome.status == 2 {
                        #expect(outcome.complaints.contains(" cannot be written: "), "\(outcome)")
                        if let file = outcome.complaints.firstMatch(of: /\/([a-z.]+) cannot/) {
                            reported.insert(String(file.1))
                        }
                    }
                    if name != "repeated" { #expect(try outcome.status == 0 || !command.files().contains(name)) }
                    try? FileManager.default.removeItem(atPath: command.folder.path + "/" + name)
                }
            }
            #expect(reported.isSuperset(of: ["results.sqlite", "journal.jsonl"]), "\(reported)")
        }
    }

    @Test("An experiment that has no room keeps the older results in its folder, and replaces them when there is room")
    func olderResults() throws {
        try Command.inNewFolder { command in
            for (folder, arguments, result) in [
                ("a", "sweep \"$1\" --set fleet.drivers=4,5 --replications 2", "sweep.json"),
                ("b", "compare a=\"$1\" b=\"$1\" --replications 2", "compare.json"),
                ("c", "run \"$1\" --replications 3", "replications.json"),
            ] {
                func run(_ room: String, _ seed: Int, _ more: String = "") throws -> Command.Outcome {
                    try command.shell(
                        "\(room)cabrank \(arguments) --seed \(seed) --quiet --out \(folder) \(more)", quickstart)
                }
                let first = try run("", 1)
                #expect(first.status == 0, "\(first)")
                // Its journals are replaced: they tell how the new one went.
                func results() throws -> [String] { try command.files(in: folder).filter { !$0.contains("journal") } }
                let old = try results()
                let text = try command.text("\(folder)/\(result)")
                let full = try run("ulimit -f 1; ", 2)
                #expect(full.status == 2 && full.complaints.contains(" cannot be written: "), "\(full)")
                #expect(try command.text("\(folder)/\(result)") == text, "\(folder)")
                #expect(try results() == old, "\(folder)")
                let again = try run("", 2, "--resume")
                #expect(again.status == 0, "\(again)")
                #expect(try command.text("\(folder)/\(result)") != text && results() == old)
            }
        }
    }

    @Test("A standard output that is full or closed ends with status 2 and says so")
    func output() throws {
        try Command.inNewFolder { command in
            for arguments in ["run \"$1\" --quiet --out d", "--help", "schema", "validate \"$1\""] {
                for stream in [">/dev/full", ">&-"] {
                    let outcome = try command.shell("cabrank \(arguments) \(stream)", quickstart)
                    #expect(outcome.status == 2, "\(arguments) \(stream): \(outcome)")
                    #expect(outcome.complaints.contains("the standard output cannot be written"), "\(outcome)")
                }
            }
        }
    }

    @Test("A standard error that is full or closed changes nothing, and no file takes its place")
    func complaints() throws {
        try Command.inNewFolder { command in
            for (folder, stream) in [("a", "2>&-"), ("b", "2>/dev/full"), ("c", "<&- 2>&-")] {
                let outcome = try command.shell("cabrank run \"$1\" --out \(folder) \(stream)", quickstart)
                #expect(outcome.status == 0, "\(outcome)")
                #expect(try command.text("\(folder)/summary.json") == command.text("a/summary.json"))
                let head = try Data(contentsOf: command.folder.appendingPathComponent("\(folder)/results.sqlite"))
                #expect(head.prefix(15) == Data("SQLite format 3".utf8))
                #expect(try command.shell("cabrank run nowhere.yaml \(stream)").status == 2)
            }
        }
    }

    @Test("Few open files end with a message, never with a signal or a hang")
    func openFiles() throws {
        try Command.inNewFolder { command in
            var refused = 0
            for limit in [5, 6, 8, 12, 15, 16, 17, 20] {
                for arguments in [
                    "run \"$1\"", "run \"$1\" --replications 2",
                    "sweep \"$1\" --set fleet.drivers=4,5 --replications 2",
                ] {
                    let outcome = try command.shell(
                        "ulimit -n \(limit); cabrank \(arguments) --quiet --out d", quickstart)
                    expectClearEnd(outcome, "\(limit) \(arguments)")
                    if outcome.status == 2 { refused += 1 }
                    if arguments == "run \"$1\"", outcome.status == 2 { #expect(try command.files() == []) }
                    try? FileManager.default.removeItem(atPath: command.folder.path + "/d")
                }
            }
            #expect(refused > 0)
        }
    }

    @Test("Too little memory is reported at once with what is needed; with that much the run is complete")
    func memory() throws {
        try Command.inNewFolder { command in
            var needed = 0
            for limit in [125, 130, 135, 140] {
                let outcome = try command.shell(
                    "ulimit -v $((\(limit) * 1024)); cabrank run \"$1\" --quiet --out d", quickstart)
                #expect(outcome.status == 2, "\(limit): \(outcome)")
                let found = outcome.complaints.firstMatch(of: /at least (\d+) MiB are needed/)
                needed = max(needed, found.flatMap { Int($0.1) } ?? 0)
                #expect(try command.files() == [])
            }
            #expect(needed > 140)
            let enough = try command.shell(
                "ulimit -v $((\(needed + 4) * 1024)); cabrank run \"$1\" --quiet --out d --replications 3",
                quickstart)
            #expect(enough.status == 0, "\(enough)")
            // Threads without room for a pool of memory each: slow beyond all bounds unless they share one.
            let shared = try command.shell(
                "ulimit -v $((\(needed + 4) * 1024)); cabrank sweep \"$1\" --quiet --out s --set fleet.drivers=4,5,6 "
                    + "--replications 30", quickstart)
            #expect(shared.status == 0, "\(shared)")
        }
    }

    @Test("A run that outgrows the limit on memory ends with status 2 and says so, without a signal; nothing is left")
    func outgrown() throws {
        // A queue that only grows: one worker of 10 s for a flood that no list has room for.
        let flood = """
            cabrank: 1
            name: flood
            length: 20 min
            city: {grid: {rows: 1, columns: 1, cell: 2 km}}
            drivers: [{name: cabs, count: 5}]
            passengers: [{name: callers, arrivals: {per-day: 500}}]
            server: {workers: 1, service: {law: 10 s}, floods: [{from: 00:01, until: 00:19, per-second: 2000}]}
            record: {level: error}
            """
        try Command.inNewFolder { command in
            try command.write(flood, to: "flood.yaml")
            for (limit, arguments) in [
                (260, "--out d"), (360, "--no-report"), (360, "--replications 2 --threads 1 --out r"),
            ] {
                let outcome = try command.shell(
                    "ulimit -v $((\(limit) * 1024)); cabrank run flood.yaml --quiet \(arguments)")
                #expect(outcome.status == 2, "\(limit): \(outcome)")
                #expect(
                    outcome.complaints.contains("stopped: the limit on memory (`ulimit -v`) is \(limit) MiB"),
                    "\(outcome)")
            }
            #expect(try command.files().filter { $0 != "r" } == ["flood.yaml"])
        }
    }
}
