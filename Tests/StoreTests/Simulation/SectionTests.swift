// SPDX-License-Identifier: GPL-3.0-or-later

import CityMap
import CityModel
import CitySlices
import ScenarioLanguage
import StoreRules
import TaxiSimulation
import Testing

@testable import StoreSimulation

/// The key `stores` of a scenario: what it reads, what it writes, what it refuses and where.
@Suite struct SectionTests {
    private static let head = """
        cabrank: 1
        name: town
        start: 2026-03-07 08:00
        length: 12 h
        city: {grid: {rows: 1, columns: 1, cell: 1 km}}

        """

    private static func read(_ text: String) throws -> ReadScenario {
        try ScenarioReader(services: [.taxi, ServiceKey(.stores, StoresSection.section)])
            .read(text: head + text, named: "town.yaml", folder: "")
    }

    private static func section(_ read: ReadScenario) throws -> StoresSection {
        try #require(read.scenario.services[.stores] as? StoresSection)
    }

    /// All that is wrong with a text, from the reader or from the checks that follow.
    private static func problems(_ text: String) throws -> [String] {
        do {
            let read = try read(text)
            let layout = GridLayout(
                rows: 1, columns: 1, side: .metres(1000), anchor: GeographicPoint(longitude: 0, latitude: 0))
            return StoresCheck.problems(try section(read), read, layout: layout).map {
                "\($0.location): \($0.severity == .warning ? "warning: " : "")\($0.message)"
            }
        } catch let error as InputErrors {
            return error.problems.map { "\($0.location): \($0.message)" }
        }
    }

    private static let full = """
        stores:
          service: true
          rules: {least-visit: 2 min, borrow-places: true, estimate-spacing: 30 s}
          groups:
            - name: markets
              chain: green
              count: 3
              names: [North, South, "The Third"]
              zones: equal
              limit: 30
              quotas: {normal: 15, priority: 3, booking: 12}
              hours: {mon: "08:00-20:00", sat: "09:00-14:00"}
              slots: {every: 15 min, size: 2, first: "09:00", end: "13:30"}
              grace: 5 min
              delays: {notice: 3 min, major: 20 min, hopeless: 1 h}
            - name: corners
              places: [{longitude: 0.001, latitude: 0.001}]
              limit: 5
              hours: always
          shoppers:
            - name: folk
              population: {people: 10, pause: 2 h}
              books: 20%
              compares: 3
              longest-line: {exponential: 20 min}
              visit-by-hour: {08:00-10:00: 0.5}
              booking: {cancels: 10%, accepts: 50%, declines: 20%}
            - name: guests
              arrivals: {per-day: 300, people: 1000}
          passengers-shop: {share: 25%, like: folk, pause: 3 h}
          changes:
            - {at: "12:00", limit: 20}
            - {at: "13:00", store: 4, quotas: {normal: 12, priority: 2, booking: 6}}
            - {at: "14:00", group: markets, remove: store}
        """

