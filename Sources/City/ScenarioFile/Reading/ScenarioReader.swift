// SPDX-License-Identifier: GPL-3.0-or-later

import CityMap
public import CityModel
public import ScenarioLanguage

/// Reads scenario files: text to a checked `Scenario`, or all that is wrong with it.
public struct ScenarioReader: Sendable {
    /// Reads the zones of a city's map, and checks the travel table of this path with them; nil for none.
    public typealias ZoneReader = @Sendable (CitySection, _ table: String?) throws(InputErrors) -> MapReading

    /// Whether files outside of the folder of the scenario may be included, and tables outside of it be named. Maps may lie
    /// anywhere.
    public var allowsInclude = false
    /// Reads the map and the travel table of a scenario that is rejected, so that what is wrong there is reported with its other
    /// errors, not in a second round; nil to leave that to whoever loads the map of an accepted one.
    public var zones: ZoneReader?
    private let section: Section<Scenario>
    private let services: [ServiceKey]
    private let data: DataFolder

    /// Makes a reader. File names that begin with `$CABRANK_DATA/` start at the folder that the environment names, that of the
    /// process when left out; `services` are the keys of services beside the taxi service.
    public init(
        allowsInclude: Bool = false, services: [ServiceKey] = [],
        environment: [String: String]? = nil, zones: ZoneReader? = nil
    ) {
        data = environment.map { DataFolder(environment: $0) } ?? DataFolder()
        section = Scenario.section(services)
        self.services = services
        self.allowsInclude = allowsInclude
        self.zones = zones
    }

    /// Reads a scenario file with what it includes, and lays values from the command line over it.
    ///
    /// Throws every problem found, each with its location. Paths in the file start at the folder of the file.
    public func read(file path: String, overrides: [ScenarioOverride] = []) throws(InputErrors) -> ReadScenario {
        try finish(files.read(file: path, overrides: overrides))
    }

    /// Reads a scenario from a text.
    ///
    /// `file` is the name shown in locations; relative paths in the text start at `folder` (the working folder when empty).
    public func read(
        text: String, named file: String, folder: String, overrides: [ScenarioOverride] = []
    ) throws(InputErrors) -> ReadScenario {
        try finish(files.read(text: text, named: file, folder: folder, overrides: overrides))
    }

    private var files: FileReader<Scenario> {
        FileReader(
            section, data: data, allowsInclude: allowsInclude, example: "dispatch.offer-deadline=45 s"
        ) { item, reading in
            reading.readZoneKeys = { [weak reading] in
                guard let reading, let city = city(item, reading)?.city,
                    case .geoJSON(let path, let number, _) = city.layout,
                    let map = try? InputFile.text(of: path)
                else { return .numbers }
                return PolygonLayout.keys(geoJSON: map, numberProperty: number) ?? .numbers
            }
        }
    }

    /// The city that a file states, and its travel table, read apart from its other keys; nil where it cannot be read.
    private func city(_ item: Item, _ reading: Reading) -> (city: CitySection, part: Item, table: String?)? {
        guard let part = item["city"] else { return nil }
        let own = Reading(data: data)
        own.folder = reading.folder
        own.folders = reading.folders
        own.bounds = reading.bounds
        guard let city = CitySection.section.read(part, own) else { return nil }
        return (city, part, item["travel"].flatMap { TravelSection.section.read($0, own) }?.table)
    }

    private func finish(_ draft: Draft<Scenario>) throws(InputErrors) -> ReadScenario {
        let (item, reading) = (draft.item, draft.reading)
        var scenario = draft.value
        if let name = scenario?.name, scenario?.title == "" { scenario?.title = name }
        scenario?.spendTotals(reading, services)
        scenario?.nameBudgets()
        if let scenario {
            Preflight(scenario: scenario, reading: reading, top: item.location).check()
        } else if let part = draft.part, draft.failed.isDisjoint(with: ["start", "reservations"]) {
            // So that the rows of a trace are reported in one round.
            Preflight(scenario: part, reading: reading, top: item.location).checkReservations()
        }
        guard let scenario, !reading.isRejected else {
            addMapErrors(item, reading)
            throw reading.rejection
        }
        return ReadScenario(
            scenario: scenario, source: section.text(of: scenario, reading.writing), folder: reading.folder,
            warnings: reading.problemsInOrder, zones: reading.mentions(of: ZoneID.self),
            tables: reading.mentions(of: TableZones.self),
            traces: reading.mentions(of: TraceLocations.self).map(\.subject.rows), locations: reading.locations,
            top: item.location, section: section, writing: reading.writing)
    }

