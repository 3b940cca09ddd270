// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import TaxiRules
import TaxiSharing
import Testing

/// Choosing, joining, declining, and who comes too late.
@Suite struct JoiningTests {
    @Test("R2 with 2 min of detour stands before R1 with 4 min; nobody joins without choosing")
    func choice() throws {
        let (start, one, two, newcomer) = (km(0), km(4), km(4, 1), km(9))
        let travel = WayBook([
            // Alone 9 km; behind the first passenger's stop 2.4 km or 4 min more, behind the second's 1.2 km or 2 min.
            (one, newcomer, .km(7.4)), (newcomer, one, .km(30)), (start, two, .km(4)), (two, newcomer, .km(6.2)),
            (newcomer, two, .km(30)),
        ])
        var city = SharingCity(travel: travel)
        let first = city.own(1, from: start, to: one)
        let second = city.own(2, from: start, to: two)
        city.search(3, from: start, to: newcomer)
        let proposals = city.proposed(to: 3)
        #expect(proposals.map(\.ride) == [second, first])
        #expect(proposals.map(\.delay) == [.minutes(2), .minutes(4)])
        #expect(city.rules.ride(first)?.riders.count == 1 && city.rules.ride(second)?.riders.count == 1)
        var refusing = city
        city.join(3, second)
        #expect(city.rules.ride(second)?.riders.map(\.passenger) == [PassengerID(2), PassengerID(3)])
        #expect(city.facts.contains(.shareChosen(passenger: PassengerID(3), ride: second)))
        refusing.take(refusing.rules.decline(PassengerID(3), at: refusing.now, refusing.view))
        #expect(
            refusing.facts.contains(
                .rideCreated(
                    ride: SharedRideID(3), owner: PassengerID(3), zone: ZoneID(1), travelers: 1, reservation: nil)))
    }

    @Test("API-08: with one compatible ride, the search returns it and the join adds the passenger")
    func compatible() throws {
        var city = SharingCity()
        let ride = city.own(1, from: km(0), to: km(5))
        city.search(2, travelers: 2, from: km(0.1), to: km(5))
        #expect(city.proposed(to: 2).map(\.ride) == [ride])
        city.join(2, ride)
        #expect(
            city.rules.ride(ride)?.riders == [
                Rider(passenger: PassengerID(1), travelers: 1), Rider(passenger: PassengerID(2), travelers: 2),
            ])
        #expect(city.facts.contains(.shareJoined(ride: ride, passenger: PassengerID(2), travelers: 2)))
        #expect(
            city.directives.contains(.attach(Rider(passenger: PassengerID(2), travelers: 2), city.request(of: ride))))
    }

    @Test("TAXI-SHARE-14: without a feasible ride the passenger owns a new one, and the call begins")
    func owner() throws {
        var city = SharingCity()
        city.search(7, travelers: 2, from: km(0), to: km(5))
        let ride = try #require(city.rules.ride(SharedRideID(1)))
        #expect(ride.owner == PassengerID(7))
        #expect(
            city.directives == [
                .note(
                    .shareSearch(
                        passenger: PassengerID(7), client: .mobile, zone: ZoneID(1), candidates: 0, feasible: 0)),
                .note(
                    .rideCreated(
                        ride: ride.id, owner: PassengerID(7), zone: ZoneID(1), travelers: 2, reservation: nil)),
                .notify(PassengerID(7), .created(ride.id)),
                .note(.rideRequested(ride: ride.id, request: RequestID(1))),
                .place(ride, RequestID(1)),
            ])
    }

    @Test("TAXI-SHARE-04, TAXI-SHARE-15: before acceptance no driver is told of a join, at 40 s after it all three are")
    func notices() throws {
        var city = SharingCity()
        let ride = city.own(1, from: km(0), to: km(5))
        city.search(2, from: km(0), to: km(5))
        city.now = .seconds(10)
        city.hush()
        city.join(2, ride)
        let joiner = Rider(passenger: PassengerID(2), travelers: 1)
        #expect(city.reported(1) == [.someoneJoined(ride, joiner)])
        #expect(city.reported(2) == [.joined(ride, meeting: km(0), time: .seconds(310), reservation: nil)])
        #expect(city.reported(driver: 9).isEmpty)
        #expect(
            city.facts.filter { if case .rideDriverNotified = $0 { true } else { false } }.isEmpty)
        city.now = .seconds(30)
        city.accept(ride, by: 9, arrival: .seconds(200))
        city.search(3, travelers: 2, from: km(0), to: km(5))
        city.now = .seconds(40)
        city.hush()
        city.join(3, ride)
        #expect(city.reported(1) == [.someoneJoined(ride, Rider(passenger: PassengerID(3), travelers: 2))])
        #expect(city.reported(3) == [.joined(ride, meeting: km(0), time: .seconds(200), reservation: nil)])
        #expect(
            city.reported(driver: 9) == [
                .riders([
                    Rider(passenger: PassengerID(1), travelers: 1), joiner,
                    Rider(passenger: PassengerID(3), travelers: 2),
                ])
            ])
        #expect(
            city.facts.suffix(3) == [
                .riderNotified(ride: ride, passenger: PassengerID(1), kind: .joined),
                .riderNotified(ride: ride, passenger: PassengerID(3), kind: .meeting),
                .rideDriverNotified(ride: ride, driver: DriverID(9), kind: .passengerAdded, travelers: 4),
            ])
    }

    /// Two search while there is room, then both choose. Returns what the second was refused for.
    private func second(
        _ city: inout SharingCity, _ ride: SharedRideID, travelers: Int32 = 1
    ) -> [JoinRefusal] {
        city.search(98, from: km(0), to: km(5))
        city.search(99, travelers: travelers, from: km(0), to: km(5))
        city.hush()
        city.join(98, ride)
        city.join(99, ride)
        return city.facts.compactMap { if case .joinRefused(_, _, let reason) = $0 { reason } else { nil } }
    }

    @Test("TAXI-SHARE-07: seats 4 and 3 travelers: a join with 2 is refused for lack of seats, a join with 1 is not")
    func seats() throws {
        for isAccepted in [true, false] {
            var city = SharingCity()
            let ride = city.own(1, travelers: 2, from: km(0), to: km(5))
            if isAccepted { city.accept(ride, seats: 4) }
            city.search(2, travelers: 2, from: km(0), to: km(5))
            city.joining(3, ride, from: km(0), to: km(5))
            city.hush()
            city.join(2, ride)
            #expect(city.facts.contains(.joinRefused(ride: ride, passenger: PassengerID(2), reason: .noSeats)))
            #expect(city.rules.ride(ride)?.travelers == 3)
            city.joining(4, ride, from: km(0), to: km(5))
            #expect(city.rules.ride(ride)?.travelers == 4)
        }
    }

    @Test(
        "TAXI-SHARE-07: 2 travelers offered to a taxi with 3 seats: a join with 2 is refused while that offer is pending"
    )
    func offered() throws {
        var city = SharingCity()
        let ride = city.own(1, travelers: 2, from: km(0), to: km(5))
        city.search(2, travelers: 2, from: km(0), to: km(5))
        city.search(3, travelers: 2, from: km(0), to: km(5))
        city.offer(ride, seats: 3)
        city.join(2, ride)
        #expect(city.facts.contains(.joinRefused(ride: ride, passenger: PassengerID(2), reason: .noSeats)))
        city.rules.offerEnded(city.request(of: ride))
        city.join(3, ride)
        #expect(city.rules.ride(ride)?.travelers == 4)
    }

    @Test("a taxi that has accepted gives all its seats, but four passengers are the most (DEC-SHARE-CAPACITY)")
    func largeTaxi() throws {
        var city = SharingCity()
        let ride = city.own(1, travelers: 3, from: km(0), to: km(5))
        city.offer(ride, seats: 8)
        city.search(2, travelers: 2, from: km(0), to: km(5))
        #expect(city.proposed(to: 2).isEmpty)
        city.accept(ride, seats: 8)
        city.joining(3, ride, from: km(0), to: km(5))
        city.joining(4, ride, from: km(0), to: km(5))
        #expect(second(&city, ride) == [.full])
        #expect(city.rules.ride(ride)?.riders.count == 4 && city.rules.ride(ride)?.travelers == 6)
        // The owner may bring more than the cap: then nobody can join.
        let crowd = city.own(20, travelers: 6, from: km(0), to: km(-5))
        #expect(city.rules.ride(crowd)?.travelers == 6)
        city.search(21, from: km(0), to: km(-5))
        #expect(city.proposed(to: 21).isEmpty)
    }

    @Test(
        "TAXI-SHARE-22: one free seat and two joins at one instant: the first processed gets it, the second a fresh list"
    )
    func race() throws {
        var city = SharingCity()
        let ride = city.own(1, travelers: 3, from: km(0), to: km(5))
        let other = city.own(2, from: km(0), to: km(5.1))
        #expect(second(&city, ride) == [.noSeats])
        let joined = city.facts.filter { if case .shareJoined = $0 { true } else { false } }
        #expect(joined == [.shareJoined(ride: ride, passenger: PassengerID(98), travelers: 1)])
        let after = city.facts.drop { $0 != .joinRefused(ride: ride, passenger: PassengerID(99), reason: .noSeats) }
        #expect(after.contains { if case .shareProposed(_, other, _, _, _, _, _) = $0 { true } else { false } })
        #expect(city.reported(99).first == .joinRefused(ride, .noSeats))
        #expect(city.proposed(to: 99).map(\.ride) == [other])
        // The fresh list may be chosen from.
        city.join(99, other)
        #expect(city.rules.ride(other)?.has(PassengerID(99)) == true)
    }

    @Test("with nothing left after a refusal, an own ride is made")
    func nothingLeft() throws {
        var city = SharingCity()
        let ride = city.own(1, travelers: 3, from: km(0), to: km(5))
        #expect(second(&city, ride) == [.noSeats])
        #expect(city.rules.ride(SharedRideID(2))?.owner == PassengerID(99))
        #expect(city.reported(99) == [.joinRefused(ride, .noSeats), .created(SharedRideID(2))])
    }

    @Test("a ride that has boarded, is gone or out of reach is refused with that reason (DEC-SHARE-RACE)")
    func reasons() throws {
        func refusals(_ change: (inout SharingCity, SharedRideID) -> Void) -> [JoinRefusal] {
            var city = SharingCity()
            let ride = city.own(1, from: km(0), to: km(5))
            city.search(2, from: km(0.3), to: km(5))
            change(&city, ride)
            city.hush()
            city.join(2, ride)
            return city.facts.compactMap { if case .joinRefused(_, _, let reason) = $0 { reason } else { nil } }
        }
        #expect(refusals { _, _ in } == [])
        #expect(
            refusals { city, ride in
                city.accept(ride)
                city.board(ride, [(1, 1)])
            } == [.boarded])
        #expect(refusals { city, ride in city.take(city.rules.aborted(RequestID(1), .noDriver)) } == [.removed])
        #expect(refusals { city, ride in city.accept(ride, arrival: .seconds(200)) } == [.infeasible])
        #expect(refusals { city, _ in city.view.busy = [PassengerID(2)] } == [.busy])
        #expect(refusals { city, _ in city.view.loggedOut = [PassengerID(2)] } == [.notSearched])
        // With a request of their own people are not given another in place of the ride that is gone.
        #expect(
            refusals { city, _ in
                city.view.busy = [PassengerID(2)]
                city.take(city.rules.aborted(RequestID(1), .noDriver))
            } == [.busy])
        #expect(refusals { city, _ in city.search(2, from: km(0), to: km(-5)) } == [.notSearched])
    }

    @Test("a reservation made meanwhile forbids to join a reserved ride within 60 min (DEC-ONE-PER-HOUR)")
    func onePerHour() throws {
        var city = SharingCity()
        let day = CityTime.seconds(100_000)
        let ride = city.reserve(1, 1, from: km(0), to: km(5), pickUp: day)
        city.search(2, from: km(0), to: km(5), pickUp: day)
        city.view.held[PassengerID(2)] = [day]
        city.hush()
        city.join(2, ride)
        #expect(city.facts.contains(.joinRefused(ride: ride, passenger: PassengerID(2), reason: .onePerHour)))
        // Nothing else fits, so the wish goes to the book, which rejects it.
        guard case .reserve(let wish) = city.directives.last else {
            Issue.record("the wish did not go to the book")
            return
        }
        #expect(wish.pickUp == day && wish.rider.passenger == PassengerID(2))
    }

    @Test("a passenger with an open request joins a reserved ride for later, but not one that is requested")
    func busyLater() throws {
        for isRequested in [false, true] {
            var city = SharingCity()
            let ride = city.reserve(1, 1, from: km(0), to: km(5), pickUp: .seconds(9000))
            if isRequested { city.take(city.rules.activated(ReservationID(1), RequestID(50))) }
            city.view.busy = [PassengerID(2)]
            city.search(2, from: km(0), to: km(5), pickUp: .seconds(9000))
            city.hush()
            city.join(2, ride)
            #expect(city.rules.ride(ride)?.has(PassengerID(2)) == !isRequested)
            #expect(city.directives.contains(.joined(PassengerID(2), ReservationID(1))) == !isRequested)
        }
    }

    @Test("TAXI-SHARE-17: declining at 10 s makes an own ride, which a later search proposes")
    func declining() throws {
        var city = SharingCity()
        city.own(1, from: km(0), to: km(5))
        city.search(2, from: km(0), to: km(5))
        city.now = .seconds(10)
        city.hush()
        city.take(city.rules.decline(PassengerID(2), at: city.now, city.view))
        let ride = try #require(city.rules.ride(SharedRideID(2)))
        #expect(
            city.directives == [
                .note(.shareDeclined(passenger: PassengerID(2))),
                .note(
                    .rideCreated(
                        ride: ride.id, owner: PassengerID(2), zone: ZoneID(1), travelers: 1, reservation: nil)),
                .notify(PassengerID(2), .created(ride.id)),
                .note(.rideRequested(ride: ride.id, request: RequestID(2))), .place(ride, RequestID(2)),
            ])
        city.search(3, from: km(0), to: km(5))
        #expect(city.proposed(to: 3).map(\.ride).contains(ride.id))
    }

    @Test("declining without a search, without a session or with another request is refused")
    func decliningWrongly() throws {
        var city = SharingCity()
        city.own(1, from: km(0), to: km(5))
        city.take(city.rules.decline(PassengerID(2), at: city.now, city.view))
        #expect(city.directives.last == .refuse(PassengerID(2), .notPrepared))
        city.search(2, from: km(0), to: km(5))
        city.view.busy = [PassengerID(2)]
        city.take(city.rules.decline(PassengerID(2), at: city.now, city.view))
        #expect(city.directives.last == .refuse(PassengerID(2), .alreadyWaiting))
        city.search(3, from: km(0), to: km(5))
        city.view.loggedOut = [PassengerID(3)]
        city.take(city.rules.decline(PassengerID(3), at: city.now, city.view))
        #expect(city.directives.last == .refuse(PassengerID(3), .notLoggedIn))
        #expect(city.rules.pendingCount == 1)
    }
}
