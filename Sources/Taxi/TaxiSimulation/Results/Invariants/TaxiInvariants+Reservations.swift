// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Reporting
import TaxiRules

/// A reservation as the monitor sees one.
struct WatchedReservation {
    var pickUp: Int64 = 0
    var request: Int32 = 0
    /// Whose it is: the owner, and who joined.
    var members: [Int32] = []
}

/// A reservation that a passenger holds.
struct HeldReservation {
    let reservation: Int32
    let pickUp: Int64
}

extension TaxiInvariants {
    mutating func take(_ event: ReservationEvent) {
        switch event {
        case .reservationStored(let reservation, let passenger, _, _, let pickUp, _):
            store(reservation, of: passenger, pickUp: pickUp)
        case .reservationActivated(let reservation, let request, let passenger, _):
            activate(reservation, request, passenger)
        case .reservationHeld(let reservation, let passenger), .reservationDropped(let reservation, let passenger):
            guard let open = opened(reservation, passenger) else { return }
            if open.request != 0 {
                report(
                    "TAXI-RESV-22", [reservation, passenger], "is held or dropped, but became request \(open.request)")
            }
        case .reservationWaiting(let reservation, let request, _), .reservationRetry(let reservation, let request, _):
            guard let open = opened(reservation, request) else { return }
            if open.request != request.number {
                report("TAXI-RESV-10", [reservation, request], "is not the reservation's request")
            }
        case .reservationCancelled(let reservation, let passenger):
            guard opened(reservation, passenger) != nil else { return }
            letGo(reservation, by: passenger.number)
        case .reservationUnserved(let reservation, let passenger):
            _ = opened(reservation, passenger)
        case .reservationEnded(let reservation, let outcome):
            guard let ended = reservations.close(reservation.number) else {
                report("TAXI-RESV-20", [reservation], "ended \(outcome.word), but was not stored or had ended before")
                return
            }
            for member in ended.members { forget(reservation.number, of: member) }
        case .reservationRejected, .fieldChosen, .cancelRefused, .reservationsViewed, .reserveButtonDisabled: break
        }
    }

    /// The open reservation of an event; reports one that is not open.
    private mutating func opened(_ reservation: ReservationID, _ actor: any Concerned) -> WatchedReservation? {
        if let open = reservations.value(of: reservation.number) { return open }
        report("TAXI-RESV-20", [reservation, actor], "was not stored, or has ended")
        return nil
    }

    private mutating func store(_ reservation: ReservationID, of passenger: PassengerID, pickUp: CityTime) {
        if reservations.index(of: reservation.number) != nil {
            report("TAXI-RESV-20", [reservation, passenger], "was stored twice")
        }
        reservations.open(reservation.number, WatchedReservation(pickUp: pickUp.nanoseconds))
        hold(reservation, by: passenger)
    }

    /// A passenger has one more reservation, by storing it or by joining (TAXI-RESV-13).
    mutating func hold(_ reservation: ReservationID, by passenger: PassengerID) {
        guard let slot = reservations.index(of: reservation.number) else { return }
        let pickUp = reservations[slot].pickUp
        var own = held.value(of: passenger.number) ?? []
        for other in own where other.reservation != reservation.number {
            let apart = TimeSpan(nanoseconds: abs(other.pickUp - pickUp))
            if apart < context.reservationsApart {
                report(
                    "TAXI-RESV-13", [passenger, "reservation \(other.reservation)", reservation],
                    "pick-ups \(apart) apart")
            }
        }
        own.append(HeldReservation(reservation: reservation.number, pickUp: pickUp))
        held.open(passenger.number, own)
        reservations[slot].members.append(passenger.number)
    }

    /// A passenger has left a reservation, which may go on.
    mutating func letGo(_ reservation: ReservationID, by passenger: Int32) {
        forget(reservation.number, of: passenger)
        if let slot = reservations.index(of: reservation.number) {
            reservations[slot].members.removeAll { $0 == passenger }
        }
    }

    private mutating func forget(_ reservation: Int32, of passenger: Int32) {
        guard var own = held.value(of: passenger) else { return }
        own.removeAll { $0.reservation == reservation }
        if own.isEmpty { held.close(passenger) } else { held.open(passenger, own) }
    }

    private mutating func activate(_ reservation: ReservationID, _ request: RequestID, _ passenger: PassengerID) {
        let actors: [any Concerned] = [reservation, request, passenger]
        guard let slot = reservations.index(of: reservation.number) else {
            report("TAXI-RESV-10", actors, "was activated, but not stored or has ended")
            return
        }
        if reservations[slot].request != 0 {
            report("TAXI-RESV-10", actors, "became request \(reservations[slot].request) before")
        }
        reservations[slot].request = request.number
        reservedRequests.open(request.number, reservations[slot].pickUp)
    }

    /// Nobody boards before the agreed time (DEC-PUNCTUALITY).
    mutating func judgeBoarding(_ request: RequestID, _ passenger: PassengerID) {
        guard reservedRequests.count > 0, let pickUp = reservedRequests.close(request.number) else { return }
        if now.nanoseconds < pickUp {
            report(
                "DEC-PUNCTUALITY", [passenger, request],
                "boarded \(TimeSpan(nanoseconds: pickUp - now.nanoseconds)) before the agreed pick-up")
        }
    }

    /// Every reservation has ended when the run is over.
    mutating func judgeOpenReservations() {
        for number in reservations.openNumbers {
            report("TAXI-RESV-20", ["reservation \(number)"], "has not ended when the run ended")
        }
    }
}
