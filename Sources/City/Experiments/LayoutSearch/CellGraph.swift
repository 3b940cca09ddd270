// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel

/// The cells that zones are made of, with their areas and their common borders.
package struct CellGraph: Sendable {
    /// Square metres.
    package let areas: [Double]
    /// By cell, the neighbours by rising index with the length of the common border in metres.
    package let borders: [[(cell: Int, length: Double)]]
    /// By cell, a place inside; empty where nobody knows.
    package let middles: [Place]

    /// Takes cells; a border counts for both sides.
    package init(areas: [Double], borders: [[Int: Double]], middles: [Place] = []) {
        precondition(areas.count == borders.count, "\(areas.count) areas and \(borders.count) rows of borders")
        precondition(
            middles.isEmpty || middles.count == areas.count, "\(middles.count) middles of \(areas.count) cells")
        self.areas = areas
        self.middles = middles
        self.borders = borders.map { row in row.sorted { $0.key < $1.key }.map { (cell: $0.key, length: $0.value) } }
    }

    package var count: Int { areas.count }

    func area(of cells: [Int]) -> Double { cells.reduce(0) { $0 + areas[$1] } }

    /// Whether one can go from each of these cells to each other one without leaving them.
    func isConnected(_ cells: [Int]) -> Bool {
        guard let first = cells.first else { return false }
        return reached(from: first, within: Set(cells)).count == cells.count
    }

    /// The cells that are reached from one, nearest first.
    func reached(from first: Int, within cells: Set<Int>) -> [Int] {
        var found = [first]
        var seen: Set = [first]
        var next = 0
        while next < found.count {
            for (cell, _) in borders[found[next]] where cells.contains(cell) && seen.insert(cell).inserted {
                found.append(cell)
            }
            next += 1
        }
        return found
    }
}

/// A division of cells into zones. Equal divisions are equal values: a zone is named after its lowest cell.
package struct Partition: Hashable, Sendable {
    /// By cell, the lowest cell of its zone.
    package let owners: [Int]

    /// Cells with equal labels are one zone.
    package init(_ labels: [Int]) {
        var lowest: [Int: Int] = [:]
        owners = labels.enumerated().map { cell, label in
            let owner = lowest[label] ?? cell
            lowest[label] = owner
            return owner
        }
    }

    /// Each cell is a zone.
    package static func single(_ count: Int) -> Partition { Partition(Array(0..<count)) }

    package var count: Int { owners.enumerated().count { $0.offset == $0.element } }

    /// The cells of each zone, by the lowest.
    package var zones: [[Int]] {
        var cells: [Int: [Int]] = [:]
        for (cell, owner) in owners.enumerated() { cells[owner, default: []].append(cell) }
        return cells.sorted { $0.key < $1.key }.map(\.value)
    }

    func cells(of zone: Int) -> [Int] { owners.indices.filter { owners[$0] == zone } }
}

/// What every zone of a layout must keep.
package struct LayoutLimits: Sendable {
    /// How many zones there may be.
    package let zones: ClosedRange<Int>
    /// How small a zone may be, in square metres, and how large one of several cells.
    package let area: ClosedRange<Double>

    package init(zones: ClosedRange<Int>, area: ClosedRange<Double> = 0...Double.infinity) {
        (self.zones, self.area) = (zones, area)
    }

    /// Whether a zone may be made of these cells. A single cell may be as large as it is: nothing smaller can be made of it.
    func allows(_ cells: [Int], _ graph: CellGraph) -> Bool {
        let area = graph.area(of: cells)
        return area >= self.area.lowerBound && (area <= self.area.upperBound || cells.count == 1)
            && graph.isConnected(cells)
    }

    /// Whether a layout may be this division.
    func allow(_ partition: Partition, _ graph: CellGraph) -> Bool {
        zones.contains(partition.count) && partition.zones.allSatisfy { allows($0, graph) }
    }
}
