// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import CitySlices
import CityTestKit
import GRDB
import Reporting
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

    private let town = SliceRuns(StoresSlice(), head: head)

    private func run(_ text: String) throws -> (result: RunResult, notes: CityNotes, entries: Int) {
        let (notes, entries) = (CityNotes(), Entries())
        return (try town.run(text, notes, entries), notes, entries.count)
    }

    @Test("Every ticket, booking and trip is a row of results.sqlite, with its end; every store is one")
    func tables() throws {
        var simulation = Simulation(try town.plan(Self.stores))
        let folds = simulation.tables
        simulation.observers = { _ in folds }
        let result = try simulation.run()
        let services = result.metrics.services
        let counts = result.metrics.eventCounts
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
            #expect(try count("store_trips", "ended_s > entered_s AND entered_s >= arrived_s") == counts["wentOut"])
            #expect(try count("store_trips", "outcome LIKE 'gaveUp:%'") == counts["gaveUp"])
            let visits = try Int.fetchOne(database, sql: "SELECT sum(visits) FROM stores")
            #expect(visits == counts["wentOut"] && (visits ?? 0) > 50)
        }
    }

    @Test("Stores alone: metrics, charts and headlines are in the results, invariants hold, and twice is the same")
    func alone() throws {
        let (result, _, entries) = try run(Self.stores)
        let service = try #require(result.metrics.services.first { $0.name == "stores" })
        #expect(service.name == "stores" && result.violations.isEmpty && entries > 50)
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
        #expect(!page.contains("openRequests.mean") && !page.contains("drivers.inService"))
        // Shoppers alone are told in a sentence; beside others they are a row.
        #expect(page.contains("id=\"stores-wishes-cases\"") && page.contains("The stores"))
        for word in ["walkIn", "noShow", "storeClosed", "limitLowered", "onTheWay"] {
            #expect(!page.contains(">\(word)") && !page.contains("\"\(word)\""), "\(word)")
        }
        let both = try run(Self.taxis + Self.stores).result
        let beside = ReportPage(
            context: both.context, result: both.metrics, violations: [], fingerprint: both.fingerprint,
            assets: ReportAssets()
        ).html
        #expect(beside.contains("id=\"waits\"") && beside.contains("taxi callers, from the call to boarding"))
        #expect(beside.contains("shoppers, from the wish or the booked time to the entry"))
        #expect(try run(Self.stores).result.fingerprint == result.fingerprint)
    }

    @Test("The checks of the section are those of the plan, at their places")
    func problems() throws {
        do {
            _ = try town.plan("stores: {groups: [{name: a, count: 1, limit: 3, quotas: {normal: 2}}]}")
            Issue.record("a wrong section was taken")
        } catch let error as InputErrors {
            #expect(
                error.problems.map { "\($0.location): \($0.message)" } == [
                    "city.yaml:6:49: `quotas`: 2 + 0 + 0 = 2, but the limit is 3; the three must sum to it"
                ])
        }
    }

    @Test("DEC-ONE-PERSON: beside shoppers of their own, who meet nobody, taxis have every draw and event as before")
    func taxiUnchanged() throws {
        let (_, before, _) = try run(Self.taxis)
        let (both, after, _) = try run(Self.taxis + Self.stores)
        #expect(before.taxi.count > 500 && after.taxi == before.taxi && both.violations.isEmpty)
    }

    @Test("One person is passenger and shopper in one run, and at one place at a time")
    func bothRoles() throws {
        let (result, notes, _) = try run(Self.taxis + Self.stores + Self.guests)
        #expect(result.violations.isEmpty && notes.clashes.isEmpty)
        let both = Set(notes.held[TaxiMessage.service] ?? []).intersection(notes.held[.stores] ?? [])
        #expect(both.count > 10)
    }

    @Test(
        "SIM-10: a driver who shops is never in two places: on shift in no store, and in a store on no shift",
        arguments: 1...5)
    func drivers(seed: Int) throws {
        let taxis = Self.taxis.replacing(
            "count: 12,",
            with:
                "count: 12, shift: {start: {uniform: {from: 09:00, to: 12:00}}, length: {uniform: {from: 1 h, to: 3 h}}},"
        )
        let (alone, both) = (CityNotes(), CityNotes())
        _ = try town.run(taxis + Self.stores, seed: UInt64(seed), alone)
        let result = try town.run(
            taxis + Self.stores + "  drivers-shop: {share: 80%, like: folk, pause: {exponential: 40 min}}\n",
            seed: UInt64(seed), both)
        #expect(result.violations.isEmpty && both.clashes.isEmpty)
        let shop = Set(both.held[.stores] ?? []).intersection(both.held[TaxiMessage.service] ?? [])
        // Most of twelve; who does not shop is not noted, as without the key.
        #expect((4...12).contains(shop.count))
        #expect(alone.held[TaxiMessage.service, default: []].allSatisfy { $0.key >> 62 == 0 })
    }

    @Test("DEC-ONE-PERSON: only passengers are asked whether they shop like passengers, and each guest has a number")
    func candidates() throws {
        let town = try TestTown(
            """
            groups: [{name: corner, count: 1, limit: 1}]
            shoppers: [{name: folk, population: {people: 3, pause: 10 min}}]
            passengers-shop: {share: 100%, like: folk, pause: 1 h}
            """, hasPeople: false)
        func join(_ member: Int, _ role: RoleName) -> Person {
            let person = Person(PersonID(part: 0, group: 0, member: member), as: role, at: .origin, among: town.people)
            town.people.join(person)
            return person
        }
        _ = join(1, .driver)
        _ = join(2, .visitor)
        #expect(town.population.onLoop { $0.count } == 0)
        let guest = join(3, .passenger)
        town.population.begin(among: town.people)
        #expect(town.population.onLoop { $0.count } == 4)
        #expect(town.population.onLoop { $0.shopper(ShopperID(4)) }?.person === guest)
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
        let plan = try town.plan(Self.stores + "record: {messages: true}\n")
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
        let (result, _, entries) = try run(Self.stores + "  service: false\n")
        let service = try #require(result.metrics.services.first { $0.name == "stores" })
        #expect(entries == 0 && service.metrics.first { $0.about.name == "stores.visits" }?.value ?? 0 > 50)
    }
}

/// Counts who came in.
private final class Entries: EventObserver {
    private(set) var count = 0

    func subscribe(to feed: EventFeed) {
        feed.on(StoreEvent.self) { [self] records in
            for index in records.indices { if case .entryGranted = records[index].event { count += 1 } }
        }
    }
}
