// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

extension StoreInvariants {
    mutating func change(_ pass: PassID, _ body: (inout SeenPass) -> Void) {
        if let index = passes.index(of: pass.number) { body(&passes[index]) }
    }

    /// A shopper holds one ticket or booking at most (DEC-STORE-ONE-PENDING).
    private mutating func hold(_ pass: PassID, _ shopper: ShopperID?, _ store: StoreID) {
        guard let shopper else { return }
        check(pending[shopper] == nil, "DEC-STORE-ONE-PENDING", store, pass)
        pending[shopper] = pass
    }

    private mutating func release(_ seen: SeenPass) {
        if let shopper = seen.shopper { pending[shopper] = nil }
    }

    // MARK: Tickets

    mutating func issued(
        _ store: StoreID, _ pass: PassID, _ shopper: ShopperID?, _ queue: TicketClass, ready: CityTime,
        at now: CityTime
    ) {
        check(passes.index(of: pass.number) == nil, "STORE-R10", store, pass)
        check(sites[store]?.isOpen ?? false, shopper == nil ? "STORE-R5" : "STORE-R4", store, pass)
        hold(pass, shopper, store)
        var seen = SeenPass()
        (seen.phase, seen.store, seen.shopper, seen.time) = (.waiting, store, shopper, ready)
        passes.open(pass.number, seen)
        at(store) { site in
            let waiting = SeenStore.Waiting(pass: pass, ready: ready)
            if queue == .priority { site.priority.append(waiting) } else { site.walkIn.append(waiting) }
        }
    }

    mutating func called(_ store: StoreID, _ pass: PassID, _ place: PlaceClass, at now: CityTime) {
        guard let site = sites[store], let seen = passes.value(of: pass.number) else {
            return check(false, "STORE-CALL", store, pass)
        }
        check(seen.phase == .waiting && seen.store == store, "STORE-CALL", store, pass)
        check(seen.time <= now, "DEC-STORE-GRACE", store, pass)
        // The first to join of those who are ready, and priority tickets first (DEC-STORE-PRIORITY).
        let first = site.priority.first { $0.ready <= now }
        if first == nil {
            check(place != .priority, "STORE-PRIORITY", store, pass)
            check(site.walkIn.first { $0.ready <= now }?.pass == pass, "STORE-CALL", store, pass)
        } else {
            check(first?.pass == pass, "STORE-PRIORITY", store, pass)
        }
        check(site.inside[place] + site.called[place] < site.quotas[place], "STORE-CALL", store, pass)
        check(site.inside.sum < site.limit, "STORE-CALL", store, pass)
        change(pass) { ($0.phase, $0.place) = (.called, place) }
        at(store) { site in
            site.stopWaiting(pass)
            site.called[place] += 1
        }
    }

    mutating func ticketEnded(_ store: StoreID, _ pass: PassID) {
        guard let seen = passes.close(pass.number), seen.phase == .waiting || seen.phase == .called else {
            return check(false, "STORE-R10", store, pass)
        }
        release(seen)
        at(store) { site in
            site.stopWaiting(pass)
            if seen.phase == .called { site.called[seen.place] -= 1 }
        }
    }

    // MARK: Bookings

    mutating func booked(
        _ store: StoreID, _ pass: PassID, _ shopper: ShopperID, _ slot: CityTime, end: CityTime, at now: CityTime
    ) {
        check(passes.index(of: pass.number) == nil, "STORE-R10", store, pass)
        check(slot >= .epoch && end > slot, "INV-StoreReservationTimes", store, pass)
        hold(pass, shopper, store)
        var seen = SeenPass()
        (seen.phase, seen.store, seen.shopper, seen.time, seen.slot) = (.booked, store, shopper, slot, slot)
        passes.open(pass.number, seen)
        at(store) { site in
            let old = now - site.holding
            site.held.removeAll { $0 <= old }
            site.held.append(slot)
        }
        if let site = sites[store] {
            check(site.mostHeld(from: slot) <= Int(site.quotas.booking), "INV-StoreTwoHours", store, pass)
        }
    }

    /// A cancelled or lapsed booking holds nothing (DEC-STORE-2H).
    mutating func bookingEnded(_ store: StoreID, _ pass: PassID) {
        guard let seen = passes.close(pass.number), seen.phase == .booked, let slot = seen.slot else {
            return check(false, "STORE-R10", store, pass)
        }
        release(seen)
        at(store) { site in
            if let index = site.held.firstIndex(of: slot) { site.held.remove(at: index) }
        }
    }

