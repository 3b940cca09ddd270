// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel

/// The form of equal cells that a city is cut into.
public enum CellForm: Sendable, Hashable {
    /// Squares in rows and columns.
    case squares
    /// Regular hexagons that stand on a corner; odd rows are shifted by half a cell.
    case hexagons
}

/// Equal cells over a rectangle of the plane, centred on it.
///
/// Corners are counted in half steps from one corner of the grid, so that cells which share a corner share its bits.
struct CellGrid {
    let form: CellForm
    let rows: Int
    let columns: Int
    // A half cell to the east; half a side (squares), a quarter of the height (hexagons) to the north.
    private let stepEast: Double
    private let stepNorth: Double
    // The middle of the cell in the south-west.
    private let west: Double
    private let south: Double

    /// Cells of an area in square metres over a rectangle of metres.
    init(_ form: CellForm, area: Double, west: Double, south: Double, east: Double, north: Double) {
        self.form = form
        // A town of just two cells must not get a third for the last digits of the projection; what lies a hair outside of the
        // grid goes to the nearest cell.
        func count(_ length: Double) -> Int { max(1, Int((length - 5e-4).rounded(.up))) }
        let (width, height) = (east - west, north - south)
        switch form {
        case .squares:
            let side = area.squareRoot()
            stepEast = side / 2
            stepNorth = side / 2
            rows = count(height / side)
            columns = count(width / side)
            self.west = (west + east) / 2 - Double(columns - 1) * stepEast
            self.south = (south + north) / 2 - Double(rows - 1) * stepNorth
        case .hexagons:
            // A regular hexagon of side s has the area 3 sqrt(3) / 2 s^2, is sqrt(3) s wide, and rows lie 3/2 s apart.
            let side = (2 * area / (3 * 3.0.squareRoot())).squareRoot()
            stepEast = side * 3.0.squareRoot() / 2
            stepNorth = side / 2
            rows = max(0, Int(((height - side) / (1.5 * side)).rounded(.up))) + 1
            columns = count(width / (2 * stepEast) + 0.5)
            let shift = rows > 1 ? stepEast / 2 : 0
            self.west = (west + east) / 2 - Double(columns - 1) * stepEast - shift
            self.south = (south + north) / 2 - Double(rows - 1) * 1.5 * stepNorth
        }
    }

    /// The closed outline of a cell, in metres.
    func outline(row: Int, column: Int) -> [(east: Double, north: Double)] {
        let corners: [(Int, Int)]
        let middle: (Int, Int)
        switch form {
        case .squares:
            middle = (2 * column, 2 * row)
            corners = [(-1, -1), (1, -1), (1, 1), (-1, 1), (-1, -1)]
        case .hexagons:
            middle = (2 * column + row % 2, 3 * row)
            corners = [(0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1), (0, -2)]
        }
        return corners.map {
            (west + Double(middle.0 + $0.0) * stepEast, south + Double(middle.1 + $0.1) * stepNorth)
        }
    }

    /// The cell whose middle is nearest to a point, which is the cell that holds it.
    func cell(east: Double, north: Double) -> (row: Int, column: Int) {
        let rowStep = form == .squares ? 2 * stepNorth : 3 * stepNorth
        let guess = Int(((north - south) / rowStep).rounded(.down))
        var best = (row: 0, column: 0)
        var least = Double.infinity
        for row in guess...(guess + 1) {
            let shift = form == .hexagons && row % 2 != 0 ? stepEast : 0
            let column = Int(((east - west - shift) / (2 * stepEast)).rounded())
            let x = east - west - shift - Double(column) * 2 * stepEast
            let y = north - south - Double(row) * rowStep
            if x * x + y * y < least {
                least = x * x + y * y
                best = (row, column)
            }
        }
        return (min(max(best.row, 0), rows - 1), min(max(best.column, 0), columns - 1))
    }

    /// Letters of the column, A in the west, and the number of the row, 1 in the south: `C4`.
    static func name(row: Int, column: Int) -> String {
        var letters = ""
        var rest = column
        repeat {
            letters = String(UnicodeScalar(UInt8(65 + rest % 26))) + letters
            rest = rest / 26 - 1
        } while rest >= 0
        return "\(letters)\(row + 1)"
    }
}
