// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
import Foundation
import ScenarioLanguage
import TaxiSimulation

enum Support {
    /// The folder of the project.
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// The smallest scenario: three lines.
    static let smallest = "cabrank: 1\nname: x\ncity: {grid: {rows: 1, columns: 1, cell: 1 km}}\n"

    static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    /// What reading says: the problems, or the warnings of an accepted text.
    static func outcome(_ text: String, folder: String = "", sets: [String] = []) -> [String] {
        do throws(InputErrors) {
            let read = try ScenarioReader(services: [.taxi]).read(
                text: text, named: "x.yaml", folder: folder, overrides: sets.map { ScenarioOverride(text: $0) })
            return read.warnings.map(\.description)
        } catch {
            return error.problems.map(\.description)
        }
    }

    /// Reads a text that is right.
    static func read(_ text: String, folder: String = "", sets: [String] = []) throws -> ReadScenario {
        try ScenarioReader(services: [.taxi]).read(
            text: text, named: "x.yaml", folder: folder, overrides: sets.map { ScenarioOverride(text: $0) })
    }

    /// Runs with a new folder that holds these files.
    static func withFiles<Result>(_ files: [String: String], _ body: (String) throws -> Result) throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("cabrank-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, text) in files {
            let url = folder.appendingPathComponent(name)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try text.write(to: url, atomically: true, encoding: .utf8)
        }
        return try body(folder.path)
    }
}

extension ReadScenario {
    /// What the checks of the city and of its taxis say of the map.
    func mapProblems(zones: [ZoneRecord]) -> [InputProblem] {
        layoutProblems(zones: zones) + zoneProblems(zones: zones)
    }
}

/// A small generator, so that every run tries the same inputs.
struct SplitMix {
    private var state: UInt64

    init(_ seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    mutating func below(_ count: Int) -> Int { Int(next() % UInt64(max(1, count))) }

    mutating func pick<Element>(_ list: [Element]) -> Element { list[below(list.count)] }
}
