// SPDX-License-Identifier: GPL-3.0-or-later

import CitySimulation
import CitySlices
import Foundation
import ScenarioLanguage
import TaxiSimulation
import Testing

@testable import Commands

/// Loads past what the machine has are refused before anything runs or is written.
@Suite("Loads have bounds") struct LoadTests {
    private static let town = """
        cabrank: 1
        name: town
        length: 1 h
        city: {grid: {rows: 1, columns: 1, cell: 2 km}}
        drivers:
          - name: cabs
            count: 5
        passengers:
          - name: callers
            arrivals:
              per-day: 500
        record: {level: error}

        """

    private func inTown<Result>(_ body: (Command) throws -> Result) throws -> Result {
        try Command.inNewFolder { command in
            try command.write(Self.town, to: "town.yaml")
            return try body(command)
        }
    }

    @Test("Every command refuses a load past the machine with exit 2, names the key, and writes nothing")
    func everyCommand() throws {
        let flood = "server={floods: [{from: 00:00, until: 23:00, per-second: 1000000}]}"
        try inTown { command in
            for (sets, place) in [
                (
                    ["passengers.callers.arrivals.per-day=10000000", "length=366 d", "demand.scale=10"],
                    "--set demand.scale=10:1:1: error: `scale`: 100000000 calls a day for 366 days take about"
                ),
                (
                    [
                        "passengers.callers.arrivals={per-day: 5, people: 10000000}", "drivers.cabs.count=1000000",
                        "drivers.cabs.position-interval=1 s", "length=366 d",
                    ], "--set drivers.cabs.position-interval"
                ),
                (
                    [flood, "length=1 d", "start=2026-03-04"],
                    "`per-second`: a flood of 1000000 messages a second for 23 h"
                ),
                (["server={}", "accounts.registered=100000000"], "`registered`: 100000000 accounts take"),
            ] {
                let more = sets.flatMap { ["--set", $0] }
                for arguments in [
                    ["validate"], ["run", "--quiet"], ["check", "--quiet", "--store-baseline", "b.json"],
                ] {
                    let outcome = try command.run(list: arguments + ["town.yaml"] + more)
                    #expect(outcome.status == 2, "\(outcome.output)\(outcome.complaints)")
                    #expect(outcome.complaints.contains(place), "\(outcome.complaints)")
                    #expect(outcome.complaints.contains(": error: "), "\(outcome.complaints)")
                    #expect(outcome.output == "")
                }
            }
            let much = ["--set", "passengers.callers.arrivals.per-day=10000000", "--set", "length=366 d"]
            for arguments in [
                ["compare", "town.yaml", "other=town.yaml", "--quiet"] + much,
                ["sweep", "town.yaml", "--quiet"] + much, ["run", "town.yaml", "--find-warm-up"] + much,
                ["size", "town.yaml", "--quiet", "--target", "wait.p90<5min", "--by", "fleet.drivers"] + much,
                ["stress", "town.yaml", "--quiet", "--set", "server={}"] + much,
            ] {
                let outcome = try command.run(list: arguments)
                #expect(outcome.status == 2, "\(arguments): \(outcome.complaints)")
                #expect(outcome.complaints.contains("10000000 calls a day for 366 days take"), "\(outcome.complaints)")
            }
            #expect(try command.files() == ["town.yaml"])
        }
    }

    @Test("A number of replications that nobody has time for is refused, and never a trap")
    func replications() throws {
        try inTown { command in
            for count in ["1000000000000", "9223372036854775807"] {
                for arguments in [
                    ["run", "town.yaml"], ["compare", "town.yaml", "other=town.yaml"],
                    ["sweep", "town.yaml", "--set", "fleet.drivers=1,2"],
                    ["check", "town.yaml", "--store-baseline", "b.json"],
                    ["size", "town.yaml", "--target", "wait.p90<5min", "--by", "fleet.drivers"],
                ] {
                    let outcome = try command.run(list: arguments + ["--quiet", "--replications", count])
                    #expect(outcome.status == 2, "\(arguments): \(outcome.complaints)")
                    #expect(outcome.complaints.contains("--replications \(count)"), "\(outcome.complaints)")
                    #expect(outcome.complaints.contains("--time-limit allows 24 h"), "\(outcome.complaints)")
                }
            }
            #expect(try command.files() == ["town.yaml"])
            // The largest number of a rule is no load: the rule ends when it is content.
            let rule = try command.run(
                "run", "town.yaml", "--quiet", "--no-report", "--until-half-width", "wait.mean=90%",
                "--min-replications", "2",
                "--max-replications", "9223372036854775807")
            #expect(rule.status == 0, "\(rule.complaints)")
        }
    }

