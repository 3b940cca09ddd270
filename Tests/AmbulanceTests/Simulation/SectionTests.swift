// SPDX-License-Identifier: GPL-3.0-or-later

import AmbulanceRules
import CityMap
import CityModel
import CitySlices
import ScenarioLanguage
import TaxiSimulation
import Testing

@testable import AmbulanceSimulation

/// The key `ambulances` of a scenario: what it reads, what it writes, what it refuses and where.
@Suite("The section of ambulances")
struct AmbulancesSectionTests {
    private static let head = """
        cabrank: 1
        name: town
        start: 2026-03-07 08:00
        length: 12 h
        city: {grid: {rows: 1, columns: 2, cell: 1 km}}

        """

    private static let full = """
        ambulances:
          siren: 1.5
          closes-after: 45 min
          stations:
            - {name: west, zone: 1, units: 2, shift: "20:00-08:00"}
            - {name: east, place: {longitude: 0.013, latitude: 0.004}, units: 3}
          hospitals:
            - {name: general, zone: 2}
            - {name: clinic, zone: 1, hours: "08:00-24:00"}
          calls: {per-day: 48, zones: {1: 75%, 2: 25%}}
          priorities:
            - {name: high, share: 40%, handling: 1 min, drive: 5 min, transported: 50%, siren-transports: 10%}
            - {name: low, share: 60%, scene: {exponential: 20 min}, transport: {gamma: {shape: 3, mean: 15 min}}}
        """

    private static func read(_ text: String) throws -> ReadScenario {
        try ScenarioReader(services: [.taxi, ServiceKey(.ambulances, AmbulancesSection.section)])
            .read(text: head + text, named: "town.yaml", folder: "")
    }

    private static func section(_ read: ReadScenario) throws -> AmbulancesSection {
        try #require(read.scenario.services[.ambulances] as? AmbulancesSection)
    }

    /// All that is wrong with a text, from the reader or from the checks that follow.
    private static func problems(_ text: String) throws -> [String] {
        do {
            let read = try read(text)
            let layout = GridLayout(
                rows: 1, columns: 2, side: .metres(1000), anchor: GeographicPoint(longitude: 0, latitude: 0))
            let found = read.layoutProblems(zones: layout.zones)
            return (found + AmbulancesCheck.problems(try section(read), read, layout: layout)).map {
                "\($0.location): \($0.severity == .warning ? "warning: " : "")\($0.message)"
            }
        } catch let error as InputErrors {
            return error.problems.map { "\($0.location): \($0.message)" }
        }
    }

    @Test("A section with every key is read, and written so that it reads the same")
    func full() throws {
        let read = try Self.read(Self.full)
        let section = try Self.section(read)
        #expect(section.parameters.siren == 1.5 && section.parameters.closesAfter == .minutes(45))
        #expect(section.parameters.priorities == 2 && section.ambulanceCount == 5)
        #expect(section.stations[0].shift == DailyHours(.hours(20), .hours(8)))
        #expect(section.stations[1].site == .position(longitude: 0.013, latitude: 0.004))
        #expect(section.stations[1].shift.isAlways && section.hospitals[1].hours == DailyHours(.hours(8), .hours(24)))
        #expect(section.priorities[0].drive == .constant(300) && section.priorities[1].drive == nil)
        #expect(section.priorities[1].transport == .gamma(shape: 3, mean: 900))
        #expect(try Self.problems(Self.full) == [])
        let again = try ScenarioReader(services: [.taxi, ServiceKey(.ambulances, AmbulancesSection.section)])
            .read(text: read.source, named: "again.yaml", folder: "")
        #expect(again.source == read.source && read.source.contains("closes-after: 45 min"))
        #expect(section.scaled(by: 2).calls.perDay == 96)
    }

