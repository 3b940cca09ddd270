// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySimulation
import CitySlices
import Reporting

/// How the points differ from a named one.
extension SweepResult {
    /// The index of the point with these settings, written `path=value`; several settings narrow it down.
    ///
    /// - Throws: `ExperimentProblem` when a path is not swept, no point has the value, or several have them all.
    package static func base(_ texts: [String], among points: [SweepPoint]) throws(ExperimentProblem) -> Int? {
        guard !texts.isEmpty, let first = points.first else { return nil }
        var found = Array(points.indices)
        for text in texts {
            guard let equals = text.firstIndex(of: "="), equals > text.startIndex else {
                let sweep = Slices.leading?.form.sweep ?? ExperimentForm.Sweep()
                throw ExperimentProblem(
                    "--base \(text): a base is named by path=value, such as \(sweep.path)=\(sweep.value)")
            }
            let (path, value) = (String(text[..<equals]), String(text[text.index(after: equals)...]))
            guard let axis = first.settings.firstIndex(where: { $0.path == path }) else {
                let paths = first.settings.map(\.path)
                let meant = nearestName(to: path, among: paths).map { "; did you mean `\($0)`?" } ?? ""
                throw ExperimentProblem(
                    "--base \(text): `\(path)` is not swept; swept are \(paths.joined(separator: ", "))\(meant)")
            }
            let known = points.map { $0.settings[axis].value }
            let nearest = nearest(to: value, among: known)
            guard known.contains(where: { isSame($0, value) }) else {
                throw ExperimentProblem(
                    "--base \(text): no point has this value; the nearest is \(path)=\(nearest)")
            }
            found = found.filter { isSame(points[$0].settings[axis].value, value) }
        }
        guard let index = found.first else {
            throw ExperimentProblem("--base \(texts.joined(separator: ", ")): no point has all of these values")
        }
        guard found.count == 1 else {
            let open = first.settings.indices.filter { axis in
                Set(found.map { points[$0].settings[axis].value }).count > 1
            }
            let more = open.map { "--base \(first.settings[$0].path)=..." }.joined(separator: " and ")
            throw ExperimentProblem(
                "--base \(texts.joined(separator: ", ")): \(found.count) points have these values; add \(more)")
        }
        return index
    }

    /// Equal texts, or equal numbers with equal units.
    private static func isSame(_ one: String, _ other: String) -> Bool {
        if one == other { return true }
        guard let first = number(one), let second = number(other) else { return false }
        return first == second && unit(one) == unit(other)
    }

    private static func unit(_ text: String) -> String { text.filter { $0.isLetter || $0 == "%" } }

    private static func nearest(to value: String, among known: [String]) -> String {
        if let wanted = number(value) {
            let close = known.filter { unit($0) == unit(value) || unit(value).isEmpty }
                .min { abs((number($0) ?? .infinity) - wanted) < abs((number($1) ?? .infinity) - wanted) }
            if let close { return close }
        }
        return nearestName(to: value, among: known) ?? known[0]
    }

    /// How each point differs from the base in these metrics, with Holm's correction over all points and metrics; nil for the
    /// base itself, and for all without a base.
    package func differences(_ metrics: [String]) -> [[PairedDifference]?] {
        guard let base else { return rows.map { _ in nil } }
        let others = rows.indices.filter { $0 != base }
        let all = others.flatMap { index in metrics.map { paired($0, base, index) } }.corrected
        var found: [[PairedDifference]?] = rows.map { _ in nil }
        for (place, index) in others.enumerated() {
            found[index] = Array(all[place * metrics.count..<(place + 1) * metrics.count])
        }
        return found
    }

    /// The second point minus the first, replication by replication.
    func paired(_ metric: String, _ first: Int, _ second: Int) -> PairedDifference {
        let none = [Double?](repeating: nil, count: replications)
        let (one, other) = (rows[first].values[metric] ?? none, rows[second].values[metric] ?? none)
        let pairs = min(one.count, other.count)
        func units(_ row: Int) -> [Double?]? { ShareUnits.units(of: metric) { rows[row].values[$0] } }
        return Comparison.paired(
            metric, Array(one.prefix(pairs)), Array(other.prefix(pairs)), level: level,
            units: ShareUnits.isOfEvents(metric) ? (units(first), units(second)) : nil)
    }

    /// How the differences are corrected, in words.
    func correction(_ metrics: Int) -> String {
        let count = metrics * (rows.count - 1)
        return
            "Pairs of replications with common random numbers. A difference counts as shown when its p-value, corrected by "
            + "Holm's method over all \(count) differences, is at most \(NumberText.short(1 - level)); all others are alike: "
            + "they cannot be told apart with \(replications) \(replications == 1 ? "replication" : "replications")."
    }

    /// A metric with the unit of its differences: those of shares are percentage points.
    static func differenceName(of metric: String) -> String {
        guard let about = MetricDescription.ofProgram(metric) else { return metric }
        let unit = about.unit == "share" ? "percentage points" : about.shown.name
        return unit.isEmpty ? about.label : "\(about.label) (\(unit))"
    }
}

extension PairedDifference.Finding {
    /// What two points of a sweep come to; `alike` when they cannot be told apart.
    var shortWord: String {
        switch self {
        case .lower: "lower"
        case .higher: "higher"
        case .onlyAlone, .noDifferenceShown: "alike"
        case .notMeasured: "notMeasured"
        }
    }

    /// The same for people.
    var shortWords: String { self == .notMeasured ? "not measured" : shortWord }
}
