// SPDX-License-Identifier: GPL-3.0-or-later

import CityMap
package import CityModel
package import ScenarioLanguage

/// Reads scenario files: text to a checked `Scenario`, or all that is wrong with it.
package struct ScenarioReader: Sendable {
    /// Reads the zones of a city's map, and checks the travel table of this path with them; nil for none.
    package typealias ZoneReader = @Sendable (CitySection, _ table: String?) throws(InputErrors) -> MapReading

    /// Whether files outside of the folder of the scenario may be included, and tables outside of it be named. Maps may lie
    /// anywhere.
    package var allowsInclude = false
    /// Reads the map and the travel table of a scenario that is rejected, so that what is wrong there is reported with its other
    /// errors, not in a second round; nil to leave that to whoever loads the map of an accepted one.
    package var zones: ZoneReader?
    private let section: Section<Scenario>
    private let services: [ServiceKey]
    private let data: DataFolder

    /// Makes a reader. File names that begin with `$CABRANK_DATA/` start at the folder that the environment names, that of the
    /// process when left out; `services` are the keys of the services that a file may name.
    package init(
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
    package func read(file path: String, overrides: [ScenarioOverride] = []) throws(InputErrors) -> ReadScenario {
        try finish(files.read(file: path, overrides: overrides))
    }

    /// Reads a scenario from a text.
    ///
    /// `file` is the name shown in locations; relative paths in the text start at `folder` (the working folder when empty).
    package func read(
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
        return (city, part, item["travel"].flatMap { TravelSection.section(services).read($0, own) }?.table)
    }

    private func finish(_ draft: Draft<Scenario>) throws(InputErrors) -> ReadScenario {
        let (item, reading) = (draft.item, draft.reading)
        var scenario = draft.value
        if let name = scenario?.name, scenario?.title == "" { scenario?.title = name }
        scenario?.spendTotals(reading, services)
        scenario?.nameBudgets()
        if let scenario {
            let check = Preflight(scenario: scenario, reading: reading, top: item.location)
            check.check()
            for service in services { service.reading.check(check) }
        } else if let part = draft.part {
            let check = Preflight(scenario: part, reading: reading, top: item.location)
            for service in services { service.reading.checkRejected(check, draft.failed) }
        }
        guard let scenario, !reading.isRejected else {
            addMapErrors(item, reading)
            throw reading.rejection
        }
        return ReadScenario(
            scenario: scenario, source: section.text(of: scenario, reading.writing), folder: reading.folder,
            warnings: reading.problemsInOrder, zones: reading.mentions(of: ZoneID.self),
            tables: reading.mentions(of: TableZones.self),
            kept: Dictionary(
                uniqueKeysWithValues: services.compactMap { key in key.reading.keep(reading).map { (key.service, $0) } }
            ),
            locations: reading.locations,
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
package struct MapReading: Sendable {
    /// The zones of the map.
    package let zones: [ZoneRecord]
    /// What is wrong with the travel table.
    package let problems: [InputProblem]

    package init(zones: [ZoneRecord], problems: [InputProblem]) {
        self.zones = zones
        self.problems = problems
    }
}