    mutating func lapsed(_ store: StoreID, _ pass: PassID, at now: CityTime) {
        if let seen = passes.value(of: pass.number), let site = sites[store] {
            check(!seen.hasScanned && !seen.isAsked, "STORE-R14", store, pass)
            check(now >= seen.time + site.window, "STORE-R14", store, pass)
        }
        bookingEnded(store, pass)
    }

    /// Only a visitor who came before the booked time in force and leaves after it is a reason to cancel
    /// (INV-StoreNoUselessCancel). That he leaves later is seen when the visit ends.
    mutating func blame(_ visit: PassID?, for pass: PassID, _ store: StoreID) {
        guard let visit, let booked = passes.value(of: pass.number) else {
            return check(false, "INV-StoreNoUselessCancel", store, pass)
        }
        if let seen = passes.value(of: visit.number) {
            let isInside = seen.phase == .inside && seen.store == store && seen.place == .booking
            check(isInside && seen.since < booked.time, "INV-StoreNoUselessCancel", store, pass)
            change(visit) { $0.blamedFor = max($0.blamedFor ?? booked.time, booked.time) }
        } else {
            let ended = sites[store]?.ended[visit]
            let isLate = ended.map { $0.entry < booked.time && booked.time < $0.exit } ?? false
            check(isLate, "INV-StoreNoUselessCancel", store, pass)
        }
    }

    // MARK: Visits

    /// A booking admits from its time until the window has passed (STORE-R14), and in the window of the slot first booked
    /// (DEC-STORE-POSTPONE).
    mutating func checkWindow(_ store: StoreID, _ pass: PassID, at now: CityTime) {
        guard let seen = passes.value(of: pass.number), let site = sites[store] else {
            return check(false, "STORE-R10", store, pass)
        }
        check(seen.phase == .called || seen.phase == .booked, "STORE-R10", store, pass)
        check(site.isOpen, "STORE-CLOSING", store, pass)
        guard seen.phase == .booked, !seen.hasScanned else { return }
        let isInWindow = now >= seen.time && (seen.isAsked || now <= seen.time + site.window)
        let isInFirst = seen.slot.map { now >= $0 && now <= $0 + site.window } ?? false
        check(isInWindow || isInFirst, "STORE-R14", store, pass)
    }

    mutating func entered(
        _ store: StoreID, _ pass: PassID, _ place: PlaceClass, _ number: Int32, at now: CityTime
    ) {
        checkWindow(store, pass, at: now)
        guard let site = sites[store], let seen = passes.value(of: pass.number) else { return }
        check(site.inside.sum < site.limit, "STORE-R13", store, pass)
        check(site.inside[place] < site.quotas[place], "STORE-R15", store, pass)
        check(number > 0 && site.people[number] == nil, "INV-StoreOnePersonPerPlace", store, pass)
        if let other = site.people[number].flatMap({ passes.value(of: $0.number) }), other.slot != nil {
            check(seen.slot == nil, "INV-StoreNoConcurrent", store, pass)
        }
        release(seen)
        change(pass) { seen in
            (seen.phase, seen.place, seen.number, seen.since) = (.inside, place, number, now)
        }
        at(store) { site in
            if seen.phase == .called { site.called[seen.place] -= 1 }
            site.inside[place] += 1
            site.people[number] = pass
        }
    }

    mutating func left(
        _ store: StoreID, _ pass: PassID, _ number: Int32, _ duration: TimeSpan, at now: CityTime
    ) {
        guard let seen = passes.close(pass.number), seen.phase == .inside, seen.store == store else {
            return check(false, "STORE-ASSUME-ENTRY", store, pass)
        }
        check(seen.number == number, "INV-StoreOnePersonPerPlace", store, pass)
        check(now - seen.since >= leastVisit, "INV-StoreTicketDuration", store, pass)
        check(now - seen.since == duration, "STORE-R16", store, pass)
        if let time = seen.blamedFor { check(time < now, "INV-StoreNoUselessCancel", store, pass) }
        at(store) { site in
            site.inside[seen.place] -= 1
            site.people[number] = nil
            // Named in a proposal that may still be answered.
            if seen.blamedFor != nil { site.ended[pass] = (seen.since, now) }
        }
    }
}
