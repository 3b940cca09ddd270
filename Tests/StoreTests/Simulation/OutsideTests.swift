// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityMap
import CityModel
import CitySlices
import CityTestKit
import Reporting
import StoreRules
import StoreService
import Testing

@testable import CitySimulation
@testable import StoreSimulation

/// What stores use of services outside the city: maps, SMS, and notices to phones.
@Suite struct OutsideTests {
    /// People who pause for 10 min, take 1 min to get ready, walk 5 min and stay for 20 min.
    private static func town(_ habits: String, limit: Int = 1, people: Int = 1, more: String = "") throws -> TestTown {
        try PeopleTests.town(habits, limit: limit, people: people, more: more)
    }

    /// What became of people and their tickets.
    private static func story(_ town: TestTown, until minutes: Int) throws -> [String] {
        try town.run(minutes)
        #expect(town.facts.violations.isEmpty)
        defer { #expect(town.finish() == []) }
        return town.facts.story(
            "ticketIssued", "ticketCalled", "ticketRemoved", "bookingMade", "bookingLapsed", "bookingPostponed",
            "setOut",
            "arrived", "wentIn", "wentOut", "gaveUp", "turnedBack")
    }

    /// The lists that were asked for: by position, and by address.
    private static func lists(_ town: TestTown) -> (near: Int, typed: [String]) {
        var (near, typed) = (0, [String]())
        for case let record as CodedMessage in town.inputs.records.map(\.message) {
            switch record.message {
            case .shopper(_, _, .list): near += 1
            case .shopper(_, _, .listAt(let address, _, _, _)): typed.append(address)
            default: break
            }
        }
        return (near, typed)
    }

    // MARK: Addresses

    @Test("The nearest house of every place has an address, which is found again and lies near, in the same zone")
    func addresses() {
        let layout = GridLayout(
            rows: 2, columns: 3, side: .metres(1000), anchor: GeographicPoint(longitude: 9, latitude: 45))
        var addresses = ZoneAddresses(layout)
        var different: Set<String> = []
        for east in stride(from: 3.0, to: 3000, by: 97) {
            for north in stride(from: 3.0, to: 2000, by: 97) {
                let place = Place(metresEast: east, north: north)
                guard let text = addresses.address(near: place), let found = addresses.place(of: text) else {
                    Issue.record("no address at \(place)")
                    continue
                }
                different.insert(text)
                #expect(layout.zone(at: found) == layout.zone(at: place))
                #expect(found.distance(to: place) < .metres(80), "\(text)")
                #expect(addresses.address(near: found) == text)
            }
        }
        // A text says where, and no number does that stands for all.
        #expect(different.count > 500)
        #expect(addresses.address(near: Place(metresEast: -50, north: 0)) == nil)
    }

    @Test("Addresses are found however they are written; what is no house of any zone is not")
    func unknownAddresses() {
        let twins = NamedZones(["Porta Nuova", "Brera", "brera"])
        var addresses = ZoneAddresses(twins)
        let place = addresses.place(of: "Porta Nuova 3")
        #expect(place.flatMap { twins.zone(at: $0) } == ZoneID(1))
        #expect(addresses.place(of: "  porta   NUOVA  3 ") == place)
        // Of zones with one name the later has its number.
        #expect(addresses.place(of: "Brera 1").flatMap { twins.zone(at: $0) } == ZoneID(2))
        #expect(addresses.place(of: "brera (3) 1").flatMap { twins.zone(at: $0) } == ZoneID(3))
        #expect(addresses.address(near: Place(metresEast: 2500, north: 500))?.hasPrefix("brera (3) ") == true)
        for text in ["", "3", "Brera", "Brera x", "Brera 0", "Brera 401", "Brera -1", "Isola 3", "Porta Nuova 3 b"] {
            #expect(addresses.place(of: text) == nil, "\(text)")
        }
        #expect(addresses.place(of: "Brera 400") != nil)
    }

    // MARK: Without a position

    @Test("STORE-R2: who has no position types an address, gets the list, and shops as everybody does")
    func typed() throws {
        let (known, typing) = (try Self.town("", people: 3), try Self.town(", without-position: 100%", people: 3))
        let stories = try [known, typing].map { try Self.story($0, until: 200) }
        #expect(stories[0] == stories[1] && stories[0].count > 20)
        let (listed, asked) = (Self.lists(known), Self.lists(typing))
        #expect(listed.typed.isEmpty && listed.near > 5)
        #expect(asked.near == 0 && asked.typed.count == listed.near)
        // Each from another house: the text says where.
        #expect(Set(asked.typed).count == 3)
        #expect(typing.facts.count("storesListed") == known.facts.count("storesListed"))
    }

    @Test("STORE-R2: the share of people without a position is theirs for good, and moves no other draw")
    func shares() throws {
        func town(_ share: String) throws -> TestTown {
            try Self.town("\(share), patience: {exponential: 5 h}", limit: 50, people: 40)
        }
        let (all, some) = (try town(""), try town(", without-position: 40%"))
        #expect(try Self.story(all, until: 120) == Self.story(some, until: 120))
        let lists = Self.lists(some)
        #expect(lists.near + lists.typed.count == Self.lists(all).near)
        // Whoever types once always does: 16 people or so, each with an address of the own.
        #expect((8...24).contains(Set(lists.typed).count) && lists.typed.count >= 2 * Set(lists.typed).count)
    }

    @Test("STORE-R2: an address that is on no map brings a refusal, and its person lives on")
    func offTheMap() throws {
        let town = try Self.town(", without-position: 100%")
        town.loop.schedule(at: TestTown.start + .minutes(1), as: .arrival) { [population = town.population] in
            let text = population.address(at: Place(metresEast: -9000, north: 0))
            #expect(text == "country road 1")
            population.send(
                .shopper(ShopperID(1), request: 0, .listAt(address: text, radius: .metres(2000), purpose: .queue)))
        }
        try town.run(60)
        let refused = town.facts.store.compactMap {
            if case .wishRefused(_, _, let reason) = $0 { reason } else { nil }
        }
        #expect(refused == [.unknownAddress] && town.facts.count("wentIn") == 2)
        #expect(town.facts.count("mapsFailed") == 0 && town.finish() == [])
    }

    // MARK: Failures

    @Test("STORE-ASSUME-EXT: whoever gets no answer of the maps gives the visit up, and tries again later")
    func mapsFail() throws {
        let town = try Self.town(
            ", without-position: 100%", limit: 30, people: 30, more: "maps: {failed: 40%}")
        try town.run(400)
        let facts = town.facts
        let failures = facts.count("mapsFailed")
        let refused = facts.store.count { if case .wishRefused(_, nil, .mapsFailed) = $0 { true } else { false } }
        #expect(failures == refused && facts.count("gaveUp") == failures && failures > 50)
        let share = Double(failures) / Double(Self.lists(town).typed.count)
        #expect((0.3...0.5).contains(share) && facts.violations.isEmpty)
        // Nobody is left out for ever.
        let inside = Set(
            facts.shopping.compactMap { if case .wentIn(let person, _, _) = $0.event { person } else { nil } })
        #expect(inside.count == 30 && town.finish() == [])
    }

    @Test(
        "STORE-ASSUME-EXT: who missed the call comes when it was expected, sees it in the app before the store, and goes in"
    )
    func missedCall() throws {
        let told = try Self.town("")
        let missed = try Self.town("", more: "notices: {lost: 100%}")
        // With one person the call comes when it was expected.
        #expect(try Self.story(told, until: 60) == Self.story(missed, until: 60))
        #expect(missed.facts.count("noticeLost") > 0 && told.facts.count("noticeLost") == 0)
        #expect(missed.facts.count("wentIn") == told.facts.count("wentIn"))
    }

    @Test(
        "STORE-ASSUME-EXT: who does not come and is not told that the ticket has ended sees so in the app, and comes again"
    )
    func missedEnd() throws {
        let town = try Self.town(", no-shows: 100%", more: "notices: {lost: 100%, looks-after: 3 min}")
        let story = try Self.story(town, until: 60)
        // Looks at 08:18 after the missed call, and at 08:28 after the missed end.
        #expect(
            story == [
                "08:10 ticketIssued", "08:15 ticketCalled", "08:25 ticketRemoved", "08:28 gaveUp", "08:38 ticketIssued",
                "08:43 ticketCalled", "08:53 ticketRemoved", "08:56 gaveUp",
            ])
    }

