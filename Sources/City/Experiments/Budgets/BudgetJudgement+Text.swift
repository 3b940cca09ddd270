// SPDX-License-Identifier: GPL-3.0-or-later

import CitySlices

extension BudgetJudgement {
    /// The limit as people read it: `wait.p95 <= 600 s`, with the baseline behind it if there is one.
    package var limitText: String {
        let sign = "\(budget.metric) \(budget.bound.sign) "
        guard let reference else { return sign + (limit.map { MetricText.text($0, unit: unit) } ?? "its limit") }
        let tolerance =
            reference.tolerance > 0
            ? "\(budget.bound.isUpper ? " + " : " - ")\(MetricText.percent(reference.tolerance))" : ""
        return sign + (limit.map { MetricText.text($0, unit: unit) } ?? "?")
            + " (baseline \(MetricText.text(reference.value, unit: unit))\(tolerance))"
    }

    /// What was measured: `mean 474 s, 95% interval 450 to 498 s, 10 replications`.
    package var measuredText: String {
        var parts: [String] = []
        switch (measured, budget.judging) {
        case (let value?, .mean): parts.append("mean \(MetricText.text(value, unit: unit))")
        case (let value?, .each): parts.append("worst \(MetricText.text(value, unit: unit))")
        case (nil, _): break
        }
        if let low, let high {
            parts.append(
                "\(MetricText.percent(budget.confidence)) interval \(MetricText.text(low, unit: unit)) to "
                    + MetricText.text(high, unit: unit))
        }
        let of = count == replications ? "" : "\(count) of "
        parts.append("\(of)\(replications) \(replications == 1 ? "replication" : "replications")")
        return parts.joined(separator: ", ")
    }

    /// What would decide, or why nothing can be said; nil when it is decided.
    package var adviceText: String? {
        guard verdict == .undecided else { return nil }
        let count: String? =
            if let needed {
                replications < 2
                    ? "at least \(needed) replications are needed"
                    : "about \(needed) replications would decide, if mean and spread stay as they are"
            } else if remark == nil {
                "the mean is too close to the limit for any practical number of replications"
            } else {
                nil
            }
        return [remark, count].compactMap { $0 }.joined(separator: "; ")
    }

    package var line: String {
        let name = budget.name == budget.metric ? "" : "\(budget.name): "
        let advice = adviceText.map { "; \($0)" } ?? ""
        return "\(name)\(limitText): \(measuredText)\(advice)"
    }
}
