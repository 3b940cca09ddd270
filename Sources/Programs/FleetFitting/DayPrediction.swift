// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import CitySimulation
package import CitySlices
import ScenarioLanguage
import TaxiSimulation
package import TripRecords

/// Predicts what a record shows of days that a scenario was not fitted to, beside two simple ways to do so.
///
/// Copying takes the figures of the fitted days. Little's line (`LittleLine`) takes them with the day's rides and taxis. The runs have the
/// fitted scenario, with its calls and its taxis on duty changed in proportion by hour to the rides and the taxis seen of that day, where
/// those are given: what a planner changes, and a record of the future does not have.
package struct DayPrediction {
    /// What of the day is known beforehand.
    package enum Given: String, CaseIterable, Sendable {
        /// How many ride by hour.
        case calls
        /// How many taxis are seen by hour; only their number against the fitted days counts.
        case taxis
    }

    /// What is wanted.
    package struct Wish: Sendable {
        /// The days, in days since 1970-01-01.
        package var days: [Int64] = []
        package var given: [Given] = []
        /// The day whose calls, taxis and travel the runs have; nil for the predicted day itself.
        package var runDay: Int64?
        package var replications = 10

        package init() {}
    }

    private let read: ReadScenario
    private let fitted: ObservedFigures
    private let recorded: ObservedFigures
    private let wish: Wish
    private let runs: FitRuns

    /// - Parameters:
    ///   - read: the fitted scenario.
    ///   - fitted: what the record shows of the days that it was fitted to, by kind of day.
    ///   - recorded: what it shows by date.
    package init(
        _ read: ReadScenario, fitted: ObservedFigures, recorded: ObservedFigures, _ wish: Wish, runs: FitRuns
    ) {
        (self.read, self.fitted, self.recorded, self.wish, self.runs) = (read, fitted, recorded, wish, runs)
    }

    /// The kind of day of a date, among those of figures; nil where they have none.
    private static func kind(_ day: Int64, _ scenario: Scenario, among kinds: [String]) -> String? {
        let known = DayKinds(kinds.compactMap { DayText.kind($0) }, holidays: scenario.holidays)
        return known.index(at: CityTime(day: day)).map { known.kinds[$0].text }
    }

    /// What keeps days from being predicted, all at once.
    package static func faults(
        _ scenario: Scenario, fitted: ObservedFigures, recorded: ObservedFigures, _ wish: Wish
    ) -> [String] {
        var faults: [String] = []
        let known = recorded.days
        for day in wish.days.map({ CityTime(day: $0).date }) where !known.contains(day) {
            let near = nearestName(to: day, among: known).map { "; did you mean `\($0)`?" } ?? ""
            faults.append("the record has no day \(day); it has \(known.joined(separator: ", "))\(near)")
        }
        let days = wish.runDay.map { [$0] } ?? wish.days
        for day in days where kind(day, scenario, among: fitted.days) == nil {
            faults.append(
                "\(CityTime(day: day).date) is no day of \(fitted.days.joined(separator: ", ")), which the scenario was fitted to; --as DATE names a day whose tables the runs have"
            )
        }
        if wish.given.contains(.calls), scenario.kindsOfCalls.isEmpty {
            faults.append("--given calls: no group of passengers has a `table` of calls")
        }
        if wish.given.contains(.taxis) {
            if scenario.drivers.allSatisfy({ $0.onDuty == nil }) {
                faults.append("--given taxis: no group of drivers has `on-duty`")
            }
            if fitted.hours.allSatisfy({ $0.seen == nil }) { faults.append("--given taxis: the record has no taxis") }
        }
        return faults
    }

    /// Predicts all days.
    ///
    /// - Throws: `FitRuns.Stopped`, `InputErrors` where the scenario has no values for a day, or what a run failed with.
    package func run() throws -> PredictionResult {
        let cases = wish.days.compactMap { day -> Case? in
            let runDay = wish.runDay ?? day
            guard let kind = Self.kind(runDay, read.scenario, among: fitted.days) else { return nil }
            return Case(date: CityTime(day: day).date, runDay: CityTime(day: runDay), kind: kind)
        }
        var plans: [CityPlan] = []
        for one in cases { plans.append(try CityPlan(read.with { $0 = scenario(one) })) }
        let found = try runs.run(plans, replications: 0..<wish.replications)
        return PredictionResult(
            context: plans.first.map { Simulation($0, seed: runs.seed).context }, wish: wish,
            days: zip(cases, found).map { one, runs in
                let own = ObservedFigures.mean(runs.map(\.dates))
                let line = LittleLine.figures(
                    fitted, one.kind, rides: { rides(one, $0) },
                    atWork: { hour in
                        hour.atWork.map { $0 * taxiFactor(one, hour.hour) }
                    })
                return PredictionResult.Day(
                    date: one.date,
                    copying: FigureErrors(fitted, one.kind, against: recorded, one.date),
                    little: FigureErrors(line, one.kind, against: recorded, one.date),
                    runs: FigureErrors(own, one.runDay.date, against: recorded, one.date),
                    seen: DaySums(recorded, one.date).rides, ran: DaySums(own, one.runDay.date).rides)
            })
    }

    /// A day that is predicted.
    private struct Case {
        let date: String
        let runDay: CityTime
        let kind: String
    }

    /// Rides of an hour of the day: those given, else those of the fitted days.
    private func rides(_ one: Case, _ hour: ObservedHour) -> Double {
        wish.given.contains(.calls) ? recorded.hour(one.date, hour.hour)?.trips ?? 0 : hour.trips
    }

    private func callFactor(_ one: Case, _ hour: Int) -> Double {
        guard let known = fitted.hour(one.kind, hour), known.trips > 0 else { return 1 }
        return rides(one, known) / known.trips
    }

    private func taxiFactor(_ one: Case, _ hour: Int) -> Double {
        guard wish.given.contains(.taxis), let seen = recorded.hour(one.date, hour)?.seen,
            let known = fitted.hour(one.kind, hour)?.seen, known > 0
        else { return 1 }
        return seen / known
    }

    /// The day with a day like it before, which fills the city and is not counted.
    private func scenario(_ one: Case) -> Scenario {
        var scenario = read.scenario
        scenario.start = one.runDay - .hours(24)
        scenario.length = .hours(48)
        scenario.warmUp = .hours(24)
        scenario.scaleCalls { _, hour in callFactor(one, hour) }
        scenario.scaleOnDuty { hour in taxiFactor(one, hour) }
        return scenario
    }
}
