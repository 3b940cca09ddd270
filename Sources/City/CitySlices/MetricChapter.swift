// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel
public import Reporting

/// Metrics of a service that a run has together or not at all.
public struct MetricChapter: Sendable {
    /// What stands above them in a list.
    public let title: String
    /// The metrics, in the order of the report.
    public let metrics: [MetricDescription]
    /// The module that they need; nil for none.
    public let module: ModuleName?

    /// States all.
    public init(_ title: String, _ metrics: [MetricDescription], module: ModuleName? = nil) {
        (self.title, self.metrics, self.module) = (title, metrics, module)
    }
}
