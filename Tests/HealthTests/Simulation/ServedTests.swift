// SPDX-License-Identifier: GPL-3.0-or-later

import CityGateway
import CityModel
import CitySlices
import CityTestKit
import HealthRules
import Reporting
import Testing

@testable import AmbulanceSimulation
@testable import CitySimulation
@testable import HealthSimulation

/// The health service of a city with a server: what people set and answer and what organisations ask passes its gateway; batches and
/// SOS do not.
@Suite("Health behind a gateway")
struct HealthServedTests {
    private static let head = """
        cabrank: 1
        name: town
        start: 2026-03-07 06:00
        length: 6 h
        city: {grid: {rows: 3, columns: 3, cell: 2 km}}
        travel: {free-speed: 36 km/h}

        """
    private static let ill = """
        health:
          wearers:
            - name: ill
              people: 20
              every: 3 s
              worn-for: 24 h
              works: 0
              link-after: 10 s
              values: [{parameter: heart-rate, mean: 72, between: 0, within: 0, swing: 0}]
              episodes: [{parameter: heart-rate, per-day: 40, change: 60}]

        """
    private static let busy = """
        health:
          smallest-group: 20
          groups: {least-interval: 1 min, requests-a-day: 1000000, intervals-a-day: 1000000}
          wearers:
            - name: some
              people: 60
              every: 60 s
              worn-for: 24 h
              values: [{parameter: heart-rate, mean: 72}]
              link-failure: 30%
              permits: 90%
              sos-on: 80%
              switches: 4
              moves-house: 100
          consent: {answered: 90%, agreed: 70%, delay: {exponential: 10 min}, withdrawals: 1000}
          third-parties:
            - {name: institutes, count: 3, requests: 300, repeats: 20%, mistypes: 10%, group-requests: 100,
               group-subscriptions: 5, interval: 1 min}
          failures: {at: ["06:00:20"], repair: 5 min}

        """
    private let town = SliceRuns(AmbulancesSlice(), HealthSlice(), head: head)

    @Test(
        "All that people and organisations say comes through a gateway, and is carried out: no rule is broken, and twice is the same"
    )
    func behindGateway() throws {
        let text =
            HealthSliceTests.ambulances + Self.busy
            + "server: {workers: 2, service: {law: {exponential: 200 ms}}}\nnetwork: {delay: 300 ms, loss: 5%}\n"
        let (talk, notes) = (GatewayTalk(), HealthNotes())
        let result = try town.run(text, talk, notes)
        #expect(result.violations.isEmpty, "\(result.violations.prefix(3))")
        for kind in MessageType.ofHealthData + [.healthRequest] {
            #expect(talk.answered[kind, default: 0] > 50, "\(kind.word): \(talk.answered)")
        }
        #expect(talk.refused == 0)
        // Everybody was asked once the service was up again, nobody's word got lost, and the devices are linked.
        #expect(notes.count("permissionGiven") > 40 && notes.count("wearerRefused") > 0)
        let permitted = Set(
            notes.facts.compactMap { if case .permissionGiven(let wearer) = $0.event { wearer } else { nil } })
        let linked = Set(
            notes.facts.compactMap { if case .deviceConnected(let wearer, _) = $0.event { wearer } else { nil } })
        #expect(permitted == linked && permitted.count > 45)
        let service = try #require(result.metrics.services.first { $0.name == "health" })
        var values: [String: Double] = [:]
        for (about, value) in service.metrics { values[about.name] = value }
        for name in [
            "requests", "repeats", "refusals", "agreed", "declined", "withdrawn", "reads", "subscriptions",
            "deliveries", "groups.answered", "groups.subscribed",
        ] { #expect(values["health.data.\(name)"] ?? 0 > 0, "\(name)") }
        #expect(try town.run(text).fingerprint == result.fingerprint)
    }

    @Test(
        "A replay of the messages gives the same events, without gateway and people, also after an outage of the server",
        arguments: ["", #", outages: [{from: "08:00", until: "08:20"}]"#])
    func replay(outage: String) throws {
        let plan = try town.plan(
            HealthSliceTests.ambulances + Self.busy
                + "server: {service: {law: {exponential: 100 ms}}\(outage)}\nnetwork: {delay: 300 ms}\nrecord: {messages: true}\n"
        )
        let simulation = Simulation(plan)
        let result = try simulation.run()
        #expect(result.messages.count > 1000)
        #expect(
            try Replay.fingerprint(result.messages, plan: plan, key: simulation.key) == result.serviceFingerprint)
    }

    @Test("AVAIL-03: a gateway that is saturated, and then down for an hour, leaves every SOS as it was")
    func saturated() throws {
        let taxis = """
            drivers: [{name: cabs, count: 12, answer: {reaction: {uniform: {from: 2 s, to: 9 s}}, accept: 90%}}]
            passengers: [{name: residents, population: {people: 200, thinking: {exponential: 10 min}}}]

            """
        func run(_ server: String) throws -> (alarms: [String], delays: [Double], latency: Double) {
            let notes = HealthNotes()
            let text = "server: {workers: 1, service: {law: {exponential: 50 ms}}\(server)}\n"
            let result = try town.run(taxis + text + HealthSliceTests.ambulances + Self.ill, notes)
            #expect(result.violations.isEmpty)
            let service = try #require(result.metrics.services.first { $0.name == "health" })
            let alarms = notes.facts.filter { $0.event.name == "sosSent" }.map { "\($0.time) \($0.event)" }
            let delays = service.metrics.filter { $0.about.name.hasPrefix("health.sosDelay") }.compactMap(\.value)
            return (alarms, delays, try #require(result.metrics["processing.p95"]))
        }
        let calm = try run("")
        // From seven o'clock on a thousand messages a second, of which one worker handles twenty.
        let flood = #"floods: [{from: "07:00", until: "09:00", per-second: 100}], queue-limit: 2000"#
        let busy = try run(", \(flood), outages: [{from: \"09:30\", until: \"10:30\"}]")
        #expect(calm.alarms.count > 500 && calm.alarms == busy.alarms && calm.delays == busy.delays)
        #expect(calm.latency < 1 && busy.latency > 30, "\(busy.latency)")
    }
}

/// Counts what the gateway answered.
private final class GatewayTalk: EventObserver {
    private(set) var answered: [MessageType: Int] = [:]
    private(set) var refused = 0

    func subscribe(to feed: EventFeed) {
        feed.on(ServerEvent.self) { [self] records in
            for index in records.indices {
                switch records[index].event {
                case .messageAnswered(_, let kind, _, _, _, _, _, _): answered[kind, default: 0] += 1
                case .messageRefused: refused += 1
                default: break
                }
            }
        }
    }
}
