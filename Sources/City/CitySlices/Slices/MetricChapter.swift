// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel
package import Reporting

/// Metrics of a service that a run has together or not at all.
package struct MetricChapter: Sendable {
    /// What stands above them in a list.
    package let title: String
    /// The metrics, in the order of the report.
    package let metrics: [MetricDescription]
    /// The module that they need; nil for none.
    package let module: ModuleName?

    package init(_ title: String, _ metrics: [MetricDescription], module: ModuleName? = nil) {
        (self.title, self.metrics, self.module) = (title, metrics, module)
    }
}
