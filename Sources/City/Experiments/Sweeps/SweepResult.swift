// SPDX-License-Identifier: GPL-3.0-or-later

public import CityReports
public import Foundation

/// What a sweep gave: for each point the interval of each metric.
///
/// All points have the same seed, so the same people call at the same time in all of them (common random numbers): what
/// differs between two points is what was set, and not chance.
public struct SweepResult: Sendable {
    /// A point with its metrics.
    public struct Row: Sendable {
        /// The point.
        public let point: SweepPoint
        /// The fingerprints of its replications.
        public let fingerprints: [String]
        /// Broken invariants, all replications together.
        public let violations: Int
        /// Mean and interval of each metric that was measured, by its path.
        public let metrics: [String: Interval]

        /// Takes the replications of a point.
        public init(_ point: SweepPoint, _ set: ReplicationSet) {
            self.point = point
            fingerprints = set.replications.map(\.fingerprint)
            violations = set.replications.reduce(0) { $0 + $1.violations }
            var metrics: [String: Interval] = [:]
            for name in set.metricNames { metrics[name] = set.interval(of: name) }
            self.metrics = metrics
        }
    }

    /// The facts of the scenario as the file has it.
    public let scenario: String
    /// One line for people.
    public let title: String
    /// The seed of all points.
    public let seed: UInt64
    /// The program's version.
    public let version: String
    /// Replications of each point.
    public let replications: Int
    /// The level of the intervals.
    public let level: Double
    /// `grid`, `list` or `latin`.
    public let design: String
    /// The swept paths.
    public let paths: [String]
    /// The points by number.
    public let rows: [Row]

    /// Gathers the points.
    public init(
        context: RunContext, replications: Int, level: Double = 0.95, design: String, paths: [String], rows: [Row]
    ) {
        scenario = context.name
        title = context.title
        seed = context.seed
        version = context.version
        self.replications = replications
        self.level = level
        self.design = design
        self.paths = paths
        self.rows = rows
    }

    /// The metrics that a sweep shows when none are named.
    public static let usualMetrics = [
        "calls.stored", "calls.fulfilled", "calls.unservedShare", "calls.abortRate", "wait.mean", "wait.p90",
        "wait.p95",
        "offers.perRequest",
        "queueTime.mean", "drivers.utilisation", "rides.perServiceHour", "distance.emptyShare", "fairness.gini",
    ]

    /// What is shown besides when rides are shared.
    public static let sharingMetrics = [
        "sharing.joined", "sharing.togetherOfAll", "sharing.passengersPerRide", "sharing.delay.mean",
        "sharing.savedShare",
    ]
    /// What is shown besides when taxis are reserved.
    public static let reservationMetrics = [
        "reservations.stored", "reservations.fulfilledShare", "reservations.lateness.p95", "reservations.within10",
    ]

    /// Every metric that a point has, in the order of the report.
    public var allMetrics: [String] {
        BudgetMetricOrder.all.filter { name in rows.contains { $0.metrics[name] != nil } }
    }

    /// One table as CSV: a line for each point with its settings, then mean, low and high of each metric. Cells of metrics
    /// that were not measured are empty.
    public func csv(metrics: [String]) -> String {
        var out = Self.line(
            ["point"] + paths + ["replications", "violations"] + metrics.flatMap { [$0, "\($0) low", "\($0) high"] })
        for row in rows {
            var cells = [String(row.point.index)] + row.point.settings.map(\.value)
            cells += [String(row.fingerprints.count), String(row.violations)]
            for name in metrics {
                let interval = row.metrics[name]
                cells += [interval?.mean, interval?.low, interval?.high].map { $0.map { "\($0)" } ?? "" }
            }
            out += Self.line(cells)
        }
        return out
    }

    /// A line of CSV as RFC 4180 has it.
    private static func line(_ cells: [String]) -> String {
        cells.map { cell in
            cell.contains { ",\"\n\r".contains($0) } ? "\"\(cell.replacing("\"", with: "\"\""))\"" : cell
        }.joined(separator: ",") + "\n"
    }

    /// The table for a terminal.
    public func text(metrics: [String]) -> String {
        let abouts = metrics.map(MetricDescription.named)
        var table = [paths + zip(metrics, abouts).map { $1?.labelWithUnit ?? $0 }]
        for row in rows {
            table.append(
                row.point.settings.map(\.value)
                    + zip(metrics, abouts).map { name, about in
                        guard let interval = row.metrics[name]?.scaled(by: about?.shown.scale ?? 1) else { return "-" }
                        return ReplicationText.text(interval).replacing("+-", with: "±")
                    })
        }
        return Self.columns(table)
    }

    /// Cells in columns, right-aligned.
    static func columns(_ table: [[String]]) -> String {
        let widths = (table.first ?? []).indices.map { column in table.map { $0[column].count }.max() ?? 0 }
        return table.map { row in
            zip(row, widths).map { String(repeating: " ", count: max(0, $1 - $0.count)) + $0 }.joined(separator: "  ")
                + "\n"
        }.joined()
    }
}

/// The paths of all metrics in the order of the report.
enum BudgetMetricOrder {
    static let all = (MetricDescription.all + MetricDescription.modules).map(\.name)
}

/// The JSON form of a sweep; its schema is in `sweep.schema.json` of this target's articles.
public struct SweepFile: Codable, Hashable, Sendable {
    /// A metric of a point.
    public struct Value: Codable, Hashable, Sendable {
        /// Replications that measured it.
        public let count: Int
        /// Their mean.
        public let mean: Double
        /// Their standard deviation; 0 for one.
        public let sd: Double
        /// The interval's lower end; left out for one replication.
        public let low: Double?
        /// The interval's upper end.
        public let high: Double?
    }

    /// A point.
    public struct Point: Codable, Hashable, Sendable {
        /// Its number, from 0.
        public let point: Int
        /// The values by path, as texts.
        public let settings: [String: String]
        /// The fingerprints of its replications.
        public let fingerprints: [String]
        /// Broken invariants.
        public let violations: Int
        /// Every metric that was measured.
        public let metrics: [String: Value]
    }

    /// The version of the file's form.
    public let sweepVersion: Int
    /// The scenario's name.
    public let scenario: String
    /// The seed, as text.
    public let seed: String
    /// The program's version.
    public let version: String
    /// Replications of each point.
    public let replications: Int
    /// `grid`, `list` or `latin`.
    public let design: String
    /// The level of the intervals.
    public let confidence: Double
    /// The swept paths.
    public let paths: [String]
    /// The points.
    public let points: [Point]

    /// The file of a result.
    public init(_ result: SweepResult) {
        sweepVersion = 1
        scenario = result.scenario
        seed = String(result.seed)
        version = result.version
        replications = result.replications
        design = result.design
        confidence = result.level
        paths = result.paths
        points = result.rows.map { row in
            Point(
                point: row.point.index,
                settings: Dictionary(row.point.settings.map { ($0.path, $0.value) }) { first, _ in first },
                fingerprints: row.fingerprints, violations: row.violations,
                metrics: row.metrics.mapValues {
                    Value(count: $0.count, mean: $0.mean, sd: $0.sd, low: $0.low, high: $0.high)
                })
        }
    }

    /// The file's bytes: keys in order, ending with a line break.
    public func encoded() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(self) + Data("\n".utf8)
    }
}
