// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import RuleTestKit
import TaxiRules
import TaxiService
import Testing

@testable import TaxiReservations

/// The reservations of a passenger whose account is deleted (DEC-ACCOUNT-DELETE).
@Suite struct DeletionTests {
    private func port(_ city: BookCity) -> TaxiRolePort {
        TaxiRolePort(dispatcher: city.dispatcher, firstPassenger: 1, firstDriver: 1)
    }

    @Test("Both future reservations are cancelled, the one in its last 2 h too, and nothing of them is stored")
    func bothCancelled() throws {
        let city = try BookCity()
        let port = port(city)
        city.reserve(at(3), .p, .form(at(6)))
        city.reserve(at(3), .p, .form(at(12)))
        city.reserve(at(3), .q, .form(at(6)))
        city.send(at(5), .passenger(.p, .logout))
        try city.run(until: at(5))
        #expect(port.obstacle(toDeleting: .passenger(.p)) == nil)
        var count = 0
        city.loop.runTurn(at: at(5, 30)) { count = port.leave(.passenger(.p)) }
        try city.run(until: at(7))
        #expect(count == 2)
        #expect(
            city.reservations.filter { $0.time == at(5, 30) }.map(\.event).filter {
                if case .reservationCancelled = $0 { true } else { false }
            } == [
                .reservationCancelled(reservation: .r1, passenger: .p),
                .reservationCancelled(reservation: .r2, passenger: .p),
            ])
        #expect(city.activations == [at(5, 50)])
        #expect(try city.store.load().open.map(\.owner) == [.q])
    }

    @Test("A shared reservation goes on with the others; without the module there is nothing to cancel")
    func shared() throws {
        let city = try BookCity(hasSharing: true)
        let port = port(city)
        city.reserve(at(3), .p, .form(at(6), isShared: true))
        try city.run(until: at(4))
        #expect(port.leave(.passenger(.p)) == 1 && port.leave(.passenger(.p)) == 0)
        #expect(city.endings == [.cancelled])
        let none = try BookCity(hasBook: false)
        #expect(self.port(none).leave(.passenger(.p)) == 0)
        #expect(none.found { if case .moduleRefused = $0 { true } else { nil } }.isEmpty)
    }
}
