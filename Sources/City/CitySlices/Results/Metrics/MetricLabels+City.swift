// SPDX-License-Identifier: GPL-3.0-or-later

import Reporting

extension MetricLabels {
    /// The file `metrics.txt`.
    static let city = MetricLabels(PackageResources.metrics_txt)
}

extension ServerFacts: MetricSource { static var labels: MetricLabels { .city } }
extension AccountFold: MetricSource { static var labels: MetricLabels { .city } }
