// SPDX-License-Identifier: GPL-3.0-or-later

import CityMap
import CityModel
import RuleTestKit
import TaxiRules
import TaxiSharing
import Testing

/// The search against a naive filter over all rides of random cities.
@Suite struct SearchTests {
    /// A city with rides in every state: immediate and reserved, joined, offered, accepted, boarded, aborted, left.
    private struct RandomCity {
        var city: SharingCity
        let travel: any Router
        let parameters: SharingParameters
        var chance: SplitMix64
        private let start = CityTime.seconds(50_000)

        init(seed: Int) {
            var chance = SplitMix64(seed: seed)
            var parameters = SharingParameters()
            parameters.detour = chance.pick([1.0, 1.3, 2.0])
            parameters.longestDelay = .seconds(chance.pick([0, 120, 600]))
            parameters.cap = Int32(chance.pick([3, 4, 6]))
            let factors = (0..<24).map { _ in Double(chance.number(5...10)) / 10 }
            travel = StraightRouter(
                freeSpeed: 10, trafficFactors: DayProfile(factors), circuity: chance.pick([1, 1.3]))
            self.parameters = parameters
            self.chance = chance
            city = SharingCity(parameters: parameters, travel: travel)
            city.now = start
        }

        /// Places on a coarse grid, so that equal detours and equal ways happen.
        private mutating func place(_ most: Int) -> Place {
            km(Double(chance.number(0...most)) / 10, Double(chance.number(0...most)) / 10)
        }

        mutating func wish(_ passenger: Int32) -> RideWish {
            RideWish(
                rider: Rider(passenger: PassengerID(passenger), travelers: Int32(chance.pick([1, 1, 1, 2, 3]))),
                place: place(5), zone: ZoneID(chance.number(1...3)), destination: place(60),
                pickUp: chance.once(in: 3) ? start + .seconds(chance.number(-10...30) * 300) : nil)
        }

        mutating func step(_ number: Int32) {
            switch chance.number(1...10) {
            case 1...6:
                let wish = wish(number)
                if let pickUp = wish.pickUp, chance.once(in: 2) {
                    city.take(
                        city.rules.open(
                            ReservationID(number),
                            members: [SharedRider(wish.rider, from: wish.place, to: wish.destination)],
                            zone: wish.zone, place: wish.place, pickUp: pickUp))
                    return
                }
                city.take(city.rules.search(wish, at: city.now, city.view))
                guard let proposal = city.proposed(to: number).first else { return }
                if chance.once(in: 3) {
                    city.take(city.rules.decline(wish.rider.passenger, at: city.now, city.view))
                } else {
                    city.join(number, proposal.ride)
                }
            default:
                guard city.lastRide.number > 0 else { return }
                change(SharedRideID(chance.number(1...city.lastRide.index)))
            }
        }

        private mutating func change(_ id: SharedRideID) {
            guard let ride = city.rules.ride(id) else { return }
            guard let request = ride.request else {
                let number = Int32(10_000 + id.index)
                if let reservation = ride.reservation {
                    city.take(city.rules.activated(reservation, RequestID(number)))
                }
                return
            }
            switch chance.number(1...8) {
            case 1...2:
                city.offer(id, seats: Int32(chance.number(2...6)), meeting: city.now + .seconds(chance.number(0...900)))
            case 3...4:
                let seats = Int32(chance.number(0...3)) + ride.travelers
                city.accept(id, seats: seats, arrival: city.now + .seconds(chance.number(0...900)))
            case 5: city.rules.offerEnded(request)
            case 6: city.take(city.rules.left(request, chance.pick(ride.riders).passenger))
            case 7: city.take(city.rules.aborted(request, .allRefused))
            default:
                city.take(
                    city.rules.aboard(
                        request, DriverID(1), ride.riders, odometer: .zero, at: city.now))
            }
        }
    }

