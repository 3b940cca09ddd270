// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
import Reporting
import StoreRules
import Testing

@testable import StoreSimulation

/// Wishes to shop as demands: what becomes of each, where, and what its wait is made of.
@Suite("Wishes to shop")
struct WishTests {
    private static func fold(_ text: String, seed: UInt64 = 1, hours: Int = 2) throws -> (StoreFold, TestTown) {
        let end = TestTown.start + .hours(hours)
        let fold = StoreFold(
            try TestTown.section(text),
            CaseFrame(
                start: TestTown.start, from: TestTown.start, end: end, layout: TestTown.layout, keeping: 100_000),
            layout: TestTown.layout)
        let town = try TestTown(text, seed: seed, hours: hours, observers: [fold])
        try town.run()
        fold.finish(at: end)
        return (fold, town)
    }

    /// People of one store, who pause for 10 min, take 1 min to get ready, walk 5 min and stay for 20 min.
    private static func wishes(
        _ habits: String = "", group: String = "", limit: Int = 1, people: Int = 1, more: String = "", hours: Int = 2
    ) throws -> CaseResult {
        let (fold, _) = try fold(
            """
            groups: [{name: corner, count: 1, limit: \(limit)\(group)}]
            shoppers:
              - {name: folk, population: {people: \(people), pause: 10 min}, walk: 5 min, visit: 20 min\(habits)}
            \(more)
            """, hours: hours)
        return try #require(fold.wishes)
    }

    private static func phases(_ part: CasePart) -> [Double?] {
        WishPhase.allCases.map { part.meanPhase($0.rawValue).map { ($0 / 6).rounded() / 10 } }
    }

    @Test(
        "The wait of a wish is getting ready, the turn awaited elsewhere, the way and standing, by app and at the totem"
    )
    func phases() throws {
        // At 08:10 two want to shop: one goes in at 08:16, the other is called at 08:36 and goes in at 08:41.
        let app = try Self.wishes(people: 2, hours: 1)
        #expect(app.kept.map(\.end).prefix(2) == [.served(after: 360_000_000_000), .served(after: 1_860_000_000_000)])
        #expect(Self.phases(app.all) == [1, 12.5, 5, 0])
        let later = try Self.wishes(people: 2).all
        #expect(abs((0..<4).reduce(0) { $0 + (later.meanPhase($1) ?? 0) } - (later.meanWait ?? 0)) < 1e-6)
        // At the totem the second stands from 08:16 until 08:36.
        let totem = try Self.wishes(", without-phone: 100%", people: 2, hours: 1)
        #expect(totem.kept[1].end == .served(after: 26 * 60_000_000_000))
        #expect(totem.all.meanPhase(WishPhase.turn.rawValue) == 0)
        #expect((totem.all.meanPhase(WishPhase.standing.rawValue) ?? 0) > 0)
    }

    @Test("A booking is due at the slot first booked: who comes in then has waited for nothing")
    func booking() throws {
        let booked = try Self.wishes(", books: 100%", group: ", quotas: {normal: 1, booking: 1}", limit: 2, hours: 3)
        #expect(booked.all.served > 0 && booked.all.meanWait == 0)
        // Wished at 08:10 for 10:10, booked for 09:30.
        #expect(booked.kept[0].began == (TestTown.start + .minutes(90)).nanoseconds)
        #expect(booked.hours.parts.map(\.asked).first == 0)
    }

    @Test("Who cancels a booking or never meant to come is away by choice, and not lost")
    func choice() throws {
        let noShows = try Self.wishes(", no-shows: 100%").all
        #expect(noShows.withdrawn > 1 && noShows.lost == 0 && noShows.served == 0)
        let cancelled = try Self.wishes(
            ", books: 100%, booking: {ahead: 30 min, cancels: 100%}", group: ", quotas: {normal: 1, booking: 1}",
            limit: 2, hours: 4
        ).all
        #expect(cancelled.withdrawn > 0 && cancelled.lost == 0)
    }

