// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import CitySimulation
import CitySlices
import CityTestKit
import FleetFitting
import Foundation
import TaxiSimulation
import Testing
import TripRecords

/// What a fit refuses, and what it says of one that failed.
@Suite struct FitFaultTests {
    /// A Monday of a small city, with as many taxis in each hour, and further lines.
    private static func city(
        calls: Double = 2400, taxis: Int = 42, length: String = "1 d", patience: String = "{exponential: 6 min}",
        passengers: String = "", more: String = "", drivers: String = ""
    ) throws -> TestCity {
        let lines = [(1, 4), (2, 3), (3, 2), (4, 1)].flatMap { origin, destination in
            [(0, 8, 0.2), (8, 20, 0.6), (20, 24, 0.2)].map { from, to, share in
                "\"mon-fri,\(from),\(to),\(origin),\(destination),\(calls * share / 4)\""
            }
        }
        let onDuty = [Int](repeating: taxis, count: 24).map(String.init).joined(separator: ", ")
        return try TestCity(
            """
            start: 2026-03-02
            length: \(length)
            city: {grid: {rows: 2, columns: 2, cell: 2 km}}
            drivers:
              - {name: cabs, count: 100, on-duty: {mon-fri: [\(onDuty)]}, stint: 6 h, idle: {seek: {scale: 1 km, again: 10 min}}}\(drivers)
            passengers:
              - {name: callers, table: [\(lines.joined(separator: ", "))], patience: \(patience)}
            \(passengers)
            \(more)
            """)
    }

    private static let runs = FitRuns(kinds: ["mon-fri"], seed: nil, threads: 2) { true }

    private static func recorded() throws -> ObservedFigures {
        let runs = FitRuns(kinds: ["mon-fri"], seed: 99, threads: 2) { true }
        let found = try runs.run([city().plan], replications: 0..<4)[0]
        return ObservedFigures.mean(found.map(\.kinds))
    }

    private static func calls(_ change: (inout FleetFit.Wish) -> Void = { _ in }) -> FleetFit.Wish {
        var wish = FleetFit.Wish()
        (wish.changesCalls, wish.replications) = (true, 2)
        change(&wish)
        return wish
    }

    private func faults(
        _ city: TestCity, _ recorded: ObservedFigures? = nil, _ wish: FleetFit.Wish = FitFaultTests.calls()
    ) throws -> [String] {
        let recorded = try recorded ?? Self.recorded()
        return FleetFit.faults(city.plan.read, recorded, of: "observed.csv", wish).map(\.message)
    }

