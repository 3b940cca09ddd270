// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel
import ScenarioLanguage

/// A metric that a budget may name.
package struct BudgetMetric: Sendable, Hashable {
    package let path: String
    package let unit: String
    /// The module that it needs; nil for none.
    package let module: ModuleName?
    /// The service whose section it needs; nil for none.
    package let service: ServiceID?

    package init(path: String, unit: String, module: ModuleName? = nil, service: ServiceID? = nil) {
        self.path = path
        self.unit = unit
        self.module = module
        self.service = service
    }
}

extension ReadScenario {
    /// Checks of the budgets against the metrics that a run has: paths that do not exist, limits in another unit, modules
    /// that are off. In the order of the text.
    ///
    /// - Parameters:
    ///   - known: the metrics.
    ///   - modules: the modules of services that are on.
    ///   - part: what is wrong with the part of the run in a metric's name, if it has one.
    package func budgetProblems(
        metrics known: @autoclosure () -> [BudgetMetric], modules: [ModuleName],
        part: (String) -> String? = { _ in nil }
    ) -> [InputProblem] {
        // Gathering the names takes a twentieth of a short run, and most scenarios have no budgets.
        guard !scenario.budgets.isEmpty else { return [] }
        let metrics = known()
        return scenario.budgets.enumerated().compactMap { index, budget in
            func problem(_ key: String, _ message: String) -> InputProblem {
                InputProblem(.error, at: locations.nearest("budgets.\(index).\(key)") ?? top, message)
            }
            let path = String(budget.metric.prefix { $0 != "@" })
            guard let metric = metrics.first(where: { $0.path == path }) else {
                return problem("metric", MetricMessage.unknown(path, among: metrics.map(\.path)))
            }
            if let module = metric.module, !modules.contains(module) {
                return problem(
                    "metric", "`metric`: `\(metric.path)` needs the module `\(module.word)`, which is off")
            }
            if let service = metric.service, scenario.services[service] == nil {
                return problem(
                    "metric",
                    "`metric`: `\(metric.path)` needs the section `\(service)`, which this scenario does not have")
            }
            if let fault = part(budget.metric) { return problem("metric", "`metric`: \(fault)") }
            guard case .amount(let amount) = budget.limit, amount.value(in: metric.unit) == nil else { return nil }
            return problem(
                budget.bound.rawValue,
                "`\(budget.bound.rawValue)`: `\(amount.text)` does not measure `\(metric.path)`; allowed: "
                    + MetricMessage.example(unit: metric.unit))
        }
    }
}

/// Messages on paths of metrics, the same wherever one is named.
package enum MetricMessage {
    /// What is said of a path that no metric has, with the nearest one.
    package static func unknown(_ path: String, among known: [String]) -> String {
        let near = nearestName(to: path, among: known)
        // The metrics that begin as this one does, if that says more than all of them.
        let family = known.filter { $0.split(separator: ".").first == path.split(separator: ".").first }
        var message = "unknown metric `\(path)`"
        if near == nil, !family.isEmpty, family.count <= 20 {
            message += "; allowed: \(family.joined(separator: ", "))"
        } else if near == nil {
            message += "; `cabrank metrics` lists all of them"
        }
        if let near { message += "; did you mean `\(near)`?" }
        return message
    }

    /// A value that fits a unit.
    package static func example(unit: String) -> String {
        switch unit {
        case "s", "h": "a time, such as `5 min`"
        case "km": "a length, such as `300 km`"
        case "share": "a share, such as `5%`"
        case "bytes": "an amount of memory, such as `512 MiB`"
        default: "a number without a unit"
        }
    }
}
