// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import CityMap
import Foundation
import Reporting

/// `cabrank layout weights`.
struct LayoutWeightsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "weights", abstract: "Convert a table by zone from one layout to another, by area.",
        discussion: """
            Each zone of the second layout gets a share of the values of each zone of the first, in proportion to the area \
            that they have in common. A table with the column `zone_id` has weights by zone (origins, destinations, starts of drivers); one \
            with `origin_zone` and `destination_zone` has weights from zone to zone; one that also has `time` is a \
            trace, whose rows stay whole and are assigned in these shares. Column sums are kept, to the last digit written.
            """)

    @Argument(help: "The layout that the table was made for.", completion: .file(extensions: ["geojson"]))
    var base: String

    @Argument(help: "The table: a CSV file with a header.", completion: .file(extensions: ["csv"]))
    var table: String

    @Argument(help: "The layout to convert it to.", completion: .file(extensions: ["geojson"]))
    var layout: String

    @OptionGroup var properties: LayoutProperties

    @Option(
        help: "The file to write; an existing file is never replaced. Without it the table is printed.",
        completion: .file())
    var out: String?

    func run() throws {
        try reportingErrors(work: "written") {
            let file = try out.map { try OutputFile($0, kind: .table) }
            let shares = try ZoneShares(
                from: properties.drawing(of: base), to: properties.drawing(of: layout))
            let text = try shares.carried(csv: fileText(table), fileName: table)
            guard let file else { return print(text, terminator: "") }
            try file.write(Data(text.utf8))
            print("\(file.path): \(text.split(separator: "\n").count - 1) rows")
        }
    }
}
