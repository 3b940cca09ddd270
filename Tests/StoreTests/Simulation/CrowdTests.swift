// SPDX-License-Identifier: GPL-3.0-or-later

import CityHost
import CityLoop
import CityModel
import CitySlices
import CityTestKit
import RandomStreams
import StoreRules
import StoreService
import Testing

@testable import CitySimulation
@testable import StoreSimulation

/// Shoppers whose server is elsewhere: the same people as in a simulation, who are told by whoever brings them answers.
@Suite struct CrowdTests {
    private let town = SliceRuns(
        StoresSlice(),
        head: """
            cabrank: 1
            name: town
            start: 2026-03-07 08:00
            length: 8 h
            warm-up: 0 s
            city: {grid: {rows: 2, columns: 2, cell: 1 km}}
            server: {}

            """)

    private static let stores = """
        stores:
          groups: [{name: markets, count: 2, limit: 4, quotas: {normal: 2, priority: 1, booking: 1}, hours: "00:00-24:00"}]
          shoppers:
            - name: folk
              population: {people: 30, pause: {exponential: 1 h}}
              without-phone: 30%
              special-needs: 20%
              books: 20%
              visit: {exponential: 20 min}
          changes: [{at: "12:00", group: markets, limit: 3}]

        """

    @Test(
        "People whose server is elsewhere wish as in a simulation, queue by phone and totem, and go in and out by its word"
    )
    func elsewhere() throws {
        let plan = try town.plan(Self.stores)
        let simulated = Wishes()
        _ = try town.run(Self.stores, simulated)

        let seen = Wishes()
        let host = CityHost(start: plan.scenario.start, observers: [seen])
        let key = StreamKey(seed: plan.scenario.seed)
        let city = plan.city(of: .stores, in: host, key: key)
        let elsewhere = Elsewhere(host.loop)
        let crowd = try #require(ShopperCrowd(in: city, sendingTo: elsewhere))
        elsewhere.begin(crowd, city)
        let people = People(loop: host.loop, log: host.log, key: key, roles: [crowd.role])
        people.begin()
        try host.loop.run(until: plan.scenario.end)
        host.loop.runTurn(at: host.loop.now) { elsewhere.end() }
        host.close(at: host.loop.now)
        people.end()
        _ = host.loop.tearDown()

        #expect(seen.first.count > 20 && seen.first == simulated.first, "who wishes first, where and when")
        let (kinds, refused) = elsewhere.onLoop { ($0.kinds, $0.refusedStaff) }
        for kind in [MessageType.storeSearch, .queueJoin, .slotBooking, .codeScan] {
            #expect(kinds[kind, default: 0] > 0, "\(kind.word): \(kinds)")
        }
        // About as many as in the simulation, whose links draw the same numbers.
        #expect(seen.entries > simulated.entries / 2 && seen.entries > 30, "\(seen.entries), \(simulated.entries)")
        #expect(seen.exits > 0 && seen.exits <= seen.entries)
        // Nobody of the staff is there: who has special needs takes a ticket at the totem.
        #expect(refused > 1)
    }

    @Test("What of the stores is not sent without the staff is named by its key, and nothing where all is")
    func unsent() throws {
        let whole = try town.plan(Self.stores).scenario
        #expect(ShopperCrowd.unsent(in: whole) == ["stores.changes", "stores.shoppers.special-needs"])
        #expect(ShopperCrowd.storeCount(in: whole) == 2 && ShopperCrowd.known(in: whole) == 30)
        #expect(!ShopperCrowd.signsIn(in: whole))
        let plain = try town.plan(
            "stores: {groups: [{name: corner, count: 1, limit: 3}], shoppers: [{name: folk, arrivals: {per-day: 30}}]}\n"
        ).scenario
        #expect(ShopperCrowd.unsent(in: plain).isEmpty && ShopperCrowd.known(in: plain) == 0)
    }
}

/// Writes down who wants to shop, and who goes in and out.
private final class Wishes: EventObserver {
    struct Wish: Equatable {
        let time: CityTime
        let place: Place
    }

