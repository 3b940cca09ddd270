// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel
public import TaxiRules

extension ReservationRules {
    /// Whether a member may leave the reservation now: until 2 h before the pick-up, that instant included, and from the
    /// pick-up time on while no driver has accepted (DEC-RESV-CANCEL).
    public func isCancellable(_ id: ReservationID, at now: CityTime) -> Bool {
        guard let entry = entries.value(of: id.number) else { return false }
        let pickUp = entry.reservation.pickUp
        return switch entry.phase {
        case .over, .active(_, isAccepted: true): false
        case .stored, .held, .active: now <= pickUp - parameters.cancelLimit || now >= pickUp
        }
    }

    /// A passenger cancels a reservation, withdraws it, or leaves a shared one to the others (TAXI-RESV-17,
    /// DEC-SHARE-OWNER-LEAVES).
    public mutating func cancel(
        _ id: ReservationID, by passenger: PassengerID, isLoggedIn: Bool, at now: CityTime
    ) -> [BookDirective] {
        var directives: [BookDirective] = []
        if let refusal = cancelRefusal(id, by: passenger, isLoggedIn: isLoggedIn, at: now) {
            directives.append(.note(.cancelRefused(reservation: id, passenger: passenger, reason: refusal)))
            directives.append(.notify(passenger, .cancelRefused(id, refusal)))
        } else {
            leave(id, passenger, at: now, &directives)
        }
        return directives
    }

    /// The reservations of a passenger that are not requests yet, by pick-up time.
    public func waiting(of passenger: PassengerID) -> [ReservationID] {
        (rows.value(of: passenger.number) ?? []).map(\.reservation).filter { id in
            switch entries.value(of: id.number)?.phase {
            case .stored, .held: true
            case .active, .over, nil: false
            }
        }
    }

    /// The passenger's account is deleted: every reservation that is not a request yet ends, or goes on with the others on
    /// it, also in its last 2 h (DEC-ACCOUNT-DELETE).
    public mutating func cancelAll(of passenger: PassengerID, at now: CityTime) -> [BookDirective] {
        var directives: [BookDirective] = []
        for id in waiting(of: passenger) { leave(id, passenger, at: now, &directives) }
        return directives
    }

    private func cancelRefusal(
        _ id: ReservationID, by passenger: PassengerID, isLoggedIn: Bool, at now: CityTime
    ) -> CancelRefusal? {
        guard isLoggedIn else { return .notLoggedIn }
        guard let reservation = reservation(id), reservation.hasMember(passenger) else { return .unknown }
        return isCancellable(id, at: now) ? nil : .tooLate
    }

    private mutating func leave(
        _ id: ReservationID, _ passenger: PassengerID, at now: CityTime, _ directives: inout [BookDirective]
    ) {
        guard let slot = entries.index(of: id.number) else { return }
        let phase = entries[slot].phase
        entries[slot].reservation.members.removeAll { $0.passenger == passenger }
        dropRow(of: passenger, id)
        let reservation = entries[slot].reservation
        directives.append(.note(.reservationCancelled(reservation: id, passenger: passenger)))
        if reservation.isShared { directives.append(.takeOff(passenger, id, .cancelled)) }
        if reservation.members.isEmpty {
            settle(id, .cancelled, at: now, &directives)
            if case .active(let request, _) = phase { directives.append(.withdraw(request)) }
        } else {
            directives.append(.update(reservation))
            if case .active(let request, _) = phase { directives.append(.detach(passenger, request)) }
            // The one who held it up may have gone.
            if phase == .held { directives.append(.wake(id, at: now)) }
        }
        directives.append(.notify(passenger, .ended(id, .cancelled)))
    }
}
