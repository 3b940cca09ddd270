// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel
import Foundation

/// Fits the outlines of zones into a picture 600 units wide.
package struct ZoneFrame {
    package let width = 600
    package let height: Int
    private let west: Double
    private let north: Double
    private let scale: Double
    private let narrowing: Double

    package init(_ zones: [ZoneRecord]) { self.init(around: Array(zones.flatMap(\.outline).joined().joined())) }

    /// Fits some points into it.
    package init(around points: [GeographicPoint]) {
        let longitudes = points.map(\.longitude)
        let latitudes = points.map(\.latitude)
        west = longitudes.min() ?? 0
        north = latitudes.max() ?? 0
        let south = latitudes.min() ?? 0
        // A degree of longitude is shorter than one of latitude.
        narrowing = cos((north + south) / 2 * .pi / 180)
        let wide = max(1e-9, ((longitudes.max() ?? 0) - west) * narrowing)
        scale = Double(width) / wide
        height = max(1, min(2000, Int(((north - south) * scale).rounded(.up))))
    }

    /// Where a point of the globe lies in the picture.
    package func position(_ point: GeographicPoint) -> (x: Double, y: Double) {
        (
            ((point.longitude - west) * narrowing * scale * 10).rounded() / 10,
            ((north - point.latitude) * scale * 10).rounded() / 10
        )
    }

    /// How wide and high a zone is in the picture.
    package func size(_ zone: ZoneRecord) -> (width: Double, height: Double) {
        let places = zone.outline.joined().joined().map(position)
        let (x, y) = (places.map(\.x), places.map(\.y))
        return ((x.max() ?? 0) - (x.min() ?? 0), (y.max() ?? 0) - (y.min() ?? 0))
    }

    /// How wide a line of text may be in a zone: less than the zone where that is no rectangle.
    package func room(_ zone: ZoneRecord) -> Double {
        let (width, height) = size(zone)
        let unitsPerMetre = scale / 111_320
        return height > 0 ? width * min(1, zone.area * unitsPerMetre * unitsPerMetre / (width * height)) : 0
    }

    /// The middle of a zone's frame, for a label.
    package func middle(_ zone: ZoneRecord) -> (x: Double, y: Double) {
        let places = (zone.outline.max { $0.joined().count < $1.joined().count } ?? []).joined().map(position)
        let (x, y) = (places.map(\.x), places.map(\.y))
        return (((x.max() ?? 0) + (x.min() ?? 0)) / 2, ((y.max() ?? 0) + (y.min() ?? 0)) / 2)
    }

    /// The zone's outline as the path of an SVG.
    package func path(_ zone: ZoneRecord) -> String {
        zone.outline.joined().map { ring in
            "M" + ring.map { position($0) }.map { "\($0.x) \($0.y)" }.joined(separator: "L") + "Z"
        }.joined()
    }
}
