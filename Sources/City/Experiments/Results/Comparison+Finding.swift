// SPDX-License-Identifier: GPL-3.0-or-later

import CityReports
import Reporting

extension Comparison {
    /// What the comparison of a variant with the first one comes to, in one or two plain sentences: who was not served, how
    /// long the others waited, each with its paired interval, and a word when the two point in opposite directions.
    public func finding(of index: Int) -> String {
        guard let unserved = difference(of: "calls.unservedShare", index), let wait = difference(of: "wait.mean", index)
        else { return headlineFinding(of: index) }
        return Self.finding(variants[index].name, variants[0].name, unserved: unserved, wait: wait)
    }

    /// What differs of the other services' headlines, for variants without taxis.
    private func headlineFinding(of index: Int) -> String {
        let (name, reference) = (variants[index].name, variants[0].name)
        let all = differences(of: index)
        let shown = all.filter { $0.finding == .lower || $0.finding == .higher }
        guard !shown.isEmpty else {
            return "\(name) and \(reference) show no difference in any of \(all.count) measures."
        }
        let parts = shown.map { paired in
            let about = Self.about(paired)
            return
                "\(about?.label ?? paired.metric) is \(paired.finding.words)\(Self.numbers(paired, isShare: about?.unit == "share"))"
        }
        let rest = all.count - shown.count
        return "With \(name) compared with \(reference): \(parts.joined(separator: "; "))."
            + (rest > 0 ? " For the other \(rest) measures no difference is shown after the correction." : "")
    }

    /// The same of two differences, the named variant's minus the reference's.
    static func finding(
        _ name: String, _ reference: String, unserved: PairedDifference, wait: PairedDifference
    ) -> String {
        let first: String =
            switch unserved.finding {
            case .lower: "With \(name) fewer requests stay unserved than with \(reference)"
            case .higher: "With \(name) more requests stay unserved than with \(reference)"
            case .onlyAlone, .noDifferenceShown, .notMeasured:
                "\(name) and \(reference) show no difference in unserved requests"
            }
        let second: String =
            switch wait.finding {
            case .lower: "those who are served wait less"
            case .higher: "those who are served wait longer"
            case .onlyAlone, .noDifferenceShown, .notMeasured: "those who are served show no difference in waiting"
            }
        let isOpposite =
            unserved.finding == .lower && wait.finding == .higher
            || unserved.finding == .higher && wait.finding == .lower
        let both =
            "\(first)\(numbers(unserved, isShare: true)), \(isOpposite ? "but" : "and") \(second)\(numbers(wait))."
        guard isOpposite else { return both }
        return both
            + " The two point in opposite directions: a mean wait leaves out whoever got no taxi, so read it only beside the "
            + "unserved share."
    }

    /// ` (0.9 % against 20.2 %, difference -19.3 +- 0.5 percentage points)`; nothing when nothing was measured.
    private static func numbers(_ paired: PairedDifference, isShare: Bool = false) -> String {
        guard let shown = about(paired)?.shown, let first = paired.first, let second = paired.second,
            let difference = paired.difference
        else { return " (not measured in both)" }
        let unit = isShare ? "percentage points" : shown.name
        let apart = ReplicationText.text(difference.scaled(by: shown.scale))
        return " (\(shown.text(second.mean)) against \(shown.text(first.mean)), difference \(apart) \(unit))"
    }
}
