// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel

/// Looks for parts of zones that are too narrow to drive in.
struct Slivers {
    let limits: LayoutLimits

    func problems(_ zones: [ReadZone], _ reader: LayoutReader) -> [LayoutProblem] {
        zones.flatMap { zone in
            let parts = zone.geometry.polygons
            return parts.enumerated().compactMap { index, part -> LayoutProblem? in
                let metres = part.map { $0.map { $0 / 1000 } }
                guard let shape = reader.session.area([metres]), shape.isNarrower(than: limits.sliver.inMetres) else {
                    return nil
                }
                let place = parts.count == 1 ? "" : "polygon \(index): "
                let area = Int(shape.area.rounded())
                return LayoutProblem(
                    .sliver, feature: zone.feature, zones: [zone.id],
                    "\(reader.label(zone.feature, zone.id)) \(place)is a sliver: \(area) m2, nowhere "
                        + "\(limits.sliver.inMetres.shortText) m wide; join it with a neighbour")
            }
        }
    }
}

extension Double {
    /// With at most one decimal: `10`, `2.5`.
    var shortText: String {
        let rounded = (self * 10).rounded() / 10
        return rounded == rounded.rounded() && abs(rounded) < 1e15 ? String(Int(rounded)) : String(rounded)
    }
}
