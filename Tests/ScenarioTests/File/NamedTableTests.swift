// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
import ScenarioLanguage
import TaxiSimulation
import Testing

/// Tables that a scenario names: where they may lie, and what is shown of them.
@Suite("Tables that a scenario names") struct NamedTableTests {
    private func outcome(_ rest: String, in folder: String, allowsInclude: Bool = false, sets: [String] = [])
        -> [String]
    {
        do throws(InputErrors) {
            let read = try ScenarioReader(allowsInclude: allowsInclude, services: [.taxi]).read(
                text: Support.smallest + rest, named: "x.yaml", folder: folder,
                overrides: sets.map { ScenarioOverride(text: $0) })
            return read.warnings.map(\.description)
        } catch {
            return error.problems.map { $0.description.replacing(folder, with: "F") }
        }
    }

    @Test(
        "they lie in its folder, as what it includes does, or need --allow-include",
        arguments: [
            "drivers: [{name: a, count: 1, start: {file: PATH, zone: z, weight: w}}]\n",
            "passengers: [{name: a, arrivals: {per-day: 5, hourly: {file: PATH, column: w}}}]\n",
            "passengers: [{name: a, arrivals: {per-day: 5}, destination: {table: PATH}}]\n",
            "passengers: [{name: a, trace: PATH}]\n",
            "travel: {table: PATH}\n",
        ])
    func bounds(_ text: String) throws {
        try Support.withFiles(["secret.txt": "root:x:0:0\n", "in/x.csv": "a\n"]) { folder in
            for path in ["../secret.txt", folder + "/secret.txt"] {
                let rest = text.replacing("PATH", with: path)
                let refused = outcome(rest, in: folder + "/in")
                #expect(
                    refused.contains {
                        $0.contains("outside the folder of the scenario; `--allow-include` permits it")
                    },
                    "\(refused)")
                #expect(!refused.contains { $0.contains("root:") }, "\(refused)")
                let permitted = outcome(rest, in: folder + "/in", allowsInclude: true)
                // A file that is no table is not quoted, wherever it lies.
                #expect(!permitted.contains { $0.contains("outside") || $0.contains("root:") }, "\(permitted)")
            }
        }
    }

    @Test("what the command line names is its user's own")
    func commandLine() throws {
        try Support.withFiles(["t.csv": "z,w\n1,1\n", "in/y": ""]) { folder in
            let start = "drivers: [{name: a, count: 1}]\n"
            let set = "drivers.0.start={file: \(folder)/t.csv, zone: z, weight: w}"
            #expect(!outcome(start, in: folder + "/in", sets: [set]).contains { $0.contains("error") })
        }
    }

    @Test("a first line that names no columns is not shown; one that does is")
    func quoted() throws {
        let start = "drivers: [{name: a, count: 1, start: {file: t.csv, zone: z, weight: w}}]\n"
        for line in ["-----BEGIN PRIVATE KEY-----", "user,$6$salt$hash", "a,\(String(repeating: "k", count: 80))"] {
            try Support.withFiles(["t.csv": line + "\n1,2\n"]) { folder in
                let said = outcome(start, in: folder)
                #expect(
                    said.contains {
                        $0.hasSuffix("there is no column `z`: the first line does not read as names of columns")
                    }, "\(said)")
                #expect(!said.contains { $0.contains(line.prefix(8)) }, "\(said)")
            }
        }
        try Support.withFiles(["t.csv": "zone,w\n1,2\n"]) { folder in
            #expect(outcome(start, in: folder).contains { $0.contains("allowed: zone, w") })
        }
    }

    @Test("a table of weights or of pairs that lacks zones warns with them")
    func missingZones() throws {
        let zones = (1...12).map {
            ZoneRecord(id: ZoneID(Int32($0)), name: "\($0)", inside: .origin, area: 1, outline: [])
        }
        func warnings(_ rest: String, _ folder: String) throws -> [String] {
            try Support.read(Support.smallest + rest, folder: folder).mapProblems(zones: zones).map {
                $0.description.replacing(folder, with: "F")
            }.filter { $0.contains("no row") }
        }
        let most = "z,w\n" + (3...12).map { "\($0),1\n" }.joined()
        try Support.withFiles([
            "w.csv": most, "all.csv": most + "1,0\n2,0\n",
            "p.csv": "origin_zone,destination_zone,weight\n" + (1...11).map { "\($0),1,1\n" }.joined(),
        ]) { folder in
            #expect(
                try warnings(
                    "passengers: [{name: a, arrivals: {per-day: 5}, origin: {file: w.csv, zone: z, weight: w}}]\n",
                    folder)
                    == ["x.yaml:4:56: warning: `F/w.csv` has no row for 2 of 12 zones (1, 2); they count as 0"])
            #expect(
                try warnings(
                    "passengers: [{name: a, arrivals: {per-day: 5}, origin: {file: all.csv, zone: z, weight: w}}]\n",
                    folder
                )
                .isEmpty)
            let pairs = try warnings(
                "passengers: [{name: a, arrivals: {per-day: 5}, destination: {table: p.csv}}]\n", folder)
            #expect(
                pairs.count == 1 && pairs[0].hasSuffix("has no row for 1 of 12 zones (12); they count as 0"), "\(pairs)"
            )
        }
    }
}

