// SPDX-License-Identifier: GPL-3.0-or-later

import CityTestKit
import Foundation
import Testing

/// Two processes and one folder, and processes that are stopped.
@Suite struct TwoWritersTests {
    private let quickstart = ProjectFolder.file("Scenarios/quickstart.yaml")

    private func hidden(_ command: Command, _ folder: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: command.folder.appendingPathComponent(folder).path)) ?? []
    }

    @Test(
        "While one process writes a folder another one is refused with status 2, and told which one writes it",
        arguments: [
            ["run", "--set", "length=2000 h"], ["run", "--replications", "20000"],
            ["sweep", "--set", "fleet.drivers=4,5", "--replications", "20000"],
        ])
    func held(arguments: [String]) throws {
        try Command.inNewFolder { command in
            let all = [arguments[0], quickstart] + arguments.dropFirst() + ["--quiet", "--out", "d"]
            var others: [Command.Outcome] = []
            let status = try command.stop(
                all, by: SIGKILL, removing: "d",
                when: {
                    guard hidden(command, "d").count > 1 else { return false }
                    for more in [[], ["--set", "length=1 h"]] {
                        guard let other = try? command.run(list: ["run", quickstart, "--quiet", "--out", "d"] + more)
                        else { return false }
                        others.append(other)
                    }
                    return true
                })
            #expect(status == SIGKILL && others.count == 2)
            for other in others {
                #expect(other.status == 2 && other.output == "", "\(other.complaints)")
                #expect(
                    other.complaints.contains(
                        /d is being written by another process: \d+, `cabrank .*--out d`, since 20/),
                    "\(other.complaints)")
            }
        }
    }

    @Test(
        "Of two runs begun together into one folder one at least is complete, and the folder holds one run, not a mixture"
    )
    func together() throws {
        try Command.inNewFolder { command in
            for trial in 1...12 {
                let outcome = try command.shell(
                    """
                    for seed in 1 2; do (cabrank run "$1" --quiet --seed $seed --out d >/dev/null; echo $?) & done; wait
                    """, quickstart)
                let statuses = outcome.output.split(separator: "\n").sorted()
                #expect(statuses == ["0", "0"] || statuses == ["0", "2"], "trial \(trial): \(outcome)")
                #expect(statuses[1] == "0" || outcome.complaints.contains("another process"), "\(outcome)")
                let fingerprint = try #require(try command.value("fingerprint", of: "d/summary.json"))
                #expect(try command.value("fingerprint", of: "d/run.json") == fingerprint)
                #expect(try command.text("d/report.html").contains(fingerprint))
                let database = try Data(contentsOf: command.folder.appendingPathComponent("d/results.sqlite"))
                #expect(database.range(of: Data(fingerprint.utf8)) != nil, "trial \(trial)")
            }
        }
    }

    @Test("A run that was killed does not keep its folder, and leaves nothing in the next one's")
    func killed() throws {
        try Command.inNewFolder { command in
            let status = try command.stop(
                ["run", quickstart, "--quiet", "--set", "length=2000 h", "--out", "d"], by: SIGKILL, removing: "d",
                when: { hidden(command, "d").contains { $0.hasPrefix(".making") } })
            #expect(status == SIGKILL)
            #expect(try command.run("run", quickstart, "--quiet", "--out", "d").status == 0)
            #expect(hidden(command, "d").filter { $0.hasPrefix(".") } == [".cabrank"])
        }
    }

    @Test(
        "A single run that is stopped leaves nothing behind; older results stay",
        arguments: [(SIGINT, 130), (SIGTERM, 143)] as [(Int32, Int32)])
    func stopped(signal: Int32, wanted: Int32) throws {
        try Command.inNewFolder { command in
            func stop(_ folder: String) throws -> Int32 {
                try command.stop(
                    ["run", quickstart, "--quiet", "--set", "length=2000 h", "--out", folder], by: signal,
                    removing: folder,
                    when: { hidden(command, folder).contains { $0.hasPrefix(".making") } })
            }
            #expect(try stop("new/deep") == wanted)
            #expect(hidden(command, ".") == [])
            #expect(try command.run("run", quickstart, "--quiet", "--out", "old").status == 0)
            let before = try command.text("old/summary.json")
            let files = hidden(command, "old").sorted()
            #expect(try stop("old") == wanted)
            #expect(try command.text("old/summary.json") == before && hidden(command, "old").sorted() == files)
        }
    }

    @Test("A damaged line of a journal is named with its file, and only its replication runs again")
    func damagedLine() throws {
        try Command.inNewFolder { command in
            func run(_ folder: String, _ more: String...) throws -> Command.Outcome {
                try command.run(
                    list: ["run", quickstart, "--quiet", "--replications", "5", "--out", folder] + more)
            }
            #expect(try run("a").status == 0 && run("b").status == 0)
            var lines = try command.text("a/journal.jsonl").split(separator: "\n").map(String.init)
            lines[2] = lines[2].replacing("\"events\":", with: "\"events\":1")
            try command.write(lines.joined(separator: "\n") + "\n", to: "a/journal.jsonl")
            let resumed = try run("a", "--resume")
            #expect(resumed.status == 0, "\(resumed.complaints)")
            #expect(resumed.complaints.hasPrefix("warning: a/journal.jsonl:3: "), "\(resumed.complaints)")
            #expect(resumed.complaints.split(separator: "\n").count == 1)
            for name in ["replications.json", "replications.csv", "summary.json"] {
                #expect(try command.text("a/\(name)") == command.text("b/\(name)"), "\(name)")
            }
            #expect(try run("a", "--resume").complaints == "")
        }
    }
}
