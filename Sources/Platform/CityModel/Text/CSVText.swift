// SPDX-License-Identifier: GPL-3.0-or-later

/// A comma-separated table with a header line, read strictly: RFC 4180, one record on one line, equal numbers of cells.
///
/// One reader for all tables: those that scenarios name and those of the layout commands. Every cell knows its line and
/// column, for messages; the CSV packages at hand give bare texts.
package struct CSVText: Sendable {
    /// A cell with its column in the line, counted in characters from 1.
    package struct Cell: Sendable {
        package let text: String
        package let column: Int

        package init(text: String, column: Int) {
            self.text = text
            self.column = column
        }
    }

    /// A record with its line in the file, from 1.
    package struct Row: Sendable {
        package let line: Int
        package let cells: [Cell]
    }

    private struct Fault: Error {
        let column: Int
        let message: String
    }

    /// How problems name the file.
    package let file: String
    /// The names of the columns; empty when there is no header line.
    package private(set) var header: [Cell] = []
    /// The records that have as many cells as the header: all of them when there are no faults.
    package private(set) var rows: [Row] = []
    /// By line; of very many the first ones.
    package private(set) var faults: [InputProblem] = []
    /// How many faults there are, listed or not.
    package private(set) var faultCount = 0

    /// Reads the text of a file.
    package init(_ text: String, of file: String) {
        self.file = file
        // Bytes: the two characters of a DOS line end are one character to Swift.
        var lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
            String(Substring(line.last == UInt8(ascii: "\r") ? line.dropLast() : line))
        }
        if lines.last == "" { lines.removeLast() }
        if let first = lines.first, first.hasPrefix("\u{FEFF}") { lines[0] = String(first.unicodeScalars.dropFirst()) }
        rows.reserveCapacity(lines.count)
        for (index, line) in lines.enumerated() {
            let number = index + 1
            do throws(Fault) {
                let cells = try Self.cells(line)
                if index == 0 {
                    readHeader(cells, of: line)
                } else if header.isEmpty || cells.count == header.count {
                    rows.append(Row(line: number, cells: cells))
                } else {
                    note(number, 1, "the line has \(cells.count) cells, but the header has \(header.count)")
                }
            } catch {
                note(number, error.column, error.message)
            }
            if index == 0, header.isEmpty, faults.isEmpty { break }
        }
        if header.isEmpty, faults.isEmpty { note(1, 1, "the file is empty; a header line is needed") }
        if header.isEmpty { rows = [] }
    }

    /// A text as a cell of a table: in quotes where it must be.
    package static func cell(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") }) else { return text }
        return "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }

    /// What is wrong with a cell.
    package func error(_ row: Row, _ cell: Cell, _ message: String) -> InputProblem {
        error(row.line, cell.column, message)
    }

    private func error(_ line: Int, _ column: Int, _ message: String) -> InputProblem {
        InputProblem(.error, at: InputLocation(file: file, line: line, column: column), message)
    }

    /// That there is nothing below the header.
    package var noRows: InputProblem { error(1, 1, "the table has no rows") }

    /// The position of a column.
    package func column(_ name: String) -> Int? { header.firstIndex { $0.text == name } }

    /// Whether the first line reads as names of columns. What is no table is not shown in messages: a scenario can name any file.
    package var hasNames: Bool {
        header.count > 1
            && header.allSatisfy { cell in
                cell.text.utf8.count <= 64
                    && cell.text.unicodeScalars.allSatisfy {
                        $0.properties.isAlphabetic || " _-.()/%0123456789".unicodeScalars.contains($0)
                    }
            }
    }

    private mutating func note(_ line: Int, _ column: Int, _ message: String) {
        faultCount += 1
        if faultCount <= InputErrors.mostListed { faults.append(error(line, column, message)) }
    }

    private mutating func readHeader(_ cells: [Cell], of line: String) {
        if cells.allSatisfy(\.text.isEmpty) { return }
        // What spreadsheets write where a comma is the decimal mark: one message, not one for each column that is not found.
        let marks: [(mark: Character, name: String)] = [("\t", "tabs"), (";", "semicolons")]
        if cells.count == 1, let found = marks.first(where: { line.contains($0.mark) }) {
            return note(
                1, line.prefix { $0 != found.mark }.count + 1,
                "the table is separated by \(found.name); allowed: commas, with a point in decimal numbers")
        }
        // Blanks around a name are none of it: `time, zone`.
        header = cells.map { cell -> Cell in
            let text = cell.text.drop(while: \.isWhitespace)
            let blanks = text.reversed().prefix(while: \.isWhitespace).count
            return Cell(text: String(text.dropLast(blanks)), column: cell.column + cell.text.count - text.count)
        }
        for (index, cell) in header.enumerated() where header[..<index].contains(where: { $0.text == cell.text }) {
            note(1, cell.column, "the column `\(cell.text)` appears twice")
        }
    }

    private static func cells(_ line: String) throws(Fault) -> [Cell] {
        guard line.utf8.contains(UInt8(ascii: "\"")) else {
            // Nearly all lines have a byte for each character, which counts them soon.
            let isPlain = line.utf8.allSatisfy { $0 < 0x80 }
            var column = 1
            return line.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map { bytes in
                let part = Substring(bytes)
                defer { column += (isPlain ? bytes.count : part.count) + 1 }
                return Cell(text: String(part), column: column)
            }
        }
        var cells: [Cell] = []
        var rest = Substring(line)
        var column = 1
        while true {
            let start = column
            var text = ""
            if rest.first == "\"" {
                rest.removeFirst()
                column += 1
                while true {
                    guard let next = rest.popFirst() else {
                        throw Fault(column: start, message: "a quote is not closed on its line")
                    }
                    column += 1
                    if next != "\"" {
                        text.append(next)
                    } else if rest.first == "\"" {
                        text.append("\"")
                        rest.removeFirst()
                        column += 1
                    } else {
                        break
                    }
                }
                if let next = rest.first, next != "," {
                    throw Fault(column: column, message: "a comma is expected after the closing quote")
                }
            } else {
                text = String(rest.prefix { $0 != "," })
                if text.contains("\"") {
                    throw Fault(column: start, message: "a quote inside a cell that is not quoted")
                }
                rest = rest.dropFirst(text.count)
                column += text.count
            }
            cells.append(Cell(text: text, column: start))
            if rest.isEmpty { return cells }
            rest.removeFirst()
            column += 1
        }
    }
}
