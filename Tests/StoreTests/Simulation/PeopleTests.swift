// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
import StoreRules
import Testing

@testable import StoreSimulation

/// What shoppers do, to the second: everything that is drawn is constant.
///
/// One store, and people who pause for 10 min, take 1 min to get ready, walk 5 min and stay for 20 min.
@Suite struct PeopleTests {
    static func town(
        _ habits: String = "", group: String = "", limit: Int = 1, people: Int = 1, more: String = ""
    ) throws -> TestTown {
        try TestTown(
            """
            groups: [{name: corner, count: 1, limit: \(limit)\(group)}]
            shoppers:
              - {name: folk, population: {people: \(people), pause: 10 min}, walk: 5 min, visit: 20 min\(habits)}
            \(more)
            """)
    }

    private static let booked = ", quotas: {normal: 1, booking: 1}"

    /// What happened in the first minutes, but for lists, estimates and the store itself; nothing was against a rule.
    private func story(_ town: TestTown, until minutes: Int) throws -> [String] {
        try town.run(minutes)
        #expect(town.facts.violations.isEmpty)
        let left = [
            "storeAdded", "doorChanged", "storesListed", "storeSelected", "estimateShown", "estimateUpdated",
            "delayNotified", "totemWoken", "ticketPrinted", "monitorShown", "wished",
        ]
        defer { #expect(town.finish() == []) }
        return town.facts.story.filter { line in !left.contains { line.hasSuffix(" \($0)") } }
    }

    @Test("By phone: looks for a store, joins, comes as soon as expected, and goes home again")
    func phone() throws {
        let town = try Self.town()
        #expect(
            try story(town, until: 60) == [
                "08:10 ticketIssued", "08:11 setOut", "08:15 ticketCalled", "08:16 arrived", "08:16 entryGranted",
                "08:16 wentIn", "08:36 wentOut", "08:36 visitEnded",
                // Home at 08:41, and 10 min later out again.
                "08:51 ticketIssued", "08:52 setOut", "08:56 ticketCalled", "08:57 arrived", "08:57 entryGranted",
                "08:57 wentIn",
            ])
        #expect(town.facts.count("storesListed") == 2 && town.facts.count("estimateShown") == 2)
    }

