// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// Reads scenario files: text to a checked `Scenario`, or all that is wrong with it.
public struct ScenarioReader: Sendable {
    /// Reads the zones of a city's map.
    public typealias ZoneReader = @Sendable (CitySection) throws(InputErrors) -> [ZoneRecord]

    /// Whether files outside of the folder of the scenario may be included. What a scenario names otherwise, maps and
    /// tables, may lie anywhere.
    public var allowsInclude = false
    /// Reads the map of a scenario that is rejected, so that zones which are not on it are told with its other errors, not
    /// in a second round; nil to leave that to whoever loads the map of an accepted one.
    public var zones: ZoneReader?
    private let data: DataFolder

    /// Makes a reader. File names that begin with `$CABRANK_DATA/` start at the folder that the environment names.
    public init(allowsInclude: Bool = false, zones: ZoneReader? = nil) {
        data = DataFolder()
        self.allowsInclude = allowsInclude
        self.zones = zones
    }

    /// Makes a reader for another environment than that of the process.
    public init(environment: [String: String]) {
        data = DataFolder(environment: environment)
    }

    /// Reads a scenario file with what it includes, and lays values from the command line over it.
    ///
    /// Throws every problem found, each with its place. Paths in the file start at the folder of the file.
    public func read(file path: String, overrides: [ScenarioOverride] = []) throws(InputErrors) -> ReadScenario {
        let reading = Reading(data: data)
        var files = ScenarioFiles(reading: reading, allowsInclude: allowsInclude)
        let place = InputLocation(file: path)
        guard let text = files.text(of: path, at: place) else { throw InputErrors(problems: reading.problems) }
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
    ) throws(InputErrors) -> ReadScenario {
        let reading = Reading(data: data)
        reading.folder = folder
        var files = ScenarioFiles(reading: reading, allowsInclude: allowsInclude)
        let item = files.load(text, named: file, folder: folder, open: [])
        return try finish(files.isIncomplete ? nil : item, overrides, reading)
    }

    private func finish(
        _ item: Item?, _ overrides: [ScenarioOverride], _ reading: Reading
    ) throws(InputErrors) -> ReadScenario {
        // A text that cannot be parsed, or lacks what it includes, has no keys to check.
        guard var item else { throw InputErrors(problems: Self.inOrder(reading.problems)) }
        let form = Form.section(Scenario.section.form)
        for override in overrides {
            reading.add(override.replacedErrors(in: item, form))
            item = override.lay(on: item, form, reading)
        }
        let before = reading.errors
        let filled = Scenario.section.fill(item, reading)
        var scenario = reading.errors > before ? nil : filled?.value
        if let name = scenario?.name, scenario?.title == "" { scenario?.title = name }
        scenario?.spendTotals(reading)
        scenario?.nameBudgets()
        if let scenario {
            Preflight(scenario: scenario, reading: reading, top: item.place).check()
        } else if let filled, filled.failed.isDisjoint(with: ["start", "reservations"]) {
            // So that the rows of a trace are told in one round.
            Preflight(scenario: filled.value, reading: reading, top: item.place).checkReservations()
        }
        guard let scenario, !reading.isRejected else {
            addZoneErrors(item, reading)
            throw InputErrors(problems: Self.inOrder(reading.problems))
        }
        return ReadScenario(
            scenario: scenario, source: scenario.sourceText(Writing(folder: reading.folder, named: reading.named)),
            warnings: Self.inOrder(reading.problems), zones: reading.zones, places: reading.places, top: item.place)
    }

    /// Adds what the map says of a rejected scenario, where its city can be read: zones that are not on it, or what is wrong
    /// with the map.
    private func addZoneErrors(_ item: Item, _ reading: Reading) {
        guard let zones, let city = item["city"] else { return }
        let own = Reading(data: data)
        own.folder = reading.folder
        own.folders = reading.folders
        guard let city = CitySection.section.read(city, own) else { return }
        do throws(InputErrors) {
            reading.add(ZoneMention.strangers(reading.zones, on: try zones(city)))
        } catch {
            reading.add(error.problems)
        }
    }

    /// File by file in the order in which they were met, then by place; problems of one place keep their order.
    private static func inOrder(_ problems: [InputProblem]) -> [InputProblem] {
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
    public let warnings: [InputProblem]
    /// Every mention of a zone, for the checks against the map.
    let zones: [ZoneMention]

    /// Where the text gives a value, by its path such as `server.service`; the nearest key above it, or the top of the file,
    /// when it is not given.
    public func place(of path: String) -> InputLocation { places.nearest(path) ?? top }

    /// Whether the text, or what was set over it, gives this very value.
    public func gives(_ path: String) -> Bool { places[path] != nil }

    let places: [String: InputLocation]
    let top: InputLocation
}