    @Test(
        "STORE-ASSUME-EXT: with half or all of the notices lost a busy day breaks no law, and nobody waits for ever",
        arguments: [50, 100])
    func busy(_ percent: Int) throws {
        let town = try TestTown(
            RunTests.busy + "\nnotices: {lost: \(percent)%, looks-after: {exponential: 8 min}}\n", seed: 3, hours: 16)
        try town.run()
        #expect(town.facts.violations.isEmpty && town.facts.count("noticeLost") > 200)
        #expect(town.facts.count("wentOut") > 100)
        // Two hours after everybody was sent away nobody stands before a store, and what is open is booked for later.
        let late = town.facts.shopping.filter { $0.time > TestTown.start + .hours(15) }
        #expect(!late.contains { if case .wentIn = $0.event { true } else { false } })
        let standing = town.facts.shopping.reduce(into: Set<PersonID>()) { standing, entry in
            switch entry.event {
            case .arrived(let person, _, _): standing.insert(person)
            case .wentIn(let person, _, _), .turnedBack(let person, _, _): standing.remove(person)
            default: break
            }
        }
        #expect(standing.isEmpty, "\(standing)")
        #expect(town.finish() == [])
    }

    // MARK: The count

    private let city = SliceRuns(
        StoresSlice(),
        head: """
            cabrank: 1
            name: town
            start: 2026-03-07 08:00
            length: 8 h
            warm-up: 0 s
            city: {grid: {rows: 2, columns: 2, cell: 1 km}}

            """)

