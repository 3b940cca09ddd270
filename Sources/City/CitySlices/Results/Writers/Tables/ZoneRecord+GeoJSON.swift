// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

extension ZoneRecord {
    /// The outline as a GeoJSON geometry, to a centimetre on the ground; nil without one.
    var geoJSON: String? {
        let polygons = outline
        guard !polygons.isEmpty else { return nil }
        var text = "{\"type\":\"MultiPolygon\",\"coordinates\":["
        for (index, rings) in polygons.enumerated() {
            text += index == 0 ? "[" : ",["
            for (index, ring) in rings.enumerated() {
                text += index == 0 ? "[" : ",["
                text += ring.map { "[\(Self.degrees($0.longitude)),\(Self.degrees($0.latitude))]" }
                    .joined(separator: ",")
                text += "]"
            }
            text += "]"
        }
        return text + "]}"
    }

    private static func degrees(_ value: Double) -> Double { (value * 1e7).rounded() / 1e7 }
}
