// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
public import EventLog

/// What a service brings into a run's results by itself, folded from its own events: metrics and charts.
public protocol ServiceFold: EventObserver {
    /// What its metrics are.
    static var metrics: [MetricDescription] { get }
    /// The metrics' values in that order, when the run is over.
    var values: [Double?] { get }
    /// Its charts, when the run is over.
    var charts: [ServiceChart] { get }
}

/// A chart of a service: a Vega-Lite file and its rows.
public struct ServiceChart: Sendable {
    /// Unique on the page: letters and dashes.
    public let id: String
    /// What stands above it.
    public let title: String
    /// What it shows, in a sentence.
    public let hint: String
    /// The Vega-Lite specification, whose data set is named `rows`.
    public let specification: String
    /// The rows, by the names of their fields.
    public let rows: [[String: Double]]

    /// A chart.
    public init(id: String, title: String, hint: String, specification: String, rows: [[String: Double]]) {
        self.id = id
        self.title = title
        self.hint = hint
        self.specification = specification
        self.rows = rows
    }
}

extension MetricDescription {
    /// A metric of a service that brings its own: path, unit, name and meaning.
    public init(_ name: String, unit: String, label: String, _ text: String) {
        self.init(name, unit == "share" ? .share : .other(unit), MetricLabel(label: label, text: text))
    }
}

/// What a service brought into a run's results.
public struct ServiceResult: Sendable {
    /// What the metrics are, with their values; nil where nothing was measured.
    public let metrics: [(about: MetricDescription, value: Double?)]
    /// The charts.
    public let charts: [ServiceChart]

    /// Takes over what was folded.
    public init(_ fold: some ServiceFold) {
        metrics = Array(zip(type(of: fold).metrics, fold.values))
        charts = fold.charts
    }

    /// The charts as the page has them.
    package var pageCharts: [ReportChart] {
        charts.map { chart in
            ReportChart(
                id: chart.id, title: chart.title, hint: chart.hint, file: Array(chart.specification.utf8),
                rows: chart.rows.map { row in
                    .object(row.sorted { $0.key < $1.key }.map { ($0.key, .number($0.value)) })
                }, words: [:])
        }
    }

    /// The metrics as tiles, and the charts when the page can draw them.
    package func html(hasCharts: Bool) -> String {
        let tiles = metrics.map { metric in
            "<div><dt>\(Text.html(metric.about.label))</dt><dd>\(Text.html(metric.about.shown.text(metric.value)))"
                + "<small>\(Text.html(metric.about.text))</small></dd></div>\n"
        }
        return "<dl class=\"tiles\">\n\(tiles.joined())</dl>\n" + (hasCharts ? pageCharts.map(\.figure).joined() : "")
    }
}
