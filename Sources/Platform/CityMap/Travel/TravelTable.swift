// SPDX-License-Identifier: GPL-3.0-or-later
public import CityModel

/// Travel times from zone to zone by time of day, as read from CSV text.
///
/// The first line names the columns, in any order: `from_zone`, `to_zone`, `seconds` and, where wanted,
/// `period_start_hour` (0 to 23; 0 when there is no such column) and `metres`. Other columns are ignored. A way takes 1 s to
/// 1,000,000 s and, where its length is given, is at most 200 km/h fast; ways that the table leaves out are given by
/// `unknownPairs`. A period lasts
/// until the next start hour found anywhere in the file; the last one lasts, over midnight, until the first.
public struct TravelTable: Sendable, Hashable {
    /// Columns that are not used, perhaps by a slip of the pen.
    public let doubts: [InputProblem]
    /// The hours at which periods start, rising.
    public let periodStarts: [Int]
    private let zones: [ZoneID]
    private let indexes: [ZoneID: Int]
    private var count: Int { zones.count }
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
    /// - Throws: every problem of the file with line and column: missing columns, lines with missing or extra cells,
    ///   unreadable values, ways that take no time or are too fast, unknown zones, a pair given twice in one period, a pair
    ///   with two lengths.
    public init(csv: String, fileName: String, zones: [ZoneID]) throws(InputErrors) {
        try self.init(csv: csv, fileName: fileName, zones: zones, keys: .numbers, distances: nil)
    }

    /// Reads the table of a layout: times and lengths that cannot be between its zones are found too.
    public init(csv: String, fileName: String, layout: any ZoneLayout) throws(InputErrors) {
        try self.init(
            csv: csv, fileName: fileName, zones: layout.zones.map(\.id), keys: ZoneKeys(layout.zones),
            distances: ZoneDistances(layout))
    }

    private init(
        csv: String, fileName: String, zones: [ZoneID], keys: ZoneKeys, distances: ZoneDistances?
    ) throws(InputErrors) {
        let table = CSVText(csv, of: fileName)
        var reader = TravelTableReader(table, zones: zones, keys: keys, distances: distances)
        let rows = reader.read()
        guard reader.problems.isEmpty else {
            throw InputErrors(
                problems: Array(reader.problems.prefix(InputErrors.mostListed)),
                errorCount: reader.problems.count + table.faultCount - table.faults.count)
        }
        indexes = reader.indexes
        doubts = reader.doubts
        self.zones = zones
        let starts = Array(Set(rows.map(\.hour))).sorted()
        periodStarts = starts
        periods = (0..<24).map { hour in starts.lastIndex { $0 <= hour } ?? starts.count - 1 }
        var milliseconds = [Int64](repeating: -1, count: starts.count * zones.count * zones.count)
        var millimetres = [Int64](repeating: -1, count: zones.count * zones.count)
        for row in rows {
            let pair = row.from * zones.count + row.to
            milliseconds[periods[row.hour] * zones.count * zones.count + pair] = row.milliseconds
            if let length = row.millimetres { millimetres[pair] = length }
        }
        self.milliseconds = milliseconds
        self.millimetres = millimetres
    }

    /// The ways from one zone to another that have no time in some period.
    public struct UnknownPairs: Sendable, Hashable {
        /// How many there are.
        public let count: Int
        /// How many ways there are between two zones.
        public let all: Int
        /// The first of them.
        public let from: ZoneID
        /// Where the first of them leads.
        public let to: ZoneID
    }

    /// The ways from one zone to another that have no time in some period; nil when all have. Grows with the square of the
    /// zones.
    public var unknownPairs: UnknownPairs? {
        var missing = 0
        var first: Int?
        for pair in 0..<count * count where pair / count != pair % count {
            guard periodStarts.indices.contains(where: { milliseconds[$0 * count * count + pair] < 0 }) else {
                continue
            }
            missing += 1
            if first == nil { first = pair }
        }
        return first.map { pair in
            UnknownPairs(
                count: missing, all: count * (count - 1), from: zones[pair / count], to: zones[pair % count])
        }
    }
}
