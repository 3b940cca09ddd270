// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Testing

/// The command line of `compare`: any number of variants, each with a name, and what is refused.
@Suite struct CompareTests {
    private let town = """
        cabrank: 1
        name: town
        length: 2 h
        city: {zones: base.geojson, number: zone_id, name: name, residents: {1: 1000, 2: 50}}
        drivers: [{name: cabs, count: 6, answer: {accept: 90%, refuse: 10%}}]
        passengers:
          - name: callers
            arrivals: {per-day: 700}

        """

    /// Two zones side by side at a longitude.
    private func layout(_ west: Double) -> String {
        let features = (0..<2).map { zone in
            let (from, to) = (west + Double(zone) * 0.02, west + Double(zone + 1) * 0.02)
            return """
                {"type":"Feature","properties":{"zone_id":\(zone + 1),"name":"part \(zone + 1)"},"geometry":{"type":"Polygon",\
                "coordinates":[[[\(from),45],[\(to),45],[\(to),45.02],[\(from),45.02],[\(from),45]]]}}
                """
        }
        return "{\"type\":\"FeatureCollection\",\"features\":[\(features.joined(separator: ","))]}"
    }

    private func inTown(_ body: (Command) throws -> Void) throws {
        try Command.inNewFolder { command in
            try command.write(layout(9), to: "base.geojson")
            try command.write(layout(12), to: "far.geojson")
            try command.write(town, to: "town.yaml")
            try body(command)
        }
    }

    private func object(_ command: Command, _ folder: String) throws -> [String: Any] {
        let bytes = Data(try command.text("\(folder)/compare.json").utf8)
        return try #require(try JSONSerialization.jsonObject(with: bytes) as? [String: Any])
    }

