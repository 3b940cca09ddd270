// SPDX-License-Identifier: GPL-3.0-or-later

/// Things by place: square cells with the numbers of what lies in them.
package struct PlaceGrid: Sendable {
    private struct Cell: Hashable {
        let east: Int32
        let north: Int32
    }

    /// Millimetres of a cell's side.
    private let side: Int32
    /// The thing in each cell that was put there last, and by number the one that was put into its cell before it: a look along these
    /// counts no owner of a list.
    private var last: [Cell: Int32] = [:]
    private var before: [Int32] = []
    private static let none: Int32 = -1

    /// Nothing yet; cells have sides of this length, a millimetre at least.
    package init(side: Distance) { self.side = Int32(clamping: max(1, side.millimetres)) }

    private func cell(_ place: Place) -> Cell {
        func part(_ value: Int32) -> Int32 { value / side - (value % side < 0 ? 1 : 0) }
        return Cell(east: part(place.east), north: part(place.north))
    }

    /// Puts a thing somewhere, one that is nowhere yet. Numbers begin at 0, and take memory up to the highest.
    package mutating func insert(_ number: Int32, at place: Place) {
        let missing = Int(number) + 1 - before.count
        if missing > 0 { before.append(contentsOf: repeatElement(Self.none, count: missing)) }
        let cell = cell(place)
        before[Int(number)] = last[cell] ?? Self.none
        last[cell] = number
    }

    /// Takes a thing away from where it was put.
    package mutating func remove(_ number: Int32, at place: Place) {
        let cell = cell(place)
        guard var next = last[cell] else { return }
        if next == number {
            last[cell] = before[Int(number)] == Self.none ? nil : before[Int(number)]
            return
        }
        while before[Int(next)] != Self.none {
            if before[Int(next)] == number {
                before[Int(next)] = before[Int(number)]
                return
            }
            next = before[Int(next)]
        }
    }

    /// Shows what lies in a cell.
    @inline(__always)
    private func forEach(_ east: Int32, _ north: Int32, _ body: (Int32) -> Void) {
        guard var next = last[Cell(east: east, north: north)] else { return }
        while next != Self.none {
            body(next)
            next = before[Int(next)]
        }
    }

    /// The numbers in all cells that a distance around a place touches, rising.
    package func numbers(within limit: Distance, of place: Place) -> [Int32] {
        let middle = cell(place)
        let rings = Int32(limit.millimetres / Int64(side)) + 1
        var found: [Int32] = []
        for east in -rings...rings {
            for north in -rings...rings {
                forEach(middle.east + east, middle.north + north) { found.append($0) }
            }
        }
        return found.sorted()
    }

    /// The nearest of the things within a distance, straight; of equally near ones the one with the lowest rank, then the lowest
    /// number. What `placeOf` has no place for is passed over.
    ///
    /// Rings of cells around the place are looked at until no farther one can hold a nearer thing.
    package func nearest(
        to place: Place, within limit: Distance, rankOf: (Int32) -> Int = { _ in 0 }, placeOf: (Int32) -> Place?
    ) -> Int32? {
        let middle = cell(place)
        var best: (millimetres: Int64, rank: Int, number: Int32)?
        var ring: Int32 = 0
        // What lies in a ring is at least so far away as the rings inside it are wide.
        while Int64(ring - 1) * Int64(side) <= min(limit.millimetres, best?.millimetres ?? .max) {
            for east in -ring...ring {
                // All of the first and the last column, of others their ends.
                let step = abs(east) == ring || ring == 0 ? 1 : 2 * ring
                for north in stride(from: -ring, through: ring, by: Int32.Stride(step)) {
                    forEach(middle.east + east, middle.north + north) { number in
                        guard let far = placeOf(number)?.distance(to: place).millimetres, far <= limit.millimetres
                        else { return }
                        let found = (far, rankOf(number), number)
                        if best.map({ found < $0 }) ?? true { best = found }
                    }
                }
            }
            ring += 1
        }
        return best?.number
    }
}
