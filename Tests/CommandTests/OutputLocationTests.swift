// SPDX-License-Identifier: GPL-3.0-or-later

import CityTestKit
import Foundation
import Testing

@testable import Commands

/// Where commands write, and what they leave alone.
@Suite struct OutputLocationTests {
    private let quickstart = ProjectFolder.file("Scenarios/quickstart.yaml")

    /// Makes one of everything that a name may already lead to. Nodes of devices only where the system lets them be made.
    private func makeObstacles(_ command: Command) throws -> [String] {
        let made = try command.shell(
            """
            echo precious > file; mkfifo pipe; ln -s file link; ln -s nowhere broken; mkdir full; echo precious > full/file
            ln -s full fulllink; mknod device c 1 3 2> /dev/null; ls -d file pipe link broken full fulllink device 2> /dev/null
            """)
        let names = made.output.split(separator: "\n").map(String.init)
        #expect(names.count >= 6)
        return names
    }

    /// Everything there is below the folder, with kinds and contents.
    private func state(_ command: Command) throws -> String {
        try command.shell(
            "find . -not -name '.*.out' -not -name '.*.err' -not -path . -printf '%y %p %l %s\\n' | sort; cat file full/file"
        ).output
    }

    @Test(
        "What is no folder of Cabrank's is left as it is by every command that writes a folder, with status 2")
    func folders() throws {
        try Command.inNewFolder { command in
            try command.write(
                "include: \(command.quickstartCopy())\nname: city\nbudgets:\n  - {metric: wait.p95, at-most: 1 h}\n",
                to: "city.yaml")
            let commands = [
                ["run", "city.yaml"], ["run", "city.yaml", "--replications", "2"],
                ["run", "city.yaml", "--replications", "2", "--resume"],
                ["compare", "city.yaml", "other=city.yaml", "--replications", "2"],
                ["sweep", "city.yaml", "--set", "fleet.drivers=4,5", "--replications", "2"],
                ["check", "city.yaml", "--replications", "2"],
                ["size", "city.yaml", "--target", "wait.p90<1h", "--by", "fleet.drivers", "--replications", "2"],
            ]
            let names = try makeObstacles(command)
            let before = try state(command)
            for arguments in commands {
                for name in names + ["", "file/inside", "."] {
                    let outcome = try command.run(list: arguments + ["--quiet", "--out", name])
                    #expect(outcome.status == 2, "\(arguments) \(name)")
                    #expect(outcome.output == "" && outcome.complaints.hasPrefix("error: "), "\(outcome)")
                    #expect(outcome.complaints.split(separator: "\n").count == 1, "\(outcome)")
                }
            }
            #expect(try state(command) == before)
        }
    }

