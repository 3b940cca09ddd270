// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import HealthRules
import RuleTestKit
import Testing

/// Groups at their full size of 1000.
struct GroupTests {
    private static let (minute, day) = (TimeSpan.minutes(1), TimeSpan.hours(24))

    /// A town of so many people, whose values are sent as `values` says for each.
    private static func town(_ people: Int, at now: CityTime = .epoch) -> DataTown {
        var town = DataTown(at: now)
        for person in 1...people { town.register(person, at: now) }
        return town
    }

    /// Everybody sends a heart rate so many seconds after the start.
    private static func send(_ town: inout DataTown, _ people: Int, at second: Int, _ rate: (Int) -> Int) {
        for person in 1...people {
            town.batch(
                person, [HealthValue(.heartRate, hundredths: Int32(rate(person)))], from: .seconds(second - 3),
                at: .seconds(second))
        }
    }

    private static let heart = minutely(GroupCriteria(), ParameterSet(.heartRate))

    @Test("HEALTH-R4, INV-AnonApprovedIffSize: 999 are refused, 1000 are answered", arguments: [999, 1000])
    func size(_ people: Int) {
        var town = Self.town(people)
        town.send(.ask(Self.heart), at: .seconds(120))
        #expect(town.count("groupAnswered") == (people == 1000 ? 1 : 0))
        #expect(town.count("groupRefused") == (people == 999 ? 1 : 0))
        if people == 999 { #expect(town.last() == .groupRefused(GroupID(1), .tooFew)) }
        #expect(town.violations.isEmpty)
    }

    @Test(
        "HEALTH-R6: 1000 people of mean 70.04 give 70.0 and 1000; 1099 as 1000; 999 contributors give no value")
    func rounding() throws {
        var town = Self.town(1000)
        Self.send(&town, 1000, at: 30) { $0 <= 960 ? 7000 : 7100 }
        town.send(.ask(Self.heart), at: .seconds(60))
        let value = try #require(town.answers().last?.parts.first?.values.first)
        #expect(value.meanTenths == 700 && value.count == 1000 && value.lowTenths == 700 && value.highTenths == 700)
        for person in 1001...1099 { town.register(person, at: .seconds(61)) }
        Self.send(&town, 1099, at: 90) { _ in 7000 }
        town.send(.ask(Self.heart), at: .seconds(120))
        #expect(town.answers().last?.members == 1000 && town.answers().last?.parts[0].values[0].count == 1000)
        Self.send(&town, 999, at: 150) { _ in 7000 }
        town.send(.ask(Self.heart), at: .seconds(180))
        #expect(town.answers().last?.parts == [GroupPart(start: .seconds(120), values: [])])
        #expect(town.violations.isEmpty)
    }

    @Test("Each member weighs the same, however many values there are of it")
    func weights() throws {
        var town = Self.town(1000)
        town.send(.subscribe(Self.heart))
        Self.send(&town, 1000, at: 10) { $0 <= 500 ? 6000 : 8000 }
        for second in 20..<40 { Self.send(&town, 500, at: second) { _ in 6000 } }
        town.pass(to: .seconds(60))
        town.send(.ask(Self.heart), at: .seconds(61))
        for answer in town.answers() {
            let value = try #require(answer.parts[0].values.first)
            #expect(value.meanTenths == 700 && value.lowTenths == 600 && value.highTenths == 800)
        }
        #expect(town.answers().count == 2)
    }

    @Test("INV-GroupExact: ages 18 and 23 are in, 17 and 24 are out, and the edge of the rectangle is in")
    func bounds() {
        var town = DataTown(at: on(2026, 6, 1))
        let now = on(2026, 6, 1)
        let corner = (Place(east: -100, north: 0), Place(east: 100, north: 50))
        let people: [(CivilDate, Place)] = [
            (CivilDate(2008, 6, 1), .origin), (CivilDate(2002, 6, 2), Place(east: 100, north: 50)),
            (CivilDate(2008, 6, 2), .origin), (CivilDate(2002, 6, 1), .origin),
            (CivilDate(2005, 1, 1), Place(east: 101, north: 0)), (CivilDate(2005, 1, 1), Place(east: -100, north: 0)),
            (CivilDate(2005, 1, 1), Place(east: 0, north: -1)),
        ]
        for (index, person) in people.enumerated() { town.register(index + 1, born: person.0, home: person.1, at: now) }
        let criteria = GroupCriteria(youngest: 18, oldest: 23, area: PlaceRectangle(corner.0, corner.1))
        for person in 8...1004 { town.register(person, born: CivilDate(2005, 1, 1), at: now) }
        town.send(.ask(minutely(criteria)), at: now)
        #expect(town.jobs.last?.members == ([1, 2, 6] + Array(8...1004)).map { WearerID($0) })
        // A missing criterion does not restrict.
        town.send(.ask(minutely(GroupCriteria(youngest: 18))), at: now)
        #expect(town.jobs.last?.members.count == 1003)
        town.send(.ask(minutely(GroupCriteria(area: criteria.area))), at: now)
        #expect(town.jobs.last?.members.count == 1002)
        town.send(.ask(minutely()), at: now)
        #expect(town.jobs.last?.members.count == 1004 && town.violations.isEmpty)
    }

    @Test(
        "The place is the residence, or the last known position where the request asks for it; none is in no rectangle")
    func positions() {
        var town = Self.town(1000)
        let here = GroupCriteria(area: PlaceRectangle(.origin, .origin), areaKind: .position)
        town.send(.ask(minutely(here)))
        #expect(town.last() == .groupRefused(GroupID(1), .tooFew))
        town.send(.subscribe(minutely(here, waits: true)))
        for person in 1...1000 { town.batch(person, rate(7000), at: .seconds(10)) }
        #expect(town.count("groupSubscribed") == 1)
        town.batch(1, rate(7000), from: .seconds(10), place: Place(east: 1, north: 0), at: .seconds(20))
        #expect(town.last() == .groupPaused(GroupID(2)))
        town.send(.ask(minutely(GroupCriteria(area: here.area))), at: .seconds(21))
        #expect(town.count("groupAnswered") == 1)
        town.batch(1, rate(7000), from: .seconds(20), at: .seconds(30))
        #expect(town.last() == .groupResumed(GroupID(2)) && town.violations.isEmpty)
    }

    @Test("ACCOUNT-TRACK-R31: an age changed from 23 to 24 at 1 h is not counted by 18 to 23 at 2 h")
    func edited() {
        let now = on(2026, 6, 1)
        var town = DataTown(at: now)
        for person in 1...1001 { town.register(person, born: CivilDate(2003, 1, 1), at: now) }
        let query = minutely(GroupCriteria(youngest: 18, oldest: 23))
        town.send(.ask(query), at: now)
        #expect(town.jobs.last?.members.count == 1001)
        town.register(5, born: CivilDate(2002, 1, 1), at: now + .hours(1))
        town.send(.ask(query), at: now + .hours(2))
        #expect(town.jobs.last?.members.count == 1000 && town.jobs.last?.members.contains(WearerID(5)) == false)
        #expect(town.violations.isEmpty)
    }

    @Test(
        "A birthday counts from 00:00 on: one pauses the group at midnight, another one of the same midnight makes up for it"
    )
    func birthdays() {
        let now = on(2026, 3, 1, 12)
        var town = DataTown(at: now)
        for person in 1...999 { town.register(person, born: CivilDate(2000, 1, 1), at: now) }
        town.register(1000, born: CivilDate(1996, 3, 2), at: now)
        town.register(1001, born: CivilDate(2008, 3, 3), at: now)
        town.register(1002, born: CivilDate(1997, 3, 3), at: now)
        // Born on 29 February: 30 from 1 March 2026 on.
        town.register(1003, born: CivilDate(1996, 2, 29), at: now)
        town.send(.subscribe(minutely(GroupCriteria(youngest: 18, oldest: 29), interval: .hours(1))), at: now)
        #expect(town.count("groupSubscribed") == 1)
        town.leave(999, at: now + .hours(1))
        #expect(town.count("groupSubscriptionPaused") == 0)
        town.pass(to: on(2026, 3, 2) - .seconds(1))
        #expect(town.count("groupSubscriptionPaused") == 0)
        town.pass(to: on(2026, 3, 2))
        #expect(town.count("groupSubscriptionPaused") == 1)
        town.register(1004, born: CivilDate(2000, 1, 1), at: on(2026, 3, 2, 1))
        #expect(town.count("groupSubscriptionResumed") == 1)
        // 1001 comes in and 1002 is 29: nothing pauses.
        town.pass(to: on(2026, 3, 3, 1))
        #expect(town.count("groupSubscriptionPaused") == 1)
        // Of 1000 one leaves the range at the midnight at which another one enters it.
        town.register(1005, born: CivilDate(1996, 3, 4), at: on(2026, 3, 3, 1))
        town.register(1006, born: CivilDate(2008, 3, 4), at: on(2026, 3, 3, 1))
        for person in 997...998 { town.leave(person, at: on(2026, 3, 3, 2)) }
        town.pass(to: on(2026, 3, 4, 1))
        #expect(town.count("groupSubscriptionPaused") == 1 && town.violations.isEmpty)
        town.leave(996, at: on(2026, 3, 4, 2))
        #expect(town.count("groupSubscriptionPaused") == 2 && town.violations.isEmpty)
    }

    @Test("HEALTH-GROUP-EXC: 998 with wait on are frozen, and answered when two more have signed up a day later")
    func frozen() {
        var town = Self.town(998)
        var query = Self.heart
        query.waits = true
        town.send(.ask(query))
        #expect(town.last() == .groupFrozen(GroupID(1)))
        town.register(999, at: .epoch + Self.day)
        #expect(town.count("groupAnswered") == 0)
        town.register(1000, at: .epoch + Self.day)
        #expect(town.count("groupFrozen") == 1 && town.count("groupAnswered") == 1)
        // Answered once; a later sign-up changes nothing.
        town.leave(1, at: .epoch + Self.day)
        town.register(1001, at: .epoch + Self.day)
        #expect(town.answers().count == 1 && town.violations.isEmpty)
    }

    @Test("HEALTH-GROUP-SUB: 1000 members who send every 3 s for 600 s give 10 deliveries, never a batch")
    func tenDeliveries() {
        var town = Self.town(1000)
        town.send(.subscribe(Self.heart))
        for step in 1...200 { Self.send(&town, 1000, at: 3 * step) { $0 * 10 } }
        town.pass(to: .seconds(600))
        #expect(town.answers().count == 10 && town.delivered().isEmpty)
        #expect(town.answers().map { $0.parts[0].start } == (0..<10).map { .seconds(60 * $0) })
        // Values 10, 20, … 10,000: the mean is 50.05, the percentiles are those of members 50 and 950.
        for answer in town.answers() {
            let value = answer.parts[0].values[0]
            #expect(value.meanTenths == 501 && value.lowTenths == 50 && value.highTenths == 950 && value.count == 1000)
        }
        #expect(town.violations.isEmpty)
    }

    @Test("HEALTH-GROUP-SUB: a move out at 50 s pauses the subscription at once; back at 1000 it resumes")
    func pauses() {
        var town = Self.town(1000)
        let home = GroupCriteria(area: PlaceRectangle(.origin, .origin))
        town.send(.subscribe(minutely(home)))
        Self.send(&town, 1000, at: 20) { _ in 7000 }
        town.register(7, home: Place(east: 1, north: 1), at: .seconds(50))
        #expect(town.last() == .groupPaused(GroupID(1)))
        town.pass(to: .seconds(300))
        #expect(town.answers().isEmpty)
        town.register(7, at: .seconds(301))
        #expect(town.last() == .groupResumed(GroupID(1)))
        town.pass(to: .seconds(360))
        #expect(town.answers().count == 1 && town.violations.isEmpty)
    }

    @Test("A subscription begins with the first whole interval, and ends when its owner stops it (HEALTH-R28)")
    func startAndStop() {
        var town = DataTown(parties: 2)
        for person in 1...1000 { town.register(person) }
        town.send(.subscribe(Self.heart), at: .seconds(30))
        town.pass(to: .seconds(60))
        #expect(town.answers().isEmpty)
        town.pass(to: .seconds(120))
        #expect(town.answers().map { $0.parts[0].start } == [.seconds(60)])
        town.send(.stop(GroupID(1)), by: 2, at: .seconds(130))
        #expect(town.last(of: 2) == .groupStopRefused(GroupID(1), .notOwn))
        town.send(.stop(GroupID(1)), at: .seconds(130))
        #expect(town.last() == .groupEnded(GroupID(1)))
        town.send(.stop(GroupID(1)), at: .seconds(140))
        #expect(town.last() == .groupStopRefused(GroupID(1), .noSubscription))
        town.pass(to: .seconds(600))
        #expect(town.answers().count == 1 && town.violations.isEmpty)
    }

    @Test("An answer holds as many closed intervals as were asked for, each by the batches that began in it")
    func history() {
        var town = Self.town(1000)
        for minute in 0..<5 { Self.send(&town, 1000, at: 60 * minute + 30) { _ in 7000 + 100 * minute } }
        var query = Self.heart
        query.count = 3
        town.send(.ask(query), at: .seconds(270))
        let parts = town.answers()[0].parts
        #expect(parts.map(\.start) == [.seconds(60), .seconds(120), .seconds(180)])
        #expect(parts.map { $0.values[0].meanTenths } == [710, 720, 730])
    }

    @Test("Each refusal of a group request")
    func refusals() {
        var town = Self.town(1000)
        let (low, high) = (Place(east: 1, north: 0), Place.origin)
        var count = minutely()
        count.count = 0
        let wrong: [(GroupQuery, GroupRefusal)] = [
            (minutely(GroupCriteria(youngest: 24, oldest: 23)), .badAges),
            (minutely(GroupCriteria(youngest: -1)), .badAges),
            (minutely(GroupCriteria(area: PlaceRectangle(low, high))), .badArea),
            (minutely(interval: .seconds(61)), .badInterval), (minutely(GroupCriteria(), []), .noParameter),
            (count, .badCount), (minutely(GroupCriteria(youngest: 120)), .tooFew),
        ]
        for (query, reason) in wrong {
            town.send(.ask(query))
            guard case .groupRefused(_, reason) = town.last() else {
                Issue.record("\(query): \(String(describing: town.last()))")
                continue
            }
        }
        town.send(.ask(minutely()), by: 2)
        #expect(town.last(of: 2) == .groupRefused(GroupID(8), .unknownParty))
        town.send(.stop(GroupID(99)))
        #expect(town.last() == .groupStopRefused(GroupID(99), .noSubscription) && town.violations.isEmpty)
    }
}
