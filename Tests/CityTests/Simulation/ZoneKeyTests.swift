// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySimulation
import CitySlices
import CityTestKit
import Foundation
import ScenarioLanguage
import TaxiSimulation
import Testing

/// Zones that a map calls by names, long numbers or numbers with leading zeros: map, tables, traces and results mean the same.
@Suite struct ZoneKeyTests {
    /// Three squares of 1.1 km side by side, with these keys as the file writes them.
    private static func map(_ keys: [String]) -> String {
        let features = keys.enumerated().map { index, key in
            let (west, east) = (Double(index) / 100, Double(index + 1) / 100)
            return """
                {"type":"Feature","properties":{"tract":\(key)},"geometry":{"type":"Polygon","coordinates":\
                [[[\(west),0],[\(east),0],[\(east),0.01],[\(west),0.01],[\(west),0]]]}}
                """
        }
        return "{\"type\":\"FeatureCollection\",\"features\":[\n\(features.joined(separator: ",\n"))\n]}"
    }

    private static func scenario(_ keys: [String]) -> String {
        let cells = keys.map { CSVText.cell($0) }
        return """
            cabrank: 1
            name: tracts
            length: 4 h
            seed: 7
            city: {zones: map.geojson, number: tract}
            travel: {table: times.csv}
            drivers:
              - {name: cabs, count: 3, start: {\(quoted(keys[0])): 2, \(quoted(keys[2])): 1}}
              - {name: more, count: 1, start: {file: weights.csv, zone: tract, weight: w}}
            passengers:
              - {name: callers, arrivals: {per-day: 100}, destination: {table: pairs.csv}}
              - {name: others, arrivals: {per-day: 20}, destination: {table: {\(quoted(keys[1])): {\(quoted(keys[2])): 1}}}, origin: {\(quoted(keys[1])): 1}}
              - {name: record, trace: trace.csv}
              - {name: lines, trace: ['02:00:00,\(cells[2]),\(cells[0]),1,,']}
            changes: [{from: 01:00, until: 02:00, surge: {factor: 2, zones: [\(quoted(keys[0]))]}}]

            """
    }

    private static func quoted(_ key: String) -> String { "\"\(key)\"" }

    private static func files(_ keys: [String]) -> [String: String] {
        let cells = keys.map { CSVText.cell($0) }
        var times = "from_zone,to_zone,seconds\n"
        for (a, from) in cells.enumerated() {
            for (b, to) in cells.enumerated() { times += "\(from),\(to),\(120 + 100 * abs(a - b))\n" }
        }
        return [
            "few.csv": "from_zone,to_zone,seconds\n\(cells[0]),\(cells[1]),120\n\(cells[1]),\(cells[1]),60\n",
            "times.csv": times, "weights.csv": "tract,w\n\(cells[0]),1\n\(cells[1]),2\n\(cells[2]),3\n",
            "pairs.csv": "origin_zone,destination_zone,weight\n\(cells[0]),\(cells[1]),1\n\(cells[1]),\(cells[0]),1\n"
                + "\(cells[2]),\(cells[0]),1\n",
            "trace.csv": "time,origin_zone,destination_zone,travelers\n00:30:00,\(cells[1]),\(cells[2]),1\n"
                + "01:30:00,\(cells[0]),\(cells[1]),2\n",
        ]
    }

    /// Reads a city whose map and tables call the zones so, and gives what came of it.
    private static func read<Result>(
        map: [String], keys: [String], changing text: (String) -> String = { $0 },
        _ body: (ReadScenario) throws -> Result
    ) throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("cabrank-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, text) in files(keys) { try Data(text.utf8).write(to: folder.appendingPathComponent(name)) }
        try Data(Self.map(map).utf8).write(to: folder.appendingPathComponent("map.geojson"))
        let read = try ScenarioReader(services: [.taxi]).read(
            text: text(scenario(keys)), named: folder.path + "/x.yaml", folder: folder.path)
        // The resolved text means the same zones.
        let again = try ScenarioReader(services: [.taxi]).read(
            text: read.source, named: "again.yaml", folder: folder.path)
        #expect(again.source == read.source)
        return try body(read)
    }

    private static func run(map: [String], keys: [String]) throws -> (fingerprint: String, shown: [String]) {
        try read(map: map, keys: keys) { read in
            let result = try Simulation(CityPlan(read)).run()
            #expect(result.violations.isEmpty)
            return (result.fingerprint, result.metrics.taxi.zones.map { "\($0.zone)=\($0.key)" })
        }
    }

    @Test("names, long numbers and leading zeros give the bytes of zones 1 to 3, and are shown as they are written")
    func same() throws {
        let plain = try Self.run(map: ["1", "2", "3"], keys: ["1", "2", "3"])
        #expect(plain.shown == ["1=1", "2=2", "3=3"])
        let zeros = try Self.run(map: ["\"001\"", "\"002\"", "\"003\""], keys: ["1", "002", "03"])
        #expect(zeros.shown == ["1=001", "2=002", "3=003"])
        let long = ["17031010100", "17031010201", "170310102020"]
        let tracts = try Self.run(map: [long[0], "\"0\(long[1])\"", "\"\(long[2])\""], keys: long)
        #expect(tracts.shown == ["1=\(long[0])", "2=0\(long[1])", "3=\(long[2])"])
        let names = ["Ampère", "Brera, \u{2019}old\u{2019}", "Città 2"]
        let words = try Self.run(map: names.map { "\"\($0)\"" }, keys: names)
        #expect(words.shown == zip(1...3, names).map { "\($0)=\($1)" })
        for other in [zeros, tracts, words] { #expect(other.fingerprint == plain.fingerprint) }
    }

    @Test("what is doubtful about a table of travel times names the zones as the map does")
    func doubts() throws {
        let names = ["Ampère", "Brera", "Città"]
        let doubts = try Self.read(map: names.map { "\"\($0)\"" }, keys: names) {
            $0.replacing("{table: times.csv}", with: "{table: few.csv}")
                .replacing("cabrank: 1\n", with: "cabrank: 1\ndispatch: {policy: nearest}\n")
        } _: { read in
            try CityPlan(read).warnings.map(\.message)
        }
        #expect(doubts.contains { $0.contains("the first from zone Ampère to zone Città") }, "\(doubts)")
        #expect(doubts.contains { $0.contains("in 1 of 3 zones (Brera)") }, "\(doubts)")
    }

    private static func problems(_ map: [String], _ change: (from: String, to: String)) -> [String] {
        do {
            return try read(map: map, keys: ["Ampère", "Brera", "Città"]) {
                $0.replacing(change.from, with: change.to)
            } _: { read in
                _ = try CityPlan(read)
                return []
            }
        } catch let error as InputErrors {
            return error.problems.map { $0.description.split(separator: "/").last.map(String.init) ?? "" }
        } catch {
            return ["\(error)"]
        }
    }

    @Test(
        "a name that the map does not have is an error with the nearest one; so is the number that a named zone was given"
    )
    func unknown() throws {
        let map = ["\"Ampère\"", "\"Brera\"", "\"Città\""]
        #expect(
            Self.problems(map, ("[\"Ampère\"]", "[Ampere, 2]")) == [
                "x.yaml:15:66: error: `zones`: `Ampere` is not a zone of the map; allowed: Ampère, Brera, Città; did you mean `Ampère`?"
            ])
        #expect(
            Self.problems(map, ("[\"Ampère\"]", "[2]")) == [
                "x.yaml:15:66: error: zone 2 is not on the map; allowed: Ampère, Brera, Città"
            ])
    }
}
