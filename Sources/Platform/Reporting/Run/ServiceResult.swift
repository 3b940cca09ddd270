// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel

/// What a service brought into a run's results.
package struct ServiceResult: Sendable {
    package let name: String
    /// What stands above its part of a page.
    package let title: String
    /// What the metrics are, with their values; nil where nothing was measured.
    package let metrics: [(about: MetricDescription, value: Double?)]
    /// What the metrics are.
    package var about: [MetricDescription] { metrics.map(\.about) }
    /// The names of those that summaries show.
    package let headlines: [String]
    /// What became of its people's demands, kind by kind.
    package let cases: [CaseResult]
    /// The charts beside those of the demands.
    package let charts: [ReportChart]
    /// The tables that are known when the run is over.
    package let tables: [TableRows]
    package let verdicts: [Verdict]
    /// How long its people waited.
    package let waits: [WaitRow]
    /// What stands below the charts, as HTML.
    package let pages: [String]
    /// How often each kind of its events occurred, by name, warm-up included.
    package let eventCounts: [String: Int]
    /// How it is told by its own texts; nil for what is made of the above.
    package let report: (any ServiceReport)?
    /// Whether there is anything to tell.
    package let isTold: Bool
    /// Whether results keep the values to the last digit.
    private let areExact: Bool
    /// What it came to beside all that, of its own type.
    package let detail: (any Sendable)?
    /// What it adds to `summary.json`.
    package let summary: (any SummaryPart)?
    /// How many demands were open through the run; nil where that is not counted.
    package let openDemands: OpenDemands?
    package let batches: [MeanBatches]

    /// Takes over what was folded; charts and pages only where a page is made of the run.
    package init(
        _ service: ServiceID, title: String, metrics: [MetricDescription], headlines: [String],
        fold: (any ServiceFold)?, eventCounts: [String: Int], isDrawn: Bool = true
    ) {
        let about = fold?.toldMetrics ?? metrics
        let values = fold?.values ?? about.map { _ in nil }
        precondition(values.count == about.count, "\(title): a value for each metric")
        name = service.name
        self.title = title
        self.metrics = Array(zip(about, values))
        areExact = fold?.areExact ?? false
        self.headlines = headlines
        self.eventCounts = fold?.eventCounts ?? eventCounts
        (report, isTold) = (fold?.report, fold?.isTold ?? true)
        (detail, openDemands, batches) = (fold?.detail, fold?.openDemands, fold?.batches ?? [])
        summary = fold?.summary
        cases = (fold?.cases ?? []).filter { $0.all.asked > 0 || fold?.report != nil }
        // What has nothing to draw is left out.
        charts = isDrawn ? (fold?.charts ?? []).filter { !$0.rows.isEmpty } : []
        tables = fold?.tables ?? []
        verdicts = fold?.verdicts ?? []
        waits = fold?.waits ?? []
        pages = isDrawn ? fold?.pages ?? [] : []
    }

    /// The metrics with their values, as results keep them.
    package var values: [MetricValue] {
        metrics.map { MetricValue(name: $0.about.name, value: areExact ? $0.value : $0.value.map(tidy)) }
    }

    /// Where it stands among the services of a city.
    package var standing: ServiceStanding { report?.standing ?? .promising }

    /// The metrics that summaries show.
    package var shown: [(about: MetricDescription, value: Double?)] {
        headlines.compactMap { name in metrics.first { $0.about.name == name } }
    }

    /// All charts of its part of a page.
    package var allCharts: [ReportChart] { cases.flatMap { $0.charts(name) } + charts }

    /// The metrics as tiles, what became of the demands, and the charts when the page can draw them.
    ///
    /// - Parameters:
    ///   - hasCharts: whether the page can draw.
    ///   - tile: what stands in the tile of a metric instead of its value, where something does.
    package func html(hasCharts: Bool, tile: (String) -> String?) -> String {
        let tiles = shown.filter { $0.value != nil }.map { metric in
            "<div><dt>\(Text.html(metric.about.label))</dt><dd>\(Text.html(tile(metric.about.name) ?? metric.about.shown.text(metric.value)))"
                + "<small>\(Text.html(metric.about.text))</small></dd></div>\n"
        }
        return PageTemplate.section(
            name, title,
            "<dl class=\"tiles\">\n\(tiles.joined())</dl>\n"
                + cases.map { $0.html(name, hasCharts: hasCharts) }.joined()
                + (hasCharts ? charts.map(\.figure).joined() : "") + pages.joined())
    }
}
