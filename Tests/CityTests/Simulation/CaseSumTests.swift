// SPDX-License-Identifier: GPL-3.0-or-later

import CitySimulation
import CitySlices
import CityTestKit
import Reporting
import Testing

/// Demands of all services of one city: one rule for all of them, tried on a run.
@Suite("Cases of all services")
struct CaseSumTests {
    private static let text = """
        cabrank: 1
        name: whole
        start: 2026-03-07 08:00
        length: 3 h
        city: {grid: {rows: 2, columns: 2, cell: 1 km}}
        drivers: [{name: cabs, count: 6}]
        passengers: [{name: people, population: {people: 40, thinking: 30 min}}]
        stores:
          groups:
            - {name: corners, count: 2, limit: 3, quotas: {normal: 2, booking: 1}, slots: {every: 15 min, size: 1}, holding: 30 min}
          shoppers:
            - {name: folk, population: {people: 50, pause: {exponential: 40 min}}, without-phone: 30%, books: 25%, longest-line: {exponential: 20 min}, patience: {exponential: 30 min}, no-shows: 10%, booking: {ahead: {exponential: 40 min}, cancels: 20%}}
          passengers-shop: {share: 30%, like: folk, pause: 30 min}
        ambulances:
          stations: [{name: middle, zone: 1, units: 1}, {name: edge, zone: 4, units: 1}]
          hospitals: [{name: large, zone: 2}]
          calls: {per-day: 300, hourly: even}
          priorities: [{name: urgent, share: 40%}, {name: other, share: 60%}]
        health:
          rules: {heart-rate: {low: 70}}
          failures: {at: ["09:20"], repair: 5 min}
          wearers:
            - name: some
              people: 8
              every: 1 min
              works: 0
              link-after: 10 s
              worn-from: "00:00"
              sos-on: 80%
              values: [{parameter: heart-rate, mean: 72, between: 2, within: 3, swing: 0}]
        people:
          - name: walkers
            count: 30
            home: equal
            work: equal
            days: [{activities: [{name: work, place: work, start: {uniform: {from: 08:30, to: 10:30}}, length: 30 min}]}]
        races:
          events:
            - name: short
              created: "08:02"
              start: "09:30"
              end: "10:30"
              maximum: 30
              spectators: 5
              track: [{longitude: 0.001, latitude: 0.001}, {longitude: 0.009, latitude: 0.001}, {longitude: 0.009, latitude: 0.01}]
          runners: [{name: club, people: 25, race: short, looks-after: {exponential: 10 min}, no-shows: 20%}]
        """

    private static let outcomes: [(name: String, count: @Sendable (CasePart) -> Int)] = [
        ("in time", \.inTime), ("late", \.late), ("lost", \.lost), ("withdrawn", \.withdrawn), ("overdue", \.overdue),
        ("young", \.young),
    ]

    private static func run(_ more: String, _ seed: UInt64) throws -> RunResult {
        try Simulation(TestCity(text + more).plan, seed: seed).run()
    }

    @Test(
        "Each demand is in one outcome, and zones, hours, groups and sites sum to the whole in every outcome",
        arguments: [("\nwarm-up: 0 s", 1), ("\nwarm-up: 40 min", 2), ("\nwarm-up: 40 min", 3)])
    func sums(_ more: String, seed: UInt64) throws {
        let services = try Self.run(more, seed).metrics.services
        let cases = services.flatMap { service in service.cases.map { (service.name, $0) } }
        let names = Set(cases.map { "\($0.0).\($0.1.form.name)" })
        #expect(
            names.isSuperset(of: [
                "taxi.wishes", "stores.wishes", "ambulances.calls", "health.dangers", "races.starts",
                "trips.activities",
            ]), "\(names)")
        for (service, result) in cases {
            let all = result.all
            #expect(Self.outcomes.reduce(0) { $0 + $1.count(all) } == all.asked, "\(service)")
            #expect(all.reasons.reduce(0, +) == all.lost && all.waits.count == all.served, "\(service)")
            for division in result.divisions {
                for (name, count) in Self.outcomes {
                    let sum = division.rows.reduce(0) { $0 + count($1.part) }
                    #expect(sum == count(all), "\(service) by \(division.names.title): \(name)")
                }
            }
            if !result.form.phases.isEmpty {
                let phases = result.form.phases.indices.reduce(0.0) { $0 + (all.meanPhase($1) ?? 0) }
                #expect(abs(phases - (all.meanWait ?? 0)) < 1e-3, "\(service)")
            }
        }
    }

    @Test("What became of the demands is what the service's own metrics say")
    func metrics() throws {
        let run = try Self.run("\nwarm-up: 0 s", 1)
        let services = run.metrics.services
        func part(_ service: String) throws -> CasePart {
            try #require(services.first { $0.name == service }?.cases.first).all
        }
        func value(_ name: String) -> Int {
            run.metrics[name].map { Int($0) } ?? -1
        }
        let wishes = try part("taxi")
        #expect(value("wishes.total") == wishes.judged && value("wishes.undecided") == wishes.young)
        #expect(value("wishes.inTime") == wishes.inTime && value("wishes.late") == wishes.late + wishes.overdue)
        #expect(value("wishes.unserved") == wishes.lost && wishes.lost > 0 && wishes.inTime > 5)
        let stores = try part("stores")
        #expect(value("stores.wishes") == stores.asked && value("stores.served") == stores.served)
        #expect(value("stores.lost") == stores.lost && value("stores.withdrawn") == stores.withdrawn)
        // Who was let in is out again, or inside when the run ends.
        #expect((0...6).contains(stores.served - value("stores.visits")) && stores.lost > 0)
        let calls = try part("ambulances")
        #expect(value("ambulances.calls") == calls.asked)
        #expect(value("ambulances.unreached") == calls.overdue + calls.young && calls.served > 5)
        let dangers = try part("health")
        #expect(value("health.sos") == dangers.served && value("health.sos") > 50)
        let starts = try part("races")
        #expect(value("races.started") == starts.served && value("races.out.neverStarted") == starts.lost)
        #expect(starts.served > 5 && starts.lost > 0)
    }
}
