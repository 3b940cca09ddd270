// SPDX-License-Identifier: GPL-3.0-or-later

import CityTestKit
import Foundation
import Testing

/// `--replay-map` and `--no-replay-map`.
@Suite struct MovingMapCommandTests {
    private let quickstart = ProjectFolder.file("Scenarios/quickstart.yaml")

    @Test("A single run has the moving map, unless it is switched off; the events are the same")
    func onByDefault() throws {
        try Command.inNewFolder { command in
            for (folder, options) in [("usual", []), ("asked", ["--replay-map"]), ("off", ["--no-replay-map"])] {
                let outcome = try command.run(list: ["run", quickstart, "--quiet", "--out", folder] + options)
                #expect(outcome.status == 0 && outcome.complaints == "", "\(outcome.complaints)")
                #expect(!outcome.output.contains("moving map"))
            }
            let usual = try command.text("usual/report.html")
            #expect(usual.contains("id=\"moving-map-data\">"))
            #expect(try usual == command.text("asked/report.html"))
            #expect(try !command.text("off/report.html").contains("moving-map"))
            #expect(try command.text("usual/summary.json") == command.text("off/summary.json"))
        }
    }

    @Test("A replicated run has no moving map")
    func replicated() throws {
        try Command.inNewFolder { command in
            let outcome = try command.run("run", quickstart, "--quiet", "--replications", "2", "--out", "out")
            #expect(outcome.status == 0, "\(outcome.complaints)")
            #expect(try !command.text("out/report.html").contains("moving-map"))
        }
    }

    @Test(
        "A moving map that cannot be is refused before the run, with what to do; nothing is written",
        arguments: [
            (["--replications", "3"], "only the report of a single run has a moving map; leave out --replications 3"),
            (["--no-report"], "leave out --no-report"),
            (
                ["--set", "passengers.residents.population.people=2000000", "--set", "length=24 h"],
                "MB are allowed; run a part of the time, such as --set \"length=6 h\", or leave the option out"
            ),
        ])
    func refused(options: [String], message: String) throws {
        try Command.inNewFolder { command in
            let outcome = try command.run(list: ["run", quickstart, "--replay-map"] + options)
            #expect(outcome.status == 2)
            #expect(outcome.complaints.contains("--replay-map: "), "\(outcome.complaints)")
            #expect(outcome.complaints.contains(message), "\(outcome.complaints)")
            #expect(try command.files() == [])
        }
    }

    @Test("A scenario without taxis has no moving map to ask for")
    func withoutTaxis() throws {
        try Command.inNewFolder { command in
            let stores = ProjectFolder.file("Scenarios/validation/store-queue.yaml")
            let outcome = try command.run("run", stores, "--replay-map")
            #expect(outcome.status == 2)
            #expect(outcome.complaints.contains("the moving map shows taxis, and the scenario has none"))
        }
    }
}
