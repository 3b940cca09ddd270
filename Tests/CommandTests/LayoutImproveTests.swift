// SPDX-License-Identifier: GPL-3.0-or-later

import CityTestKit
import Foundation
import Testing

/// `cabrank layout improve`.
@Suite struct LayoutImproveTests {
    /// Taxis stand in the first and the third of four zones in a row, and people call from the other two.
    private let town = """
        cabrank: 1
        name: town
        length: 4 h
        city: {grid: {rows: 1, columns: 4, cell: 600 m}}
        drivers:
          - {name: cabs, count: 14, start: {1: 1, 3: 1}, answer: {accept: 100%}, idle: {return: {zones: {1: 1, 3: 1}, pause: 30 s}}}
        passengers:
          - {name: callers, arrivals: {per-day: 1500}, origin: {2: 1, 4: 1}, destination: {zones: {1: 1, 3: 1}}}
        """

    @Test("A better layout is written with a page and its numbers, and can be compared and checked like any other")
    func better() throws {
        try Command.inNewFolder { command in
            try command.write(town, to: "town.yaml")
            let outcome = try command.run(
                "layout", "improve", "town.yaml", "--zones", "2..3", "--runs", "150", "--confirmations", "8", "--quiet",
                "--out", "b")
            #expect(outcome.status == 0, "\(outcome.complaints)")
            #expect(outcome.output.hasPrefix("A better layout is shown: "), "\(outcome.output)")
            #expect(outcome.output.contains("b/improve.html"))
            let page = try command.text("b/improve.html")
            #expect(page.contains("What moved and why") && page.contains("How the search got there"))
            #expect(page.contains("How this was made") && page.contains("href=\"scenario-best.yaml\""))
            let json = try command.text("b/improve.json")
            #expect(
                json.contains("\"path\" : \"town.yaml\"") && json.contains("--runs 150 --confirmations 8\""), "\(json)")
            // The better layout is a scenario of its own, and says the same as the layout tried in the old one.
            let best = try command.run("run", "b/scenario-best.yaml", "--quiet", "--no-report", "--json")
            let tried = try command.run(
                "compare", "town.yaml", "--layout", "best=b/layout.geojson", "--replications", "2", "--quiet", "--json")
            #expect(best.status == 0 && tried.status == 0, "\(best.complaints) \(tried.complaints)")
            let summary = try #require(
                try JSONSerialization.jsonObject(with: Data(best.output.utf8)) as? [String: Any])
            #expect(tried.output.contains(try #require(summary["fingerprint"] as? String)))
            #expect(try command.run("validate", "b/scenario-start.yaml").status == 0)
            let checked = try command.run("layout", "check", "b/layout.geojson")
            #expect(checked.status == 0, "\(checked.complaints)")
            let compared = try command.run(
                "compare", "town.yaml", "--layout", "b/layout.geojson", "--replications", "4", "--quiet")
            #expect(compared.status == 0 && compared.output.contains("not aboard in time"), "\(compared.complaints)")
            // Smaller cells, and that layout as a rival that takes part.
            let cut = try command.run(
                "layout", "hexagons", "--over", "b/layout.geojson", "--area", "6ha", "--out", "cells.geojson")
            #expect(cut.status == 0, "\(cut.complaints)")
            let finer = try command.run(
                "layout", "improve", "town.yaml", "--zones", "2..6", "--cells", "cells.geojson", "--against",
                "b/layout.geojson", "--runs", "200", "--confirmations", "8", "--quiet", "--out", "c")
            #expect(finer.status == 0 && finer.output.contains("with layout, difference"), "\(finer.complaints)")
            #expect(try command.run("layout", "check", "c/layout.geojson", "--over", "b/layout.geojson").status == 0)
        }
    }

    @Test("Where none is shown to be better, it says so with status 1, and no layout is written")
    func noneShown() throws {
        try Command.inNewFolder { command in
            try command.write(town, to: "town.yaml")
            let outcome = try command.run(
                "layout", "improve", "town.yaml", "--zones", "3..4", "--runs", "60", "--confirmations", "5", "--quiet",
                "--set", "passengers.callers.arrivals.per-day=1", "--out", "b")
            #expect(outcome.status == 1 && outcome.output.hasPrefix("no better layout shown: "), "\(outcome.output)")
            #expect(try command.text("b/improve.json").contains("\"isBetter\" : false"))
            #expect(
                try command.files(in: "b").filter { !$0.hasSuffix("jsonl") } == [
                    "improve.html", "improve.json", "run.json", "scenario-start.yaml",
                ])
        }
    }

    @Test("Stopped by Ctrl-C it keeps the best so far; resumed it gives the same bytes as without a stop")
    func interrupted() throws {
        try Command.inNewFolder { command in
            try command.write(town, to: "town.yaml")
            func arguments(_ out: String, _ more: String...) -> [String] {
                [
                    "layout", "improve", "town.yaml", "--zones", "2..4", "--runs", "400", "--confirmations", "8",
                    "--out", out,
                ]
                    + more
            }
            let whole = try command.run(list: arguments("whole", "--quiet"))
            #expect(whole.status == 0, "\(whole.complaints)")
            let folder = command.folder
            func isThere(_ name: String) -> Bool {
                FileManager.default.fileExists(atPath: folder.appendingPathComponent(name).path)
            }
            let status = try command.stop(
                arguments("k"), by: SIGINT, removing: "k", when: { isThere("k/trial-20.jsonl") },
                leaving: { isThere("k/best-so-far.geojson") && !isThere("k/improve.json") })
            #expect(status == 130)
            #expect(try command.run("layout", "check", "k/best-so-far.geojson").status == 0)
            let refused = try command.run(list: arguments("k"))
            #expect(refused.status == 2 && refused.complaints.contains("--resume"), "\(refused.complaints)")
            let resumed = try command.run(list: arguments("k", "--resume", "--quiet"))
            #expect(resumed.status == 0, "\(resumed.complaints)")
            for name in ["layout.geojson", "improve.json", "improve.html"] {
                #expect(try command.text("k/\(name)") == command.text("whole/\(name)"), "\(name)")
            }
            #expect(!isThere("k/best-so-far.geojson"))
        }
    }

    @Test(
        "Bad input is one clear message with status 2, and nothing is written",
        arguments: [
            (["--zones", "9..3"], "--zones 9..3: 9 is above 3"), (["--zones", "few"], "write how many there may be"),
            (["--zones", "0..3"], "at least 1 zone is needed"), (["--zones", "8..9"], "the scenario has 4 zones"),
            (["--zones", "2..3", "--runs", "20"], "no better layout shown, because so few runs can show none"),
            (["--zones", "2..3", "--objective", "speed"], "speed"),
            (["--zones", "2..3", "--confirmations", "2"], "at least 5 pairs"),
            (["--zones", "2..3", "--least-area", "2km2", "--most-area", "1km2"], "--least-area is above --most-area"),
            (["--zones", "3..3", "--most-area", "0.5km2"], "no layout of so many connected zones"),
            (["--zones", "2..3", "--against", "none.geojson"], "none.geojson"),
            (["--zones", "2..3", "--against", "west.geojson"], "the layout covers"),
            (["--zones", "2..3", "--set", "passengers.callers.arrivals.per-day=x"], "per-day"),
        ])
    func badInput(arguments: [String], message: String) throws {
        try Command.inNewFolder { command in
            try command.write(town, to: "town.yaml")
            try command.write(
                """
                {"type":"FeatureCollection","features":[{"type":"Feature","properties":{"zone_id":1,"name":"West"},"geometry":\
                {"type":"Polygon","coordinates":[[[3.0,1.0],[3.1,1.0],[3.1,1.1],[3.0,1.1],[3.0,1.0]]]}}]}
                """, to: "west.geojson")
            let outcome = try command.run(
                list: ["layout", "improve", "town.yaml", "--out", "b", "--quiet"] + arguments)
            #expect(outcome.status == 2, "\(outcome.output) \(outcome.complaints)")
            #expect(outcome.complaints.contains(message), "\(outcome.complaints)")
            #expect(outcome.output == "")
            #expect(!FileManager.default.fileExists(atPath: command.folder.appendingPathComponent("b").path))
        }
    }
}