    /// Adds what the map says of a rejected scenario, where its city can be read: zones that are not on it, or what is wrong
    /// with the map.
    private func addMapErrors(_ item: Item, _ reading: Reading) {
        guard let zones, let (city, part, table) = city(item, reading) else { return }
        if let fault = city.gridFault {
            // A grid without zones; reported here unless the whole scenario could be checked.
            if !reading.problems.contains(where: { $0.message == fault }) {
                reading.error(part["grid"]?.location ?? part.location, fault)
            }
            return
        }
        do throws(InputErrors) {
            let map = try zones(city, table)
            reading.add(Mention.unknown(reading.mentions(of: ZoneID.self), on: map.zones))
            reading.add(map.problems)
        } catch {
            reading.add(error.problems)
        }
    }
}

/// What the files beside a rejected scenario say.
public struct MapReading: Sendable {
    /// The zones of the map.
    public let zones: [ZoneRecord]
    /// What is wrong with the travel table.
    public let problems: [InputProblem]

    /// States both.
    public init(zones: [ZoneRecord], problems: [InputProblem]) {
        self.zones = zones
        self.problems = problems
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
    /// The folder that the paths of `source` start at; the working folder when empty.
    public let folder: String
    /// Doubts, in the order of the text.
    public let warnings: [InputProblem]
    /// Every mention of a zone, for the checks against the map.
    let zones: [Mention<ZoneID>]
    /// Every table of weights, for the same.
    let tables: [Mention<TableZones>]
    /// Where the rows of each trace stand, in the order of the text.
    let traces: [[InputLocation]]

    /// Where the text gives a value, by its path such as `server.service`; the nearest key above it, or the top of the file,
    /// when it is not given.
    public func location(of path: String) -> InputLocation { locations.nearest(path) ?? top }

    /// Whether the text, or what was set over it, gives this very value.
    public func gives(_ path: String) -> Bool { locations[path] != nil }

    let locations: [String: InputLocation]
    let top: InputLocation
    private let section: Section<Scenario>
    private let writing: Writing

    init(
        scenario: Scenario, source: String, folder: String, warnings: [InputProblem], zones: [Mention<ZoneID>],
        tables: [Mention<TableZones>], traces: [[InputLocation]], locations: [String: InputLocation],
        top: InputLocation, section: Section<Scenario>, writing: Writing
    ) {
        self.scenario = scenario
        self.source = source
        self.folder = folder
        self.warnings = warnings
        self.zones = zones
        self.tables = tables
        self.traces = traces
        self.locations = locations
        self.top = top
        self.section = section
        self.writing = writing
    }

    /// A scenario with every value written out, for a file in a folder: paths lead from there to the files. `changed` is this
    /// scenario with other values.
    public func text(of changed: Scenario, in folder: String) -> String {
        section.text(of: changed, writing.moved(to: folder))
    }

    /// What is set otherwise than in another scenario; both may be changed since they were read.
    public func differences(
        of changed: Scenario, from base: ReadScenario, changed baseScenario: Scenario
    ) -> [SettingDifference] {
        section.write(changed, writing.opened).differences(
            from: base.section.write(baseScenario, base.writing.opened))
    }

    /// The traces with where each row stands.
    public var traceRows: [(rows: [TraceRow], locations: [InputLocation])] {
        let all = scenario.passengers.enumerated().compactMap { index, group in
            if case .trace(let rows) = group.demand { (index, rows) } else { nil }
        }
        return all.enumerated().map { order, trace in
            // One that was laid over another stands under its key only.
            let own = all.count == traces.count && traces[order].count == trace.1.count ? traces[order] : nil
            let key = location(of: "passengers.\(trace.0).trace")
            return (trace.1, own ?? trace.1.map { _ in key })
        }
    }
}
