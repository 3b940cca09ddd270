// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel

/// Reads the lines of a table of travel times and collects every problem.
struct TravelTableReader {
    /// One line of the table, zones by index.
    struct Row {
        let from: Int
        let to: Int
        let hour: Int
        let milliseconds: Int64
        let millimetres: Int64?
    }

    private static let columns = CSVColumns(
        "a table of travel times", ["from_zone", "to_zone", "seconds", "period_start_hour", "metres"], needed: 3)
    private static let seconds = PlausibleDrive.shortestSeconds...1_000_000

    let indexes: [ZoneID: Int]
    private(set) var problems: [InputProblem] = []
    private(set) var doubts: [InputProblem] = []
    private var plausible: PlausibleTrips?
    private let zones: [ZoneID]
    private let keys: ZoneKeys
    private let table: CSVText
    private var columns: [String: Int] = [:]
    private var firstLines: [[Int]: Int] = [:]
    private var lengths: [[Int]: (millimetres: Int64, line: Int)] = [:]

    init(_ table: CSVText, zones: [ZoneID], keys: ZoneKeys, distances: ZoneDistances?) {
        self.table = table
        self.zones = zones
        self.keys = keys
        plausible = distances.map { PlausibleTrips($0, of: .mean) }
        indexes = Dictionary(zones.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    }

    mutating func read() -> [Row] {
        problems = table.faults + Self.columns.faults(table)
        doubts = Self.columns.doubts(table)
        for (index, cell) in table.header.enumerated() { columns[cell.text] = index }
        var rows: [Row] = []
        // A line may lack a column that the header lacks; what is there is checked.
        for line in table.rows {
            if let row = row(line) { rows.append(row) }
        }
        if rows.isEmpty, problems.isEmpty { problems.append(table.noRows) }
        for problem in plausible?.problems(time: "seconds", distance: "metres") ?? [] {
            if problem.severity == .error { problems.append(problem) } else { doubts.append(problem) }
        }
        problems.sort { ($0.location.line, $0.location.column) < ($1.location.line, $1.location.column) }
        return rows
    }

    private mutating func row(_ line: CSVText.Row) -> Row? {
        let before = problems.count
        let from = zone("from_zone", line)
        let to = zone("to_zone", line)
        let hour = hour(line)
        let seconds = number("seconds", line, Self.seconds)
        let hasMetres = cell("metres", line)?.text.isEmpty == false
        // 0 is a length that was not measured.
        let metres = hasMetres ? number("metres", line, 0...10_000_000).flatMap { $0 > 0 ? $0 : nil } : nil
        if let seconds, let metres, let cell = cell("seconds", line),
            let fault = PlausibleDrive.fault(metres: metres, seconds: seconds)
        {
            note(cell, line, fault)
        }
        guard problems.count == before, let from, let to, let hour, let seconds else { return nil }
        let row = Row(
            from: from, to: to, hour: hour, milliseconds: Int64((seconds * 1000).rounded()),
            millimetres: metres.map { Int64(($0 * 1000).rounded()) })
        compare(row, line)
        plausible?.judge(
            from: zones[from], to: zones[to], seconds: seconds, metres: metres,
            at: InputLocation(file: table.file, line: line.line))
        return row
    }

    /// Notes a second time, or another length, for a pair.
    private mutating func compare(_ row: Row, _ line: CSVText.Row) {
        if let first = firstLines.updateValue(line.line, forKey: [row.from, row.to, row.hour]),
            let cell = cell("from_zone", line)
        {
            note(cell, line, "these zones and this hour appear twice: also in line \(first)")
        }
        guard let length = row.millimetres, let cell = cell("metres", line) else { return }
        if let first = lengths[[row.from, row.to]], first.millimetres != length {
            note(cell, line, "the distance differs from that in line \(first.line); it must be the same at all hours")
        } else {
            lengths[[row.from, row.to]] = (length, line.line)
        }
    }

    private func cell(_ name: String, _ line: CSVText.Row) -> CSVText.Cell? { columns[name].map { line.cells[$0] } }

    private mutating func note(_ cell: CSVText.Cell, _ line: CSVText.Row, _ message: String) {
        problems.append(table.error(line, cell, message))
    }

    /// The hour at which the period of a line starts; 0 without such a column.
    private mutating func hour(_ line: CSVText.Row) -> Int? {
        guard let cell = cell("period_start_hour", line) else { return 0 }
        if let hour = Int(cell.text), (0...23).contains(hour) { return hour }
        note(cell, line, "period_start_hour \"\(cell.text)\" is not a whole number from 0 to 23")
        return nil
    }

    private mutating func number(_ name: String, _ line: CSVText.Row, _ range: ClosedRange<Double>) -> Double? {
        guard let cell = cell(name, line) else { return nil }
        if let number = plainNumber(cell.text), range.contains(number) { return number }
        let limits = "\(numberText(range.lowerBound)) to \(numberText(range.upperBound))"
        note(cell, line, "\(name) \"\(cell.text)\" is not a number from \(limits)")
        return nil
    }

    private mutating func zone(_ name: String, _ line: CSVText.Row) -> Int? {
        guard let cell = cell(name, line) else { return nil }
        if let zone = keys.zone(cell.text), let index = indexes[zone] { return index }
        note(cell, line, "\(name) \"\(cell.text)\" is not a zone of the layout")
        return nil
    }
}
