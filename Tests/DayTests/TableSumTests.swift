// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySimulation
import CitySlices
import CityTestKit
import Foundation
import GRDB
import Reporting
import Testing

@testable import TripSimulation

/// A morning with everything that can go wrong: taxis that do not come, shared bicycles that are taken, activities one after the
/// other, people with the planner and without it.
struct RoughMorning {
    static let text = """
        cabrank: 1
        name: rough
        start: 2026-03-04 05:00
        length: 9 h
        city: {grid: {rows: 4, columns: 4, cell: 2 km}}
        drivers: [{name: cabs, count: 4, answer: {reaction: 5 s, accept: 70%}}]
        passengers: [{name: callers, arrivals: {per-day: 300}, patience: 5 min, call-again: 0%}]
        people:
          - name: planners
            count: 60
            home: equal
            work: equal
            bicycle: 20%
            car: 20%
            transit: 0%
            taxi: 50%
            walk: 3 km
            planner: 70%
            reaction: {uniform: {from: 0 s, to: 9 min}}
            days:
              - activities:
                  - {name: work, place: work, start: {uniform: {from: "07:00", to: "08:30"}}, length: 90 min}
                  - {name: call, place: equal, share: 60%, start: "09:40", length: 20 min}
                  - {name: tea, place: near, window: {from: "10:00", until: "12:30"}, length: 30 min}
          - name: riders
            count: 30
            home: equal
            work: equal
            transit: 0%
            taxi: 0%
            walk: 600 m
            days: [{activities: [{name: shift, place: work, start: "08:00", length: 3 h}]}]
        trips: {vehicles: [{provider: bikes, kind: bicycle, count: 20, zones: equal}]}

        """

    let result: RunResult
    let notes: DayNotes
    let database: DatabaseQueue

    init(seed: UInt64) throws {
        let plan = try CityPlan(
            ScenarioReader(services: Slices.all.keys).read(text: Self.text, named: "rough.yaml", folder: ""))
        var simulation = Simulation(plan, seed: seed)
        let (notes, folds) = (DayNotes(), simulation.tables.filter { $0 is TripTables })
        simulation.observers = { _ in [notes as any EventObserver] + folds.map { $0 as any EventObserver } }
        simulation.checksInvariants = true
        result = try simulation.run()
        self.notes = notes
        database = try DatabaseQueue()
        try database.write { database in
            for fold in folds {
                try database.execute(sql: fold.create)
                for rows in fold.takeRows() { try rows.insert(database) }
            }
        }
    }

    func metric(_ name: String) -> Double { result.metrics["trips.\(name)"] ?? -1 }

    /// The first value of a query; -1 for none.
    func value(_ query: String) throws -> Double {
        try database.read { try Double.fetchOne($0, sql: query) } ?? -1
    }

    func count(_ table: String, _ condition: String = "1") throws -> Double {
        try value("SELECT count(*) FROM \(table) WHERE \(condition)")
    }
}

