// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import HealthRules
import RuleTestKit
import Testing

/// Small worlds in which everything happens at random: groups of 4 in place of 1000.
struct DataRulesRandomTests {
    private static let smallest = 4

    private static func place(_ dice: inout SplitMix64) -> Place {
        Place(east: Int32(dice.number(0...3)), north: Int32(dice.number(0...3)))
    }

    private static func birth(_ dice: inout SplitMix64) -> CivilDate {
        CivilDate(Int32(dice.number(1990...1993)), Int32(dice.number(2...3)), Int32(dice.number(1...28)))
    }

    private static func query(_ dice: inout SplitMix64) -> GroupQuery {
        var criteria = GroupCriteria()
        if dice.once(in: 2) { criteria.youngest = Int32(dice.number(32...35)) }
        if dice.once(in: 2) { criteria.oldest = Int32(dice.number(34...37)) }
        if dice.once(in: 2) {
            let (one, two) = (place(&dice), place(&dice))
            criteria.area = PlaceRectangle(
                Place(east: min(one.east, two.east), north: min(one.north, two.north)),
                Place(east: max(one.east, two.east), north: max(one.north, two.north)))
            criteria.areaKind = dice.once(in: 2) ? .position : .residence
        }
        let parameters: [ParameterSet] = [.all, ParameterSet(.heartRate), [.init(.heartRate), .init(.temperature)]]
        return GroupQuery(
            criteria, dice.pick(parameters), interval: dice.pick([.minutes(1), .minutes(5), .hours(1)]),
            count: Int32(dice.number(1...3)), waits: dice.once(in: 2))
    }

    @Test(
        "INV-GroupExact, INV-AccessIffConsent, INV-OneCollectorPerPair, INV-AnonApprovedIffSize: no random world breaks them",
        arguments: 0..<1000)
    func anything(_ seed: Int) {
        var dice = SplitMix64(seed: seed)
        // Over a midnight or two, with birthdays.
        var now = on(2026, 2, 27, 23, 30)
        var town = DataTown(parties: 3, smallest: Self.smallest, at: now, checksGroups: true)
        var ends = Array(repeating: now, count: 20)
        for _ in 0..<120 {
            now = now + .seconds(dice.pick([0, 0, 0, 1, 5, 20, 60, 60, 600, 5000]))
            let person = dice.number(1...12)
            let party = ThirdPartyID(dice.number(1...3))
            switch dice.number(0...13) {
            case 0, 1: town.register(person, born: Self.birth(&dice), home: Self.place(&dice), at: now)
            case 2: if dice.once(in: 3) { town.leave(person, at: now) }
            case 3, 4, 5:
                guard town.isHere(person) else { continue }
                let start = max(ends[person], now - .seconds(dice.number(3...30)))
                ends[person] = start + .seconds(3)
                town.batch(
                    person, rate(dice.number(4000...9000)), from: start, place: Self.place(&dice),
                    at: max(now, ends[person]))
                now = max(now, ends[person])
            case 6: town.send(.person(party, number: "", .request), about: person, at: now)
            case 7:
                town.send(
                    .person(party, number: "", dice.pick([.subscribe, .unsubscribe, .read(from: .epoch, to: now)])),
                    about: person, at: now)
            case 8, 9: town.send(.answer(party, isYes: !dice.once(in: 3)), of: person, at: now)
            case 10: town.send(dice.pick([.withdraw(party), .stopSubscription(party), .list]), of: person, at: now)
            case 11: town.send(.group(party, .ask(Self.query(&dice))), at: now)
            case 12: town.send(.group(party, .subscribe(Self.query(&dice))), at: now)
            default: town.send(.group(party, .stop(GroupID(dice.number(1...30)))), at: now)
            }
        }
        #expect(town.violations.isEmpty, "seed \(seed): \(town.violations.prefix(3))")
    }

    @Test("HEALTH-R6: aggregates of random groups equal a count by hand, before and after rounding", arguments: 0..<300)
    func bruteForce(_ seed: Int) throws {
        var dice = SplitMix64(seed: seed)
        let now = CityTime.seconds(3600)
        var town = DataTown(smallest: Self.smallest, at: now)
        let people = dice.number(4...40)
        for person in 1...people { town.register(person, home: Self.place(&dice), at: now) }
        let area = PlaceRectangle(.origin, Place(east: 2, north: 2))
        let query = minutely(GroupCriteria(area: area), ParameterSet(.heartRate))
        town.send(.subscribe(query), at: now)
        var sent: [Int: [Int]] = [:]
        for second in 0..<dice.number(0...12) {
            for person in 1...people where dice.once(in: 3) {
                let value = dice.number(-5000...22_000)
                sent[person, default: []].append(value)
                town.batch(person, rate(value), from: now + .seconds(3 * second), at: now + .seconds(3 * second + 3))
            }
        }
        // Somebody moves: the group is the one at the end of the interval.
        for person in 1...people where dice.once(in: 5) {
            town.register(person, home: Self.place(&dice), at: now + .seconds(50))
        }
        town.pass(to: now + .seconds(60))
        town.send(.ask(query), at: now + .seconds(60))
        let members = town.members(of: area).filter { sent[$0] != nil }
        let means = members.map { Double((sent[$0] ?? []).reduce(0, +)) / Double((sent[$0] ?? []).count) }.sorted()
        for answer in town.answers() {
            #expect(answer.members == Int32(town.members(of: area).count / 100 * 100))
            guard means.count >= Self.smallest else {
                #expect(answer.parts[0].values.isEmpty)
                continue
            }
            let value = try #require(answer.parts[0].values.first)
            let mean = means.reduce(0, +) / Double(means.count)
            // A member's mean is kept to a hundredth of a hundredth; then a tenth of a unit is ten hundredths.
            #expect(abs(Double(value.meanTenths) * 10 - mean) <= 5.01)
            let low = means[Int((0.05 * Double(means.count)).rounded(.up)) - 1]
            let high = means[Int((0.95 * Double(means.count)).rounded(.up)) - 1]
            #expect(
                abs(Double(value.lowTenths) * 10 - low) <= 5.01 && abs(Double(value.highTenths) * 10 - high) <= 5.01)
        }
        if let job = town.jobs.last {
            var tally = GroupTally(job, least: 0)
            for wearer in job.members { tally.add(town.stored[wearer] ?? []) }
            if let exact = tally.statistics(0, .heartRate) {
                #expect(exact.count == means.count)
                let tolerance: Double = 0.005 * Double(means.count) + 1e-6
                let sum: Double = means.reduce(0, +)
                #expect(abs(Double(exact.sum) / 100 - sum) <= tolerance)
            }
        }
    }
}
