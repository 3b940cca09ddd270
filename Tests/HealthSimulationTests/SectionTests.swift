// SPDX-License-Identifier: GPL-3.0-or-later

import CityMap
import CityModel
import HealthRules
import ScenarioFile
import ScenarioLanguage
import Testing

@testable import HealthSimulation

/// The key `health` of a scenario: what it reads, what it writes, what it refuses and where.
@Suite("The section of health")
struct HealthSectionTests {
    private static let head = """
        cabrank: 1
        name: town
        start: 2026-03-07 08:00
        length: 12 h
        city: {grid: {rows: 1, columns: 2, cell: 1 km}}

        """

    private static func read(_ text: String) throws -> ReadScenario {
        try ScenarioReader(services: [ServiceKey(.health, HealthSection.section)])
            .read(text: head + text, named: "town.yaml", folder: "")
    }

    private static func section(_ read: ReadScenario) throws -> HealthSection {
        try #require(read.scenario.services[.health] as? HealthSection)
    }

    /// All that is wrong with a text, from the reader or from the checks that follow.
    private static func problems(_ text: String) throws -> [String] {
        do {
            let read = try read(text)
            return HealthCheck.problems(try section(read), read).map { "\($0.location): \($0.message)" }
        } catch let error as InputErrors {
            return error.problems.map { "\($0.location): \($0.message)" }
        }
    }

    @Test("HEALTH-R18, DEC-HEALTH-THRESHOLD: ranges are read with either bound absent; defaults are as stated")
    func ranges() throws {
        let section = try Self.section(
            Self.read(
                """
                health:
                  rules: {heart-rate: {low: 45.5, high: none}, temperature: {low: none, high: 39}}
                  workers: {least: 3, most: 9, per-batch: 5 ms}
                  wearers: [{name: some, people: 4, values: [{parameter: breathing-rate, mean: 16}]}]
                """))
        #expect(
            section.rules[.heartRate] == SafeRange(4550, nil) && section.rules[.temperature] == SafeRange(nil, 3900))
        #expect(
            section.rules[.breathingRate] == SafeRange(800, 4000) && section.rules.pool.perBatch == .milliseconds(5))
        #expect(section.wearers[0].values.map(\.parameter) == [.breathingRate] && section.peopleCount == 4)
    }

    @Test("Everything that is wrong is told, at its place")
    func wrong() throws {
        let problems = try Self.problems(
            """
            health:
              rules: {heart-rate: {low: 100, high: 90}}
              workers: {least: 9, most: 3}
              wearers:
                - {name: a, people: 4, every: 1 s, length: 2 s}
                - name: a
                  people: 5
                  values: [{parameter: heart-rate, mean: 70}, {parameter: heart-rate, mean: 71}]
                  episodes: [{parameter: temperature, per-day: 1}]
            """)
        let parts = [
            "`name`: two wearers are named `a`", "batches of a would overlap", "measured twice in one batch",
            "the device does not measure it", "the lowest safe heartRate is above the highest",
            "`least`: must not be above `most`, which is 3", "the city has no `ambulances`",
        ]
        #expect(problems.count == parts.count, "\(problems)")
        for part in parts { #expect(problems.contains { $0.contains(part) }, "\(part)") }
        #expect(problems.contains { $0.hasPrefix("town.yaml:11:") })
    }

    @Test("An unknown parameter is refused with what is allowed")
    func unknownParameter() throws {
        let problems = try Self.problems(
            "health: {wearers: [{name: a, people: 1, values: [{parameter: heart-rat, mean: 70}]}]}\n")
        #expect(problems.count == 1 && problems[0].contains("unknown word `heart-rat`"))
        #expect(problems[0].contains("did you mean `heart-rate`?"))
    }
}