    @Test("Losses are told by where the person was and why, with the store that was tried last")
    func losses() throws {
        func cause(_ cause: LossCause, _ stage: LossStage, _ wishes: CaseResult) {
            let part = wishes.all
            #expect(part.lost > 0 && part.lost(cause, stage) == part.lost, "\(cause) \(stage): \(part.reasons)")
        }
        cause(.impatient, .home, try Self.wishes(", patience: 12 min", people: 2, hours: 1))
        cause(.impatient, .store, try Self.wishes(", patience: 12 min, without-phone: 100%", people: 2, hours: 1))
        cause(.longLine, .store, try Self.wishes(", longest-line: 10 min, without-phone: 100%", people: 2, hours: 1))
        let home = try Self.wishes(", longest-line: 10 min", people: 3, hours: 1)
        cause(.longLine, .home, home)
        #expect(home.sites.parts[0].lost == home.all.lost)
        cause(.closed, .home, try Self.wishes(group: ", hours: 12:00-13:00"))
        cause(.noSlot, .home, try Self.wishes(", books: 100%"))
        let removed = try Self.wishes(people: 2, more: "changes: [{at: 08:14, group: corner, remove: store}]", hours: 1)
        #expect(removed.all.lost(.closed, .way) == 1 && removed.all.lost(.closed, .home) == 1)
        // After that there is no store at all.
        #expect(removed.all.lost(.noStore, .home) == removed.all.lost - 2)
        // The way is longer than a called ticket is kept.
        let (far, _) = try Self.fold(
            """
            rules: {longest-travel: 10 min}
            groups: [{name: corner, count: 1, limit: 1, grace: 1 min}]
            shoppers: [{name: folk, population: {people: 1, pause: 10 min}, walk: 65 min}]
            """)
        cause(.uncalled, .way, try #require(far.wishes))
    }

    @Test("Without a service who wants to come later waits for that time, and no phase is the service's")
    func withoutService() throws {
        let wishes = try Self.wishes(
            ", books: 100%, booking: {ahead: 1 h}", limit: 5, more: "service: false", hours: 3
        ).all
        #expect(wishes.served > 1 && wishes.meanWait == 0 && wishes.meanPhase(WishPhase.turn.rawValue) == 0)
    }

    @Test("Every wish has one end, and the sums over stores, zones, hours and groups are the whole", arguments: 1...12)
    func sums(seed: UInt64) throws {
        let (fold, town) = try Self.fold(RunTests.busy, seed: seed, hours: 14)
        let wishes = try #require(fold.wishes)
        let (all, facts) = (wishes.all, town.facts)
        // Bookings for after the end are in no number.
        let later = facts.count("wished") - all.asked
        #expect(later >= 0 && later < 20 && all.served <= facts.count("wentIn"))
        #expect(all.served + later >= facts.count("wentIn"))
        #expect(all.lost == all.reasons.reduce(0, +))
        #expect(all.lost == LossCause.allCases.reduce(0) { $0 + all.lost($1) })
        for division in wishes.divisions {
            let parts = division.rows.map(\.part)
            #expect(parts.reduce(0) { $0 + $1.asked } == all.asked && parts.reduce(0) { $0 + $1.lost } == all.lost)
            #expect(parts.reduce(0) { $0 + $1.served } == all.served)
        }
        let phases = (0..<4).reduce(0.0) { $0 + (all.meanPhase($1) ?? 0) }
        #expect(abs(phases - (all.meanWait ?? 0)) < 1e-3)
        #expect(wishes.groups.names.names == ["folk", "guests"] && wishes.sites.names.names[2] == "corner 1")
    }

    @Test("Places held for people who do not come, slots that lapsed and estimates by channel are known of each store")
    func sites() throws {
        // At 08:10 a ticket is taken; its call at 08:15 is kept for 10 min in vain, and so every 25 min.
        let (fold, _) = try Self.fold(
            """
            groups: [{name: corner, count: 1, names: [Old Corner], chain: green, limit: 1, hours: always}]
            shoppers: [{name: folk, population: {people: 1, pause: 10 min}, walk: 5 min, no-shows: 100%}]
            """, hours: 1)
        let store = try #require(fold.stores.first)
        #expect(store.site.heldInVain == 20 * 60_000_000_000 && store.site.occupancy == 0)
        let values = Metric<StoreTotals>.all.first { $0.about.name == "stores.places.heldInVain" }?.value(fold.totals)
        #expect(values == 1.0 / 3)
        #expect(store.name == "Old Corner" && store.chain == "green" && store.point != nil)
        #expect(fold.storePage.contains("Old Corner") && fold.storePage.contains(">green<"))
        let (busy, _) = try Self.fold(RunTests.busy, seed: 3, hours: 14)
        #expect(busy.stores.reduce(0) { $0 + $1.site.slotsKept } == busy.totals.slotsTaken)
        #expect(busy.stores.reduce(0) { $0 + $1.site.heldInVain } == busy.totals.heldInVain)
        let counts = busy.stores.reduce(0) { $0 + $1.site.byPhone.count + $1.site.atTotem.count }
        #expect(counts == busy.totals.tickets.estimates.count)
        let inside = busy.sites.reduce(0) { $0 + $1.inside.total }
        #expect(inside == busy.totals.inside.total)
        #expect(busy.sites.reduce(0) { $0 + $1.places.total } == busy.totals.places.total)
    }
}
