// SPDX-License-Identifier: GPL-3.0-or-later

import AmbulanceRules
import CityModel
import CitySlices
import CityTestKit
import GRDB
import Reporting
import Testing

@testable import AmbulanceSimulation
@testable import CitySimulation

/// Ambulances in a whole city: through the scenario reader, the plan, the simulation, the results and a replay.
@Suite("Ambulances in a city")
struct AmbulanceSliceTests {
    private static let head = """
        cabrank: 1
        name: town
        start: 2026-03-07 06:00
        length: 24 h
        city: {grid: {rows: 3, columns: 3, cell: 2 km}}
        travel: {free-speed: 36 km/h}

        """
    private static let taxis = """
        drivers: [{name: cabs, count: 12, answer: {reaction: {uniform: {from: 2 s, to: 9 s}}, accept: 90%}}]
        passengers: [{name: residents, population: {people: 60, thinking: {exponential: 40 min}}}]

        """
    /// So few ambulances that calls wait at noon and at night.
    static let ambulances = """
        ambulances:
          closes-after: 40 min
          stations:
            - {name: west, zone: 4, units: 2}
            - {name: east, zone: 6, units: 2, shift: "07:00-23:00"}
          hospitals:
            - {name: general, zone: 9}
            - {name: clinic, zone: 1, hours: "08:00-20:00"}
          calls: {per-day: 120, hourly: [2, 2, 1, 1, 1, 1, 2, 2, 3, 4, 5, 6, 6, 5, 4, 4, 4, 4, 4, 4, 4, 3, 3, 2]}
          priorities:
            - {name: high, share: 40%, handling: {exponential: 90 s}, scene: {exponential: 15 min}, siren-transports: 30%}
            - {name: low, share: 60%, transported: 50%, handover: {exponential: 20 min}}

        """

    private let town = SliceRuns(AmbulancesSlice(), head: head)

    private func run(_ text: String) throws -> (result: RunResult, notes: CallNotes, city: CityNotes) {
        let (notes, city) = (CallNotes(), CityNotes())
        return (try town.run(text, notes, city), notes, city)
    }

    private func values(_ result: RunResult) throws -> [String: Double] {
        let service = try #require(result.metrics.services.first { $0.name == "ambulances" })
        var values: [String: Double] = [:]
        for (about, value) in service.metrics { values[about.name] = value }
        return values
    }

    @Test("What closed streets cost ambulances is counted, with siren by its own factor")
    func heldUp() throws {
        func closed(_ factors: String) throws -> [String: Double] {
            let closure =
                "changes: [{from: 06:00, until: 30:00, closure: {zones: [1, 2, 3, 4, 5, 6, 7, 8, 9], \(factors)}}]\n"
            return try values(run(Self.ambulances + closure).result)
        }
        let open = try values(run(Self.ambulances).result)
        #expect(open["ambulances.heldUp"] == 0 && open["ambulances.heldUp.mean"] == nil)
        let (siren, all) = (try closed("factor: 2"), try closed("factor: 2, emergency-factor: 2"))
        // Drives home and transports without siren, and with the second factor those to the scenes too.
        let few = try #require(siren["ambulances.heldUp"])
        #expect(few > 20 && (all["ambulances.heldUp"] ?? 0) > few + 60, "\(few), \(all)")
        #expect(try #require(all["ambulances.response.mean"]) > #require(siren["ambulances.response.mean"]) + 60)
        #expect(siren["ambulances.slowed"] == 0 && open["ambulances.slowed.p95"] == nil)
    }

    @Test("What rain costs ambulances is counted apart from closed streets, and both stand on the page")
    func slowed() throws {
        let changes =
            "changes: [{from: 06:00, until: 30:00, rain: {speed: 0.5}}, {from: 06:00, until: 30:00, closure: {zones: [5], factor: 2}}]\n"
        let (result, _, _) = try run(Self.ambulances + changes)
        let values = try values(result)
        let (rain, closed) = (
            try #require(values["ambulances.slowed"]), try #require(values["ambulances.heldUp"])
        )
        #expect(closed > 10 && rain > closed + 50 && result.violations.isEmpty)
        // All drives at half the speed: each takes longer by what it would take, and the sum is their number times the mean.
        let (total, mean) = (
            try #require(values["ambulances.slowed.total"]), try #require(values["ambulances.slowed.mean"])
        )
        #expect(abs(total - rain * mean) < 1e-3 * total && mean > 60)
        let longest = try #require(values["ambulances.slowed.max"])
        #expect((values["ambulances.slowed.p95"] ?? 0) >= mean && (values["ambulances.slowed.p95"] ?? 0) <= longest)
        let page = try #require(result.metrics.services.first { $0.name == "ambulances" }).pages.joined()
        #expect(page.contains("What closed streets and rain cost") && page.contains("<td class=\"text\">rain</td>"))
        let dry = try run(Self.ambulances).result.metrics.services.first { $0.name == "ambulances" }
        #expect(try !#require(dry).pages.joined().contains("What closed streets and rain cost"))
    }

