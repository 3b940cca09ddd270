// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySimulation
import CityTestKit
import GRDB
import Reporting
import Testing
import TripRules

@testable import TripSimulation

/// The rows of tables as text: a line for each, without places.
private func lines(_ tables: TripTables, _ table: String, _ columns: String) throws -> [String] {
    try DatabaseQueue().write { database in
        try database.execute(sql: tables.create)
        for rows in tables.takeRows() { try rows.insert(database) }
        #expect(tables.complete == 0)
        return try Row.fetchAll(database, sql: "SELECT \(columns) FROM \(table)").map { row in
            row.databaseValues.map { value in
                switch value.storage {
                case .null: "-"
                case .int64(let number): "\(number)"
                case .double(let number): number == number.rounded() ? "\(Int(number))" : "\(number)"
                case .string(let text): text
                case .blob: "blob"
                }
            }.joined(separator: " ")
        }
    }
}

/// Hours and minutes of the first day that there is, where seconds since 1970 are easy to read.
private func clock(_ hours: Int, _ minutes: Int = 0) -> CityTime { .epoch + .hours(hours) + .minutes(minutes) }

/// A note of a loop at a time.
private struct Noted<Fact> {
    let time: CityTime
    let fact: Fact

    init(_ hours: Int, _ minutes: Int, _ fact: Fact) { (time, self.fact) = (clock(hours, minutes), fact) }
}

@Suite("Tables of days and plans, by hand")
struct HandMadeTableTests {
    private let ann = PersonID(part: 3, group: 0, member: 0)
    private let bob = PersonID(part: 3, group: 0, member: 1)
    private let home = Place(metresEast: 0, north: 0)
    private let stop = Place(metresEast: 600, north: 0)
    private let work = Place(metresEast: 4600, north: 0)

    private var groups: [PeopleGroup] {
        var group = PeopleGroup()
        group.name = "folk"
        var (weekday, other) = (DayPattern(), DayPattern())
        var (job, walk) = (ActivityPattern(), ActivityPattern())
        (job.name, walk.name) = ("job", "stroll")
        // 1 January 1970 was a Thursday.
        (weekday.on, weekday.activities, other.activities) = ([3], [job], [walk])
        group.days = [weekday, other]
        return [group]
    }

    private func tables(
        _ days: [Noted<TravellingEvent>], _ plans: [Noted<TripEvent>] = [], until end: CityTime
    ) throws -> TripTables {
        let tables = TripTables(groups, map: nil)
        for note in days { tables.take(note.fact, at: note.time) }
        for note in plans { tables.take(note.fact, at: note.time) }
        tables.finish(at: end)
        return tables
    }

    private var days: [Noted<TravellingEvent>] {
        [
            Noted(6, 0, .activityPlanned(activity: 1, person: ann, group: 0, kind: 0, place: work, start: clock(8))),
            Noted(6, 0, .activityPlanned(activity: 2, person: bob, group: 0, kind: 0, place: work, start: clock(9))),
            // Ann misses the bus, waits for a taxi, and is 5 min late.
            Noted(7, 10, .setOut(person: ann, activity: 1, from: home)),
            Noted(7, 10, .legBegun(person: ann, means: .walk, from: home, isWait: false)),
            Noted(7, 20, .legEnded(person: ann, at: stop, length: .metres(600))),
            Noted(7, 20, .legBegun(person: ann, means: .bus, from: stop, isWait: true)),
            Noted(7, 25, .replanned(person: ann, cause: .missed)),
            Noted(7, 25, .taxiCalled(person: ann, reference: 7)),
            Noted(7, 25, .legBegun(person: ann, means: .hired, from: stop, isWait: true)),
            Noted(7, 45, .legBegun(person: ann, means: .hired, from: stop, isWait: false)),
            Noted(8, 5, .legEnded(person: ann, at: work, length: .metres(4000))),
            Noted(8, 5, .arrived(person: ann, activity: 1, late: .minutes(5))),
            // Bob comes when it is over.
            Noted(8, 30, .setOut(person: bob, activity: 2, from: home)),
            Noted(8, 30, .legBegun(person: bob, means: .ownBicycle, from: home, isWait: false)),
            Noted(10, 30, .legEnded(person: bob, at: work, length: .metres(4600))),
            Noted(10, 30, .activityMissed(activity: 2, person: bob)),
            // Ann goes home as soon as the activity is over, on foot, and is under way when the run ends.
            Noted(12, 0, .activityEnded(activity: 1, person: ann)),
            Noted(12, 0, .setOut(person: ann, activity: 0, from: work)),
            Noted(12, 0, .walksAll(person: ann)),
            Noted(12, 0, .legBegun(person: ann, means: .walk, from: work, isWait: false)),
        ]
    }

