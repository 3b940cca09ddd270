// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import RuleTestKit
import TaxiRules
import Testing

@testable import CityGateway
@testable import TaxiService

/// Reservations and shared rides through the public interface.
@Suite struct ModuleInterfaceTests {
    @Test("API-07: 1 h ahead throws leadTime, 3 h ahead gives a number; cancelling has its errors")
    func reservations() throws {
        let city = try InterfaceCity()
        try city.enroll(.passenger, 1)
        try city.story { client in
            let token = try await client.passenger(1)
            await #expect(throws: ReservationError.refused(.leadTime)) {
                try await client.reserve(token, .form(hours: 1))
            }
            let id = try await client.reserve(token, .form(hours: 3))
            #expect(id == ReservationID(1))
            await #expect(throws: ReservationError.refused(.onePerHour)) {
                try await client.reserve(token, .form(hours: 3))
            }
            #expect(try await client.reservations(token).map(\.reservation) == [id])
            await #expect(throws: CancelError.refused(.unknown)) { try await client.cancel(token, ReservationID(7)) }
            try await client.cancel(token, id)
            #expect(try await client.reservations(token).isEmpty)
            let next = try await client.reserve(token, .form(hours: 3))
            try await client.loop.sleep(until: .seconds(3_601))
            await #expect(throws: CancelError.refused(.tooLate)) { try await client.cancel(token, next) }
        }
    }

    @Test("Each rule of reservations and of joining has an error of its own")
    func distinct() {
        #expect(
            Set(ReservationRefusal.allCases.map { ReservationError($0) }).count == ReservationRefusal.allCases.count)
        #expect(Set(CancelRefusal.allCases.map { CancelError($0) }).count == CancelRefusal.allCases.count)
        #expect(Set(JoinRefusal.allCases.map { ShareError.refused($0) }).count == JoinRefusal.allCases.count)
        #expect(Set(CallRefusal.allCases.map { CallError($0) }).count == CallRefusal.allCases.count)
        #expect(Set(StatusRefusal.allCases.map { StatusError($0) }).count == StatusRefusal.allCases.count)
    }

    @Test(
        "API-08: with one compatible ride the search returns it, and joining adds the passenger; or a new one is made")
    func sharing() throws {
        let city = try InterfaceCity(seats: [4])
        try city.enroll(.passenger, 1, 2, 3)
        try city.enroll(.driver, 1)
        try city.story { client in
            // The driver thinks, so the ride stays open to others.
            _ = try await client.driverInService(1)
            let form = ShareForm(
                call: CallForm(client: .mobile, source: .address, radius: .zero, place: meeting.place, travelers: 1),
                destination: Place(metresEast: 2_900, north: 500))
            let owner = try await client.passenger(1)
            let ride = SharedRideID(1)
            await #expect(throws: ShareError.notCalled(.refused(.missingDestination))) {
                _ = try await client.searchRides(owner, ShareForm(call: form.call, destination: nil))
            }
            #expect(try await client.searchRides(owner, form) == .created(ride))
            let guest = try await client.passenger(2)
            await #expect(throws: ShareError.refused(.notSearched)) { try await client.join(guest, ride) }
            guard case .proposals(let proposals) = try await client.searchRides(guest, form) else {
                Issue.record("nothing was proposed")
                return
            }
            #expect(proposals.map(\.ride) == [ride])
            let joined = try await client.join(guest, ride)
            #expect(joined.ride == ride && joined.meeting == meeting.place)
            let third = try await client.passenger(3)
            _ = try await client.searchRides(third, form)
            #expect(try await client.createRide(third) == SharedRideID(2))
        }
        #expect(
            city.times(.passengerAttached(request: RequestID(1), passenger: PassengerID(2), travelers: 1)).count == 1)
    }

    @Test("With the modules off every call to them throws that")
    func modulesOff() throws {
        let city = try InterfaceCity(hasModules: false)
        try city.enroll(.passenger, 1)
        try city.story { client in
            let token = try await client.passenger(1)
            await #expect(throws: ReservationError.access(.moduleOff)) {
                try await client.reserve(token, .form(hours: 3))
            }
            await #expect(throws: AccessError.moduleOff) { try await client.reservations(token) }
            await #expect(throws: ShareError.access(.moduleOff)) { try await client.join(token, SharedRideID(1)) }
        }
    }
}
