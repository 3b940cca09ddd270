// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySimulation
import CitySlices
import CityTestKit
import Foundation
import RandomStreams
import StoreRules
import StoreSimulation
import Testing

/// A store without bookings against queueing theory: tickets are the calls of M/G/c, places are its servers.
///
/// Every estimate comes with its standard error from 30 batch means, which must be at most 1% of the exact value in full
/// runs and 5% in coarse runs, and must lie within three of them. A mean visit of 10 s is the unit of time.
@Suite struct StoreTheoryTests {
    private static let visit = 10.0

    /// Places, utilisation, and how many tickets give a standard error of 1%, in thousands: as for the gateway's queues.
    static let queues: [(places: Int, utilisation: Double, thousands: Int)] = [
        (1, 0.5, 400), (2, 0.5, 900), (2, 0.7, 1300), (1, 0.7, 620), (5, 0.5, 2500),
    ]

    /// A run for 5% is a twentyfifth as long; the full one is longer than stated, since the standard error varies itself.
    private func count(_ thousands: Int) -> Int { thousands * (Effort.isFull ? 1300 : 50) }

    /// Runs a scenario until about so many have come, at so many a visit's mean.
    private func run(
        _ file: String, count: Int, rate: Double, set values: [String], _ observers: [any EventObserver]
    ) throws {
        let seconds = Double(count) * Self.visit / rate * 1.02 + 7200
        let city = try TestCity(
            file: "Scenarios/validation/\(file).yaml", set: ["length=\(Int(seconds / 3600) + 2) h"] + values)
        let simulated = SimulatedCity(
            city.plan, key: StreamKey(seed: Effort.seed, replication: 0), observers: observers)
        try simulated.run(until: city.scenario.end)
        simulated.finish()
    }

    private func perDay(_ rate: Double) -> Double { rate * 86_400 / Self.visit }

    private func queue(
        places: Int, utilisation: Double, count: Int, visit: String = "{exponential: 10 s}"
    ) throws -> TicketCount {
        let rate = Double(places) * utilisation
        let tickets = TicketCount(count)
        try run(
            "store-queue", count: count, rate: rate,
            set: [
                "stores.groups.store.limit=\(places)", "stores.shoppers.holders.visit=\(visit)",
                "stores.shoppers.holders.arrivals.per-day=\(perDay(rate))",
            ], [tickets])
        return tickets
    }

    @Test(
        "Exponential visits: the share that waits and the mean wait are those of Erlang's C",
        arguments: Effort.some(of: queues))
    func erlangC(places: Int, utilisation: Double, thousands: Int) throws {
        let tickets = try queue(places: places, utilisation: utilisation, count: count(thousands))
        let waits = Exact.erlangC(servers: places, utilisation: utilisation)
        let mean = waits / (Double(places) * (1 - utilisation)) * Self.visit
        #expect(tickets.waited.doubt("share that waits", waits) == nil)
        #expect(tickets.wait.doubt("mean wait", mean) == nil)
        // Little's law: the mean number queued is the rate times the mean wait, but for those who wait at the end.
        #expect(abs(tickets.meanQueued / (tickets.rate * tickets.meanWait) - 1) < 0.002)
    }

    @Test(
        "One place, other visits: the mean wait is that of Pollaczek and Khinchine",
        arguments: [("10 s", 0.8, 2.0, 700), ("{gamma: {shape: 2, mean: 10 s}}", 0.5, 0.75, 400)])
    func pollaczek(visit: String, rate: Double, exact: Double, thousands: Int) throws {
        let tickets = try queue(places: 1, utilisation: rate, count: count(thousands), visit: visit)
        #expect(tickets.wait.doubt("mean wait", exact * Self.visit) == nil)
        #expect(tickets.waited.doubt("share that waits", rate) == nil)
    }

    @Test("Two places, constant visits: the mean wait lies between half of Erlang's C and all of it")
    func bounds() throws {
        let tickets = try queue(places: 2, utilisation: 0.7, count: count(300), visit: "10 s")
        let mean = Exact.erlangC(servers: 2, utilisation: 0.7) / (2 * 0.3) * Self.visit
        let noise = 3 * tickets.wait.error
        #expect(tickets.wait.mean + noise > mean / 2 && tickets.wait.mean - noise < mean)
    }

    @Test("The check can fail: another load, a place more, visits of less chance are caught")
    func wrongModels() throws {
        let mean = Exact.erlangC(servers: 2, utilisation: 0.7) / (2 * 0.3) * Self.visit
        // The values themselves are wrong, not only uncertain.
        let count = Effort.isFull ? 60_000 : 12_000
        for tickets in [
            try queue(places: 2, utilisation: 0.65, count: count),
            try queue(places: 3, utilisation: 1.4 / 3, count: count),
            try queue(places: 2, utilisation: 0.7, count: count, visit: "10 s"),
        ] {
            #expect(tickets.wait.doubt("mean wait", mean, precision: 1) != nil)
        }
    }