    @Test("each journey is one row: when, for what, how late and why, how far, how often planned anew")
    func journeys() throws {
        let tables = try tables(days, until: clock(12, 30))
        #expect(
            try lines(
                tables, "journeys",
                "journey, person, person_group, activity, activity_name, due_s, set_out_s, arrived_s, late_s, outcome, cause, "
                    + "legs, replans, walked_all, length_km, walked_km, from_longitude"
            ) == [
                "1 3.0.0 folk 1 job 28800 25800 29100 300 arrived missedLine 2 1 0 4.6 0.6 -",
                "2 3.0.1 folk 2 job 32400 30600 37800 - missed way 1 0 0 4.6 0 -",
                "3 3.0.0 - - - - 43200 - - open - 0 0 1 0 0 -",
            ])
    }

    @Test(
        "an errand's journey ends at the service, and is late when that begins late; who is sent on, and who waits at the end, is told"
    )
    func errands() throws {
        let stores = ServiceID("stores")
        let tables = try tables(
            [
                Noted(
                    6, 0, .activityPlanned(activity: 3, person: bob, group: 0, kind: -1, place: work, start: clock(11))),
                Noted(6, 0, .errandPlanned(activity: 3, person: bob, service: stores)),
                Noted(10, 0, .setOut(person: bob, activity: 3, from: home)),
                Noted(10, 0, .legBegun(person: bob, means: .walk, from: home, isWait: false)),
                Noted(10, 10, .legEnded(person: bob, at: stop, length: .metres(600))),
                Noted(10, 10, .waitsForService(activity: 3, person: bob)),
                Noted(10, 20, .setOut(person: bob, activity: 3, from: stop)),
                Noted(10, 20, .legBegun(person: bob, means: .walk, from: stop, isWait: false)),
                Noted(10, 50, .legEnded(person: bob, at: work, length: .metres(4000))),
                Noted(10, 50, .waitsForService(activity: 3, person: bob)),
                Noted(11, 5, .arrived(person: bob, activity: 3, late: .minutes(5))),
                Noted(
                    6, 0, .activityPlanned(activity: 4, person: ann, group: 0, kind: 0, place: work, start: clock(11))),
                Noted(6, 0, .errandPlanned(activity: 4, person: ann, service: stores)),
                Noted(10, 55, .setOut(person: ann, activity: 4, from: home)),
                Noted(10, 58, .waitsForService(activity: 4, person: ann)),
            ], until: clock(11, 10))
        #expect(
            try lines(
                tables, "journeys",
                "journey, person, activity_name, set_out_s, arrived_s, late_s, outcome, cause, legs, length_km")
                == [
                    "1 3.0.1 engagement 36000 36600 - arrived - 1 0.6",
                    "2 3.0.1 engagement 37200 39000 300 arrived service 1 4",
                    "3 3.0.0 job 39300 39480 - waiting - 0 0",
                ])
    }

    @Test("each leg is one row: by what, when it was waited for, ridden and over, or given up")
    func legs() throws {
        let tables = try tables(days, until: clock(12, 30))
        #expect(
            try lines(
                tables, "journey_legs", "leg, journey, means, taxi_order, begun_s, rode_s, ended_s, length_km, outcome")
                == [
                    "1 1 walk - 25800 25800 26400 0.6 ended", "2 1 bus - 26400 - 26700 - left",
                    "3 1 hired 7 26700 27900 29100 4 ended", "4 2 ownBicycle - 30600 30600 37800 4.6 ended",
                    "5 3 walk - 43200 43200 - - open",
                ])
    }

    private static let (user, calendar) = (TripUserID(1), TripCalendarID(1))

    private func added(_ hours: Int, _ minutes: Int, _ event: Int32, _ from: CityTime, in calendar: Int32 = 1)
        -> Noted<TripEvent>
    {
        Noted(
            hours, minutes,
            .eventAdded(
                user: Self.user, event: AppointmentID(event), calendar: TripCalendarID(calendar), byDefault: true,
                from: from,
                until: from + .hours(1)))
    }

    private func planned(
        _ hours: Int, _ minutes: Int, _ event: Int32, _ start: CityTime, _ leaveAt: CityTime, _ flags: PlanFlags
    ) -> Noted<TripEvent> {
        Noted(
            hours, minutes,
            .planComputed(
                user: Self.user, event: AppointmentID(event), start: start,
                means: [TravelMeansSet(.walk), TravelMeansSet(.bus)],
                leaveAt: leaveAt, arrival: leaveAt + .minutes(20), routes: 2, walk: .metres(400), flags: flags))
    }

    private func arrived(_ hours: Int, _ minutes: Int, _ event: Int32, _ start: CityTime) -> Noted<TripEvent> {
        Noted(
            hours, minutes,
            .journeyStateChanged(user: Self.user, event: AppointmentID(event), start: start, state: .arrived))
    }

    private var plans: [Noted<TripEvent>] {
        func id(_ number: Int32) -> AppointmentID { AppointmentID(number) }
        return [
            // 1 has a notice of its second plan, and its user is there in time.
            added(8, 0, 1, clock(10)), planned(8, 0, 1, clock(10), clock(9, 20), [.reachable]),
            planned(9, 0, 1, clock(10), clock(9, 10), [.reachable, .strike]),
            Noted(9, 0, .cycleRun(user: Self.user, event: id(1), start: clock(10), result: .planned)),
            Noted(
                9, 10, .timeToLeave(user: Self.user, event: id(1), start: clock(10), leaveAt: clock(9, 10), means: .all)
            ),
            Noted(9, 15, .eventStatusChanged(user: Self.user, event: id(1), start: clock(10), status: .yellow)),
            Noted(9, 20, .journeyStateChanged(user: Self.user, event: id(1), start: clock(10), state: .onTheWay)),
            planned(9, 25, 1, clock(10), clock(9, 25), []), arrived(9, 58, 1, clock(10)),
            // 2 cannot be reached.
            added(8, 0, 2, clock(12)),
            Noted(8, 0, .unreachableWarning(user: Self.user, event: id(2), start: clock(12))),
            Noted(8, 0, .planRefused(user: Self.user, event: id(2), start: clock(12), reason: .noRoute)),
            // 3 is flexible, and is given another start.
            added(8, 0, 3, clock(13)), Noted(8, 0, .eventPlaced(user: Self.user, event: id(3), start: clock(15))),
            Noted(8, 30, .flexibleMoved(user: Self.user, event: id(3), from: clock(15), to: clock(16))),
            // 4 is deleted, 7 goes with its calendar, 5 is late, 6 is not heard of, 8 is edited to tomorrow.
            added(8, 0, 4, clock(9)), Noted(8, 40, .eventDeleted(user: Self.user, event: id(4))),
            added(8, 0, 5, clock(11)), arrived(11, 7, 5, clock(11)), added(8, 0, 6, clock(11)),
            added(8, 0, 7, clock(9), in: 2),
            Noted(8, 50, .calendarRemoved(user: Self.user, calendar: TripCalendarID(2))),
            added(8, 0, 8, clock(9)),
            Noted(8, 55, .eventChanged(user: Self.user, event: id(8), from: clock(33), until: clock(34))),
        ]
    }

    @Test("each appointment is one row, with what it came to and its last notice")
    func appointments() throws {
        let uses = [Noted<TravellingEvent>(5, 0, .usesPlanner(person: ann, user: Self.user))]
        let tables = try tables(uses, plans, until: clock(14))
        #expect(
            try lines(
                tables, "trip_events",
                "event, user, person, calendar, from_s, placed_s, changes, moves, plans, notices, noticed_s, leave_at_s, warned, "
                    + "status, arrived_s, outcome"
            ) == [
                "1 1 3.0.0 1 36000 - 0 0 3 1 33000 33000 0 yellow 35880 inTime",
                "2 1 3.0.0 1 43200 - 0 0 1 0 - - 1 - - unreachable",
                "3 1 3.0.0 1 46800 57600 0 1 0 0 - - 0 - - ahead",
                "4 1 3.0.0 1 32400 - 0 0 0 0 - - 0 - - deleted",
                "5 1 3.0.0 1 39600 - 0 0 0 0 - - 0 - 40020 late",
                "6 1 3.0.0 1 39600 - 0 0 0 0 - - 0 - - notHeard",
                "7 1 3.0.0 2 32400 - 0 0 0 0 - - 0 - - deleted",
                "8 1 3.0.0 1 118800 - 1 0 0 0 - - 0 - - ahead",
            ])
    }

    @Test("each plan is one row, and the notice is of the last one before it")
    func madePlans() throws {
        let tables = try tables([], plans, until: clock(14))
        #expect(
            try lines(
                tables, "trip_plans",
                "plan, time_s, user, person, event, start_s, cause, means, leave_at_s, arrives_s, reachable, routes, walk_km, "
                    + "strike, wet, noticed, refusal"
            ) == [
                "1 28800 1 - 1 36000 change walk+bus 33600 34800 1 2 0.4 0 0 0 -",
                "2 32400 1 - 1 36000 cycle walk+bus 33000 34200 1 2 0.4 1 0 1 -",
                "3 33900 1 - 1 36000 change walk+bus 33900 35100 0 2 0.4 0 0 0 -",
                "4 28800 1 - 2 43200 change - - - 0 0 - 0 0 0 noRoute",
            ])
    }

    @Test("plans of occurrences that have begun are written while the run goes on")
    func streaming() throws {
        let tables = TripTables(groups, map: nil)
        for number in 0..<3000 {
            let start = clock(1) + .minutes(number)
            let made = Noted<TripEvent>(
                0, number,
                .planRefused(user: Self.user, event: AppointmentID(Int32(number + 1)), start: start, reason: .noRoute))
            tables.take(made.fact, at: made.time)
        }
        #expect(tables.complete > 1500)
        tables.finish(at: clock(60))
        #expect(try lines(tables, "trip_plans", "count(*), min(plan), max(plan)") == ["3000 1 3000"])
    }
}
