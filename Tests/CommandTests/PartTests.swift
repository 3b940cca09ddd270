// SPDX-License-Identifier: GPL-3.0-or-later

import CityTestKit
import Foundation
import Testing

/// Metrics of parts of a run as people name them to commands.
@Suite("Parts of a run, named to commands")
struct PartCommandTests {
    private let quickstart = ProjectFolder.file("Scenarios/quickstart.yaml")

    @Test(
        "A budget on a part is kept or broken by the part alone, and one on a part that is none ends the check before it begins"
    )
    func budgets() throws {
        try Command.inNewFolder { command in
            func check(_ budget: String) throws -> Command.Outcome {
                try command.write(
                    "include: \(command.quickstartCopy())\nname: city\nbudgets:\n  - \(budget)\n", to: "city.yaml")
                return try command.run("check", "city.yaml", "--replications", "3", "--quiet")
            }
            let kept = try check("{metric: wait.p95@zone=1@08:10-08:40, below: 5 h}")
            #expect(kept.status == 0, "\(kept.complaints)")
            #expect(kept.output.hasPrefix("kept       wait.p95@zone=1@08:10-08:40 < 18000 s: mean "), "\(kept.output)")
            let broken = try check("{name: early, metric: wait.p95@08:10-08:40, below: 5 s}")
            #expect(
                broken.status == 1 && broken.output.hasPrefix("broken     early: wait.p95@08:10-08:40"),
                "\(broken.output)")
            let none = try check("{metric: wait.p95@zone=7, below: 5 s}")
            #expect(none.status == 2 && none.output.isEmpty)
            #expect(
                none.complaints.contains("city.yaml:4:14: error: `metric`: unknown zone `7`; allowed: 1"),
                "\(none.complaints)")
            // Nobody calls at night: nothing is measured.
            let empty = try check("{metric: wait.p95@22:00-05:00, below: 5 s}")
            #expect(empty.status == 1 && empty.output.hasPrefix("undecided  wait.p95@22:00-05:00"), "\(empty.output)")
        }
    }

    @Test("size, sweep and compare name parts, and refuse those that the city does not have")
    func experiments() throws {
        try Command.inNewFolder { command in
            let some = ["--replications", "2", "--quiet"]
            let size = try command.run(
                list: [
                    "size", quickstart, "--target", "wait.mean@08:10-08:40<10h", "--by", "fleet.drivers", "--to", "2",
                ]
                    + some)
            #expect(
                size.status == 0 && size.output.contains("wait.mean@08:10-08:40"), "\(size.output)\(size.complaints)")
            let sweep = try command.run(
                list: [
                    "sweep", quickstart, "--set", "fleet.drivers=4,6", "--metric", "calls.stored", "--metric",
                    "calls.stored@08:10-08:30", "--metric", "calls.stored@08:30-09:00", "--out", "s",
                ] + some)
            #expect(sweep.status == 0, "\(sweep.complaints)")
            let lines = try command.text("s/sweep.csv").split(separator: "\n").map { $0.split(separator: ",") }
            let columns = ["calls.stored", "calls.stored@08:10-08:30", "calls.stored@08:30-09:00"].compactMap {
                lines[0].firstIndex(of: Substring($0))
            }
            try #require(columns.count == 3, "\(lines[0])")
            for line in lines.dropFirst() {
                let calls = columns.compactMap { Double(line[$0]) }
                #expect(calls.count == 3 && calls[1] > 0 && abs(calls[0] - calls[1] - calls[2]) < 1e-9, "\(calls)")
            }
            #expect(try command.text("s/report.html").contains("(08:10-08:30)"))
            let compare = try command.run(
                list: [
                    "compare", quickstart, "--metric", "wait.mean@zone=1", "--variant", "more", "--set",
                    "fleet.drivers=7", "--out", "c",
                ] + some)
            #expect(compare.status == 0, "\(compare.complaints)")
            #expect(try command.text("c/compare.json").contains("\"wait.mean@zone=1\""))
            for (arguments, message) in [
                (
                    ["size", quickstart, "--target", "wait.mean@zone=2<10h", "--by", "fleet.drivers"],
                    "unknown zone `2`"
                ),
                (
                    ["size", quickstart, "--target", "wait.mean@8-9<10h", "--by", "fleet.drivers"],
                    "is no part of a run"
                ),
                (["sweep", quickstart, "--set", "seed=1,2", "--metric", "wait.mean@group=x"], "unknown group `x`"),
                (
                    ["sweep", quickstart, "--set", "seed=1,2", "--metric", "wait.men@zone=1"],
                    "did you mean `wait.mean`?"
                ),
                (
                    ["compare", quickstart, quickstart, "--metric", "drivers.utilisation@zone=1"],
                    "cannot be told by zone"
                ),
                (["run", quickstart, "--until-half-width", "wait.p95@zone=3=5%"], "unknown zone `3`"),
            ] {
                let outcome = try command.run(list: arguments)
                #expect(
                    outcome.status == 2 && outcome.complaints.contains(message), "\(arguments): \(outcome.complaints)")
            }
            let list = try command.run("metrics", "wait.p95").output
            #expect(list.contains("(By zone, group.)"), "\(list)")
        }
    }
}
