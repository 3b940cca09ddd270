// SPDX-License-Identifier: GPL-3.0-or-later

extension Coverage {
    /// Parts of a zone that are nowhere as wide as this, in metres, are slivers.
    static let sliverWidth = 10.0

    /// The grounds as faces again, without their slivers; what of those lay between zones has gone to a neighbour.
    static func withoutSlivers(_ grounds: [Ground], plane: LocalPlane, session: Geometries) -> Coverage? {
        let ample = grounds.map { $0.withoutSlivers(plane: plane, session: session) }
        guard ample != grounds else { return Coverage(of: grounds, session: session) }
        var coverage = Coverage(of: ample, session: session)
        coverage?.closeGaps(upTo: LayoutDrawing.gapWidth, plane: plane)
        return coverage
    }
}

extension Ground {
    /// The ground without polygons that are slivers; as it is when it has nothing else.
    func withoutSlivers(plane: LocalPlane, session: Geometries) -> Ground {
        guard polygons.count > 1 else { return self }
        let ample = polygons.filter { rings in
            session.area(Ground([rings]).metres(in: plane))?.isNarrower(than: Coverage.sliverWidth) == false
        }
        return ample.isEmpty ? self : Ground(ample)
    }
}
