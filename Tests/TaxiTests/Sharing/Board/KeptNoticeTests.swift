// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import RuleTestKit
import TaxiRules
import TaxiService
import TaxiSharing
import Testing

/// People of shared rides who log out: what modules tell them waits for the next login (TAXI-OFFER-08).
@Suite struct KeptNoticeTests {
    private let driver = DriverID(1)
    private let request = RequestID(1)
    private let ride = SharedRideID(1)

    /// What a passenger was told by the modules and the core, without the table itself.
    private func words(_ city: BoardCity, _ passenger: Int32) -> [String] {
        city.people.reported(passenger).map { notice in
            switch notice {
            case .call(let call): String("\(call)".prefix { $0 != "(" })
            case .reservation(let notice): String("\(notice)".prefix { $0 != "(" })
            case .sharing(let notice): String("\(notice)".prefix { $0 != "(" })
            case .moduleOff: "moduleOff"
            }
        }
    }

    @Test("TAXI-OFFER-08: an owner who is logged out until 1,000 s is told of the whole shared ride then, in its order")
    func owner() throws {
        let city = try BoardCity(seats: [4])
        city.drivers[0].always(.accept(after: .seconds(10)))
        city.search(2, 1, from: east(1), to: east(5))
        city.send(3, .passenger(PassengerID(1), .logout))
        city.search(4, 2, from: east(1), to: east(7))
        city.join(5, 2, 1)
        city.search(6, 3, from: east(1), to: east(7))
        city.join(7, 3, 1)
        city.send(100, as: .stateChange, .driver(driver, .position(place: east(1), odometer: .km(50))))
        let counts = BoardCounts([
            Rider(passenger: PassengerID(1), travelers: 1), Rider(passenger: PassengerID(2), travelers: 1),
        ])
        city.send(
            200, as: .stateChange, .driver(driver, .boardedEach(request: request, counts: counts, odometer: .km(50))))
        city.send(210, .passenger(PassengerID(3), .logout))
        city.send(
            600, as: .stateChange,
            .driver(driver, .droppedOff(request: request, passenger: PassengerID(1), place: east(5), odometer: .km(54)))
        )
        city.send(
            800, as: .stateChange,
            .driver(driver, .rideComplete(request: request, place: east(7), odometer: .km(56), badCustomer: false))
        )
        city.send(1000, .passenger(PassengerID(1), .login(client: .mobile)))
        try city.run(until: 999)
        #expect(words(city, 1) == ["created", "stored"])
        try city.run(until: 1000)
        #expect(
            words(city, 1).dropFirst(2) == [
                "someoneJoined", "someoneJoined", "accepted", "aboard", "rideEnded", "feeShares",
            ])
        let table = try #require(city.drivers[0].feeShares)
        #expect(city.people.reported(1).last == .sharing(.feeShares(ride, table)))
        let held = city.core.compactMap { record -> String? in
            guard case .noticeHeld(PassengerID(1), _, let kind) = record.fact else { return nil }
            return "\(Int(record.time)) \(kind)"
        }
        #expect(held == ["5 sharing", "7 sharing", "12 accepted", "200 aboard", "600 rideEnded", "800 sharing"])
        let delays = city.core.compactMap { record -> Double? in
            guard case .noticeDelivered(PassengerID(1), _, .sharing, let delay) = record.fact else { return nil }
            return delay.inSeconds
        }
        #expect(delays == [995, 993, 200])
        city.close()
        #expect(city.violations.isEmpty)
    }

    @Test("TAXI-OFFER-08: a joiner who logged out and missed the ride learns it at the next login")
    func missed() throws {
        let city = try BoardCity(seats: [4])
        city.drivers[0].always(.accept(after: .zero))
        city.search(2, 1, from: east(1), to: east(5))
        city.search(4, 2, from: east(1), to: east(7))
        city.join(5, 2, 1)
        city.send(50, .passenger(PassengerID(2), .logout))
        city.send(100, as: .stateChange, .driver(driver, .position(place: east(1), odometer: .km(50))))
        let counts = BoardCounts([Rider(passenger: PassengerID(1), travelers: 1)])
        city.send(
            200, as: .stateChange, .driver(driver, .boardedEach(request: request, counts: counts, odometer: .km(50))))
        city.send(500, .passenger(PassengerID(2), .login(client: .mobile)))
        try city.run(until: 499)
        let before = city.people.reported(2)
        #expect(!before.contains(.sharing(.missed(ride))))
        try city.run(until: 500)
        #expect(city.people.reported(2).dropFirst(before.count) == [.sharing(.missed(ride))])
        #expect(city.violations.isEmpty)
    }

    @Test("TAXI-OFFER-08: a reservation that is dropped while its passenger is logged out is told at the next login")
    func dropped() throws {
        let city = try BoardCity(reservations: true)
        for driver in city.drivers { driver.always(.accept(after: .zero)) }
        let passenger = PassengerID(1)
        city.send(
            0, .passenger(passenger, .login(client: .mobile)),
            .passenger(
                passenger,
                .reserve(
                    form: ReservationForm(
                        origin: EnteredPlace(place: east(1)), destination: EnteredPlace(place: east(5)),
                        pickUp: CivilTime(.seconds(5 * 3600)), travelers: 1))))
        let call = CallForm(client: .mobile, source: .address, radius: .zero, place: east(1), travelers: 1)
        city.send(17_000, .passenger(passenger, .prepareCall), .passenger(passenger, .call(form: call)))
        city.send(17_300, as: .stateChange, .driver(driver, .position(place: east(1), odometer: .km(5))))
        city.send(17_301, as: .stateChange, .driver(driver, .boarded(request: request, travelers: 1, odometer: .km(5))))
        city.send(17_310, .passenger(passenger, .logout))
        city.send(20_000, .passenger(passenger, .login(client: .mobile)))
        try city.run(until: 19_999)
        let before = city.people.reported(1)
        #expect(before.last == .call(.aboard(request)))
        try city.run(until: 20_000)
        #expect(
            city.people.reported(1).dropFirst(before.count) == [
                .reservation(.held(ReservationID(1))), .reservation(.ended(ReservationID(1), .dropped)),
            ])
        let delays = city.core.compactMap { record -> Double? in
            guard case .noticeDelivered(passenger, nil, .reservation, let delay) = record.fact else { return nil }
            return delay.inSeconds
        }
        // Held at the activation, 04:50, and dropped 20 min after 05:00.
        #expect(delays == [2600, 800])
        #expect(city.violations.isEmpty)
    }
}
