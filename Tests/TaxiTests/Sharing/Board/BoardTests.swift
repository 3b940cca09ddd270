// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import RuleTestKit
import TaxiRules
import TaxiService
import TaxiSharing
import Testing

/// Immediate shared rides through the real actors.
@Suite struct BoardTests {
    @Test("TAXI-SHARE-02: a call with sharing from the web runs a search, and so does one from the mobile client")
    func clients() throws {
        let city = try BoardCity()
        city.search(10, 1, from: east(1), to: east(5), client: .web)
        city.search(20, 2, from: east(1), to: east(5), client: .mobile)
        try city.run(until: 20)
        let searches = city.shared.compactMap {
            if case .shareSearch(let passenger, let client, _, _, _) = $0.fact {
                (passenger.number, client)
            } else {
                nil
            }
        }
        #expect(searches.map(\.0) == [1, 2] && searches.map(\.1) == [.web, .mobile])
        #expect(city.violations.isEmpty)
    }

    @Test("TAXI-SHARE-12: a shared call without a destination is refused, and so is one that leads out of all zones")
    func destination() throws {
        let city = try BoardCity()
        city.search(10, 1, from: east(1), to: nil)
        city.search(20, 2, from: east(1), to: east(20.2))
        city.search(25, 3, from: east(1), to: east(21.2))
        try city.run(until: 25)
        #expect(city.people.reported(1).last == .call(.refused(.missingDestination)))
        #expect(city.people.reported(2).last == .call(.refused(.outsideZones)))
        #expect(city.people.reported(3).last == .call(.refused(.addressOutsideCity)))
        let refused = city.core.map(\.fact).filter { if case .callRefused = $0 { true } else { false } }
        #expect(
            refused == [
                .callRefused(passenger: PassengerID(1), reason: .missingDestination),
                .callRefused(passenger: PassengerID(2), reason: .outsideZones),
                .callRefused(passenger: PassengerID(3), reason: .addressOutsideCity),
            ])
        #expect(city.shared.isEmpty)
    }

    @Test("TAXI-SHARE-13: the search over the zone's pending rides comes before any offer")
    func searchFirst() throws {
        let city = try BoardCity()
        city.search(10, 1, from: east(1), to: east(5))
        city.search(20, 2, from: east(1), to: east(0.2))
        city.send(21, .passenger(PassengerID(2), .declineRides))
        city.search(30, 3, from: east(1), to: east(5.2))
        city.send(31, .passenger(PassengerID(3), .declineRides))
        city.search(40, 4, from: east(11), to: east(15))
        city.search(50, 5, from: east(1), to: east(5))
        try city.run(until: 50)
        #expect(
            city.shared.contains {
                $0.fact
                    == .shareSearch(
                        passenger: PassengerID(5), client: .mobile, zone: ZoneID(1), candidates: 3, feasible: 2)
            })
        #expect(Set(city.proposed(to: 5).map(\.ride.number)) == [1, 3])
        let names = city.names(at: 10)
        let search = try #require(names.firstIndex(of: "shareSearch"))
        #expect(search < (names.firstIndex(of: "offerSent") ?? 0))
        #expect(!city.names(at: 50).contains("offerSent"))
    }

    @Test("TAXI-SHARE-14: without a feasible ride the passenger owns a new one, and the call flow starts")
    func owner() throws {
        let city = try BoardCity()
        city.search(10, 1, travelers: 2, from: east(1), to: east(5))
        try city.run(until: 10)
        let flow = ["shareSearch", "rideCreated", "rideRequested", "requestStored", "offerSent"]
        #expect(city.names(at: 10).filter(flow.contains) == flow)
        #expect(
            city.shared.contains {
                $0.fact
                    == .rideCreated(
                        ride: SharedRideID(1), owner: PassengerID(1), zone: ZoneID(1), travelers: 2, reservation: nil)
            })
    }

    @Test(
        "TAXI-SHARE-17: declining at 10 s: declined, created and offered at 10 s in this order; the ride is proposed later"
    )
    func decline() throws {
        let city = try BoardCity()
        city.search(2, 1, from: east(1), to: east(5))
        city.search(5, 2, from: east(1), to: east(5))
        city.send(10, .passenger(PassengerID(2), .declineRides))
        city.search(12, 3, from: east(1), to: east(5))
        try city.run(until: 12)
        let order = city.names(at: 10).filter { ["shareDeclined", "rideCreated", "offerSent"].contains($0) }
        #expect(order == ["shareDeclined", "rideCreated", "offerSent"])
        #expect(city.proposed(to: 3).map(\.ride.number).contains(2))
    }

    @Test("API-08: sharing on, destination and seats given: the one compatible ride is found, and joined")
    func joining() throws {
        let city = try BoardCity()
        city.search(2, 1, from: east(1), to: east(5))
        city.search(5, 2, travelers: 2, from: east(1.1), to: east(5))
        city.join(8, 2, 1)
        try city.run(until: 8)
        #expect(city.proposed(to: 2).map(\.ride) == [SharedRideID(1)])
        #expect(city.names(at: 8).starts(with: ["shareChosen", "shareJoined"]))
        #expect(
            city.core.contains {
                $0.fact == .passengerAttached(request: RequestID(1), passenger: PassengerID(2), travelers: 2)
            })
        // TAXI-CALL-18: a request of a shared ride counts for everybody on it.
        city.search(9, 2, from: east(1), to: east(5))
        try city.run(until: 9)
        #expect(city.people.reported(2).last == .call(.refused(.alreadyWaiting)))
        #expect(city.violations.isEmpty)
    }

    @Test("TAXI-SHARE-15: a join before assignment tells owner and newcomer, a join after it the driver as well")
    func reported() throws {
        let city = try BoardCity(seats: [6])
        city.drivers[0].always(.accept(after: .seconds(28)))
        city.search(2, 1, from: east(1), to: east(5))
        city.search(3, 2, from: east(1), to: east(5))
        city.join(10, 2, 1)
        city.search(35, 3, from: east(1), to: east(5))
        city.join(40, 3, 1)
        try city.run(until: 20)
        let joiner = Rider(passenger: PassengerID(2), travelers: 1)
        #expect(city.people.reported(1).contains(.sharing(.someoneJoined(SharedRideID(1), joiner))))
        #expect(
            city.people.reported(2).contains {
                if case .sharing(.joined(SharedRideID(1), meeting: east(1), time: _, reservation: nil)) = $0 {
                    true
                } else {
                    false
                }
            })
        #expect(!city.names(at: 10).contains("rideDriverNotified"))
        try city.run(until: 40)
        // Accepted at 30 s: the driver learned of the first joiner with the answer.
        let rides = city.drivers[0].reported.compactMap { if case .ride(let ride, _) = $0.notice { ride } else { nil } }
        #expect(rides.map(\.riders) == [[Rider(passenger: PassengerID(1), travelers: 1), joiner]])
        let added = city.shared.filter { if case .rideDriverNotified = $0.fact { true } else { false } }
        #expect(added.map(\.time) == [40])
        #expect(
            city.drivers[0].reported.last?.notice
                == .riders(
                    RequestID(1),
                    [
                        Rider(passenger: PassengerID(1), travelers: 1), joiner,
                        Rider(passenger: PassengerID(3), travelers: 1),
                    ]))
        #expect(city.violations.isEmpty)
    }

    @Test("TAXI-SHARE-04: accepted at 30 s, joined at 40 s: the driver is told at 40 s")
    func driverNotified() throws {
        let city = try BoardCity(seats: [4])
        city.drivers[0].always(.accept(after: .seconds(28)))
        city.search(2, 1, from: east(1), to: east(5))
        city.search(35, 2, travelers: 2, from: east(1), to: east(5))
        city.join(40, 2, 1)
        try city.run(until: 50)
        #expect(city.core.contains { if case .offerAccepted = $0.fact { $0.time == 30 } else { false } })
        let reported = city.shared.filter { if case .rideDriverNotified = $0.fact { true } else { false } }
        #expect(reported.map(\.time) == [40])
        #expect(
            reported.first?.fact
                == .rideDriverNotified(
                    ride: SharedRideID(1), driver: DriverID(1), kind: .passengerAdded, travelers: 3))
    }

    @Test(
        "TAXI-SHARE-22: two joins for one free seat at one instant: the first message gets it, the second an own ride")
    func race() throws {
        let city = try BoardCity()
        city.search(2, 1, travelers: 3, from: east(1), to: east(5))
        city.search(3, 2, from: east(1), to: east(5))
        city.search(4, 3, from: east(1), to: east(5))
        // Client 3 is the first of the two messages.
        city.send(
            10, .passenger(PassengerID(3), .joinRide(id: SharedRideID(1))),
            .passenger(PassengerID(2), .joinRide(id: SharedRideID(1))))
        try city.run(until: 10)
        let joined = city.shared.filter { if case .shareJoined = $0.fact { true } else { false } }
        #expect(joined.map(\.fact) == [.shareJoined(ride: SharedRideID(1), passenger: PassengerID(3), travelers: 1)])
        #expect(
            city.shared.contains {
                $0.fact == .joinRefused(ride: SharedRideID(1), passenger: PassengerID(2), reason: .noSeats)
            })
        // Nothing else was there, so the second owns a ride now.
        #expect(city.people.reported(2).contains(.sharing(.created(SharedRideID(2)))))
        #expect(city.violations.isEmpty)
    }

    @Test("TAXI-SHARE-07: 2 travelers offered to a taxi with 3 seats: no join with 2 until that offer has ended")
    func offeredSeats() throws {
        let city = try BoardCity(seats: [3, 4])
        // The first taxi lets the offer lapse at 62 s, then the second is asked.
        city.search(2, 1, travelers: 2, from: east(1), to: east(5))
        city.search(3, 2, travelers: 2, from: east(1), to: east(5))
        city.search(63, 3, travelers: 2, from: east(1), to: east(5))
        try city.run(until: 63)
        #expect(city.proposed(to: 2).isEmpty)
        #expect(city.proposed(to: 3).map(\.ride.number).contains(1))
    }

    @Test(
        "TAXI-SHARE-19: owner and one joiner, all drivers refuse: two error notices, and the ride is not proposed later"
    )
    func aborted() throws {
        let city = try BoardCity(seats: [4])
        city.search(2, 1, from: east(1), to: east(5))
        city.search(3, 2, from: east(1), to: east(5))
        city.join(10, 2, 1)
        city.search(70, 3, from: east(1), to: east(5))
        try city.run(until: 70)
        let errors = city.core.compactMap {
            if case .passengerNotified(let passenger, _, .error, _, _, _, _) = $0.fact { passenger.number } else { nil }
        }
        #expect(errors.prefix(2) == [1, 2])
        #expect(
            city.shared.contains {
                $0.time == 62 && $0.fact == .rideRemoved(ride: SharedRideID(1), reason: .aborted)
            })
        #expect(city.proposed(to: 3).isEmpty)
        for passenger in [1, 2] as [Int32] {
            #expect(city.people.reported(passenger).contains(.call(.aborted(RequestID(1), .allRefused))))
        }
        // Both may call again.
        city.search(80, 2, from: east(1), to: east(5))
        try city.run(until: 80)
        #expect(city.people.reported(2).last.map { if case .call(.refused) = $0 { true } else { false } } == false)
        city.close()
        #expect(city.violations.isEmpty)
    }

    @Test("a passenger who gives up leaves the ride to the joiner, and both may call again (DEC-CALL-CANCEL)")
    func givesUp() throws {
        let city = try BoardCity(seats: [4])
        city.drivers[0].always(.accept(after: .seconds(5)))
        city.search(2, 1, from: east(1), to: east(5))
        city.search(3, 2, from: east(1), to: east(5))
        city.join(4, 2, 1)
        city.send(20, .passenger(PassengerID(1), .abandon(request: RequestID(1))))
        try city.run(until: 20)
        #expect(
            city.shared.contains { $0.fact == .ownerChanged(ride: SharedRideID(1), owner: PassengerID(2)) })
        #expect(
            city.drivers[0].reported.last?.notice
                == .riders(RequestID(1), [Rider(passenger: PassengerID(2), travelers: 1)])
        )
        city.send(30, .passenger(PassengerID(2), .abandon(request: RequestID(1))))
        try city.run(until: 30)
        #expect(city.shared.last?.fact == .rideRemoved(ride: SharedRideID(1), reason: .released))
        #expect(city.violations.isEmpty)
    }
}
