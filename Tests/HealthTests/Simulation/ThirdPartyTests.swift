// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
import CityTestKit
import HealthRules
import Reporting
import Testing

@testable import AmbulanceSimulation
@testable import CitySimulation
@testable import HealthSimulation

/// Everything that the data side noted.
private final class DataNotes: EventObserver {
    private(set) var facts: [(time: CityTime, event: DataEvent)] = []

    func subscribe(to feed: EventFeed) {
        feed.on(DataEvent.self) { [self] records in
            for index in records.indices { facts.append((records[index].time, records[index].event)) }
        }
    }

    func count(_ name: String) -> Int { facts.count { $0.event.name == name } }
}

/// Organisations in a whole city: through the scenario reader, the simulation, the results and a replay.
@Suite("Organisations that ask for health data")
struct ThirdPartyTests {
    private static func head(_ length: String) -> String {
        """
        cabrank: 1
        name: town
        start: 2026-03-07 22:00
        length: \(length)
        city: {grid: {rows: 3, columns: 3, cell: 2 km}}
        travel: {free-speed: 36 km/h}

        """
    }

    private static func health(people: Int, every: String, smallest: Int, parties: String) -> String {
        """
        health:
          smallest-group: \(smallest)
          groups: {least-interval: 1 min, requests-a-day: 1000000, intervals-a-day: 1000000}
          wearers:
            - name: wearers
              people: \(people)
              every: \(every)
              worn-for: 24 h
              works: 0
              link-after: 10 s
              moves-house: 300
              values: [{parameter: heart-rate, mean: 72}]
          consent: {answered: 90%, agreed: 70%, delay: {exponential: 10 min}, withdrawals: 1000}
          third-parties:
            - {name: institutes, \(parties)}

        """
    }

    private static let busy = health(
        people: 60, every: "60 s", smallest: 25,
        parties:
            "count: 3, requests: 300, repeats: 20%, mistypes: 10%, group-requests: 100, group-subscriptions: 10, interval: 1 min"
    )

    private func town(_ length: String) -> SliceRuns {
        SliceRuns(AmbulancesSlice(), HealthSlice(), head: Self.head(length))
    }

    private func values(_ result: RunResult) throws -> [String: Double] {
        let service = try #require(result.metrics.services.first { $0.name == "health" })
        var values: [String: Double] = [:]
        for (about, value) in service.metrics { values[about.name] = value }
        return values
    }

    @Test("Requests, answers, withdrawals and groups happen, no rule is broken, and the metrics count what was noted")
    func day() throws {
        let notes = DataNotes()
        let result = try town("8 h").run(HealthSliceTests.ambulances + Self.busy, notes)
        #expect(result.violations.isEmpty, "\(result.violations.prefix(3))")
        let values = try values(result)
        for (metric, event) in [
            ("requests", "requestForwarded"), ("repeats", "requestStatus"), ("refusals", "requestRefused"),
            ("agreed", "consentGiven"), ("declined", "consentRefused"), ("withdrawn", "consentWithdrawn"),
            ("reads", "dataRead"), ("subscriptions", "subscriptionOpened"), ("deliveries", "dataDelivered"),
            ("groups.answered", "groupAnswered"), ("groups.refused", "groupRefused"),
            ("groups.subscribed", "groupSubscribed"), ("groups.deliveries", "groupDelivered"),
        ] {
            let count = notes.count(event)
            #expect(count > 0 && values["health.data.\(metric)"] == Double(count), "\(metric): \(count)")
        }
    }

    /// 5,000 people, more than 100 subscriptions to persons and some 100 to groups; the machines are as named.
    private static func crowd(_ workers: String) -> String {
        health(
            people: 5000, every: "60 s", smallest: 1000,
            parties: "count: 10, requests: 480, group-subscriptions: 10, interval: 5 min, subscribes: 100%"
        ).replacing("health:\n", with: "health:\n  workers: {\(workers)}\n")
            .replacing("delay: {exponential: 10 min}", with: "delay: {exponential: 1 min}")
    }

    private func verdict(_ result: RunResult, _ id: String) -> Verdict? {
        result.metrics.services.first { $0.name == "health" }?.verdicts.first { $0.id == id }
    }

