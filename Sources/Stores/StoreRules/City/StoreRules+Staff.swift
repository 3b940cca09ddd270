// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

extension StoreRules {
    /// From the devices of a store.
    mutating func take(
        _ message: TotemMessage, at store: StoreID, _ fresh: FreshPass, at now: CityTime,
        _ out: inout [StoreDirective]
    ) {
        // The doors of a removed store still let people out.
        guard let index = known(store) else {
            switch message {
            case .wake: break
            case .takeTicket: refuseJoin(store, nil, .totem, .unknownStore, &out)
            case .returnTicket: out.append(.answer(store, .returnRefused))
            case .scanIn: out.append(.answer(store, .entryRefused(.unknownCode)))
            case .scanOut: out.append(.answer(store, .exitRefused(.unknownCode)))
            }
            return
        }
        switch message {
        case .wake:
            let page = floors[index].page(at: now)
            out.append(.note(.totemWoken(store: store)))
            out.append(.note(.estimateShown(shopper: nil, store: store, queued: page.queued, wait: page.wait)))
            out.append(.answer(store, .page(page)))
        case .returnTicket(let code): floors[index].returnTicket(code, at: now, &out)
        case .takeTicket:
            let refusal =
                floors[index].record.isRemoved
                ? .unknownStore
                : floors[index].join(.walkIn, by: nil, .totem, travel: .zero, fresh, at: now, &out)
            if let refusal { refuseJoin(store, nil, .totem, refusal, &out) } else { lastPass = fresh.id.number }
        case .scanIn(let code): floors[index].scanIn(code, at: now, &out)
        case .scanOut(let code): floors[index].scanOut(code, at: now, &out)
        }
        floors[index].askToBeWoken(at: now, &out)
    }

    /// From a manager or employee.
    mutating func take(
        _ message: StaffMessage, from staff: StaffID, _ fresh: FreshPass, at now: CityTime,
        _ out: inout [StoreDirective]
    ) {
        switch message {
        case .addStore(let form): added(form, by: staff, at: now, &out)
        case .removeStore(let store):
            guard let index = managed(store, by: staff, &out) else { return }
            map.remove(store)
            floors[index].close(by: staff, at: now, &out)
            out.append(.reply(staff, .removed(store)))
        case .edit(let store, let change):
            guard let index = managed(store, by: staff, &out) else { return }
            let hasWishes = shoppers.hasWishes(for: store)
            if let refusal = floors[index].edit(change, by: staff, hasWishes: hasWishes, at: now, &out) {
                return refuse(staff, store, refusal, &out)
            }
            out.append(.reply(staff, .changed(store)))
            floors[index].askToBeWoken(at: now, &out)
        case .viewStatistics(let store, let from, let to):
            guard let index = managed(store, by: staff, &out) else { return }
            let statistics = floors[index].statistics(slots: from..<max(from, to))
            out.append(
                .note(
                    .statsViewed(
                        store: store, staff: staff, inside: statistics.inside, queued: statistics.queued,
                        meanVisit: statistics.meanVisit)))
            out.append(.reply(staff, .statistics(statistics)))
        case .issuePriorityTicket(let store): issuePriorityTicket(store, by: staff, fresh, at: now, &out)
        case .requestMaintenance(let store):
            guard let index = managed(store, by: staff, &out) else { return }
            let time = floors[index].maintenanceTime(askedAt: now)
            out.append(.note(.maintenanceScheduled(store: store, staff: staff, time: time)))
            out.append(.reply(staff, .maintenance(time)))
        }
    }

    private func refuse(
        _ staff: StaffID, _ store: StoreID, _ reason: StaffRefusal, _ out: inout [StoreDirective]
    ) {
        out.append(.note(.staffRefused(store: store, staff: staff, reason: reason)))
        out.append(.reply(staff, .refused(reason)))
    }

    /// The store, when the member of staff may manage it (ACCOUNT-MANAGER-02).
    private func managed(_ store: StoreID, by staff: StaffID, _ out: inout [StoreDirective]) -> Int? {
        guard let index = index(of: store) else {
            refuse(staff, store, .unknownStore, &out)
            return nil
        }
        guard floors[index].record.managers.contains(staff) else {
            refuse(staff, store, .notManagerOfStore, &out)
            return nil
        }
        return index
    }

    private mutating func issuePriorityTicket(
        _ store: StoreID, by staff: StaffID, _ fresh: FreshPass, at now: CityTime, _ out: inout [StoreDirective]
    ) {
        var refusal: TicketRefusal? = .unknownStore
        if let index = index(of: store) {
            let record = floors[index].record
            refusal =
                record.employees.contains(staff) || record.managers.contains(staff)
                ? floors[index].join(.priority, by: nil, .totem, travel: .zero, fresh, at: now, &out)
                : .notStaffOfStore
            floors[index].askToBeWoken(at: now, &out)
        }
        if let refusal {
            out.append(.note(.joinRefused(store: store, shopper: nil, channel: .totem, reason: refusal)))
            out.append(.reply(staff, .joinRefused(refusal)))
        } else {
            lastPass = fresh.id.number
            // The totem prints it, and the employee sees it.
            for index in out.indices {
                guard case .answer(store, .ticket(let receipt)) = out[index] else { continue }
                out[index] = .answer(store, .issued(receipt))
                out.append(.reply(staff, .ticket(receipt)))
            }
        }
    }

    // MARK: Adding stores

    /// A manager's form: a store, or the reason why not (STORE-ADD).
    private mutating func added(
        _ form: StoreForm, by staff: StaffID, at now: CityTime, _ out: inout [StoreDirective]
    ) {
        if let refusal = managers.contains(staff) ? problem(of: form) : .notManager {
            out.append(.note(.storeRefused(staff: staff, reason: refusal)))
            out.append(.reply(staff, .refused(refusal)))
        } else if let store = add(form, by: staff, [], [staff], at: now, &out) {
            out.append(.reply(staff, .added(store)))
        }
    }

    /// The first thing that is wrong with a form, or nil.
    public func problem(of form: StoreForm) -> StaffRefusal? {
        if form.name.isEmpty { return .missingName }
        if form.place == nil { return .missingPosition }
        if !form.isInZone { return .outsideZones }
        guard let settings = form.settings else { return .missingLimit }
        return settings.problem
    }

    mutating func add(
        _ form: StoreForm, by staff: StaffID?, _ employees: [StaffID], _ managers: [StaffID], at now: CityTime,
        _ out: inout [StoreDirective]
    ) -> StoreID? {
        guard let place = form.place, let settings = form.settings else { return nil }
        let id = StoreID(floors.count + 1)
        let record = StoreRecord(
            id: id, name: form.name, chain: form.chain, place: place, managers: managers, employees: employees,
            settings: settings)
        map.add(id, at: place)
        floors.append(StoreFloor(record, parameters, at: now))
        out.append(.saveStore(id))
        out.append(
            .note(
                .storeAdded(
                    store: id, staff: staff, place: place, limit: settings.limit, normal: settings.quotas.normal,
                    priority: settings.quotas.priority, booking: settings.quotas.booking,
                    holding: settings.holding, window: settings.admissionWindow)))
        floors[id.index - 1].noteDoor(&out)
        floors[id.index - 1].askToBeWoken(at: now, &out)
        return id
    }
}
