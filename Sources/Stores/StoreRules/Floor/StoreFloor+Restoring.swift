// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

extension StoreFloor {
    /// Takes over the store's open passes after a restart, by rising number. What fell into the outage is made up for by the
    /// timer. Codes of passes that have ended are unknown from now on, which refuses them as well.
    mutating func restore(_ passes: [Pass], at now: CityTime, _ out: inout [StoreDirective]) {
        let old = now - settings.holding
        for slot in record.spent where slot > old { slots.add(slot, forgettingBefore: old) }
        for pass in passes {
            switch pass.phase {
            case .booked:
                slots.add(pass.start, forgettingBefore: old)
                open(pass, at: now)
                if let proposal = pass.proposal { plan(.answer, pass.id, at: proposal.until) }
            case .waiting: restoreTicket(pass)
            case .called:
                keep(pass)
                occupancy.call(pass.place)
                plan(.grace, pass.id, at: pass.since + settings.grace)
            case .inside:
                keep(pass)
                _ = occupancy.enter(pass.place, on: pass.number)
                if pass.isLent { lentInside += 1 }
                // A place stays held by the slot also while the holder is inside.
                if pass.queue == nil { slots.add(pass.start, forgettingBefore: old) }
            }
        }
        func ranked(_ wanted: (Pass) -> Bool, by key: (Pass) -> Int64) -> [PassID] {
            passes.filter(wanted).sorted { (key($0), $0.id) < (key($1), $1.id) }.map(\.id)
        }
        gate = ranked({ $0.scan != nil }, by: { $0.scan ?? 0 })
        lastScan = passes.compactMap(\.scan).max() ?? 0
        bookingVisitors = ranked(
            { $0.phase == .inside && $0.place == .booking }, by: { $0.since.nanoseconds })
        history.note(inside, at: now, keeping: parameters.historyMemory)
        if !record.isRemoved { noteDoor(&out) }
        if isOpen { changed(at: now, &out) } else { sendAway(at: now, &out) }
    }

    private mutating func keep(_ pass: Pass) {
        passes.open(pass.id.number, pass)
        codes.open(pass.code, pass.id)
    }

    private mutating func restoreTicket(_ pass: Pass) {
        keep(pass)
        let reported = pass.reported
        let entry = TicketQueue.Entry(
            pass: pass.id.number, ready: pass.start, channel: pass.channel,
            firstExpected: reported?.first ?? pass.start,
            shown: reported?.shown ?? pass.start, shownAhead: reported?.ahead ?? 0,
            notified: reported?.notified ?? pass.start,
            isAdvised: reported?.isAdvised ?? false)
        if pass.queue == .priority { priority.join(entry) } else { walkIn.join(entry) }
        plan(.ready, pass.id, at: pass.start)
    }

    /// The store of records did not take a new pass: it is not confirmed, and nobody was told of it.
    mutating func notStored(_ id: PassID, at now: CityTime) -> Pass? {
        guard let pass = passes.value(of: id.number), pass.isPending else { return nil }
        walkIn.remove(id)
        priority.remove(id)
        if pass.phase == .called { occupancy.uncall(pass.place) }
        if pass.phase == .booked {
            pending.removeAll { $0 == id }
            slots.remove(pass.start)
        }
        codes.withdraw(pass.code)
        passes.close(id.number)
        return pass
    }
}
