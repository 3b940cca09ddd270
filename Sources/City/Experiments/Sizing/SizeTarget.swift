// SPDX-License-Identifier: GPL-3.0-or-later

import CitySimulation
package import CitySlices
import Reporting
import ScenarioLanguage

/// What a size must reach: `wait.p90<5min`.
package enum SizeTarget {
    /// Reads a target: a metric, one of `<`, `<=`, `>`, `>=`, and a value in the metric's unit.
    ///
    /// - Throws: `ExperimentProblem` that says what is wrong.
    package static func budget(
        _ text: String, confidence: Double, among metrics: [BudgetMetric] = BudgetMetric.all
    ) throws(ExperimentProblem) -> Budget {
        guard confidence >= 0.5, confidence <= 0.9999 else {
            throw ExperimentProblem("--confidence \(MetricText.percent(confidence)); allowed: 50% to 99.99%")
        }
        guard let start = text.firstIndex(where: { "<>".contains($0) }) else {
            throw ExperimentProblem("--target \(text): write a metric, a sign and a value, such as wait.p90<5min")
        }
        var rest = text[text.index(after: start)...]
        let isClosed = rest.first == "="
        if isClosed { rest = rest.dropFirst() }
        let bound: Budget.Bound =
            text[start] == "<" ? (isClosed ? .atMost : .below) : (isClosed ? .atLeast : .above)
        let named = String(text[..<start])
        // Names of groups and zones may have blanks.
        let path = PartedName.metric(of: named).filter { $0 != " " }
        let metric = path + named.drop { $0 != "@" }.trimmingEnd
        let hosts = ["run.wall-time", "run.cpu", "run.memory"]
        guard let known = metrics.first(where: { $0.path == path }), !hosts.contains(path) else {
            throw ExperimentProblem(
                "--target \(text): \(MetricMessage.unknown(path, among: metrics.map(\.path).filter { !hosts.contains($0) }))"
            )
        }
        if let problem = MetricDescription.partProblem(metric) {
            throw ExperimentProblem("--target \(text): \(problem)")
        }
        let amount: Amount
        do throws(AmountProblem) {
            amount = try Amount(text: String(rest.drop { $0 == " " }))
        } catch {
            throw ExperimentProblem("--target \(text): \(error)")
        }
        guard amount.value(in: known.unit) != nil else {
            throw ExperimentProblem(
                "--target \(text): `\(amount.text)` does not measure `\(metric)`; allowed: \(MetricMessage.example(unit: known.unit))"
            )
        }
        var budget = Budget(metric: metric, bound: bound, limit: .amount(amount))
        budget.confidence = confidence
        return budget
    }
}