    @Test("Scenarios, a layout and settings are compared in one go, each under its name, with the base that is named")
    func manyVariants() throws {
        try inTown { command in
            let outcome = try command.run(
                "compare", "today=town.yaml", "--set", "length=3 h", "--layout", "same zones=base.geojson", "--variant",
                "more cabs", "--set", "drivers.cabs.count=9", "--variant=fewer", "--set=drivers.cabs.count=3", "--set",
                "dispatch.policy=nearest", "--base", "fewer", "--replications", "4", "--quiet", "--out", "c")
            #expect(outcome.status == 0, "\(outcome.complaints)")
            let found = try object(command, "c")
            let variants = try #require(found["variants"] as? [[String: Any]])
            #expect(variants.map { $0["name"] as? String } == ["fewer", "today", "same zones", "more cabs"])
            #expect(variants.map { $0["policy"] as? String } == ["nearest", "fifo", "fifo", "fifo"])
            #expect(
                variants.map { $0["settings"] as? [String] } == [
                    ["length=3 h", "drivers.cabs.count=3", "dispatch.policy=nearest"], ["length=3 h"], ["length=3 h"],
                    ["length=3 h", "drivers.cabs.count=9"],
                ])
            #expect(variants.map { $0["drivers"] as? Int }.first == 3)
            #expect(found["base"] as? String == "fewer")
            let pairs = try #require(found["pairs"] as? [[String: Any]])
            #expect(pairs.map { $0["first"] as? String } == ["fewer", "fewer", "fewer"])
            #expect(pairs.map { $0["second"] as? String } == ["today", "same zones", "more cabs"])
            // The scenario and its own zones as a file are the same city, and the order says so.
            #expect(variants[1]["fingerprints"] as? [String] == variants[2]["fingerprints"] as? [String])
            let ranking = try #require(found["ranking"] as? String)
            #expect(ranking.contains("Not told apart: ") && ranking.hasSuffix("today and same zones."), "\(ranking)")
            #expect(outcome.output.contains(ranking))
            // The order says nothing else than the findings.
            for pair in pairs where pair["verdict"] as? String == "open" {
                let name = try #require(pair["second"] as? String)
                #expect(ranking.contains("fewer and \(name)") || ranking.contains("\(name) and fewer"), "\(ranking)")
            }
            let sides = try #require(pairs[2]["sides"] as? [String: [String: Double]])
            #expect(sides.values.reduce(0) { $0 + ($1["zones"] ?? 0) } == 2)
            #expect(sides.values.reduce(0) { $0 + ($1["residents"] ?? 0) } == 1050)
            let evenness = try #require(pairs[2]["evenness"] as? [String: Any])
            #expect(evenness["over"] as? String == "residents")
            let page = try command.text("c/compare.html")
            #expect(page.contains("<code>length=3 h</code>, <code>drivers.cabs.count=9</code>"))
            for name in ["today", "same zones", "more cabs"] {
                #expect(page.contains("<strong>\(name)</strong> against fewer"), "\(name)")
            }
            #expect(page.components(separatedBy: "aria-label=\"One scale for all maps\"").count == 2)
            #expect(page.components(separatedBy: "<svg class=\"differences\"").count == 10)
            #expect(page.contains("in 3 h") && page.contains("home of") && !page.contains(" a day"))
        }
    }

    @Test("The results say what was compared: every setting that differs, the command, the files by hash, the seed")
    func whatWasCompared() throws {
        try inTown { command in
            try command.write(town.replacing("count: 6", with: "count: 8, boarding: 30 s"), to: "other.yaml")
            let outcome = try command.run(
                "compare", "town.yaml", "other.yaml", "--set", "length=3 h", "--variant", "more cabs", "--set",
                "fleet.drivers=9", "--replications", "2", "--seed", "3", "--threads", "1", "--quiet", "--out", "c")
            #expect(outcome.status == 0, "\(outcome.complaints)")
            let found = try object(command, "c")
            #expect(
                found["command"] as? String
                    == "cabrank compare town.yaml other.yaml --set 'length=3 h' --variant 'more cabs' --set fleet.drivers=9 "
                    + "--replications 2 --seed 3")
            let variants = try #require(found["variants"] as? [[String: Any]])
            let differences = variants.map { variant in
                (variant["differences"] as? [[String: String]] ?? []).map {
                    "\($0["key"] ?? ""): \($0["base"] ?? "-") > \($0["variant"] ?? "-")"
                }
            }
            #expect(differences[0].isEmpty)
            // What is only in a file differs like what is set.
            #expect(differences[1].contains("drivers.cabs.count: 6 > 8"), "\(differences[1])")
            #expect(differences[1].contains { $0.hasPrefix("drivers.cabs.boarding: ") && $0.hasSuffix(" > 30 s") })
            #expect(differences[2] == ["drivers.cabs.count: 6 > 9"])
            let inputs = try #require(found["inputs"] as? [[String: Any]])
            #expect(inputs.map { $0["path"] as? String } == ["base.geojson", "other.yaml", "town.yaml"])
            let sums = try command.shell("sha256sum base.geojson other.yaml town.yaml").output.split(separator: "\n")
            #expect(sums.map { String($0.prefix(64)) } == inputs.map { $0["sha256"] as? String })
            let page = try command.text("c/compare.html")
            #expect(page.contains("<a href=\"#compared\">What was compared</a> <a href=\"#where\">"))
            #expect(
                page.contains("<a href=\"#statistics\">Statistics</a> <a href=\"#origin\">How this was made</a></nav>"))
            #expect(
                page.contains(
                    "<code>drivers.cabs.count</code></th><td class=\"text\"><code>6</code></td>"
                        + "<td class=\"text\"><strong><code>8</code></strong></td><td class=\"text\"><strong><code>9</code>"
                ))
            #expect(page.contains("<a href=\"scenario-morecabs.yaml\">") && page.contains(sums[2].prefix(12)))
            let run = try #require(
                try JSONSerialization.jsonObject(with: Data(command.text("c/run.json").utf8)) as? [String: Any])
            #expect((run["commandLine"] as? [String])?.suffix(2) == ["--out", "c"] && run["seed"] as? String == "3")
            #expect((run["inputs"] as? [Any])?.count == 3 && run["date"] is String)
        }
    }

    @Test("The scenario of each variant is complete: run by itself it is the variant, whatever its name and its zones")
    func runnableVariants() throws {
        try inTown { command in
            try FileManager.default.createDirectory(
                at: command.folder.appendingPathComponent("maps"), withIntermediateDirectories: true)
            try command.write(layout(9).replacing("9.02", with: "9.01"), to: "maps/uneven.geojson")
            let outcome = try command.run(
                "compare", "to day=town.yaml", "--layout", "today=maps/uneven.geojson", "--variant", "a/b: \u{e4}",
                "--set",
                "drivers.cabs.count=9", "--variant", "ToDay", "--set", "drivers.cabs.count=3", "--seed", "4",
                "--replications", "2", "--quiet", "--out", "deep/c")
            #expect(outcome.status == 0, "\(outcome.complaints)")
            let variants = try #require(try object(command, "deep/c")["variants"] as? [[String: Any]])
            let files = variants.compactMap { $0["file"] as? String }
            let firsts = variants.compactMap { ($0["fingerprints"] as? [String])?.first }
            #expect(Set(firsts).count == 4, "\(firsts)")
            #expect(files.count == 4 && Set(files.map { $0.lowercased() }).count == 4, "\(files)")
            #expect(files.allSatisfy { file in file.allSatisfy { $0.isASCII && $0 != "/" && $0 != " " } }, "\(files)")
            for (variant, file) in zip(variants, files) {
                let run = try command.run(
                    "run", "deep/c/\(file)", "--allow-include", "--quiet", "--json", "--no-report")
                #expect(run.status == 0, "\(file): \(run.complaints)")
                let summary = try #require(
                    try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
                let first = try #require((variant["fingerprints"] as? [String])?.first)
                #expect(summary["fingerprint"] as? String == first, "\(file)")
            }
            #expect(try command.text("deep/c/\(files[1])").contains("\"../../maps/uneven.geojson\""))
            // Again into the same folder: the files of other variants go.
            let again = try command.run(
                "compare", "town.yaml", "--variant", "b", "--set", "drivers.cabs.count=9", "--replications", "2",
                "--quiet", "--out", "deep/c")
            #expect(again.status == 0, "\(again.complaints)")
            let left = try command.files(in: "deep/c").filter { $0.hasSuffix(".yaml") }
            #expect(left == ["scenario-b.yaml", "scenario-town.yaml"], "\(left)")
        }
    }

    @Test("The layouts alone are compared with each other; the scenario takes part when it has a name")
    func namedScenario() throws {
        try inTown { command in
            for (scenario, names) in [("town.yaml", ["a", "b"]), ("own=town.yaml", ["own", "a", "b"])] {
                let outcome = try command.run(
                    "compare", scenario, "--layout", "a=base.geojson", "--layout", "b=base.geojson", "--replications",
                    "2", "--quiet")
                #expect(outcome.status == 0, "\(outcome.complaints)")
                let found = try object(command, "Reports/compare/\(names.joined(separator: "-"))")
                #expect((found["variants"] as? [[String: Any]])?.map { $0["name"] as? String } == names)
            }
        }
    }

    @Test("What cannot be compared is said in one line, with status 2, and nothing is written")
    func refused() throws {
        try inTown { command in
            let before = try command.files()
            for (arguments, part) in [
                (
                    ["town.yaml", "town.yaml"],
                    "two variants are called `town`; give each a name of its own, such as `other=town.yaml`"
                ),
                (["x=town.yaml", "--variant", "x", "--set", "length=1 h"], "two variants are called `x`"),
                (["town.yaml", "--layout", "town=base.geojson"], "two variants are called `town`"),
                (
                    ["town.yaml", "--variant", "a", "--variant", "b", "--set", "length=1 h"],
                    "--variant a: nothing is set for it"
                ),
                (["town.yaml", "--set", "length=1 h", "--variant", "a"], "--variant a: nothing is set for it"),
                (["town.yaml"], "there is nothing to compare town.yaml with"),
                (
                    ["town.yaml", "--variant", "more", "--set", "fleet.drivers=9", "--base", "mor"],
                    "did you mean `more`?"
                ),
                (["town.yaml", "=town.yaml"], "a variant is called ``"),
                (
                    ["town.yaml", "--layout", "far.geojson"],
                    "covers 0.0 % of the area in which people's locations are drawn: it is a layout of another place"
                ),
                (["town.yaml", "--variant", "more", "--set", "fleet.driver=9"], "drivers"),
            ] {
                let outcome = try command.run(list: ["compare"] + arguments + ["--replications", "2", "--quiet"])
                #expect(outcome.status == 2, "\(arguments): \(outcome.complaints)")
                #expect(outcome.complaints.contains(part), "\(arguments): \(outcome.complaints)")
                #expect(outcome.output == "")
            }
            #expect(try command.files() == before)
        }
    }

    @Test("Residents by zone are read from the scenario or a table, written with it, and change nothing in a run")
    func residents() throws {
        try inTown { command in
            try command.write("zone_id,people\n1,1000\n2,50\n", to: "people.csv")
            try command.write(
                town.replacing("{1: 1000, 2: 50}", with: "{file: people.csv, weight: people}"), to: "table.yaml")
            try command.write(town.replacing(", residents: {1: 1000, 2: 50}", with: ""), to: "bare.yaml")
            var fingerprints: [String] = []
            for name in ["town", "table", "bare"] {
                let outcome = try command.run("run", "\(name).yaml", "--json", "--quiet", "--out", name)
                #expect(outcome.status == 0, "\(outcome.complaints)")
                let text = try command.text("\(name)/scenario.yaml")
                #expect(text.contains("residents:") == (name != "bare"))
                let summary = try #require(
                    try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
                let run = try #require(summary["run"] as? [String: Any])
                fingerprints.append("\(run["fingerprint"] ?? summary["fingerprint"] ?? "none")")
            }
            #expect(Set(fingerprints).count == 1 && fingerprints[0] != "none", "\(fingerprints)")
            try command.write(town.replacing("2: 50", with: "3: 50"), to: "wrong.yaml")
            let wrong = try command.run("validate", "wrong.yaml")
            #expect(wrong.status == 2 && wrong.complaints.contains("zone 3 is not on the map"), "\(wrong.complaints)")
        }
    }
}
