// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import HealthRules
import RuleTestKit
import Testing

/// What differences of allowed requests tell of one person with the limits that hold by default, in numbers.
struct AttackTests {
    private static let heart = ParameterSet(.heartRate)
    private static let (base, side) = (1000, Int32(500_000))

    /// The squares from the first one on, so many of them in a row to the east.
    private static func row(_ squares: Int) -> GroupCriteria {
        GroupCriteria(
            area: PlaceRectangle(.origin, Place(east: Int32(squares) * side - 1, north: side - 1)))
    }

    /// A thousand people in the first square, and one more in each square to the east, whom an organisation of its own is after: it spends
    /// a whole day's budget on the squares with the person and without. Returns how far its guess is from the person's mean, and how far
    /// the mean of the group alone would be, in beats.
    private static func attack(victims: [Int]) throws -> (errors: [Double], blind: [Double]) {
        let now = on(2026, 6, 1)
        var town = DataTown(parties: victims.count, limits: GroupLimits(), at: now)
        var dice = SplitMix64(seed: 7)
        let levels = (0..<base).map { _ in 5700 + dice.number(0...3000) } + victims
        for person in levels.indices {
            let square = max(0, person - base + 1)
            town.register(person + 1, home: Place(east: Int32(square) * side + 7, north: 7), at: now)
        }
        for quarter in 0..<6 {
            for person in levels.indices {
                town.batch(
                    person + 1, rate(levels[person] + dice.number(-400...400)),
                    at: now + .minutes(15 * quarter + 5))
            }
        }
        var (errors, blind): ([Double], [Double]) = ([], [])
        for (index, victim) in victims.enumerated() {
            for squares in [index + 1, index + 2] {
                town.send(
                    .ask(GroupQuery(row(squares), heart, count: 6)), by: index + 1, at: now + .minutes(91))
            }
            let answers = town.answers(of: index + 1)
            let means = answers.map { $0.parts.map { Double($0.values[0].meanTenths) / 10 } }
            try #require(means.count == 2 && means[0].count == 6)
            let gap = zip(means[0], means[1]).map { $1 - $0 }.reduce(0, +) / 6
            let group = means[0].reduce(0, +) / 6
            errors.append(abs(group + gap * Double(base + index + 1) - Double(victim) / 100))
            blind.append(abs(group - Double(victim) / 100))
            // That was the whole day's budget.
            town.send(.ask(GroupQuery(row(1), heart)), by: index + 1, at: now + .minutes(92))
            guard case .groupRefused(_, .intervalsUsed) = town.last(of: index + 1) else {
                Issue.record("\(String(describing: town.last(of: index + 1)))")
                continue
            }
        }
        #expect(town.violations.isEmpty)
        return (errors.sorted(), blind.sorted())
    }

    @Test(
        "A day's budget spent on pairs that differ by one person leaves the heart rate open by at least 10 beats at the median"
    )
    func differences() throws {
        // Rates that a guess of the group's mean misses by 20 to 60.
        let victims = (0..<200).map { $0 % 2 == 0 ? 9200 + 20 * $0 : 5200 - 10 * $0 / 2 }
        let (errors, blind) = try Self.attack(victims: victims)
        #expect(errors[100] >= 10, "median \(errors[100]), without asking \(blind[100])")
    }

    @Test("Of people who differ as people do, the attack tells no more than the mean of the group does")
    func usual() throws {
        // Evenly spread with a standard deviation of 7.6 beats.
        let victims = (0..<200).map { 7200 + ($0 * 83) % 200 * 2632 / 200 - 1316 }
        let (errors, blind) = try Self.attack(victims: victims)
        #expect(errors[100] >= 0.9 * blind[100], "median \(errors[100]), without asking \(blind[100])")
    }

    @Test("Yes or no alone finds the square of a home, and no more")
    func home() {
        let now = on(2026, 6, 1)
        var town = DataTown(limits: GroupLimits(), at: now)
        let home: Int32 = 12_345_678
        for person in 1..<Self.base { town.register(person, at: now) }
        town.register(Self.base, home: Place(east: home, north: 0), at: now)
        // Whether a thousand live between the first square and this one.
        func holds(_ area: PlaceRectangle) -> GroupRefusal? {
            town.send(.ask(GroupQuery(GroupCriteria(area: area), Self.heart)), at: now)
            if case .groupRefused(_, let reason) = town.last() { return reason }
            return nil
        }
        var (low, high, asked) = (0, 40, 0)
        while high - low > 1 {
            let middle = (low + high) / 2
            asked += 1
            switch holds(Self.row(middle).area ?? PlaceRectangle(.origin, .origin)) {
            case .tooFew: low = middle
            case nil: high = middle
            case let other: Issue.record("\(String(describing: other))")
            }
        }
        #expect(low == 24 && asked == 6)
        #expect(Int32(low) * Self.side <= home && home < Int32(high) * Self.side)
        // Anything between the lines is refused, and tells nothing.
        for east in [home, home - 1, 12_499_998, 12_500_000, 12_250_000] {
            #expect(holds(PlaceRectangle(.origin, Place(east: east, north: Self.side - 1))) == .tooFineArea)
        }
    }