    @Test("The limits can be stated: less memory or time refuses what would run, more time admits it")
    func stated() throws {
        try inTown { command in
            let small = try command.run("run", "town.yaml", "--quiet", "--memory-limit", "20 MB")
            #expect(
                small.status == 2 && small.complaints.contains("--memory-limit allows 20 MB"), "\(small.complaints)")
            let short = try command.run("validate", "town.yaml", "--time-limit", "10 ms")
            #expect(short.status == 2 && short.complaints.contains("--time-limit allows 0.01 s"), "\(short.complaints)")
            let year = [
                "validate", "town.yaml", "--set", "passengers.callers.arrivals.per-day=10000000", "--set",
                "length=30 d",
            ]
            let refused = try command.run(list: year + ["--memory-limit", "1 GB"])
            #expect(refused.status == 2 && refused.complaints.contains("of memory"), "\(refused.complaints)")
            for (option, text) in [
                ("--memory-limit", "4 parsecs"), ("--memory-limit", "5 s"), ("--time-limit", "-3 h"),
            ] {
                let wrong = try command.run("run", "town.yaml", option, text)
                #expect(wrong.status == 2 && wrong.complaints.contains("\(option) \(text): an amount above 0"))
            }
            #expect(try command.files() == ["town.yaml"])
        }
    }

    @Test("A run that grows past its limit all the same ends with exit 2 and a message, and leaves nothing behind")
    func watched() throws {
        try inTown { command in
            // Who has logged out is waited for, which no estimate counts: they all stay until the end.
            let outcome = try command.run(
                list: [
                    "run", "town.yaml", "--quiet", "--out", "o", "--memory-limit", "66 MB", "--set", "length=2 d",
                    "--set", "passengers.callers.arrivals.per-day=40000", "--set", "drivers.cabs.count=600",
                    "--set", "passengers.callers.log-outs=1", "--set", "passengers.callers.logged-out-for=300 d",
                ])
            #expect(outcome.status == 2, "\(outcome.output)\(outcome.complaints)")
            #expect(
                outcome.complaints.contains("the run takes more memory than the allowed 66 MB"), "\(outcome.complaints)"
            )
            #expect(try command.files() == ["town.yaml"])
        }
    }

    @Test("The number of a zone is a name: the largest one takes no memory, and changes nothing but itself")
    func largeZoneNumber() throws {
        try inTown { command in
            var summaries: [String] = []
            // Three orders of magnitude below what the number took as an index of lists.
            for (folder, numbers) in [("small", ["1", "2"]), ("large", ["70000", "2147483647"])] {
                let zones = zip(numbers, [9.10, 9.12]).map { number, west in
                    let (a, b) = (west, west + 0.02)
                    return
                        #"{"type": "Feature", "properties": {"zone_id": \#(number), "name": "at \#(a)"}, "geometry": {"#
                        + #""type": "Polygon", "coordinates": [[[\#(a), 45.4], [\#(b), 45.4], [\#(b), 45.42], [\#(a), 45.42], "#
                        + #"[\#(a), 45.4]]]}}"#
                }
                try command.write(
                    #"{"type": "FeatureCollection", "features": [\#(zones.joined(separator: ", "))]}"#,
                    to: "map.geojson")
                let outcome = try command.run(
                    list: [
                        "run", "town.yaml", "--quiet", "--invariants", "--out", folder, "--memory-limit", "300 MB",
                        "--set", "city={zones: map.geojson, name: name}",
                    ])
                #expect(outcome.status == 0, "\(outcome.output)\(outcome.complaints)")
                let peak = try #require(Double(command.value("peakMemoryBytes", of: "\(folder)/run.json") ?? ""))
                #expect(peak < 150e6, "\(folder): \(peak)")
                let text = try String(
                    contentsOf: command.folder.appendingPathComponent("\(folder)/summary.json"), encoding: .utf8)
                let read = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
                let metrics = try #require(read?["metrics"])
                let data = try JSONSerialization.data(withJSONObject: metrics, options: [.sortedKeys])
                summaries.append(String(decoding: data, as: UTF8.self))
            }
            #expect(summaries[0] == summaries[1])
        }
    }

    @Test("The memory of a run lies between half of the estimate and all of it")
    func memory() throws {
        try inTown { command in
            for sets in [
                ["drivers.cabs.count=20000", "city.grid={rows: 10, columns: 10, cell: 1 km}"],
                ["passengers=[{name: p, population: {people: 60000, thinking: 300 d}}]"],
                ["city.grid={rows: 100, columns: 80, cell: 1 km}"], ["server={}", "accounts.registered=20000"],
            ] {
                let read = try ScenarioReader(services: [.taxi]).read(
                    text: Self.town, named: "town.yaml", folder: "", overrides: sets.map { ScenarioOverride(text: $0) })
                let estimate = try LoadEstimate(CityPlan(read)).bytes
                let outcome = try command.run(
                    list: ["run", "town.yaml", "--quiet", "--out", "o"] + sets.flatMap { ["--set", $0] })
                #expect(outcome.status == 0, "\(outcome.complaints)")
                let peak = try #require(Double(command.value("peakMemoryBytes", of: "o/run.json") ?? ""))
                #expect(peak > estimate / 2 && peak < estimate * 1.25, "\(sets): \(peak), estimated \(estimate)")
            }
        }
    }

    @Test("More threads than cores are a warning")
    func threads() throws {
        try inTown { command in
            let outcome = try command.run(
                list: ["run", "town.yaml", "--quiet", "--replications", "2", "--threads", "8", "--out", "o"],
                environment: ["CABRANK_CORES": "2"])
            #expect(outcome.status == 0)
            let lines = outcome.complaints.split(separator: "\n")
            #expect(lines.count == 1 && lines[0].hasPrefix("warning: --threads 8: this machine has 2 processor cores"))
        }
    }
}
