// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
import StoreRules

/// Checks of the section that its keys alone cannot make, each problem at its location in the file.
struct StoresCheck: SectionCheck {
    static let key = "stores"
    let section: StoresSection
    let read: ReadScenario
    let layout: any ZoneLayout
    var problems: [InputProblem] = []
    private static let mostStores = 100_000
    private static let mostPeople = 10_000_000

    /// Everything that is wrong or doubtful.
    static func problems(_ section: StoresSection, _ read: ReadScenario, layout: any ZoneLayout) -> [InputProblem] {
        var check = StoresCheck(section: section, read: read, layout: layout)
        check.checkGroups()
        check.checkShoppers()
        check.checkChanges()
        check.doubtStores()
        check.doubtShoppers()
        return check.problems
    }

    // MARK: Stores

    private mutating func checkGroups() {
        noteTwins(section.groups.map(\.name), "groups")
        checkNames()
        if section.storeCount > Self.mostStores {
            note("groups", "`groups`: \(section.storeCount) stores in all; allowed: at most \(Self.mostStores)")
        }
        for (index, group) in section.groups.enumerated() {
            let path = "groups.\(index)"
            if let names = group.names, names.count != group.size {
                note(
                    "\(path).names", "`names`: \(names.count) for \(group.size) stores; each store needs one name")
            }
            if let problem = group.settings.problem { note(problem, of: group.settings, at: path) }
            for (number, place) in (group.places ?? []).enumerated()
            where layout.zone(at: layout.place(GeographicPoint(longitude: place.longitude, latitude: place.latitude)))
                == nil
            {
                note("\(path).places.\(number)", "`places`: the store is in no zone of the map; a store needs one")
            }
        }
    }

    /// A reader tells stores apart by their names.
    private mutating func checkNames() {
        guard section.storeCount <= Self.mostStores else { return }
        var seen = Set<String>()
        for (index, group) in section.groups.enumerated() {
            // Of groups with one name it is said already.
            let isTwin = group.names == nil && section.groups[..<index].contains { $0.name == group.name }
            for (member, name) in group.storeNames.enumerated() where !seen.insert(name).inserted && !isTwin {
                note(
                    group.names == nil ? "groups.\(index)" : "groups.\(index).names.\(member)",
                    "`names`: two stores are named `\(name)`; names must be unique")
            }
        }
    }

    private mutating func note(_ refusal: StaffRefusal, of settings: StoreSettings, at path: String) {
        let quotas = settings.quotas
        switch refusal {
        case .quotaSum:
            note(
                "\(path).quotas",
                "`quotas`: \(quotas.normal) + \(quotas.priority) + \(quotas.booking) = \(quotas.sum), but the limit is "
                    + "\(settings.limit); the three must sum to it")
        case .slotsOutsideHours:
            note(
                "\(path).slots",
                "`slots`: `first` and `end` must be within the opening hours of every open day, `first` before `end`")
        case .badHours:
            note(
                "\(path).hours",
                "`hours`: the store must be open on some day, and no day may begin before the hours of the day before have ended"
            )
        case .badDelays: note("\(path).delays", "`delays`: `notice`, `major` and `hopeless` must increase")
        default: note(path, "the settings are refused: \(refusal.word)")
        }
    }

    // MARK: People