    @Test("Each limit has its own refusal, with what can be done about it")
    func refusals() {
        let now = on(2026, 6, 1)
        var limits = GroupLimits()
        limits.requestsADay = 5
        var town = DataTown(parties: 2, limits: limits, at: now)
        for person in 1...1000 { town.register(person, at: now) }
        func refusal(_ wish: GroupWish, by party: Int = 1, at time: CityTime) -> GroupRefusal? {
            town.send(wish, by: party, at: time)
            if case .groupRefused(_, let reason) = town.last(of: party) { return reason }
            return nil
        }
        let fine: [(GroupQuery, GroupRefusal)] = [
            (GroupQuery(GroupCriteria(youngest: 18)), .tooFineAges),
            (GroupQuery(GroupCriteria(oldest: 60)), .tooFineAges),
            (GroupQuery(GroupCriteria(area: PlaceRectangle(.origin, .origin))), .tooFineArea),
            (GroupQuery(interval: .minutes(5)), .badInterval),
            (GroupQuery(count: 13), .intervalsUsed),
            (GroupQuery(GroupCriteria(youngest: 90, oldest: 94)), .tooFew),
        ]
        for (query, reason) in fine { #expect(refusal(.ask(query), at: now) == reason, "\(query)") }
        #expect(refusal(.ask(GroupQuery(GroupCriteria(youngest: 20, oldest: 94), count: 2)), at: now) == nil)
        // A subscription takes a whole day's intervals, also on the day on which it is stopped.
        #expect(refusal(.subscribe(GroupQuery(interval: .hours(2))), at: now) == .intervalsUsed)
        #expect(refusal(.subscribe(GroupQuery(interval: .hours(6))), at: now) == nil)
        guard case .groupSubscribed(let group) = town.last() else { return #expect(Bool(false)) }
        #expect(refusal(.ask(GroupQuery(count: 7)), at: now) == .intervalsUsed)
        town.send(.stop(group), at: now)
        #expect(refusal(.ask(GroupQuery(count: 7)), at: now) == .intervalsUsed)
        #expect(refusal(.ask(GroupQuery(count: 6)), at: now) == nil)
        // Four requests were taken: too few is an answer too, what broke a rule costs nothing.
        #expect(refusal(.ask(GroupQuery(GroupCriteria(youngest: 90, oldest: 94))), at: now) == .intervalsUsed)
        let next = now + .hours(24)
        #expect(refusal(.ask(GroupQuery(count: 12)), at: next) == nil)
        for _ in 0..<4 { _ = refusal(.subscribe(GroupQuery(interval: .hours(24))), at: next) }
        #expect(refusal(.ask(GroupQuery()), by: 2, at: next) == nil)
        let last = next + .hours(24)
        for _ in 0..<5 {
            #expect(refusal(.ask(GroupQuery(GroupCriteria(youngest: 90, oldest: 94))), at: last) == .tooFew)
        }
        #expect(refusal(.ask(GroupQuery()), at: last) == .requestsUsed)
        #expect(town.violations.isEmpty)
        #expect(GroupRefusal.tooFew.advice == .otherCriteria)
        #expect(GroupRefusal.requestsUsed.advice == .anotherDay && GroupRefusal.intervalsUsed.advice == .anotherDay)
        #expect(
            GroupRefusal.tooFineAges.advice == .correctRequest && GroupRefusal.tooFineArea.advice == .correctRequest)
    }

    @Test("What is widened to what may be asked holds at least what was asked, and may be asked")
    func widened() {
        var dice = SplitMix64(seed: 3)
        let limits = GroupLimits()
        for _ in 0..<10_000 {
            func coordinate() -> Int32 { Int32(dice.number(-2_000_000_000...2_000_000_000)) }
            let (one, two) = (
                Place(east: coordinate(), north: coordinate()), Place(east: coordinate(), north: coordinate())
            )
            let low = Int32(dice.number(0...90))
            let asked = GroupCriteria(
                youngest: low, oldest: low + Int32(dice.number(0...60)),
                area: PlaceRectangle(
                    Place(east: min(one.east, two.east), north: min(one.north, two.north)),
                    Place(east: max(one.east, two.east), north: max(one.north, two.north))))
            let coarse = limits.coarse(asked)
            #expect(limits.isCoarse(youngest: coarse.youngest, oldest: coarse.oldest))
            #expect(coarse.area.map { limits.isCoarse($0) && $0.contains(one) && $0.contains(two) } == true)
            #expect((coarse.youngest ?? 99) <= low && (coarse.oldest ?? 0) >= asked.oldest ?? 0)
        }
    }
}
