// SPDX-License-Identifier: GPL-3.0-or-later

import CityTestKit
import Foundation
import Testing

/// `--rows` and `cabrank export` as people use them.
@Suite struct RowsTests {
    private let quickstart = ProjectFolder.file("Scenarios/quickstart.yaml")

    private func bytes(_ command: Command, _ name: String) -> Data? {
        FileManager.default.contents(atPath: command.folder.appendingPathComponent(name).path)
    }

    @Test(
        "Processes with 1 and 4 threads write the same rows, and one that was killed goes on to them",
        arguments: [2, 5])
    func kill(lines: Int) throws {
        try Command.inNewFolder { command in
            func arguments(_ folder: String, threads: String = "1") -> [String] {
                [
                    "run", quickstart, "--quiet", "--set", "length=3 h", "--replications", "8", "--rows", "--out",
                    folder,
                    "--threads", threads,
                ]
            }
            func count() -> Int { (try? command.text("k/journal.jsonl").count { $0 == "\n" }) ?? 0 }
            let status = try command.stop(
                arguments("k"), by: SIGKILL, removing: "k", when: { count() >= lines }, leaving: { count() < 9 })
            #expect(status == SIGKILL)
            #expect(try command.files(in: "k") == ["journal.jsonl"])
            let resumed = try command.run(list: arguments("k") + ["--resume"])
            #expect(resumed.status == 0, "\(resumed.complaints)")
            for (folder, threads) in [("one", "1"), ("four", "4")] {
                let outcome = try command.run(
                    list: arguments(folder, threads: threads), environment: ["CABRANK_CORES": "4"])
                #expect(outcome.status == 0, "\(outcome.complaints)")
            }
            let whole = try #require(bytes(command, "one/results.sqlite"))
            #expect(bytes(command, "four/results.sqlite") == whole && bytes(command, "k/results.sqlite") == whole)
            let hidden = try FileManager.default.contentsOfDirectory(
                atPath: command.folder.appendingPathComponent("k").path
            ).filter { $0.hasPrefix(".") }
            #expect(hidden == [".cabrank"])
        }
    }

    @Test("A comparison keeps the rows of all variants, and they are exported by variant")
    func comparison() throws {
        try Command.inNewFolder { command in
            let copy = try command.quickstartCopy()
            try command.write("include: \(copy)\ndispatch: {policy: nearest}\n", to: "near.yaml")
            try command.write("include: \(copy)\n", to: "queue.yaml")
            let compared = try command.run(
                "compare", "queue.yaml", "near.yaml", "--replications", "2", "--rows", "--quiet", "--out", "c")
            #expect(compared.status == 0, "\(compared.complaints)")
            #expect(
                try command.files(in: "c") == [
                    "compare.html", "compare.json", "journal-1.jsonl", "journal-2.jsonl", "results.sqlite", "run.json",
                    "scenario-near.yaml", "scenario-queue.yaml",
                ])
            let exported = try command.run("export", "c", "--table", "requests", "--geojson", "--geopackage")
            #expect(exported.status == 0, "\(exported.complaints)")
            #expect(exported.output == "c/requests.csv\nc/zones.geojson\nc/results.gpkg\n")
            let labels = try command.text("c/requests.csv").split(separator: "\r\n").dropFirst().map {
                $0.split(separator: ",").suffix(2).joined(separator: " ")
            }
            #expect(Set(labels) == ["queue 0", "near 0", "queue 1", "near 1"])
            #expect(zip(labels, labels.dropFirst()).count { $0 != $1 } == 3)
            #expect(labels.first == "queue 0" && labels.last == "near 1")
            let zones = try command.text("c/zones.geojson")
            #expect(zones.contains("\"variant\":\"queue\"") && zones.contains("\"replications\":2"))
            // A run without new results replaces nothing.
            let again = try command.run("export", "c", "--geopackage")
            #expect(again.status == 2, "\(again.complaints)")
            #expect(
                again.complaints
                    == "error: c/results.gpkg exists and is left alone; move it away, or choose another folder with --out\n"
            )
        }
    }

    @Test("A run's tables are exported into its folder, and go with it when it is run anew")
    func run() throws {
        try Command.inNewFolder { command in
            let run = ["run", quickstart, "--quiet", "--out", "r"]
            #expect(try command.run(list: run).status == 0)
            let before = bytes(command, "r/results.sqlite")
            let exported = try command.run("export", "r/results.sqlite", "--csv")
            #expect(exported.status == 0, "\(exported.complaints)")
            #expect(bytes(command, "r/results.sqlite") == before)
            let files = try command.files(in: "r")
            for table in ["requests", "drivers", "zones", "hours", "metrics", "offers"] {
                #expect(files.contains("\(table).csv"), "\(table)")
            }
            #expect(
                try command.text("r/requests.csv").hasPrefix(
                    "call,request,passenger,outcome,reason,counted,zone,longitude,"))
            #expect(try command.run(list: run).status == 0)
            #expect(try !command.files(in: "r").contains("requests.csv"))
        }
    }

    @Test("What cannot be exported or kept is one message with status 2, and nothing is written or lost")
    func badInput() throws {
        try Command.inNewFolder { command in
            #expect(try command.run("run", quickstart, "--quiet", "--out", "r").status == 0)
            let files = try command.files(in: "r")
            try Data("no database, just words".utf8).write(to: command.folder.appendingPathComponent("bad.sqlite"))
            for (arguments, words) in [
                (["export", "r"], "give --csv, --table, --geojson or --geopackage"),
                (["export", "nowhere", "--csv"], "nowhere does not exist"),
                (["export", ".", "--csv"], ". has no results.sqlite"),
                (["export", "r", "--table", "request"], "did you mean `requests`?"),
                (["export", "bad.sqlite", "--csv"], "bad.sqlite is damaged: "),
                (["run", quickstart, "--rows"], "--rows needs --replications"),
                (["run", quickstart, "--rows", "--replications", "2", "--no-report"], "give one of them"),
            ] {
                let outcome = try command.run(list: arguments)
                #expect(outcome.status == 2 && outcome.output == "", "\(arguments)")
                #expect(outcome.complaints.contains(words), "\(outcome.complaints)")
                #expect(outcome.complaints.split(separator: "\n").count == 1, "\(outcome.complaints)")
            }
            #expect(try command.files(in: "r") == files && command.files() == ["bad.sqlite", "r"])
        }
    }
}