    @Test("HEALTH-R11: with 5,000 people and 100 subscriptions for an hour, 95 % of deliveries take less than 5 s")
    func delay() throws {
        let result = try town("1 h").run(
            HealthSliceTests.ambulances + Self.crowd("least: 3, most: 3, per-batch: 25 ms"))
        let values = try values(result)
        #expect(values["health.data.subscriptions"] ?? 0 >= 100)
        #expect(
            values["health.data.groups.subscribed"] ?? 0 >= 50 && values["health.data.groups.deliveries"] ?? 0 > 300)
        #expect(values["health.data.deliveries"] ?? 0 > 3000)
        // 83 batches a second of 25 ms for three workers: 70 % of their time, and most wait a moment.
        #expect(try #require(values["health.data.deliveryDelay.mean"]) > 0.01)
        #expect(try #require(values["health.data.deliveryDelay.p95"]) < 5)
        #expect(try #require(values["health.data.groups.delay.p95"]) < 5)
        #expect(
            verdict(result, "HEALTH-R11")?.outcome == .pass && verdict(result, "HEALTH-R11, groups")?.outcome == .pass)
        #expect(result.violations.isEmpty, "\(result.violations.prefix(3))")
    }

    @Test(
        "HEALTH-R11: workers with twice the load that they can do make deliveries and aggregates late, and the run is flagged"
    )
    func overload() throws {
        let notes = DataNotes()
        let result = try town("30 min").run(
            HealthSliceTests.ambulances + Self.crowd("least: 1, most: 1, per-batch: 24 ms"), notes)
        let values = try values(result)
        // After t of twice the load the newest waits t, so that deliveries of the last minutes are some 15 min late.
        #expect(values["health.data.deliveries"] ?? 0 > 100 && notes.count("groupDelivered") > 50)
        let longest = try #require(values["health.data.deliveryDelay.max"])
        #expect(longest > 700 && longest < 1000, "\(longest)")
        #expect(try #require(values["health.data.groups.delay.max"]) > 400)
        #expect(
            verdict(result, "HEALTH-R11")?.outcome == .flag && verdict(result, "HEALTH-R11, groups")?.outcome == .flag)
        #expect(result.violations.isEmpty, "\(result.violations.prefix(3))")
    }

    @Test(
        "AVAIL-08: in an outage the data side takes, answers and delivers nothing; who was refused tries again afterwards"
    )
    func outage() throws {
        let notes = DataNotes()
        let result = try town("2 h").run(
            HealthSliceTests.ambulances + Self.busy + "  failures: {at: [\"22:20\"], repair: 60 min}\n", notes)
        #expect(result.violations.isEmpty, "\(result.violations.prefix(3))")
        let down = result.context.start + .minutes(20)
        let inside = notes.facts.filter { $0.time > down && $0.time < down + .minutes(60) }
        #expect(
            inside.count > 100 && inside.allSatisfy { !$0.event.isService },
            "\(inside.first { $0.event.isService }.map { "\($0)" } ?? "")")
        let refused = inside.count { $0.event.isRefusedByOutage }
        #expect(try values(result)["health.data.down"] == Double(refused) && refused > 100)
        // Whoever asked or answered meanwhile is served in the minutes after the restart.
        let after = notes.facts.filter { $0.time >= down + .minutes(60) && $0.time <= down + .minutes(62) }
        for name in ["requestForwarded", "groupAnswered"] {
            #expect(after.count { $0.event.name == name } >= 5, "\(name)")
        }
        #expect(after.contains { $0.event.name == "consentGiven" || $0.event.name == "consentRefused" })
        let verdict = result.metrics.services.first { $0.name == "health" }?.verdicts.first { $0.id == "AVAIL-08" }
        #expect(verdict?.outcome == .pass)
    }

    @Test(
        "SIM-06, SEC-09: a replay without organisations gives the same events; what is recorded holds no number of a person"
    )
    func replay() throws {
        let plan = try town("2 h").plan(HealthSliceTests.ambulances + Self.busy + "record: {messages: true}\n")
        let fingerprint = Fingerprint(ofService: true)
        let notes = DataNotes()
        var simulation = Simulation(plan)
        simulation.observers = { _ in [fingerprint, notes] }
        let result = try simulation.run()
        #expect(notes.count("requestForwarded") > 20 && notes.count("groupDelivered") > 20)
        #expect(try Replay.fingerprint(result.messages, plan: plan, key: simulation.key) == fingerprint.hex)
        #expect(!result.messages.contains { "\($0.message)".contains("SSN1") })
        #expect(!notes.facts.contains { "\($0.event)".contains("SSN1") })
    }

    @Test("One more organisation changes nobody's values")
    func separate() throws {
        let one = HealthNotes()
        let two = HealthNotes()
        _ = try town("1 h").run(HealthSliceTests.ambulances + Self.busy, one)
        _ = try town("1 h").run(
            HealthSliceTests.ambulances + Self.busy.replacing("count: 3", with: "count: 4"), two)
        #expect(one.facts.count > 1000 && one.facts.map(\.event) == two.facts.map(\.event))
    }
}
