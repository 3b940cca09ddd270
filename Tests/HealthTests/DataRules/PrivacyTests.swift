// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Foundation
import HealthRules
import RuleTestKit
import Testing

/// What group answers and files tell of a person, and what they do not.
struct PrivacyTests {
    private static let heart = ParameterSet(.heartRate)

    @Test(
        "HEALTH-R5: planted numbers, devices, places and person numbers are in no group answer and in no event of a group"
    )
    func planted() throws {
        // Numbers that nothing else in an answer can be.
        let (east, north) = (Int32(77_123_456), Int32(-66_123_456))
        var town = DataTown()
        for person in 1...1000 { town.register(person) }
        town.register(654_321, home: Place(east: east, north: north))
        town.send(.subscribe(minutely(GroupCriteria(), Self.heart)))
        for person in Array(1...1000) + [654_321] {
            town.batch(person, rate(7000), place: Place(east: east, north: north), at: .seconds(20))
        }
        town.pass(to: .seconds(60))
        town.send(.ask(minutely(GroupCriteria(), Self.heart)), at: .seconds(60))
        #expect(town.answers().count == 2)
        let sent = try JSONEncoder().encode(town.sent)
        let groups = town.events.filter { $0.name.hasPrefix("group") }
        let text = String(decoding: sent, as: UTF8.self) + groups.map { "\($0)" }.joined()
        #expect(text.contains("heartRate") && text.contains("1000"))
        for planted in ["77123456", "66123456", "654321", "9654321", "N654321", "9000001", "\"N1"] {
            #expect(!text.contains(planted), "\(planted)")
        }
    }

    @Test("SEC-09: a message in the input log has the person's number in place of the social security number")
    func inputs() throws {
        let number = "RSSMRA80A01F205X"
        let message = DataMessage.person(ThirdPartyID(3), number: number, .request)
        let heard = HeardMessage(message) { $0 == number ? WearerID(5) : nil }
        let text = String(decoding: try JSONEncoder().encode(heard), as: UTF8.self)
        #expect(!text.contains(number) && heard.wearer == WearerID(5))
        #expect(try JSONDecoder().decode(HeardMessage.self, from: Data(text.utf8)) == heard)
        #expect(HeardMessage(.group(ThirdPartyID(3), .stop(GroupID(1)))) { _ in WearerID(1) }.wearer == nil)
    }

    /// So many people of ages below 60, and one of 60 whose heart rate is asked for; two queries that differ by that one.
    private static func attack(
        _ people: Int, victim: Int, minutes: Int, noise: (inout SplitMix64) -> Int
    ) -> (without: [GroupAnswer], with: [GroupAnswer]) {
        let now = on(2026, 6, 1)
        var town = DataTown(at: now)
        var dice = SplitMix64(seed: 4)
        let levels = (0...people).map { _ in 6000 + dice.number(0...2000) }
        for person in 1...people { town.register(person, born: CivilDate(1980, 1, 1), at: now) }
        town.register(people + 1, born: CivilDate(1966, 1, 1), at: now)
        town.send(.subscribe(minutely(GroupCriteria(oldest: 59), heart)), at: now)
        town.send(.subscribe(minutely(GroupCriteria(oldest: 60), heart)), at: now)
        for minute in 0..<minutes {
            for person in 1...people {
                let time = now + .seconds(60 * minute + 10)
                town.batch(person, rate(levels[person] + noise(&dice)), at: time)
            }
            town.batch(people + 1, rate(victim), at: now + .seconds(60 * minute + 10))
            town.pass(to: now + .minutes(minute + 1))
        }
        let answers = town.answers()
        return (
            answers.enumerated().filter { $0.offset % 2 == 0 }.map(\.element),
            answers.enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
        )
    }

    @Test("Two answers for groups that differ by one person do not tell that person's value")
    func difference() throws {
        for victim in [3000, 7000, 12_000, 20_000] {
            let (without, with) = Self.attack(1500, victim: victim, minutes: 1) { _ in 0 }
            let one = try #require(without[0].parts[0].values.first)
            let two = try #require(with[0].parts[0].values.first)
            // Unrounded, the difference of the sums would be the value to the hundredth. So it is one of three numbers, each of which
            // leaves 300 beats a minute open: a tenth on either side for each of 1500 people.
            #expect(one.count == 1500 && two.count == 1500 && without[0].members == with[0].members)
            #expect(abs(one.meanTenths - two.meanTenths) <= 1)
            #expect(abs(one.lowTenths - two.lowTenths) <= 1 && abs(one.highTenths - two.highTenths) <= 1)
        }
    }

    @Test("At a border of hundreds, two such answers tell that there is such a person")
    func existence() {
        let (without, with) = Self.attack(1499, victim: 7000, minutes: 1) { _ in 0 }
        #expect(without[0].members == 1400 && with[0].members == 1500)
    }

    @Test("What the rounding does not stop: many intervals of such a pair, averaged, come near the person's mean")
    func averaging() throws {
        let (people, victim) = (1000, 18_000)
        let (without, with) = Self.attack(people, victim: victim, minutes: 240) { $0.number(-400...400) + 0 }
        let means = { (answers: [GroupAnswer]) in
            answers.map { Double($0.parts[0].values[0].meanTenths) * 10 }
        }
        let (one, two) = (means(without), means(with))
        #expect(one.count == 240 && two.count == 240)
        let gap = zip(one, two).map { $1 - $0 }.reduce(0, +) / Double(one.count)
        let guess = one.reduce(0, +) / Double(one.count) + gap * Double(people + 1)
        // Four hours are enough to be right to 15 beats a minute.
        #expect(abs(guess - Double(victim)) < 1500)
    }
}
