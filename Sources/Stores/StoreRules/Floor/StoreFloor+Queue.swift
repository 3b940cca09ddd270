// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// What is drawn and counted outside for a new pass.
struct FreshPass: Sendable {
    let id: PassID
    let code: EntryCode
    /// The number of the client's request (PERF-12).
    var request: Int32?
}

extension StoreFloor {
    /// Somebody wants to queue; the reason when it is refused (STORE-R4, STORE-R5, STORE-PRIORITY).
    mutating func join(
        _ queue: TicketClass, by shopper: ShopperID?, _ channel: TicketChannel, travel: TimeSpan, _ fresh: FreshPass,
        at now: CityTime, _ out: inout [StoreDirective]
    ) -> TicketRefusal? {
        if let refusal = joinRefusal(queue, channel, travel: travel) { return refusal }
        if channel == .totem, !settings.totemHours.isOpen(at: now) { return .totemOff }
        let ready = now + travel
        let ahead = queue == .priority ? priority.count : queued
        guard let wait = wait(queue, ahead: ahead, at: now) else { return .noQuota }
        let expected = max(now + wait, ready)
        if !endsByClosing(expected, at: now) { return .closing }
        if codes[fresh.code] != nil { return .codeTaken }

        let pass = Pass(fresh.id, id, fresh.code, shopper, channel, queue, start: ready, request: fresh.request)
        passes.open(pass.id.number, pass)
        codes.open(pass.code, pass.id)
        let entry = TicketQueue.Entry(
            pass: pass.id.number, ready: ready, channel: channel, firstExpected: expected, shown: expected,
            shownAhead: ahead, notified: expected)
        if queue == .priority { priority.join(entry) } else { walkIn.join(entry) }
        out.append(.store(record.id, pass.id))
        out.append(
            .note(
                .ticketIssued(
                    store: id, pass: pass.id, shopper: shopper, queue: queue, channel: channel, ahead: ahead,
                    ready: ready, expected: expected)))
        let receipt = Receipt(pass: pass.id, store: id, code: pass.code, time: expected, ahead: ahead)
        if let shopper {
            out.append(.notify(shopper, .queued(receipt)))
        } else {
            out.append(.note(.ticketPrinted(store: id, pass: pass.id)))
            out.append(.answer(id, .ticket(receipt)))
        }
        if travel > .zero { plan(.ready, pass.id, at: ready) }
        callNext(at: now, &out)
        // Those behind a priority ticket have one more ahead; behind any other there is nobody.
        if queue == .priority, walkIn.count > 0 {
            planQueueReview(at: now)
        } else if queued > 0 {
            planQueueReview(at: nextReview(longestWait: wait, at: now))
        }
        return nil
    }

    private func joinRefusal(_ queue: TicketClass, _ channel: TicketChannel, travel: TimeSpan) -> TicketRefusal? {
        guard isOpen else { return .closed }
        if queue == .priority, !settings.hasPriorityQueue { return .priorityClosed }
        guard travel >= .zero, travel <= parameters.longestTravel,
            travel.nanoseconds % TimeSpan.minutes(1).nanoseconds == 0
        else { return .badTravelTime }
        // Priority tickets without places of their own wait for normal ones (DEC-STORE-PRIORITY).
        let quotas = settings.quotas
        return quotas.normal + (queue == .priority ? quotas.priority : 0) > 0 ? nil : .noQuota
    }

    /// Calls whoever's turn it is, as long as there are places (STORE-CALL). Priority tickets take places of their own
    /// first, then normal ones ahead of all others (DEC-STORE-PRIORITY).
    mutating func callNext(at now: CityTime, _ out: inout [StoreDirective]) {
        // Nobody is called whose visit would not end by closing: the next look at the estimates sends them home.
        guard isOpen, queued > 0, endsByClosing(now, at: now) else { return }
        while true {
            if occupancy.hasRoom(for: .priority, settings.quotas), let next = priority.next(at: now) {
                call(next, .priority, at: now, &out)
            } else if occupancy.hasRoom(for: .normal, settings.quotas),
                let next = priority.next(at: now) ?? walkIn.next(at: now)
            {
                call(next, .normal, at: now, &out)
            } else if canBorrow(at: now), let next = priority.next(at: now) ?? walkIn.next(at: now) {
                call(next, .booking, at: now, &out)
            } else {
                return
            }
        }
    }

