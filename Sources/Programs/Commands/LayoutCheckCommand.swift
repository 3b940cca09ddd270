// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import CityMap
import CityModel

/// `cabrank layout check`.
struct LayoutCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Report everything that is wrong with a layout, at once.",
        discussion: """
            Errors: not GeoJSON; invalid rings; positions that are not in degrees, or swapped; zone numbers that are missing or \
            used twice; overlaps; slivers; enclosed gaps wider than twice --gap; with --over, areas of the city that are in \
            no zone. Warnings: narrow gaps, and outer rings that run clockwise.

            `cabrank validate` and every run refuse a map for the same reasons and in the same words, except for gaps, a \
            suspicion that the axes are swapped, and uncovered areas: a city may have a lake, so these do not prevent a run. \
            `validate` warns of gaps and swapped axes.

            Exit status: 0 when there is no error, 2 when there is one.
            """)

    @Argument(help: "The layout to check.", completion: .file(extensions: ["geojson"]))
    var layout: String

    @Option(help: "A layout whose area must be covered.", completion: .file(extensions: ["geojson"]))
    var over: String?

    @OptionGroup var properties: LayoutProperties

    @Option(help: "The property of --over's zones with their number, where it is another.")
    var overNumber: String?

    @Option(help: "The property of --over's zones with their name, where it is another.")
    var overName: String?

    @Option(help: "How far a point in a gap may be from the nearest zone.")
    var gap = GroundLength(metres: 10)

    @Option(help: "A part of a zone that is nowhere this wide is a sliver.")
    var sliver = GroundLength(metres: 10)

    @Option(help: "The accepted overlap of two zones, as a share of the smaller one.")
    var overlap = 0.01

    @Flag(help: "The longitude is known to come first: do not guess.")
    var axisOrderKnown = false

    func validate() throws {
        guard (0...1).contains(overlap) else { throw ValidationError("--overlap must be from 0 to 1") }
        guard over != nil || (overNumber == nil && overName == nil) else {
            throw ValidationError("--over-number and --over-name are about --over, which is not given")
        }
    }

    func run() throws {
        try reportingErrors(work: "written") {
            var limits = LayoutLimits()
            limits.overlap = overlap
            limits.gap = .metres(gap.metres)
            limits.sliver = .metres(sliver.metres)
            limits.knowsAxes = axisOrderKnown
            let city = try over.map {
                LayoutCheck.Ground(
                    geoJSON: try fileText($0), fileName: $0, numberProperty: overNumber ?? properties.number,
                    nameProperty: overName ?? properties.name)
            }
            let check = try LayoutCheck(
                geoJSON: fileText(layout), fileName: layout, numberProperty: properties.number,
                nameProperty: properties.name, limits: limits, covering: city)
            let warnings = try judge(check.problems.map { $0.input(in: layout) })
            let area = (check.area / 1e5).rounded() / 10
            let middle = check.middle.map {
                ", around longitude \(short($0.longitude)), latitude \(short($0.latitude))"
            }
            print(
                "\(layout.shown): good; \(check.zones) zones, \(area) km2\(middle ?? ""), \(warnings)")
        }
    }

    private func short(_ degrees: Double) -> Double { (degrees * 100).rounded() / 100 }
}
