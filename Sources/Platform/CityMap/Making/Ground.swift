// SPDX-License-Identifier: GPL-3.0-or-later

/// Some ground as a layout file writes it: polygons, each a list of closed rings, outer first.
struct Ground: Sendable, Hashable {
    /// Outer rings run counterclockwise and holes clockwise (RFC 7946, section 3.1.6); each ring starts at its least
    /// position, and rings and polygons are in the order of those: equal ground has equal text.
    let polygons: [[[FilePosition]]]

    init(_ polygons: [[[FilePosition]]]) {
        self.polygons =
            polygons
            .compactMap { rings in
                guard let outer = rings.first else { return nil }
                let holes = rings.dropFirst().map { Self.ordered($0, counterclockwise: false) }
                return [Self.ordered(outer, counterclockwise: true)] + holes.sorted { $0.lexicographicallyPrecedes($1) }
            }
            .sorted { $0[0].lexicographicallyPrecedes($1[0]) }
    }

    /// What GEOS gives for ground on the grid of the file.
    init(_ flat: [[[Double]]]) { self.init(flat.map { $0.map(Self.ring) }) }

    static func ring(_ flat: [Double]) -> [FilePosition] {
        flat.points.map { FilePosition(east: Int64($0.x.rounded()), north: Int64($0.y.rounded())) }
    }

    static func flat(_ ring: [FilePosition]) -> [Double] { ring.flatMap { [Double($0.east), Double($0.north)] } }

    /// For GEOS: the grid of the file as whole numbers.
    var flat: [[[Double]]] { polygons.map { $0.map(Self.flat) } }

    /// For GEOS: metres in the plane.
    func metres(in plane: LocalPlane) -> [[[Double]]] {
        polygons.map { rings in
            rings.map { ring in
                ring.flatMap { position -> [Double] in
                    let place = plane.metres(position.geographic) ?? (0, 0)
                    return [place.east, place.north]
                }
            }
        }
    }

    var isEmpty: Bool { polygons.isEmpty }

    /// The rectangle around it on the grid of the file.
    var bounds: Box {
        var bounds = Box()
        for position in polygons.joined().joined() { bounds.add(position.east, position.north) }
        return bounds
    }

    /// Square metres in the plane.
    func area(in plane: LocalPlane) -> Double {
        var sum = 0.0
        for rings in metres(in: plane) {
            for (index, ring) in rings.enumerated() { sum += (index == 0 ? 1 : -1) * abs(Self.doubleArea(ring)) / 2 }
        }
        return sum
    }

    static func doubleArea(_ ring: [Double]) -> Double {
        guard ring.count >= 2 else { return 0 }
        // Counted from the first corner, so that large coordinates do not eat the digits.
        let (x0, y0) = (ring[0], ring[1])
        var sum = 0.0
        for index in stride(from: 0, to: ring.count - 3, by: 2) {
            sum += (ring[index] - x0) * (ring[index + 3] - y0) - (ring[index + 2] - x0) * (ring[index + 1] - y0)
        }
        return sum
    }

    private static func ordered(_ ring: [FilePosition], counterclockwise: Bool) -> [FilePosition] {
        var open = Array(ring.dropLast())
        if (doubleArea(flat(ring)) > 0) != counterclockwise { open.reverse() }
        let least = open.indices.min { open[$0] < open[$1] } ?? 0
        open = Array(open[least...] + open[..<least])
        return open + open.prefix(1)
    }
}
