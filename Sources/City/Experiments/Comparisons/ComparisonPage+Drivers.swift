// SPDX-License-Identifier: GPL-3.0-or-later

import CityReports
import Foundation
import Reporting

extension ComparisonPage {
    /// The drivers' side.
    var drivers: String {
        let rows = Comparison.drivers.compactMap {
            metric -> (label: String, scale: Double, pairs: [PairedDifference?])? in
            let pairs = others.map { comparison.difference(of: metric, $0) }
            guard let about = pairs.compactMap({ $0.flatMap { comparison.about($0) } }).first else { return nil }
            return (Self.safe(about.labelWithUnit), about.shown.scale, pairs)
        }
        return """
            <h2 id="drivers">The drivers' side</h2>
            <p>Rides and distances are those of all drivers in a run. There are no fares, so nothing is said about income.</p>
            \(sideBySide("Drivers", rows))
            """
    }
}
