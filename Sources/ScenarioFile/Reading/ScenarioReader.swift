// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// Reads scenario files: text to a checked `Scenario`, or all that is wrong with it.
public struct ScenarioReader: Sendable {
    private let data: DataFolder

    /// Makes a reader. File names that begin with `$CABRANK_DATA/` start at the folder that the environment names.
    public init() {
        data = DataFolder()
    }

    /// Makes a reader for another environment than that of the process.
    public init(environment: [String: String]) {
        data = DataFolder(environment: environment)
    }

    /// Reads a scenario file with what it includes, and lays values from the command line over it.
    ///
    /// Throws every problem found, each with its place. Paths in the file start at the folder of the file.
    public func read(file path: String, overrides: [ScenarioOverride] = []) throws(ScenarioErrors) -> ReadScenario {
        let reading = Reading(data: data)
        var files = ScenarioFiles(reading: reading)
        let place = FilePlace(file: path, line: 1, column: 1)
        guard let text = files.text(of: path, at: place) else { throw ScenarioErrors(problems: reading.problems) }
        let folder = ScenarioFiles.folder(of: path)
        reading.folder = folder
        let item = files.load(text, named: path, folder: folder, open: [path])
        return try finish(files.isIncomplete ? nil : item, overrides, reading)
    }

    /// Reads a scenario from a text.
    ///
    /// `file` is the name shown in places; relative paths in the text start at `folder` (the working folder when empty).
    public func read(
        text: String, named file: String, folder: String, overrides: [ScenarioOverride] = []
    ) throws(ScenarioErrors) -> ReadScenario {
        let reading = Reading(data: data)
        reading.folder = folder
        var files = ScenarioFiles(reading: reading)
        let item = files.load(text, named: file, folder: folder, open: [])
        return try finish(files.isIncomplete ? nil : item, overrides, reading)
    }

    private func finish(
        _ item: Item?, _ overrides: [ScenarioOverride], _ reading: Reading
    ) throws(ScenarioErrors) -> ReadScenario {
        // A text that cannot be parsed, or lacks what it includes, has no keys to check.
        guard var item else { throw ScenarioErrors(problems: Self.inOrder(reading.problems)) }
        for override in overrides {
            item = override.lay(on: item, .section(Scenario.section.form), reading)
        }
        var scenario = Scenario.section.read(item, reading)
        if let name = scenario?.name, scenario?.title == "" { scenario?.title = name }
        scenario?.spendTotals(reading)
        scenario?.nameBudgets()
        if let scenario { Preflight(scenario: scenario, reading: reading, top: item.place).check() }
        guard let scenario, !reading.isRejected else {
            throw ScenarioErrors(problems: Self.inOrder(reading.problems))
        }
        return ReadScenario(
            scenario: scenario, source: scenario.sourceText(Writing(folder: reading.folder, named: reading.named)),
            warnings: Self.inOrder(reading.problems), zones: reading.zones, places: reading.places, top: item.place)
    }

    /// File by file in the order in which they were met, then by place; problems of one place keep their order.
    private static func inOrder(_ problems: [ScenarioProblem]) -> [ScenarioProblem] {
        var files: [String: Int] = [:]
        for problem in problems where files[problem.place.file] == nil { files[problem.place.file] = files.count }
        return problems.enumerated().sorted { left, right in
            let (a, b) = (left.element.place, right.element.place)
            return (files[a.file] ?? 0, a.line, a.column, left.offset) < (
                files[b.file] ?? 0, b.line, b.column, right.offset
            )
        }.map(\.element)
    }
}

/// A scenario that passed all checks that need no map.
public struct ReadScenario: Sendable {
    /// The scenario.
    public let scenario: Scenario
    /// The scenario as one text with every value written out, includes, overrides, defaults and table files resolved, and
    /// paths relative to the scenario's folder. Equal scenarios have equal texts; reading it gives the scenario again. For the
    /// record of a run, and for its hash.
    public let source: String
    /// Doubts, in the order of the text.
    public let warnings: [ScenarioProblem]
    /// Every mention of a zone, for the checks against the map.
    let zones: [ZoneMention]

    /// Where the text gives a value, by its path such as `server.service`; the nearest key above it, or the top of the file,
    /// when it is not given.
    public func place(of path: String) -> FilePlace { places.nearest(path) ?? top }

    let places: [String: FilePlace]
    let top: FilePlace
}
