// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
import CityHost
import CityLoop
package import CityModel
package import CitySlices
package import Reporting
import StoreRules
import StoreService

/// The store service as a simulation knows it: queues, bookings and places inside, and the people who shop.
package struct StoresSlice: ServiceSlice {
    /// The service; a scenario without the key has none.
    package init() {}

    /// `stores`.
    package var key: ServiceKey {
        ServiceKey(.stores, kinds: MessageType.ofStores + [.phoneLogin], StoresSection.section) { $0.scaled(by: $1) }
    }
    /// Facts of the service, and of the people around stores.
    package var events: [any Event.Type] { [StoreEvent.self, ShoppingEvent.self, PhoneEvent.self] }
    /// Messages with the codes that were drawn for them.
    package var inputs: [any RecordedInput.Type] { [CodedMessage.self] }
    /// Of all stores together.
    package var metrics: [MetricDescription] { Metric<StoreTotals>.all.map(\.about) }
    /// What a planner looks at first.
    package var headlines: [String] {
        [
            "wishes", "lost", "lostShare", "visits", "physicalWait.mean", "crowdOutside.mean", "turnWait.mean",
            "turnWait.p95", "wishWait.mean", "tickets.entered", "bookings", "bookings.entered", "slots.filled",
            "occupancy",
            "places.heldInVain", "estimateError.mean",
        ].map { "stores.\($0)" }
    }

    package var site: String? { "store" }
    /// The groups of shoppers, and the stores by their names.
    package func parts(in scenario: Scenario) -> SliceParts {
        let section = section(scenario.services)
        return SliceParts(groups: section.shoppers.map(\.name), sites: section.storeNames)
    }

    /// People shop as one of its groups does.
    package func hosting(in scenario: Scenario) -> Hosting? {
        Hosting(.visited, "group of shoppers", section(scenario.services).shoppers.map(\.name))
    }

    private func section(_ services: [ServiceID: any Sendable]) -> StoresSection {
        services[.stores] as? StoresSection ?? StoresSection()
    }

    /// Quotas, slots, places, habits and changes against each other, the map and the run.
    package func problems(in read: ReadScenario, layout: any ZoneLayout) -> [InputProblem] {
        StoresCheck.problems(section(read.scenario.services), read, layout: layout)
    }

    /// Visits, some twenty events for each, and what stores and people take of memory.
    package func load(of scenario: Scenario) -> SliceLoad {
        let section = section(scenario.services)
        let (visits, people) = section.visits(in: scenario.length)
        return SliceLoad(
            asked: "about \(Int(min(visits, 1e15))) visits to \(section.storeCount) stores", events: visits * 20,
            bytes: Double(section.storeCount) * 60_000 + people * 1000)
    }

    /// Opens the stores, and makes everybody who shops in them.
    package func open(in city: SliceCity) -> OpenSlice {
        let world = StoreWorld(
            section: section(city.scenario.services), loop: city.host.loop, log: city.host.log,
            layout: city.peopleLayout, travel: city.travel, key: city.key, start: city.scenario.start,
            end: city.scenario.end, served: city.scenario.server == nil ? nil : city.scenario)
        let forms = world.forms
        let service = world.openService(forms, inputs: city.inputLog)
        let population = StorePopulation(
            world, forms: forms, service: service, guests: world.section.guests.habits(in: city.scenario))
        if let phones = population.lines?.onLoop({ $0.accounts?.registry }) { city.host.add(phones) }
        guard let service else { return OpenSlice(service: NoStores(), role: population) }
        return OpenSlice(
            service: service, role: population, clients: population.lines,
            replay: { input in
                if let input = input as? CodedMessage { service.onLoop { $0.take(input) } }
            })
    }

    package func fold(_ context: RunContext) -> (any ServiceFold)? {
        StoreFold(section(context.sections), context.caseFrame, layout: context.layout)
    }

    /// Tickets, bookings and trips.
    package func tables(_ context: RunContext) -> (any TableFold)? { StoreTables() }

    /// Tickets and bookings that ended.
    package var shares: ShareMeaning {
        var shares = ShareMeaning()
        shares.parts = ["tickets", "bookings"].reduce(into: [:]) { parts, kind in
            let all = "stores.\(kind)"
            parts["\(all).entered"] = ShareMeaning.Parts([all], less: ["\(all).openAtEnd"])
        }
        shares.measured = ["stores.occupancy"]
        return shares
    }
    /// The laws of stores.
    package func monitor(_ context: RunContext) -> (any ServiceMonitor)? {
        StoreMonitor(
            leastVisit: section(context.sections).rules.leastVisit, hasServer: context.server != nil)
    }
}

extension StoreFold: ServiceFold {
    /// In the order of `StoresSlice.metrics`.
    var values: [Double?] { Metric<StoreTotals>.all.map { $0.value(totals) } }
    /// What became of the wishes to shop.
    var cases: [CaseResult] { wishes.map { [$0] } ?? [] }
    /// The people of the wishes.
    var waits: [WaitRow] { cases.map { $0.waitRow() } }
    var tables: [TableRows] { [TableRows(Self.table, stores)] }
    /// The same for a reader.
    var pages: [String] { stores.isEmpty ? [] : [storePage] }
}

extension StoreMonitor: ServiceMonitor {}

/// What stands in a city whose stores have no service (STORE-GOAL-TIME): it takes nothing.
private final class NoStores: UnheldService {
    let id = ServiceID.stores

    func serve(_ envelope: Envelope, session: Session?) {}
    func end() {}
}

extension StoresSection {
    /// How many visits a run of this length is about, and how many people are in it at most.
    fileprivate func visits(in length: TimeSpan) -> (count: Double, people: Double) {
        shoppers.reduce((0, 0)) { sum, group in
            switch group.demand {
            case .population(let people, let pause):
                // Whoever finds no store is back after the pause.
                let round = max(ShopperHabits.shortestPause.inSeconds, pause.mean)
                return (sum.0 + Double(people) * length.inSeconds / round, sum.1 + Double(people))
            case .arrivals(let perDay, _, let people):
                let count = perDay * (length / TimeSpan.hours(24))
                return (sum.0 + count, sum.1 + min(count, Double(people ?? 1000)))
            }
        }
    }
}