    @Test(
        "Patience: the share that leaves and the mean wait are those of Erlang's A",
        arguments: Effort.some(of: [(2, 2.4, 2.0, 90), (1, 1.0, 1.0, 90), (5, 5.0, 4.0, 500)]))
    func erlangA(places: Int, load: Double, patience: Double, thousands: Int) throws {
        let tickets = TicketCount(count(thousands))
        try run(
            "store-patience", count: count(thousands), rate: load,
            set: [
                "stores.groups.store.limit=\(places)",
                "stores.shoppers.holders.arrivals.per-day=\(perDay(load))",
                "stores.shoppers.holders.patience={exponential: \(patience * Self.visit) s}",
            ], [tickets])
        let exact = Exact.erlangA(servers: places, load: load, patience: patience)
        #expect(tickets.left.doubt("share that leaves", exact.left) == nil)
        #expect(tickets.wait.doubt("mean wait", exact.wait * Self.visit) == nil)
    }

    @Test(
        "A closed queue: the share that stays away is Erlang's B, whatever the distribution of the visit",
        arguments: [
            (1, 0.5, "{exponential: 10 s}", 40), (2, 2.0, "{exponential: 10 s}", 60), (5, 5.0, "10 s", 120),
        ])
    func loss(places: Int, load: Double, visit: String, thousands: Int) throws {
        let visits = VisitCount(count(thousands))
        try run(
            "store-loss", count: count(thousands), rate: load,
            set: [
                "stores.groups.store.limit=\(places)", "stores.shoppers.holders.visit=\(visit)",
                "stores.shoppers.holders.arrivals.per-day=\(perDay(load))",
            ], [visits])
        #expect(visits.stayedAway.doubt("share that stays away", Exact.erlangB(servers: places, load: load)) == nil)
    }

    @Test("Erlang's A of one place with a load and a patience of one is 1/e")
    func formula() {
        let exact = Exact.erlangA(servers: 1, load: 1, patience: 1)
        #expect(abs(exact.left - exp(-1)) < 1e-9 && abs(exact.wait - exp(-1)) < 1e-9)
    }

    @Test("Two classes at one place: waits of 8.75 s for priority tickets and 29.16667 s for normal ones")
    func priorities() throws {
        let count = count(1300)
        let (urgent, normal) = (
            TicketCount(count * 2 / 7 / 30 * 30, only: .priority), TicketCount(count * 5 / 7 / 30 * 30, only: .walkIn)
        )
        try run("store-priority", count: count, rate: 0.7, set: [], [urgent, normal])
        #expect(urgent.wait.doubt("priority", 8.75) == nil)
        #expect(normal.wait.doubt("normal", 29.16667) == nil)
    }
}

/// Counts tickets by what became of them, from an hour after the start on.
private final class TicketCount: EventObserver {
    private(set) var waited: BatchMeans
    private(set) var wait: BatchMeans
    private(set) var left: BatchMeans
    private let only: TicketClass?
    private var open: [PassID: CityTime] = [:]
    private var begin: CityTime?
    private var queued = (count: 0, area: 0.0, since: CityTime.epoch)
    private var first: CityTime?
    private var issued = 0
    private var called = 0
    private var allWaits = 0.0

    init(_ tickets: Int, only: TicketClass? = nil) {
        (waited, wait, left) = (BatchMeans(of: tickets), BatchMeans(of: tickets), BatchMeans(of: tickets))
        self.only = only
    }

    /// Tickets a second.
    var rate: Double { first.map { Double(issued) / (queued.since - $0).inSeconds } ?? 0 }
    /// Of all that were called, in seconds.
    var meanWait: Double { allWaits / Double(called) }
    /// Tickets that wait, mean over time.
    var meanQueued: Double { first.map { queued.area / (queued.since - $0).inSeconds } ?? 0 }

    func subscribe(to feed: EventFeed) {
        feed.on(StoreEvent.self) { [self] records in
            for index in records.indices { take(records[index].event, at: records[index].time) }
        }
    }

    private func take(_ event: StoreEvent, at now: CityTime) {
        switch event {
        case .storeAdded: begin = now + .hours(1)
        case .ticketIssued(_, let pass, _, let queue, _, _, _, _):
            guard let begin, now >= begin, only == nil || only == queue else { return }
            open[pass] = now
            if first == nil { (first, queued.since) = (now, now) }
            issued += 1
            change(by: 1, at: now)
        case .ticketCalled(_, let pass, _): end(pass, hasLeft: false, at: now)
        case .queueLeft(_, let pass): end(pass, hasLeft: true, at: now)
        default: break
        }
    }

    private func change(by number: Int, at now: CityTime) {
        queued.area += Double(queued.count) * (now - queued.since).inSeconds
        queued.since = now
        queued.count += number
    }

    private func end(_ pass: PassID, hasLeft: Bool, at now: CityTime) {
        guard let since = open.removeValue(forKey: pass) else { return }
        change(by: -1, at: now)
        called += 1
        allWaits += (now - since).inSeconds
        waited.add(now > since ? 1 : 0)
        wait.add((now - since).inSeconds)
        left.add(hasLeft ? 1 : 0)
    }
}

/// Counts who stays away and who comes.
private final class VisitCount: EventObserver {
    private(set) var stayedAway: BatchMeans

    init(_ people: Int) { stayedAway = BatchMeans(of: people) }

    func subscribe(to feed: EventFeed) {
        feed.on(ShoppingEvent.self) { [self] records in
            for index in records.indices {
                switch records[index].event {
                case .gaveUp: stayedAway.add(1)
                case .setOut: stayedAway.add(0)
                default: break
                }
            }
        }
    }
}
