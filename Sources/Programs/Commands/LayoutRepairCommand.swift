// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import CityMap
import CityModel
import Foundation
import Reporting

/// `cabrank layout repair`.
struct LayoutRepairCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "repair", abstract: "Mend polygons that are not valid, where what was meant is not in doubt.",
        discussion: """
            Mended are rings that touch or cross themselves, parts of a zone that share an edge, rings without ground, and \
            slivers beside ampler parts. Each mended zone is named, with how much its area changed. All else in the file \
            stays as it is, byte for byte.

            Two usual repairs are tried. Where they differ by more than 0.1 % of a zone's area, the zone must be mended by \
            hand, and nothing is written. Rings that are not closed, wrong numbers and overlaps are for `layout check`.

            Exit status: 0 when all polygons are valid now, 2 when one is in doubt or the file cannot be read.
            """)

    @Argument(help: "The layout to mend.", completion: .file(extensions: ["geojson"]))
    var layout: String

    @Option(help: "The file to write, where none is yet.", completion: .file())
    var out: String

    @OptionGroup var properties: LayoutProperties

    @Option(help: "A part of a zone that is nowhere this wide is dropped, when the zone has other parts.")
    var sliver = GroundLength(metres: 1)

    func run() throws {
        try reportingErrors(work: "written") {
            let repair = try LayoutRepair(
                geoJSON: fileText(layout), fileName: layout, numberProperty: properties.number,
                nameProperty: properties.name, sliver: .metres(sliver.metres))
            try OutputFile.write(new: Data(repair.geoJSON.utf8), to: out)
            for change in repair.changes { print(Self.line(change)) }
            let count = repair.changes.count
            print(
                count == 0
                    ? "\(out.shown): nothing had to be mended"
                    : "\(out.shown): \(count) zone\(count == 1 ? "" : "s") mended; `cabrank layout check` tells what else there is"
            )
        }
    }

    /// `features[3] (zone 7, BRERA): Ring Self-intersection; 12 m2 more of 345,678 m2; 2 slivers dropped`
    private static func line(_ change: LayoutRepair.Change) -> String {
        let rounded = (change.added * 10).rounded() / 10
        let size = "\(Int(change.area.rounded())) m2"
        let grown =
            rounded == 0
            ? "the same area, \(size)" : "\(abs(rounded)) m2 \(rounded > 0 ? "more" : "less"), now \(size)"
        let dropped =
            change.slivers == 0
            ? [] : ["\(change.slivers) sliver\(change.slivers == 1 ? "" : "s") dropped"]
        return "\(change.label.shown): " + ([change.fault, grown].compactMap(\.self) + dropped).joined(separator: "; ")
    }
}