@Suite("Tables and metrics of days say the same")
struct TableSumTests {
    @Test("journeys and their legs add up to the metrics", arguments: [UInt64(1), 2, 3, 4])
    func journeys(_ seed: UInt64) throws {
        let run = try RoughMorning(seed: seed)
        #expect(run.result.violations.isEmpty, "\(run.result.violations)")
        #expect(try run.count("journeys", "outcome <> 'open'") == run.metric("journeys"))
        let time = try run.value("SELECT avg(arrived_s - set_out_s) FROM journeys WHERE outcome <> 'open'")
        #expect(abs(time - run.metric("travelTime.mean")) < 1e-3)
        for means in TravelMeans.allCases {
            let made = "means = '\(means.word)' AND outcome = 'ended'"
            #expect(try run.count("journey_legs", made) == run.metric("legs.\(means.word)"))
            let length = try run.value("SELECT total(length_km) FROM journey_legs WHERE \(made)")
            #expect(abs(length - run.metric("kilometres.\(means.word)")) < 1e-5, "\(means)")
        }
        let replans = ReplanCause.allCases.reduce(0) { $0 + run.metric("replanned.\($1.word)") }
        #expect(try run.value("SELECT total(replans) FROM journeys") == replans && replans > 5)
        #expect(try run.count("journeys", "walked_all") > 0)
        #expect(try run.count("journey_legs", "taxi_order IS NOT NULL") == run.metric("taxiCalls"))
        #expect(try run.count("journey_legs", "means = 'hired' AND taxi_order IS NULL") == 0)
        // A wait for a taxi that somebody gave up is a leg that was left.
        #expect(
            try run.count("journey_legs", "means = 'hired' AND outcome = 'left'") == run.metric("waitedInVain.hired"))
        #expect(run.metric("waitedInVain.hired") > 0)
        let end = run.result.context.end.nanoseconds / 1_000_000_000
        let waited = try run.value(
            "SELECT total(coalesce(rode_s, ended_s, \(end)) - begun_s) / 3600 FROM journey_legs")
        #expect(abs(waited - run.metric("hours.waiting")) < 1e-5)
        let wait = try run.value("SELECT avg(rode_s - begun_s) FROM journey_legs WHERE means = 'hired' AND rode_s > 0")
        #expect(abs(wait - run.metric("legWait.hired.mean")) < 1e-3)
        // The legs of a journey are its length.
        let sums = """
            SELECT count(*) FROM journeys j WHERE abs(j.length_km - coalesce((SELECT sum(l.length_km) FROM journey_legs l
            WHERE l.journey = j.journey AND l.outcome = 'ended'), 0)) > 1e-6
            """
        #expect(try run.value(sums) == 0)
    }

    @Test(
        "late and missed activities are told with the same first causes, but for those without a journey",
        arguments: [UInt64(1), 2, 3, 4])
    func causes(_ seed: UInt64) throws {
        let run = try RoughMorning(seed: seed)
        // Activities that somebody made a journey to; the others began where the person was.
        let reached = Set(run.notes.setOuts.keys)
        var (late, missed) = (0.0, 0.0)
        for entry in run.notes.entries {
            if case .arrived(_, let activity, let lateness) = entry.event, activity > 0, lateness > .zero,
                !reached.contains(activity)
            {
                late += 1
            }
            if case .activityMissed(let activity, _) = entry.event, !reached.contains(activity) { missed += 1 }
        }
        #expect(try run.count("journeys", "late_s > 0") == run.metric("late") - late)
        #expect(try run.count("journeys", "outcome = 'missed'") == run.metric("missed") - missed)
        #expect(run.metric("late") > 10)
        for cause in DelayCause.allCases {
            let told = try run.count("journeys", "cause = '\(cause.word)'")
            let without = cause == .way ? late + missed : 0
            #expect(told == run.metric("delayed.\(cause.word)") - without, "\(cause)")
        }
        #expect(try run.count("journeys", "cause IS NOT NULL AND outcome = 'arrived' AND late_s = 0") == 0)
    }

    @Test(
        "appointments, plans and notices add up to the metrics, and each user is a person with journeys",
        arguments: [UInt64(1), 2, 3, 4])
    func planner(_ seed: UInt64) throws {
        let run = try RoughMorning(seed: seed)
        #expect(try run.count("trip_events") == run.metric("eventsAdded") && run.metric("eventsAdded") > 50)
        let refused = ["unknownOccurrence", "outsideRegion", "noOrigin", "noRoute"].reduce(0) {
            $0 + run.metric("plansRefused.\($1)")
        }
        #expect(try run.count("trip_plans") == run.metric("plans") + refused)
        #expect(try run.value("SELECT total(plans) FROM trip_events") == run.metric("plans") + refused)
        #expect(try run.value("SELECT total(notices) FROM trip_events") == run.metric("notices"))
        #expect(try run.count("trip_plans", "noticed") == run.metric("notices") && run.metric("notices") > 20)
        #expect(try run.count("trip_plans", "cause = 'cycle'") <= run.metric("cycles"))
        #expect(try run.count("trip_events", "warned") == run.metric("warnings"))
        #expect(try run.count("trip_events", "person IS NULL") == 0)
        #expect(try run.value("SELECT count(DISTINCT person) FROM trip_events") == run.metric("users"))
        let strangers = "SELECT count(*) FROM trip_events WHERE person NOT IN (SELECT person FROM journeys)"
        #expect(try run.value(strangers) < run.metric("eventsAdded") / 4)
        let lead = try run.value("SELECT avg(max(0, leave_at_s - noticed_s)) FROM trip_events WHERE notices = 1")
        #expect(abs(lead - run.metric("noticeLead.mean")) < 1e-3)
        let plans = run.metric("plans") / run.metric("users") / (9.0 / 24)
        #expect(abs(run.metric("plansPerUserDay") - plans) < 1e-3)
        // Some react later than they should: who set out on a notice, as the journeys to its events say. A window's is due when
        // its 30 min end with it.
        let left = """
            SELECT count(*) FROM trip_events e JOIN journeys j ON j.person = e.person
            AND (j.due_s = e.from_s OR j.activity_name = 'tea' AND j.due_s = e.until_s - 1800)
            WHERE e.notices > 0 AND e.noticed_s <= j.set_out_s
            """
        // The planner does not follow who sets out when the event has begun.
        #expect(try run.value(left) >= run.metric("left"))
        #expect(try run.value(left + " AND j.set_out_s > e.leave_at_s") >= run.metric("leftLate"))
        #expect(run.metric("leftLate") > 5)
    }

    @Test("who uses the planner and who does not are all people together", arguments: [UInt64(1), 2, 3, 4])
    func users(_ seed: UInt64) throws {
        let run = try RoughMorning(seed: seed)
        for what in ["inTime", "late", "missed"] {
            let (with, without) = (run.metric("withPlanner.\(what)"), run.metric("withoutPlanner.\(what)"))
            #expect(with + without == run.metric(what))
        }
        #expect(run.metric("withPlanner.inTime") > 10 && run.metric("withoutPlanner.inTime") > 10)
    }
}

