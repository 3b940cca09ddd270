// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// Looks for parts of zones that are too narrow to drive in.
struct Slivers {
    /// A part that is nowhere as wide as this, in metres, is a sliver.
    let width: Double

    /// An error for each zone that is a sliver as a whole. Whatever reads a layout to drive in it refuses those.
    func errors(_ zones: [ReadZone], _ reader: LayoutReader) -> [LayoutProblem] {
        let suspects = zones.filter { zone in
            // In millimetres. Ample ground has a part that is ample, and needs no look at its parts.
            let length = zone.geometry.length
            return length <= 0 || zone.geometry.area / length < width * 1000 / 2
        }
        return problems(suspects, reader).filter { $0.severity == .error }
    }

    /// A warning for each zone that has slivers beside ampler parts.
    func warnings(_ zones: [ReadZone], _ reader: LayoutReader) -> [LayoutProblem] {
        problems(zones, reader).filter { $0.severity == .warning }
    }

    private func problems(_ zones: [ReadZone], _ reader: LayoutReader) -> [LayoutProblem] {
        zones.compactMap { zone in
            let parts = zone.geometry.polygons
            let areas = parts.enumerated().compactMap { index, part -> (index: Int, area: Double)? in
                let metres = part.map { $0.map { $0 / 1000 } }
                guard let shape = reader.session.area([metres]), shape.isNarrower(than: width) else {
                    return nil
                }
                return (index, shape.area)
            }
            guard let largest = areas.max(by: { $0.area < $1.area }) else { return nil }
            let label = reader.label(zone.feature, zone.id)
            let size = "\(Int(largest.area.rounded())) m2, nowhere \(width.shortText) m wide"
            guard areas.count < parts.count else {
                return LayoutProblem(
                    .sliver, feature: zone.feature, zones: [zone.id],
                    "\(label) is a sliver: \(size); merge it with a neighbour")
            }
            return LayoutProblem(
                .sliver, severity: .warning, feature: zone.feature, zones: [zone.id],
                "\(label) has \(areas.count) sliver\(areas.count == 1 ? "" : "s") among its \(parts.count) polygons; the "
                    + "largest is polygon \(largest.index): \(size)")
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
