// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import CityReports
import CitySlices
import EventLog
import GRDB
import People
import Reporting
import ScenarioFile
import StoreRules
import TaxiRules
import Testing

@testable import CitySimulation
@testable import StoreSimulation

/// Stores in a whole city, beside taxis: through the scenario reader, the plan, the simulation, the results and a replay.
@Suite struct SliceTests {
    private static let head = """
        cabrank: 1
        name: town
        start: 2026-03-07 08:00
        length: 10 h
        city: {grid: {rows: 2, columns: 2, cell: 1 km}}

        """
    private static let taxis = """
        drivers: [{name: cabs, count: 12, answer: {reaction: {uniform: {from: 2 s, to: 9 s}}, accept: 90%}}]
        passengers: [{name: residents, population: {people: 60, thinking: {exponential: 40 min}}}]

        """
    private static let stores = "stores:\n" + RunTests.busy.split(separator: "\n").map { "  " + $0 + "\n" }.joined()
    private static let guests = "  passengers-shop: {share: 80%, like: folk, pause: {exponential: 1 h}}\n"

    private func plan(_ text: String) throws -> CityPlan {
        let services: [any ServiceSlice] = [StoresSlice()]
        let read = try ScenarioReader(services: services.keys).read(
            text: Self.head + text, named: "town.yaml", folder: "")
        return try CityPlan(read, services: services)
    }

    private func run(_ text: String) throws -> (result: RunResult, notes: Notes) {
        let notes = Notes()
        var simulation = Simulation(try plan(text))
        simulation.observers = { _ in [notes] }
        simulation.checksInvariants = true
        return (try simulation.run(), notes)
    }

    @Test("Every ticket, booking and errand is a row of results.sqlite, with its end; every store is one")
    func tables() throws {
        let notes = Notes()
        var simulation = Simulation(try plan(Self.stores))
        let folds = simulation.tables
        simulation.observers = { _ in folds + [notes] }
        let result = try simulation.run()
        let services = result.context.services
        let counts = services[0].eventCounts
        try DatabaseQueue().write { database in
            for fold in folds {
                try database.execute(sql: fold.create)
                for rows in fold.takeRows() { try rows.insert(database) }
                #expect(fold.complete == 0)
            }
            for rows in services.flatMap(\.tables) {
                try database.execute(sql: rows.create)
                try rows.insert(database)
            }
            func count(_ table: String, _ condition: String = "1") throws -> Int {
                try Int.fetchOne(database, sql: "SELECT count(*) FROM \(table) WHERE \(condition)") ?? -1
            }
            #expect(try count("store_passes", "kind = 'ticket'") == counts["ticketIssued"])
            #expect(try count("store_passes", "kind = 'booking'") == counts["bookingMade"])
            #expect(try count("store_passes", "outcome = 'visited'") == counts["visitEnded"])
            #expect(try count("store_passes", "entered_s >= made_s") == counts["entryGranted"])
            #expect(try count("store_passes", "outcome LIKE 'removed:%'") == counts["ticketRemoved"])
            #expect(try count("store_errands", "ended_s > entered_s AND entered_s >= arrived_s") == counts["wentOut"])
            #expect(try count("store_errands", "outcome LIKE 'gaveUp:%'") == counts["gaveUp"])
            let visits = try Int.fetchOne(database, sql: "SELECT sum(visits) FROM stores")
            #expect(visits == counts["wentOut"] && (visits ?? 0) > 50)
        }
    }

