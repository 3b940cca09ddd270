// SPDX-License-Identifier: GPL-3.0-or-later

package import Reporting

/// What the metrics of the taxi service and its modules are, in the order of the report.
package enum TaxiMetricList {
    /// Those of every taxi run.
    package static let core = Metric<TaxiFacts>.all.map(\.about)
    /// Those of the reservation module.
    package static let reservations = Metric<ReservationFold>.all.map(\.about)
    /// Those of the street.
    package static let streets = Metric<StreetFacts>.all.map(\.about)
    /// Those of money.
    package static let money = Metric<MoneyFacts>.all.map(\.about)
    /// Those of the occupied share.
    package static let occupied = Metric<OccupiedFacts>.all.map(\.about)
    /// Those of the sharing module.
    package static let sharing = Metric<SharingFacts>.all.map(\.about)
}
