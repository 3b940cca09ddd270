// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

extension StoreFloor {
    /// Why a slot cannot be booked now; nil when it can (STORE-R7, STORE-R18, DEC-STORE-2H). At any hour (AVAIL-06).
    func bookingRefusal(_ slot: CityTime, at now: CityTime) -> BookingRefusal? {
        if slot < now { return .past }
        if slot > now + parameters.bookingHorizon { return .tooFarAhead }
        guard settings.hours.isOpen(at: slot) else { return .closed }
        guard settings.slots.isSlot(slot, settings.hours) else { return .notASlot }
        guard endsByClosing(slot, at: slot) else { return .closing }
        if slots.count(at: slot) >= settings.slots.size { return .slotFull }
        return free(at: slot) > 0 ? nil : .noPlace
    }

    /// How many more bookings a slot takes.
    func free(at slot: CityTime) -> Int32 {
        slots.free(
            at: slot, size: settings.slots.size, places: settings.quotas.booking, holding: settings.holding)
    }

    /// The slots that can be booked now and start in a range of time, by time.
    func freeSlots(in range: Range<CityTime>, at now: CityTime) -> [CityTime] {
        let end = min(range.upperBound, now + parameters.bookingHorizon + TimeSpan(nanoseconds: 1))
        guard max(range.lowerBound, now) < end else { return [] }
        return settings.slots.slots(in: max(range.lowerBound, now)..<end, settings.hours)
            .filter { bookingRefusal($0, at: now) == nil }
    }

    /// The slot with the most free places, the earliest of several (STORE-R7).
    func leastCrowdedSlot(in range: Range<CityTime>, at now: CityTime) -> CityTime? {
        freeSlots(in: range, at: now).max { (free(at: $0), $1) < (free(at: $1), $0) }
    }

    /// A shopper books a slot; the reason when it is refused (STORE-R7).
    mutating func book(
        _ slot: CityTime, by shopper: ShopperID, _ channel: TicketChannel, _ fresh: FreshPass, at now: CityTime,
        _ out: inout [StoreDirective]
    ) -> BookingRefusal? {
        if let refusal = bookingRefusal(slot, at: now) { return refusal }
        if codes[fresh.code] != nil { return .codeTaken }
        let pass = Pass(fresh.id, id, fresh.code, shopper, channel, nil, start: slot, request: fresh.request)
        slots.add(slot, forgettingBefore: now - settings.holding)
        open(pass, at: now)
        out.append(.store(record.id, pass.id))
        out.append(
            .note(
                .bookingMade(
                    store: id, pass: pass.id, shopper: shopper, channel: channel, slot: slot,
                    end: slot + settings.holding)))
        out.append(
            .notify(shopper, .booked(Receipt(pass: pass.id, store: id, code: pass.code, time: slot, ahead: nil))))
        return nil
    }

    /// Keeps a booking whose holder is not inside, with what falls due for it.
    mutating func open(_ pass: Pass, at now: CityTime) {
        passes.open(pass.id.number, pass)
        codes.open(pass.code, pass.id)
        insertPending(pass)
        plan(.bookings, pass.id, at: max(now, pass.time - parameters.forecast))
    }

