// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel

/// Reads the lines of a table of travel times and collects every problem.
///
/// Fields are numbers, so a comma always ends a field; quotes around a field are allowed.
struct TravelTableReader {
    /// One line of the table, zones by index.
    struct Row {
        let from: Int
        let to: Int
        let hour: Int
        let milliseconds: Int64
        let millimetres: Int64?
    }

    let indexes: [ZoneID: Int]
    private(set) var problems: [TableProblem] = []
    private var columns: [String: Int] = [:]
    private var firstLines: [[Int]: Int] = [:]
    private var lengths: [[Int]: (millimetres: Int64, line: Int)] = [:]

    init(zones: [ZoneID]) {
        indexes = Dictionary(zones.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    }

    mutating func read(_ csv: String) -> [Row] {
        var rows: [Row] = []
        var hasHeader = false
        // Swift sees "\r\n" as one character, so a split at newlines handles both kinds of line end.
        for (number, text) in csv.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            guard !text.allSatisfy(\.isWhitespace) else { continue }
            let line = Line(text, number: number + 1)
            if !hasHeader {
                hasHeader = true
                guard readHeader(line) else { return [] }
            } else if let row = row(line) {
                rows.append(row)
            }
        }
        if rows.isEmpty, problems.isEmpty { problems.append(TableProblem(line: 1, column: 1, "the table has no rows")) }
        return rows
    }

    private mutating func readHeader(_ line: Line) -> Bool {
        for (index, field) in line.fields.enumerated() {
            let name = index == 0 && field.text.hasPrefix("\u{FEFF}") ? String(field.text.dropFirst()) : field.text
            if columns.updateValue(index, forKey: name) != nil {
                problems.append(TableProblem(line: line.number, column: field.column, "column \"\(name)\" comes twice"))
            }
        }
        for name in ["from_zone", "to_zone", "seconds"] where columns[name] == nil {
            problems.append(TableProblem(line: line.number, column: 1, "column \"\(name)\" is missing"))
        }
        return problems.isEmpty
    }

    private mutating func row(_ line: Line) -> Row? {
        let before = problems.count
        let from = zone("from_zone", line)
        let to = zone("to_zone", line)
        var hour = 0
        if columns["period_start_hour"] != nil {
            hour = number("period_start_hour", line, 0...23).map { Int($0) } ?? 0
            if problems.count == before, let field = field("period_start_hour", line), Int(field.text) == nil {
                note(field, line, "period_start_hour \"\(field.text)\" is not a whole number from 0 to 23")
            }
        }
        let seconds = number("seconds", line, 0...1_000_000)
        let hasMetres = columns["metres"] != nil && field("metres", line)?.text.isEmpty == false
        let metres = hasMetres ? number("metres", line, 0...10_000_000) : nil
        guard problems.count == before, let from, let to, let seconds else { return nil }
        let row = Row(
            from: from, to: to, hour: hour, milliseconds: Int64((seconds * 1000).rounded()),
            millimetres: metres.map { Int64(($0 * 1000).rounded()) })
        compare(row, line)
        return row
    }

    /// Notes a second time, or another length, for a pair.
    private mutating func compare(_ row: Row, _ line: Line) {
        if let first = firstLines.updateValue(line.number, forKey: [row.from, row.to, row.hour]),
            let field = field("from_zone", line)
        {
            note(field, line, "these zones and this hour come twice: also in line \(first)")
        }
        guard let length = row.millimetres, let field = field("metres", line) else { return }
        if let first = lengths[[row.from, row.to]], first.millimetres != length {
            note(field, line, "the way has another length than in line \(first.line); it must be the same at all hours")
        } else {
            lengths[[row.from, row.to]] = (length, line.number)
        }
    }

    private func field(_ name: String, _ line: Line) -> Line.Field? {
        guard let index = columns[name], index < line.fields.count else { return nil }
        return line.fields[index]
    }

    private mutating func note(_ field: Line.Field, _ line: Line, _ message: String) {
        problems.append(TableProblem(line: line.number, column: field.column, message))
    }

    private mutating func number(_ name: String, _ line: Line, _ range: ClosedRange<Double>) -> Double? {
        guard let field = field(name, line) else {
            problems.append(TableProblem(line: line.number, column: line.length + 1, "\(name) is missing"))
            return nil
        }
        guard let number = Double(field.text), range.contains(number) else {
            let limits = "\(Int(range.lowerBound)) to \(Int(range.upperBound))"
            note(field, line, "\(name) \"\(field.text)\" is not a number from \(limits)")
            return nil
        }
        return number
    }

    private mutating func zone(_ name: String, _ line: Line) -> Int? {
        guard let field = field(name, line) else {
            problems.append(TableProblem(line: line.number, column: line.length + 1, "\(name) is missing"))
            return nil
        }
        guard let number = Int32(field.text), let index = indexes[ZoneID(number)] else {
            note(field, line, "\(name) \"\(field.text)\" is not a zone of the layout")
            return nil
        }
        return index
    }
}

/// One line of CSV text, cut into fields.
private struct Line {
    struct Field {
        let text: String
        let column: Int
    }

    let number: Int
    let length: Int
    let fields: [Field]

    init(_ text: Substring, number: Int) {
        self.number = number
        length = text.count
        var column = 1
        var fields: [Field] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            var rest = part.drop(while: \.isWhitespace)
            let start = column + part.count - rest.count
            while rest.last?.isWhitespace == true { rest.removeLast() }
            if rest.count >= 2, rest.first == "\"", rest.last == "\"" { rest = rest.dropFirst().dropLast() }
            fields.append(Field(text: String(rest), column: start))
            column += part.count + 1
        }
        self.fields = fields
    }
}
