// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import TaxiRules

extension ReservationRules {
    /// Checks what must hold after every call; traps with the reason. For tests and sweeps.
    public func checkInvariants() {
        var memberships = 0
        var active = 0
        for number in entries.openNumbers {
            guard let entry = entries.value(of: number) else { continue }
            let reservation = entry.reservation
            precondition(reservation.id.number == number, "reservation \(number) is kept as \(reservation.id)")
            precondition(number <= lastNumber, "reservation \(number) has a number that was not given")
            precondition(!reservation.members.isEmpty, "reservation \(number) is open for nobody")
            precondition(
                reservation.isShared || reservation.members.count == 1,
                "reservation \(number) is not shared, yet \(reservation.members.count) are on it")
            memberships += reservation.members.count
            for member in reservation.members {
                let rows = rows.value(of: member.passenger.number) ?? []
                precondition(
                    rows.count { $0.reservation == reservation.id && $0.pickUp == reservation.pickUp } == 1,
                    "reservation \(number) is not one of passenger \(member.passenger)")
            }
            if case .active(let request, _) = entry.phase {
                active += 1
                precondition(
                    requests.value(of: request.number) == number && reservation.request == request,
                    "request \(request) does not lead to reservation \(number)")
            }
        }
        precondition(requests.count == active, "\(requests.count) requests are kept for \(active) reservations")
        var kept = 0
        for passenger in rows.openNumbers {
            let rows = rows.value(of: passenger) ?? []
            kept += rows.count
            precondition(!rows.isEmpty, "passenger \(passenger) is remembered for nothing")
            for (earlier, later) in zip(rows, rows.dropFirst()) {
                precondition(
                    later.pickUp - earlier.pickUp >= parameters.apart,
                    "reservations \(earlier.reservation) and \(later.reservation) of passenger \(passenger) are too close"
                )
            }
        }
        precondition(kept == memberships, "\(kept) rows are kept for \(memberships) riders of reservations")
    }
}