    @Test("What is no file of Cabrank's is left as it is by every command that writes a file, with status 2")
    func singleFiles() throws {
        try Command.inNewFolder { command in
            try command.write(
                "include: \(command.quickstartCopy())\nname: city\nbudgets:\n  - {metric: wait.p95, at-most: 1 h}\n",
                to: "city.yaml")
            try command.write(map, to: "map.geojson")
            try command.write("zone_id,weight\n1,3\n", to: "table.csv")
            let check = ["check", "city.yaml", "--replications", "2", "--quiet"]
            let size = ["size", "city.yaml", "--target", "wait.p90<1h", "--by", "fleet.drivers", "--replications", "2"]
            let commands = [
                check + ["--junit"], check + ["--markdown"], check + ["--json-file"], check + ["--store-baseline"],
                size + ["--quiet", "--json-file"], ["stress", "city.yaml", "--quiet", "--json-file"],
                ["calibrate", "--out"],
                ["layout", "grid", "--over", "map.geojson", "--area", "1km2", "--out"],
                ["layout", "hexagons", "--over", "map.geojson", "--area", "1km2", "--out"],
                ["layout", "merge", "map.geojson", "--by", "name", "--out"],
                ["layout", "weights", "map.geojson", "table.csv", "map.geojson", "--out"],
            ]
            let names = try makeObstacles(command) + ["city.yaml"]
            let before = try state(command)
            for arguments in commands {
                for name in names + [""] {
                    let outcome = try command.run(list: arguments + [name])
                    #expect(outcome.status == 2, "\(arguments) \(name)")
                    #expect(outcome.output == "" && outcome.complaints.hasPrefix("error: "), "\(arguments) \(outcome)")
                    #expect(outcome.complaints.split(separator: "\n").count == 1, "\(outcome)")
                }
            }
            try FileManager.default.moveItem(
                atPath: command.folder.path + "/broken", toPath: command.folder.path + "/broken.yaml")
            #expect(try command.run("new", "broken.yaml").status == 2)
            try FileManager.default.moveItem(
                atPath: command.folder.path + "/broken.yaml", toPath: command.folder.path + "/broken")
            #expect(try state(command) == before)
            // Their own files are replaced.
            for _ in 0..<2 {
                #expect(try command.run(list: check + ["--junit", "j.xml", "--markdown", "m.md"]).status == 0)
                #expect(
                    try command.run(list: check + ["--json-file", "c.json", "--store-baseline", "b.json"]).status == 0)
                for arguments in commands.dropFirst(7) {
                    let outcome = try command.run(list: arguments + [arguments[1] + ".out"])
                    #expect(outcome.status == 0, "\(outcome.complaints)")
                }
            }
        }
    }

    private let map = """
        {"type":"FeatureCollection","features":[{"type":"Feature","properties":{"zone_id":1,"name":"a"},"geometry":{"type":\
        "Polygon","coordinates":[[[9,45],[9.02,45],[9.02,45.02],[9,45.02],[9,45]]]}}]}
        """

    @Test("A run again into its own folder keeps what the user put there, and touches nothing beside it")
    func notes() throws {
        try Command.inNewFolder { command in
            let foreign = ["a/NOTES.md", "a.partial/x", "a.old/x", "a/sub/x"]
            for arguments in [["run", quickstart], ["run", quickstart, "--replications", "2"]] {
                for round in 0..<3 {
                    let outcome = try command.run(list: arguments + ["--quiet", "--out", "a"])
                    #expect(outcome.status == 0, "\(outcome.complaints)")
                    for name in foreign where round == 0 {
                        let file = command.folder.appendingPathComponent(name)
                        try FileManager.default.createDirectory(
                            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                        try command.write("mine", to: name)
                    }
                    for name in foreign { #expect(try command.text(name) == "mine", "\(name)") }
                }
            }
            // What the experiment left is gone after the last kind of run, apart from the foreign files.
            #expect(try command.run("run", quickstart, "--quiet", "--out", "a").status == 0)
            #expect(try !command.files(in: "a").contains("journal.jsonl"))
            #expect(try command.files(in: "a").contains("NOTES.md"))
        }
    }

    @Test("Runs with other values have folders of their own, and a replay of the plain one is the plain one")
    func variants() throws {
        try Command.inNewFolder { command in
            let plain = try command.run("run", quickstart, "--quiet")
            let fingerprint = try command.value("fingerprint", of: "Reports/quickstart/fifo-1/summary.json")
            for (settings, folder) in [
                (["--set", "dispatch.policy=nearest"], "nearest-1"), (["--seed", "2"], "fifo-2"),
                (
                    ["--set", "drivers.cabs.count=6", "--set", "dispatch.offer-deadline=45 s"],
                    "fifo-1-count=6,offer-deadline=45s"
                ),
                (["--set", "drivers.cabs.count=6", "--replications", "2"], "fifo-1-count=6-replications"),
            ] {
                let outcome = try command.run(list: ["run", quickstart, "--quiet"] + settings)
                #expect(outcome.status == 0 && outcome.output.contains("Reports/quickstart/\(folder)/report.html"))
            }
            #expect(try command.value("fingerprint", of: "Reports/quickstart/fifo-1/summary.json") == fingerprint)
            let replay = try command.run("replay", "Reports/quickstart/fifo-1")
            // A replay has no taxis whose odometers could be read.
            let service = try command.value("serviceFingerprint", of: "Reports/quickstart/fifo-1/summary.json")
            #expect(
                replay.status == 0 && plain.output.contains(fingerprint ?? "?")
                    && replay.output.contains(service ?? "?"))
            // Another value that comes to the same short name is reported, not written over.
            let other = try command.run(
                "run", quickstart, "--quiet", "--set", "drivers.0.count=6", "--set", "dispatch.offer-deadline=45s")
            #expect(other.status == 2 && other.complaints.contains("--set drivers.cabs.count=6"), "\(other.complaints)")
        }
    }

    @Test(
        "Values make short, readable and safe names of folders",
        arguments: [
            ([], ""), (["drivers.cabs.count=6"], "-count=6"),
            (["drivers.cabs.count=6", "drivers.vans.count=7"], "-cabs.count=6,vans.count=7"),
            (["dispatch.offer-deadline=45 s"], "-offer-deadline=45s"), (["fleet.drivers=4..8/2"], "-drivers=4..8by2"),
            (["title=../../etc"], "-title=..by..byetc"), (["length"], "-length="),
        ] as [([String], String)])
    func names(settings: [String], name: String) {
        #expect(VariantName.suffix(settings) == name)
    }

    @Test("Long values and odd signs end in a hash that keeps them apart")
    func longNames() {
        let long = (0..<2).map { VariantName.suffix(["title=" + String(repeating: "a", count: 300) + "\($0)"]) }
        let odd = ["title=a\u{1B}b", "title=a\nb", "title=a:b", "title=ab"].map { VariantName.suffix([$0]) }
        #expect(Set(long + odd).count == 6)
        for name in long + odd {
            #expect(name.count <= 90)
            #expect(name.unicodeScalars.allSatisfy { $0.isASCII && $0.value > 32 && $0 != "/" }, "\(name)")
        }
    }
}