@Suite("The article of days has the columns of their tables")
struct TableArticleTests {
    private static let article = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(
            path: "Sources/Trips/TripSimulation/TripSimulation.docc/TripSimulation.md")

    @Test("its lines are those of the tables; CABRANK_RECORD=1 writes them anew")
    func columns() throws {
        var text = try String(contentsOf: Self.article, encoding: .utf8)
        let head = "| table | column | unit | meaning |\n| --- | --- | --- | --- |\n"
        let start = try #require(text.range(of: head)).upperBound
        // Empty before it is written for the first time.
        let rest = text[start...]
        let end =
            rest.first == "\n"
            ? start : rest.range(of: "\n\n").map { text.index(after: $0.lowerBound) } ?? text.endIndex
        if ProcessInfo.processInfo.environment["CABRANK_RECORD"] == "1" {
            text.replaceSubrange(start..<end, with: TripTables.article)
            try text.write(to: Self.article, atomically: true, encoding: .utf8)
        }
        #expect(text.contains(head + TripTables.article + "\n"))
        // Each column says something.
        #expect(TripTables.article.split(separator: "\n").allSatisfy { !$0.hasSuffix("|  |") })
    }

    @Test("its queries run and find rows")
    func queries() throws {
        let run = try RoughMorning(seed: 1)
        let blocks = try String(contentsOf: Self.article, encoding: .utf8).components(separatedBy: "```sql\n")
            .dropFirst()
            .compactMap { $0.components(separatedBy: "```").first }
        #expect(blocks.count == 2)
        for block in blocks { #expect(try run.database.read { try !Row.fetchAll($0, sql: block).isEmpty }, "\(block)") }
    }
}