    @Test("Every key is read; the run's own text has all of them and reads as the same")
    func full() throws {
        let read = try Self.read(Self.full)
        let section = try Self.section(read)
        #expect(section.storeCount == 4 && section.numbers(of: 1) == 4..<5 && section.rules.borrowsPlaces)
        #expect(section.groups[0].settings.quotas == ClassCounts(normal: 15, priority: 3, booking: 12))
        #expect(section.groups[0].settings.hasPriorityQueue && !section.groups[1].settings.hasPriorityQueue)
        #expect(section.groups[0].settings.hours.days?.compactMap { $0 }.count == 2)
        #expect(section.groups[1].settings.hours == .always && section.groups[1].settings.quotas.normal == 5)
        #expect(
            section.shoppers[0].visitByHour.values(on: .epoch)[9] == 0.5 && section.guests.customers?.like == "folk")
        #expect(section.stores(of: section.changes[0]) == 1..<5 && section.stores(of: section.changes[2]) == 1..<4)
        // A city of stores alone needs no taxis.
        #expect(read.warnings.isEmpty)
        let again = try ScenarioReader(services: [.taxi, ServiceKey(.stores, StoresSection.section)])
            .read(text: read.source, named: "again.yaml", folder: "")
        #expect(again.source == read.source && read.source.contains("  passengers-shop:"))
        #expect(
            try Self.problems(Self.full) == [])
    }

    @Test("Quotas that do not sum to the limit, slots outside the hours, a store without a zone: each at its place")
    func stores() throws {
        let text = """
            stores:
              groups:
                - {name: a, count: 2, limit: 30, quotas: {normal: 15, priority: 3, booking: 10}}
                - {name: b, count: 1, limit: 5, hours: "08:00-12:00", slots: {first: "07:30"}}
                - {name: c, count: 1, limit: 5, hours: {mon: closed}}
                - {name: a, places: [{longitude: 0.001, latitude: 0.001}, {longitude: 9, latitude: 9}], limit: 5}
                - {name: d, count: 1, limit: 5, delays: {notice: 40 min}}
              shoppers: [{name: folk, population: {people: 1, pause: 1 h}}]
            """
        let found = try Self.problems(text)
        #expect(
            found == [
                "town.yaml:11:8: `name`: two groups are named `a`; names must be unique",
                "town.yaml:8:38: `quotas`: 15 + 3 + 10 = 28, but the limit is 30; the three must sum to it",
                "town.yaml:9:59: `slots`: `first` and `end` must be within the opening hours of every open day, `first` before `end`",
                "town.yaml:10:37: `hours`: the store must be open on some day, and no day may begin before the hours of the day before have ended",
                "town.yaml:11:63: `places`: the store is in no zone of the map; a store needs one",
                "town.yaml:12:37: `delays`: `notice`, `major` and `hopeless` must increase",
            ])
    }

    @Test("Stores have the names that are listed, or the group's and a number; each one name, and no two the same")
    func names() throws {
        #expect(
            try Self.section(Self.read(Self.full)).storeNames == ["North", "South", "The Third", "corners 1"])
        let found = try Self.problems(
            """
            stores:
              groups:
                - {name: a, count: 2, names: [North], limit: 5}
                - {name: b, count: 3, names: [East, North, East], limit: 5}
                - {name: c, count: 1, names: [d 1], limit: 5}
                - {name: d, count: 2, limit: 5}
              shoppers: [{name: folk, population: {people: 1, pause: 1 h}}]
            """)
        #expect(
            found == [
                "town.yaml:9:41: `names`: two stores are named `North`; names must be unique",
                "town.yaml:9:48: `names`: two stores are named `East`; names must be unique",
                "town.yaml:11:7: `names`: two stores are named `d 1`; names must be unique",
                "town.yaml:8:27: `names`: 1 for 2 stores; each store needs one name",
            ])
    }

    @Test("Hours over midnight are read and written; an opening that is the closing is refused")
    func nights() throws {
        let text = "stores: {groups: [{name: a, count: 1, limit: 5, hours: 18:00-02:00}]}"
        let read = try ScenarioReader(services: [.taxi, StoresSlice().key]).read(
            text: Self.head + text, named: "town.yaml", folder: "")
        #expect(try Self.section(read).groups[0].settings.hours == .daily(.hours(18), .hours(26)))
        #expect(read.source.contains("18:00-02:00"))
        let wrong = try Self.problems("stores: {groups: [{name: a, count: 1, limit: 5, hours: 18:00-18:00}]}")
        #expect(wrong.count == 1 && wrong[0].contains("is not a span of hours"), "\(wrong)")
        let twice = try Self.problems(
            "stores: {groups: [{name: a, count: 1, limit: 5, hours: {fri: 18:00-04:00, sat: 02:00-08:00}}]}")
        #expect(twice.count { !$0.contains("warning") } == 1 && twice[0].contains("no day may begin"), "\(twice)")
    }

    @Test("Values that nobody can have meant warn, each at its place")
    func doubts() throws {
        let shoppers = "shoppers: [{name: b, population: {people: 1, pause: 1 h}"
        func warning(_ group: String, _ habits: String = "", more: String = "") throws -> String {
            let found = try Self.problems(
                "stores: {\(more)groups: [{name: a, count: 1, limit: 5\(group)}], \(shoppers)\(habits)}]}")
            #expect(found.count == 1 && found[0].contains(": warning: "), "\(found)")
            return String(found.first?.split(separator: "`")[1] ?? "")
        }
        #expect(try warning(", hours: 08:00-12:00, totem-hours: 12:00-20:00", ", totem: 10%") == "totem-hours")
        #expect(try warning(", hours: {mon: 08:00-12:00}") == "hours")
        #expect(try warning(", hours: 08:00-10:00, expected-visit: 3 h") == "expected-visit")
        #expect(try warning(", quotas: {normal: 0, priority: 5}") == "quotas")
        #expect(try warning(", quotas: {normal: 4, booking: 1}", ", books: 10%, booking: {ahead: 30 d}") == "ahead")
        #expect(try warning("", ", radius: 1 m") == "radius")
        #expect(try warning("", ", walk: 3 h") == "walk")
        #expect(try warning("", more: "maps: {failed: 1%}, ") == "failed")
        let few = try Self.problems(
            "stores: {groups: [{name: a, count: 1, limit: 5}], shoppers: [{name: b, arrivals: {per-day: 1000, people: 1}}]}"
        )
        #expect(few.count == 1 && few[0].contains("`people`") && few[0].contains("% of the wishes"), "\(few)")
    }

    @Test("A factor on all demand is one on shoppers and visits too, as a stress search raises it")
    func demand() throws {
        let read = try ScenarioReader(services: [.taxi, StoresSlice().key]).read(
            text: Self.head + Self.full + "\ndemand: {scale: 2.5}\n", named: "town.yaml", folder: "")
        let shoppers = try Self.section(read).shoppers
        guard case .population(25, _) = shoppers[0].demand, case .arrivals(750, _, 1000) = shoppers[1].demand else {
            Issue.record("\(shoppers.map(\.demand))")
            return
        }
    }

    @Test("Accounts by phone need a server and a service, and are reported at their location")
    func accounts() throws {
        let groups =
            "groups: [{name: a, count: 1, limit: 3}], shoppers: [{name: b, population: {people: 1, pause: 1 h}}]"
        #expect(try Self.problems("stores: {\(groups), accounts: {lost: 10%}}\nserver: {}") == [])
        let server = try Self.problems("stores: {\(groups), accounts: {lost: 10%}}")
        #expect(server.count == 1 && server[0].hasSuffix("add `server: {}` or leave `accounts` out"), "\(server)")
        let service = try Self.problems("stores: {\(groups), service: false, accounts: {}}\nserver: {}")
        #expect(service.count == 1 && service[0].contains("there is no service"), "\(service)")
        let wrong = try Self.problems("stores: {\(groups), accounts: {lost: 110%, most-codes: 0}}\nserver: {}")
        #expect(wrong.count == 2, "\(wrong)")
    }

    @Test("A limit of 0, an unknown key, an unknown word, no groups: from the reader, as for all sections")
    func keys() throws {
        #expect(
            try Self.problems("stores: {groups: [{name: a, count: 1, limit: 0}]}") == [
                "town.yaml:6:46: `limit`: `0` is out of range; allowed: 1 to 100000"
            ])
        #expect(try Self.problems("stores: {}") == ["town.yaml:6:9: `groups` is missing in stores"])
        let wrong = try Self.problems(
            """
            stores:
              groups: [{name: a, limit: 3, count: 1, places: []}]
              shoppers: [{name: b, population: {people: 1, pause: 1 h}, book: 3%}]
              changes: [{at: "12:00"}, {at: "12:00", limit: 3, grace: 1 min}, {at: "12:00", remove: all}]
            """)
        #expect(wrong.count == 6, "\(wrong)")
        #expect(wrong[0].hasPrefix("town.yaml:7:"))
    }

    @Test(
        "Managers without a store, quotas that do not fit the limit of then, habits that do not add up, an unknown group"
    )
    func people() throws {
        let text = """
            stores:
              groups: [{name: a, count: 2, limit: 10, quotas: {normal: 10}}]
              shoppers:
                - {name: folk, population: {people: 1, pause: 1 h}, books: 10%, special-needs: 5%}
                - {name: odd, arrivals: {per-day: 10}, booking: {accepts: 80%, declines: 30%}}
              passengers-shop: {share: 10%, like: fork, pause: 1 h}
              changes:
                - {at: "12:00", store: 3, limit: 20}
                - {at: "12:00", group: b, limit: 20}
                - {at: "13:00", quotas: {normal: 10}}
                - {at: "12:30", limit: 20}
                - {at: "23:00", store: 1, remove: store}
                - {at: "12:00", store: 1, group: a, limit: 3}
            """
        let found = try Self.problems(text)
        #expect(
            found == [
                "town.yaml:9:57: warning: `books`: no store has places for bookings; all of them fail",
                "town.yaml:9:69: warning: `special-needs`: no store has a priority queue",
                "town.yaml:10:44: `booking`: `accepts` and `declines` add up to more than 1",
                "town.yaml:11:33: `like`: there is no group of shoppers `fork`; did you mean `folk`?",
                "town.yaml:13:21: `store`: there is no store 3; the stores are 1 to 2",
                "town.yaml:14:21: `group`: there is no group of stores `b`",
                "town.yaml:18:7: `store` and `group` exclude each other in a change",
                "town.yaml:15:21: `quotas`: 10 + 0 + 0 = 10, but the limit is 20; the three must sum to it",
                "town.yaml:17:8: warning: `at`: the change lies outside the run and is not made",
            ])
    }

    @Test("Drivers who shop like nobody, or who are never off shift, are told")
    func driversShop() throws {
        let text = """
            stores:
              groups: [{name: a, count: 2, limit: 10, quotas: {normal: 10}}]
              drivers-shop: {share: 10%, like: fork, pause: 1 h}
            """
        #expect(
            try Self.problems(text) == [
                "town.yaml:8:30: `like`: there is no group of shoppers `fork`",
                "town.yaml:8:3: warning: `drivers-shop`: no driver is ever off shift, so none shops",
            ])
    }

    @Test("The schema and the reference tell every key with unit, range and default")
    func reference() {
        let key = ServiceKey(.stores, StoresSection.section)
        let reference = Scenario.reference(services: [key])
        for word in ["`least-visit`", "`passengers-shop`", "`admission-window`", "`visit-by-hour`", "`own-time`"] {
            #expect(reference.contains(word), "\(word)")
        }
        #expect(Scenario.jsonSchema(services: [key]).contains("\"stores\""))
    }
}
