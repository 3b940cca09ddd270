// SPDX-License-Identifier: GPL-3.0-or-later

import Reporting

extension ReportAssets {
    /// What stands behind the path of a report that has no charts or no map, and how to get them; empty when it has both.
    static var remark: String {
        let assets = ReportAssets.fromEnvironment()
        let missing = [assets.vega == nil ? "charts" : nil, assets.leaflet == nil ? "map" : nil].compactMap(\.self)
        guard !missing.isEmpty else { return "" }
        return
            "\n               without \(missing.joined(separator: " and ")): their libraries were not found; scripts/install "
            + "prepares them, and CABRANK_ASSETS names their folder"
    }
}
