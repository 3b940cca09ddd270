// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
import StoreRules

/// What stands under `stores` in a scenario: the stores, those who shop there, and what their managers do.
struct StoresSection: Sendable {
    /// Whether the service exists; without it everybody walks to a store and stands outside (STORE-GOAL-TIME).
    var hasService = true
    /// The numbers that no manager sets.
    var rules = StoreParameters()
    /// Groups of stores; their numbers count through the groups from 1.
    var groups: [StoreGroup] = []
    /// Groups of people who shop.
    var shoppers: [ShopperGroup] = []
    /// Who of the taxi passengers and drivers shops as well.
    var guests = Guests()
    /// How shoppers sign in by phone; nil where they are logged in since before the run.
    var accounts: PhoneHabits?
    /// The map service that looks typed addresses up.
    var maps = MapHabits()
    /// The service that brings notices to phones.
    var notices = NoticeHabits()
    /// What managers change during the run, in any order.
    var changes: [StoreEdit] = []

    /// How many stores there are.
    var storeCount: Int { groups.reduce(0) { $0 + $1.size } }

    /// The name of every store, in the order of their numbers.
    var storeNames: [String] { groups.flatMap(\.storeNames) }

    /// How many people the groups of shoppers know by number.
    var peopleCount: Int {
        shoppers.reduce(0) { sum, group in
            switch group.demand {
            case .population(let people, _): sum + people
            case .arrivals(_, _, let people): sum + (people ?? 0)
            }
        }
    }

    /// With so many times the shoppers, or the visits of a stream.
    func scaled(by factor: Double) -> StoresSection {
        var section = self
        for index in section.shoppers.indices {
            switch section.shoppers[index].demand {
            case .population(let people, let pause):
                let scaled = max(1, Int((Double(people) * factor).rounded()))
                section.shoppers[index].demand = .population(people: scaled, pause: pause)
            case .arrivals(let perDay, let hourly, let people):
                section.shoppers[index].demand = .arrivals(perDay: perDay * factor, hourly: hourly, people: people)
            }
        }
        return section
    }

    /// The numbers of the stores of a group.
    func numbers(of group: Int) -> Range<Int> {
        let first = groups[..<group].reduce(1) { $0 + $1.size }
        return first..<first + groups[group].size
    }

    /// The numbers of the stores that a change is for; empty when there is none.
    func stores(of edit: StoreEdit) -> Range<Int> {
        if let name = edit.group {
            return groups.firstIndex { $0.name == name }.map { numbers(of: $0) } ?? 0..<0
        }
        guard let store = edit.store else { return 1..<storeCount + 1 }
        return (1...max(1, storeCount)).contains(store) && storeCount > 0 ? store..<store + 1 : 0..<0
    }
}

/// Stores with equal settings.
struct StoreGroup: Sendable {
    /// Unique among groups of stores.
    var name = ""
    /// The name of each store; nil for the group's name and the number in the group.
    var names: [String]?
    /// The chain that they belong to, by name.
    var chain: String?
    /// How many; nil when their places are listed.
    var count: Int?
    /// Where they stand; by area when nothing is said.
    var zones: ZoneWeights?
    /// Their positions, when they are listed.
    var places: [GeographicAnchor]?
    /// How the limit is divided; nil for all of it to the normal queue.
    var quotas: ClassCounts?
    /// Whether employees may issue priority tickets; nil when there are priority places.
    var hasPriorityQueue: Bool?
    /// The other settings; quotas and priority queue are not yet those above.
    var base = StoreSettings(limit: 30, quotas: ClassCounts(normal: 30))

    var size: Int { places?.count ?? count ?? 0 }

    /// The name of each store.
    var storeNames: [String] { (0..<size).map { names?.dropFirst($0).first ?? "\(name) \($0 + 1)" } }

    /// The settings of each store.
    var settings: StoreSettings {
        var settings = base
        settings.quotas = quotas ?? ClassCounts(normal: base.limit)
        settings.hasPriorityQueue = hasPriorityQueue ?? (settings.quotas.priority > 0)
        return settings
    }
}

/// What managers change at a time (STORE-EDIT, STORE-REMOVE).
struct StoreEdit: Sendable {
    var time = CityTime.epoch
    /// The number of the store; nil for all.
    var store: Int?
    /// The name of a group, in place of a number.
    var group: String?
    /// What is changed; nil to remove the store.
    var change: StoreChange?
}
