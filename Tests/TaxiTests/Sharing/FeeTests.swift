// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import RuleTestKit
import TaxiRules
import TaxiSharing
import Testing

/// The split of the fee.
@Suite struct FeeTests {
    private func part(_ passenger: Int32, _ travelers: Int32, _ kilometres: Double, alone: Double = 1) -> FeeSplit.Part
    {
        FeeSplit.Part(
            passenger: PassengerID(passenger), travelers: travelers, driven: .km(kilometres), direct: .km(alone))
    }

    /// A whole ride: each with travelers and the odometer at the own drop-off. Returns what everybody was told.
    private func ride(_ people: [(travelers: Int32, kilometres: Double)]) -> [FeeShare] {
        var parameters = SharingParameters()
        parameters.cap = 8
        var city = SharingCity(parameters: parameters)
        let ride = city.own(1, travelers: people[0].travelers, from: km(0), to: km(people[0].kilometres))
        for (index, one) in people.enumerated().dropFirst() {
            city.joining(
                Int32(index + 1), ride, travelers: one.travelers, from: km(0), to: km(one.kilometres))
        }
        city.accept(ride, seats: 8)
        let request = city.board(
            ride, people.enumerated().map { (Int32($0.offset + 1), $0.element.travelers) }, odometer: .km(100))
        for (index, one) in people.enumerated().sorted(by: { $0.element.kilometres < $1.element.kilometres }) {
            city.drop(Int32(index + 1), of: request, odometer: .km(100 + one.kilometres))
        }
        city.end(request, odometer: .km(100 + (people.map(\.kilometres).max() ?? 0)))
        guard case .feeShares(_, let shares) = city.reported(1).last else { return [] }
        return shares
    }

    @Test("TAXI-SHARE-10: A with 2 travelers for 6 km each pays 80.00%, B with 1 traveler for 3 km 20.00%")
    func distanceAndTravelers() {
        #expect(ride([(2, 6), (1, 3)]).map(\.hundredths) == [8000, 2000])
    }

    @Test("TAXI-SHARE-10A: three passengers with one traveler and 5 km each pay 33.34, 33.33, 33.33, the owner first")
    func rounding() {
        let shares = ride([(1, 5), (1, 5), (1, 5)])
        #expect(shares.map(\.hundredths) == [3334, 3333, 3333])
        #expect(shares.map(\.passenger) == [PassengerID(1), PassengerID(2), PassengerID(3)])
        #expect(shares.reduce(0) { $0 + $1.hundredths } == 10_000)
    }

    @Test("TAXI-SHARE-10B: from the start to D1 4 km, to D2 10 km: shares 4/14 = 28.57% and 10/14 = 71.43%")
    func perTraveler() {
        let shares = ride([(1, 4), (1, 10)])
        #expect(shares.map(\.hundredths) == [2857, 7143])
        #expect(shares.map(\.distance) == [.km(4), .km(10)])
        #expect(shares.map(\.numerator) == [4_000_000, 10_000_000])
        #expect(shares.map(\.denominator) == [14_000_000, 14_000_000])
    }

    @Test("TAXI-SHARE-10C: 3 travelers of A and 1 of B, all 5 km: A pays 75.00%, B 25.00%")
    func broughtAlong() {
        #expect(ride([(3, 5), (1, 5)]).map(\.hundredths) == [7500, 2500])
    }

    @Test("the example of the article: 44.44% and 55.56%")
    func article() {
        #expect(ride([(2, 4), (1, 10)]).map(\.hundredths) == [4444, 5556])
    }

