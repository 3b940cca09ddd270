// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

extension StoreFloor {
    /// A manager changes a parameter; the reason when it is refused, and nothing is changed then (STORE-EDIT). When somebody
    /// wishes for slots here, those that the change frees are noted (STORE-ALERT).
    mutating func edit(
        _ change: StoreChange, by staff: StaffID, hasWishes: Bool, at now: CityTime, _ out: inout [StoreDirective]
    ) -> StaffRefusal? {
        var (settings, shares) = (settings, record.shares)
        switch change {
        case .limit(let limit):
            guard limit > 0 else { return .badLimit }
            // From the quotas set by hand, so that a limit that comes back brings them back.
            settings.quotas = shares.rescaled(to: limit)
            settings.limit = limit
        case .quota(let place, let value, let balance):
            guard place != balance else { return .sameClass }
            settings.quotas[balance] -= value - settings.quotas[place]
            settings.quotas[place] = value
            shares = settings.quotas
        case .quotas(let quotas):
            settings.quotas = quotas
            shares = quotas
        case .priorityQueue(let isOpen): settings.hasPriorityQueue = isOpen
        case .openingHours(let hours): settings.hours = hours
        case .totemHours(let hours): settings.totemHours = hours
        case .slots(let grid): settings.slots = grid
        case .admissionWindow(let time): settings.admissionWindow = time
        case .grace(let time): settings.grace = time
        case .holding(let time): settings.holding = time
        case .delays(let limits): settings.delays = limits
        }
        if let problem = settings.problem { return problem }
        let old = self.settings
        let range = now..<now + parameters.bookingHorizon + TimeSpan(nanoseconds: 1)
        let free = hasWishes ? Set(freeSlots(in: range, at: now)) : []
        record.settings = settings
        record.shares = shares
        out.append(.saveStore(id))
        let (name, time) = change.parameter
        out.append(.note(.parameterChanged(store: id, staff: staff, name: name, time: time)))
        apply(after: old, at: now, &out)
        if hasWishes {
            for slot in freeSlots(in: range, at: now) where slot > now && !free.contains(slot) {
                out.append(.note(.slotFreed(store: id, slot: slot)))
            }
        }
        return nil
    }

    private mutating func apply(after old: StoreSettings, at now: CityTime, _ out: inout [StoreDirective]) {
        if settings.limit != old.limit { out.append(.note(.limitChanged(store: id, limit: settings.limit))) }
        if settings.quotas != old.quotas { noteQuotas(&out) }
        if settings.slots != old.slots {
            out.append(
                .note(.slotsChanged(store: id, every: settings.slots.every, size: settings.slots.size)))
        }
        if settings.hours != old.hours { turnDoor(at: now, &out) }
        // Called for a place of a class that has none any more: that would be a wait for ever.
        for pass in openPasses.compactMap({ passes.value(of: $0.number) })
        where settings.quotas != old.quotas && pass.phase == .called && settings.quotas[pass.place] == 0 {
            remove(pass, .delay, at: now, &out)
        }
        if settings.grace < old.grace || settings.admissionWindow < old.admissionWindow {
            // What falls due earlier than was planned.
            for pass in openPasses.compactMap({ passes.value(of: $0.number) }) {
                if pass.phase == .called { plan(.grace, pass.id, at: pass.since + settings.grace) }
                if pass.phase == .booked { plan(.lapse, pass.id, at: pass.time + settings.admissionWindow) }
            }
        }
        changed(at: now, &out)
    }

    func noteQuotas(_ out: inout [StoreDirective]) {
        let quotas = settings.quotas
        out.append(
            .note(
                .quotasChanged(
                    store: id, normal: quotas.normal, priority: quotas.priority, booking: quotas.booking)))
    }
}
