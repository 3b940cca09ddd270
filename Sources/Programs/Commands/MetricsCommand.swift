// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import CitySimulation
import CitySlices
import Reporting

/// `cabrank metrics`.
struct MetricsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "metrics", abstract: "List every metric with its unit and meaning.",
        discussion: """
            A metric is named by its path, as `--until-half-width wait.p95=2%`, `--metric wait.p95`, `--target "wait.p95<5min"` \
            and the budgets of a scenario do. With `@` behind it, it is that of a part of the run, of the demands that began there: \
            `@17:00-23:00` every day, `@zone=6`, `@group=riders`, `@store=12`, and several of them: `wait.p95@zone=6@17:00-23:00`. \
            What a metric can be told by besides the window stands behind its meaning. Units: s, h and km; `share` is a fraction of 1; `number` is a count or a ratio. \
            For example: cabrank metrics wait

            Exit status: 0, or 2 when no path contains the text.
            """)

    @Argument(help: "List only the metrics whose path contains this text.")
    var text = ""

    @Flag(help: "Print JSON.")
    var json = false

    private static let groups: [(title: String, metrics: [MetricDescription])] =
        Slices.all.flatMap { $0.chapters.map { ($0.title, $0.metrics) } } + [
            ("Cost of the program itself, in budgets only", MetricDescription.host)
        ]

    /// What a metric can be told by, where that is not the window of the clock alone.
    private static func parts(of metric: MetricDescription) -> String {
        let site = Slices.all.first { $0.metrics.contains(metric) }?.site ?? "site"
        let words = [(PartDimensions.zone, "zone"), (.group, "group"), (.site, site)]
            .filter { metric.parts.contains($0.0) }.map(\.1)
        if metric.parts.isEmpty { return " (Of the whole run only.)" }
        let whole = metric.parts.contains(.window) ? "" : " of the whole run"
        return words.isEmpty ? "" : " (By \(words.joined(separator: ", "))\(whole).)"
    }

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
                print("  \(padded(metric.name, width))\(padded(unit, 8))\(metric.text)\(Self.parts(of: metric))")
            }
        }
    }
}
