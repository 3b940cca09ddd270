// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// The scripts a report embeds for its charts and maps. They are not part of the program: `scripts/install` puts them into
/// `.tools/report-assets`, and a package of `scripts/release` has them. A report without them has all its tables and says what is missing.
package struct ReportAssets: Sendable {
    /// The Vega-Lite bundle, an ES module that sets `window.vegaEmbed`; nil when it was not found.
    package let vega: String?
    /// Leaflet; nil when it was not found.
    package let leaflet: String?
    package let leafletStyle: String?

    package init(vega: String? = nil, leaflet: String? = nil, leafletStyle: String? = nil) {
        self.vega = vega
        self.leaflet = leaflet
        self.leafletStyle = leafletStyle
    }

    /// Reads `vega.js`, `leaflet.js` and `leaflet.css` from a folder; what is not there is nil.
    package init(folder: String) {
        func text(_ name: String) -> String? {
            FileManager.default.contents(atPath: folder + "/" + name).map { String(decoding: $0, as: UTF8.self) }
        }
        self.init(vega: text("vega.js"), leaflet: text("leaflet.js"), leafletStyle: text("leaflet.css"))
    }

    /// Reads them from the folder that the environment variable CABRANK_ASSETS names; without that variable, from the folder
    /// that an installed program brings with it (`ProgramFolder`). Nothing where the variable is empty.
    package static func fromEnvironment() -> ReportAssets {
        ProgramFolder.reportAssets.here.map(ReportAssets.init(folder:)) ?? ReportAssets()
    }

    /// A script that cannot end its HTML element early: a backslash stands behind the `<` of `</script` and `<!--`.
    ///
    /// Byte by byte: a search in a million characters of text takes longer than the run of a small scenario.
    package static func embeddable(_ script: String) -> String {
        let bytes = Array(script.utf8)
        let ends = ["/script", "!--"].map { Array($0.utf8) }
        var out: [UInt8] = []
        out.reserveCapacity(bytes.count + 64)
        for (index, byte) in bytes.enumerated() {
            out.append(byte)
            guard byte == UInt8(ascii: "<") else { continue }
            let next = bytes[(index + 1)...].prefix(7).map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
            if ends.contains(where: { next.starts(with: $0) }) { out.append(UInt8(ascii: "\\")) }
        }
        return String(decoding: out, as: UTF8.self)
    }
}
