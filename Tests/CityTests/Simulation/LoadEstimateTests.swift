// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySimulation
import CitySlices
import ScenarioLanguage
import TaxiSimulation
import Testing

/// The estimate of a run beside the run itself.
@Suite("Estimates of events and memory") struct LoadEstimateTests {
    private static let head = "cabrank: 1\nname: x\ncity: {grid: {rows: 4, columns: 5, cell: 2 km}}\n"

    /// Cities from seconds to 270,000 events; each costs mostly by another key.
    private static let cities: [(name: String, text: String)] = [
        (
            "quickstart size",
            "length: 1 h\ndrivers: [{name: cabs, count: 5, position-interval: 60 s}]\n"
                + "passengers: [{name: people, population: {people: 20, thinking: {exponential: 60 min}}}]\n"
        ),
        (
            "calls",
            "length: 6 h\ndrivers: [{name: cabs, count: 100}]\n"
                + "passengers: [{name: callers, arrivals: {per-day: 5000}}]\n"
        ),
        (
            "calls of some hours",
            "length: 4 h\nstart: 2026-03-04 07:00\ndrivers: [{name: cabs, count: 100}]\n"
                + "passengers: [{name: callers, arrivals: {per-day: 2000, "
                + "hourly: [0,0,0,0,0,0,0,3,5,4,4,5,6,5,4,4,5,6,4,1,0,0,0,0]}}]\n"
        ),
        (
            "a surge and rain",
            "length: 6 h\nstart: 2026-03-04\ndrivers: [{name: cabs, count: 300}]\n"
                + "passengers: [{name: callers, arrivals: {per-day: 2000}}]\n"
                + "changes: [{surge: {zones: [1, 2], factor: 20}, from: 01:00, until: 05:00}, "
                + "{rain: {speed: 1, demand: 3, acceptance: 1}, from: 02:00, until: 04:00}]\n"
        ),
        (
            "far too few drivers",
            "length: 6 h\ndrivers: [{name: cabs, count: 2}]\n"
                + "passengers: [{name: callers, arrivals: {per-day: 20000}}]\n"
        ),
        (
            "calls again and again",
            "length: 4 h\ndrivers: [{name: cabs, count: 10}]\n"
                + "passengers: [{name: callers, arrivals: {per-day: 5000}, call-again: 90%}]\n"
        ),
        (
            "people who call at once",
            "length: 2 h\ndrivers: [{name: cabs, count: 3}]\n"
                + "passengers: [{name: people, population: {people: 20, thinking: 10 s}}]\n"
        ),
        ("positions", "length: 2 h\ndrivers: [{name: cabs, count: 200, position-interval: 30 s}]\n"),
        (
            "shifts",
            "length: 3 d\ndrivers: [{name: cabs, count: 100, position-interval: 5 min, "
                + "shift: {start: 08:00, length: 8 h, breaks: {after: 2 h, length: 15 min}}}]\n"
        ),
        (
            "cruising",
            "length: 4 h\n"
                + "drivers: [{name: cabs, count: 100, idle: {cruise: {pause: 5 min, radius: 2 km}}}]\n"
        ),
        (
            "refusals",
            "length: 4 h\ndrivers: [{name: cabs, count: 100, answer: {accept: 10%, refuse: 90%}}]\n"
                + "passengers: [{name: callers, arrivals: {per-day: 5000}}]\n"
        ),
        (
            "a server",
            "length: 4 h\nserver: {service: {law: 1 ms}}\n"
                + "drivers: [{name: cabs, count: 100, position-interval: 2 min}]\n"
                + "passengers: [{name: callers, arrivals: {per-day: 3000}}]\n"
        ),
        (
            "a flood",
            "length: 1 h\nserver: {floods: [{from: 00:10, until: 00:20, per-second: 50}]}\n"
                + "drivers: [{name: cabs, count: 10}]\n"
        ),
        (
            "registrants",
            "length: 24 h\nserver: {}\naccounts: {registrants: {per-day: 1000}}\n"
                + "drivers: [{name: cabs, count: 10}]\n"
        ),
        ("accounts", "length: 1 h\nserver: {}\naccounts: {registered: 3000}\ndrivers: [{name: cabs, count: 10}]\n"),
        (
            "reservations and shared rides",
            "length: 24 h\nmodules: [reservations, sharing]\n"
                + "drivers: [{name: cabs, count: 100}]\n"
                + "passengers: [{name: callers, arrivals: {per-day: 2000}, reserving: {share: 50%}, sharing: {willing: 50%}}]\n"
        ),
    ]

    private static func plan(_ text: String) throws -> CityPlan {
        try CityPlan(ScenarioReader(services: [.taxi]).read(text: head + text, named: "x.yaml", folder: ""))
    }

