// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// What a service brought into a run's results.
public struct ServiceResult: Sendable {
    /// The service's name.
    public let name: String
    /// What stands above its part of a page.
    public let title: String
    /// What the metrics are, with their values; nil where nothing was measured.
    public let metrics: [(about: MetricDescription, value: Double?)]
    /// What the metrics are.
    package var about: [MetricDescription] { metrics.map(\.about) }
    /// The names of those that summaries show.
    public let headlines: [String]
    /// What became of its people's demands, kind by kind.
    public let cases: [CaseResult]
    /// The charts beside those of the demands.
    public let charts: [ReportChart]
    /// The tables that are known when the run is over.
    public let tables: [TableRows]
    /// The judgements.
    public let verdicts: [Verdict]
    /// How long its people waited.
    public let waits: [WaitRow]
    /// What stands below the charts, as HTML.
    public let pages: [String]
    /// How often each kind of its events occurred, by name, warm-up included.
    public let eventCounts: [String: Int]
    /// Whether more is told of it than stands here, elsewhere.
    public let isToldApart: Bool

    /// Takes over what was folded; charts and pages only where a page is made of the run.
    public init(
        _ service: ServiceID, title: String, metrics: [MetricDescription], headlines: [String],
        fold: (any ServiceFold)?, eventCounts: [String: Int], isDrawn: Bool = true
    ) {
        let values = fold?.values ?? metrics.map { _ in nil }
        precondition(values.count == metrics.count, "\(title): a value for each metric")
        name = service.name
        self.title = title
        self.metrics = Array(zip(metrics, values))
        self.headlines = headlines
        self.eventCounts = eventCounts
        cases = (fold?.cases ?? []).filter { $0.all.asked > 0 }
        // What has nothing to draw is left out.
        charts = isDrawn ? (fold?.charts ?? []).filter { !$0.rows.isEmpty } : []
        tables = fold?.tables ?? []
        verdicts = fold?.verdicts ?? []
        waits = fold?.waits ?? []
        pages = isDrawn ? fold?.pages ?? [] : []
        isToldApart = false
    }

    /// The demands of a service of which all else is told elsewhere.
    public init(_ service: ServiceID, title: String, demands: [CaseResult]) {
        (name, self.title, cases) = (service.name, title, demands)
        (metrics, headlines, charts, tables) = ([], [], [], [])
        (verdicts, waits, pages, eventCounts) = ([], [], [], [:])
        isToldApart = true
    }

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