    private func text(_ habits: String, _ more: String) -> String {
        """
        server: {service: {law: {exponential: 10 ms}}}
        stores:
          groups: [{name: market, count: 2, limit: 8, quotas: {normal: 6, booking: 2}}]
          shoppers:
            - {name: folk, population: {people: 40, pause: {exponential: 1 h}}, visit: 15 min, books: 20%\(habits)}
        \(more)

        """
    }

    @Test("STORE-ASSUME-EXT: by default no outside service fails; with failures the count is what the stubs refused")
    func counted() throws {
        func run(_ habits: String, _ more: String) throws -> ([Double?], RunResult) {
            let result = try city.run(text(habits, more))
            #expect(result.violations.isEmpty && result.metrics["stores.visits"] ?? 0 > 30)
            let names = ["", ".sms", ".maps", ".notices"]
            return (names.map { result.metrics["stores.stubFailures" + $0] }, result)
        }
        let (none, _) = try run(", without-position: 50%", "  accounts: {delay: 5 s}")
        #expect(none == [0, 0, 0, 0])
        let (some, result) = try run(
            ", without-position: 50%",
            "  accounts: {delay: 5 s, lost: 20%, unreachable: 5%}\n  maps: {failed: 20%}\n  notices: {lost: 20%}")
        let counts = try #require(result.metrics.services.first { $0.name == "stores" }).eventCounts
        let wanted = ["smsLost", "mapsFailed", "noticeLost"].map { Double(counts[$0] ?? 0) }
        #expect(some == [wanted.reduce(0, +)] + wanted && wanted.allSatisfy { $0 > 5 })
    }

    @Test("SIM-06: a replay of the messages needs neither people nor maps, and gives the same events of the service")
    func replay() throws {
        let plan = try city.plan(
            text(", without-position: 50%", "  maps: {failed: 20%}\n  notices: {lost: 20%}\nrecord: {messages: true}"))
        let simulation = Simulation(plan)
        let result = try simulation.run()
        #expect(result.messages.count > 500)
        let again = try Replay.fingerprint(result.messages, plan: plan, key: simulation.key)
        #expect(again == result.serviceFingerprint)
    }
}

/// Zones of 1 km in a row from the origin to the east, with these names.
private final class NamedZones: ZoneLayout {
    private let grid: GridLayout
    let zones: [ZoneRecord]

    init(_ names: [String]) {
        let grid = GridLayout(
            rows: 1, columns: names.count, side: .metres(1000), anchor: GeographicPoint(longitude: 9, latitude: 45))
        self.grid = grid
        zones = zip(grid.zones, names).map { zone, name in
            ZoneRecord(id: zone.id, name: name, inside: zone.inside, area: zone.area, outline: zone.outline)
        }
    }

    func zone(at place: Place) -> ZoneID? { grid.zone(at: place) }
    func crossings(from start: Place, to end: Place) -> [ZoneCrossing] { grid.crossings(from: start, to: end) }
    func place(in zone: ZoneID, _ u: Double, _ v: Double) -> Place? { grid.place(in: zone, u, v) }
    func geographic(_ place: Place) -> GeographicPoint { grid.geographic(place) }
    func place(_ point: GeographicPoint) -> Place { grid.place(point) }
}
