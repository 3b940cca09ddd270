// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import RuleTestKit
import TaxiReservations
import TaxiRules
import TaxiService
import Testing

/// Reservations whose timers fall due while the server is down (AVAIL-02).
@Suite struct OutageTests {
    private let form = ReservationForm.form(
        at(6), origin: EnteredPlace(place: middle),
        destination: EnteredPlace(place: Place(metresEast: 1500, north: 500)))

    @Test("An activation that falls due in an outage comes at its end, and not twice")
    func activation() throws {
        let city = try BookCity()
        city.inService(at(3), 1)
        city.reserve(at(3), .p, form)
        city.send(at(5, 40), as: .stateChange, .control(.down))
        city.send(at(5, 55), as: .stateChange, .control(.up))
        try city.run(until: at(5, 55, 30))
        #expect(city.activations == [at(5, 55)])
        #expect(city.offers.map(\.time) == [at(5, 55)])
        #expect(city.dispatcher.timerHold.lastCount == 1)
        // Without an outage it comes 10 min before the pick-up.
        let calm = try BookCity()
        calm.inService(at(3), 1)
        calm.reserve(at(3), .p, form)
        try calm.run(until: at(5, 55, 30))
        #expect(calm.activations == [at(5, 50)])
    }

    @Test("Activations that fall due in one outage come in the order of their times")
    func order() throws {
        let city = try BookCity()
        let later = ReservationForm.form(
            at(6, 2), origin: EnteredPlace(place: middle),
            destination: EnteredPlace(place: Place(metresEast: 1500, north: 500)))
        city.reserve(at(3), .p, later)
        city.reserve(at(3), .q, form)
        city.send(at(5, 40), as: .stateChange, .control(.down))
        city.send(at(5, 55), as: .stateChange, .control(.up))
        try city.run(until: at(5, 55))
        let activated = city.reservations.compactMap { record -> Int32? in
            if case .reservationActivated(let reservation, _, _, _) = record.event { reservation.number } else { nil }
        }
        #expect(activated == [2, 1])
        #expect(city.activations == [at(5, 55), at(5, 55)])
    }

    @Test("A reservation cancelled before its kept timer fires is not activated")
    func cancelled() throws {
        let city = try BookCity()
        city.reserve(at(3), .p, form)
        city.send(at(3, 30), as: .stateChange, .control(.down))
        city.send(at(3, 40), .passenger(.p, .cancelReservation(id: .r1)))
        city.send(at(5, 55), as: .stateChange, .control(.up))
        try city.run(until: at(7))
        #expect(city.activations.isEmpty)
        #expect(city.dispatcher.timerHold.lastCount == 0)
    }
}
