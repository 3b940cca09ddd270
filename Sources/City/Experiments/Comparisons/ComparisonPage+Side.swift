// SPDX-License-Identifier: GPL-3.0-or-later

import CitySlices
import Foundation
import Reporting

extension ComparisonPage {
    /// The side of those who serve; nothing where the service that leads has none, or nothing to tell.
    var side: String {
        guard let side = comparison.form?.side else { return "" }
        let rows = side.measures.compactMap {
            metric -> (label: String, scale: Double, pairs: [PairedDifference?])? in
            let pairs = others.map { comparison.difference(of: metric, $0) }
            guard let about = pairs.compactMap({ $0.flatMap { comparison.about($0) } }).first else { return nil }
            return (Self.safe(about.labelWithUnit), about.shown.scale, pairs)
        }
        return """
            <h2 id="\(side.id)">\(side.title)</h2>
            <p>\(side.lead)</p>
            \(sideBySide(side.caption, rows))
            """
    }
}
