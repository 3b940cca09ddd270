// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
package import Foundation
import Reporting

/// The moving map's part of the page.
extension MovingMap {
    /// Stands on the page where the numbers belong, which are written into the file beside the page's text.
    package var mark: Data { Self.mark }
    private static let mark = Data("<!--moving-map-numbers-->".utf8)

    package var style: String { Self.text(PackageResources.moving_map_css) }

    package var section: String {
        let parts = [
            "tooLarge": exceeded.map(Self.megabytes) ?? "", "tolerance": "\(TaxiTrack.tolerance)",
            "streets": streets, "more": exceeded.map { $0 < Self.largest ? Self.megabytes(Self.largest) : "" } ?? "",
        ]
        return TextTemplate.filled(PackageResources.moving_map_html) { parts[$0] ?? "" }
    }

    /// Its numbers and scripts, at the end of the page; nothing for a map that was given up.
    package var scripts: String {
        guard exceeded == nil else { return "" }
        let scripts = [
            PackageResources.moving_map_data_js, PackageResources.moving_map_story_js,
            PackageResources.moving_map_canvas_js, PackageResources.moving_map_js,
        ]
        return """
            <script type="application/json" id="moving-map-head">\(head.line)</script>
            <script type="text/plain" id="moving-map-data">\(Self.text(Array(Self.mark)))</script>
            <script type="module">
            \(scripts.map(Self.text).joined())</script>

            """
    }

    /// What the program says of a map that was given up, and how to get it; nil for one that is there.
    package var remark: String? {
        exceeded.map { limit in
            "without a moving map, which would take more than \(Self.megabytes(limit)) MB; "
                + (limit < Self.largest
                    ? "--replay-map takes one of up to \(Self.megabytes(Self.largest)) MB, and a shorter run has a smaller one"
                    : "a shorter run has a smaller one: --set \"length=6 h\"")
        }
    }

    private static func megabytes(_ bytes: Int) -> String { Text.number(Double(bytes) / 1e6, 0) }

    private static func text(_ file: [UInt8]) -> String { String(decoding: file, as: UTF8.self) }
}
