// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel
public import TaxiRules

extension ReservationRules {
    // MARK: What becomes of the request

    /// Nobody could be asked, or a round failed: the reservation stays open (TAXI-RESV-11, TAXI-RESV-21).
    public func waiting(_ request: RequestID, _ reason: RoundFailure) -> [BookDirective] {
        reservation(of: request).map {
            [.note(.reservationWaiting(reservation: $0, request: request, reason: reason))]
        } ?? []
    }

    /// A driver is asked again after a wait.
    public func retried(_ request: RequestID, _ count: Int32) -> [BookDirective] {
        reservation(of: request).map {
            [.note(.reservationRetry(reservation: $0, request: request, count: count))]
        } ?? []
    }

    /// A driver accepted: the reservation cannot be withdrawn any more (TAXI-RESV-17).
    public mutating func accepted(_ request: RequestID) {
        guard let id = reservation(of: request), let slot = entries.index(of: id.number) else { return }
        entries[slot].phase = .active(request, isAccepted: true)
    }

    /// Somebody gave up waiting and is no longer on the request, which goes on with others.
    public mutating func left(_ request: RequestID, _ passenger: PassengerID) -> [BookDirective] {
        var directives: [BookDirective] = []
        guard let id = reservation(of: request), let slot = entries.index(of: id.number),
            entries[slot].reservation.hasMember(passenger)
        else { return directives }
        entries[slot].reservation.members.removeAll { $0.passenger == passenger }
        dropRow(of: passenger, id)
        directives.append(.update(entries[slot].reservation))
        return directives
    }

    /// The passengers are aboard.
    public mutating func aboard(_ request: RequestID, at now: CityTime) -> [BookDirective] {
        var directives: [BookDirective] = []
        if let id = reservation(of: request) { settle(id, .fulfilled, at: now, &directives) }
        return directives
    }

    /// The driver found nobody and was released (DEC-CALL-CANCEL).
    public mutating func released(_ request: RequestID, at now: CityTime) -> [BookDirective] {
        var directives: [BookDirective] = []
        if let id = reservation(of: request) { settle(id, .released, at: now, &directives) }
        return directives
    }

    /// The request ended without a ride: at the end of the run, or because everybody gave up.
    public mutating func aborted(
        _ request: RequestID, _ reason: AbortReason, at now: CityTime
    ) -> [BookDirective] {
        var directives: [BookDirective] = []
        guard let id = reservation(of: request), let owner = reservation(id)?.owner else { return directives }
        if reason == .runEnded {
            directives.append(.note(.reservationUnserved(reservation: id, passenger: owner)))
            settle(id, .unserved, at: now, &directives)
        } else {
            directives.append(.note(.reservationCancelled(reservation: id, passenger: owner)))
            settle(id, .cancelled, at: now, &directives)
        }
        return directives
    }

    /// The run is over: every reservation that is still open ends, by rising number. The store keeps them, so that a
    /// service that starts again goes on with them (TAXI-RESV-20).
    public mutating func close(at now: CityTime) -> [BookDirective] {
        var directives: [BookDirective] = []
        for number in entries.openNumbers {
            guard let entry = entries.value(of: number) else { continue }
            let id = ReservationID(number)
            switch entry.phase {
            case .over:
                directives.append(.letSleep(id))
                forget(id)
            case .active(_, isAccepted: false):
                directives.append(
                    .note(.reservationUnserved(reservation: id, passenger: entry.reservation.owner)))
                settle(id, .unserved, at: now, &directives)
            case .stored, .held, .active:
                settle(id, .runEnded, at: now, &directives)
            }
        }
        return directives
    }

    // MARK: The end

    /// Ends a reservation, once.
    mutating func settle(
        _ id: ReservationID, _ outcome: ReservationOutcome, at now: CityTime, _ directives: inout [BookDirective]
    ) {
        guard let slot = entries.index(of: id.number), entries[slot].phase != .over else { return }
        let reservation = entries[slot].reservation
        if case .active(let request, _) = entries[slot].phase { requests.close(request.number) }
        directives.append(.note(.reservationEnded(reservation: id, outcome: outcome)))
        if outcome != .unserved && outcome != .runEnded { directives.append(.erase(id)) }
        if outcome == .dropped || outcome == .released {
            for member in reservation.members { directives.append(.notify(member.passenger, .ended(id, outcome))) }
        }
        // Cancelled and dropped ones do not count for DEC-ONE-PER-HOUR; the others do for as long as a later pick-up can
        // be less than an hour away.
        let counted = reservation.pickUp + parameters.apart
        if outcome == .fulfilled || outcome == .released, now < counted {
            entries[slot].phase = .over
            directives.append(.wake(id, at: counted))
        } else {
            directives.append(.letSleep(id))
            forget(id)
        }
    }
}
