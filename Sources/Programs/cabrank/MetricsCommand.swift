// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import CityReports
import CitySimulation
import CitySlices
import Reporting
import ScenarioFile

/// `cabrank metrics`.
struct MetricsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "metrics", abstract: "List every metric with its unit and meaning.",
        discussion: """
            A metric is named by its path, as `--until-half-width wait.p95=2%`, `--metric wait.p95`, `--target "wait.p95<5min"` \
            and the budgets of a scenario do. Units: s, h and km; `share` is a fraction of 1; `number` is a count or a ratio. \
            For example: cabrank metrics wait

            Exit status: 0, or 2 when no path contains the text.
            """)

    @Argument(help: "List only the metrics whose path contains this text.")
    var text = ""

    @Flag(help: "Print JSON.")
    var json = false

    private static let groups: [(title: String, metrics: [MetricDescription])] =
        [
            ("Taxi service", MetricDescription.all), ("Module reservations", MetricDescription.reservations),
            ("Module sharing", MetricDescription.sharing), ("Server", MetricDescription.server),
            ("Accounts", MetricDescription.accounts),
        ] + Slices.all.map { ($0.title, $0.metrics) } + [
            ("Cost of the program itself, in budgets only", MetricDescription.host)
        ]

    func run() throws {
        let groups = Self.groups.map { ($0.title, $0.metrics.filter { text.isEmpty || $0.name.contains(text) }) }
            .filter { !$0.1.isEmpty }
        let found = groups.flatMap(\.1)
        if found.isEmpty {
            let all = Self.groups.flatMap { $0.metrics.map(\.name) }
            throw ValidationError(MetricMessage.unknown(text, among: all))
        }
        if json { return try show(found) }
        func padded(_ text: String, _ width: Int) -> String {
            text + String(repeating: " ", count: max(1, width - text.count))
        }
        let width = (found.map(\.name.count).max() ?? 0) + 2
        for (index, group) in groups.enumerated() {
            print((index == 0 ? "" : "\n") + group.0)
            for metric in group.1 {
                let unit = metric.unit == "1" ? "number" : metric.unit
                print("  \(padded(metric.name, width))\(padded(unit, 8))\(metric.text)")
            }
        }
    }
}
