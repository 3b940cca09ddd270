// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import CitySlices
import Reporting
import StoreRules
import StoreService
import Testing

@testable import StoreSimulation

/// Whole days of stores with everything in them.
@Suite struct RunTests {
    /// Three stores that are too small, all habits, and managers who interfere.
    static let busy = """
        rules: {borrow-places: true}
        groups:
          - name: markets
            count: 2
            limit: 6
            quotas: {normal: 3, priority: 1, booking: 2}
            slots: {every: 15 min, size: 2}
            holding: 30 min
          - {name: corner, count: 1, limit: 3, hours: "09:00-19:00"}
        shoppers:
          - name: folk
            population: {people: 40, pause: {exponential: 2 h}}
            without-phone: 20%
            special-needs: 5%
            books: 30%
            totem: 10%
            web: 20%
            compares: 2
            longest-line: {exponential: 40 min}
            patience: {exponential: 50 min}
            set-out: {uniform: {from: 0 s, to: 5 min}}
            visit: {gamma: {shape: 2, mean: 25 min}}
            visit-by-hour: {17:00-19:00: 0.5}
            no-shows: 5%
            lost-codes: 5%
            alternatives: 60%
            booking:
              ahead: {exponential: 90 min}
              own-time: 30%
              late: {exponential: 6 min}
              cancels: 10%
              accepts: 60%
              declines: 20%
          - name: guests
            arrivals: {per-day: 300}
            visit: {exponential: 15 min}
        changes:
          - {at: "12:00", group: markets, limit: 3}
          - {at: "13:00", group: markets, limit: 6}
          - {at: "14:00", store: 1, quotas: {normal: 4, priority: 0, booking: 2}}
          - {at: "15:00", store: 3, remove: store}
        """

    @Test("The same text gives the same bytes, another seed other ones; nothing is left when it ends")
    func repeats() throws {
        let runs = try [1, 1, 2].map { seed in
            let town = try TestTown(Self.busy, seed: UInt64(seed))
            try town.run()
            return town
        }
        #expect(runs[0].facts.story == runs[1].facts.story && runs[0].facts.story != runs[2].facts.story)
        #expect(runs[0].facts.store == runs[1].facts.store)
        #expect(runs[0].facts.count("visitEnded") > 100)
        #expect(runs.allSatisfy { $0.finish() == [] })
    }

    /// What each person did and when, by person.
    private func lives(_ town: TestTown) -> [PersonID: [String]] {
        var lives: [PersonID: [String]] = [:]
        for (time, event) in town.facts.shopping {
            switch event {
            case .wished, .notified, .wishDropped, .mapsFailed, .noticeLost: break
            case .gaveUp(let person, let reason): lives[person, default: []].append("\(time) \(reason)")
            case .setOut(let person, let store, _), .arrived(let person, let store, _),
                .wentIn(let person, let store, _), .wentOut(let person, let store, _),
                .turnedBack(let person, let store, _):
                lives[person, default: []].append("\(time) \(event.name) \(store)")
            }
        }
        return lives
    }

    @Test("One shopper, one group or one store more changes nobody else's draws")
    func onlyOwnDraws() throws {
        // Nobody is in anybody's way here.
        func town(_ people: Int, _ more: String = "", stores: Int = 1) throws -> TestTown {
            let town = try TestTown(
                """
                groups: [{name: hall, count: 1, limit: 10000, hours: always}, {name: far, count: \(stores), limit: 1, hours: "08:00-08:01"}]
                shoppers:
                  - {name: a, population: {people: \(people), pause: {exponential: 1 h}}, visit: {exponential: 20 min}, radius: 2 km}
                  - {name: b, population: {people: 20, pause: {exponential: 1 h}}, without-phone: 50%, no-shows: 10%}
                  - {name: c, arrivals: {per-day: 200}, visit: {exponential: 10 min}, set-out: {exponential: 3 min}}
                \(more)
                """)
            try town.run()
            return town
        }
        let before = try town(30)
        let old = lives(before)
        let more = "  - {name: d, population: {people: 20, pause: 30 min}}"
        for after in try [town(31), town(30, more), town(30, stores: 2)] {
            let new = lives(after)
            #expect(old.allSatisfy { new[$0.key] == $0.value })
            #expect(zip(before.world.forms, after.world.forms).allSatisfy { $0.place == $1.place })
        }
        #expect(old.count > 100)
    }

