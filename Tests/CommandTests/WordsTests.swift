// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing

@testable import Commands

/// What the command says to slips of the pen, and how it looks on a terminal.
@Suite("The words of the command line") struct WordsTests {
    @Test("A command that does not exist is reported with the nearest one")
    func unknownCommands() throws {
        try Command.inNewFolder { command in
            for (arguments, text) in [
                (["runn", "x"], "error: unknown command `runn`; did you mean `run`?"),
                (["validat"], "error: unknown command `validat`; did you mean `validate`?"),
                (["layout", "chek", "x"], "error: unknown command `layout chek`; did you mean `layout check`?"),
                (["xyz"], "error: unknown command `xyz`; known: run, compare, check"),
            ] {
                let outcome = try command.run(list: arguments)
                #expect(outcome.status == 2 && outcome.complaints.hasPrefix(text), "\(outcome.complaints)")
                #expect(outcome.complaints.split(separator: "\n").count == 1 && outcome.output == "")
            }
            for arguments in [["help"], ["help", "run"], ["--help"], ["layout", "--help"], ["--version"]] {
                #expect(try command.run(list: arguments).status == 0, "\(arguments)")
            }
        }
    }

    @Test("A negative number is a wrong value, not a missing one")
    func negativeNumbers() throws {
        try Command.inNewFolder { command in
            try command.write("cabrank: 1\nname: x\ncity: {grid: {rows: 1, columns: 1, cell: 1 km}}\n", to: "x.yaml")
            for (arguments, text) in [
                (["--seed", "-1"], "error: --seed -1: a whole number from 0 to 18446744073709551615 is needed"),
                (["--seed", "abc"], "error: --seed abc: a whole number from 0 to 18446744073709551615 is needed"),
                (["--replications", "-3"], "error: --replications -3: at least 1 is needed"),
                (["--replications", "many"], "error: --replications many: a whole number is needed"),
                (["--threads", "-1", "--replications", "2"], "error: --threads -1: at least 1 is needed"),
            ] {
                let outcome = try command.run(list: ["run", "x.yaml"] + arguments)
                #expect(outcome.status == 2 && outcome.complaints.contains(text), "\(outcome.complaints)")
                #expect(!outcome.complaints.contains("Missing value"))
            }
            let stress = try command.run("stress", "x.yaml", "--from", "-2")
            #expect(
                stress.status == 2 && stress.complaints.contains("--from -2.0; more than 0"), "\(stress.complaints)")
        }
    }

    @Test("A wrong metric is reported with the nearest one, or with its family")
    func metrics() throws {
        try Command.inNewFolder { command in
            try command.write("cabrank: 1\nname: x\ncity: {grid: {rows: 1, columns: 1, cell: 1 km}}\n", to: "x.yaml")
            for (name, text) in [
                ("wait.men", "unknown metric `wait.men`; did you mean `wait.mean`?"),
                ("wait", "unknown metric `wait`; allowed: wait.count, wait.mean"),
                ("zzzzzz", "unknown metric `zzzzzz`; `cabrank metrics` lists all of them"),
            ] {
                let outcome = try command.run("sweep", "x.yaml", "--set", "seed=1,2", "--metric", name)
                #expect(outcome.status == 2 && outcome.complaints.contains(text), "\(outcome.complaints)")
            }
            let list = try command.run("metrics")
            #expect(list.status == 0 && list.output.contains("\n  wait.p95 "))
            let lines = list.output.split(separator: "\n").filter { $0.hasPrefix("  ") }
            #expect(lines.count > 200 && lines.allSatisfy { $0.split(separator: " ").count > 2 })
            let some = try command.run("metrics", "detour")
            #expect(some.status == 0 && some.output.contains("Module sharing") && !some.output.contains("wait.p95"))
            let wrong = try command.run("metrics", "wiat.p95")
            #expect(wrong.status == 2 && wrong.complaints.contains("did you mean `wait.p95`?"), "\(wrong.complaints)")
            let json = try command.run("metrics", "wait.p95", "--json").output
            let objects = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: String]]
            #expect(objects?.first { $0["name"] == "wait.p95" }?["unit"] == "s")
        }
    }

    @Test("Colour follows the terminal and the usual switches")
    func colour() {
        #expect(Paint.isOn(isTerminal: true, [:]) && !Paint.isOn(isTerminal: false, [:]))
        #expect(!Paint.isOn(isTerminal: true, ["NO_COLOR": "1"]) && Paint.isOn(isTerminal: true, ["NO_COLOR": ""]))
        #expect(!Paint.isOn(isTerminal: true, ["CLICOLOR": "0"]) && Paint.isOn(isTerminal: true, ["CLICOLOR": "1"]))
        #expect(
            Paint.isOn(isTerminal: false, ["CLICOLOR_FORCE": "1"])
                && !Paint.isOn(isTerminal: false, ["CLICOLOR_FORCE": "0"]))
        #expect(!Paint.isOn(isTerminal: false, ["CLICOLOR_FORCE": "1", "NO_COLOR": "1"]))
        #expect(!Paint.isOn(isTerminal: true, ["TERM": "dumb"]))
        let text = Paint.verdicts("head\n  PASS         a\n  FLAG         b\nkept       c")
        #expect(
            text
                == "head\n  \u{1B}[1;32mPASS\u{1B}[0m         a\n  \u{1B}[1;33mFLAG\u{1B}[0m         b\n\u{1B}[1;32mkept\u{1B}[0m       c"
        )
        #expect(Paint.severities("a.yaml:1:2: error: b") == "a.yaml:1:2: \u{1B}[1;31merror:\u{1B}[0m b")
        #expect(Paint.severities("no word of it") == "no word of it")
    }

    @Test("Without a terminal there is no colour, unless it is forced")
    func colourOfCommands() throws {
        try Command.inNewFolder { command in
            let plain = try command.run(list: ["run", "nowhere.yaml"])
            #expect(plain.status == 2 && !plain.complaints.contains("\u{1B}"))
            let forced = try command.run(
                list: ["run", "nowhere.yaml"], environment: ["CLICOLOR_FORCE": "1", "NO_COLOR": ""])
            #expect(forced.status == 2 && forced.complaints.contains("\u{1B}[1;31merror:"), "\(forced.complaints)")
        }
    }

    @Test("every metric has a path of its own: two of one path would be one number with two meanings")
    func metricPaths() throws {
        let outcome = try Command.inNewFolder { try $0.run(list: ["metrics", "--json"]) }
        let found = try #require(
            try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [[String: Any]])
        let paths = found.compactMap { $0["path"] as? String ?? $0["name"] as? String }
        #expect(paths.count > 300 && paths.count == found.count)
        let twice = Dictionary(grouping: paths) { $0 }.filter { $1.count > 1 }.keys.sorted()
        #expect(twice.isEmpty, "\(twice)")
    }
}
