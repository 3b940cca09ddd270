// SPDX-License-Identifier: GPL-3.0-or-later

public import CityReports
import CitySimulation
public import Reporting

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

    /// The facts of the scenario as the file has it, with the seed of all points.
    public let context: RunContext
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
        self.context = context
        self.replications = replications
        self.level = level
        self.design = design
        self.paths = paths
        self.rows = rows
    }

    /// The metrics that a sweep shows when none are named.
    public static let usualMetrics = [
        "calls.stored", "calls.fulfilled", "wishes.notInTimeShare", "calls.unservedShare", "calls.abortRate",
        "wait.mean", "wait.p90",
        "wait.p95", "offers.perRequest", "queueTime.mean", "drivers.utilisation", "rides.perServiceHour",
        "distance.emptyShare", "fairness.gini",
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
        MetricPath.all.filter { name in rows.contains { $0.metrics[name] != nil } }
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
        let abouts = metrics.map(MetricDescription.ofProgram)
        var table = [paths + zip(metrics, abouts).map { $1?.labelWithUnit ?? $0 }]
        for row in rows {
            table.append(
                row.point.settings.map(\.value)
                    + zip(metrics, abouts).map { name, about in
                        guard let interval = row.metrics[name]?.scaled(by: about?.shown.scale ?? 1) else { return "-" }
                        return ReplicationText.text(interval).replacing("+-", with: "±")
                    })
        }
        return TerminalTable.text(table)
    }
}

/// The JSON form of a sweep; its schema is in `sweep.schema.json` of this target's articles.
public struct SweepFile: ResultFile {
    /// A metric of a point: how many replications measured it, and their mean with its interval, whose ends are left out for
    /// one replication.
    struct Value: Encodable {
        let count: Int
        let mean, sd: Double
        let low, high: Double?
    }

    /// A point: its number from 0, the values by path as texts, and what its replications gave.
    struct Point: Encodable {
        let point: Int
        let settings: [String: String]
        let fingerprints: [String]
        let violations: Int
        /// Every metric that was measured.
        let metrics: [String: Value]
    }

    let sweepVersion: Int
    /// The scenario's name, the seed, the program's version, and `grid`, `list` or `latin`.
    let scenario, seed, version, design: String
    let replications: Int
    /// The level of the intervals.
    let confidence: Double
    /// The swept paths.
    let paths: [String]
    let points: [Point]

    /// The file of a result.
    public init(_ result: SweepResult) {
        sweepVersion = 1
        scenario = result.context.name
        seed = String(result.context.seed)
        version = result.context.version
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
}
