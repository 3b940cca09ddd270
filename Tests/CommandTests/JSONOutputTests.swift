// SPDX-License-Identifier: GPL-3.0-or-later

import CityTestKit
import Foundation
import Testing

/// `--json`: one JSON text on the standard output and nothing beside it.
@Suite("The result as JSON on the standard output") struct JSONOutputTests {
    private let quickstart = ProjectFolder.file("Scenarios/quickstart.yaml")

    /// The object that is the whole output.
    private func object(_ outcome: Command.Outcome) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any], "\(outcome)")
    }

    @Test("run prints what summary.json holds, with a folder and without; replay prints both fingerprints")
    func run() throws {
        try Command.inNewFolder { command in
            let outcome = try command.run("run", quickstart, "--quiet", "--json", "--out", "r")
            #expect(outcome.status == 0)
            #expect(
                try outcome.output == command.text("r/summary.json")
                    || outcome.output == command.text("r/summary.json") + "\n")
            let bare = try command.run("run", quickstart, "--quiet", "--json", "--no-report")
            #expect(bare.output == outcome.output)
            let replay = try object(command.run("replay", "r", "--json"))
            #expect(replay["isSame"] as? Bool == true && replay["run"] as? String == replay["replay"] as? String)
            let many = try command.run("run", quickstart, "--quiet", "--json", "--replications", "3", "--out", "m")
            #expect(many.status == 0)
            let text = try command.text("m/replications.json")
            #expect(many.output.trimmingCharacters(in: .newlines) == text.trimmingCharacters(in: .newlines))
        }
    }

    @Test("validate prints the answer, with every problem when there are some")
    func validate() throws {
        try Command.inNewFolder { command in
            let good = try object(command.run("validate", quickstart, "--json"))
            #expect(good["isGood"] as? Bool == true && good["drivers"] as? Int == 5)
            #expect(((good["estimate"] as? [String: Double])?["events"] ?? 0) > 100)
            let outcome = try command.run("validate", quickstart, "--json", "--set", "seed=x", "--set", "lenth=1 h")
            #expect(outcome.status == 2)
            let bad = try object(outcome)
            let problems = try #require(bad["problems"] as? [[String: Any]])
            #expect(bad["isGood"] as? Bool == false && problems.count == 2)
            #expect(problems.allSatisfy { $0["line"] as? Int == 1 && $0["severity"] as? String == "error" })
        }
    }

    @Test("compare, sweep, check and size print the files that they write")
    func experiments() throws {
        try Command.inNewFolder { command in
            try command.write(
                try String(contentsOfFile: quickstart, encoding: .utf8)
                    + "budgets: [{metric: wait.p95, at-most: 2 h}]\n", to: "city.yaml")
            let usual = ["--quiet", "--replications", "2", "--json"]
            for (arguments, file) in [
                (["compare", "city.yaml", quickstart, "--out", "c"], "c/compare.json"),
                (["sweep", "city.yaml", "--set", "fleet.drivers=4,5", "--out", "s"], "s/sweep.json"),
                (["check", "city.yaml", "--out", "k"], "k/check.json"),
                (
                    [
                        "size", "city.yaml", "--target", "calls.abortRate<99%", "--by", "fleet.drivers", "--to", "9",
                        "--out", "z",
                    ],
                    "z/size.json"
                ),
            ] {
                let outcome = try command.run(list: arguments + usual)
                #expect(outcome.status == 0, "\(outcome.complaints)")
                _ = try object(outcome)
                #expect(
                    try outcome.output.trimmingCharacters(in: .newlines)
                        == command.text(file).trimmingCharacters(in: .newlines), "\(file)")
            }
        }
    }

    @Test("A report without its libraries says so behind its path")
    func assets() throws {
        try Command.inNewFolder { command in
            let outcome = try command.run(
                list: ["run", quickstart, "--quiet", "--out", "r"], environment: ["CABRANK_ASSETS": ""])
            #expect(
                outcome.output.contains("without charts and map: their libraries were not found"), "\(outcome.output)")
            let folder = command.folder.appendingPathComponent("assets")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            for name in ["vega.js", "leaflet.js", "leaflet.css"] { try command.write("", to: "assets/\(name)") }
            let whole = try command.run(
                list: ["run", quickstart, "--quiet", "--out", "r"], environment: ["CABRANK_ASSETS": folder.path])
            #expect(whole.output.contains("report.html") && !whole.output.contains("without"), "\(whole.output)")
        }
    }
}