/// What YAML lets through and nobody can have meant.
@Suite("Oddities of reading and of values") struct OddityTests {
    @Test("a clock time has two digits of hours, and an invisible mark is no part of a key")
    func reading() {
        let late = Support.outcome("start: 2026-03-04 017:00\n" + Support.smallest)
        #expect(late.first?.contains("`2026-03-04 017:00` is not") ?? false, "\(late)")
        #expect(!Support.outcome("start: 2026-03-04 07:00\n" + Support.smallest).contains { $0.contains("error") })
        let marked = Support.outcome(Support.smallest + "\u{FEFF}seed: 3\n")
        #expect(
            marked == [
                "x.yaml:4:1: error: a character U+FEFF is not allowed here, only at the beginning of a file"
            ])
        #expect(!Support.outcome("\u{FEFF}" + Support.smallest).contains { $0.contains("error") })
    }

    @Test("calls that nobody makes and breaks that no shift has time for warn")
    func values() {
        func said(_ rest: String, sets: [String] = []) -> [String] {
            Support.outcome(Support.smallest + "start: 2026-03-04 08:00\nlength: 2 h\n" + rest, sets: sets)
        }
        let none = said("passengers: [{name: a, arrivals: {per-day: 0}}]\n")
        #expect(none.contains { $0.hasSuffix("`arrivals`: 0 calls a day, so nobody of `a` will call") }, "\(none)")
        let calls = "passengers: [{name: a, arrivals: {per-day: 50}}]\n"
        #expect(
            said(calls, sets: ["demand.scale=0"]).contains { $0.hasSuffix("0 calls a day, so nobody of `a` will call") }
        )
        #expect(!said(calls).contains { $0.contains("nobody of") || $0.contains("`hourly`") })
        let night = "[1\(String(repeating: ",0", count: 23))]"
        #expect(
            said("passengers: [{name: a, arrivals: {per-day: 50, hourly: \(night)}}]\n").contains {
                $0.contains("`hourly` has no calls of `a` in the hours of the run")
            })
        func breaks(_ text: String) -> [String] {
            said("drivers: [{name: c, count: 1, shift: {start: 08:00, length: 4 h, breaks: \(text)}}]\n").filter {
                $0.contains("`breaks`")
            }
        }
        #expect(breaks("{after: 1 h, length: 6 h}").first?.contains("longer than a shift") ?? false)
        #expect(breaks("{after: 5 h, length: 10 min}").first?.contains("no shift lasts long enough") ?? false)
        #expect(breaks("{after: 1 h, length: 10 min}").isEmpty)
        func shifts(_ length: String) -> Int {
            said("drivers: [{name: c, count: 1, shift: {start: 08:00, length: \(length)}}]\n").count {
                $0.contains("lasts until the next one begins")
            }
        }
        #expect(shifts("24 h") == 1 && shifts("23 h") == 0)
    }
}
