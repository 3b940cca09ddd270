// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import RuleTestKit
import TaxiRules
import TaxiSharing
import Testing

/// The shortest drop order that keeps every limit.
@Suite struct DropOrderTests {
    @Test("TAXI-SHARE-21: with D1 at 2 km and D2 at 5 km on one line the order is D1, D2, whoever joined first")
    func line() throws {
        for destinations in [[km(2), km(5)], [km(5), km(2)]] {
            var city = SharingCity()
            let ride = city.own(1, from: km(0), to: destinations[0])
            city.joining(2, ride, from: km(0), to: destinations[1])
            city.accept(ride)
            city.hush()
            city.board(ride, [(1, 1), (2, 1)])
            let near = PassengerID(destinations[0] == km(2) ? 1 : 2)
            let far = PassengerID(destinations[0] == km(2) ? 2 : 1)
            #expect(
                city.facts.contains(
                    .routePlanned(
                        ride: ride, pickUpStops: 1, destinations: 2, first: near, second: far, third: nil,
                        fourth: nil, length: .km(5))))
            guard case .route(let stops) = city.reported(driver: 1).last else {
                Issue.record("the driver was told no route")
                return
            }
            #expect(stops.map(\.rider.passenger) == [near, far] && stops.map(\.place) == [km(2), km(5)])
        }
    }

    @Test("equally long orders: the passenger who joined first leaves first")
    func tie() throws {
        // Out and back on both sides: both orders are 3 km long.
        let distances = DistanceTable(
            fromStart: [.km(1), .km(1)], between: [[.zero, .km(2)], [.km(2), .zero]])
        #expect(DropOrder.shortest(distances)?.stops == [0, 1])
        let equal = DistanceTable(
            fromStart: [Distance](repeating: .km(1), count: 4),
            between: [[Distance]](repeating: [Distance](repeating: .km(1), count: 4), count: 4))
        #expect(DropOrder.shortest(equal)?.stops == [0, 1, 2, 3])
        // A limit can forbid the order that wins the tie.
        #expect(DropOrder.shortest(distances, longest: [.km(3), .km(1)])?.stops == [1, 0])
        #expect(DropOrder.shortest(distances, longest: [.km(1), .km(1)]) == nil)
    }

    @Test("the shortest order is not taken when it breaks a limit, the next one is")
    func limits() throws {
        // 0 first: 2 + 2 = 4 km. 1 first: 3 + 2 = 5 km. Passenger 1 may not be driven more than 3.9 km.
        let distances = DistanceTable(fromStart: [.km(2), .km(3)], between: [[.zero, .km(2)], [.km(2), .zero]])
        #expect(DropOrder.shortest(distances)?.stops == [0, 1])
        let order = try #require(DropOrder.shortest(distances, longest: [.km(5), .km(3.9)]))
        #expect(order.stops == [1, 0] && order.length == .km(5) && order.driven(0) == .km(5))
        #expect(DropOrder.shortest(distances) { $0.stops != [0, 1] }?.stops == [1, 0])
        #expect(DropOrder.shortest(distances) { _ in false } == nil)
    }

    /// What the rule must find, found in the plainest way.
    private func byHand(
        _ start: [Int64], _ between: [[Int64]], limits: [Int64], forbidden: [Int]?
    ) -> (order: [Int], length: Int64)? {
        var best: (order: [Int], length: Int64)?
        for order in permutations(of: start.count) where order != forbidden {
            var driven = start[order[0]]
            var holds = driven <= limits[order[0]]
            for (stop, next) in zip(order, order.dropFirst()) {
                driven += between[stop][next]
                if driven > limits[next] { holds = false }
            }
            if holds, driven < best?.length ?? .max { best = (order, driven) }
        }
        return best
    }

    @Test(
        "5,000 random tables that differ by direction: the same order as all permutations give, limits and ties included"
    )
    func tables() {
        var chance = SplitMix64(seed: 21)
        var found = 0
        for number in 0..<5_000 {
            let count = chance.number(1...4)
            // Few different lengths give many ties.
            let most = chance.pick([3, 20, 100_000])
            let start = (0..<count).map { _ in Int64(chance.number(0...most)) }
            let between = (0..<count).map { _ in (0..<count).map { _ in Int64(chance.number(0...most)) } }
            let limits = (0..<count).map { _ in Int64(chance.number(most / 2...most * 3)) }
            let forbidden = chance.once(in: 3) ? chance.pick(permutations(of: count)) : nil
            let expected = byHand(start, between, limits: limits, forbidden: forbidden)
            let distances = DistanceTable(
                fromStart: start.map { Distance(millimetres: $0) },
                between: between.map { $0.map { Distance(millimetres: $0) } })
            let order = DropOrder.shortest(distances, longest: limits.map { Distance(millimetres: $0) }) {
                $0.stops != forbidden
            }
            #expect(order?.stops == expected?.order, "case \(number)")
            #expect(order?.length.millimetres == expected?.length, "case \(number)")
            if order != nil { found += 1 }
        }
        #expect(found > 2_000 && found < 5_000)
    }

    @Test("5,000 random places in the plane: the same order as all permutations give")
    func plane() {
        var chance = SplitMix64(seed: 22)
        let travel = WayBook([])
        var found = 0
        for number in 0..<5_000 {
            let count = chance.number(1...4)
            // On a coarse grid, so that equally long orders happen.
            func place() -> Place { km(Double(chance.number(-6...6)), Double(chance.number(-6...6))) }
            let start = place()
            let ends = (0..<count).map { _ in place() }
            let distances = DistanceTable(from: start, to: ends, travel)
            let limits = ends.map {
                Int64(Double(start.distance(to: $0).millimetres) * Double(chance.number(10...30)) / 10)
            }
            let expected = byHand(
                ends.map { start.distance(to: $0).millimetres },
                ends.map { first in ends.map { first.distance(to: $0).millimetres } }, limits: limits,
                forbidden: nil)
            let order = DropOrder.shortest(distances, longest: limits.map { Distance(millimetres: $0) })
            #expect(order?.stops == expected?.order, "case \(number)")
            #expect(order?.length.millimetres == expected?.length, "case \(number)")
            if let order {
                found += 1
                let driven = order.stops.map { order.driven($0) }
                #expect(driven == driven.sorted() && driven.last == order.length, "case \(number)")
            }
        }
        #expect(found > 1_500 && found < 5_000)
    }
}