    @Test("Stores alone: metrics, charts and headlines are in the results, no law is broken, and twice is the same")
    func alone() throws {
        let (result, notes) = try run(Self.stores)
        let service = try #require(result.context.services.first)
        #expect(service.name == "stores" && result.violations.isEmpty && notes.entries > 50)
        let visits = try #require(service.metrics.first { $0.about.name == "stores.visits" }?.value)
        #expect(
            visits > 50 && service.headlines.allSatisfy { name in service.metrics.contains { $0.about.name == name } })
        #expect(service.charts.count == 5)
        let summary = SummaryFile(
            context: result.context, result: result.metrics, violations: [], fingerprint: result.fingerprint)
        #expect(String(decoding: try summary.encoded(), as: UTF8.self).contains("\"stores.physicalWait.mean\" : "))
        let page = ReportPage(
            context: result.context, result: result.metrics, violations: [], fingerprint: result.fingerprint,
            assets: ReportAssets()
        ).html
        #expect(page.contains("standing outside, mean"))
        #expect(try run(Self.stores).result.fingerprint == result.fingerprint)
    }

    @Test("The checks of the section are those of the plan, at their places")
    func problems() throws {
        do {
            _ = try plan("stores: {groups: [{name: a, count: 1, limit: 3, quotas: {normal: 2}}]}")
            Issue.record("a wrong section was taken")
        } catch let error as InputErrors {
            #expect(
                error.problems.map { "\($0.place): \($0.message)" } == [
                    "town.yaml:6:49: `quotas`: 2 + 0 + 0 = 2, but the limit is 3; the three must sum to it"
                ])
        }
    }

    @Test("DEC-ONE-PERSON: beside shoppers of their own, who meet nobody, taxis have every draw and event as before")
    func taxiUnchanged() throws {
        let (_, before) = try run(Self.taxis)
        let (both, after) = try run(Self.taxis + Self.stores)
        #expect(before.taxi.count > 500 && after.taxi == before.taxi && both.violations.isEmpty)
    }

    @Test("One person is passenger and shopper in one run, and at one place at a time")
    func bothRoles() throws {
        let (result, notes) = try run(Self.taxis + Self.stores + Self.guests)
        #expect(result.violations.isEmpty && notes.clashes.isEmpty)
        let both = Set(notes.riders).intersection(notes.shoppers)
        #expect(both.count > 10)
    }

    @Test(
        "SIM-10: a taxi that boards somebody who is inside a store is a violation; after leaving the store it is none")
    func onePlace() throws {
        for isInside in [true, false] {
            let monitor = PersonMonitor()
            let town = try TestTown(
                """
                groups: [{name: corner, count: 1, limit: 1}]
                shoppers: [{name: folk, population: {people: 1, pause: 10 min}, walk: 5 min, visit: 20 min}]
                """, observers: [monitor])
            // Inside from 08:16 to 08:36.
            let person = try #require(town.population.onLoop { $0.shopper(ShopperID(1)) }).person
            town.loop.schedule(at: TestTown.start + .minutes(isInside ? 20 : 40)) {
                person.onLoop { $0.begin(TaxiMessage.service) }
            }
            try town.run(45)
            #expect(monitor.violations.map(\.id) == (isInside ? ["SIM-10"] : []))
        }
    }

    @Test("A replay of the messages without people gives the same events of the service, number by number")
    func replay() throws {
        let plan = try plan(Self.stores + "record: {messages: true}\n")
        let fingerprint = Fingerprint(ofService: true)
        var simulation = Simulation(plan)
        simulation.observers = { _ in [fingerprint] }
        let result = try simulation.run()
        #expect(result.messages.count > 1000)
        let again = try Replay.fingerprint(result.messages, plan: plan, key: simulation.key)
        #expect(again == fingerprint.hex && again != result.fingerprint)
    }

    @Test("The same people without a service: no event of stores, and as many who stand outside")
    func withoutService() throws {
        let (result, notes) = try run(Self.stores + "  service: false\n")
        let service = try #require(result.context.services.first)
        #expect(notes.entries == 0 && service.metrics.first { $0.about.name == "stores.visits" }?.value ?? 0 > 50)
    }
}

/// Writes down what the tests look at.
private final class Notes: EventObserver {
    private(set) var taxi: [String] = []
    private(set) var entries = 0
    private(set) var riders: [PersonID] = []
    private(set) var shoppers: [PersonID] = []
    private(set) var clashes: [PersonID] = []
    private var holders: [PersonID: ServiceID] = [:]

    func subscribe(to feed: EventFeed) {
        feed.on(TaxiEvent.self) { [self] records in
            for index in records.indices { taxi.append("\(records[index].time) \(records[index].event)") }
        }
        feed.on(StoreEvent.self) { [self] records in
            for index in records.indices { if case .entryGranted = records[index].event { entries += 1 } }
        }
        feed.on(PersonEvent.self) { [self] records in
            for index in records.indices {
                switch records[index].event {
                case .held(let person, let service, _):
                    if holders[person] != nil { clashes.append(person) }
                    holders[person] = service
                    if service == .stores { shoppers.append(person) } else { riders.append(person) }
                case .released(let person, _, _): holders[person] = nil
                }
            }
        }
    }
}
