// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel
public import EventLog

/// What a service brings into a run's results by itself, folded from its own events: values of its metrics, charts, verdicts.
public protocol ServiceFold: EventObserver {
    /// The values of the service's metrics, in the order of `ServiceSlice.metrics`, when the run is over.
    var values: [Double?] { get }
    /// Its charts, when the run is over.
    var charts: [ServiceChart] { get }
    /// Its judgements, when the run is over.
    var verdicts: [Verdict] { get }
}

extension ServiceFold {
    /// It draws nothing.
    public var charts: [ServiceChart] { [] }
    /// It judges nothing.
    public var verdicts: [Verdict] { [] }
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
    public let rows: [[String: ChartValue]]

    /// A chart.
    public init(id: String, title: String, hint: String, specification: String, rows: [[String: ChartValue]]) {
        self.id = id
        self.title = title
        self.hint = hint
        self.specification = specification
        self.rows = rows
    }
}

/// A value of a chart's row.
public enum ChartValue: Hashable, Sendable, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByStringLiteral
{
    /// A number.
    case number(Double)
    /// A word.
    case text(String)

    /// A number.
    public init(floatLiteral value: Double) { self = .number(value) }
    /// A number.
    public init(integerLiteral value: Int) { self = .number(Double(value)) }
    /// A word.
    public init(stringLiteral value: String) { self = .text(value) }

    fileprivate var json: JSONValue {
        switch self {
        case .number(let value): .number(value)
        case .text(let text): .text(text)
        }
    }
}

extension MetricDescription {
    /// A metric of a service that brings its own: path, unit, name and meaning. Seconds are shown as minutes.
    ///
    /// `unit` is `s`, `share`, `1` for counts and ratios, or any other; `isWhole` says that the values are whole numbers.
    public init(_ name: String, unit: String, label: String, _ text: String, isWhole: Bool = false) {
        let measure: Measure =
            switch unit {
            case "share": .share
            case "s": .minutes
            case "1": isWhole ? .count : .ratio(1)
            default: .other(unit)
            }
        self.init(name, measure, MetricText(label: label, text: text))
    }
}

/// What a service brought into a run's results.
public struct ServiceResult: Sendable {
    /// The service's name.
    public let name: String
    /// What stands above its part of a page.
    public let title: String
    /// What the metrics are, with their values; nil where nothing was measured.
    public let metrics: [(about: MetricDescription, value: Double?)]
    /// The names of those that summaries show.
    public let headlines: [String]
    /// The charts.
    public let charts: [ServiceChart]
    /// The judgements.
    public let verdicts: [Verdict]
    /// How often each kind of its events occurred, by name, warm-up included.
    public let eventCounts: [String: Int]

    /// Takes over what was folded.
    public init(
        _ service: ServiceID, title: String, metrics: [MetricDescription], headlines: [String],
        fold: (any ServiceFold)?,
        eventCounts: [String: Int]
    ) {
        let values = fold?.values ?? metrics.map { _ in nil }
        precondition(values.count == metrics.count, "\(title): a value for each metric")
        name = service.name
        self.title = title
        self.metrics = Array(zip(metrics, values))
        self.headlines = headlines
        self.eventCounts = eventCounts
        charts = fold?.charts ?? []
        verdicts = fold?.verdicts ?? []
    }

    /// The metrics that summaries show.
    var shown: [(about: MetricDescription, value: Double?)] {
        headlines.compactMap { name in metrics.first { $0.about.name == name } }
    }

    /// The charts as the page has them.
    var pageCharts: [ReportChart] {
        charts.map { chart in
            ReportChart(
                id: chart.id, title: chart.title, hint: chart.hint, file: Array(chart.specification.utf8),
                rows: chart.rows.map { row in
                    .object(row.sorted { $0.key < $1.key }.map { ($0.key, $0.value.json) })
                }, words: [:])
        }
    }

    /// The metrics as tiles, and the charts when the page can draw them.
    func html(hasCharts: Bool) -> String {
        let tiles = shown.map { metric in
            "<div><dt>\(Text.html(metric.about.label))</dt><dd>\(Text.html(metric.about.shown.text(metric.value)))"
                + "<small>\(Text.html(metric.about.text))</small></dd></div>\n"
        }
        return PageTemplate.section(
            name, title,
            "<dl class=\"tiles\">\n\(tiles.joined())</dl>\n"
                + (hasCharts ? pageCharts.map(\.figure).joined() : ""))
    }
}

/// Counts the events of some services by kind.
public final class EventCounter: EventObserver {
    private let types: [any Event.Type]
    private var tables: [[Int]]

    /// Counts the events of these types.
    public init(_ types: [any Event.Type]) {
        self.types = types
        tables = types.map { _ in [Int](repeating: 0, count: 256) }
    }

    /// Reads them all.
    public func subscribe(to feed: EventFeed) {
        for index in types.indices { read(types[index], from: feed, into: index) }
    }

    private func read<Fact: Event>(_ type: Fact.Type, from feed: EventFeed, into table: Int) {
        feed.on(type) { [self] records in
            for index in records.indices { tables[table][Int(records[index].event.code)] += 1 }
        }
    }

    /// How often each kind occurred, by name; none when no event of its type did.
    public var counts: [String: Int] {
        var counts: [String: Int] = [:]
        for (type, table) in zip(types, tables) where table.contains(where: { $0 > 0 }) {
            for kind in EventSchema.names([type]) { counts[kind.name] = table[Int(kind.code)] }
        }
        return counts
    }
}
