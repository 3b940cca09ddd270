// SPDX-License-Identifier: GPL-3.0-or-later

import CitySlices
package import Reporting

/// The replications of one experiment, in the order of their numbers, without gaps.
package struct ReplicationSet: Sendable {
    /// Why there are no more of them.
    package enum Ending: String, Sendable, Codable {
        /// As many as asked for, or as the rule needs.
        case complete
        /// The largest number was reached before every half width was.
        case halfWidthNotReached
        /// Stopped from outside; what was finished is kept.
        case stopped
    }

    /// The fixed facts of replication 0; the others differ in the replication's number and the drawn seats only.
    package let context: RunContext
    /// The replications by rising number, from 0.
    package let replications: [Replication]
    /// Why there are no more.
    package let ending: Ending
    /// Of the intervals, such as 0.95.
    package internal(set) var level = 0.95
    /// How many were to be run.
    package internal(set) var rule: ReplicationRule?

    /// The values of a metric by replication; nil where it was not measured.
    package func values(of metric: String) -> [Double?] { replications.map { $0[metric] } }

    /// Every metric with its values by replication. All replications list the same metrics in the same order, so that none is
    /// looked for by its name.
    var allValues: [(name: String, values: [Double?])] {
        metricNames.enumerated().map { place, name in
            let values = replications.map { replication in
                let metrics = replication.metrics
                return place < metrics.count && metrics[place].name == name ? metrics[place].value : replication[name]
            }
            return (name, values)
        }
    }

    /// Mean and interval of a metric over the replications that measured it; nil when none did.
    ///
    /// A quantile such as `wait.p95` is treated like every other metric: each replication has its own, exact or within
    /// 0.1 %, and the interval is that of their mean. The passengers of one replication are not independent, so pooling them
    /// would give a false interval; the price is a bias of a quantile over few values, which falls with the length of the
    /// run and which further replications do not lessen.
    package func interval(of metric: String) -> Interval? {
        Interval(of: metric, values(of: metric), units: units(of: metric), level: level)
    }

    /// How many each replication counted of what a share is of; nil for other metrics, and where nothing is counted.
    func units(of metric: String) -> [Double?]? { ShareUnits.units(of: metric, values(of:)) }

    /// The names of all metrics that the replications report, in their order.
    package var metricNames: [String] { replications.first?.metrics.map(\.name) ?? [] }
}