    /// Puts a booking among those that wait, and plans its time and the end of its window.
    mutating func insertPending(_ pass: Pass) {
        func key(_ pass: Pass) -> (CityTime, CityTime, PassID) { (pass.time, pass.start, pass.id) }
        var (low, high) = (0, pending.count)
        while low < high {
            let middle = (low + high) / 2
            if let other = passes.value(of: pending[middle].number), key(other) < key(pass) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        pending.insert(pass.id, at: low)
        plan(.bookings, pass.id, at: pass.time)
        plan(.lapse, pass.id, at: pass.time + settings.admissionWindow)
    }

    /// The bookings that wait and whose time in force comes until then.
    func bookings(until time: CityTime) -> ArraySlice<PassID> {
        var (low, high) = (0, pending.count)
        while low < high {
            let middle = (low + high) / 2
            if let pass = passes.value(of: pending[middle].number), pass.time <= time {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return pending[..<low]
    }

    /// Ends a booking whose holder is not inside; the place is free for others at once (STORE-R8).
    mutating func cancel(
        _ id: PassID, _ cause: CancelCause, visit: PassID? = nil, at now: CityTime, _ out: inout [StoreDirective]
    ) {
        guard let pass = passes.value(of: id.number), pass.phase == .booked else { return }
        let blocked = slotsNear(pass.start, at: now)
        out.append(.note(.bookingCancelled(store: self.id, pass: id, cause: cause, visit: visit)))
        release(pass, .cancelled, at: now, &out)
        notify(pass, .cancelled(id, cause), &out)
        // First its own slot, also when others could be booked for it before.
        if pass.start > now, !record.isRemoved, bookingRefusal(pass.start, at: now) == nil {
            out.append(.note(.slotFreed(store: self.id, slot: pass.start)))
        }
        noteFreed(of: blocked.filter { $0 != pass.start }, at: now, &out)
        changed(at: now, &out)
    }

    /// The slots that the end of a booking for a slot may free for others: their holding times overlap its own, and they cannot
    /// be booked now.
    private func slotsNear(_ slot: CityTime, at now: CityTime) -> [CityTime] {
        // Where a place is left all through the booking's own time, no other slot lacks one for it.
        guard slots.mostHeld(from: slot, holding: settings.holding) >= settings.quotas.booking else { return [] }
        return blockedSlots(in: slot - settings.holding + TimeSpan(nanoseconds: 1)..<slot + settings.holding, at: now)
    }

    /// The slots from now on in a range of time that cannot be booked now, though that lies in the hours (STORE-ALERT).
    func blockedSlots(in range: Range<CityTime>, at now: CityTime) -> [CityTime] {
        let start = max(range.lowerBound, now)
        guard !record.isRemoved, start < range.upperBound else { return [] }
        return settings.slots.slots(in: start..<range.upperBound, settings.hours)
            .filter { bookingRefusal($0, at: now) != nil }
    }

    /// Notes those slots that can be booked now (STORE-ALERT).
    func noteFreed(of slots: [CityTime], at now: CityTime, _ out: inout [StoreDirective]) {
        guard !record.isRemoved else { return }
        for slot in slots where slot > now && bookingRefusal(slot, at: now) == nil {
            out.append(.note(.slotFreed(store: id, slot: slot)))
        }
    }

    /// The end of an admission window (STORE-R14). Who scanned in it and waits does not lapse, nor who is asked to come later.
    mutating func lapse(_ id: PassID, at now: CityTime, _ out: inout [StoreDirective]) {
        guard let pass = passes.value(of: id.number), pass.phase == .booked, pass.scan == nil, pass.proposal == nil
        else { return }
        // Postponed, or a manager has given more time meanwhile: the end of the new window is planned, or is now.
        let end = pass.time + settings.admissionWindow
        guard end <= now else { return plan(.lapse, id, at: end) }
        let blocked = slotsNear(pass.start, at: now)
        endUnused(pass, at: now, &out)
        noteFreed(of: blocked, at: now, &out)
        changed(at: now, &out)
    }

    /// The booking ends with nobody having come.
    mutating func endUnused(_ pass: Pass, at now: CityTime, _ out: inout [StoreDirective]) {
        out.append(.note(.bookingLapsed(store: id, pass: pass.id)))
        release(pass, .tooLate, at: now, &out)
        notify(pass, .lapsed(pass.id), &out)
    }

    private mutating func release(
        _ pass: Pass, _ refusal: EntryRefusal, at now: CityTime, _ out: inout [StoreDirective]
    ) {
        pending.removeAll { $0 == pass.id }
        gate.removeAll { $0 == pass.id }
        slots.remove(pass.start)
        end(pass, refusal, at: now, &out)
    }
}
