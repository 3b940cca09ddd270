// SPDX-License-Identifier: GPL-3.0-or-later

import CitySimulation
package import Reporting

/// What a sweep gave: for each point the interval of each metric.
///
/// All points have the same seed, so the same people call at the same time in all of them (common random numbers): what
/// differs between two points is what was set, and not chance.
package struct SweepResult: Sendable {
    /// A point with its metrics.
    package struct Row: Sendable {
        package let point: SweepPoint
        /// The fingerprints of its replications.
        package let fingerprints: [String]
        /// Broken invariants, all replications together.
        package let violations: Int
        /// Mean and interval of each metric that was measured, by its path.
        package let metrics: [String: Interval]
        /// The replications' own values of each metric, nil where one did not measure it.
        let values: [String: [Double?]]

        /// Takes the replications of a point.
        package init(_ point: SweepPoint, _ set: ReplicationSet) {
            self.point = point
            fingerprints = set.replications.map(\.fingerprint)
            violations = set.replications.reduce(0) { $0 + $1.violations }
            values = Dictionary(set.allValues.map { ($0.name, $0.values) }) { first, _ in first }
            metrics = Self.intervals(values, level: set.level)
        }

        /// A point with its metrics by replication.
        init(_ point: SweepPoint, values: [String: [Double?]], level: Double = 0.95) {
            self.point = point
            fingerprints = []
            violations = 0
            self.values = values
            metrics = Self.intervals(values, level: level)
        }

        private static func intervals(_ values: [String: [Double?]], level: Double) -> [String: Interval] {
            Dictionary(
                values.compactMap { metric, own in
                    let units = ShareUnits.units(of: metric) { values[$0] }
                    return Interval(of: metric, own, units: units, level: level).map { (metric, $0) }
                }
            ) { first, _ in first }
        }
    }

    /// The facts of the scenario as the file has it, with the seed of all points.
    package let context: RunContext
    /// How it came about.
    package var origin: ExperimentOrigin?
    /// Replications of each point.
    package let replications: Int
    /// The level of the intervals.
    package let level: Double
    /// `grid`, `list` or `latin`.
    package let design: String
    package let paths: [String]
    /// The points by number.
    package let rows: [Row]
    /// The point that the others are compared with, by its index in `rows`; nil for none.
    package let base: Int?
    /// The places of the paths that have more than one value.
    let swept: [Int]
    /// The points that nothing else dominates.
    package private(set) var front = SweepFront()

    package init(
        context: RunContext, replications: Int, level: Double = 0.95, design: String, paths: [String], rows: [Row],
        base: Int? = nil
    ) {
        self.context = context
        self.replications = replications
        self.level = level
        self.design = design
        self.paths = paths
        self.rows = rows
        self.base = base
        swept = paths.indices.filter { path in Set(rows.map { $0.point.settings[path].value }).count > 1 }
        front = SweepFront(self)
    }

    /// Every metric that a point has, in the order of the report.
    package var allMetrics: [String] {
        // Those of parts of the run follow, by their names.
        let parts = Set(rows.flatMap { $0.metrics.keys.filter { $0.contains("@") } }).sorted()
        return (MetricPath.all + parts).filter { name in rows.contains { $0.metrics[name] != nil } }
    }
}