    /// Whether a booking place is free that no booking of the next mean visit time needs (DEC-STORE-QUOTA).
    private func canBorrow(at now: CityTime) -> Bool { parameters.borrowsPlaces && lendable(at: now) > 0 }

    /// How many booking places are free that no booking of the next mean visit time needs (DEC-STORE-QUOTA).
    func lendable(at now: CityTime) -> Int32 {
        let open = occupancy.open(.booking, settings.quotas)
        guard open > 0 else { return 0 }
        let due = bookings(until: now + meanVisit).count
        return Int32(max(0, min(open, Int(settings.quotas.booking - occupancy.used(.booking)) - due)))
    }

    /// How many booking places tickets have: those who were called for one, and those inside.
    var lentPlaces: Int32 { occupancy.called.booking + lentInside }

    private mutating func call(
        _ id: PassID, _ place: PlaceClass, at now: CityTime, _ out: inout [StoreDirective]
    ) {
        walkIn.remove(id)
        priority.remove(id)
        guard let index = passes.index(of: id.number) else { return }
        passes[index].phase = .called
        passes[index].place = place
        passes[index].since = now
        occupancy.call(place)
        plan(.grace, id, at: now + settings.grace)
        out.append(.save(record.id, id))
        out.append(.note(.ticketCalled(store: self.id, pass: id, place: place)))
        out.append(.show(self.id, id, .called))
        notify(passes[index], .called(id, until: now + settings.grace), &out)
        planQueueReview(at: now)
    }

    /// A called ticket was not scanned in time (STORE-NOSHOW).
    mutating func endGrace(_ id: PassID, at now: CityTime, _ out: inout [StoreDirective]) {
        guard let pass = passes.value(of: id.number), pass.phase == .called, pass.scan == nil else { return }
        // A manager may have given more time meanwhile.
        let end = pass.since + settings.grace
        guard end <= now else { return plan(.grace, id, at: end) }
        remove(pass, .noShow, at: now, &out)
        changed(at: now, &out)
    }

    /// The holder leaves the queue (STORE-R9).
    mutating func leaveQueue(_ id: PassID, at now: CityTime, _ out: inout [StoreDirective]) {
        guard let pass = passes.value(of: id.number) else { return }
        takeOut(pass)
        out.append(.note(.queueLeft(store: self.id, pass: id)))
        end(pass, .cancelled, at: now, &out)
        notify(pass, .left(id), &out)
        changed(at: now, &out)
    }

    /// A ticket is given back at the totem (STORE-R9): also one of an app, since its code says whose it is.
    mutating func returnTicket(_ code: EntryCode, at now: CityTime, _ out: inout [StoreDirective]) {
        guard case .open(let id) = codes[code], let pass = passes.value(of: id.number), pass.queue != nil,
            pass.isPending
        else { return out.append(.answer(self.id, .returnRefused)) }
        leaveQueue(id, at: now, &out)
        out.append(.answer(self.id, .returned(id)))
    }

    /// Ends a ticket that waits or was called; what follows from it is left to the caller.
    mutating func remove(
        _ pass: Pass, _ reason: TicketRemoval, at now: CityTime, _ out: inout [StoreDirective]
    ) {
        takeOut(pass)
        out.append(.note(.ticketRemoved(store: id, pass: pass.id, reason: reason)))
        end(pass, reason == .noShow ? .tooLate : .cancelled, at: now, &out)
        inform(pass, .removed(pass.id, reason), .removed(reason), &out)
    }

    /// Takes a ticket out of its queue, or gives back the place that it was called for.
    private mutating func takeOut(_ pass: Pass) {
        walkIn.remove(pass.id)
        priority.remove(pass.id)
        gate.removeAll { $0 == pass.id }
        if pass.phase == .called { occupancy.uncall(pass.place) }
    }
}
