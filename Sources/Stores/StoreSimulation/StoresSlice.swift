// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
import CityHost
import CityLoop
public import CityModel
public import CityReports
public import CitySlices
import EventLog
public import Reporting
public import ScenarioFile
import StoreRules
import StoreService

/// The store service as a simulation knows it: queues, bookings and places inside, and the people who shop.
public struct StoresSlice: ServiceSlice {
    /// The service; a scenario without the key has none.
    public init() {}

    /// `stores`.
    public var key: ServiceKey {
        ServiceKey(.stores, kinds: MessageType.ofStores + [.phoneLogin], StoresSection.section) { $0.scaled(by: $1) }
    }
    /// Facts of the service, and of the people around stores.
    public var events: [any Event.Type] { [StoreEvent.self, ShoppingEvent.self, PhoneEvent.self] }
    /// Messages with the codes that were drawn for them.
    public var inputs: [any RecordedInput.Type] { [CodedMessage.self] }
    /// Of all stores together.
    public var metrics: [MetricDescription] { Metric<StoreTotals>.all.map(\.about) }
    /// What a planner looks at first.
    public var headlines: [String] {
        [
            "visits", "lost", "physicalWait.mean", "crowdOutside.mean", "turnWait.mean", "turnWait.p95", "wait.mean",
            "tickets.entered", "bookings",
            "bookings.entered", "slots.filled", "occupancy", "estimateError.mean",
        ].map { "stores.\($0)" }
    }

    /// A store.
    public var site: String? { "store" }
    /// The stores; by the name of their group where it has one alone.
    public func parts(in scenario: Scenario) -> SliceParts {
        SliceParts(
            sites: section(scenario.services).groups.flatMap { group in
                (1...max(1, group.size)).prefix(group.size).map { group.size == 1 ? group.name : "\(group.name) \($0)" }
            })
    }

    private func section(_ services: [ServiceID: any Sendable]) -> StoresSection {
        services[.stores] as? StoresSection ?? StoresSection()
    }

    /// Quotas, slots, places, habits and changes against each other, the map and the run.
    public func problems(in read: ReadScenario, layout: any ZoneLayout) -> [InputProblem] {
        StoresCheck.problems(section(read.scenario.services), read, layout: layout)
    }

    /// Visits, some twenty events for each, and what stores and people take of memory.
    public func load(of scenario: Scenario) -> SliceLoad {
        let section = section(scenario.services)
        let (visits, people) = section.visits(in: scenario.length)
        return SliceLoad(
            asked: "about \(Int(min(visits, 1e15))) visits to \(section.storeCount) stores", events: visits * 20,
            bytes: Double(section.storeCount) * 60_000 + people * 1000)
    }

    /// Opens the stores, and makes everybody who shops in them.
    public func open(in city: SliceCity) -> OpenSlice {
        let world = StoreWorld(
            section: section(city.scenario.services), loop: city.host.loop, log: city.host.log,
            layout: city.peopleLayout, travel: city.travel, key: city.key, start: city.scenario.start,
            end: city.scenario.end, served: city.scenario.server == nil ? nil : city.scenario)
        let forms = world.forms
        let service = world.openService(forms, inputs: city.inputLog)
        let population = StorePopulation(world, forms: forms, service: service)
        if let phones = population.lines?.onLoop({ $0.accounts?.registry }) { city.host.add(phones) }
        guard let service else { return OpenSlice(service: NoStores(), role: population) }
        return OpenSlice(
            service: service, role: population, clients: population.lines,
            replay: { input in
                if let input = input as? CodedMessage { service.onLoop { $0.take(input) } }
            })
    }

    /// Totals and charts.
    public func fold(_ context: RunContext) -> (any ServiceFold)? {
        StoreFold(section(context.sections), context.caseFrame)
    }

    /// Tickets, bookings and trips.
    public func tables(_ context: RunContext) -> (any TableFold)? { StoreTables() }

    /// The laws of stores.
    public func monitor(_ context: RunContext) -> (any ServiceMonitor)? {
        StoreMonitor(
            leastVisit: section(context.sections).rules.leastVisit, hasServer: context.server != nil)
    }
}

extension StoreFold: ServiceFold {
    /// In the order of `StoresSlice.metrics`.
    var values: [Double?] { Metric<StoreTotals>.all.map { $0.value(totals) } }
    /// The stores one by one.
    var tables: [TableRows] { [TableRows(Self.table, sites.enumerated().map { (number: $0 + 1, site: $1) })] }

    private static let table = ResultTable<(number: Int, site: SiteTotals)>(
        "stores", .key("store") { $0.number }, .integer("people_limit") { $0.site.limit },
        .integer("places_used") { $0.site.placesUsed }, .integer("tickets") { $0.site.tickets },
        .integer("bookings") { $0.site.bookings }, .integer("entered") { $0.site.entered },
        .integer("visits") { $0.site.visits }, .realOrNull("wait_mean_s") { $0.site.waitMean })
}

extension StoreMonitor: ServiceMonitor {}

/// What stands in a city whose stores have no service (STORE-GOAL-TIME): it takes nothing.
private final class NoStores: CityService {
    let id = ServiceID.stores

    func serve(_ envelope: Envelope, session: Session?) {}
    func isOn(_ module: ModuleName) -> Bool { false }
    func holdTimers() {}
    func restartTimers() {}
    func releaseTimers() -> Int { 0 }
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
