// SPDX-License-Identifier: GPL-3.0-or-later
package import CityModel

/// Answers a table of queries with a table of journeys.
package struct TransitTable {
    /// Seconds of a query at most: two days.
    private static let latestTime: Int64 = 2 * 86_400

    private let search: TransitSearch
    private let names: StopNames
    private let isLatest: Bool

    /// Queries about a day: the latest departure is asked for that arrives in time, or else the earliest arrival.
    package init(_ search: TransitSearch, latest isLatest: Bool) {
        self.search = search
        self.isLatest = isLatest
        names = StopNames(search.timetable)
    }

    /// The answers. Of the earliest arrival: `from_stop`, `to_stop` and `depart_s` as they were asked, `arrive_s` and `changes`. Of the
    /// latest departure: `from_stop`, `to_stop` and `arrive_s` as they were asked, `depart_s`, `arrival_s` and `changes`. Empty where there
    /// is no journey.
    ///
    /// - Throws: all that is wrong with the queries.
    package func answers(_ bytes: [UInt8], of file: String) throws(InputErrors) -> (
        table: [UInt8], count: Int, reached: Int
    ) {
        let asked = isLatest ? "arrive_s" : "depart_s"
        let columns = ["from_stop", "to_stop", asked]
        let found = isLatest ? ["depart_s", "arrival_s", "changes"] : ["arrive_s", "changes"]
        var table = ByteTable(bytes, of: file, CSVColumns("a table of queries", columns, needed: columns.count))
        var answers = Array((columns + found).joined(separator: ",").utf8)
        answers.append(UInt8(ascii: "\n"))
        var (count, reached) = (0, 0)
        while table.isReadable || count > 0, table.advance() {
            count += 1
            let (from, to) = (names.stop("from_stop", &table), names.stop("to_stop", &table))
            let time = table.whole(asked)
            if let time, !(0...Self.latestTime).contains(time) {
                table.note(asked, "\(asked) \(time) is not a number of seconds from 0 to \(Self.latestTime)")
            }
            guard table.errorCount == 0, let from, let to, let time else { continue }
            let query = search.query(from: from, to: to)
            let best =
                isLatest
                ? search.latest(query, arriving: Int32(time)).last : search.earliest(query, leaving: Int32(time)).last
            for column in columns {
                answers += CSVText.cell(table.text(column)).utf8
                answers.append(UInt8(ascii: ","))
            }
            if let best {
                reached += 1
                let times = isLatest ? "\(best.departs),\(best.arrives)" : "\(best.arrives)"
                answers += "\(times),\(best.changes)".utf8
            } else {
                answers += Array(repeating: UInt8(ascii: ","), count: found.count - 1)
            }
            answers.append(UInt8(ascii: "\n"))
        }
        guard table.errorCount == 0 else { throw InputErrors(problems: table.problems, errorCount: table.errorCount) }
        return (answers, count, reached)
    }
}