    @Test("Who waits at home sets out when called, and stands before the store for no time")
    func second() throws {
        let town = try Self.town(people: 2)
        let story = try story(town, until: 50)
        #expect(
            story.suffix(6) == [
                "08:36 visitEnded", "08:36 ticketCalled", "08:36 setOut", "08:41 arrived", "08:41 entryGranted",
                "08:41 wentIn",
            ])
    }

    @Test("Without a phone: walks to the nearest store, takes a paper, and waits before the monitor")
    func totem() throws {
        let town = try Self.town(", without-phone: 100%", people: 2)
        let story = try story(town, until: 40)
        #expect(
            story == [
                "08:11 setOut", "08:11 setOut", "08:16 arrived", "08:16 arrived", "08:16 ticketIssued",
                "08:16 ticketCalled", "08:16 ticketIssued", "08:16 entryGranted", "08:16 wentIn", "08:36 wentOut",
                "08:36 visitEnded", "08:36 ticketCalled", "08:36 entryGranted", "08:36 wentIn",
            ])
        #expect(town.facts.count("storesListed") == 0 && town.facts.count("ticketPrinted") == 2)
    }

    @Test("STORE-FAVOURITE: who is loyal marks the first store and opens its page without a list from then on")
    func favourite() throws {
        let town = try Self.town(", favourites: 100%")
        try town.run(200)
        #expect(town.facts.violations.isEmpty && town.facts.count("storesListed") == 1)
        #expect(town.facts.count("favouriteChanged") == 1 && town.facts.count("wentOut") >= 3)
        let paths = town.facts.store.compactMap { event in
            if case .storeSelected(_, _, let path) = event { path } else { nil }
        }
        #expect(paths.first == .list && paths.dropFirst().allSatisfy { $0 == .favourite } && paths.count >= 3)
    }

    @Test("STORE-ALERT: who found no slot is told when one is free, and books it")
    func wish() throws {
        let town = try Self.town(
            ", books: 100%, wishes: 100%, booking: {ahead: 1 h, flexible: 10 min, cancels: 50%}",
            group: ", quotas: {normal: 0, booking: 1}, slots: {every: 30 min, size: 1}, holding: 30 min", people: 12)
        try town.run(600)
        #expect(town.facts.violations.isEmpty)
        #expect(town.facts.count("wishStored") > 0 && town.facts.count("alertSent") > 0)
        #expect(town.facts.count("wishRemoved") > 0)
    }

    @Test("An employee issues a priority ticket; where there is no such queue the person takes a normal one")
    func employee() throws {
        let town = try Self.town(", special-needs: 100%", group: ", quotas: {normal: 1, priority: 1}", limit: 2)
        #expect(try story(town, until: 20).contains("08:16 ticketIssued"))
        #expect(
            town.facts.store.contains { event in
                if case .ticketIssued(_, _, _, .priority, .totem, _, _, _) = event { true } else { false }
            })
        let without = try story(Self.town(", special-needs: 100%"), until: 20)
        #expect(without.starts(with: ["08:11 setOut", "08:16 arrived", "08:16 joinRefused", "08:16 ticketIssued"]))
    }

    @Test("A booking admits from its time on; who is early waits before the gate")
    func booking() throws {
        let town = try Self.town(", books: 100%", group: Self.booked, limit: 2)
        #expect(
            try story(town, until: 120) == [
                "08:10 bookingMade", "09:20 setOut", "09:25 arrived", "09:25 entryRefused", "09:30 entryGranted",
                "09:30 wentIn", "09:50 wentOut", "09:50 visitEnded",
            ])
    }

    @Test("Who asks for a full slot takes the first alternative, and comes late but in the window")
    func alternative() throws {
        let habits = ", books: 100%, alternatives: 100%, booking: {own-time: 100%, late: 7 min}"
        let town = try Self.town(habits, group: Self.booked, limit: 2, people: 2)
        let story = try story(town, until: 50)
        #expect(
            story == [
                "08:10 bookingMade", "08:10 bookingRefused", "08:10 alternativesProposed", "08:10 bookingMade",
                "08:27 setOut", "08:32 arrived", "08:32 entryGranted", "08:32 wentIn",
            ])
    }

    @Test("Nobody comes: the ticket is removed after the grace time, and the person stays at home")
    func noShow() throws {
        #expect(
            try story(Self.town(", no-shows: 100%"), until: 30) == [
                "08:10 ticketIssued", "08:15 ticketCalled", "08:25 ticketRemoved", "08:25 gaveUp",
            ])
    }

    @Test(
        "Who never meant to come lives on without a ticket too: at the totem, by an employee, and where there is no service",
        arguments: [(", without-phone: 100%", ""), (", special-needs: 100%", ""), ("", "service: false")])
    func noShowWithoutTicket(_ habits: String, _ more: String) throws {
        let town = try Self.town(habits + ", no-shows: 100%", more: more)
        #expect(try story(town, until: 40) == ["08:11 gaveUp", "08:22 gaveUp", "08:33 gaveUp"])
        #expect(
            town.facts.shopping.allSatisfy { fact in
                switch fact.event {
                case .wished, .gaveUp(_, .noShow): true
                default: false
                }
            })
    }

    @Test(
        "Residents do not die out: of 10 % no-shows the others still come, by phone, at the totem and without a service"
    )
    func residents() throws {
        func visits(_ habits: String, _ more: String, _ noShows: Int) throws -> Int {
            let town = try TestTown(
                """
                groups: [{name: corner, count: 1, limit: 50, hours: always}]
                shoppers:
                  - name: folk
                    population: {people: 40, pause: {exponential: 30 min}}
                    walk: 5 min
                    visit: {exponential: 20 min}
                    no-shows: \(noShows)%\(habits)
                \(more)
                """, hours: 48)
            try town.run()
            return town.facts.count("wentOut")
        }
        for (habits, more) in [("", ""), ("\n    without-phone: 100%", ""), ("", "service: false")] {
            let share = Double(try visits(habits, more, 10)) / Double(try visits(habits, more, 0))
            // Nine of ten rounds are visits, and the others are shorter or, by phone, end with the grace time.
            #expect((0.86...1).contains(share), "\(habits)\(more): \(share)")
        }
    }

    @Test("Known people who are under way drop the wish, which is counted: as many as Erlang's formula says")
    func droppedWishes() throws {
        let text = """
            groups: [{name: corner, count: 1, limit: 200, hours: always}]
            shoppers:
              - name: folk
                arrivals: {per-day: 2000, people: 50}
                walk: 5 min
                set-out: 1 min
                without-phone: 100%
                visit: {exponential: 40 min}
            """
        let town = try TestTown(text, hours: 96)
        try town.run()
        let (dropped, begun) = (town.facts.count("wishDropped"), town.facts.count("setOut"))
        let group = try #require(try TestTown.section(text).shoppers.first)
        let expected = group.droppedWishes(
            perDay: 2000, hourly: Array(repeating: 1, count: 24), people: 50)
        #expect(abs(Double(dropped) / Double(dropped + begun) - expected) < 0.02)
        // a = 2000 / 1440 x 46 / 50 = 1.278.
        #expect(abs(expected - 1.278 / 2.278) < 0.001)
    }

    @Test("A dead phone means a paper from the totem, and the booking lapses at the end of its window")
    func lostCode() throws {
        let habits = ", books: 100%, lost-codes: 100%, booking: {early: 0 s}"
        let story = try story(Self.town(habits, group: Self.booked, limit: 2), until: 110)
        #expect(
            story == [
                "08:10 bookingMade", "09:25 setOut", "09:30 arrived", "09:30 ticketIssued", "09:30 ticketCalled",
                "09:30 entryGranted", "09:30 wentIn", "09:45 bookingLapsed", "09:45 slotFreed", "09:45 slotFreed",
                "09:45 slotFreed", "09:50 wentOut", "09:50 visitEnded",
            ])
    }

    @Test("Whom the line is too long for walks away: from the page, or with the paper in the hand")
    func longLine() throws {
        let town = try TestTown(
            """
            groups: [{name: corner, count: 1, limit: 1}]
            shoppers:
              - {name: first, population: {people: 1, pause: 5 min}, walk: 0 s, visit: 20 min}
              - {name: folk, population: {people: 1, pause: 10 min}, walk: 5 min, longest-line: 10 min}
            """)
        #expect(
            try story(town, until: 12) == [
                "08:05 ticketIssued", "08:05 ticketCalled", "08:06 setOut", "08:06 arrived", "08:06 entryGranted",
                "08:06 wentIn", "08:10 gaveUp",
            ])
        // The totem says so before it prints.
        let totem = try TestTown(
            """
            groups: [{name: corner, count: 1, limit: 1}]
            shoppers:
              - {name: first, population: {people: 1, pause: 5 min}, walk: 0 s, visit: 20 min}
              - {name: folk, population: {people: 1, pause: 10 min}, walk: 5 min, longest-line: 10 min, without-phone: 100%}
            """)
        let shown = try story(totem, until: 20)
        #expect(shown.suffix(2) == ["08:16 arrived", "08:16 turnedBack"] && !shown.contains("08:16 ticketIssued"))
        // Two at once see the same page; who then has the second paper gives it back.
        let papers = try story(Self.town(", without-phone: 100%, longest-line: 10 min", people: 2), until: 20)
        #expect(papers.suffix(2) == ["08:16 turnedBack", "08:16 queueLeft"])
    }

    @Test("STORE-CLIENT: a booking of the web is of the web")
    func webBooking() throws {
        let town = try Self.town(", books: 100%, web: 100%", group: Self.booked, limit: 2)
        try town.run(20)
        #expect(
            town.facts.store.contains { event in
                if case .bookingMade(_, _, _, .web, _, _) = event { true } else { false }
            })
    }

    @Test("Patience ends at home with a message, before the store without one")
    func patience() throws {
        let apps = try story(Self.town(", patience: 12 min", people: 2), until: 30)
        #expect(apps.suffix(2) == ["08:22 queueLeft", "08:22 gaveUp"])
        let papers = try story(Self.town(", without-phone: 100%, patience: 12 min", people: 2), until: 50)
        // Who goes away gives the paper back, and leaves no ticket that would be called.
        #expect(papers.contains("08:28 turnedBack") && papers.contains("08:28 queueLeft"))
        #expect(!papers.contains { $0.hasSuffix("ticketRemoved") })
    }

    @Test("Everybody inside leaves by closing, and who waits before the store goes home")
    func closing() throws {
        let town = try TestTown(
            """
            groups: [{name: corner, count: 1, limit: 1, hours: 08:00-08:30, expected-visit: 1 min}]
            shoppers: [{name: folk, population: {people: 2, pause: 10 min}, without-phone: 100%, walk: 5 min, visit: 2 h}]
            """)
        let story = try story(town, until: 60)
        #expect(
            story.filter { $0.hasPrefix("08:3") || $0.hasPrefix("08:2") } == [
                "08:28 ticketRemoved", "08:28 turnedBack", "08:30 wentOut", "08:30 visitEnded",
            ])
    }

    @Test("A manager lowers the limit at noon: nobody is expelled, and the next ones wait")
    func lowered() throws {
        let more = "changes: [{at: 08:20, limit: 1}, {at: 08:50, store: 1, limit: 3}]"
        let town = try Self.town(", without-phone: 100%", limit: 3, people: 3, more: more)
        let story = try story(town, until: 60)
        #expect(story.filter { $0.contains(":16 wentIn") }.count == 3)
        #expect(story.contains("08:20 limitChanged") && story.contains("08:50 limitChanged"))
        // Three leave at 08:36; when they come back at 08:57 there are three places again.
        #expect(story.filter { $0.contains(":57 wentIn") }.count == 3)
    }

    @Test("A store that is removed sends people home, and nobody sets out to it again")
    func removed() throws {
        let more = "changes: [{at: 08:14, group: corner, remove: store}]"
        let story = try story(Self.town(people: 2, more: more), until: 60)
        #expect(
            story == [
                "08:10 ticketIssued", "08:10 ticketIssued", "08:11 setOut", "08:14 storeRemoved",
                "08:14 ticketRemoved", "08:14 turnedBack", "08:14 ticketRemoved", "08:14 gaveUp", "08:24 gaveUp",
                "08:29 gaveUp", "08:34 gaveUp", "08:39 gaveUp", "08:44 gaveUp", "08:49 gaveUp", "08:54 gaveUp",
                "08:59 gaveUp",
            ])
    }

    @Test("Without a service everybody walks to the store and stands in a line, first come, first in")
    func noService() throws {
        let town = try Self.town(", patience: 30 min", people: 3, more: "service: false")
        let story = try story(town, until: 60)
        #expect(town.facts.store.isEmpty)
        #expect(
            story == [
                "08:11 setOut", "08:11 setOut", "08:11 setOut", "08:16 arrived", "08:16 wentIn", "08:16 arrived",
                "08:16 arrived", "08:36 wentOut", "08:36 wentIn", "08:46 turnedBack", "08:52 setOut", "08:56 wentOut",
                "08:57 arrived", "08:57 wentIn",
            ])
    }

    @Test("A person is held from setting out to coming out, and is at the store then")
    func held() throws {
        let town = try Self.town()
        _ = try story(town, until: 45)
        #expect(town.facts.persons.count == 2)
        guard case .held(let person, .stores, let home) = town.facts.persons.first,
            case .released(person, .stores, let place) = town.facts.persons.last
        else { return #expect(Bool(false), "not held: \(town.facts.persons)") }
        #expect(place == town.world.forms[0].place && place != home)
    }
}
