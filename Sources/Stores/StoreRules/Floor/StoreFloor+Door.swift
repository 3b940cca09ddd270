// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

extension StoreFloor {
    /// Plans the next opening or closing.
    mutating func planDoor(after now: CityTime) {
        doorAt = record.isRemoved ? nil : settings.hours.nextBoundary(after: now)
        if let doorAt { plan(.door, at: doorAt) }
    }

    /// The store opens or closes by its hours.
    mutating func turnDoor(at now: CityTime, _ out: inout [StoreDirective]) {
        planDoor(after: now)
        guard settings.hours.isOpen(at: now) != isOpen else { return }
        isOpen.toggle()
        noteDoor(&out)
        if isOpen { changed(at: now, &out) } else { sendAway(at: now, &out) }
    }

    func noteDoor(_ out: inout [StoreDirective]) {
        out.append(.note(.doorChanged(store: id, state: isOpen ? .open : .closed, inside: inside)))
    }

    /// The store has closed: nobody waits any more. Those inside leave by themselves (STORE-CLOSING); bookings of other times
    /// stay.
    mutating func sendAway(at now: CityTime, _ out: inout [StoreDirective]) {
        for id in openPasses {
            guard let pass = passes.value(of: id.number) else { continue }
            switch pass.phase {
            case .waiting, .called: remove(pass, .closing, at: now, &out)
            case .booked:
                // Who waits at the gate, or was asked to come later today.
                guard pass.scan != nil || pass.proposal != nil else { break }
                let visit = bookingVisitors.first.flatMap { passes.value(of: $0.number) }
                if let cause = pass.proposal?.visit ?? visit.flatMap({ $0.since < pass.time ? $0.id : nil }) {
                    cancel(id, .delay, visit: cause, at: now, &out)
                } else {
                    // Came in time, and waits though nobody stayed too long: there are fewer places than were booked
                    // (STORE-R14, DEC-STORE-CANCEL-KIND).
                    cancel(id, .limitLowered, at: now, &out)
                }
            case .inside: break
            }
        }
    }

    /// The store is removed: pending tickets and bookings end with notice (STORE-REMOVE). Those inside leave as usual.
    mutating func close(by staff: StaffID, at now: CityTime, _ out: inout [StoreDirective]) {
        record.isRemoved = true
        isOpen = false
        doorAt = nil
        out.append(.note(.storeRemoved(store: id, staff: staff, inside: inside)))
        for id in openPasses {
            guard let pass = passes.value(of: id.number) else { continue }
            switch pass.phase {
            case .waiting, .called: remove(pass, .storeClosed, at: now, &out)
            case .booked: cancel(id, .storeRemoved, at: now, &out)
            case .inside: break
            }
        }
        out.append(inside == 0 ? .eraseStore(id) : .saveStore(id))
    }

    /// When maintenance that is asked for now may begin (AVAIL-07): outside the opening hours, or at a weekend.
    func maintenanceTime(askedAt now: CityTime) -> CityTime {
        guard settings.hours.isOpen(at: now), now.weekday < 5 else { return now }
        let closing = settings.hours.closing(after: now)
        // Saturday comes before the closing of a store that never closes.
        return min(closing, now.midnight + .hours(24 * (5 - now.weekday)))
    }
}
