// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import RuleTestKit
import Testing
import TripRules

/// The arrangement against what is slow and plainly right.
struct ArrangementOracleTests {
    @Test(
        "TRIP-FLEX, DEC-TRIP-FLEX: of 10,000 random days each is arranged as trying all orders and gaps does, by the same step",
        arguments: 0..<10)
    func allOrders(_ part: Int) {
        var found: [ArrangementStep: Int] = [:]
        var searched = 0
        for seed in part * 1000..<(part + 1) * 1000 {
            let day = RandomDay(seed: seed, fixed: 0...5, flexible: 1...6)
            let arranged = day.problem.arranged(travel: day.travel)
            let expected = day.oracle { $0.quick(day.grid) ?? $0.firstOfAll() }
            #expect(arranged?.step == expected?.step && arranged?.starts == expected?.starts, "seed \(seed)")
            if let step = arranged?.step { found[step, default: 0] += 1 }
            if day.oracle({ $0.quick(day.grid) })?.step != expected?.step { searched += 1 }
            guard let arranged else { continue }
            #expect(isValid(arranged, day), "seed \(seed)")
        }
        // Every step decides some days, and so does the exact search.
        #expect(found.count == 3 && found.values.allSatisfy { $0 > 10 } && searched > 10, "\(found) \(searched)")
    }

    /// A day that the arrangement has made, judged by a third function.
    private func isValid(_ arranged: DayArrangement, _ day: RandomDay) -> Bool {
        switch arranged.step {
        case .withTravel: return day.oracle(withTravel: true).isValid(arranged.starts) && arranged.late.isEmpty
        case .withoutTravel:
            let held = day.day(arranged.starts)
            let late = held.filter { !day.oracle(withTravel: true).isReached($0, in: held) }
            return day.oracle(withTravel: false).isValid(arranged.starts) && !late.isEmpty
                && Set(late.map(\.id)) == Set(arranged.late)
        case .ownCalendar:
            let calendars = Set(day.problem.flexible.map(\.calendar))
            return calendars.allSatisfy { calendar in
                let own = Set(day.problem.flexible.filter { $0.calendar == calendar }.map(\.id))
                return day.oracle(withTravel: false, only: calendar).isValid(
                    arranged.starts.filter { own.contains($0.key) })
            }
        }
    }

    @Test(
        "TRIP-FLEX: with up to three flexible events there is an arrangement exactly when there is one on a grid of 5 min",
        arguments: 0..<4)
    func grid(_ part: Int) {
        var counts = [0, 0]
        for seed in part * 500..<(part + 1) * 500 {
            let day = RandomDay(seed: 100_000 + seed, fixed: 0...4, flexible: 1...3, slots: 36)
            for withTravel in [true, false] {
                let oracle = day.oracle(withTravel: withTravel)
                let arranged = day.problem.arranged(travel: day.travel)
                let isFound =
                    switch arranged?.step {
                    case .withTravel: true
                    case .withoutTravel: !withTravel
                    case .ownCalendar, nil: false
                    }
                #expect(isFound == oracle.hasAny(day.grid), "seed \(seed)")
                counts[isFound ? 1 : 0] += 1
            }
        }
        #expect(counts.allSatisfy { $0 > 50 }, "\(counts)")
    }

    @Test("TRIP-LUNCH: lunch takes the first instant of the grid that leaves all else as it is, or is missed")
    func lunch() {
        var counts = [0, 0]
        for seed in 0..<2_000 {
            let day = RandomDay(seed: 200_000 + seed, fixed: 0...6, flexible: 0...4)
            guard let lunch = day.problem.lunch, let arranged = day.problem.arranged(travel: day.travel) else {
                continue
            }
            var without = day.problem
            without.lunch = nil
            #expect(without.arranged(travel: day.travel)?.starts == arranged.starts, "seed \(seed)")
            let oracle = day.oracle(withTravel: true)
            let held = day.day(arranged.starts)
            var start = max(lunch.opens, day.problem.now)
            var expected: CityTime?
            while expected == nil, start + lunch.duration <= lunch.closes {
                let new = oracle.held(lunch, at: start)
                let with = held + [new]
                // What is late without lunch just before it is not its fault.
                if !held.contains(where: { $0.start < new.end && new.start < $0.end }),
                    with.allSatisfy({ one in
                        oracle.isReached(one, in: with)
                            || oracle.before(one.start, in: with, located: false)?.id != .lunch
                    })
                {
                    expected = start
                }
                start = start + day.grid
            }
            #expect(arranged.lunch == expected, "seed \(seed)")
            counts[expected == nil ? 0 : 1] += 1
        }
        #expect(counts.allSatisfy { $0 > 50 }, "\(counts)")
    }

    @Test("TRIP-FLEX: the same events in any order of insertion are arranged in the same way")
    func anyOrder() {
        for seed in 0..<500 {
            let day = RandomDay(seed: 300_000 + seed, fixed: 0...5, flexible: 2...6)
            let arranged = day.problem.arranged(travel: day.travel)
            var draw = SplitMix64(seed: seed)
            for _ in 0..<5 {
                var other = day.problem
                other.fixed = mixed(other.fixed, &draw)
                other.flexible = mixed(other.flexible, &draw)
                #expect(other.arranged(travel: day.travel) == arranged, "seed \(seed)")
            }
        }
    }

    private func mixed<Item>(_ items: [Item], _ draw: inout SplitMix64) -> [Item] {
        var (left, out) = (items, [Item]())
        while !left.isEmpty { out.append(left.remove(at: draw.below(left.count))) }
        return out
    }

    @Test("TRIP-FLEX: what goes makes room and takes none, as long as all has a place or what goes has none")
    func removal() {
        for seed in 0..<500 {
            var day = RandomDay(seed: 400_000 + seed, fixed: 0...5, flexible: 2...6)
            // A way over a third place is never shorter: no island.
            day.travel.island = nil
            let allLocated = seed % 2 == 0
            if allLocated {
                // Who goes nowhere in between may have been there earlier than who leaves after an event without a place.
                day.problem.fixed.removeAll { $0.place == nil }
                day.problem.flexible.removeAll { $0.place == nil }
            }
            guard let arranged = day.problem.arranged(travel: day.travel) else { continue }
            for index in day.problem.flexible.indices
            where allLocated || day.problem.flexible[index].place == nil {
                var other = day.problem
                other.flexible.remove(at: index)
                let left = other.arranged(travel: day.travel)
                #expect(left.map { $0.step.number <= arranged.step.number } == true, "seed \(seed)")
            }
        }
    }

    @Test("TRIP-FLEX: time passes without moving anything: what has begun stays, and so does all else")
    func passing() {
        for seed in 0..<500 {
            let day = RandomDay(seed: 500_000 + seed, fixed: 0...5, flexible: 2...6)
            guard let first = day.problem.arranged(travel: day.travel) else { continue }
            var draw = SplitMix64(seed: seed)
            var later = day.problem
            later.now = later.now + day.grid * draw.number(1...60)
            later.flexible = later.flexible.filter { first.starts[$0.id].map { $0 > later.now } ?? true }
            for item in day.problem.flexible {
                guard let start = first.starts[item.id], start <= later.now else { continue }
                later.fixed.append(
                    FixedItem(
                        id: item.id, calendar: item.calendar, start: start, end: start + item.duration,
                        place: item.place))
            }
            let second = later.arranged(travel: day.travel)
            guard first.step == .withTravel else { continue }
            #expect(second.map { $0.starts.allSatisfy { first.starts[$0.key] == $0.value } } == true, "seed \(seed)")
        }
    }
}
