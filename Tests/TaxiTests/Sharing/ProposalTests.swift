// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import TaxiRules
import TaxiSharing
import Testing

/// Which rides are proposed (DEC-SHARE-MATCH).
@Suite struct ProposalTests {
    @Test("TAXI-SHARE-01: meeting point 420 m away, a walk of 300 s: a taxi in 299 s is too soon, one in 300 s is not")
    func walk() throws {
        for (seconds, isProposed) in [(299, false), (300, true)] {
            var city = SharingCity()
            let ride = city.own(1, from: km(0), to: km(5))
            city.accept(ride, arrival: city.now + .seconds(seconds))
            city.search(2, from: km(0.42), to: km(5))
            #expect(city.proposed(to: 2).map(\.ride) == (isProposed ? [ride] : []))
            guard let proposal = city.proposed(to: 2).first else { continue }
            #expect(proposal.walk == .seconds(300) && proposal.taxiArrival == .seconds(300))
            #expect(
                city.facts.contains(
                    .shareProposed(
                        passenger: PassengerID(2), ride: ride, place: km(0), meeting: .seconds(300),
                        walk: .seconds(300), taxiArrival: .seconds(300), detour: .km(0.42))))
        }
    }

    @Test("the taxi's arrival: now plus 300 s without one, the estimate of the pending offer, then the newest estimate")
    func arrival() throws {
        var city = SharingCity()
        let ride = city.own(1, from: km(0), to: km(5))
        city.now = .seconds(1000)
        func wish(_ metres: Double) -> RideWish {
            RideWish(
                rider: Rider(passenger: PassengerID(2), travelers: 1), place: km(metres / 1000), zone: ZoneID(1),
                destination: km(5))
        }
        func isProposed(_ metres: Double) -> Bool {
            !city.rules.proposals(for: wish(metres), at: city.now, city.view).isEmpty
        }
        #expect(isProposed(420) && !isProposed(420.1))
        city.offer(ride, meeting: .seconds(1100))
        #expect(isProposed(140) && !isProposed(140.1))
        city.rules.offerEnded(city.request(of: ride))
        #expect(isProposed(420) && !isProposed(420.1))
        city.accept(ride, arrival: .seconds(1200))
        #expect(isProposed(280) && !isProposed(280.1))
        // An offer that ended before the acceptance changes nothing after it.
        city.rules.offerEnded(city.request(of: ride))
        #expect(isProposed(280) && !isProposed(280.1))
        city.view.arrivals[city.request(of: ride)] = .seconds(1050)
        #expect(isProposed(70) && !isProposed(70.1))
        // The taxi is there: only who is there as well can still come.
        city.view.arrivals[city.request(of: ride)] = .seconds(1000)
        #expect(isProposed(0) && !isProposed(0.1))
    }

    @Test("a reserved ride's taxi never comes before the agreed time, however near it is")
    func neverBefore() throws {
        var city = SharingCity()
        let ride = city.reserve(1, 1, from: km(0), to: km(9), pickUp: .seconds(840))
        // 840 s of walking are 1,176 m; 600 s without the agreed time would be less than the walk.
        city.search(2, from: km(1.176), to: km(9))
        #expect(city.proposed(to: 2).map(\.taxiArrival) == [.seconds(840)])
        city.take(city.rules.activated(ReservationID(1), RequestID(77)))
        city.accept(ride, arrival: .seconds(100))
        city.search(3, from: km(1.176), to: km(9))
        #expect(city.proposed(to: 3).map(\.time) == [.seconds(840)])
        city.search(4, from: km(1.177), to: km(9))
        #expect(city.proposed(to: 4).isEmpty)
    }

    @Test("TAXI-SHARE-09: the proposal of a pending ride at P for 07:30 holds P and 07:30")
    func meeting() throws {
        var city = SharingCity()
        let halfPastSeven = CityTime.seconds(7 * 3600 + 30 * 60)
        let ride = city.reserve(1, 1, from: km(0.2, 0.1), to: km(5), pickUp: halfPastSeven)
        city.search(2, from: km(0), to: km(5), pickUp: halfPastSeven)
        let proposal = try #require(city.proposed(to: 2).first)
        #expect(proposal.ride == ride && proposal.meeting == km(0.2, 0.1) && proposal.time == halfPastSeven)
        let facts = city.facts.compactMap {
            if case .shareProposed(_, _, let place, let time, _, _, _) = $0 { (place, time) } else { nil }
        }
        #expect(facts.map(\.0) == [km(0.2, 0.1)] && facts.map(\.1) == [halfPastSeven])
    }

    @Test(
        "TAXI-SHARE-13: of three pending rides in the zone, two of them feasible, and one in another, two are proposed")
    func sameZone() throws {
        var city = SharingCity()
        let first = city.own(1, from: km(0), to: km(5))
        city.own(2, from: km(0), to: km(-5))
        let third = city.own(3, from: km(0.1), to: km(5.2))
        city.own(4, from: km(0), to: km(5), zone: 2)
        city.hush()
        city.search(5, from: km(0), to: km(5))
        #expect(Set(city.proposed(to: 5).map(\.ride)) == [first, third])
        #expect(
            city.facts.first
                == .shareSearch(
                    passenger: PassengerID(5), client: .mobile, zone: ZoneID(1), candidates: 3, feasible: 2))
        let proposed = city.facts.filter { if case .shareProposed = $0 { true } else { false } }
        #expect(proposed.count == 2)
    }

    /// The start S, the owner's destination O and the newcomer's destination N, 5 km away, with the way from O to N as
    /// given: over O it is 3 km longer than that way.
    private func city(over way: Double, speed: Double = 10) -> SharingCity {
        let (start, owner, newcomer) = (km(0), km(3), km(5, 1))
        var city = SharingCity(
            travel: WayBook(
                speed: speed,
                [
                    (start, owner, .km(3)), (start, newcomer, .km(5)), (owner, newcomer, .km(way)),
                    (newcomer, owner, .km(20)),
                ]))
        city.own(1, from: start, to: owner)
        city.search(2, from: start, to: newcomer)
        return city
    }

    @Test("TAXI-SHARE-20: direct 5.0 km: a shared way of 6.6 km is not proposed, one of 6.5 km is")
    func detour() throws {
        #expect(city(over: 3.6).proposed(to: 2).isEmpty)
        #expect(city(over: 3.500_001).proposed(to: 2).isEmpty)
        let proposal = try #require(city(over: 3.5).proposed(to: 2).first)
        #expect(proposal.direct == .km(5) && proposal.driven == .km(6.5) && proposal.detour == .km(1.5))
        #expect(proposal.route == .km(6.5) && proposal.delay == .seconds(150))
        // One traveler over 6.5 km and one over 3 km.
        #expect(abs(proposal.share - 6.5 / 9.5) < 1e-12)
    }

    @Test("TAXI-SHARE-20: ten minutes longer are proposed, a second more is not")
    func delay() throws {
        // At 2 m/s the way alone takes 2,500 s.
        #expect(city(over: 3.2, speed: 2).proposed(to: 2).map(\.delay) == [.minutes(10)])
        #expect(city(over: 3.202, speed: 2).proposed(to: 2).isEmpty)
    }

    @Test("TAXI-SHARE-20: the limits hold for those who are on the ride already as well")
    func others() throws {
        // The newcomer's stop lies on the way, but the last leg from there is long for the owner, who is alone 10 km away.
        for (way, isProposed) in [(8.0, true), (8.001, false)] {
            let (start, owner, newcomer) = (km(0), km(10), km(5))
            var city = SharingCity(
                travel: WayBook([
                    (start, owner, .km(10)), (start, newcomer, .km(5)), (newcomer, owner, .km(way)),
                    (owner, newcomer, .km(5)),
                ]))
            let ride = city.own(1, from: start, to: owner)
            city.search(2, from: start, to: newcomer)
            #expect(city.proposed(to: 2).map(\.ride) == (isProposed ? [ride] : []))
        }
    }

    @Test("pick-up times 15 min apart fit, a second more does not; an immediate request counts as now")
    func window() throws {
        for (seconds, isProposed) in [(899, true), (900, true), (901, false)] {
            var city = SharingCity()
            city.now = .seconds(10_000)
            let day = CityTime.seconds(100_000)
            let late = city.reserve(1, 1, from: km(0), to: km(5), pickUp: day + .seconds(seconds))
            let early = city.reserve(2, 2, from: km(0), to: km(5), pickUp: day - .seconds(seconds))
            city.own(3, from: km(0), to: km(5))
            city.search(4, from: km(0), to: km(5), pickUp: day)
            #expect(city.proposed(to: 4).map(\.ride) == (isProposed ? [early, late] : []))
            let soon = city.reserve(4, 4, from: km(0), to: km(5), pickUp: city.now + .seconds(seconds))
            city.search(5, from: km(0), to: km(5))
            #expect(city.proposed(to: 5).map(\.ride).contains(soon) == isProposed)
            // A wish for soon fits an immediate ride.
            city.search(6, from: km(0), to: km(5), pickUp: city.now + .seconds(seconds))
            #expect(city.proposed(to: 6).map(\.ride).contains(SharedRideID(3)) == isProposed)
        }
    }

    @Test("proposals are sorted by own detour, then by pick-up time, then by number (DEC-SHARE-CHOICE)")
    func order() throws {
        var city = SharingCity()
        let detour = city.own(1, from: km(0), to: km(5.05))
        let second = city.own(2, from: km(0), to: km(5))
        let third = city.own(3, from: km(0), to: km(5))
        let soon = city.own(4, from: km(0), to: km(5))
        city.accept(soon, arrival: .seconds(200))
        // A meeting point 300 m aside, from where the way is a little longer, with a taxi sooner than most.
        let away = city.own(5, from: km(0, 0.3), to: km(5))
        city.accept(away, by: 2, arrival: .seconds(250))
        city.search(6, from: km(0), to: km(5))
        let proposals = city.proposed(to: 6)
        #expect(proposals.map(\.ride) == [soon, detour, second, third, away])
        #expect(proposals.map(\.detour.millimetres).dropLast() == [0, 0, 0, 0])
    }

    @Test("nobody is proposed a ride that the own reservations forbid, or the own ride")
    func own() throws {
        var city = SharingCity()
        let day = CityTime.seconds(100_000)
        let ride = city.reserve(1, 1, from: km(0), to: km(5), pickUp: day)
        city.search(1, from: km(0), to: km(5), pickUp: day)
        #expect(city.proposed(to: 1).isEmpty)
        city.view.held[PassengerID(2)] = [day + .minutes(59)]
        city.search(2, from: km(0), to: km(5), pickUp: day)
        #expect(city.proposed(to: 2).isEmpty)
        city.view.held[PassengerID(2)] = [day + .minutes(60)]
        city.search(2, from: km(0), to: km(5), pickUp: day)
        #expect(city.proposed(to: 2).map(\.ride) == [ride])
    }
}
