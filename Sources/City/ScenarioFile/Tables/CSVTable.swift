// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// A table that a scenario names, with the places of its cells.
struct CSVTable: Sendable {
    typealias Cell = CSVText.Cell
    typealias Row = CSVText.Row

    static let mostBytes = 64 << 20

    let file: String
    let header: [Cell]
    /// The records that can be read. When others cannot, that is noted, and the table must not be used.
    let rows: [Row]
    /// Whether the form of the table is wrong somewhere.
    let isDamaged: Bool

    func place(_ row: Row, _ cell: Cell) -> FilePlace { place(row.line, cell) }

    func place(_ line: Int, _ cell: Cell) -> FilePlace { FilePlace(file: file, line: line, column: cell.column) }

    /// The position of a column whose name the scenario gives; notes that it is missing.
    func column(_ name: String, _ reading: Reading) -> Int? {
        if let found = header.firstIndex(where: { $0.text == name }) { return found }
        let names = header.map(\.text)
        reading.error(
            FilePlace(file: file, line: 1, column: 1), "there is no column `\(name)`",
            allowed: names.joined(separator: ", "),
            meant: nearestName(to: name, among: names))
        return nil
    }

    /// The positions of the columns of a kind of table, nil for those that are not there. Notes what is wrong with the
    /// header, and what is doubtful.
    func positions(_ columns: CSVColumns, _ reading: Reading) -> [Int?] {
        for fault in columns.faults(header) { note(fault, reading) }
        for doubt in columns.doubts(header) {
            reading.warn(FilePlace(file: file, line: doubt.line, column: doubt.column), doubt.message)
        }
        return columns.names.map { name in header.firstIndex { $0.text == name } }
    }

    private func note(_ fault: CSVText.Fault, _ reading: Reading) {
        reading.error(FilePlace(file: file, line: fault.line, column: fault.column), fault.message)
    }

    /// Reads a table and notes what is wrong. Nil when there is not even a header: else the records that can be read are
    /// given, so that all that is wrong with them is told at once.
    static func read(_ path: String, _ reading: Reading) -> CSVTable? {
        let text: String
        do {
            text = try InputFile.text(of: path, most: mostBytes)
        } catch {
            reading.error(FilePlace(file: path, line: 1, column: 1), error.description)
            return nil
        }
        let csv = CSVText(text, mostFaults: Reading.mostProblems)
        let table = CSVTable(file: path, header: csv.header, rows: csv.rows, isDamaged: !csv.faults.isEmpty)
        for fault in csv.faults { table.note(fault, reading) }
        return csv.header.isEmpty ? nil : table
    }
}