    @Test("nobody was driven: equal for each traveler (DEC-FEE-ZERO); one passenger left: 100.00%")
    func zero() {
        let zero = FeeSplit([part(1, 1, 0, alone: 0), part(2, 3, 0, alone: 0)])
        #expect(zero.shares.map(\.hundredths) == [2500, 7500] && zero.directHundredths == [2500, 7500])
        #expect(zero.shares.map(\.numerator) == [1, 3] && zero.shares.map(\.denominator) == [4, 4])
        #expect(FeeSplit([part(1, 2, 0)]).shares.map(\.hundredths) == [10_000])
        #expect(FeeSplit([part(1, 2, 7.3)]).shares.map(\.hundredths) == [10_000])
        // One who was not driven pays nothing as long as others were.
        #expect(FeeSplit([part(1, 1, 0), part(2, 1, 3)]).shares.map(\.hundredths) == [0, 10_000])
        #expect(FeeSplit([]).sum == 0)
    }

    @Test("the hundredths that are missing go to the largest remainders, ties to the owner and then by joining")
    func remainders() {
        // 1/6 = 16.66 6.., 2/6 = 33.33 3.., 3/6 = 50.00: the one missing goes to the first.
        #expect(
            FeeSplit([part(1, 1, 1), part(2, 1, 2), part(3, 1, 3)]).shares.map(\.hundredths) == [1667, 3333, 5000])
        // 2/6 and 1/6 and 3/6: now the largest remainder is the second's.
        #expect(
            FeeSplit([part(1, 1, 2), part(2, 1, 1), part(3, 1, 3)]).shares.map(\.hundredths) == [3333, 1667, 5000])
        // Sevenths: 14.28 571..: four of seven travelers' remainders; two equal ones share the tie by joining.
        #expect(
            FeeSplit([part(1, 3, 1), part(2, 3, 1), part(3, 1, 1)]).shares.map(\.hundredths) == [4286, 4286, 1428])
    }

    @Test("for comparison the split by the way alone is given as well (DEC-FEE-DISTANCE)")
    func direct() {
        let split = FeeSplit([part(1, 1, 6, alone: 3), part(2, 1, 6, alone: 6)])
        #expect(split.shares.map(\.hundredths) == [5000, 5000])
        #expect(split.directHundredths == [3333, 6667])
    }

    @Test(
        "INV-FeeSharesSum: 10,000 random splits sum to exactly 100.00%, none below 0, each less than 0.01% from exact")
    func property() {
        var chance = SplitMix64(seed: 10)
        var zeros = 0
        for number in 0..<10_000 {
            let count = chance.number(1...4)
            let most = chance.pick([0, 3, 50, 30_000_000])
            let parts = (0..<count).map { index in
                FeeSplit.Part(
                    passenger: PassengerID(index + 1), travelers: Int32(chance.number(1...8)),
                    driven: Distance(millimetres: Int64(chance.number(0...most))),
                    direct: Distance(millimetres: Int64(chance.number(0...most))))
            }
            let split = FeeSplit(parts)
            let travelers = parts.reduce(0.0) { $0 + Double($1.travelers) }
            for (shares, way) in [
                (split.shares.map(\.hundredths), { (part: FeeSplit.Part) in part.driven }),
                (split.directHundredths, { (part: FeeSplit.Part) in part.direct }),
            ] {
                #expect(shares.reduce(0, +) == 10_000, "case \(number)")
                #expect(shares.allSatisfy { $0 >= 0 }, "case \(number)")
                let sum = parts.reduce(0.0) { $0 + Double($1.travelers) * Double(way($1).millimetres) }
                if sum == 0 { zeros += 1 }
                for (part, share) in zip(parts, shares) {
                    let exact =
                        sum == 0
                        ? Double(part.travelers) / travelers
                        : Double(part.travelers) * Double(way(part).millimetres) / sum
                    #expect(abs(Double(share) - exact * 10_000) < 1, "case \(number): \(share), exactly \(exact)")
                }
            }
            for share in split.shares {
                #expect(
                    abs(Double(share.hundredths) - Double(share.numerator) / Double(share.denominator) * 10_000) < 1)
            }
        }
        #expect(zeros > 1_000)
    }
}