    private mutating func checkShoppers() {
        noteTwins(section.shoppers.map(\.name), "shoppers")
        if section.peopleCount > Self.mostPeople {
            note("shoppers", "`shoppers`: \(section.peopleCount) people in all; allowed: at most \(Self.mostPeople)")
        }
        let settings = section.groups.map(\.settings)
        for (index, group) in section.shoppers.enumerated() {
            let path = "shoppers.\(index)"
            if group.booking.accepts + group.booking.declines > 1 + 1e-9 {
                note("\(path).booking", "`booking`: `accepts` and `declines` add up to more than 1")
            }
            if group.books > 0, section.hasService, !settings.contains(where: { $0.quotas.booking > 0 }) {
                note("\(path).books", "`books`: no store has places for bookings; all of them fail", .warning)
            }
            if group.specialNeeds > 0, section.hasService, !settings.contains(where: \.hasPriorityQueue) {
                note("\(path).special-needs", "`special-needs`: no store has a priority queue", .warning)
            }
        }
        checkKnownPeople()
        StoresSection.guestWords.check(section.guests, among: section.shoppers.map(\.name), &self)
        if section.accounts != nil, read.scenario.server == nil || !section.hasService {
            note(
                "accounts",
                section.hasService
                    ? "`accounts`: there is no `server`, so there are no sessions; add `server: {}` or leave `accounts` out"
                    : "`accounts`: there is no service; leave `accounts` or `service: false` out")
        }
        if section.shoppers.isEmpty, section.guests.isEmpty {
            note("shoppers", "there are no shoppers; the stores stay empty", .warning)
        }
    }

    /// Known people of a stream who are still under way drop their wish: of many such wishes a reader should know.
    private mutating func checkKnownPeople() {
        for (index, group) in section.shoppers.enumerated() {
            guard case .arrivals(let perDay, let hourly, let people?) = group.demand, people > 0 else { continue }
            let days = hourly.days(from: read.scenario.start, to: read.scenario.end)
            let dropped = days.reduce(0.0) {
                max($0, group.droppedWishes(perDay: perDay, hourly: $1, people: people))
            }
            guard dropped >= 0.05 else { continue }
            note(
                "shoppers.\(index).arrivals",
                "`people`: of \(people) people some are still under way with an earlier visit when they want to shop again, and "
                    + "about \(Int((dropped * 100).rounded())) % of the wishes are dropped (`stores.wishesDropped`); say more "
                    + "`people`, or leave it out for a new person each time", .warning)
        }
    }

    // MARK: Managers

    /// Each change against the settings that hold then.
    private mutating func checkChanges() {
        var changed: [Int: (settings: StoreSettings, shares: ClassCounts)] = [:]
        // Of each store, once the number of all is known to be sensible.
        guard section.storeCount <= Self.mostStores else { return }
        let initial = section.groups.flatMap { Array(repeating: $0.settings, count: $0.size) }
        let order = section.changes.enumerated().sorted {
            ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
        }
        for (index, edit) in order {
            let path = "changes.\(index)"
            if edit.store != nil, edit.group != nil {
                note(path, "`store` and `group` exclude each other in a change")
                continue
            }
            let stores = section.stores(of: edit)
            if stores.isEmpty {
                if let group = edit.group {
                    noteUnknown("\(path).group", "group of stores", group, among: section.groups.map(\.name))
                } else {
                    note(
                        "\(path).store",
                        "`store`: there is no store \(edit.store ?? 0); the stores are 1 to \(section.storeCount)")
                }
                continue
            }
            if edit.time < read.scenario.start || edit.time > read.scenario.end {
                note("\(path).at", "`at`: the change lies outside the run and is not made", .warning)
            }
            // So many that looking would take longer than the run: the service refuses what is wrong.
            guard stores.count * section.changes.count < 1_000_000 else { continue }
            for store in stores {
                var (settings, shares) = changed[store] ?? (initial[store - 1], initial[store - 1].quotas)
                settings.apply(edit.change, &shares)
                if let problem = settings.problem {
                    note(problem, of: settings, at: path)
                    break
                }
                changed[store] = (settings, shares)
            }
        }
    }
}

extension StoreSettings {
    /// What the settings are after a change; `shares` are the quotas as last set by hand (DEC-STORE-QUOTA).
    fileprivate mutating func apply(_ change: StoreChange?, _ shares: inout ClassCounts) {
        switch change {
        case .limit(let limit): (self.limit, quotas) = (limit, shares.rescaled(to: limit))
        case .quotas(let counts): (quotas, shares) = (counts, counts)
        case .openingHours(let hours): self.hours = hours
        case .slots(let grid): slots = grid
        default: break
        }
    }
}
