// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel

/// Looks for ground that should be in a zone and is not.
struct Gaps {
    let limits: LayoutLimits
    let plane: LocalPlane

    /// All zones made one, in the plane's millimetres; nil when GEOS fails.
    static func united(_ zones: [ReadZone], _ session: Geometries) -> Geometry? {
        session.area(zones.flatMap(\.geometry.polygons))?.united()
    }

    /// Ground in no zone with zones all around. An error where a place in it is farther from all zones than the tolerance,
    /// else one warning for all of it.
    func enclosed(by whole: Geometry, _ zones: [ReadZone], _ reader: LayoutReader) -> [LayoutProblem] {
        var problems: [LayoutProblem] = []
        var narrow = (count: 0, largest: 0.0)
        for hole in whole.polygons.flatMap({ $0.dropFirst() }) {
            guard let shape = metres([hole], reader.session) else { continue }
            guard !shape.isNarrower(than: 2 * limits.gap.inMetres) else {
                narrow = (narrow.count + 1, max(narrow.largest, shape.area))
                continue
            }
            // In millimetres: a zone that touches the hole is no farther than rounding.
            let outline = reader.session.area([[hole]])
            let near = zones.filter { zone in outline.map { zone.geometry.distance($0) < 10 } ?? false }
            let names = near.prefix(4).map { reader.label($0.feature, $0.id) }
            let more = near.count > 4 ? " and \(near.count - 4) more" : ""
            problems.append(
                LayoutProblem(
                    .gap, feature: near.map(\.feature).min(), zones: near.map(\.id),
                    "\(Int(shape.area.rounded())) m2 \(spot(in: shape)) are in no zone, between "
                        + "\(names.joined(separator: ", "))\(more); a gap may be \((2 * limits.gap.inMetres).shortText) m wide"
                ))
        }
        if narrow.count > 0 {
            problems.append(
                LayoutProblem(
                    .gap, severity: .warning,
                    "\(narrow.count) gap\(narrow.count == 1 ? "" : "s") between zones, the largest of "
                        + "\(Int(narrow.largest.rounded())) m2; points there belong to the nearest zone"))
        }
        return problems
    }

    /// Ground of the city that is in no zone, by zone of the city: an error for each that is wider than the tolerance, or, as
    /// a pier, farther from all zones.
    func uncovered(
        _ city: LayoutCheck.Ground, by whole: Geometry, _ session: Geometries
    ) throws(LayoutProblems) -> [LayoutProblem] {
        var reader = LayoutReader(
            numberProperty: city.numberProperty, nameProperty: city.nameProperty, overlapTolerance: 0.01)
        guard let (zones, _) = reader.readUsable(city.geoJSON, in: plane), reader.problems.isEmpty else {
            throw LayoutProblems(fileName: city.fileName, problems: reader.problems)
        }
        var problems: [LayoutProblem] = []
        for zone in zones {
            // Each reader has a session of its own; geometries do not mix.
            guard let own = session.area(zone.geometry.polygons), let rest = own.difference(whole) else { continue }
            let bare = rest.polygons.compactMap { part -> Geometry? in
                guard let shape = metres(part, session) else { return nil }
                return !shape.isNarrower(than: 2 * limits.gap.inMetres) || isFar(part, from: whole, session)
                    ? shape : nil
            }
            guard let largest = bare.max(by: { $0.area < $1.area }) else { continue }
            let sum = bare.reduce(0) { $0 + $1.area }
            let all = sum * 1e6 > 0.999 * own.area ? ", all of it," : ""
            problems.append(
                LayoutProblem(
                    .gap,
                    "\(Int(sum.rounded())) m2 of zone \(zone.label) of \(city.fileName)\(all) are in no zone; "
                        + "most \(spot(in: largest))"))
        }
        return problems
    }

    /// Whether a corner of the part, in the plane's millimetres, is farther from all zones than the tolerance.
    private func isFar(_ part: [[Double]], from whole: Geometry, _ session: Geometries) -> Bool {
        let most = Double(limits.gap.millimetres)
        return part.first?.points.contains { session.point($0.x, $0.y).map { $0.distance(whole) > most } ?? false }
            ?? false
    }

    private func metres(_ polygon: [[Double]], _ session: Geometries) -> Geometry? {
        session.area([polygon.map { $0.map { $0 / 1000 } }])
    }

    /// `near longitude 9.12345, latitude 45.12345`
    private func spot(in shape: Geometry) -> String {
        guard let inside = shape.inside else { return "" }
        let point = plane.geographic(Place(metresEast: inside.x, north: inside.y))
        return "near \(point.shortText)"
    }
}

extension GeographicPoint {
    /// Five decimals, about a metre: `longitude 9.18726, latitude 45.46435`.
    var shortText: String {
        func rounded(_ degrees: Double) -> Double { (degrees * 1e5).rounded() / 1e5 }
        return "longitude \(rounded(longitude)), latitude \(rounded(latitude))"
    }
}
