// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
import RaceRules
import TaxiSimulation
import Testing

@testable import RaceSimulation

/// The key `races` of a scenario: what it reads, what it writes, what it refuses and where.
@Suite struct SectionTests {
    private static let full = """
        races:
          held: true
          rules: {interval: 3 s, reminder: 2 d, spectators: 5, named: 3}
          events:
            - name: dash
              organiser: 3
              created: "06:30"
              start: "08:00"
              end: "09:00"
              maximum: 100
              spectators: 10
              track: \(SimulatedRaces.track)
              laps: 2
              track-defined: "07:00"
              waves: 2
              wave-every: 1 min
              first-flow: 8
              later-flow: 4
              first-part: 70%
              day-factor: 1.03
              cut-offs: [{at: 1 km, after: 20 min}]
              closes: {before: 10 min, after: 5 min, factor: 2}
          runners:
            - name: club
              people: 10
              race: dash
              looks-after: {exponential: 1 h}
              pace: {least: 80 s, median: 290 s, sigma: 0.25}
              fade: {least: 0.8, median: 0.3, sigma: 0.2, with-pace: 30%}
              drop-out-at: {uniform: {from: 10%, to: 90%}}
          watchers: [{name: friends, people: 5, spectates: 50%}]
          passengers-run: {share: 20%, like: club}
        """

    @Test("Every key is read; the run's own text has all of them and reads as the same")
    func full() throws {
        let read = try SimulatedRaces.read(Self.full)
        let section = try #require(read.scenario.services[.races] as? RacesSection)
        let race = section.events[0]
        #expect(section.rules.interval == .seconds(3) && section.rules.reminder == .hours(48) && race.organiser == 3)
        #expect(
            race.laps == 2 && race.dayFactor == 1.03 && race.closes?.factor == 2
                && race.cutOffs[0].point == .metres(1000))
        #expect(section.runners[0].pace.sigma == 0.25 && section.runners[0].fade.withPace == 0.3)
        #expect(section.guests.customers?.share == 0.2 && section.guests.customers?.like == "club")
        #expect(section.scaled(by: 2).peopleCount == 30 && section.peopleCount == 15)
        let again = try ScenarioReader(services: [.taxi, RacesSlice().key]).read(
            text: read.source, named: "again.yaml", folder: "")
        #expect(again.source == read.source && read.source.contains("  watchers:"))
        #expect(try SimulatedRaces.problems(Self.full) == [])
    }

    @Test("INV-RaceTimes: a race that ends before it starts is found with file, line and column")
    func times() throws {
        let found = try SimulatedRaces.problems(
            """
            races:
              events:
                - {name: dash, start: "08:00", end: "07:00", maximum: 10, track: \(SimulatedRaces.track)}
                - {name: dash, start: "05:00", end: "06:00", maximum: 10}
                - {name: long, start: "08:00", end: "13:00", maximum: 10, track-defined: "08:00"}
              runners: [{name: club, people: 3, race: dahs}]
              passengers-run: {share: 20%, like: clup}
            """)
        #expect(found.contains("town.yaml:12:32: `like`: there is no group of runners `clup`; did you mean `club`?"))
        #expect(found.contains("town.yaml:9:8: `name`: two events are named `dash`; names must be unique"))
        #expect(found.contains { $0.contains("`end`: the race `dash` must end after it starts (INV-RaceTimes)") })
        #expect(found.contains { $0.contains("`start`: the race `dash` must be created before it starts") })
        #expect(found.contains { $0.contains("warning: `end`: the race ends after the run") })
        #expect(found.contains { $0.contains("`track-defined`: the track must be defined before the start") })
        #expect(found.contains { $0.contains("`track-defined`: there is no `track` to define") })
        #expect(found.contains { $0.contains("`race`: there is no race `dahs`; did you mean `dash`?") })
        #expect(found.allSatisfy { $0.hasPrefix("town.yaml:") })
    }

    @Test("RACE-ASSUME-D7: a track that leaves the coverage area is refused, by a corner or on the way")
    func coverage() throws {
        func problems(_ track: String) throws -> [String] {
            try SimulatedRaces.problems(
                """
                races:
                  events: [{name: dash, start: "08:00", end: "09:00", maximum: 10, track: \(track)}]
                  runners: [{name: club, people: 3}]
                """)
        }
        let outside = try problems("[{longitude: 0.001, latitude: 0.001}, {longitude: 0.1, latitude: 0.001}]")
        #expect(outside.count == 1 && outside.first?.contains("(RACE-ASSUME-D7)") == true)
        #expect(outside.first?.hasPrefix("town.yaml:7:") == true)
        #expect(try problems("[{longitude: 0.001, latitude: 0.001}, {longitude: 0.001, latitude: 0.001}]").count == 1)
        #expect(try problems(SimulatedRaces.track) == [])
    }

    @Test("Wrong values are refused at their place")
    func values() throws {
        let found = try SimulatedRaces.problems(
            """
            races:
              events: [{name: dash, start: "08:00", end: "09:00", maximum: 0, lap: 3}]
              runners: [{name: club, people: -1, pace: {sigma: -1}}]
            """)
        #expect(found.count == 4 && found.allSatisfy { $0.hasPrefix("town.yaml:") })
        #expect(found.contains { $0.contains("unknown key `lap`") && $0.contains("did you mean `laps`?") })
    }

    @Test("Waves that start when the race is over, and paces that nobody runs, warn at their place")
    func implausible() throws {
        func problems(_ race: String, _ runners: String) throws -> [String] {
            try SimulatedRaces.problems(
                """
                races:
                  events: [{name: dash, start: "08:00", end: "09:30", maximum: 10, track: \(SimulatedRaces.track)\(race)}]
                  runners: [{name: club, people: 3\(runners)}]
                """)
        }
        let waves = try problems(", waves: 50, wave-every: 6 h", "")
        #expect(waves.count == 1 && waves[0].hasPrefix("town.yaml:7:"), "\(waves)")
        #expect(waves.first?.contains("warning: `waves`: the last of 50 waves") == true)
        #expect(waves.first?.contains("is over after 90 min: 49 waves never run") == true, "\(waves)")
        #expect(try problems(", waves: 3, wave-every: 45 min", "").first?.contains("1 waves never run") == true)
        #expect(try problems(", waves: 3, wave-every: 44 min", "") == [])
        let pace = try problems("", ", pace: {least: 0 s, median: 1 s}")
        #expect(pace.count == 1 && pace[0].hasPrefix("town.yaml:8:"), "\(pace)")
        #expect(pace.first?.contains("take 1 s or less for a kilometre") == true)
    }
}