    /// What is put in place of a part of the full section, and what is wrong then.
    private static let wrong: [(part: String, with: String, problem: String)] = [
        ("units: 2", "units: 0", "town.yaml:10:36: `units`: `0` is out of range; allowed: 1 to 1000"),
        (
            "zone: 1, units", "zone: 9, units",
            "town.yaml:10:26: zone 9 is not on the map; allowed: 1 to 2; did you mean 2?"
        ),
        ("zone: 1, units", "units", "town.yaml:10:7: ambulance-stations needs exactly one of `place`, `zone`"),
        ("name: east", "name: west", "town.yaml:11:8: `name`: two stations are named `west`; names must be unique"),
        (
            "20:00-08:00", "20:00",
            "town.yaml:10:46: `shift`: `20:00` is not a span of hours; allowed: a beginning and an end, which may be on the next "
                + "day, such as `20:00-08:00`, or `always`"
        ),
        (
            "share: 40%", "share: 140%", "town.yaml:17:27: `share`: `140%` is out of range; allowed: 0 to 1"
        ),
        (
            "share: 40%", "share: 70%",
            "town.yaml:16:3: `priorities`: the shares add up to 130.0 %; they must add up to 100 %"
        ),
        (
            "transported: 50%", "transported: 1.5",
            "town.yaml:17:76: `transported`: `1.5` is out of range; allowed: 0 to 1"
        ),
    ]

    @Test("What is wrong is said with its place and what is allowed", arguments: 0..<8)
    func wrong(_ index: Int) throws {
        let (part, text, problem) = Self.wrong[index]
        #expect(Self.full.contains(part))
        let found = try Self.problems(Self.full.replacing(part, with: text, maxReplacements: 1))
        #expect(found == [problem])
    }

    @Test("No stations, no hospital for those who are to be brought to one, hours without ambulances or hospitals")
    func missing() throws {
        let lines = Self.full.split(separator: "\n")
        let bare = (lines[..<3] + lines[9...]).joined(separator: "\n")
        let missing = try Self.problems(bare)
        #expect(
            missing.count == 1 && missing.allSatisfy { $0.hasSuffix(": `stations` is missing in ambulances") },
            "\(missing)")
        let none = (lines[..<3] + ["  stations: []"] + lines[9...]).joined(separator: "\n")
        #expect(
            try Self.problems(none) == [
                "town.yaml:9:13: `stations`: the list has 0 entries; allowed: 1 to 10000 stations"
            ])
        let away = (lines[..<6] + lines[9...]).joined(separator: "\n")
        #expect(
            try Self.problems(away) == [
                "town.yaml:6:1: `hospitals`: there are none, but people are taken to one after calls of priority `high`; "
                    + "add a hospital, or set `transported: 0` for every priority"
            ])
        let night = (lines[..<5] + lines[6...7] + lines[9...]).joined(separator: "\n")
            .replacing("zone: 2}", with: "zone: 2, hours: \"06:00-22:00\"}")
        let found = try Self.problems(night)
        #expect(
            found == [
                "town.yaml:9:3: warning: `stations`: no ambulance is on duty at 8:00 (and 11 other hours), but calls come then",
                "town.yaml:11:3: warning: `hospitals`: none is open at 0:00 (and 7 other hours); the nearest takes people then",
                "town.yaml:13:11: warning: `per-day`: 48 calls a day keep ambulances busy for 38 h without any drive, and those of all "
                    + "stations are on duty for 24 h a day; most calls will never be reached",
            ])
    }

    @Test("Calls that the ambulances cannot serve whatever the way warn")
    func load() throws {
        #expect(try Self.problems(Self.full) == [])
        // 40 % of 30 s, 18 min and 30 or 25 min; 60 % of 30 s, 20 min and four times in five 30, else 25 min: 0.7942 h a call.
        let found = try Self.problems(Self.full.replacing("per-day: 48", with: "per-day: 10000"))
        #expect(
            found == [
                "town.yaml:15:11: warning: `per-day`: 10000 calls a day keep ambulances busy for 8017 h without any drive, and those of "
                    + "all stations are on duty for 96 h a day; most calls will never be reached"
            ])
    }
}
