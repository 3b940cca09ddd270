// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import TaxiRules
import TaxiSharing
import Testing

/// From boarding to the last stop.
@Suite struct RidingTests {
    /// A with 3 travelers to 4 km, B with 1 to 6 km, accepted.
    private func two() -> (city: SharingCity, ride: SharedRideID) {
        var city = SharingCity()
        let ride = city.own(1, travelers: 3, from: km(0), to: km(4))
        city.joining(2, ride, from: km(0), to: km(6))
        city.accept(ride)
        city.now = .seconds(300)
        city.hush()
        return (city, ride)
    }

    @Test("TAXI-SHARE-05: boarding at 300 s closes the ride: a search at 301 s does not propose it")
    func closed() throws {
        var city = SharingCity()
        let ride = city.own(1, from: km(0), to: km(4))
        city.accept(ride)
        city.now = .seconds(300)
        city.search(3, from: km(0), to: km(4))
        #expect(city.proposed(to: 3).map(\.ride) == [ride])
        let request = city.board(ride, [(1, 1)])
        #expect(city.facts.contains(.shareClosed(ride: ride, request: request)))
        city.now = .seconds(301)
        city.search(4, from: km(0), to: km(4))
        #expect(city.proposed(to: 4).isEmpty)
    }

    @Test("TAXI-SHARE-06: 3 travelers to D1 and 1 to D2: (4, D1) before D1, (1, D2) after it, (0, none) at the end")
    func state() throws {
        var (city, ride) = two()
        let request = city.board(ride, [(1, 3), (2, 1)])
        func view() -> RideReport? {
            city.take(city.rules.viewed(request, by: DriverID(1)))
            return city.reported(driver: 1).last
        }
        #expect(view() == .state(aboard: 4, nextStop: PassengerID(1)))
        city.take(city.rules.viewed(request, by: DriverID(2)))
        #expect(city.directives.last == .refuseDriver(DriverID(2)) && city.reported(driver: 2).isEmpty)
        city.drop(1, of: request, odometer: .km(4))
        #expect(view() == .state(aboard: 1, nextStop: PassengerID(2)))
        city.drop(2, of: request, odometer: .km(6))
        #expect(view() == .state(aboard: 0, nextStop: nil))
        let viewed = city.facts.filter { if case .rideStateViewed = $0 { true } else { false } }
        #expect(
            viewed == [
                .rideStateViewed(ride: ride, aboard: 4, nextStop: PassengerID(1)),
                .rideStateViewed(ride: ride, aboard: 1, nextStop: PassengerID(2)),
                .rideStateViewed(ride: ride, aboard: 0, nextStop: nil),
            ])
        city.end(request, odometer: .km(6))
        #expect(city.rules.state(of: ride) == (0, nil))
    }

    @Test("TAXI-SHARE-08: A 3 and B 1 expected, A 3 and B 0 entered: count (3, 4), mismatch, no fee share for B")
    func absent() throws {
        var (city, ride) = two()
        let request = city.board(ride, [(1, 3), (2, 0)])
        #expect(
            city.facts == [
                .shareClosed(ride: ride, request: request),
                .boardCount(ride: ride, driver: DriverID(1), entered: 3, expected: 4),
                .travelersBoarded(ride: ride, passenger: PassengerID(1), entered: 3, expected: 3),
                .travelersBoarded(ride: ride, passenger: PassengerID(2), entered: 0, expected: 1),
                .boardMismatch(ride: ride, entered: 3, expected: 4),
                .sharedRideMissed(ride: ride, passenger: PassengerID(2)),
                .riderNotified(ride: ride, passenger: PassengerID(2), kind: .missed),
                .routePlanned(
                    ride: ride, pickUpStops: 1, destinations: 1, first: PassengerID(1), second: nil, third: nil,
                    fourth: nil, length: .km(4)),
            ])
        #expect(city.reported(2) == [.missed(ride)])
        city.end(request, odometer: .km(4))
        guard case .feeShares(_, let shares) = city.reported(1).last else {
            Issue.record("no shares")
            return
        }
        #expect(shares.map(\.passenger) == [PassengerID(1)] && shares.map(\.hundredths) == [10_000])
        #expect(city.reported(2) == [.missed(ride)])
    }

    @Test("fee shares use the entered numbers; equal totals of other people are a mismatch too (DEC-BOARD-COUNT)")
    func enteredNumbers() throws {
        var (city, ride) = two()
        let request = city.board(ride, [(1, 2), (2, 2)])
        #expect(city.facts.contains(.boardMismatch(ride: ride, entered: 4, expected: 4)))
        city.drop(1, of: request, odometer: .km(4))
        city.end(request, odometer: .km(6))
        guard case .feeShares(_, let shares) = city.reported(1).last else {
            Issue.record("no shares")
            return
        }
        #expect(shares.map(\.travelers) == [2, 2] && shares.map(\.hundredths) == [4000, 6000])
        var (right, other) = two()
        right.board(other, [(1, 3), (2, 1)])
        #expect(!right.facts.contains { if case .boardMismatch = $0 { true } else { false } })
    }

    @Test("Who is not counted at boarding has missed the ride, and it goes on")
    func missed() throws {
        for count in [0, 1] as [Int32] {
            var (city, ride) = two()
            let request = city.board(ride, [(1, 3), (2, count)])
            #expect(
                city.facts.contains(.sharedRideMissed(ride: ride, passenger: PassengerID(2))) == (count == 0))
            #expect(city.rules.trip(ride)?.passengers.count == (count == 0 ? 1 : 2))
            city.end(request, odometer: .km(6))
            #expect(city.facts.last == .rideRemoved(ride: ride, reason: .ended))
        }
    }

    @Test("an owner who is absent is left behind, and the earliest joiner present owns the ride (DEC-SHARE-LATE)")
    func ownerAbsent() throws {
        var city = SharingCity()
        let ride = city.own(1, from: km(0), to: km(4))
        for joiner in [2, 3, 4] as [Int32] { city.joining(joiner, ride, from: km(0), to: km(4)) }
        city.accept(ride)
        city.hush()
        let request = city.board(ride, [(1, 0), (2, 0), (3, 1), (4, 1)])
        #expect(city.facts.contains(.ownerChanged(ride: ride, owner: PassengerID(3))))
        #expect(city.reported(4) == [.owner(ride, PassengerID(3))] && city.reported(2) == [.missed(ride)])
        city.end(request, odometer: .km(4))
        guard case .feeShares(_, let shares) = city.reported(4).last else {
            Issue.record("no shares")
            return
        }
        #expect(shares.map(\.passenger) == [PassengerID(3), PassengerID(4)])
    }

    @Test("TAXI-SHARE-11: three passengers: four deliveries of the same table at the end")
    func deliveries() throws {
        var city = SharingCity()
        let ride = city.own(1, from: km(0), to: km(4))
        city.joining(2, ride, from: km(0), to: km(5))
        city.joining(3, ride, from: km(0), to: km(6))
        city.accept(ride)
        let request = city.board(ride, [(1, 1), (2, 1), (3, 1)], odometer: .km(50))
        city.drop(1, of: request, odometer: .km(54))
        city.drop(2, of: request, odometer: .km(55))
        city.hush()
        city.end(request, odometer: .km(56))
        let tables =
            (1...3).map { city.reported($0) }.map { notices -> [FeeShare] in
                if case .feeShares(ride, let shares) = notices.last, notices.count == 1 { shares } else { [] }
            }
            + city.reported(driver: 1).map { report -> [FeeShare] in
                if case .feeShares(let shares) = report { shares } else { [] }
            }
        #expect(tables.count == 4 && Set(tables).count == 1)
        #expect(tables[0].map(\.hundredths) == [2667, 3333, 4000])
        #expect(
            city.facts.suffix(8).filter {
                if case .riderNotified(_, _, .feeShares) = $0 { true } else { false }
            }.count == 3)
        #expect(city.facts.contains(.feeSharesReported(ride: ride, passengers: 3, sum: 10_000)))
        #expect(
            city.facts.contains(
                .sharedRideEnded(
                    ride: ride, request: request, passengers: 3, travelers: 3, driven: .km(6), alone: .km(15))))
        #expect(city.facts.last == .rideRemoved(ride: ride, reason: .ended))
    }

    @Test("distances count from the boarding, and a slow drive is no delay by sharing")
    func dropFacts() throws {
        var (city, ride) = two()
        let request = city.board(ride, [(1, 3), (2, 1)], odometer: .km(100))
        city.now = .seconds(300 + 450)
        city.drop(1, of: request, odometer: .km(104.2))
        city.now = .seconds(300 + 600)
        city.drop(2, of: request, odometer: .km(106.2))
        #expect(
            city.facts.suffix(2) == [
                .travelersDropped(
                    ride: ride, passenger: PassengerID(1), travelers: 3, distance: .km(4.2), direct: .km(4),
                    delay: .zero),
                .travelersDropped(
                    ride: ride, passenger: PassengerID(2), travelers: 1, distance: .km(6.2), direct: .km(6),
                    delay: .zero),
            ])
        // Nobody is dropped twice.
        let count = city.facts.count
        city.drop(2, of: request, odometer: .km(107))
        #expect(city.facts.count == count)
    }

    @Test("the delay is that of the planned way against the way alone, as both are expected at boarding")
    func delays() throws {
        // The owner's stop lies 2.5 km off the joiner's way of 5 km; 1 km takes 100 s.
        let (start, owner, joiner) = (km(0), km(3), km(5))
        var city = SharingCity(
            travel: WayBook([(start, owner, .km(3)), (start, joiner, .km(5)), (owner, joiner, .km(3.5))]))
        let ride = city.own(1, from: start, to: owner)
        city.joining(2, ride, from: start, to: joiner)
        city.accept(ride)
        let request = city.board(ride, [(1, 1), (2, 1)], odometer: .zero)
        // Half an hour in traffic, which the way alone would have met as well.
        city.now = city.now + .minutes(30)
        city.drop(1, of: request, odometer: .km(3))
        city.now = city.now + .minutes(30)
        city.drop(2, of: request, odometer: .km(6.5))
        let delays = city.facts.compactMap { fact -> TimeSpan? in
            if case .travelersDropped(_, _, _, _, _, let delay) = fact { delay } else { nil }
        }
        #expect(delays == [.zero, .seconds(150)])
    }

    @Test("when the absence of others breaks every limit, the shortest route is driven all the same")
    func noRouteKeepsLimits() throws {
        // Alone the joiner may be driven 1.3 times 1 km, but the meeting point is 2 km from the destination.
        let (start, origin, end, via) = (km(0), km(0.1), km(2), km(0.5))
        var city = SharingCity(
            travel: WayBook([
                (origin, end, .km(1)), (start, end, .km(2)), (start, via, .km(0.5)), (via, end, .km(0.6)),
            ]))
        let ride = city.own(1, from: start, to: via)
        city.joining(2, ride, from: origin, to: end)
        city.accept(ride)
        city.board(ride, [(1, 0), (2, 1)])
        #expect(
            city.facts.last
                == .routePlanned(
                    ride: ride, pickUpStops: 1, destinations: 1, first: PassengerID(2), second: nil, third: nil,
                    fourth: nil, length: .km(2)))
    }
}
