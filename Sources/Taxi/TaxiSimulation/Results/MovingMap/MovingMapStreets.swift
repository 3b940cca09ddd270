// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Reporting

/// The streets below the moving map: a drawing of its own, which the page's script need not know. It fits the zones into its frame as the
/// script does.
struct MovingMapStreets {
    /// The drawing, in whole metres.
    let drawing: String

    /// Draws streets; nil without any, and where the zones have no outlines.
    init?(_ streets: [StreetLine], zones: [ZoneRecord], place: ((GeographicPoint) -> Place)?) {
        let figure = StreetFigure(streets: streets)
        guard let place, !figure.lines.isEmpty, zones.contains(where: { !$0.outline.isEmpty }) else { return nil }
        let places = zones.map(\.inside) + zones.flatMap { $0.outline.joined().joined() }.map(place)
        let (easts, norths) = (places.map(\.metresEast.wholeMetres), places.map(\.metresNorth.wholeMetres))
        let (west, east) = (easts.min() ?? 0, easts.max() ?? 0)
        let (south, north) = (norths.min() ?? 0, norths.max() ?? 0)
        let margin = 20 + 0.02 * Double(max(east - west, north - south))
        let corner = [Double(west) - margin, -Double(north) - margin]
        let size = [Double(east - west) + 2 * margin, Double(north - south) + 2 * margin]
        // A screen's y grows downwards.
        let paths = (0...2).map { weight in
            figure.path(weight) { point in
                let at = place(point)
                return (at.metresEast.wholeMetres, -at.metresNorth.wholeMetres)
            }
        }
        let lines = paths.enumerated().filter { !$0.element.isEmpty }.map { weight, path in
            "<path d=\"\(path)\" stroke-width=\"\(0.5 + Double(weight))\" stroke-opacity=\"\(0.4 + 0.15 * Double(weight))\" "
                + "vector-effect=\"non-scaling-stroke\"/>"
        }
        drawing = """
            <svg data-mm="streets" viewBox="\((corner + size).map { "\(($0 * 100).rounded() / 100)" }.joined(separator: " "))" \
            aria-hidden="true" style="position:absolute;inset:0;width:100%;height:100%" fill="none" stroke="var(--mm-ink)" \
            stroke-linejoin="round">\(lines.joined())</svg>
            """
    }
}
