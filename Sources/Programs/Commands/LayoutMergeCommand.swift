// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import CityMap
import CityModel
import CitySlices

/// `cabrank layout merge`.
struct LayoutMergeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "merge", abstract: "Merge neighbouring zones, by their drivers or by a property.",
        discussion: """
            With --drivers and --least: the zone with the fewest drivers is merged with a neighbour until each has at \
            least that many. A zone's drivers are those expected in service at the peak of the day: in each group, the \
            drivers whose mean shift covers that time (breaks counted, groups without shifts counted whole), distributed over \
            the zones by the weights of the group's `start`. No run is needed, and the result depends on no seed.

            With --by: zones with the same value of the property are merged.
            """)

    @Argument(help: "The layout whose zones to merge.", completion: .file(extensions: ["geojson"]))
    var base: String

    @Option(help: "The scenario whose drivers count; its zone numbers must be those of the layout.")
    var drivers: String?

    @Option(help: "How many drivers each zone must have at the peak.")
    var least: Double?

    @Option(help: "The property by whose values zones are merged.")
    var by: String?

    @Option(help: "Simplify borders by up to this length, such as 10m; neighbours keep their common border.")
    var simplify = GroundLength(metres: 0)

    @OptionGroup var including: IncludeArguments
    @OptionGroup var properties: LayoutProperties
    @OptionGroup var output: LayoutOutput

    func validate() throws {
        guard (drivers == nil) == (least == nil), (drivers == nil) != (by == nil) else {
            throw ValidationError("give either --drivers and --least, or --by")
        }
        if let least, !(least > 0 && least <= 1e9) { throw ValidationError("--least must be above 0") }
    }

    func run() throws {
        try reportingErrors(work: "written") {
            let file = try output.file()
            let drawing = try properties.drawing(of: base)
            func write(_ layout: DrawnLayout) throws {
                try output.write(layout, of: drawing, simplifiedBy: simplify.metres, to: file)
            }
            if let by { return try write(drawing.merged(by: by, tolerance: simplify.metres)) }
            guard let drivers, let least else { return }
            let peak = PeakDrivers(try including.reader.read(file: drivers).scenario)
            let unknown = peak.zones.filter { zone in !drawing.zones.contains { $0.id == zone } }
            guard unknown.isEmpty else {
                let names = unknown.map(\.description).listed(most: 8)
                throw ValidationError("\(drivers): drivers start in zones that are not in \(base): \(names)")
            }
            let layout = try drawing.merged(
                least: least, amounts: peak.drivers(in: drawing.zones), tolerance: simplify.metres)
            complain("peak at \(peak.clock): \(Int(peak.count.rounded())) drivers in service")
            try write(layout)
        }
    }
}
