// SPDX-License-Identifier: GPL-3.0-or-later

import CitySimulation
import CitySlices
import Reporting

/// How many replications to run.
package enum ReplicationRule: Hashable, Sendable {
    /// This many, 1 or more.
    case count(Int)
    /// One after another until every target is reached, between a least and a largest number.
    ///
    /// The rule looks at the first n replications by number, n rising, so that it stops at the same n whatever the number
    /// of threads. It looks often, and so stops a little early: with a least number of 10 an interval of 95 % holds the
    /// truth in some 93 % of experiments. Source: Law, Simulation Modeling and Analysis, 5th edition, section 9.4.1.
    ///
    /// Of several experiments side by side the half widths are those of the paired differences from the first one, as shares
    /// of the first one's mean: a difference may be 0, and a share of that has no meaning.
    case untilHalfWidth([HalfWidthTarget], least: Int, most: Int, level: Double = 0.95)

    /// The largest number of replications.
    package var most: Int {
        switch self {
        case .count(let count): count
        case .untilHalfWidth(_, _, let most, _): most
        }
    }

    /// The metrics whose precision it looks at.
    var metrics: [String] {
        switch self {
        case .count: []
        case .untilHalfWidth(let targets, _, _, _): targets.map(\.metric)
        }
    }

    /// The number of replications that are run in any case.
    package var least: Int {
        switch self {
        case .count(let count): count
        case .untilHalfWidth(_, let least, _, _): least
        }
    }

    /// Whether the rule is content with these replications, the first ones by number, of each experiment as many.
    func isMet(by rows: [[Replication]]) -> Bool {
        switch self {
        case .count(let count): return rows[0].count >= count
        case .untilHalfWidth(let targets, let least, _, let level):
            guard rows[0].count >= least else { return false }
            return targets.allSatisfy { target in
                let values = rows.map { row in row.map { $0[target.metric] } }
                let known = rows.map { row in ShareUnits.units(of: target.metric) { path in row.map { $0[path] } } }
                let units = known.contains(nil) ? nil : known.compactMap(\.self)
                return target.isReached(by: values, units: units, least: least, level: level)
            }
        }
    }
}

extension HalfWidthTarget {
    /// Whether the half width is small enough; a metric that fewer than the least number of replications measured is not.
    ///
    /// - Parameters:
    ///   - values: by experiment, the metric's values by replication. Of one experiment its own interval is looked at, of
    ///     several those of the paired differences from the first.
    ///   - units: of a share, how many each replication counted.
    ///   - least: of values behind an interval, 2 or more.
    ///   - level: of the intervals.
    package func isReached(by values: [[Double?]], units: [[Double?]]? = nil, least: Int, level: Double) -> Bool {
        guard values.count > 1 else {
            let interval = Interval(of: metric, values[0], units: units?[0], level: level)
            guard let interval, interval.count >= least else { return false }
            return interval.relativeHalfWidth.map { $0 <= share } ?? false
        }
        return values.indices.dropFirst().allSatisfy { other in
            let width = Self.pairedHalfWidth(
                of: metric, values[0], values[other], units: (units?[0], units?[other]), level: level)
            guard let width, width.pairs >= least else { return false }
            return width.share.map { $0 <= share } ?? false
        }
    }

    /// Half of the interval of a paired difference, as a share of the first one's mean over the same pairs; nil without
    /// pairs, a nil share where it has no meaning: a share that is 0 everywhere has no precision yet.
    ///
    /// - Parameters:
    ///   - metric: the path of the metric.
    ///   - first: its values in one experiment, by replication.
    ///   - second: those in the other.
    ///   - units: of a share, how many each replication counted, by experiment.
    ///   - level: of the interval.
    package static func pairedHalfWidth(
        of metric: String, _ first: [Double?], _ second: [Double?],
        units: (first: [Double?]?, second: [Double?]?) = (nil, nil),
        level: Double
    ) -> (share: Double?, pairs: Int)? {
        let paired = Comparison.paired(
            metric, first, second, level: level, units: ShareUnits.isOfEvents(metric) ? units : nil)
        guard let difference = paired.difference, let half = difference.halfWidth, let mean = paired.first?.mean else {
            return nil
        }
        return (half == 0 ? 0 : mean == 0 ? nil : half / abs(mean), difference.count)
    }
}

/// A wish for precision: the half width of a metric's interval, relative to its mean.
package struct HalfWidthTarget: Hashable, Sendable {
    package let metric: String
    /// The largest half width as a share of the mean, above 0.
    package let share: Double

    /// Makes a target for a metric that exists.
    ///
    /// - Throws: `ExperimentProblem` for an unknown metric or a share that is not above 0.
    package init(metric: String, share: Double) throws(ExperimentProblem) {
        try MetricPath.check(metric)
        guard share > 0, share.isFinite else {
            throw ExperimentProblem("the half width of `\(metric)` must be above 0, such as 2%")
        }
        self.metric = metric
        self.share = share
    }

    /// Reads a target such as `wait.p95=2%`.
    ///
    /// - Throws: `ExperimentProblem` that says what is wrong with it.
    package init(text: String) throws(ExperimentProblem) {
        // The last one: a part of the run may have one of its own, as in `wait.p95@zone=6=2%`.
        guard let equals = text.lastIndex(of: "="), !Self.endsInWord(text[..<equals]) else {
            throw ExperimentProblem("`\(text)` has no half width; write it as wait.p95=2%")
        }
        let name = String(text[..<equals])
        let number = text[text.index(after: equals)...].drop { $0 == " " }
        let isPercent = number.last == "%"
        guard let value = Double((isPercent ? number.dropLast() : number).trimmingEnd) else {
            throw ExperimentProblem("`\(text)`: the half width is not a number; write it as wait.p95=2%")
        }
        try self.init(metric: name, share: isPercent ? value / 100 : value)
    }

    /// Whether a name ends in the word of a part without what it names: the width is what is left out.
    private static func endsInWord(_ name: Substring) -> Bool {
        guard case .unreadable(let word) = PartedName(String(name))?.pieces.last else { return false }
        return word.allSatisfy(\.isLetter)
    }

    /// The target as it is written.
    package var text: String { "\(metric)=\(NumberText.short(share * 100))%" }
}

/// Bad input to an experiment: one clear sentence.
package struct ExperimentProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong and what would be right.
    package let description: String

    package init(_ description: String) { self.description = description }
}

/// The paths of metrics, for checking what people write.
package enum MetricPath {
    /// Every known path, in the order of the report.
    package static let all: [String] = MetricDescription.ofServices.map(\.name)

    /// - Throws: `ExperimentProblem` with the nearest name when there is no such metric, or when it cannot be told for the part of
    ///   a run that is named with it.
    package static func check(_ name: String) throws(ExperimentProblem) {
        let path = PartedName.metric(of: name)
        guard MetricDescription.ofProgram(path) != nil else {
            throw ExperimentProblem(MetricMessage.unknown(path, among: all))
        }
        if let problem = MetricDescription.partProblem(name) { throw ExperimentProblem(problem.description) }
    }
}

enum NumberText {
    /// A number with at most four decimals and no zeros at its end.
    static func short(_ value: Double) -> String {
        let rounded = (value * 1e4).rounded() / 1e4
        return rounded == rounded.rounded() && abs(rounded) < 1e15 ? String(Int64(rounded)) : "\(rounded)"
    }
}
