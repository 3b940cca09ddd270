// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import Foundation

/// Judges whether latitude and longitude were swapped in a file whose positions are on the globe either way.
///
/// Borders of a city run east and west about as much as they run north and south. A degree of longitude is shorter than one of
/// latitude by the cosine of the latitude, so swapped positions are stretched: Milan's zones have 0.98 metres of border
/// eastward for each one northward, New York's 0.97 and San Francisco's 1.19; swapped, Milan's have 0.71.
struct AxisOrder {
    let zones: [ReadZone]
    let centre: GeographicPoint

    /// Whether the layout lies off a city whose middle is known, and would lie on it if it were swapped.
    func isSwapped(against middle: GeographicPoint?) -> Bool {
        guard let middle else { return false }
        let turned = GeographicPoint(longitude: centre.latitude, latitude: centre.longitude)
        return LayoutReader.distance(centre, middle) > LayoutReader.reach
            && LayoutReader.distance(turned, middle) < LayoutReader.reach / 4
    }

    func problems(limits: LayoutLimits, cityMiddle: GeographicPoint?) -> [LayoutProblem] {
        if isSwapped(against: cityMiddle) {
            return problem(
                "far from the city: latitude and longitude are swapped; GeoJSON has the longitude first")
        }
        // With the city there is no need to guess.
        guard cityMiddle == nil, !limits.knowsAxes, zones.count >= 5, abs(centre.longitude) <= 80 else { return [] }
        var (eastward, northward) = (0.0, 0.0)
        for ring in zones.flatMap(\.outline).joined() {
            for (start, end) in zip(ring, ring.dropFirst()) {
                eastward += abs(end.longitude - start.longitude)
                northward += abs(end.latitude - start.latitude)
            }
        }
        guard eastward > 0, northward > 0 else { return [] }
        // Logarithms: half as much and twice as much are equally far from even.
        let given = abs(log(eastward / northward * cos(centre.latitude * .pi / 180)))
        let swapped = abs(log(northward / eastward * cos(centre.longitude * .pi / 180)))
        guard given > 0.2, swapped < given / 3 else { return [] }
        return problem(
            "and its zones are stretched as if latitude and longitude were swapped; GeoJSON has the longitude "
                + "first. If the order is right, use --axis-order-known")
    }

    private func problem(_ what: String) -> [LayoutProblem] {
        [LayoutProblem(.position, "the layout lies around \(centre.shortText), \(what)")]
    }

    /// A warning when outer rings run clockwise: readers must take them, but writers must not make them (RFC 7946, section
    /// 3.1.6).
    func turnedRings(_ reader: LayoutReader) -> [LayoutProblem] {
        let turned = zones.filter { zone in
            zone.outline.contains { rings in
                guard let outer = rings.first else { return false }
                return Ground.doubleArea(outer.flatMap { [$0.longitude, $0.latitude] }) < 0
            }
        }
        guard let first = turned.min(by: { $0.feature < $1.feature }) else { return [] }
        let whose =
            turned.count == zones.count
            ? "all zones" : "\(turned.count) of \(zones.count) zones, \(reader.label(first.feature, first.id)) first,"
        return [
            LayoutProblem(
                .outline, severity: .warning,
                "outer rings of \(whose) run clockwise; RFC 7946 requires counterclockwise rings (harmless here)")
        ]
    }
}
