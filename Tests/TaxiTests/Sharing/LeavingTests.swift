// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import TaxiRules
import TaxiSharing
import Testing

/// People who leave before boarding, and rides that end without a taxi.
@Suite struct LeavingTests {
    /// Owner A (1), joiners B (2) and C (3) on a reservation for 12:00, made early.
    private func reserved(joiners: [Int32] = [2, 3]) -> (city: SharingCity, ride: SharedRideID) {
        var city = SharingCity()
        let noon = CityTime.seconds(12 * 3600)
        let ride = city.reserve(5, 1, from: km(0.2), to: km(5), pickUp: noon)
        for joiner in joiners { city.joining(joiner, ride, from: km(0), to: km(5), pickUp: noon) }
        city.now = noon - .hours(3)
        city.hush()
        return (city, ride)
    }

    @Test("TAXI-SHARE-24: owner A cancels 3 h before: B, who joined first, owns the ride, the meeting point stays")
    func ownerCancels() throws {
        var (city, ride) = reserved()
        city.take(city.rules.takeOff(PassengerID(1), ReservationID(5), .cancelled))
        #expect(city.facts.contains(.shareLeft(ride: ride, passenger: PassengerID(1), reason: .cancelled)))
        #expect(city.facts.contains(.ownerChanged(ride: ride, owner: PassengerID(2))))
        let rest = try #require(city.rules.ride(ride))
        #expect(rest.owner == PassengerID(2) && rest.place == km(0.2) && rest.pickUp == .seconds(12 * 3600))
        #expect(rest.riders.map(\.passenger) == [PassengerID(2), PassengerID(3)])
        for other in [2, 3] as [Int32] {
            #expect(city.reported(other) == [.someoneLeft(ride, PassengerID(1)), .owner(ride, PassengerID(2))])
        }
        #expect(city.reported(1) == [.takenOff(ride, .cancelled)])
    }

    @Test("TAXI-SHARE-24: without a joiner the ride is removed")
    func aloneCancels() throws {
        var (city, ride) = reserved(joiners: [])
        city.take(city.rules.takeOff(PassengerID(1), ReservationID(5), .cancelled))
        #expect(city.facts.last == .rideRemoved(ride: ride, reason: .cancelled))
        #expect(city.rules.ride(ride) == nil && city.rules.ride(of: ReservationID(5)) == nil)
        city.search(9, from: km(0), to: km(5), pickUp: .seconds(12 * 3600))
        #expect(city.proposed(to: 9).isEmpty)
    }

    @Test("a joiner leaves: the seats are free again and the others are told (DEC-SHARE-OWNER-LEAVES)")
    func joinerLeaves() throws {
        var (city, ride) = reserved()
        city.take(city.rules.takeOff(PassengerID(2), ReservationID(5), .busy))
        #expect(city.rules.ride(ride)?.freeSeats(cap: 4) == 2)
        #expect(!city.facts.contains { if case .ownerChanged = $0 { true } else { false } })
        #expect(city.reported(1) == [.someoneLeft(ride, PassengerID(2))])
        #expect(city.reported(2) == [.takenOff(ride, .busy)])
        // Who is not on it cannot leave it.
        let count = city.directives.count
        city.take(city.rules.takeOff(PassengerID(2), ReservationID(5), .busy))
        #expect(city.directives.count == count)
    }

    @Test("a passenger who gives up before boarding leaves the others, and the driver who comes is told")
    func abandons() throws {
        var city = SharingCity()
        let ride = city.own(1, from: km(0), to: km(5))
        city.joining(2, ride, travelers: 2, from: km(0), to: km(5))
        city.accept(ride, by: 8)
        city.hush()
        city.take(city.rules.left(city.request(of: ride), PassengerID(1)))
        #expect(city.rules.ride(ride)?.owner == PassengerID(2))
        #expect(city.reported(1).isEmpty)
        #expect(city.reported(driver: 8) == [.riders([Rider(passenger: PassengerID(2), travelers: 2)])])
        #expect(
            city.facts.last
                == .rideDriverNotified(ride: ride, driver: DriverID(8), kind: .passengerLeft, travelers: 2))
    }

    @Test("TAXI-SHARE-19: an aborted ride is no longer pending, and no later search proposes it")
    func aborted() throws {
        var city = SharingCity()
        let ride = city.own(1, from: km(0), to: km(5))
        city.joining(2, ride, from: km(0), to: km(5))
        city.take(city.rules.aborted(city.request(of: ride), .allRefused))
        #expect(city.facts.last == .rideRemoved(ride: ride, reason: .aborted))
        city.search(3, from: km(0), to: km(5))
        #expect(city.proposed(to: 3).isEmpty)
    }

    @Test("a reservation that is dropped tells everybody on it; one that is a request leaves that to the core")
    func dropped() throws {
        for isRequested in [false, true] {
            var (city, ride) = reserved()
            if isRequested { city.take(city.rules.activated(ReservationID(5), RequestID(70))) }
            city.hush()
            city.take(city.rules.removed(ReservationID(5), .dropped))
            #expect(city.facts.first == .rideRemoved(ride: ride, reason: .dropped))
            for passenger in 1...3 as ClosedRange<Int32> {
                #expect(city.reported(passenger) == (isRequested ? [] : [.removed(ride, .dropped)]))
            }
            #expect(city.rules.pendingCount == 0)
        }
    }

    @Test("at the end of a run everything that is left is removed, by number")
    func runEnds() throws {
        var city = SharingCity()
        let aboard = city.own(1, from: km(0), to: km(5))
        city.accept(aboard)
        let pending = city.own(2, from: km(0), to: km(-5))
        city.board(aboard, [(1, 1)])
        city.hush()
        city.take(city.rules.close())
        #expect(
            city.facts == [
                .rideRemoved(ride: aboard, reason: .runEnded), .rideRemoved(ride: pending, reason: .runEnded),
            ])
        #expect(city.rules.pendingCount == 0 && city.rules.ride(of: RequestID(1)) == nil)
    }
}
