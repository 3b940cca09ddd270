// SPDX-License-Identifier: GPL-3.0-or-later

import Reporting

extension MetricLabels {
    /// The file `metrics.txt` of this folder.
    static let taxi = MetricLabels(PackageResources.metrics_txt)
}

extension TaxiFacts: MetricSource { static var labels: MetricLabels { .taxi } }
extension ReservationFold: MetricSource { static var labels: MetricLabels { .taxi } }
extension SharingFacts: MetricSource { static var labels: MetricLabels { .taxi } }
extension StreetFacts: MetricSource { static var labels: MetricLabels { .taxi } }
extension MoneyFacts: MetricSource { static var labels: MetricLabels { .taxi } }
extension OccupiedFacts: MetricSource { static var labels: MetricLabels { .taxi } }
