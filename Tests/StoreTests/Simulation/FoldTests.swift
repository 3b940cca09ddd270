// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
import Reporting
import StoreRules
import Testing

@testable import StoreSimulation

/// The numbers of a run against what happened in it.
@Suite struct FoldTests {
    private static func run(
        _ text: String, seed: UInt64 = 1, hours: Int = 14, from minutes: Int = 0
    ) throws -> (fold: StoreFold, town: TestTown) {
        let end = TestTown.start + .hours(hours)
        let fold = StoreFold(
            try TestTown.section(text),
            CaseFrame(
                start: TestTown.start, from: TestTown.start + .minutes(minutes), end: end, layout: TestTown.layout,
                keeping: 100_000), layout: TestTown.layout)
        let town = try TestTown(text, seed: seed, hours: hours, observers: [fold])
        try town.run()
        fold.finish(at: end)
        return (fold, town)
    }

    private static func metrics(_ fold: StoreFold) -> [String: Double] {
        var values: [String: Double] = [:]
        for metric in Metric<StoreTotals>.all { values[metric.about.name] = metric.value(fold.totals) }
        return values
    }

    @Test("A story that can be counted by hand")
    func byHand() throws {
        // Two people stand before a store for one; the first is inside from 08:16 to 08:36, the other until 08:56.
        let (fold, _) = try Self.run(
            """
            groups: [{name: corner, count: 1, limit: 1}]
            shoppers:
              - {name: folk, population: {people: 2, pause: {table: {10 min: 1}}}, without-phone: 100%, walk: 5 min, visit: 20 min}
            """, hours: 1)
        let values = Self.metrics(fold)
        // The first comes back at 08:57, and goes in at once.
        #expect(
            values["stores.tickets"] == 3 && values["stores.tickets.totem"] == 3 && values["stores.tickets.app"] == 0)
        #expect(values["stores.visits"] == 2 && values["stores.visit.mean"] == 1200)
        #expect(values["stores.wait.max"] == 1200 && values["stores.wait.mean"] == 400)
        #expect(values["stores.physicalWait.mean"] == 400 && values["stores.crowdOutside.max"] == 2)
        #expect(values["stores.crowdOutside.mean"] == 20.0 / 60)
        #expect(values["stores.inside.mean"] == 43.0 / 60 && values["stores.occupancy"] == 43.0 / 60)
        #expect(values["stores.places.unused"] == 0 && values["stores.tickets.entered"] == 1)
    }

    @Test("Who still stands outside at the end counts, and an open ticket is in no share of those that led inside")
    func openAtEnd() throws {
        // One goes in at 08:16 for 2 h, the other stands until the run ends at 09:00.
        let (fold, _) = try Self.run(
            """
            groups: [{name: corner, count: 1, limit: 1}]
            shoppers:
              - {name: folk, population: {people: 2, pause: 10 min}, without-phone: 100%, walk: 5 min, visit: 2 h}
            """, hours: 1)
        let values = Self.metrics(fold)
        #expect(values["stores.standingAtEnd"] == 1 && values["stores.tickets.openAtEnd"] == 1)
        #expect(values["stores.physicalWait.mean"] == 1320 && values["stores.physicalWait.max"] == 2640)
        #expect(values["stores.tickets.entered"] == 1 && values["stores.tickets"] == 2)
        let row = try #require(fold.waits.first)
        #expect(row.waits?.count == 1 && row.unserved == 0 && row.open.count == 1 && row.open.tooYoung == nil)
        #expect(values["stores.wishes"] == 2 && values["stores.served"] == 1 && values["stores.wishesOpen"] == 1)
        #expect(row.sentence.contains("1 was still open when the run ended") && !row.sentence.contains("nobody"))
    }

    @Test("The wait for the turn leaves out the way; people who stayed at home are told apart from those who stood")
    func turn() throws {
        let (fold, _) = try Self.run(
            """
            groups: [{name: corner, count: 1, limit: 1}]
            shoppers:
              - {name: first, population: {people: 1, pause: 5 min}, walk: 5 min, visit: 40 min}
              - {name: folk, population: {people: 1, pause: 10 min}, walk: 5 min, longest-line: 10 min}
            """, hours: 1)
        let values = Self.metrics(fold)
        // The first has the ticket at 08:05, can be there at 08:10, is called then and goes in at 08:11.
        #expect(values["stores.turnWait.max"] == 0 && values["stores.wait.mean"] == 360)
        let stayed = values["stores.lost.longLine"] ?? 0
        #expect(stayed > 0 && values["stores.lost"] == stayed && values["stores.lost.atHome"] == stayed)
        #expect(fold.waits.map(\.unserved) == [Int(stayed)] && fold.waits[0].waits?.count == 1)
        // The store whose page told them so has lost them.
        #expect(fold.wishes?.sites.parts[0].lost == Int(stayed) && fold.stores[0].wishes.lost == Int(stayed))
    }

    @Test("Promises: a busy day keeps them all, and each that is broken is flagged")
    func promises() throws {
        let (fold, _) = try Self.run(RunTests.busy, seed: 3)
        #expect(fold.verdicts.count == 7 && fold.verdicts.allSatisfy { $0.outcome != .flag })
        #expect(fold.verdicts.count { $0.outcome == .pass } >= 6)

        let (store, start) = (StoreID(1), TestTown.start)
        var broken = StorePromises(try TestTown.section("groups: [{name: a, count: 1, limit: 1, grace: 10 min}]"))
        func take(_ minutes: Int, _ event: StoreEvent) { broken.take(event, at: start + .minutes(minutes)) }
        func issued(_ pass: Int) -> StoreEvent {
            .ticketIssued(
                store: store, pass: PassID(pass), shopper: nil, queue: .walkIn, channel: .totem, ahead: 0,
                ready: start, expected: start)
        }
        take(
            0,
            .storeAdded(
                store: store, staff: nil, place: .origin, limit: 1, normal: 1, priority: 0, booking: 0,
                holding: .hours(2), window: .minutes(15)))
        // Nobody has opened.
        take(0, issued(1))
        take(0, .doorChanged(store: store, state: .open, inside: 0))
        take(1, .ticketCalled(store: store, pass: PassID(1), place: .normal))
        take(12, .entryGranted(store: store, pass: PassID(1), shopper: nil, place: .normal, number: 1))
        take(13, issued(2))
        take(13, issued(3))
        // Not the first, no place, removed too early, and one more inside than may be.
        take(14, .ticketCalled(store: store, pass: PassID(3), place: .normal))
        take(20, .ticketRemoved(store: store, pass: PassID(3), reason: .noShow))
        take(21, .ticketCalled(store: store, pass: PassID(2), place: .normal))
        take(22, .entryGranted(store: store, pass: PassID(2), shopper: nil, place: .normal, number: 2))
        take(
            23,
            .bookingMade(
                store: store, pass: PassID(4), shopper: ShopperID(1), channel: .app, slot: start + .hours(2),
                end: start + .hours(4)))
        take(24, .bookingLapsed(store: store, pass: PassID(4)))
        let flagged = broken.verdicts.filter { $0.outcome == .flag }.map(\.id)
        #expect(
            flagged == [
                "STORE-R13", "STORE-CALL", "STORE-NOSHOW", "STORE-CLOSING", "STORE-R14", "INV-StoreTwoHours",
            ])
    }

    @Test("DEC-STORE-ESTIMATE: who looks at the estimate does not walk away from places that may be lent")
    func lentPlaces() throws {
        let (fold, _) = try Self.run(
            """
            rules: {borrow-places: true, visits-in-mean: 1000}
            groups: [{name: s, count: 1, limit: 10, quotas: {normal: 4, priority: 0, booking: 6}, hours: always}]
            shoppers:
              - name: f
                arrivals: {per-day: 432}
                early: 0 s
                set-out: 0 s
                walk: 0 s
                visit: {exponential: 20 min}
                longest-line: 0 s
            """, hours: 24 * 20)
        let away = fold.totals.wishes.lost(.longLine, .home)
        // Erlang B of the ten places that are free and a load of 6: 4.3 %; of four alone 47 %.
        #expect(abs(Double(away) / Double(away + fold.totals.tickets.issued) - 0.043) < 0.008)
    }

    @Test("Every metric has its own path, a unit and a sentence, and a value after a busy day")
    func all() throws {
        let (fold, town) = try Self.run(RunTests.busy, seed: 3)
        let names = Metric<StoreTotals>.all.map(\.about.name)
        #expect(Set(names).count == names.count && names.count > 80)
        #expect(
            Metric<StoreTotals>.all.allSatisfy { $0.about.name.hasPrefix("stores.") && $0.about.text.hasSuffix(".") })
        let values = Self.metrics(fold)
        // Without a server what the service says is shown at once.
        #expect(
            names.filter { values[$0] == nil } == ["mean", "p95", "max"].map { "stores.notificationDelay.\($0)" })
        #expect(values["stores.tickets"] == Double(town.facts.count("ticketIssued")))
        #expect(values["stores.bookings"] == Double(town.facts.count("bookingMade")))
        #expect(values["stores.visits"] == Double(town.facts.count("wentOut")))
        let entered = Double(fold.totals.tickets.entered + fold.totals.bookingsEntered)
        #expect(entered == Double(town.facts.count("entryGranted")))
        #expect(fold.sites.count == 3 && fold.sites.reduce(0) { $0 + $1.visits } == fold.totals.visit.count)
        #expect(
            fold.charts.map(\.id) == [
                "stores-inside", "stores-outside", "stores-tickets", "stores-waits", "stores-each",
            ])
        #expect(fold.charts.allSatisfy { !$0.rows.isEmpty })
    }

    @Test("Slots filled: kept bookings of those that size and places allow, cancelled ones left out")
    func slots() throws {
        // From 08:00 on 12 h of slots each half hour for 2, but 1 place that each holds for 2 h: half a booking a slot.
        let text = """
            groups: [{name: a, count: 1, limit: 2, quotas: {normal: 1, booking: 1}, slots: {every: 30 min, size: 2}}]
            shoppers: [{name: b, population: {people: 1, pause: 10 min}, books: 100%, walk: 5 min}]
            """
        let (fold, town) = try Self.run(text, hours: 3)
        #expect(fold.totals.slotsOffered == 1.5 && town.facts.count("bookingMade") == 2)
        // Of 09:30 and, from 10:05 on, of 11:30: the second one begins after the run.
        #expect(fold.totals.slotsTaken == 1)
    }

    @Test("Slots filled: a booking for which nobody came was not kept")
    func lapsedSlots() throws {
        let text = """
            groups: [{name: a, count: 1, limit: 2, quotas: {normal: 1, booking: 1}, slots: {every: 30 min, size: 2}}]
            shoppers:
              - {name: b, population: {people: 1, pause: 10 min}, books: 100%, no-shows: 100%, walk: 5 min}
            """
        let (fold, town) = try Self.run(text, hours: 2)
        #expect(town.facts.count("bookingMade") >= 1 && town.facts.count("bookingLapsed") == 1)
        #expect(fold.totals.slotsTaken == 0)
    }

    @Test("INV-StorePlaceUsed: on a quiet day the places that nobody had are counted, and no invariant is broken")
    func quietDay() throws {
        let (fold, town) = try Self.run(
            """
            groups: [{name: hall, count: 1, limit: 50}]
            shoppers: [{name: folk, arrivals: {per-day: 100}, visit: 5 min}]
            """)
        #expect((40..<50).contains(fold.totals.unusedPlaces) && town.facts.violations.isEmpty)
    }

    @Test("The warm-up is left out: tickets issued in it, and the time of it")
    func warmUp() throws {
        let text = """
            groups: [{name: hall, count: 1, limit: 50}]
            shoppers: [{name: folk, arrivals: {per-day: 2000}, visit: 5 min}]
            """
        let (all, half) = (try Self.run(text).fold, try Self.run(text, from: 7 * 60).fold)
        #expect((0.4...0.6).contains(Double(half.totals.tickets.issued) / Double(all.totals.tickets.issued)))
        let means = [all, half].map { Self.metrics($0)["stores.inside.mean"] ?? 0 }
        #expect(abs(means[0] - means[1]) < 1.5 && means[0] > 5)
    }

    /// 26 normal and 4 booking places of 30, borrowing on, 30% totem users, a load of 1.1 of the limit for 12 h.
    private static func goal(_ service: Bool) -> String {
        """
        service: \(service)
        rules: {borrow-places: true}
        groups: [{name: market, count: 1, limit: 30, quotas: {normal: 26, booking: 4}, hours: always}]
        shoppers:
          - name: folk
            arrivals: {per-day: 2376}
            without-phone: 30%
            books: 2%
            visit: {exponential: 20 min}
        """
    }

    @Test("STORE-GOAL-TIME: with the service people stand outside for a shorter time than without, seed by seed")
    func standingOutside() throws {
        for seed in 1...5 {
            let values = try [true, false].map { service in
                Self.metrics(try Self.run(Self.goal(service), seed: UInt64(seed), hours: 12).fold)
            }
            let (with, without) = (
                values[0]["stores.physicalWait.mean"] ?? 0, values[1]["stores.physicalWait.mean"] ?? 0
            )
            // Measured: 10.5 against 19.5 min, 5.1 against 6.4, 8.5 against 14.0, 15.1 against 31.4, 9.9 against 18.6.
            #expect(with < without, "seed \(seed)")
        }
    }
}