    @Test("Others who ask for taxis, surges and rain of calls are refused, where they stand")
    func otherDemand() throws {
        let city = try Self.city(
            passengers: "  - {name: phone, arrivals: {per-day: 1500}, patience: {exponential: 6 min}}",
            more: """
                changes:
                  - {from: "8:00", until: "9:00", surge: {zones: all, factor: 2}}
                  - {from: "8:00", until: "9:00", surge: {zones: all, factor: 1}}
                  - {from: "9:00", until: "10:00", rain: {speed: 0.8, demand: 1.5}}
                  - {from: "9:00", until: "10:00", rain: {speed: 0.8}}
                """)
        let found = FleetFit.faults(city.plan.read, try Self.recorded(), of: "observed.csv", Self.calls())
        #expect(
            found.map(\.message) == [
                "`arrivals`: a fit changes calls of tables only, and rides of `phone` would count as theirs; allowed: `table`",
                "`surge`: it changes the calls, which the record has as they were; allowed: `factor: 1`, or none",
                "`rain`: it changes the calls, which the record has as they were; allowed: `demand: 1`",
            ])
        #expect(found.map(\.location.line) == [10, 12, 14], "\(found)")
    }

    @Test("A run that does not count every recorded hour, and a record that lacks hours of calls, are refused")
    func hours() throws {
        #expect(
            try faults(Self.city(length: "6 h")) == [
                "`length`: of `mon-fri` the run counts no whole hour at 6 to 23, which the record has; allowed: from `start` and `warm-up` on a whole day of each kind"
            ])
        #expect(try faults(Self.city(more: "warm-up: 90 min")).map { $0.contains("at 0 to 1, which") } == [true])
        var recorded = try Self.recorded()
        recorded.hours.removeAll { (3...5).contains($0.hour) || $0.hour == 9 }
        #expect(
            try faults(Self.city(), recorded) == [
                "there is no row of `mon-fri` for the hours 3 to 5, 9, in which the scenario has calls"
            ])
    }

    @Test("Calls that are a hundred thousandth of the recorded rides are found again")
    func fewCalls() throws {
        let result = try FleetFit(
            Self.city(calls: 0.024).plan.read, to: Self.recorded(), Self.calls(), runs: Self.runs
        ) { _ in }.run()
        let total = (0..<24).reduce(0) { $0 + result.scenario.calls("mon-fri", $1) }
        #expect(result.isServed && abs(total / 2400 - 1) < 0.03, "\(total) calls")
    }

    @Test("Where taxis are too few the first words say that nothing was fitted, and the hours are told")
    func notFitted() throws {
        let wish = Self.calls { $0.holds = [.patience] }
        let result = try FleetFit(Self.city(taxis: 8).plan.read, to: Self.recorded(), wish, runs: Self.runs) { _ in }
            .run()
        #expect(!result.isServed && !result.missed.isEmpty, "\(result.callError)")
        #expect(!result.isFitted(acceptingVacant: true), "who lacks rides is not fitted, whatever is accepted")
        #expect(result.text.hasPrefix("  Not fitted: those served differ from those recorded by "), "\(result.text)")
        #expect(result.text.contains("the ranges and answers say nothing of the city."))
        #expect(result.text.contains("those served differ from those recorded by more than 10.0 %"))
    }

    @Test("Of a record without taxis no value fits better, and no error is made up; numbers of taxis are refused")
    func withoutTaxis() throws {
        var recorded = try Self.recorded()
        recorded.laws = []
        for index in recorded.hours.indices {
            (recorded.hours[index].occupied, recorded.hours[index].atWork) = (nil, nil)
            recorded.hours[index].vacant = recorded.hours[index].vacant.map { _ in nil }
        }
        let wish = Self.calls { $0.holds = [.patience] }
        let result = try FleetFit(Self.city().plan.read, to: recorded, wish, runs: Self.runs) { _ in }.run()
        let range = try #require(result.ranges.first)
        #expect(range.tried.allSatisfy { $0.distance == nil && $0.isAsGood } && !range.isTold)
        #expect(result.text.contains("the record says nothing of it"), "\(result.text)")
        #expect(
            try faults(Self.city(), recorded, Self.calls { $0.changes = [.seekScale] }) == [
                "the record has no taxis, so nothing in it tells seek.scale; give a value with --hold or --set"
            ])
        for index in recorded.hours.indices { recorded.hours[index].ride = [nil, nil, nil, nil] }
        #expect(
            try faults(Self.city(), recorded, Self.calls { $0.changesSpeed = true }) == [
                "`travel.free-speed`: the record has no `ride_mean_s`, so nothing in it tells the speed"
            ])
    }

    @Test("The free speed ends at 5 km/h, and rides that are still too short are told")
    func slowest() throws {
        var recorded = try Self.recorded()
        for index in recorded.hours.indices {
            recorded.hours[index].ride = recorded.hours[index].ride.map { $0.map { $0 * 20 } }
        }
        let wish = Self.calls { ($0.changesCalls, $0.changesSpeed) = (false, true) }
        let result = try FleetFit(
            Self.city(calls: 240, more: "travel: {free-speed: 10 km/h}").plan.read, to: recorded, wish, runs: Self.runs
        ) { _ in }.run()
        #expect(abs(result.scenario.travel.freeSpeed * 3.6 - 5) < 0.01, "\(result.scenario.travel.freeSpeed)")
        #expect(result.text.contains("The free speed is 5 km/h"), "\(result.text)")
        #expect(result.text.contains("the mean ride differs from that recorded by"))
    }

    @Test("Groups of unlike patience are refused by name; a law keeps its form and gets another mean")
    func unlike() throws {
        let more = "  - {name: others, table: [\"mon-fri,0,24,1,2,5\"]}"
        let wish = Self.calls { $0.holds = [.patience] }
        #expect(
            try faults(Self.city(passengers: more), nil, wish) == [
                "`patience`: groups have unlike ones, which one value would replace: callers {exponential: 6 min}, others none; give all the same one"
            ])
        var scenario = try Self.city(patience: "{lognormal: {mean: 10 min, sd: 5 min}}").scenario
        FitParameter.patience.set(1200, in: &scenario)
        #expect(scenario.passengers[0].patience == .lognormal(mean: 1200, sd: 600))
        var constant = try Self.city(patience: "8 min").scenario
        FitParameter.patience.set(1200, in: &constant)
        #expect(constant.passengers[0].patience == .constant(1200))
    }

    @Test("A fifth fewer of two taxis is four fifths over the day; a question that changes nothing is refused")
    func question() throws {
        let city = try Self.city(taxis: 2)
        var scenario = city.scenario
        try FitQuestion("fleet=-20%").set(in: &scenario)
        let rows = try #require(scenario.drivers[0].onDuty).rows
        #expect(rows[0].reduce(0, +) == 38 && Set(rows[0]) == [1, 2], "\(rows)")
        let questions = try [FitQuestion("fleet=-1%"), FitQuestion("calls=+0%")]
        let wish = Self.calls { $0.questions = questions }
        #expect(
            try faults(city, nil, wish) == [
                "--ask fleet=-1% changes nothing, in no hour by a taxi or a call; ask for more",
                "--ask calls=+0% changes nothing, in no hour by a taxi or a call; ask for more",
            ])
        #expect(throws: FitFault.self) { try FitQuestion("fleet=0x10%") }
        #expect(FitParameter.patience.value(of: "0x10 min") == nil && FitParameter.patience.value(of: "16 min") == 960)
    }

    @Test("Days that the record lacks in part are refused with their hours, and the nearest day is the nearest")
    func days() throws {
        let fitted = try Self.recorded()
        func day(_ date: String, _ change: (inout ObservedHour) -> Void = { _ in }) -> [ObservedHour] {
            fitted.hours.map { hour in
                var hour = hour
                hour.days = date
                change(&hour)
                return hour
            }
        }
        let half = day("2026-03-05").filter { $0.hour < 6 }
        let unseen = day("2026-03-06") { ($0.seen, $0.heard) = (nil, nil) }
        let recorded = ObservedFigures(hours: day("2026-03-03") + half + unseen, laws: [])
        var wish = DayPrediction.Wish()
        wish.days = try ["2026-03-03", "2026-03-05", "2026-03-06", "2026-03-09"].map { try #require(TripDate.day($0)) }
        wish.given = [.calls, .taxis]
        #expect(
            try DayPrediction.faults(Self.city().scenario, fitted: fitted, recorded: recorded, wish) == [
                "the record has no day 2026-03-09; it has 2026-03-03, 2026-03-05, 2026-03-06; did you mean `2026-03-06`?",
                "--given: the record of 2026-03-05 has no row for the hours 6 to 23, which the fitted days have; allowed: at most 6 such hours",
                "--given taxis: the record of 2026-03-06 has no `taxis_seen` for the hours 0 to 23",
            ])
    }

    @Test("Where calls or taxis of a day are given, others would come on top of them, and are refused where they stand")
    func besideGiven() throws {
        let city = try Self.city(
            passengers: "  - {name: phone, arrivals: {per-day: 1500}, patience: {exponential: 6 min}}",
            more: """
                changes:
                  - {from: "8:00", until: "9:00", surge: {zones: all, factor: 2}}
                """)
        func found(_ given: [DayPrediction.Given], _ read: ReadScenario) -> [InputProblem] {
            var wish = DayPrediction.Wish()
            wish.given = given
            return DayPrediction.faultsBeside(read, wish)
        }
        let calls = found([.calls], city.plan.read)
        #expect(
            calls.map(\.message) == [
                "`arrivals`: --given calls changes calls of tables only, and rides of `phone` would count as theirs; allowed: `table`, or --given without calls",
                "`surge`: it changes the calls, which the record has as they were; allowed: `factor: 1`, or none, or --given without calls",
            ])
        #expect(calls.map(\.location.line) == [10, 12], "\(calls)")
        #expect(found([.taxis], city.plan.read) == [] && found([], city.plan.read) == [])
        // Two tables are both calls of the day: people who hail beside people who call.
        let both = try Self.city(
            passengers: "  - {name: rank, by: rank, table: [\"mon-fri,0,24,1,4,100\"], patience: 6 min}")
        #expect(found([.calls, .taxis], both.plan.read) == [])
        let more = try Self.city(drivers: "\n  - {name: own, count: 3}")
        #expect(
            found([.calls, .taxis], more.plan.read).map(\.message) == [
                "--given taxis changes taxis of `on-duty` only, and those of `own` would come on top; allowed: `on-duty`, or --given without taxis"
            ])
    }

    @Test("Figures that cannot be are refused by line, with what is allowed")
    func impossible() {
        let header =
            "days,hour,recorded_hours,trips,ride_mean_s,ride_q25_s,ride_median_s,ride_q75_s,taxis_seen,taxis_at_work,"
            + "occupied_share,vacant_mean_s,vacant_q10_s,vacant_q25_s,vacant_median_s,vacant_q75_s,vacant_q90_s,taxis_heard\n"
        let rows = [
            "mon-fri,0,0,10,600,500,600,700,9,9,0.5,300,100,200,300,400,500,9",
            "mon-fri,1,1,1e9,0.000001,500,600,90000,9,9,1.5,300,100,200,300,400,500,0x9",
            "mon-fri,2,1,10,600,500,400,700,9,9,0.5,300,100,200,300,,250,9",
        ]
        let laws = "days,share,vacant_s\nmon-fri,0.005,20\nmon-fri,0.01,10\n"
        var found: [String] = []
        do throws(InputErrors) {
            _ = try ObservedFile.figures((header + rows.joined(separator: "\n") + "\n", "o.csv"), laws: (laws, "v.csv"))
        } catch { found = error.problems.map(\.description) }
        let unknown = "or nothing where it is not known"
        #expect(
            found == [
                "o.csv:2:11: error: `0` is not a number of recorded_hours; allowed: 0.001 to 1000000",
                "o.csv:3:13: error: `1e9` is not a number of trips; allowed: 0 to 1000000",
                "o.csv:3:17: error: `0.000001` is not a number of ride_mean_s; allowed: 1 to 86400, \(unknown)",
                "o.csv:3:34: error: `90000` is not a number of ride_q75_s; allowed: 1 to 86400, \(unknown)",
                "o.csv:3:44: error: `1.5` is not a number of occupied_share; allowed: 0 to 1, \(unknown)",
                "o.csv:3:72: error: `0x9` is not a number of taxis_heard; allowed: 0 to 1000000, \(unknown)",
                "o.csv:4:24: error: ride_median_s of `400` is below ride_q25_s of `500`; quantiles rise",
                "o.csv:4:57: error: vacant_q90_s of `250` is below vacant_median_s of `300`; quantiles rise",
                "v.csv:3:14: error: `10` is below the time before it, 20; quantiles rise",
            ])
    }
}
