// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// A comma-separated table with a header line, read strictly: RFC 4180, one record on one line, equal numbers of cells.
///
/// Written for this language because every cell must know its line and column for messages; the CSV packages at hand give
/// bare texts.
struct CSVTable: Sendable {
    /// A cell with its column in the line, counted in characters from 1.
    struct Cell: Sendable {
        let text: String
        let column: Int
    }

    static let mostBytes = 64 << 20

    let file: String
    let header: [Cell]
    /// The records, the first on line 2.
    let rows: [[Cell]]

    func place(row: Int, _ cell: Cell) -> FilePlace { FilePlace(file: file, line: row + 2, column: cell.column) }

    /// The position of a column; notes that it is missing.
    func column(_ name: String, _ reading: Reading) -> Int? {
        if let found = header.firstIndex(where: { $0.text == name }) { return found }
        let names = header.map(\.text)
        reading.error(
            FilePlace(file: file, line: 1, column: 1), "there is no column `\(name)`",
            allowed: names.joined(separator: ", "),
            meant: nearestName(to: name, among: names))
        return nil
    }

    /// Reads a table; notes what is wrong and gives nil.
    static func read(_ path: String, _ reading: Reading) -> CSVTable? {
        func wrong(_ line: Int, _ column: Int, _ what: String) {
            reading.error(FilePlace(file: path, line: line, column: column), what)
        }
        guard let bytes = FileManager.default.contents(atPath: path) else {
            wrong(1, 1, "the file cannot be read")
            return nil
        }
        guard bytes.count <= mostBytes, let whole = String(bytes: bytes, encoding: .utf8) else {
            wrong(
                1, 1,
                bytes.count > mostBytes
                    ? "the file is larger than \(mostBytes >> 20) MiB" : "the file is not UTF-8 text")
            return nil
        }
        var lines = whole.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
            String(Substring(line.last == UInt8(ascii: "\r") ? line.dropLast() : line))
        }
        if lines.last == "" { lines.removeLast() }
        if let first = lines.first, first.hasPrefix("\u{FEFF}") { lines[0] = String(first.unicodeScalars.dropFirst()) }
        var records: [[Cell]] = []
        records.reserveCapacity(lines.count)
        for (index, line) in lines.enumerated() {
            switch cells(line) {
            case .failure(let fault): wrong(index + 1, fault.column, fault.what)
            case .success(let cells):
                if let header = records.first, cells.count != header.count {
                    wrong(index + 1, 1, "the line has \(cells.count) cells, the header \(header.count)")
                }
                records.append(cells)
            }
            if reading.problems.count >= Reading.mostProblems { return nil }
        }
        guard let header = records.first, !header.allSatisfy(\.text.isEmpty) else {
            wrong(1, 1, "the file is empty; a header line is needed")
            return nil
        }
        for (index, cell) in header.enumerated() where header[..<index].contains(where: { $0.text == cell.text }) {
            wrong(1, cell.column, "the column `\(cell.text)` is there twice")
        }
        let isGood = records.count == lines.count && records.allSatisfy { $0.count == header.count }
        return isGood ? CSVTable(file: path, header: header, rows: Array(records.dropFirst())) : nil
    }

    private struct Fault: Error {
        let column: Int
        let what: String
    }

    private static func cells(_ line: String) -> Result<[Cell], Fault> {
        guard line.utf8.contains(UInt8(ascii: "\"")) else {
            var column = 1
            return .success(
                line.split(separator: ",", omittingEmptySubsequences: false).map { part in
                    defer { column += part.count + 1 }
                    return Cell(text: String(part), column: column)
                })
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
                        return .failure(Fault(column: start, what: "a quote is not closed on its line"))
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
                    return .failure(Fault(column: column, what: "a comma is expected after the closing quote"))
                }
            } else {
                text = String(rest.prefix { $0 != "," })
                if text.contains("\"") {
                    return .failure(Fault(column: start, what: "a quote in a cell without quotes"))
                }
                rest = rest.dropFirst(text.count)
                column += text.count
            }
            cells.append(Cell(text: text, column: start))
            if rest.isEmpty { return .success(cells) }
            rest.removeFirst()
            column += 1
        }
    }
}