    @Test(
        "A day with all kinds of trouble breaks no invariant, whatever the seed, and every kind of event occurs",
        arguments: 1...40)
    func noViolations(seed: Int) throws {
        let monitor = StoreMonitor(leastVisit: .minutes(1))
        let town = try TestTown(Self.busy, seed: UInt64(seed), observers: [monitor])
        try town.run()
        #expect(monitor.violations.isEmpty, "seed \(seed): \(monitor.violations.prefix(3))")
        // People inside, and those before the doors, are all accounted for.
        #expect(town.facts.count("entryGranted") == town.facts.count("wentIn"))
        #expect(town.facts.count("visitEnded") == town.facts.count("wentOut"))
        #expect(town.finish() == [])
    }

    @Test("The trouble of those days: each reason to go without a visit, and each end of a ticket or booking")
    func coverage() throws {
        var seen: Set<String> = []
        for seed in 1...12 {
            let town = try TestTown(Self.busy, seed: UInt64(seed))
            try town.run()
            for event in town.facts.store { seen.insert(Self.name(event)) }
            for (_, event) in town.facts.shopping { seen.insert(Self.name(event)) }
        }
        let wanted = [
            "gaveUp longLine", "gaveUp noSlot", "gaveUp ended", "gaveUp noShow",
            "turnedBack longLine",
            "turnedBack impatient", "turnedBack ended", "turnedBack refused", "removed noShow", "removed closing",
            "removed storeClosed", "queueLeft", "cancelled user", "bookingLapsed", "bookingPostponed",
            "postponeProposed", "alternativesProposed", "entryRefused", "entryDelayed", "issued priority", "issued app",
            "issued web", "issued totem",
        ]
        #expect(wanted.filter { !seen.contains($0) } == [])
    }

    private static func name(_ event: StoreEvent) -> String {
        switch event {
        case .ticketRemoved(_, _, let reason): "removed \(reason.word)"
        case .bookingCancelled(_, _, let cause, _): "cancelled \(cause.word)"
        case .ticketIssued(_, _, _, .priority, _, _, _, _): "issued priority"
        case .ticketIssued(_, _, _, _, let channel, _, _, _): "issued \(channel.word)"
        default: event.name
        }
    }

    private static func name(_ event: ShoppingEvent) -> String {
        switch event {
        case .gaveUp(_, let reason): "gaveUp \(reason.word)"
        case .turnedBack(_, _, let reason): "turnedBack \(reason.word)"
        default: event.name
        }
    }

    @Test("The monitor notices a broken invariant, and a count that is not that of the people inside")
    func monitorNotices() throws {
        let monitor = StoreMonitor(leastVisit: .minutes(1))
        let town = try TestTown(
            "groups: [{name: a, count: 1, limit: 1}]\nshoppers: [{name: b, arrivals: {per-day: 1}}]",
            observers: [monitor])
        let (store, shopping) = (town.log.channel(StoreEvent.self), town.log.channel(ShoppingEvent.self))
        let (corner, person) = (StoreID(1), PersonID(part: 3, group: 0, member: 0))
        town.loop.schedule(at: town.loop.now + .minutes(1)) {
            store.note(.entryGranted(store: corner, pass: PassID(7), shopper: nil, place: .normal, number: 1))
        }
        town.loop.schedule(at: town.loop.now + .minutes(2)) {
            shopping.note(.wentOut(person: person, store: corner, pass: PassID(8)))
        }
        try town.run(5)
        #expect(Set(monitor.violations.map(\.id)) == ["STORE-R10", "STORE-ASSUME-COUNT"])
    }

    @Test("STORE-CLIENT: 30% of people without a phone take about 30% of the tickets at the totem")
    func withoutPhone() throws {
        let town = try TestTown(
            """
            groups: [{name: a, count: 1, limit: 500}]
            shoppers: [{name: b, arrivals: {per-day: 6000}, without-phone: 30%}]
            """)
        try town.run()
        let channels = town.facts.store.compactMap { event in
            if case .ticketIssued(_, _, _, _, let channel, _, _, _) = event { channel } else { nil }
        }
        let (count, totem) = (Double(channels.count), Double(channels.count { $0 == .totem }))
        #expect(count > 2500 && abs(totem / count - 0.3) < 1.96 * (0.21 / count).squareRoot())
    }
}
