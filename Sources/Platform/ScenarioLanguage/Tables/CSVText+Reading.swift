// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel

extension CSVText {
    static let mostBytes = 64 << 20

    /// Whether the form of the table is wrong somewhere: that is reported, and the table must not be used.
    package var isDamaged: Bool { !faults.isEmpty }

    package func location(_ row: Row, _ cell: Cell) -> InputLocation {
        InputLocation(file: file, line: row.line, column: cell.column)
    }

    /// The position of a column whose name the scenario gives; notes that it is missing.
    package func column(_ name: String, _ reading: Reading) -> Int? {
        if let found = column(name) { return found }
        guard hasNames else {
            reading.error(
                InputLocation(file: file),
                "there is no column `\(name)`: the first line does not read as names of columns")
            return nil
        }
        let names = header.map(\.text)
        reading.error(
            InputLocation(file: file), "there is no column `\(name)`", allowed: names.joined(separator: ", "),
            meant: nearestName(to: name, among: names))
        return nil
    }

    /// The positions of the columns of a kind of table, nil for those that are not there. Notes what is wrong with the
    /// header, and what is doubtful.
    package func positions(_ columns: CSVColumns, _ reading: Reading) -> [Int?] {
        for problem in columns.faults(self) + columns.doubts(self) { reading.note(problem) }
        return columns.names.map { column($0) }
    }

    /// Reads a table and notes what is wrong. Nil when there is not even a header: else the records that can be read are
    /// given, so that all that is wrong with them is reported at once.
    package static func read(_ path: String, _ reading: Reading) -> CSVText? {
        let text: String
        do {
            text = try InputFile.text(of: path, most: mostBytes)
        } catch {
            reading.error(InputLocation(file: path), error.description)
            return nil
        }
        let table = CSVText(text, of: path)
        for fault in table.faults { reading.note(fault) }
        reading.addUnlisted(errors: table.faultCount - table.faults.count)
        return table.header.isEmpty ? nil : table
    }
}
