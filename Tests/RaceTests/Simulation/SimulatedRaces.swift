// SPDX-License-Identifier: GPL-3.0-or-later

import CityMap
import CityModel
import CitySlices
import CityTestKit
import RaceRules
import ScenarioLanguage
import TaxiSimulation
import Testing

@testable import CitySimulation
@testable import RaceSimulation

/// Small cities with races, from texts.
enum SimulatedRaces {
    static let head = """
        cabrank: 1
        name: town
        start: 2026-05-10 06:00
        length: 6 h
        city: {grid: {rows: 2, columns: 2, cell: 1 km}}

        """
    /// A straight track of 1 km, with constant habits: everybody needs 360 s and crosses the line at once.
    static let track = "[{longitude: 0.001, latitude: 0.001}, {longitude: 0.009984, latitude: 0.001}]"
    static let steady =
        "pace: {least: 359 s, median: 1 s, sigma: 0}, fade: {least: 1, median: 0, sigma: 0}, line-up: 0, "
        + "position-age: 0 s, drop-outs: 0"

    static func race(_ more: String = "", runners: String = "people: 3", watchers: String = "") -> String {
        """
        races:
          events:
            - {name: dash, start: "08:00", end: "09:00", maximum: 10, track: \(track), first-flow: 1000, later-flow: 1000\(more)}
          runners: [{name: club, looks-after: 10 min, \(steady), \(runners)}]
          watchers: [\(watchers)]

        """
    }

    static var runs: SliceRuns { SliceRuns(RacesSlice(), head: head) }

    /// Runs a text with all rules checked.
    static func run(_ text: String) throws -> (result: RunResult, facts: RaceFacts) {
        let facts = RaceFacts()
        return (try runs.run(text, facts), facts)
    }

    static func read(_ text: String) throws -> ReadScenario {
        try ScenarioReader(services: [.taxi, RacesSlice().key]).read(text: head + text, named: "town.yaml", folder: "")
    }

    /// All that is wrong with a text, from the reader or from the checks that follow.
    static func problems(_ text: String) throws -> [String] {
        do {
            let read = try read(text)
            let section = try #require(read.scenario.services[.races] as? RacesSection)
            let layout = GridLayout(
                rows: 2, columns: 2, side: .metres(1000), anchor: GeographicPoint(longitude: 0, latitude: 0))
            return RacesCheck.problems(section, read, layout: layout).map {
                "\($0.location): \($0.severity == .warning ? "warning: " : "")\($0.message)"
            }
        } catch let error as InputErrors {
            return error.problems.map { "\($0.location): \($0.message)" }
        }
    }
}

/// Writes down what happens at races.
final class RaceFacts: EventObserver {
    private(set) var races: [(time: CityTime, event: RaceEvent)] = []
    private(set) var shown: [(time: CityTime, event: RacingEvent)] = []

    func subscribe(to feed: EventFeed) {
        feed.on(RaceEvent.self) { [self] records in
            for index in records.indices { races.append((records[index].time, records[index].event)) }
        }
        feed.on(RacingEvent.self) { [self] records in
            for index in records.indices { shown.append((records[index].time, records[index].event)) }
        }
    }

    func count(_ name: String) -> Int { races.count { $0.event.name == name } }

    /// The facts of some kinds, each with its clock time.
    func story(_ names: String...) -> [String] {
        races.filter { names.contains($0.event.name) }
            .map { "\($0.time.description.suffix(8)) \($0.event.name)" }
    }
}