    @Test("A day: metrics, charts and headlines are in the results, no rule is broken, and twice is the same")
    func day() throws {
        let (result, notes, _) = try run(Self.ambulances)
        let service = try #require(result.metrics.services.first { $0.name == "ambulances" })
        #expect(result.violations.isEmpty, "\(result.violations.prefix(3))")
        let values = try values(result)
        #expect(values["ambulances.calls"] == Double(notes.received.count) && notes.received.count > 80)
        #expect((values["ambulances.queued"] ?? 0) > 5 && (values["ambulances.sent.road"] ?? 0) > 0.1)
        #expect((0.3...1).contains(values["ambulances.utilisation"] ?? 0))
        #expect((values["ambulances.closed.timedOut"] ?? 0) > 5)
        #expect((values["ambulances.closed.handedOver"] ?? 0) > 5)
        #expect(values["ambulances.calls.3"] == 0 && values["ambulances.response.3.mean"] == nil)
        #expect(
            service.headlines.allSatisfy { name in service.metrics.contains { $0.about.name == name } })
        #expect(
            service.charts.count == 4 && service.allCharts.count == 6 && service.charts.allSatisfy { !$0.rows.isEmpty })
        let page = ReportPage(
            context: result.context, result: result.metrics, violations: [], fingerprint: result.fingerprint,
            assets: ReportAssets()
        ).html
        #expect(page.contains("<h2 id=\"ambulances-title\">Ambulances</h2>") && page.contains("response, median"))
        #expect(try run(Self.ambulances).result.fingerprint == result.fingerprint)
    }

    @Test(
        "Calls have one outcome each, and zones, hours, stations and priorities add up to the metrics; so does the table"
    )
    func cases() throws {
        let (result, notes, _) = try run(Self.ambulances)
        let service = try #require(result.metrics.services.first { $0.name == "ambulances" })
        let calls = try #require(service.cases.first)
        let values = try values(result)
        #expect(calls.all.asked == notes.received.count && Double(calls.all.asked) == values["ambulances.calls"])
        #expect(Double(calls.all.overdue + calls.all.young) == values["ambulances.unreached"])
        #expect(Double(calls.all.judged) == values["ambulances.response.judged20"] && calls.all.lost == 0)
        let share = try #require(calls.all.missedShare)
        #expect(abs(1 - share - (values["ambulances.response.in20"] ?? 0)) < 1e-5)
        for division in [calls.zones, calls.hours, calls.groups, calls.sites] {
            #expect(division.rows.reduce(0) { $0 + $1.part.asked } == calls.all.asked)
            #expect(division.rows.reduce(0) { $0 + $1.part.missed } == calls.all.missed)
        }
        #expect(calls.groups.parts.map { Double($0.asked) } == [1, 2].map { values["ambulances.calls.\($0)"] })
        #expect(calls.sites.rows.prefix(2).map(\.name) == ["west", "east"] && calls.zones.other.asked == 0)
        // The wait is what its phases add up to, and some calls found no ambulance free.
        let phases = (0..<4).compactMap { calls.all.meanPhase($0) }
        #expect(abs(phases.reduce(0, +) - (calls.all.meanWait ?? 0)) < 1e-6 && phases.allSatisfy { $0 > 0 })
        try DatabaseQueue().write { database in
            try database.execute(sql: DemandRow.table.create)
            try DemandRow.table.insert(service.demandRows, into: database)
            for by in ["zone", "hour", "priority", "station"] {
                let sum = try Int.fetchOne(
                    database,
                    sql:
                        "SELECT SUM(in_time + late + lost + withdrawn + overdue + young) FROM demands WHERE division = ?",
                    arguments: [by])
                #expect(sum == calls.all.asked, "\(by)")
            }
        }
    }

    @Test("The figures of responses are those of the events: mean, nearest rank, share in 8 and 20 min, by priority")
    func figures() throws {
        let (result, notes, _) = try run(Self.ambulances)
        let values = try values(result)
        for (name, priority) in [("", nil), (".1", 1), (".2", 2)] as [(String, Int32?)] {
            let calls = notes.received.filter { priority == nil || $0.value.priority == priority }
            // Whom nobody had reached at the end waits for longer than was seen; the young ones are left out.
            let end = result.context.end
            let all = calls.map { ((notes.arrived[$0.key] ?? end) - $0.value.time).inSeconds }
            let open = calls.filter { notes.arrived[$0.key] == nil }.map { (end - $0.value.time).inSeconds }
            let times = (all.filter { !open.contains($0) } + open.filter { $0 > 1200 }).sorted()
            try #require(times.count > 20)
            func rank(_ share: Double) -> Double { times[Int((share * Double(times.count)).rounded(.up)) - 1] }
            func near(_ metric: String, _ value: Double) {
                #expect(abs((values["ambulances.response\(name).\(metric)"] ?? -1) - value) < 1e-6, "\(metric)")
            }
            near("mean", times.reduce(0, +) / Double(times.count))
            near("median", rank(0.5))
            near("p90", rank(0.9))
            near(
                "in8",
                Double(times.count { $0 <= 480 }) / Double(times.count + open.count { (480.001...1200).contains($0) }))
            near("in20", Double(times.count { $0 <= 1200 }) / Double(times.count))
        }
    }

    @Test("What was busy: the share over all ambulances is that of each one's row; every call is a row with its end")
    func tables() throws {
        var simulation = Simulation(try town.plan(Self.ambulances))
        let folds = simulation.tables
        simulation.observers = { _ in folds }
        let result = try simulation.run()
        let values = try values(result)
        let counts = try #require(result.metrics.services.first { $0.name == "ambulances" }).eventCounts
        try DatabaseQueue().write { database in
            for fold in folds {
                try database.execute(sql: fold.create)
                for rows in fold.takeRows() { try rows.insert(database) }
                #expect(fold.complete == 0)
            }
            for rows in result.metrics.services.flatMap(\.tables) {
                try database.execute(sql: rows.create)
                try rows.insert(database)
            }
            func number(_ query: String) throws -> Double {
                try Double.fetchOne(database, sql: "SELECT \(query)") ?? -1
            }
            let share = try number("sum(busy_s) / sum(on_duty_s) FROM ambulances")
            #expect(abs(share - (values["ambulances.utilisation"] ?? 0)) < 1e-9)
            #expect(try number("sum(calls) FROM ambulances") == Double(counts["ambulanceSent"] ?? 0))
            // Two ambulances around the clock, two from 7 to 23 and for the call that they finish.
            #expect(try number("count(*) FROM ambulances WHERE on_duty_s = 86400") == 2)
            #expect(
                try number("count(*) FROM ambulances WHERE on_duty_s BETWEEN 57600 AND 64800 AND station = 2") == 2)
            #expect(try number("count(*) FROM ambulance_calls") == Double(counts["callReceived"] ?? 0))
            #expect(
                try number("count(*) FROM ambulance_calls WHERE outcome <> 'open'") == Double(counts["callClosed"] ?? 0)
            )
            #expect(
                try number(
                    "count(*) FROM ambulance_calls WHERE arrived_s >= departed_s AND departed_s >= sent_s "
                        + "AND sent_s >= assessed_s AND assessed_s >= received_s")
                    == Double(counts["ambulanceArrived"] ?? 0))
            #expect(try number("count(*) FROM ambulance_calls WHERE queued = 1") == values["ambulances.queued"])
        }
    }

    @Test("A replay of the messages without crews gives the same events, number by number")
    func replay() throws {
        let plan = try town.plan(Self.ambulances + "record: {messages: true}\n")
        let fingerprint = Fingerprint(ofService: true)
        var simulation = Simulation(plan)
        simulation.observers = { _ in [fingerprint] }
        let result = try simulation.run()
        #expect(result.messages.count > 500)
        #expect(try Replay.fingerprint(result.messages, plan: plan, key: simulation.key) == fingerprint.hex)
    }

    @Test("SIM-02: with two more ambulances the same calls come, as urgent, from the same places")
    func sameCalls() throws {
        let (few, more) = (
            try run(Self.ambulances).notes,
            try run(Self.ambulances.replacing("units: 2}", with: "units: 4}")).notes
        )
        #expect(few.calls == more.calls && few.arrived.count != more.arrived.count)
    }

    @Test(
        "Beside taxis whose gateway is saturated, and down for an hour, every event of the ambulances is as without them"
    )
    func ownPath() throws {
        let alone = try run(Self.ambulances)
        // The path is that of an SOS (AVAIL-03), which `HealthSliceTests` sends. One worker takes 20 s for each message.
        let flood = """
            server:
              workers: 1
              service: {law: 20 s}
              outages: [{from: "09:00", until: "10:00"}]

            """
        let both = try run(Self.taxis + flood + Self.ambulances)
        #expect(both.notes.all == alone.notes.all && alone.notes.all.count > 500)
        #expect(both.city.taxi.count > 50 && both.result.violations.isEmpty)
    }

    @Test("Ambulances that never arrive: no call is reached, the calls are open at the end, and the others wait")
    func neverThere() throws {
        let lost = Self.ambulances.replacing("name: high,", with: "name: high, drive: 100 h,")
            .replacing("name: low,", with: "name: low, drive: 100 h,")
        let (result, notes, _) = try run(lost)
        #expect(result.violations.isEmpty && notes.arrived.isEmpty)
        let values = try values(result)
        let calls = Double(notes.received.count)
        #expect(values["ambulances.unreached"] == calls && values["ambulances.response.in8"] == 0)
        #expect((values["ambulances.response.mean"] ?? 0) > 20_000)
        let closed = values.filter { $0.key.hasPrefix("ambulances.closed.") }
        #expect(!closed.isEmpty && closed.values.allSatisfy { $0 == 0 })
        // Four ambulances are sent once each; whoever calls after that waits.
        let sent = notes.all.count { $0.contains("ambulanceSent") }
        #expect(sent == 4 && (values["ambulances.queued"] ?? 0) > 50)
    }

    @Test("Without siren ambulances arrive later, and as late as any drive takes")
    func noSiren() throws {
        let (plain, fast) = (
            try run(Self.ambulances.replacing("closes-after:", with: "siren: 1\n  closes-after:")),
            try run(Self.ambulances.replacing("closes-after:", with: "siren: 2\n  closes-after:"))
        )
        // The first call finds every ambulance at its station, so the same one is sent.
        let first = try #require(plain.notes.arrived.keys.min { $0 < $1 })
        let times = try [plain, fast].map { city in
            try #require(city.notes.arrived[first]) - (try #require(city.notes.departed[first]))
        }
        #expect(times[0] > .seconds(30) && times[0] - times[1] * 2 <= .milliseconds(2), "\(times)")
        #expect(times[1] * 2 - times[0] <= .milliseconds(2) && plain.result.violations.isEmpty)
    }

    @Test("Without calls nothing happens but that ambulances are there")
    func quiet() throws {
        let (result, notes, _) = try run(Self.ambulances.replacing("per-day: 120", with: "per-day: 0"))
        #expect(notes.received.isEmpty && notes.all.count == 12)
        #expect(abs((try values(result)["ambulances.onDuty.mean"] ?? 0) - (2 + 2 * 16.0 / 24)) < 1e-9)
    }
}

/// Writes down what happens at the ambulance service.
final class CallNotes: EventObserver {
    private(set) var received: [AmbulanceCallID: (time: CityTime, priority: Int32)] = [:]
    private(set) var departed: [AmbulanceCallID: CityTime] = [:]
    private(set) var arrived: [AmbulanceCallID: CityTime] = [:]
    /// Calls as they come.
    private(set) var calls: [String] = []
    /// Every event with its time.
    private(set) var all: [String] = []

    func subscribe(to feed: EventFeed) {
        feed.on(AmbulanceEvent.self) { [self] records in
            for index in records.indices {
                let (time, event) = (records[index].time, records[index].event)
                all.append("\(time) \(event)")
                if case .callReceived(let call, _, let priority, _) = event {
                    received[call] = (time, priority)
                    calls.append("\(time) \(event)")
                }
                if case .ambulanceDeparted(_, let call) = event { departed[call] = time }
                if case .ambulanceArrived(_, let call) = event { arrived[call] = time }
            }
        }
    }
}