    @Test("The events of a run lie between a third and three times the estimate", arguments: cities.map(\.name))
    func events(_ name: String) throws {
        let text = try #require(Self.cities.first { $0.name == name }?.text)
        let plan = try Self.plan(text)
        let estimate = LoadEstimate(plan).events
        let events = Double(try Simulation(plan).run().events)
        #expect(estimate > events / 3 && estimate < events * 3, "estimated \(estimate), counted \(events)")
    }

    @Test("The reference model with 270,000 events is estimated within a third")
    func reference() throws {
        let plan = try CityPlan(
            ScenarioReader(services: [.taxi]).read(
                text: Self.head
                    + """
                    length: 24 h
                    travel: {approach: {gamma: {shape: 4, mean: 300 s}}, ride: {gamma: {shape: 4, mean: 900 s}}}
                    dispatch: {arrival-poll: 24 h}
                    drivers: [{name: cabs, count: 500, start: equal, answer: {accept: 85%, refuse: 15%}}]
                    passengers: [{name: people, population: {people: 1000, thinking: {exponential: 4800 s}}}]
                    """, named: "x.yaml", folder: ""))
        let estimate = LoadEstimate(plan).events
        let events = Double(try Simulation(plan).run().events)
        #expect(events > 200_000)
        #expect(estimate > events / 1.5 && estimate < events * 1.5, "estimated \(estimate), counted \(events)")
    }

    @Test("Each part names its key and the place of its value, that of a total where one is given")
    func places() throws {
        let text = """
            length: 24 h
            drivers:
              - name: cabs
                count: 100
                position-interval: 60 s
            passengers:
              - name: callers
                arrivals:
                  per-day: 5000
            """
        func parts(_ sets: [String]) throws -> [String: String] {
            let read = try ScenarioReader(services: [.taxi]).read(
                text: Self.head + text, named: "x.yaml", folder: "", overrides: sets.map { ScenarioOverride(text: $0) })
            return try Dictionary(
                uniqueKeysWithValues: LoadEstimate(CityPlan(read)).parts.map { ($0.key, "\($0.location)") })
        }
        let plain = try parts([])
        #expect(plain["count"] == "x.yaml:7:5" && plain["position-interval"] == "x.yaml:8:5")
        #expect(plain["per-day"] == "x.yaml:12:7")
        let set = try parts(["demand.scale=2", "fleet.drivers=50"])
        #expect(
            set["scale"]?.hasPrefix("--set demand.scale=2:") == true && set["drivers"]?.hasPrefix("--set fleet") == true
        )
    }

    @Test("What grows without bound is estimated without a trap, and far too large")
    func extremes() throws {
        let estimate = try LoadEstimate(
            Self.plan(
                """
                length: 366 d
                server: {floods: [{from: 00:00, until: 23:59, senders: 1000, per-second: 1000000}]}
                accounts: {registered: 100000000, registrants: {per-day: 10000000}}
                drivers:
                  - {name: a, count: 1000000, position-interval: 1 s, idle: {cruise: {pause: 0 s, radius: 1 m}}}
                passengers:
                  - {name: b, arrivals: {per-day: 10000000, people: 10000000}, call-again: 100%}
                  - {name: c, population: {people: 10000000, thinking: 0 s}}
                """))
        #expect(estimate.events > 1e14 && estimate.bytes > 1e11 && estimate.seconds > 1e9)
        #expect(estimate.parts.allSatisfy { $0.events >= 0 && $0.bytes >= 0 && !$0.events.isNaN })
    }

    @Test("What a single run records is estimated, once, and not for each replication")
    func recording() throws {
        let calls =
            "length: 6 h\ndrivers: [{name: cabs, count: 100}]\npassengers: [{name: c, arrivals: {per-day: 5000}}]\n"
        let bare = try LoadEstimate(Self.plan(calls))
        let full = try LoadEstimate(Self.plan(calls + "record: {events: true, messages: true}\n"))
        #expect(bare.recordedBytes == 0 && full.recordedBytes > 150 * full.events)
        #expect(full.seconds > bare.seconds + 1e-6 * full.events && full.secondsOfRun == bare.secondsOfRun)
    }

    @Test("Calls ten times as many as the drivers can serve warn")
    func tooMany() throws {
        func warned(_ calls: Int) throws -> Bool {
            try Self.plan(
                "length: 6 h\ndrivers: [{name: cabs, count: 2}]\npassengers: [{name: c, arrivals: {per-day: \(calls)}}]\n"
            ).warnings.contains { $0.message.contains("the rides that the drivers in service can give") }
        }
        #expect(try warned(100_000) && !warned(200))
    }

    @Test("An empty city is a small one")
    func empty() throws {
        let estimate = try LoadEstimate(Self.plan("length: 1 h\n"))
        #expect(estimate.events == 0 && estimate.bytes < 60e6 && estimate.seconds < 1)
    }
}
