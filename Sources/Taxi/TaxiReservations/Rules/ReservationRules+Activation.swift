// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel
public import TaxiRules

extension ReservationRules {
    /// The time planned with `wake` has come, or a member of a held reservation is free: the reservation becomes a request,
    /// is held, or is dropped (TAXI-RESV-10, TAXI-RESV-22).
    ///
    /// `riders` are those on it now, the owner first; an empty list stands for the members as stored.
    public mutating func due(_ id: ReservationID, riders: [DueRider], at now: CityTime) -> [BookDirective] {
        var directives: [BookDirective] = []
        guard let entry = entries.value(of: id.number) else { return directives }
        switch entry.phase {
        case .over:
            forget(id)
        case .active:
            break
        case .stored, .held:
            if now >= entry.reservation.pickUp - parameters.activation {
                let riders =
                    riders.isEmpty ? entry.reservation.members.map { DueRider($0, isBusy: false) } : riders
                tryActivation(of: entry, riders, at: now, &directives)
            }
        }
        return directives
    }

    private mutating func tryActivation(
        of entry: Entry, _ riders: [DueRider], at now: CityTime, _ directives: inout [BookDirective]
    ) {
        let id = entry.reservation.id
        let free = riders.filter { !$0.isBusy }
        // Joiners first, so that the owner goes only to leave the ride to a joiner who is free.
        for joiner in riders.dropFirst() where joiner.isBusy { takeOff(joiner.rider.passenger, id, &directives) }
        guard free.isEmpty else {
            if let owner = riders.first, owner.isBusy { takeOff(owner.rider.passenger, id, &directives) }
            directives.append(.activate(id, free.map(\.rider)))
            return
        }
        let limit = entry.reservation.pickUp + parameters.holdLimit
        if now >= limit {
            drop(id, at: now, &directives)
            return
        }
        if entry.phase != .held, let slot = entries.index(of: id.number) {
            entries[slot].phase = .held
            let owner = entries[slot].reservation.owner
            directives.append(.note(.reservationHeld(reservation: id, passenger: owner)))
            directives.append(.notify(owner, .held(id)))
        }
        directives.append(.wake(id, at: limit))
    }

    private mutating func takeOff(
        _ passenger: PassengerID, _ id: ReservationID, _ directives: inout [BookDirective]
    ) {
        guard let slot = entries.index(of: id.number) else { return }
        entries[slot].reservation.members.removeAll { $0.passenger == passenger }
        dropRow(of: passenger, id)
        directives.append(.takeOff(passenger, id, .busy))
        directives.append(.update(entries[slot].reservation))
    }

    /// The passenger was busy for too long (TAXI-RESV-22).
    private mutating func drop(_ id: ReservationID, at now: CityTime, _ directives: inout [BookDirective]) {
        guard let reservation = reservation(id) else { return }
        directives.append(.note(.reservationDropped(reservation: id, passenger: reservation.owner)))
        if reservation.isShared { directives.append(.removeRide(id, .dropped)) }
        settle(id, .dropped, at: now, &directives)
    }

    /// The book has a number for the request: the reservation is one from now on, handled like a call (TAXI-RESV-10).
    public mutating func activate(
        _ id: ReservationID, _ riders: [Rider], as request: RequestID, at now: CityTime
    ) -> [BookDirective] {
        var directives: [BookDirective] = []
        guard let slot = entries.index(of: id.number), [.stored, .held].contains(entries[slot].phase),
            let owner = riders.first?.passenger
        else { return directives }
        let stored = entries[slot].reservation
        for member in stored.members where !riders.contains(where: { $0.passenger == member.passenger }) {
            dropRow(of: member.passenger, id)
        }
        for rider in riders where !stored.hasMember(rider.passenger) { addRow(of: rider.passenger, stored) }
        entries[slot].reservation.members = riders
        entries[slot].reservation.request = request
        entries[slot].phase = .active(request, isAccepted: false)
        requests.open(request.number, id.number)
        let reservation = entries[slot].reservation
        directives.append(.letSleep(id))
        directives.append(.update(reservation))
        directives.append(
            .note(
                .reservationActivated(
                    reservation: id, request: request, passenger: owner, zone: reservation.zone)))
        for rider in riders { directives.append(.notify(rider.passenger, .activated(id, request))) }
        if reservation.isShared { directives.append(.rideActivated(id, request)) }
        directives.append(.place(reservation, as: request))
        return directives
    }

    /// The held reservations that a passenger is on, by pick-up time: those to look at when the passenger is free.
    public func held(of passenger: PassengerID) -> [ReservationID] {
        (rows.value(of: passenger.number) ?? []).map(\.reservation)
            .filter { entries.value(of: $0.number)?.phase == .held }
    }

    /// Somebody joined a shared reservation: it counts as one of the own from now on (DEC-ONE-PER-HOUR).
    public mutating func joined(_ joiner: SharedRider, _ id: ReservationID, at now: CityTime) -> [BookDirective] {
        let rider = joiner.rider
        var directives: [BookDirective] = []
        guard let slot = entries.index(of: id.number), entries[slot].phase != .over,
            !entries[slot].reservation.hasMember(rider.passenger)
        else { return directives }
        entries[slot].reservation.join(joiner)
        addRow(of: rider.passenger, entries[slot].reservation)
        directives.append(.update(entries[slot].reservation))
        // Only a ride without joiners is held: the joiner may be free. Looked at in a turn of its own, when the join is
        // done.
        if entries[slot].phase == .held { directives.append(.wake(id, at: now)) }
        return directives
    }
}
