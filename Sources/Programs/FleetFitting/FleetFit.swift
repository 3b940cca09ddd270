// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import CitySimulation
package import CitySlices
import Fitting
import Reporting
package import TripRecords

/// Changes a scenario until its runs show what a record shows.
///
/// Calls by hour are changed in proportion until those who get a taxi are as many as rode (`ProportionalFit`): what comes of an hour
/// is its calls times the share of them that is served in the runs, so that the luck of how many call plays no part. Other numbers
/// are looked for within their bounds by a compass search (`CompassSearch`), which makes the mean error of occupied share, middle
/// vacant time and law of vacant times small. All points have the same replications with common random numbers (SIM-02). Then it is
/// asked of each number which other values fit as well (`EqualFit`), calls fitted anew: that the record does not determine.
package struct FleetFit {
    /// What is wanted.
    package struct Wish: Sendable {
        /// Whether calls by hour are changed.
        package var changesCalls = false
        /// Whether the free speed is changed, until the mean ride is as long as recorded.
        package var changesSpeed = false
        /// Numbers that are looked for.
        package var changes: [FitParameter] = []
        /// Numbers that are held at a value, though a record does not have them.
        package var holds: [FitParameter] = []
        package var questions: [FitQuestion] = []
        /// How many replications the table is made of; others than those of the search.
        package var replications = 10

        package init() {}
    }

    /// So many replications judge each point of the search that they have about these rides, at least the smaller number of replications
    /// and at most the larger: of fewer rides chance would decide.
    private static let (judgedRides, fewest, mostJudged) = (60_000.0, 2, 8)
    /// Calls are near enough when those served differ from those recorded by this share of all.
    package static let callTolerance = 0.0075
    /// The mean ride is near enough when it differs from the recorded one by this share.
    private static let rideTolerance = 0.005
    /// Calls are changed at most so often, and no more after two changes that brought them no nearer.
    private static let mostRounds = 8
    /// A fit whose served differ from the recorded by more is none.
    package static let servedTolerance = 0.015
    /// An hour whose served differ from its recorded by more is told.
    static let hourTolerance = 0.1
    /// So many metres a second the free speed may be changed to: 5 to 130 km/h.
    static let speeds = 5 / 3.6...130 / 3.6
    /// A search goes about so often to another point or to shorter steps, for estimates.
    private static let usualSteps = 6
    /// A value is looked at beside the best one times each of these.
    private static let others = [0.25, 0.5, 2, 4]

    /// The calls of each hour that are tried next.
    typealias Calls = ProportionalFit

    private let read: ReadScenario
    private let base: Scenario
    private let recorded: ObservedFigures
    private let kinds: [String]
    private let wish: Wish
    private let runs: FitRuns
    private let report: (String) -> Void
    /// How many replications judge each point.
    private let judged: Int
    /// The hours in which somebody rode, of the kinds of day that the scenario has calls of.
    private let cells: [ObservedHour]

    /// Prepares a fit.
    ///
    /// - Parameters:
    ///   - read: the scenario, with what is held set.
    ///   - recorded: what the record shows, by kind of day.
    ///   - report: is told what is done.
    package init(
        _ read: ReadScenario, to recorded: ObservedFigures, _ wish: Wish, runs: FitRuns,
        report: @escaping (String) -> Void
    ) {
        (self.read, base, self.recorded, self.wish, self.runs) = (read, read.scenario, recorded, wish, runs)
        self.report = report
        kinds = runs.kinds
        let known = runs.kinds
        cells = recorded.hours.filter { known.contains($0.days) }
        let days = Double(base.length.nanoseconds) / 86.4e12
        let rides = cells.reduce(0) { $0 + $1.trips } / Double(max(1, known.count)) * days
        judged = min(max(Int((Self.judgedRides / max(1, rides)).rounded(.up)), Self.fewest), Self.mostJudged)
    }

    /// About so many runs it takes at most, for an estimate of its load.
    package var mostRuns: Int {
        let steps = wish.changes.count * 2 * Self.usualSteps
        let tried = (wish.changes.count + wish.holds.count) * Self.others.count
        let points = 1 + Self.mostRounds + steps + tried * 2 + wish.questions.count * (1 + tried)
        return wish.replications + judged * points
    }

    // MARK: Points

    /// A point of the search: calls by hour, and the values of the numbers that are looked for.
    struct Point {
        var calls: Calls
        var values: [Double]
        /// The free speed as a multiple of the scenario's.
        var speed = 1.0
        /// The runs that judged it.
        var runs: [RunFigures] = []
    }

    private func scenario(_ point: Point, _ parameters: [FitParameter]) -> Scenario {
        var scenario = base
        for (parameter, value) in zip(parameters, point.values) { parameter.set(value, in: &scenario) }
        if point.speed != 1 {
            // In millimetres a second, so that it can be read.
            scenario.travel.freeSpeed = (scenario.travel.freeSpeed * point.speed * 1000).rounded() / 1000
        }
        let factors = zip(cells, point.calls.rates).map { cell, rate in
            rate / base.calls(cell.days, cell.hour)
        }
        scenario.scaleCalls { kind, hour in
            cells.firstIndex { $0.days == kind && $0.hour == hour }.map { factors[$0].isFinite ? factors[$0] : 1 } ?? 1
        }
        return scenario
    }

    private func plan(_ point: Point, _ parameters: [FitParameter]) throws(InputErrors) -> CityPlan {
        try CityPlan(read.with { $0 = scenario(point, parameters) })
    }

    private func judge(_ points: inout [Point], _ parameters: [FitParameter]) throws {
        let plans = try points.map { try plan($0, parameters) }
        let found = try runs.run(plans, replications: 0..<judged)
        for index in points.indices { points[index].runs = found[index] }
    }

    /// Rides of each cell that the calls of a point lead to: its calls times the share of them that its runs served.
    private func given(_ point: Point) -> [Double] {
        let mean = ObservedFigures.mean(point.runs.map(\.kinds))
        return zip(cells.indices, cells).map { index, cell in
            let rate = point.calls.rates[index]
            return mean.hour(cell.days, cell.hour)?.served(of: rate) ?? rate
        }
    }

    private func callError(_ point: Point) -> Double {
        ProportionalFit.error(given(point), wanted: point.calls.wanted) ?? 0
    }

    /// How long the mean ride of a point is, as a multiple of the recorded one.
    private func rideFactor(_ point: Point) -> Double {
        let weights = kinds.map { (days: $0, weight: 1.0) }
        let own = DaySums(ObservedFigures.mean(point.runs.map(\.kinds)), weights: weights).rideMean
        guard let own, let seen = DaySums(recorded, weights: weights).rideMean, seen > 0 else { return 1 }
        return own / seen
    }

    /// What is still wrong with calls and mean ride, of those that are changed; nil where both are near enough.
    private func fault(_ point: Point) -> Double? {
        let calls = wish.changesCalls ? callError(point) : 0
        let ride = wish.changesSpeed ? abs(rideFactor(point) - 1) : 0
        return calls <= Self.callTolerance && ride <= Self.rideTolerance ? nil : calls + ride
    }

    /// The mean errors of the runs of a point; nil where the record has nothing to hold them against. A run without any such figure,
    /// such as one in which nobody rode, is wholly off.
    private func distances(_ point: Point) -> [Double]? {
        guard FigureErrors.all(recorded, against: recorded, kinds: kinds).distance != nil else { return nil }
        return point.runs.map { FigureErrors.all($0.kinds, against: recorded, kinds: kinds).distance ?? 1 }
    }

    private static func mean(_ distances: [Double]) -> Double { distances.reduce(0, +) / Double(distances.count) }

    // MARK: The fit

    /// Fits, and asks what the record does not determine.
    ///
    /// - Throws: `FitRuns.Stopped`, or what a run failed with.
    package func run() throws -> FitResult {
        let rates = cells.map { base.calls($0.days, $0.hour) }
        let start = Point(
            calls: Calls(wanted: cells.map(\.trips), rates: rates),
            values: wish.changes.map { $0.value(in: base) ?? $0.bounds.lowerBound })
        var best = try fittingCalls(start, most: Self.mostRounds, wish.changes)
        if !wish.changes.isEmpty { best = try search(best) }
        let fitted = scenario(best, wish.changes)
        let plan = try plan(best, wish.changes)
        report("\(wish.replications) other replications for the table")
        let shown = try runs.run([plan], replications: judged..<judged + wish.replications)[0]
        let ranges = try (wish.changes + wish.holds).map { try range(of: $0, best) }
        let answers = try wish.questions.map { try answer($0, ranges, best) }
        return FitResult(
            context: Simulation(plan, seed: runs.seed).context, scenario: fitted, wish: wish, kinds: kinds,
            recorded: recorded,
            figures: ObservedFigures.mean(shown.map(\.kinds)),
            lost: shown.reduce(0) { $0 + $1.lost } / Double(shown.count), callError: callError(best), judged: judged,
            speed: best.speed,
            calls: zip(cells, best.calls.rates).map { FitResult.Calls(days: $0.days, hour: $0.hour, calls: $1) },
            missed: ProportionalFit.missed(given(best), wanted: best.calls.wanted, by: Self.hourTolerance)
                .map { "\(cells[$0].days) \(cells[$0].hour):00" },
            ranges: ranges,
            answers: answers)
    }

    /// Changes calls until those served are those recorded, or it does not come nearer.
    private func fittingCalls(_ start: Point, most: Int, _ parameters: [FitParameter]) throws -> Point {
        var points = [start]
        try judge(&points, parameters)
        var best = points[0]
        guard wish.changesCalls || wish.changesSpeed else { return best }
        var failures = 0
        for round in 1...most {
            guard let fault = self.fault(best) else { break }
            let ride = wish.changesSpeed ? ", the mean ride by \(FitText.percent(rideFactor(points[0]) - 1))" : ""
            report(
                "round \(round): served differ from recorded by \(FitText.percent(callError(points[0])))\(ride)")
            // In proportion, though a part of a ride does not depend on the speed: a few rounds come near enough.
            if wish.changesSpeed {
                let wanted = points[0].speed * min(max(rideFactor(points[0]), 0.8), 1.25)
                let own = base.travel.freeSpeed
                points[0].speed = min(max(wanted, Self.speeds.lowerBound / own), Self.speeds.upperBound / own)
            }
            if wish.changesCalls { points[0].calls.update(given(points[0])) }
            try judge(&points, parameters)
            if (self.fault(points[0]) ?? 0) < fault {
                (best, failures) = (points[0], 0)
            } else {
                failures += 1
                if failures == 2 { break }
            }
        }
        return best
    }

    private func search(_ start: Point) throws -> Point {
        var search = CompassSearch(wish.changes.map(\.bounds), from: start.values)
        var best = start
        while true {
            let asked = search.next()
            if asked.isEmpty { break }
            var points = asked.map {
                Point(calls: best.calls, values: zip($0, wish.changes).map(Self.rounded), speed: best.speed)
            }
            try judge(&points, wish.changes)
            let means = points.map { distances($0).map(Self.mean) ?? 0 }
            let before = search.distance
            search.take(means)
            guard let now = search.distance, before.map({ now < $0 }) ?? true,
                let index = means.firstIndex(of: now)
            else { continue }
            best = points[index]
            if wish.changesCalls { best.calls.update(given(best)) }
            let values = zip(wish.changes, best.values).map { "\($0.rawValue) \($0.text($1))" }
            report("\(values.joined(separator: ", ")): mean error \(FitText.percent(now))")
        }
        return try fittingCalls(best, most: 4, wish.changes)
    }

    /// Three digits, which people can read, and which no rounding of a processor changes.
    private static func rounded(_ value: Double, _ parameter: FitParameter) -> Double {
        let step = value >= 10_000 ? 100.0 : value >= 1000 ? 10 : 1
        return min(max((value / step).rounded() * step, parameter.bounds.lowerBound), parameter.bounds.upperBound)
    }

    // MARK: What is not determined

    private func range(of parameter: FitParameter, _ best: Point) throws -> FitResult.Range {
        let index = wish.changes.firstIndex(of: parameter)
        let value = index.map { best.values[$0] } ?? parameter.value(in: base) ?? 0
        let parameters = index == nil ? wish.changes + [parameter] : wish.changes
        func point(_ value: Double) -> Point {
            var point = best
            if let index { point.values[index] = value } else { point.values.append(value) }
            return point
        }
        var tried: [Double] = []
        for factor in Self.others {
            let other = Self.rounded(value * factor, parameter)
            if other != value, !tried.contains(other) { tried.append(other) }
        }
        report("what fits as well as \(parameter.rawValue) \(parameter.text(value))")
        var points = tried.map(point)
        try judge(&points, parameters)
        if wish.changesCalls {
            for index in points.indices { points[index].calls.update(given(points[index])) }
            try judge(&points, parameters)
        }
        let own = distances(best)
        let all = ([(value, best)] + Array(zip(tried, points))).sorted { $0.0 < $1.0 }
        return FitResult.Range(
            parameter: parameter, value: value, isHeld: index == nil,
            tried: all.map { tried, point in
                let distances = distances(point)
                // Of what the record says nothing, all fits.
                let isEqual = distances.flatMap { all in own.map { EqualFit.holds(all, best: $0) } } ?? true
                return FitResult.Tried(
                    value: tried, distance: distances.map(Self.mean), isAsGood: tried == value || isEqual,
                    lost: point.runs.reduce(0) { $0 + $1.lost } / Double(point.runs.count),
                    scenario: scenario(point, parameters), runs: point.runs)
            })
    }

    private func answer(_ question: FitQuestion, _ ranges: [FitResult.Range], _ best: Point) throws -> FitResult.Answer
    {
        report("the question \(question.text)")
        var cases: [(name: String, scenario: Scenario, runs: [RunFigures])] = [
            ("as fitted", scenario(best, wish.changes), best.runs)
        ]
        for range in ranges {
            for tried in range.tried where tried.isAsGood && tried.value != range.value {
                cases.append(
                    ("\(range.parameter.rawValue) \(range.parameter.text(tried.value))", tried.scenario, tried.runs))
            }
        }
        let plans = try cases.map { point in
            try CityPlan(
                read.with {
                    $0 = point.scenario
                    question.set(in: &$0)
                })
        }
        let found = try runs.run(plans, replications: 0..<judged)
        return FitResult.Answer(
            question: question,
            cases: zip(cases, found).map { point, after in
                FitResult.Case(name: point.name, before: Summary(point.runs, kinds), after: Summary(after, kinds))
            })
    }
}
