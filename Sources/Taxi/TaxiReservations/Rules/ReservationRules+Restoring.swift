// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel
import TaxiRules

extension ReservationRules {
    /// Numbers up to this one were given before a restart.
    public mutating func restore(lastNumber: Int32) {
        self.lastNumber = max(self.lastNumber, lastNumber)
    }

    /// Takes a reservation out of the store after a restart, with its timer (TAXI-RESV-20). What fell into the outage is
    /// made up for at once.
    ///
    /// `standing` is where its request stands; nil when the core does not know it (any more): then the reservation is
    /// activated again.
    public mutating func restore(
        _ stored: Reservation, standing: RequestStanding?, at now: CityTime
    ) -> [BookDirective] {
        var directives: [BookDirective] = []
        guard stored.id.number > 0, !stored.members.isEmpty, entries.index(of: stored.id.number) == nil else {
            return directives
        }
        lastNumber = max(lastNumber, stored.id.number)
        var reservation = stored
        if let request = stored.request, let standing {
            open(Entry(reservation: reservation, phase: .active(request, isAccepted: standing == .accepted)))
            requests.open(request.number, reservation.id.number)
            if reservation.isShared {
                directives.append(.openRide(reservation))
                directives.append(.rideActivated(reservation.id, request))
            }
        } else {
            reservation.request = nil
            open(Entry(reservation: reservation))
            directives.append(.wake(reservation.id, at: max(now, reservation.pickUp - parameters.activation)))
            if reservation.isShared { directives.append(.openRide(reservation)) }
        }
        return directives
    }
}
