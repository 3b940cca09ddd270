// SPDX-License-Identifier: GPL-3.0-or-later

import Reporting

extension MetricLabels {
    /// The file `metrics.txt`.
    static let city = MetricLabels(PackageResources.metrics_txt)
}

extension TaxiFacts: MetricSource { static var labels: MetricLabels { .city } }
extension ReservationFold: MetricSource { static var labels: MetricLabels { .city } }
extension SharingFacts: MetricSource { static var labels: MetricLabels { .city } }
extension ServerFacts: MetricSource { static var labels: MetricLabels { .city } }
extension AccountFold: MetricSource { static var labels: MetricLabels { .city } }
