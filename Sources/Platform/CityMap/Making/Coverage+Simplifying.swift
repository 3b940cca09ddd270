// SPDX-License-Identifier: GPL-3.0-or-later

extension Coverage {
    /// The ground of each owner with fewer corners: each border between two owners is simplified once, for both, by GEOS's
    /// line simplifier (Douglas and Peucker 1973) that lets no line cross another. Places where three owners meet stay.
    ///
    /// - Parameters:
    ///   - tolerance: how far a border may move, in metres.
    ///   - parts: the ground of each owner now.
    /// - Returns: nil when GEOS fails or an owner is left without ground.
    func simplified(
        by tolerance: Double, _ parts: [Ground], plane: LocalPlane, session: Geometries
    ) -> [Ground]? {
        let scale = GroundScale(plane)
        // A step to the east is shorter on the ground than one to the north: evened out, so that the tolerance is the same.
        let squeeze = scale.east / scale.north
        let flat = borderLines().map { line in line.flatMap { [Double($0.east) * squeeze, Double($0.north)] } }
        guard let lines = session.lines(flat)?.joined()?.simplified(tolerance / scale.north) else { return nil }
        // Corners are corners of the old lines, so rounding gives back what they were.
        let coarse = lines.lines.map { Ground.ring($0.enumerated().map { $0 % 2 == 0 ? $1 / squeeze : $1 }) }
        guard var faces = Coverage(cutting: coarse, session: session) else { return nil }
        let shapes = parts.map { (bounds: $0.bounds, geometry: session.area($0.flat)) }
        for index in faces.faces.indices {
            let ground = faces.faces[index].ground
            let bounds = ground.bounds
            guard let face = session.area(ground.flat) else { return nil }
            // The owner of most of the ground; nobody where most was nobody's.
            var free = face.area
            var best: (owner: Int, area: Double)?
            for (owner, shape) in shapes.enumerated() where shape.bounds.meets(bounds) {
                guard let area = shape.geometry?.intersection(face)?.area, area > 0 else { continue }
                free -= area
                if area > best?.area ?? 0 { best = (owner, area) }
            }
            if let best, best.area > free { faces.faces[index].owner = best.owner }
        }
        guard let grounds = faces.grounds(owners: parts.count), !grounds.contains(where: \.isEmpty) else { return nil }
        return grounds
    }
}
