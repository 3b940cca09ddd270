// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySimulation
import CityTestKit
import Foundation
import Reporting
import RuleTestKit
import TaxiRules
import Testing
import TripRules

@testable import TripSimulation

/// Writes down which calls there were, and which of them are of journeys.
private final class CallSources: EventObserver {
    private(set) var stored: [RequestID: CityTime] = [:]
    private(set) var linked: Set<RequestID> = []

    func subscribe(to feed: EventFeed) {
        feed.on(TaxiEvent.self) { [self] records in
            for index in records.indices {
                switch records[index].event {
                case .requestStored(let request, _, _, _, _, _): stored[request] = records[index].time
                case .tripTaxiRequested(let request, _, _): linked.insert(request)
                default: break
                }
            }
        }
    }
}

/// What days must come to where it can be computed.
@Suite("Days against what can be computed")
struct LawTests {
    private static let head = """
        cabrank: 1
        name: laws
        start: 2026-03-04 05:00
        length: 19 h
        city: {grid: {rows: 4, columns: 4, cell: 1 km}}
        travel: {circuity: 1, walking-speed: 3.6 km/h}

        """

    private static func walkers(_ reaction: String, count: Int = 200) -> String {
        """
        people:
          - name: walkers
            count: \(count)
            home: equal
            work: equal
            transit: 0%
            taxi: 0%
            shared-bicycle: 0%
            shared-car: 0%
            walk: 10 km
            early: 0 s
            planner: 100%
            reaction: \(reaction)
            days: [{activities: [{name: work, place: work, start: {uniform: {from: 08:00, to: 12:00}}, length: 4 h}]}]
        trips: {margin: 0 s}

        """
    }

    private func run(_ text: String, seed: UInt64 = 1) throws -> RunResult {
        let result = try SliceRuns(TripsSlice(), head: Self.head).run(text, seed: seed)
        #expect(result.violations.isEmpty, "\(result.violations)")
        return result
    }

    @Test("with no margin, exact times and nobody who dawdles nobody is late")
    func exact() throws {
        let result = try run(Self.walkers("0 s"))
        #expect(result.metrics["trips.inTime"] == 200 && result.metrics["trips.late"] == 0)
    }

    @Test(
        "with no margin who sets out D after the notice is late by D, but for the part of a minute by which cycles come sooner"
    )
    func dawdling() throws {
        // Cycles are full minutes: the notice comes up to a minute before it is time to leave, half a minute on average.
        let result = try run(Self.walkers("10 min"))
        let mean = try #require(result.metrics["trips.lateness.mean"])
        #expect(result.metrics["trips.late"] == 200)
        #expect(abs(mean - 570) < 5, "\(mean)")
        #expect(try #require(result.metrics["trips.lateness.max"]) <= 600)
    }

    @Test("who is told that nothing leads there in time when entering it looks alone, and walks in time")
    func warned() throws {
        let text = Self.walkers("0 s").replacing("walk: 10 km", with: "walk: 200 m")
        let result = try run(text)
        #expect(try #require(result.metrics["trips.walkedAll"]) > 150)
        #expect(result.metrics["trips.warnings"] == result.metrics["trips.plansRefused.noRoute"])
        #expect(result.metrics["trips.late"] == 0 && result.metrics["trips.missed"] == 0)
    }

    @Test("lateness grows with the law of the delay: the mean of an exponential one, less what cycles come sooner")
    func exponential() throws {
        let result = try run(Self.walkers("{exponential: 20 min}", count: 1500))
        // E(max(0, X - U)) with X exponential of mean m and U uniform below a minute: m (1 - exp(-1/m)) m, in minutes.
        let m = 20.0
        let share = m * (1 - exp(-1 / m))
        let late = try #require(result.metrics["trips.late"])
        let mean = try #require(result.metrics["trips.lateness.mean"]) / 60
        // Four standard errors: of a share near 1, and of an exponential mean, which has no memory.
        #expect(abs(late / 1500 - share) < 0.02, "\(late / 1500) \(share)")
        #expect(abs(mean - m) < 4 * m / late.squareRoot(), "\(mean)")
    }

    @Test(
        "more planners at equal demand: calls of journeys and of all others add up, and the others' are the same calls")
    func calls() throws {
        let taxis = """
            drivers: [{name: cabs, count: 60, answer: {reaction: 5 s, accept: 100%}}]
            passengers: [{name: callers, arrivals: {per-day: 300}, call-again: 0%}]

            """
        var others: [[CityTime]] = []
        for share in ["0%", "50%", "100%"] {
            let text =
                taxis
                + Self.walkers("0 s").replacing("walk: 10 km", with: "walk: 800 m").replacing(
                    "taxi: 0%", with: "taxi: 80%"
                )
                .replacing("planner: 100%", with: "planner: \(share)")
            let calls = CallSources()
            let result = try SliceRuns(TripsSlice(), head: Self.head).run(text, seed: 1, calls)
            #expect(result.violations.isEmpty)
            #expect(calls.linked.count > 50 && Double(calls.linked.count) == result.metrics["trips.taxiCalls"])
            others.append(calls.stored.filter { !calls.linked.contains($0.key) }.values.sorted())
        }
        #expect(others[0].count > 150 && others[0] == others[1] && others[1] == others[2])
    }

    @Test("shared vehicles that come back to one place lose like Erlang B", arguments: [(3, 2.0), (5, 4.0), (8, 8.0)])
    func losses(_ count: Int, _ load: Double) throws {
        var pool = SharedPool()
        for _ in 0..<count { pool.add(.sharedBicycle, of: TripProviderID(1), at: .origin) }
        var random = SplitMix64(seed: count)
        /// Minutes until the next of a Poisson stream.
        func wait(_ mean: Double) -> Double { -mean * log(1 - random.share()) }
        var now = 0.0
        var back: [(time: Double, vehicle: Int32, user: TripUserID)] = []
        var lost = 0
        let users = 200_000
        for user in 1...users {
            now += wait(1)
            for ride in back.filter({ $0.time <= now }).sorted(by: { $0.time < $1.time }) {
                try pool.leave(ride.vehicle, by: ride.user, at: .origin, time(ride.time))
            }
            back.removeAll { $0.time <= now }
            let who = TripUserID(Int32(user))
            guard let near = pool.nearest(.sharedBicycle, to: .origin, within: .metres(1), at: time(now)) else {
                lost += 1
                continue
            }
            try pool.book(near.number, for: who, PlanParameters(), at: time(now))
            try pool.take(near.number, by: who, at: time(now))
            back.append((now + wait(load), near.number, who))
        }
        let theory = (1...count).reduce(1.0) { load * $0 / (Double($1) + load * $0) }
        // Blocks are correlated over a ride: four standard errors of a stream thinned by twice the load.
        let tolerance = 4 * (theory * (1 - theory) * (1 + 2 * load) / Double(users)).squareRoot()
        #expect(abs(Double(lost) / Double(users) - theory) < tolerance, "\(Double(lost) / Double(users)) \(theory)")
    }

    private func time(_ minutes: Double) -> CityTime { .epoch + TimeSpan.seconds(minutes * 60).roundedToMilliseconds }
}
