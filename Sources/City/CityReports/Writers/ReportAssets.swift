// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// The scripts a report embeds for its charts and maps. They are not part of the program: `scripts/install` puts them into
/// `.tools/report-assets`. A report without them has all its tables and says what is missing.
public struct ReportAssets: Sendable {
    /// The Vega-Lite bundle, an ES module that sets `window.vegaEmbed`; nil when it was not found.
    public let vega: String?
    /// Leaflet; nil when it was not found.
    public let leaflet: String?
    /// Leaflet's style sheet.
    public let leafletStyle: String?

    /// Takes the texts.
    public init(vega: String? = nil, leaflet: String? = nil, leafletStyle: String? = nil) {
        self.vega = vega
        self.leaflet = leaflet
        self.leafletStyle = leafletStyle
    }

    /// Reads `vega.js`, `leaflet.js` and `leaflet.css` from a folder; what is not there is nil.
    public init(folder: String) {
        func text(_ name: String) -> String? { try? String(contentsOfFile: folder + "/" + name, encoding: .utf8) }
        self.init(vega: text("vega.js"), leaflet: text("leaflet.js"), leafletStyle: text("leaflet.css"))
    }

    /// Reads them from the folder that the environment variable CABRANK_ASSETS names; nothing without it.
    public static func fromEnvironment() -> ReportAssets {
        guard let folder = ProcessInfo.processInfo.environment["CABRANK_ASSETS"], !folder.isEmpty else {
            return ReportAssets()
        }
        return ReportAssets(folder: folder)
    }

    /// A script that cannot end its HTML element early.
    static func embeddable(_ script: String) -> String {
        script.replacingOccurrences(of: "</script", with: "<\\/script", options: .caseInsensitive)
            .replacingOccurrences(of: "<!--", with: "<\\!--")
    }
}
