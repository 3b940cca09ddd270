// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// The scripts a report embeds for its charts and maps. They are not part of the program: `scripts/install` puts them into
/// `.tools/report-assets`, and a package of `scripts/release` has them. A report without them has all its tables and says what is missing.
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
        func text(_ name: String) -> String? {
            FileManager.default.contents(atPath: folder + "/" + name).map { String(decoding: $0, as: UTF8.self) }
        }
        self.init(vega: text("vega.js"), leaflet: text("leaflet.js"), leafletStyle: text("leaflet.css"))
    }

    /// Reads them from the folder that the environment variable CABRANK_ASSETS names; without that variable, from the folder
    /// that an installed program brings with it (`installedFolder`). Nothing where the variable is empty.
    public static func fromEnvironment() -> ReportAssets {
        let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        guard let folder = folder(environment: ProcessInfo.processInfo.environment, program: program) else {
            return ReportAssets()
        }
        return ReportAssets(folder: folder)
    }

    /// The folder to read: what the environment says, else the one beside the program at this path; nil for none.
    package static func folder(environment: [String: String], program: String?) -> String? {
        if let named = environment["CABRANK_ASSETS"] { return named.isEmpty ? nil : named }
        return program.flatMap(installedFolder)
    }

    /// The folder of a program that was installed as `<prefix>/bin/cabrank`: `<prefix>/share/cabrank/report-assets`. Nil for
    /// a program in a folder of another name, such as that of a build.
    package static func installedFolder(program: String) -> String? {
        let parts = program.split(separator: "/", omittingEmptySubsequences: false)
        guard program.hasPrefix("/"), parts.dropLast().last == "bin" else { return nil }
        return (parts.dropLast(2) + ["share", "cabrank", "report-assets"]).joined(separator: "/")
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
