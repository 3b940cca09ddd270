// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel

/// Ground cut into faces: no two overlap, and neighbours have every corner of their common border in common.
struct Coverage {
    /// A connected piece of ground and what it belongs to; nil for nothing.
    struct Face {
        let ground: Ground
        var owner: Int?
    }

    /// A straight piece of a border, the same for both sides.
    struct Segment: Hashable {
        let low: FilePosition
        let high: FilePosition

        init(_ start: FilePosition, _ end: FilePosition) {
            low = min(start, end)
            high = max(start, end)
        }
    }

    var faces: [Face]
    private let session: Geometries

    /// Cuts the ground along lines; nobody owns a face yet. Nil when GEOS fails.
    init?(cutting lines: [[FilePosition]], session: Geometries) {
        let whole = session.lines(lines.filter { $0.count >= 2 }.map(Ground.flat))
        guard let faces = whole?.unitedOnGrid()?.enclosed() else { return nil }
        self.session = session
        self.faces = faces.polygons.map { Face(ground: Ground([$0]), owner: nil) }
            .sorted { $0.ground.precedes($1.ground) }
    }

    /// Cuts along all borders; each face belongs to the first of the grounds that cover it (a point in several zones is in
    /// the one of the lowest number). Nil when GEOS fails.
    init?(of grounds: [Ground], session: Geometries) {
        self.init(cutting: grounds.flatMap { $0.polygons.joined() }, session: session)
        own(by: grounds)
    }

    /// Gives each face to the first of the grounds that cover its middle.
    mutating func own(by grounds: [Ground]) {
        let shapes = grounds.map { (bounds: $0.bounds, geometry: session.area($0.flat)) }
        for index in faces.indices {
            guard let spot = faces[index].inside(session), let point = session.point(spot.x, spot.y) else { continue }
            let bounds = faces[index].ground.bounds
            faces[index].owner = shapes.firstIndex {
                $0.bounds.meets(bounds) && $0.geometry?.covers(point) == true
            }
        }
    }

    /// Gives enclosed ground that nobody owns, and that is nowhere wider than this many metres, to the neighbour with the
    /// longest border: the narrow gaps that separate digitising leaves.
    mutating func closeGaps(upTo width: Double, plane: LocalPlane) {
        let scale = GroundScale(plane)
        var narrow = faces.indices.filter { index in
            faces[index].owner == nil
                && session.area(faces[index].ground.metres(in: plane))?.isNarrower(than: width) == true
        }
        var isMoving = true
        while isMoving, !narrow.isEmpty {
            isMoving = false
            let owners = segmentOwners()
            for index in narrow {
                var borders: [Int: Double] = [:]
                for segment in faces[index].ground.segments {
                    for other in owners[segment] ?? [] where other != index {
                        if let owner = faces[other].owner { borders[owner, default: 0] += scale.length(segment) }
                    }
                }
                let best = borders.keys.sorted().max { (borders[$0] ?? 0) < (borders[$1] ?? 0) }
                if let best {
                    faces[index].owner = best
                    isMoving = true
                }
            }
            narrow.removeAll { faces[$0].owner != nil }
        }
    }

    /// The faces on the sides of each segment.
    private func segmentOwners() -> [Segment: [Int]] {
        var found: [Segment: [Int]] = [:]
        for (index, face) in faces.enumerated() {
            for segment in face.ground.segments { found[segment, default: []].append(index) }
        }
        return found
    }

    /// The length in metres of the common borders of owners: a table for each owner.
    func borders(owners count: Int, plane: LocalPlane) -> [[Int: Double]] {
        let scale = GroundScale(plane)
        var borders = [[Int: Double]](repeating: [:], count: count)
        let sides = segmentOwners()
        for (index, face) in faces.enumerated() {
            guard let owner = face.owner else { continue }
            for segment in face.ground.segments {
                for other in sides[segment] ?? [] where other > index {
                    guard let neighbour = faces[other].owner, neighbour != owner else { continue }
                    let length = scale.length(segment)
                    borders[owner][neighbour, default: 0] += length
                    borders[neighbour][owner, default: 0] += length
                }
            }
        }
        return borders
    }

    /// The lines between different owners, nobody among them, each once.
    func borderLines() -> [[FilePosition]] {
        let sides = segmentOwners()
        var lines: [[FilePosition]] = []
        for (index, face) in faces.enumerated() {
            for segment in face.ground.segments {
                let others = (sides[segment] ?? []).filter { $0 != index }
                guard let other = others.first else {
                    if face.owner != nil { lines.append([segment.low, segment.high]) }
                    continue
                }
                if other > index, faces[other].owner != face.owner { lines.append([segment.low, segment.high]) }
            }
        }
        return lines
    }

    /// The ground of each owner, its faces made one; nil when GEOS fails.
    func grounds(owners count: Int) -> [Ground]? {
        var parts = [[[[FilePosition]]]](repeating: [], count: count)
        for face in faces {
            if let owner = face.owner { parts[owner] += face.ground.polygons }
        }
        var grounds: [Ground] = []
        for polygons in parts {
            guard polygons.count != 1 else {
                grounds.append(Ground(polygons))
                continue
            }
            guard let whole = session.area(polygons.map { $0.map(Ground.flat) })?.unitedOnGrid() else { return nil }
            grounds.append(Ground(whole.polygons))
        }
        return grounds
    }
}

extension Coverage.Face {
    /// A point surely inside, on the grid of the file.
    func inside(_ session: Geometries) -> (x: Double, y: Double)? { session.area(ground.flat)?.inside }
}

extension Ground {
    /// The straight pieces of all rings.
    var segments: [Coverage.Segment] {
        polygons.joined().flatMap { ring in zip(ring, ring.dropFirst()).map { Coverage.Segment($0, $1) } }
    }

    func precedes(_ other: Ground) -> Bool {
        let (left, right) = (polygons.first?.first ?? [], other.polygons.first?.first ?? [])
        return left.lexicographicallyPrecedes(right)
    }
}

extension Geometry {
    /// Whether no circle of this width has room in it. Lengths are in metres.
    func isNarrower(than width: Double) -> Bool {
        // The ground within a radius of the border is at most radius times border: ample ground needs no search.
        if length > 0, area / length >= width / 2 { return false }
        guard let circle = largestCircle(within: max(width / 100, 0.01)) else { return true }
        return 2 * circle.radius < width
    }
}

/// Metres for small differences of positions: good to a part in a thousand over a city, for lengths that are compared.
struct GroundScale {
    let east: Double
    let north: Double

    init(_ plane: LocalPlane) {
        let north = plane.metres(
            GeographicPoint(longitude: plane.centre.longitude, latitude: plane.centre.latitude + 0.01))
        let east = plane.metres(
            GeographicPoint(longitude: plane.centre.longitude + 0.01, latitude: plane.centre.latitude))
        self.north = (north?.north ?? 0) / 1e5
        self.east = (east?.east ?? 0) / 1e5
    }

    func length(_ segment: Coverage.Segment) -> Double {
        let x = Double(segment.high.east - segment.low.east) * east
        let y = Double(segment.high.north - segment.low.north) * north
        return (x * x + y * y).squareRoot()
    }
}
