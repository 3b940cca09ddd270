// SPDX-License-Identifier: GPL-3.0-or-later
package import CityModel
package import CitySimulation
package import CitySlices
import Fitting
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
        scenario.kind(of: CityTime(day: day), among: kinds)
    }

    /// What keeps days from being predicted, all at once.
    package static func faults(
        _ scenario: Scenario, fitted: ObservedFigures, recorded: ObservedFigures, _ wish: Wish
    ) -> [String] {
        var faults: [String] = []
        let known = recorded.days
        for day in wish.days.map({ CityTime(day: $0).date }) where !known.contains(day) {
            let near = Self.nearest(day, among: known).map { "; did you mean `\($0)`?" } ?? ""
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
        for day in wish.days where known.contains(CityTime(day: day).date) {
            guard let kind = kind(wish.runDay ?? day, scenario, among: fitted.days) else { continue }
            faults += lacks(CityTime(day: day).date, recorded, fitted, kind, wish)
        }
        return faults
    }

    /// What of a scenario is beside the calls and the taxis that are given, and would come on top of them, where it stands.
    package static func faultsBeside(_ read: ReadScenario, _ wish: Wish) -> [InputProblem] {
        var faults: [InputProblem] = []
        let (calls, drivers) = (read.scenario.kindsOfCalls, read.scenario.drivers)
        // Without any table, or any curve, it is told that nothing can be given at all.
        if wish.given.contains(.calls), !calls.isEmpty {
            faults += read.otherDemand(beside: "--given calls", escape: ", or --given without calls")
        }
        if wish.given.contains(.taxis), drivers.contains(where: { $0.onDuty != nil }) {
            for (index, group) in drivers.enumerated() where group.onDuty == nil {
                faults.append(
                    InputProblem(
                        .error, at: read.location(of: "drivers.\(index)"),
                        "--given taxis changes taxis of `on-duty` only, and those of `\(group.name)` would come on top; allowed: `on-duty`, or --given without taxis"
                    ))
            }
        }
        return faults
    }

    /// So many hours of a day may lack in its record: they are taken to be as on the fitted days.
    private static let mostUnrecorded = 6

    /// The hours with rides on the fitted days that the record of a day lacks.
    private static func unrecorded(
        _ date: String, _ recorded: ObservedFigures, _ fitted: ObservedFigures, _ kind: String
    ) -> [Int] {
        fitted.hours.filter { $0.days == kind && $0.trips > 0 && recorded.hour(date, $0.hour) == nil }.map(\.hour)
    }

    /// The hours of a day of which what is to be given is not in the record.
    private static func lacks(
        _ date: String, _ recorded: ObservedFigures, _ fitted: ObservedFigures, _ kind: String, _ wish: Wish
    ) -> [String] {
        let usual = fitted.hours.filter { $0.days == kind }
        var faults: [String] = []
        let missing = unrecorded(date, recorded, fitted, kind)
        if !wish.given.isEmpty, missing.count > mostUnrecorded {
            faults.append(
                "--given: the record of \(date) has no row for the hours \(FitText.hours(missing)), which the fitted days have; allowed: at most \(mostUnrecorded) such hours"
            )
        }
        let untold = usual.filter { known in
            guard let row = recorded.hour(date, known.hour), known.seen != nil || known.heard != nil else {
                return false
            }
            return (row.seen == nil || known.seen == nil) && (row.heard == nil || known.heard == nil)
        }
        if wish.given.contains(.taxis), !untold.isEmpty {
            faults.append(
                "--given taxis: the record of \(date) has no `taxis_seen` for the hours \(FitText.hours(untold.map(\.hour)))"
            )
        }
        return faults
    }

    /// The date that is the fewest days away; the earlier one of two.
    private static func nearest(_ date: String, among known: [String]) -> String? {
        guard let day = TripDate.day(date) else { return nil }
        return known.compactMap { TripDate.day($0) }.min { abs($0 - day) < abs($1 - day) }.map { TripDate.text($0) }
    }

    /// A plan of one of the days, for an estimate of the load; nil without a day.
    ///
    /// - Throws: `InputErrors` where the scenario has no values for the day.
    package func plan() throws -> CityPlan? {
        try cases.first.map { one in
            try CityPlan(read.with { $0 = scenario(one, calls: startRates(one)) })
        }
    }

    /// So many runs it takes at most.
    package var mostRuns: Int {
        wish.days.count * (wish.replications + (wish.given.contains(.calls) ? Self.servedRuns * Self.servedRounds : 0))
    }

    /// Predicts all days.
    ///
    /// - Throws: `FitRuns.Stopped`, `InputErrors` where the scenario has no values for a day, or what a run failed with.
    package func run() throws -> PredictionResult {
        let cases = cases
        let plans = try callsGiven(cases).map { try CityPlan($0) }
        let found = try runs.run(plans, replications: 0..<wish.replications)
        return PredictionResult(
            context: plans.first.map { Simulation($0, seed: runs.seed).context }, wish: wish,
            days: zip(cases, found).map { one, runs in
                // Hours that were not recorded are in no figure but those of all vacant times, which no hour has.
                let isTold = { (hour: ObservedHour) in recorded.hour(one.date, hour.hour) != nil }
                let own = ObservedFigures.mean(runs.map(\.dates)).hearing { heard(one, $0.hour) }.keeping(isTold)
                let line = LittleLine.figures(
                    fitted, one.kind, rides: { rides(one, $0) },
                    atWork: { hour in hour.atWork.map { $0 * taxiFactor(one, hour.hour) } },
                    heard: { heard(one, $0.hour) }
                ).keeping(isTold)
                return PredictionResult.Day(
                    date: one.date, unrecorded: Self.unrecorded(one.date, recorded, fitted, one.kind),
                    copying: FigureErrors(fitted.keeping(isTold), one.kind, against: recorded, one.date),
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

    private var cases: [Case] {
        wish.days.compactMap { day -> Case? in
            let runDay = wish.runDay ?? day
            guard let kind = Self.kind(runDay, read.scenario, among: fitted.days) else { return nil }
            return Case(date: CityTime(day: day).date, runDay: CityTime(day: runDay), kind: kind)
        }
    }

    /// Calls by hour before anything was run.
    private func startRates(_ one: Case) -> [Double] {
        (0..<24).map { read.scenario.calls(kindOfCalls(one), $0) * callFactor(one, $0) }
    }

    /// Rides of an hour of the day: those given, else those of the fitted days.
    private func rides(_ one: Case, _ hour: ObservedHour) -> Double {
        wish.given.contains(.calls) ? recorded.hour(one.date, hour.hour)?.trips ?? hour.trips : hour.trips
    }

    private func callFactor(_ one: Case, _ hour: Int) -> Double {
        guard let known = fitted.hour(one.kind, hour), known.trips > 0 else { return 1 }
        return rides(one, known) / known.trips
    }

    /// Taxis of which something is heard in an hour of the day: those given, else those of the fitted days.
    private func heard(_ one: Case, _ hour: Int) -> Double? {
        guard wish.given.contains(.taxis), let day = recorded.hour(one.date, hour) else {
            return fitted.hour(one.kind, hour)?.heard
        }
        return day.heard
    }

    /// Taxis at work over those of the fitted days.
    ///
    /// Those that are heard of and not at work rest, and as many rest as on the fitted days, so a taxi more is one more at work. Where the
    /// record does not tell of how many something is heard, work goes in proportion to the taxis seen.
    private func taxiFactor(_ one: Case, _ hour: Int) -> Double {
        guard wish.given.contains(.taxis), let day = recorded.hour(one.date, hour),
            let known = fitted.hour(one.kind, hour)
        else { return 1 }
        if let heard = day.heard, let usual = known.heard, let work = known.atWork, work > 0 {
            return max(Self.fewestAtWork, (work + heard - usual) / work)
        }
        guard let seen = day.seen, let usual = known.seen, usual > 0 else { return 1 }
        return seen / usual
    }

    /// At least this part of the taxis of the fitted days is at work, whatever is heard.
    private static let fewestAtWork = 0.1
    /// So many runs of each day tell how many of its calls are served, in so many rounds at most.
    private static let (servedRuns, servedRounds) = (4, 3)

    /// The scenarios of all days, with calls changed by hour until as many are served as are given. Where calls are not given, those of the
    /// fitted days stand.
    ///
    /// Rides are what a record has: of more calls for as many taxis more give up, so calls in proportion to the rides would serve too few.
    private func callsGiven(_ cases: [Case]) throws -> [ReadScenario] {
        func scenarios(_ fits: [ProportionalFit]) -> [ReadScenario] {
            zip(cases, fits).map { one, fit in read.with { $0 = scenario(one, calls: fit.rates) } }
        }
        var fits = cases.map { one in
            ProportionalFit(
                wanted: (0..<24).map { hour in fitted.hour(one.kind, hour).map { rides(one, $0) } ?? 0 },
                rates: startRates(one))
        }
        guard wish.given.contains(.calls) else { return scenarios(fits) }
        for _ in 0..<Self.servedRounds {
            let plans = try scenarios(fits).map { try CityPlan($0) }
            // Other replications than those of the table, so that its luck has no part in the calls.
            let found = try runs.run(plans, replications: wish.replications..<wish.replications + Self.servedRuns)
            var isDone = true
            for index in cases.indices {
                let mean = ObservedFigures.mean(found[index].map(\.dates))
                let date = cases[index].runDay.date
                let served = fits[index].rates.enumerated().map { hour, rate in
                    mean.hour(date, hour)?.served(of: rate) ?? rate
                }
                if (ProportionalFit.error(served, wanted: fits[index].wanted) ?? 0) > FleetFit.callTolerance {
                    fits[index].update(served)
                    isDone = false
                }
            }
            if isDone { break }
        }
        return scenarios(fits)
    }

    /// The kind of day of a day's calls, as the scenario's tables name it.
    private func kindOfCalls(_ one: Case) -> String {
        Self.kind(one.runDay.dayNumber, read.scenario, among: read.scenario.kindsOfCalls) ?? one.kind
    }

    /// The day with these calls by hour, and with a day like it before, which fills the city and is not counted.
    private func scenario(_ one: Case, calls: [Double]) -> Scenario {
        var scenario = read.scenario
        scenario.start = one.runDay - .hours(24)
        scenario.length = .hours(48)
        scenario.warmUp = .hours(24)
        let kind = kindOfCalls(one)
        scenario.scaleCalls { _, hour in
            let own = read.scenario.calls(kind, hour)
            return own > 0 ? calls[hour] / own : 1
        }
        scenario.scaleOnDuty { hour in taxiFactor(one, hour) }
        return scenario
    }
}
