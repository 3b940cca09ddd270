// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySimulation
import CitySlices
package import Reporting

extension SweepResult {
    /// The report: what was found, the front, the curves, heat maps, differences from the base, and the table.
    ///
    /// - Parameters:
    ///   - metrics: the metrics that are shown.
    ///   - assets: the chart scripts.
    package func page(metrics: [String], assets: ReportAssets) -> SweepPage {
        let shown = metrics.filter { name in rows.contains { $0.metrics[name] != nil } }
        let points = "\(rows.count) \(rows.count == 1 ? "point" : "points")"
        let front = front
        return SweepPage(
            title: context.title.isEmpty ? context.name : context.title,
            lead: "\(points) (\(design)) over \(paths.joined(separator: ", ")); \(replications) "
                + "\(replications == 1 ? "replication" : "replications") each, with the same people at the same times.",
            findings: front.sentences + (base == nil ? [] : [baseSentence(shown)]),
            facts: [
                ("scenario", context.name), ("seed", String(context.seed)), ("replications", String(replications)),
                ("intervals", MetricText.percent(level)), ("base", base.map(label) ?? ""),
                ("version", context.version),
            ],
            parts: [
                frontPart(front),
                SweepPage.Part(
                    "multiples", "Metrics over the swept values",
                    isLarge ? effectsText : "Points are means over the replications, bars their intervals.",
                    charts: figures(shown).map(\.chart),
                    isGrid: true),
                heatPart(shown), differencePart(shown),
                SweepPage.Part(
                    "table", "All points", "Means and half of their \(MetricText.percent(level)) intervals.",
                    table: pointTable(shown, front)),
                origin.map { SweepPage.Part("origin", "How this was made", "", table: $0.html(scenarioWords)) },
            ].compactMap { $0 }, assets: assets)
    }

    /// Which scenarios lie beside the page.
    private var scenarioWords: String {
        (isLarge
            ? "Each point that nothing else dominates, and the one that the others are compared with, is"
            : "Each point is")
            + " a complete scenario beside this page: <code>scenario-N.yaml</code>, with the number of its row in "
            + "<code>sweep.csv</code>."
    }

    /// A metric's name with its unit, as all pages have it.
    static func name(of metric: String) -> String {
        MetricDescription.ofProgram(metric)?.labelWithUnit ?? metric
    }
    /// What its own value is multiplied by to be shown.
    static func scale(of metric: String) -> Double { MetricDescription.ofProgram(metric)?.shown.scale ?? 1 }

    /// The number a setting begins with: `30 s` is 30, `5%` is 5.
    static func number(_ text: String) -> Double? {
        let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == "-" || $0 == "+") }
        let unit = text.dropFirst(digits.count)
        return unit.allSatisfy { $0 == " " || $0 == "%" || $0.isLetter } ? Double(digits) : nil
    }

    /// A point by the values that are not the same in all points.
    func label(_ index: Int) -> String {
        let settings = rows[index].point.settings
        return (swept.isEmpty ? Array(paths.indices) : swept).map { "\(settings[$0].path)=\(settings[$0].value)" }
            .joined(separator: ", ")
    }

    // MARK: - Tables

    private var settingColumns: [ShownColumn<Int>] {
        paths.indices.map { path in
            ShownColumn(title: paths[path], hint: "the value that was set", isText: true) { index in
                let value = rows[index].point.settings[path].value
                return (value, Self.number(value))
            }
        }
    }

    private func pointTable(_ metrics: [String], _ front: SweepFront) -> String {
        let values = metrics.map { metric in
            ShownColumn<Int>.cell(Self.name(of: metric), MetricDescription.ofProgram(metric)?.text ?? metric) { index in
                let interval = rows[index].metrics[metric]?.scaled(by: Self.scale(of: metric))
                return (interval.map { Self.plusMinus($0) } ?? "–", interval?.mean ?? -1)
            }
        }
        let standing = front.measures.map { _ in
            [ShownColumn<Int>.text("weighed", "whether another point dominates it") { words(front.standings[$0]) }]
        }
        return table("All points", shownOrder, settingColumns + (standing ?? []) + values)
    }

    /// A table of points; of a sweep of many in pages.
    private func table(_ caption: String, _ points: [Int], _ columns: [ShownColumn<Int>]) -> String {
        guard isLarge else { return ShownTable.html(caption, points, columns) }
        return PagedTable(
            caption: caption, atOnce: Self.rowsAtOnce, order: orderWords, whole: "sweep.csv beside this page"
        )
        .html(points, columns)
    }

    static func plusMinus(_ interval: Interval) -> String {
        ReplicationText.text(interval).replacing("+-", with: "±")
    }

    private func words(_ standing: SweepFront.Standing) -> String {
        switch standing {
        case .front: "not dominated"
        case .alike(let other): "alike with \(label(other))"
        case .dominated(let other): "dominated by \(label(other))"
        }
    }

    /// How many points differ from the base in what.
    private func baseSentence(_ metrics: [String]) -> String {
        guard let base, let first = metrics.first else { return "" }
        let metric = ["wishes.notInTimeShare", "calls.unservedShare"].first(where: metrics.contains) ?? first
        let found = differences(metrics).compactMap { $0?.first { $0.metric == metric }?.finding.shortWord }
        func count(_ word: String) -> Int { found.count { $0 == word } }
        let name = MetricDescription.ofProgram(metric)?.label ?? metric
        return
            "Compared with \(label(base)), \(name) is lower in \(count("lower")) of \(found.count) points, "
            + "higher in \(count("higher")), and alike in \(count("alike"))."
    }

    private func differencePart(_ metrics: [String]) -> SweepPage.Part? {
        guard let base else { return nil }
        let differences = differences(metrics)
        let others = shownOrder.filter { $0 != base }
        let columns = metrics.indices.map { metric in
            ShownColumn<Int>.cell(
                Self.differenceName(of: metrics[metric]), MetricDescription.ofProgram(metrics[metric])?.text ?? ""
            ) { index in
                let paired = differences[index]?[metric]
                return (Self.text(paired, "±").replacing("-", with: "−"), paired?.difference?.mean ?? 0)
            }
        }
        let drawn = Self.main(metrics).flatMap { metric -> [SweepFigure] in
            guard let place = metrics.firstIndex(of: metric) else { return [] }
            return figures([metric], "difference-\(place)") { row in
                // The base differs from itself by nothing.
                row.point.index == base
                    ? Interval(count: replications, mean: 0, sd: 0, level: level, halfWidth: 0)
                    : differences[row.point.index]?[place].difference
            }.map { figure in
                var figure = figure
                figure.y = "\(Self.differenceName(of: metric)), difference from the base"
                if MetricDescription.ofProgram(metric)?.unit == "share" { figure.unit = "percentage points" }
                figure.hasZero = true
                return figure
            }
        }
        return SweepPage.Part(
            "differences", "Differences from \(label(base))", correction(metrics.count),
            charts: drawn.map(\.chart), isGrid: true,
            table: table("Differences from the base", others, settingColumns + columns))
    }

    /// The few metrics that are drawn more than once.
    static func main(_ metrics: [String]) -> [String] {
        let usual = Slices.leading?.form.sweep.drawn ?? []
        let found = usual.filter(metrics.contains)
        return found.isEmpty ? Array(metrics.prefix(4)) : found
    }
}
