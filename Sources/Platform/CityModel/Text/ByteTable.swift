// SPDX-License-Identifier: GPL-3.0-or-later

/// A comma-separated table read row by row from its bytes: for tables of hundreds of thousands of rows, of which `CSVText` would
/// make as many texts. Header and messages are those of `CSVText`, which reads every line that is not plain: with a quote within a
/// cell, or with a fault.
package struct ByteTable {
    /// How problems name the file.
    package let file: String
    /// What is wrong so far; of very much the first.
    package private(set) var problems: [InputProblem] = []
    /// How many errors there are, listed or not.
    package private(set) var errorCount = 0
    /// What is doubtful.
    package private(set) var doubts: [InputProblem] = []
    /// How many lines had fewer cells than the header, where that may be.
    package private(set) var shortLines = 0
    /// The line of the row that was read last, from 1.
    package private(set) var line = 0

    private let bytes: [UInt8]
    private let isLenient: Bool
    private var columns: [String: Int] = [:]
    private var width = 0
    private var next = 0
    /// The cells of the row: of the bytes where no quote stands within one, else of `quoted`.
    private var starts: [Int] = []
    private var ends: [Int] = []
    private var start = 0
    private var quoted: [CSVText.Cell]?

    /// A row, to come back to.
    package struct Place: Sendable {
        fileprivate let line: UInt32
        fileprivate let start: UInt32
    }

    /// Reads the header; `columns` says which there may be.
    ///
    /// A lenient reader skips empty lines, and takes cells that are missing at the end of a line as empty, as in tables that other
    /// programs wrote; for others both are faults.
    package init(_ bytes: [UInt8], of file: String, _ columns: CSVColumns, isLenient: Bool = false) {
        self.bytes = bytes
        self.isLenient = isLenient
        self.file = file
        let text = String(decoding: takeLine() ?? [], as: UTF8.self)
        let header = CSVText(text + "\n", of: file)
        for problem in header.faults + columns.faults(header) { note(problem) }
        doubts = columns.doubts(header)
        for (index, cell) in header.header.enumerated() { self.columns[cell.text] = index }
        width = header.header.count
    }

    /// Whether the header can be read and has what it must have.
    package var isReadable: Bool { errorCount == 0 && width > 0 }

    /// Whether there is a column.
    package func has(_ column: String) -> Bool { columns[column] != nil }

    /// The position of a column, for `cell`.
    package func position(_ column: String) -> Int? { columns[column] }

    private mutating func takeLine() -> ArraySlice<UInt8>? {
        guard next < bytes.count else { return nil }
        start = next
        line += 1
        var end = next
        while end < bytes.count, bytes[end] != UInt8(ascii: "\n") { end += 1 }
        next = end + 1
        if end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
        return bytes[start..<end]
    }

    /// Goes to the next row; false at the end of the table. Rows with faults are noted and left out.
    package mutating func advance() -> Bool {
        while let row = takeLine() {
            quoted = nil
            if isLenient, row.isEmpty { continue }
            if split(row) {
                if isLenient, ends.count < width {
                    shortLines += 1
                    while ends.count < width {
                        starts.append(row.endIndex)
                        ends.append(row.endIndex)
                    }
                }
                if ends.count == width { return true }
            }
            // A header of as many columns, so that the line is judged as in a table of its own.
            let header = (0..<width).map { "c\($0)" }.joined(separator: ",")
            let table = CSVText(header + "\n" + String(decoding: row, as: UTF8.self) + "\n", of: file)
            if let found = table.rows.first {
                quoted = found.cells
                return true
            }
            for fault in table.faults {
                note(
                    InputProblem(
                        .error, at: InputLocation(file: file, line: line, column: fault.location.column), fault.message)
                )
            }
            if table.faults.isEmpty { note(column: 1, "the line is empty") }
        }
        return false
    }

    /// Finds the cells of a row; false where a quote stands within a cell, or is not closed.
    private mutating func split(_ row: ArraySlice<UInt8>) -> Bool {
        starts.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        var at = row.startIndex
        while true {
            if at < row.endIndex, row[at] == UInt8(ascii: "\"") {
                starts.append(at + 1)
                repeat { at += 1 } while at < row.endIndex && row[at] != UInt8(ascii: "\"")
                guard at < row.endIndex else { return false }
                ends.append(at)
                at += 1
                guard at == row.endIndex || row[at] == UInt8(ascii: ",") else { return false }
            } else {
                starts.append(at)
                while at < row.endIndex, row[at] != UInt8(ascii: ",") {
                    guard row[at] != UInt8(ascii: "\"") else { return false }
                    at += 1
                }
                ends.append(at)
            }
            if at == row.endIndex { return true }
            at += 1
        }
    }

    /// The row that was read last.
    package var place: Place { Place(line: UInt32(line), start: UInt32(start)) }

    /// Reads a row again, to note what was found wrong with it later.
    package mutating func goBack(to place: Place) {
        let short = shortLines
        (line, next) = (Int(place.line) - 1, Int(place.start))
        _ = advance()
        shortLines = short
    }

    private func range(_ index: Int) -> Range<Int> { starts[index]..<ends[index] }

    /// The bytes of the cell of a column, by its position.
    package func cell(_ index: Int) -> ArraySlice<UInt8> {
        quoted.map { ArraySlice($0[index].text.utf8) } ?? bytes[range(index)]
    }

    /// The text of a cell; nothing where there is no such column.
    package func text(_ column: String) -> String {
        guard let index = columns[column] else { return "" }
        return quoted?[index].text ?? String(decoding: bytes[range(index)], as: UTF8.self)
    }

    /// Whether a cell is there and holds something.
    package func isFilled(_ column: String) -> Bool {
        guard let index = columns[column] else { return false }
        return quoted.map { !$0[index].text.isEmpty } ?? !range(index).isEmpty
    }

    /// A whole number; noted when it is none.
    package mutating func whole(_ column: String) -> Int64? {
        guard let index = columns[column] else { return nil }
        if let number = WholeNumber.value(cell(index)) { return number }
        note(column, "\(column) \"\(text(column))\" is not a whole number")
        return nil
    }

    /// A plain decimal number within limits; noted when it is none.
    package mutating func number(_ column: String, _ limits: ClosedRange<Double>) -> Double? {
        guard let index = columns[column] else { return nil }
        if quoted == nil, let number = Self.decimal(bytes[range(index)]), limits.contains(number) { return number }
        if let number = plainNumber(text(column)), limits.contains(number) { return number }
        let allowed = "\(numberText(limits.lowerBound)) to \(numberText(limits.upperBound))"
        note(column, "\(column) \"\(text(column))\" is not a number from \(allowed)")
        return nil
    }

    /// A number of up to 15 digits, perhaps with a point among them: whole numbers below 2^53 and powers of ten are exact, so their
    /// ratio is the nearest number there is. Nil for anything else, which may be a number all the same.
    static func decimal(_ text: ArraySlice<UInt8>) -> Double? {
        let isNegative = text.first == UInt8(ascii: "-")
        var (value, digits, decimals) = (Int64(0), 0, -1)
        for byte in isNegative ? text.dropFirst() : text {
            if byte == UInt8(ascii: "."), decimals < 0, digits > 0 {
                decimals = 0
            } else if (48...57).contains(byte), digits < 15 {
                value = value * 10 + Int64(byte - 48)
                digits += 1
                if decimals >= 0 { decimals += 1 }
            } else {
                return nil
            }
        }
        guard digits > 0, decimals != 0 else { return nil }
        let number = decimals > 0 ? Double(value) / powers[decimals] : Double(value)
        return isNegative ? -number : number
    }

    private static let powers = (0..<16).map { (0..<$0).reduce(1.0) { power, _ in power * 10 } }

    /// Notes what is wrong with a cell of the row.
    package mutating func note(_ column: String, _ message: String) {
        guard let index = columns[column] else { return note(column: 1, message) }
        if let quoted { return note(column: quoted[index].column, message) }
        var cell = starts[index]
        if cell > start, bytes[cell - 1] == UInt8(ascii: "\"") { cell -= 1 }
        note(column: String(decoding: bytes[start..<cell], as: UTF8.self).count + 1, message)
    }

    /// Notes what is wrong with the row.
    package mutating func note(column: Int, _ message: String) {
        note(InputProblem(.error, at: InputLocation(file: file, line: line, column: column), message))
    }

    private mutating func note(_ problem: InputProblem) {
        errorCount += 1
        if problems.count < InputErrors.mostListed { problems.append(problem) }
    }

    /// Notes that something can be doubted.
    package mutating func doubt(_ message: String) {
        doubts.append(InputProblem(.warning, at: InputLocation(file: file), message))
    }
}
