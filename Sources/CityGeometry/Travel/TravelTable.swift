// SPDX-License-Identifier: GPL-3.0-or-later
public import CityModel

/// One reason why a table of travel times cannot be used.
public struct TableProblem: Error, Sendable, Hashable {
    /// The line in the file, from 1.
    public let line: Int
    /// The column in the line, from 1, where the faulty value starts.
    public let column: Int
    /// What is wrong and what to do, in one sentence.
    public let message: String

    /// Makes a problem.
    public init(line: Int, column: Int, _ message: String) {
        self.line = line
        self.column = column
        self.message = message
    }
}

/// Everything that is wrong with a table of travel times, found in one reading.
public struct TableProblems: Error, Sendable, Hashable, CustomStringConvertible {
    /// The name of the file, as given.
    public let fileName: String
    /// The problems, by line. Never empty when thrown.
    public let problems: [TableProblem]

    /// Makes the list.
    public init(fileName: String, problems: [TableProblem]) {
        self.fileName = fileName
        self.problems = problems
    }

    /// One line a problem: `file:line:column: error: message`.
    public var description: String {
        problems.map { "\(fileName):\($0.line):\($0.column): error: \($0.message)" }.joined(separator: "\n")
    }
}

/// Travel times from zone to zone by time of day, as read from CSV text.
///
/// The first line names the columns, in any order: `from_zone`, `to_zone`, `seconds` and, where wanted,
/// `period_start_hour` (0 to 23; 0 when there is no such column) and `metres`. Other columns are ignored. A period lasts
/// until the next start hour found anywhere in the file; the last one lasts, over midnight, until the first.
public struct TravelTable: Sendable, Hashable {
    /// The hours at which periods start, rising.
    public let periodStarts: [Int]
    private let indexes: [ZoneID: Int]
    private let count: Int
    // By period, from-zone and to-zone; -1 where the table says nothing.
    private let milliseconds: [Int64]
    // By from-zone and to-zone, for all periods.
    private let millimetres: [Int64]
    // The period of each hour of the day.
    private let periods: [Int]

    /// The time from a zone to another for a start in this hour; nil when the table has none.
    public func time(from start: ZoneID, to end: ZoneID, hour: Int) -> TimeSpan? {
        guard let pair = pair(start, end) else { return nil }
        let time = milliseconds[periods[hour] * count * count + pair]
        return time < 0 ? nil : TimeSpan(nanoseconds: time * 1_000_000)
    }

    /// The length of the way from a zone to another; nil when the table has none.
    public func distance(from start: ZoneID, to end: ZoneID) -> Distance? {
        guard let pair = pair(start, end), millimetres[pair] >= 0 else { return nil }
        return Distance(millimetres: millimetres[pair])
    }

    private func pair(_ start: ZoneID, _ end: ZoneID) -> Int? {
        guard let from = indexes[start], let to = indexes[end] else { return nil }
        return from * count + to
    }

    /// Reads a table.
    ///
    /// - Parameters:
    ///   - csv: the whole text.
    ///   - fileName: how problems name the file.
    ///   - zones: the zones of the layout; other zone numbers are problems.
    /// - Throws: every problem of the file with line and column: missing columns, missing or unreadable values, negative
    ///   times, unknown zones, a pair given twice in one period, a pair with two lengths.
    public init(csv: String, fileName: String, zones: [ZoneID]) throws(TableProblems) {
        var reader = TravelTableReader(zones: zones)
        let rows = reader.read(csv)
        guard reader.problems.isEmpty else { throw TableProblems(fileName: fileName, problems: reader.problems) }
        indexes = reader.indexes
        count = zones.count
        let starts = Array(Set(rows.map(\.hour))).sorted()
        periodStarts = starts
        periods = (0..<24).map { hour in starts.lastIndex { $0 <= hour } ?? starts.count - 1 }
        var milliseconds = [Int64](repeating: -1, count: starts.count * count * count)
        var millimetres = [Int64](repeating: -1, count: count * count)
        for row in rows {
            let pair = row.from * count + row.to
            milliseconds[periods[row.hour] * count * count + pair] = row.milliseconds
            if let length = row.millimetres { millimetres[pair] = length }
        }
        self.milliseconds = milliseconds
        self.millimetres = millimetres
    }
}
