// SPDX-License-Identifier: GPL-3.0-or-later

import CityReports
import CitySimulation
public import Reporting

/// The JSON form of a sweep; its schema is in `sweep.schema.json` of this target's articles.
public struct SweepFile: ResultFile {
    /// A metric of a point: how many replications measured it, and their mean with its interval, whose ends are left out for
    /// one replication.
    struct Value: Encodable {
        let count: Int
        let mean, sd: Double
        let low, high: Double?
    }

    /// How a metric of a point differs from the base, pair by pair of replications with the same random numbers.
    struct Difference: Encodable {
        let difference, low, high, varianceRemoved, pValue, correctedPValue: Double?
        /// `lower`, `higher`, `alike` or `notMeasured`.
        let finding: String
    }

    /// Where a point stands when two measures are weighed against each other.
    struct Standing: Encodable {
        let point: Int
        /// `front`, `alike` or `dominated`.
        let standing: String
        /// The point of the front that it cannot be told apart from, or that dominates it.
        let by: Int?
    }

    /// The points by service and drivers' time, both the lower the better.
    struct Front: Encodable {
        let service, effort: String
        let points: [Standing]
    }

    /// A point: its number from 0, the values by path as texts, and what its replications gave.
    struct Point: Encodable {
        let point: Int
        let settings: [String: String]
        let fingerprints: [String]
        let violations: Int
        /// Every metric that was measured.
        let metrics: [String: Value]
        /// How the metrics that are shown differ from the base; absent without a base, and for the base itself.
        let differences: [String: Difference]?
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
    /// The number of the point that the others are compared with, and what the comparison is corrected by.
    let base: Int?
    let correction: String?
    let front: Front?

    /// The file of a result; `metrics` are those that are compared with the base.
    public init(_ result: SweepResult, metrics: [String]) {
        let differences = result.differences(metrics)
        let front = result.front
        base = result.base.map { result.rows[$0].point.index }
        correction = result.base.map { _ in result.correction(metrics.count) }
        self.front = front.measures.map { measures in
            Front(
                service: measures.service, effort: measures.effort,
                points: front.standings.enumerated().map { index, standing in
                    Standing(
                        point: result.rows[index].point.index, standing: standing.word,
                        by: standing.other.map { result.rows[$0].point.index })
                })
        }
        sweepVersion = 1
        scenario = result.context.name
        seed = String(result.context.seed)
        version = result.context.version
        replications = result.replications
        design = result.design
        confidence = result.level
        paths = result.paths
        points = result.rows.enumerated().map { index, row in
            Point(
                point: row.point.index,
                settings: Dictionary(row.point.settings.map { ($0.path, $0.value) }) { first, _ in first },
                fingerprints: row.fingerprints, violations: row.violations,
                metrics: row.metrics.mapValues {
                    Value(count: $0.count, mean: $0.mean, sd: $0.sd, low: $0.low, high: $0.high)
                },
                differences: differences[index].map { all in
                    Dictionary(
                        all.map { paired in
                            (
                                paired.metric,
                                Difference(
                                    difference: paired.difference?.mean, low: paired.difference?.low,
                                    high: paired.difference?.high, varianceRemoved: paired.varianceRemoved,
                                    pValue: paired.pValue, correctedPValue: paired.correctedPValue,
                                    finding: paired.finding.shortWord)
                            )
                        }
                    ) { first, _ in first }
                })
        }
    }
}