    /// What one ride is for a wish, found in the plainest way from the catalogue's words.
    private func naive(_ ride: SharedRide, _ wish: RideWish, _ city: RandomCity) -> RideProposal? {
        let (now, travel, parameters) = (city.city.now, city.travel, city.parameters)
        guard ride.zone == wish.zone, ride.members.count < 4 else { return nil }
        let travelers = ride.members.reduce(wish.rider.travelers) { $0 + $1.rider.travelers }
        var arrival = now + parameters.meanApproach
        switch ride.phase {
        case .open: guard travelers <= parameters.cap else { return nil }
        case .offered(let seats, let meeting):
            guard travelers <= parameters.cap, travelers <= seats else { return nil }
            arrival = meeting
        case .accepted(_, let seats, let expected):
            guard travelers <= seats else { return nil }
            arrival = expected
        }
        if let pickUp = ride.pickUp, arrival < pickUp { arrival = pickUp }
        let apart = (ride.pickUp ?? now) - (wish.pickUp ?? now)
        guard apart <= .minutes(15), apart >= .zero - .minutes(15) else { return nil }
        let metres = travel.walk(from: wish.place, to: ride.place, leaving: now).distance.inMetres
        let walk = TimeSpan.seconds(metres / parameters.walkSpeed)
        guard now + walk <= arrival else { return nil }
        let starts = ride.members.map(\.origin) + [wish.place]
        let ends = ride.members.map(\.destination) + [wish.destination]
        let own = ends.count - 1
        var best: (length: Distance, driven: [Distance], late: [TimeSpan])?
        for order in permutations(of: ends.count) {
            var (place, way, time) = (ride.place, Distance.zero, arrival)
            var driven = [Distance](repeating: .zero, count: ends.count)
            var late = [TimeSpan](repeating: .zero, count: ends.count)
            var holds = true
            for stop in order {
                way = way + travel.distance(from: place, to: ends[stop])
                time = time + travel.drive(from: place, to: ends[stop], leaving: time).duration
                place = ends[stop]
                driven[stop] = way
                let alone = travel.drive(from: starts[stop], to: ends[stop], leaving: arrival)
                late[stop] = max(.zero, (time - arrival) - alone.duration)
                if way.inMetres > alone.distance.inMetres * parameters.detour + 0.000_5 { holds = false }
                if late[stop] > parameters.longestDelay { holds = false }
            }
            if holds, way < best?.length ?? Distance(millimetres: .max) { best = (way, driven, late) }
        }
        guard let best else { return nil }
        let parties = ride.members.map(\.rider.travelers) + [wish.rider.travelers]
        let weights = zip(best.driven, parties).map { $0.inMetres * Double($1) }
        let sum = weights.reduce(0, +)
        return RideProposal(
            ride: ride.id, meeting: ride.place, time: ride.pickUp ?? arrival, walk: walk, taxiArrival: arrival,
            direct: travel.distance(from: wish.place, to: wish.destination), driven: best.driven[own],
            delay: best.late[own], route: best.length,
            share: sum > 0 ? weights[own] / sum : Double(wish.rider.travelers) / Double(parties.reduce(0, +)))
    }

    @Test("TAXI-SHARE-13: in 60 random cities every search gives exactly what a filter over all rides gives, in order")
    func sameAsNaive() {
        var (proposed, searched) = (0, 0)
        var riders: Set<Int> = []
        for seed in 1...60 {
            var city = RandomCity(seed: seed)
            for number in 1...150 as ClosedRange<Int32> {
                city.step(number)
                guard number % 5 == 0 else { continue }
                let wish = city.wish(1000 + number)
                let expected = (0...city.city.lastRide.number)
                    .compactMap { city.city.rules.ride(SharedRideID($0)) }
                    .compactMap { naive($0, wish, city) }
                    .sorted {
                        if $0.detour != $1.detour { return $0.detour < $1.detour }
                        return $0.time != $1.time ? $0.time < $1.time : $0.ride < $1.ride
                    }
                let found = city.city.rules.proposals(for: wish, at: city.city.now, city.city.view)
                #expect(found.map(\.ride) == expected.map(\.ride), "seed \(seed), step \(number)")
                for (left, right) in zip(found, expected) {
                    #expect(abs(left.share - right.share) < 1e-9, "seed \(seed), step \(number)")
                    #expect(withoutShare(left) == withoutShare(right), "seed \(seed), step \(number)")
                    riders.insert(city.city.rules.ride(left.ride)?.members.count ?? 0)
                }
                proposed += found.count
                searched += 1
            }
            city.city.take(city.city.rules.close())
        }
        // Enough was found, on rides with one, two and three passengers.
        #expect(searched == 1800 && proposed > 500, "\(proposed) proposals")
        #expect(riders.isSuperset(of: [1, 2, 3]), "\(riders.sorted())")
    }

    private func withoutShare(_ proposal: RideProposal) -> RideProposal {
        RideProposal(
            ride: proposal.ride, meeting: proposal.meeting, time: proposal.time, walk: proposal.walk,
            taxiArrival: proposal.taxiArrival, direct: proposal.direct, driven: proposal.driven,
            delay: proposal.delay, route: proposal.route, share: 0)
    }

    @Test("TAXI-SHARE-18: every route of 60 random cities has exactly one pick-up stop, and shares sum to 100.00%")
    func everyRoute() {
        var (routes, shared) = (0, 0)
        for seed in 101...160 {
            var city = RandomCity(seed: seed)
            for number in 1...150 as ClosedRange<Int32> { city.step(number) }
            for id in (1...max(1, city.city.lastRide.number)).map({ SharedRideID($0) }) {
                guard let trip = city.city.rules.trip(id) else { continue }
                city.city.end(trip.request, odometer: .metres(city.chance.number(0...9000)))
            }
            for fact in city.city.facts {
                switch fact {
                case .routePlanned(_, let stops, let destinations, _, let second, _, _, _):
                    #expect(stops == 1 && destinations >= 1)
                    routes += 1
                    if second != nil { shared += 1 }
                case .feeSharesReported(_, _, let sum): #expect(sum == 10_000)
                default: break
                }
            }
        }
        #expect(routes > 60 && shared > 20, "\(routes) routes, \(shared) shared")
    }
}
