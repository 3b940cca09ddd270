// SPDX-License-Identifier: GPL-3.0-or-later

import CitySimulation
import CitySlices
import Foundation
import Reporting

/// The interval of a share that was 0, or the whole, in every replication: nothing happened, and that is no certainty.
///
/// Student's t would give an interval without length. Instead, the share may be as far from the end as the larger of two bounds
/// says: that of Clopper and Pearson for 0 events among all that were counted, `1 - (a / 2)^(1 / units)` (for a level of
/// 95 % and many units some 3.7 of them, the rule of three with both sides); and the end of the t interval that one event in one
/// replication would have given, `(1 + t) / units`, which is wide where replications are few. The second one is there because what happens
/// to the people of one replication is not independent. No bound is above that of the replications alone, `1 - (a / 2)^(1 / n)`, which
/// takes all people of a replication for one; it is used by itself where a share is not one of a counted number.
///
/// Sources: C. J. Clopper and E. S. Pearson, Biometrika 26 (1934); J. A. Hanley and A. Lippman-Hand, "If nothing goes wrong,
/// is everything all right?", JAMA 249 (1983), for the rule of three.
enum SaturatedShare {
    /// How far the true share may be from the end at which all values are; nil for a single replication.
    ///
    /// - Parameters:
    ///   - replications: how many measured it.
    ///   - units: how many were counted in all of them; nil where nothing is counted.
    ///   - level: of the interval.
    static func halfWidth(replications: Int, units: Double?, level: Double) -> Double? {
        guard replications > 1 else { return nil }
        func bound(_ units: Double) -> Double { 1 - pow((1 - level) / 2, 1 / units) }
        let together = bound(Double(replications))
        guard let units, units > 0 else { return together }
        let one = (1 + StudentT.quantile(0.5 + level / 2, degrees: replications - 1)) / units
        return min(together, max(bound(units), one))
    }

    /// Whether these shares are all 0, or all 1.
    static func holds(_ values: [Double]) -> Bool {
        values.allSatisfy { $0 == 0 } || (values.allSatisfy { $0 == 1 } && !values.isEmpty)
    }

    /// The smallest number of replications, of as many units each, that brings the bound below a distance.
    static func needed(distance: Double, replications: Int, units: Double?, level: Double) -> Int? {
        let each = units.map { $0 / Double(replications) }
        return DecidingCount.first { count in
            halfWidth(replications: count, units: each.map { $0 * Double(count) }, level: level).map { $0 < distance }
                ?? false
        }
    }
}

extension Interval {
    /// The interval of a metric over replications: of a share that is 0 or the whole in all of them, that of `SaturatedShare`.
    ///
    /// - Parameters:
    ///   - metric: its path.
    ///   - values: by replication, nil where it was not measured.
    ///   - units: of what it counts, by replication; nil where a share has no such number.
    init?(of metric: String, _ values: [Double?], units: [Double?]?, level: Double = 0.95) {
        let measured = values.compactMap { $0 }
        guard let plain = Interval(measured, level: level) else { return nil }
        self = plain.ofShare(metric, measured, units: ShareUnits.sum(of: units, where: values))
    }

    /// The same interval; of a share whose values are all at one end, with the half width of `SaturatedShare`.
    func ofShare(_ metric: String, _ values: [Double], units: Double?) -> Interval {
        guard SaturatedShare.holds(values), ShareUnits.isOfEvents(metric) else { return self }
        return with(halfWidth: SaturatedShare.halfWidth(replications: values.count, units: units, level: level))
    }

    /// The same with another half width.
    func with(halfWidth: Double?) -> Interval {
        Interval(count: count, mean: mean, sd: sd, level: level, halfWidth: halfWidth)
    }
}

extension Replication {
    /// The interval of a metric over replications; nil when none measured it.
    package static func interval(of metric: String, _ replications: [Replication], level: Double) -> Interval? {
        Interval(
            of: metric, replications.map { $0[metric] },
            units: ShareUnits.units(of: metric) { path in replications.map { $0[path] } }, level: level)
    }
}

/// What the shares among the metrics are shares of.
enum ShareUnits {
    /// Whether a metric is a share of what can happen or not. Shares of time, of distances and of fees are none: who has no
    /// shifts is never off shift, and that is certain.
    static func isOfEvents(_ metric: String) -> Bool {
        guard MetricDescription.ofProgram(metric)?.unit == "share" else { return false }
        let path = PartedName.metric(of: metric)
        return !path.hasSuffix("tilisation") && !measured.contains(where: path.hasPrefix)
    }

    /// How many each replication counted of what a share is of: exactly those that its number is a share of, so without what is too young
    /// to judge and with what never came to pass. Nil for other metrics, where nothing is counted, and without a column.
    ///
    /// - Parameter named: a metric by replication; nil when there is none of this path.
    static func units(of metric: String, _ named: (String) -> [Double?]?) -> [Double?]? {
        // Those of a part are of the same part.
        func column(_ path: String) -> [Double?]? { named(PartedName.of(path, like: metric)) }
        guard let parts = parts(of: metric), let first = parts.more.first, var sum = column(first) else { return nil }
        func add(_ path: String, _ sign: Double) -> Bool {
            guard let values = column(path) else { return false }
            sum = zip(sum, values).map { one, other in one.flatMap { one in other.map { one + sign * $0 } } }
            return true
        }
        let isWhole = parts.more.dropFirst().allSatisfy { add($0, 1) } && parts.less.allSatisfy { add($0, -1) }
        return isWhole ? sum : nil
    }

    /// The paths of all metrics that count what a share is of; empty where none does.
    static func paths(of metric: String) -> [String] {
        (parts(of: metric).map { $0.more + $0.less } ?? []).map { PartedName.of($0, like: metric) }
    }

    private static let forms = Slices.all.map(\.shares)
    private static let measured = forms.flatMap(\.measured)

    private static func parts(of name: String) -> ShareMeaning.Parts? {
        let metric = PartedName.metric(of: name)
        if let known = forms.lazy.compactMap({ $0.parts[metric] }).first { return known }
        let names = metric.split(separator: ".").map(String.init)
        guard let last = names.last else { return nil }
        let stem = names.dropLast().joined(separator: ".")
        return forms.lazy.compactMap { $0.made(stem, last) }.first
    }

    /// The units of the replications that measured the share, added up; nil where one of them does not know its own.
    static func sum(of units: [Double?]?, where values: [Double?]) -> Double? {
        guard let units else { return nil }
        var sum = 0.0
        for (value, unit) in zip(values, units) where value != nil {
            guard let unit else { return nil }
            sum += unit
        }
        return sum
    }
}
