// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel

/// How long import, file and searches take on this machine: what `cabrank bench transit` prints.
package struct TransitMeasures {
    /// A figure with its unit in its name.
    package private(set) var figures: [(name: String, value: Double)] = []
    private let clock: () -> Double

    /// Measures with a clock that counts seconds, of the processor for example.
    package init(clock: @escaping () -> Double) { self.clock = clock }

    /// Notes what something takes, or the best of some rounds of it: what a busy machine adds is left out.
    private mutating func note<Result>(
        _ name: String, per count: Double = 1, rounds: Int = 1, _ body: () throws -> Result
    ) rethrows -> Result {
        var begin = clock()
        let result = try body()
        var best = clock() - begin
        for _ in 1..<rounds {
            begin = clock()
            _ = try body()
            best = min(best, clock() - begin)
        }
        figures.append((name, best / count))
        return result
    }

    /// Measures the import of feeds, a day's preparation, and queries at the same stop and with walks.
    ///
    /// - Parameters:
    ///   - paths: the feeds.
    ///   - day: the service day.
    ///   - queries: a table with `from_stop`, `to_stop` and `depart_s`.
    ///   - name: how problems name it.
    ///   - bytes: reads a file.
    /// - Throws: what is wrong with the feeds or the queries.
    package mutating func measure(
        _ paths: [String], on day: ServiceDay, queries: [UInt8], of name: String, bytes: (String) throws -> [UInt8]
    ) throws {
        let file = try note("import_seconds") { try TransitImport(Feed.read(paths, bytes: bytes)).file }
        let written = note("write_seconds") { file.bytes }
        let timetable = try note("load_seconds") { try TimetableFile(written) }.timetable
        var table = ByteTable(
            queries, of: name, CSVColumns("a table of queries", ["from_stop", "to_stop", "depart_s"], needed: 3))
        let names = StopNames(timetable)
        var asked: [(from: Int, to: Int, time: Int32)] = []
        while table.isReadable, table.advance() {
            let (from, to) = (names.stop("from_stop", &table), names.stop("to_stop", &table))
            guard let time = table.whole("depart_s"), let from, let to else { continue }
            asked.append((from, to, Int32(clamping: time)))
        }
        guard table.errorCount == 0 else { throw InputErrors(problems: table.problems, errorCount: table.errorCount) }
        for (kind, walks) in [("same_stop", false), ("walk", true)] {
            let changes = note("\(kind)_changes_seconds") {
                walks
                    ? StopChanges(timetable, paths: WalkRule().paths(timetable)) : StopChanges(sameStop: timetable)
            }
            let search = note("\(kind)_day_seconds") {
                TransitSearch(timetable, on: day, changes: changes, seesDayBefore: false)
            }
            let made = asked.map { (search.query(from: $0.from, to: $0.to), $0.time) }
            let count = Double(max(made.count, 1))
            let arrivals = note("\(kind)_query_seconds", per: count, rounds: 10) {
                made.reduce(0) { sum, asked in
                    sum + (search.arrival(asked.0, leaving: asked.1).map { Int($0) } ?? 0)
                }
            }
            let latest = note("\(kind)_latest_seconds", per: count, rounds: 3) {
                made.count { !search.latest($0.0, arriving: $0.1 + 3600).isEmpty }
            }
            figures += [
                ("\(kind)_sum_of_arrivals", Double(arrivals)), ("\(kind)_in_an_hour", Double(latest)),
                ("\(kind)_trips", Double(search.tripCount)), ("\(kind)_patterns", Double(search.patternCount)),
            ]
        }
        figures += [("queries", Double(asked.count)), ("file_bytes", Double(written.count))]
    }
}
