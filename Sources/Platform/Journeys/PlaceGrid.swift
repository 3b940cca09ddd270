// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel

/// Things by place: square cells with the numbers of what lies in them.
struct PlaceGrid: Sendable {
    private struct Cell: Hashable {
        let east: Int32
        let north: Int32
    }

    /// Millimetres of a cell's side.
    private let side: Int32
    private var cells: [Cell: [Int32]] = [:]

    init(side: Distance) { self.side = Int32(clamping: max(1, side.millimetres)) }

    private func cell(_ place: Place) -> Cell {
        func part(_ value: Int32) -> Int32 { value / side - (value % side < 0 ? 1 : 0) }
        return Cell(east: part(place.east), north: part(place.north))
    }

    mutating func insert(_ number: Int32, at place: Place) { cells[cell(place), default: []].append(number) }

    mutating func remove(_ number: Int32, at place: Place) { cells[cell(place)]?.removeAll { $0 == number } }

    /// The numbers in all cells that a distance around a place touches, rising.
    func numbers(within limit: Distance, of place: Place) -> [Int32] {
        let middle = cell(place)
        let rings = Int32(limit.millimetres / Int64(side)) + 1
        var found: [Int32] = []
        for east in -rings...rings {
            for north in -rings...rings {
                found += cells[Cell(east: middle.east + east, north: middle.north + north)] ?? []
            }
        }
        return found.sorted()
    }

    /// The nearest of the things within a distance, straight; of equally near ones the one with the lowest number.
    ///
    /// Rings of cells around the place are looked at until no farther one can hold a nearer thing.
    func nearest(to place: Place, within limit: Distance, placeOf: (Int32) -> Place) -> Int32? {
        let middle = cell(place)
        var best: (millimetres: Int64, number: Int32)?
        var ring: Int32 = 0
        // What lies in a ring is at least so far away as the rings inside it are wide.
        while Int64(ring - 1) * Int64(side) <= min(limit.millimetres, best?.millimetres ?? .max) {
            for east in -ring...ring {
                // All of the first and the last column, of others their ends.
                let step = abs(east) == ring || ring == 0 ? 1 : 2 * ring
                for north in stride(from: -ring, through: ring, by: Int32.Stride(step)) {
                    for number in cells[Cell(east: middle.east + east, north: middle.north + north)] ?? [] {
                        let far = placeOf(number).distance(to: place).millimetres
                        guard far <= limit.millimetres else { continue }
                        if best.map({ (far, number) < ($0.millimetres, $0.number) }) ?? true { best = (far, number) }
                    }
                }
            }
            ring += 1
        }
        return best?.number
    }
}
