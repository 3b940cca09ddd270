// SPDX-License-Identifier: GPL-3.0-or-later

import CityMap
import CityModel
import CitySlices
import HealthRules
import ScenarioLanguage
import TaxiSimulation
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
        try ScenarioReader(services: [.taxi, ServiceKey(.health, HealthSection.section)])
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

    @Test("What can be run and is hardly meant warns, at its place")
    func implausible() throws {
        func warnings(_ wearer: String, _ more: String = "") throws -> [String] {
            try Self.problems("health:\n\(more)  wearers:\n    - {name: a, people: 50, \(wearer)}\n")
                .filter { !$0.contains("no `ambulances`") }
        }
        func values(_ parameter: String, _ mean: String) -> String {
            "values: [{parameter: \(parameter), mean: \(mean), between: 3, within: 2, swing: 1}]"
        }
        let cases: [(wearer: String, more: String, part: String)] = [
            (values("heart-rate", "0"), "", "nobody has a mean heart rate of 0; plausible: 20 to 250"),
            (values("heart-rate", "-50"), "", "nobody has a mean heart rate of -50"),
            (values("oxygen-saturation", "150"), "", "nobody has a mean oxygen saturation of 150"),
            (values("heart-rate", "30"), "", "leave the safe range by themselves: it ends 0 from the mean"),
            (values("heart-rate", "48"), "", "it ends 7 from the mean at the worst hour, and values differ by 3.61"),
            ("faults: 80%, tampering: 80%", "", "so only 20 % of batches are changed on the way"),
            ("worn-from: \"30:00\"", "", "the device is put on 30 h after midnight"),
            (
                "every: 10 s", "  workers: {least: 1, most: 1, per-batch: 1 min}\n",
                "1 workers cannot serve 5 batches a second"
            ),
            (
                "every: 10 s", "  keeps-data: true\n  smallest-group: 1\n",
                "`smallest-group`: 1: numbers about so few people"
            ),
            (
                "every: 10 s", "  third-parties: [{name: t, group-requests: 1, interval: 5 min}]\n",
                "`interval`: 5 min is shorter than `groups.least-interval`, 15 min"
            ),
            (
                "every: 10 s",
                "  third-parties: [{name: t, group-requests: 3, intervals: 2, group-subscriptions: 1}]\n",
                "t asks for 18 intervals of groups a day in 3 requests and 1 subscriptions; `groups` allows 12 and 12"
            ),
            (
                "every: 10 s", "  keeps-data: true\n  groups: {grid: 100}\n",
                "`groups`: more may be asked than by default"
            ),
        ]
        for (wearer, more, part) in cases {
            let found = try warnings(wearer, more)
            #expect(found.count == 1 && found[0].contains(part) && found[0].hasPrefix("town.yaml:"), "\(found)")
        }
        // What is shipped is plausible.
        #expect(try warnings(values("heart-rate", "72"), "  keeps-data: true\n") == [])
        #expect(try warnings("every: 10 s") == [])
    }

    @Test("An unknown parameter is refused with what is allowed")
    func unknownParameter() throws {
        let problems = try Self.problems(
            "health: {wearers: [{name: a, people: 1, values: [{parameter: heart-rat, mean: 70}]}]}\n")
        #expect(problems.count == 1 && problems[0].contains("unknown word `heart-rat`"))
        #expect(problems[0].contains("did you mean `heart-rate`?"))
    }
}
