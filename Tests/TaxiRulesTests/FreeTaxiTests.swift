// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import RuleTestKit
import TaxiRules
import Testing

/// Free taxis that are sent to zones that are short of them.
struct FreeTaxiTests {
    private func zones(_ counts: [Int]) -> [(zone: ZoneID, drivers: [DriverID])] {
        var next = 0
        return counts.enumerated().map { index, count in
            defer { next += count }
            return (ZoneID(Int32(index + 1)), (next..<(next + count)).map { DriverID($0 + 1) })
        }
    }

    private func distance(_ one: ZoneID, _ other: ZoneID) -> Distance {
        .metres(abs(Double(one.number - other.number)) * 1000)
    }

    private func told(_ moves: [TaxiMove]) -> String {
        moves.map { "\($0.driver): \($0.from)>\($0.to)" }.joined(separator: " ")
    }

    @Test(
        "Zones get the share of free taxis that they have of the calls; the last of a queue go, the nearest zone first")
    func shares() {
        var rules = FreeTaxis()
        #expect(rules.moves(of: zones([3, 0, 0]), at: .epoch, distance: distance).isEmpty, "nobody has called")
        for zone in [1, 2, 2, 2, 3, 3] { rules.called(in: ZoneID(Int32(zone)), at: .seconds(60)) }
        // Of six taxis 1, 3 and 2.
        #expect(
            told(rules.moves(of: zones([5, 1, 0]), at: .seconds(300), distance: distance))
                == "5: 1>2 4: 1>2 3: 1>3 2: 1>3")
    }

    @Test("Who is under way counts where the way leads, and is not sent twice; who has arrived or rides is forgotten")
    func underWay() {
        var rules = FreeTaxis()
        for _ in 0..<4 { rules.called(in: ZoneID(2), at: .seconds(60)) }
        #expect(told(rules.moves(of: zones([2, 0]), at: .seconds(300), distance: distance)) == "2: 1>2 1: 1>2")
        #expect(rules.moves(of: zones([2, 0]), at: .seconds(600), distance: distance).isEmpty)
        // 2 has a ride, 1 has arrived, and 3 is new.
        let later = [(zone: ZoneID(1), drivers: [DriverID(3)]), (zone: ZoneID(2), drivers: [DriverID(1)])]
        #expect(told(rules.moves(of: later, at: .seconds(900), distance: distance)) == "3: 1>2")
    }

    @Test("Who was sent, had a ride meanwhile and stands where it began is sent again")
    func rode() {
        var rules = FreeTaxis()
        rules.called(in: ZoneID(2), at: .seconds(60))
        #expect(told(rules.moves(of: zones([1, 0]), at: .seconds(300), distance: distance)) == "1: 1>2")
        rules.forget(DriverID(1))
        #expect(told(rules.moves(of: zones([1, 0]), at: .seconds(600), distance: distance)) == "1: 1>2")
    }

    @Test("Calls count for an hour; what is left over of the shares goes by the largest remainders, then by number")
    func remainders() {
        var rules = FreeTaxis()
        rules.called(in: ZoneID(3), at: .seconds(0))
        for zone in [1, 2] { rules.called(in: ZoneID(Int32(zone)), at: .seconds(1800)) }
        // 5/3 each: two each for the first two, one for the third.
        #expect(
            told(rules.moves(of: zones([0, 0, 5]), at: .seconds(1900), distance: distance))
                == "5: 3>2 4: 3>2 3: 3>1 2: 3>1")
        var later = FreeTaxis()
        later.called(in: ZoneID(3), at: .seconds(0))
        for zone in [1, 2] { later.called(in: ZoneID(Int32(zone)), at: .seconds(1800)) }
        #expect(
            told(later.moves(of: zones([0, 0, 4]), at: .seconds(3600), distance: distance))
                == "4: 3>2 3: 3>2 2: 3>1 1: 3>1")
    }

    @Test("As many as are short are sent and no more, over 2,000 random cities")
    func property() {
        var numbers = SplitMix64(seed: 3)
        for _ in 0..<2000 {
            var rules = FreeTaxis()
            let count = numbers.number(1...6)
            for _ in 0..<numbers.number(0...30) {
                rules.called(in: ZoneID(Int32(numbers.number(1...count))), at: .epoch)
            }
            let free = zones((0..<count).map { _ in numbers.number(0...6) })
            let moves = rules.moves(of: free, at: .seconds(300), distance: distance)
            #expect(Set(moves.map(\.driver)).count == moves.count)
            #expect(Set(moves.map(\.from)).isDisjoint(with: moves.map(\.to)))
            for move in moves { #expect(free.contains { $0.zone == move.from && $0.drivers.contains(move.driver) }) }
            // Afterwards the shares are those of the calls: a second look sends nobody.
            let now = free.map { zone, drivers in
                let gone = moves.filter { $0.from == zone }.map(\.driver)
                return (
                    zone: zone,
                    drivers: drivers.filter { !gone.contains($0) } + moves.filter { $0.to == zone }.map(\.driver)
                )
            }
            #expect(rules.moves(of: now, at: .seconds(600), distance: distance).isEmpty)
        }
    }
}