    private(set) var first: [PersonID: Wish] = [:]
    private(set) var entries = 0
    private(set) var exits = 0

    func subscribe(to feed: EventFeed) {
        feed.on(ShoppingEvent.self) { [self] records in
            for index in records.indices {
                switch records[index].event {
                case .wished(let person, _, let place, _, _, _):
                    if first[person] == nil { first[person] = Wish(time: records[index].time, place: place) }
                case .wentIn: entries += 1
                case .wentOut: exits += 1
                default: break
                }
            }
        }
    }
}

/// A server elsewhere: it has a store service of its own, and brings what that says.
private final actor Elsewhere: CityActor, ServerGateway, StoreClients {
    nonisolated let loop: CityLoop
    private var crowd: ShopperCrowd?
    private var service: StoreService?
    private var log: EventLog?
    /// What devices were told in the message that is served now, and what monitors show meanwhile: a ticket is known before its call.
    private var said: GateAnswer?
    private var shown: [(store: StoreID, pass: PassID, line: MonitorLine)]?
    private(set) var kinds: [MessageType: Int] = [:]
    private(set) var refusedStaff = 0

    init(_ loop: CityLoop) { self.loop = loop }

    nonisolated func begin(_ crowd: ShopperCrowd, _ city: SliceCity) {
        let log = EventLog(city.host.loop, batchSize: 1)
        let section = city.scenario.services[.stores] as? StoresSection ?? StoresSection()
        let world = StoreWorld(
            section: section, loop: city.host.loop, log: log, layout: city.peopleLayout, travel: city.travel,
            key: city.key, start: city.scenario.start, end: city.scenario.end)
        let service = world.openService(world.forms, inputs: nil)
        service?.onLoop { $0.connect(self) }
        onLoop { ($0.crowd, $0.service, $0.log) = (crowd, service, log) }
    }

    nonisolated func end() {
        onLoop { elsewhere in
            elsewhere.service?.end()
            (elsewhere.crowd, elsewhere.service, elsewhere.log) = (nil, nil, nil)
        }
    }

    nonisolated func arrive(_ envelope: Envelope) {
        loop.schedule(at: loop.now, as: .arrival) { [self] in onLoop { $0.serve(envelope) } }
    }

    private func serve(_ envelope: Envelope) {
        guard let crowd, let service, let message = envelope.message as? StoreMessage else { return }
        kinds[message.kind, default: 0] += 1
        let taken = ServerAnswer.taken(message.kind)
        switch message {
        case .shopper:
            service.onLoop { $0.take(message) }
            crowd.answer(envelope.connection, taken, to: envelope.serial)
        case .totem:
            shown = []
            service.onLoop { $0.take(message) }
            let (told, lines) = (said, shown ?? [])
            (said, shown) = (nil, nil)
            crowd.answer(envelope.connection, told, as: taken, to: envelope.serial)
            for (store, pass, line) in lines { crowd.show(store, pass, line) }
        case .staff:
            refusedStaff += 1
            crowd.refuse(envelope.connection, .refused(message.kind, .moduleOff), to: envelope.serial)
        case .forget, .place, .outage: Issue.record("\(message) is no client's")
        }
    }

    nonisolated func notify(_ shopper: ShopperID, _ notice: StoreNotice) {
        onLoop { $0.crowd }?.tell(notice, to: shopper)
    }

    nonisolated func answer(_ store: StoreID, _ answer: GateAnswer) {
        if case .opened(let pass) = answer { return onLoop { $0.crowd?.opens(store, for: pass) } }
        onLoop { $0.said = answer }
    }

    nonisolated func show(_ store: StoreID, _ pass: PassID, _ line: MonitorLine) {
        onLoop { elsewhere in
            if elsewhere.shown == nil { return elsewhere.crowd?.show(store, pass, line) ?? () }
            elsewhere.shown?.append((store, pass, line))
        }
    }

    nonisolated func reply(_ staff: StaffID, _ answer: StaffAnswer) {}
}
