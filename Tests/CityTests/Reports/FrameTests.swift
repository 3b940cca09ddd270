// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Foundation
import GRDB
import Testing

@testable import CitySlices
@testable import Reporting
@testable import TaxiSimulation

/// The parts of reports that know no service: template, charts, tables, metrics.
@Suite struct FrameTests {
    @Test("A page fills the places of its template, and not what its parts hold")
    func template() {
        var page = PageTemplate(title: "{{main}} & <b>", kind: "report")
        page.main = "<p>{{title}} {{style}}</p>\n"
        #expect(page.html.contains("<h1>{{main}} &amp; &lt;b&gt;</h1>"))
        #expect(page.html.contains("<main>\n<p>{{title}} {{style}}</p>\n</main>"))
        #expect(page.html.hasPrefix("<!DOCTYPE html>") && page.html.hasSuffix("</html>\n"))
    }

    @Test("Charts are JSON with named data sets, and no word of their files is left open")
    func charts() throws {
        let synthetic = SyntheticCity(zones: 4, drivers: 20, passengers: 60, hours: 2, seed: 1, thinking: 900)
        let run = try ObservedRun(synthetic.context, synthetic.records)
        let report = try #require(run.result.services.first?.report)
        let charts = report.page(ReportFrame(run.context, run.result, canDraw: (true, true), dash: "–")).charts
        #expect(charts.count >= 8)
        for chart in charts {
            let read = try JSONSerialization.jsonObject(with: Data(chart.json.utf8)) as? [String: Any]
            let found = try #require(read, "\(chart.id)")
            let sets = try #require(found["datasets"] as? [String: [Any]])
            #expect(sets["rows"]?.count == chart.rows.count && sets["warmUp"]?.count == (chart.warmUp == nil ? 0 : 1))
            let open = chart.json.matches(of: /"\$(\w+)"/).map(\.1).filter { $0 != "schema" }
            #expect(open.isEmpty, "\(chart.id): \(open)")
        }
    }

    @Test("A table takes few rows and many, nulls and texts, and reports what the database refuses")
    func table() throws {
        let table = ResultTable<Int>(
            name: "numbers",
            columns: [
                .key("number") { $0 }, .realOrNull("half") { $0 % 2 == 0 ? Double($0) / 2 : nil },
                .text("word") { "n'\($0)" }, .text("blank") { _ in "" },
                .word("client", else: "none") { ClientKind(rawValue: UInt8($0)) },
            ])
        #expect(
            table.create
                == "CREATE TABLE numbers (number INTEGER PRIMARY KEY, half REAL, word TEXT NOT NULL, blank TEXT NOT NULL, "
                + "client TEXT NOT NULL);\n")
        let database = try DatabaseQueue()
        try database.write { database in
            try database.execute(sql: table.create)
            try table.insert([], into: database)
            try table.insert(Array(1...3), into: database)
            try table.insert(Array(4...40), into: database)
            let row = try #require(
                try Row.fetchOne(
                    database, sql: "SELECT count(*), sum(half), count(half), min(word), max(number) FROM numbers"))
            let (count, sum, halves, word, last): (Int, Double, Int, String, Int) = (
                row[0], row[1], row[2], row[3], row[4]
            )
            #expect(count == 40 && sum == 210 && halves == 20 && word == "n'1" && last == 40)
            let clients = try String.fetchAll(database, sql: "SELECT client || blank FROM numbers ORDER BY number")
            #expect(clients == (1...40).map { ClientKind(rawValue: UInt8($0))?.word ?? "none" })
            #expect(throws: DatabaseError.self) { try table.insert([40], into: database) }
        }
    }

    @Test("A column is described once: SQLite, JSON, schema, page and article are written from it, or leave it out")
    func column() throws {
        let full = Stop(number: 1234, name: "a<b", length: 90, isOpen: true, waits: Self.waits, shares: [0.25, 0.75])
        let empty = Stop(number: 2, name: "", length: nil, isOpen: false, waits: nil, shares: [])
        #expect(
            Stop.table.create
                == "CREATE TABLE stops (stop INTEGER PRIMARY KEY, name TEXT NOT NULL, length_s REAL, open INTEGER NOT NULL, "
                + "wait_max_s REAL);\n")
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        #expect(
            try [full, empty].map { String(decoding: try encoder.encode($0), as: UTF8.self) } == [
                "{\"about\":{\"name\":\"a<b\",\"open\":true},\"length\":90,\"number\":1234,\"shares\":[0.25,0.75],"
                    + "\"waits\":{\"count\":3,\"max\":4,\"mean\":2,\"min\":1,\"p50\":1,\"p90\":4,\"p95\":4,\"p99\":4,\"sd\":1}}",
                "{\"about\":{\"name\":\"\",\"open\":false},\"number\":2,\"shares\":[]}",
            ])
        // The type reads what its table writes.
        #expect(try JSONDecoder().decode(Form.self, from: try encoder.encode(full)).waits == Self.waits)
        // Required is what every row has; parts of what may be absent as a whole are there together.
        let schema = TypeSchema().schema(of: Stop.self).line
        #expect(schema.contains("\"required\":[\"number\",\"about\",\"shares\"]"), "\(schema)")
        #expect(
            schema.contains("\"required\":[\"count\",\"mean\",\"sd\",\"min\",\"p50\",\"p90\",\"p95\",\"p99\",\"max\"]"))
        #expect(schema.contains("\"length\":{\"type\":\"number\",\"description\":\"How long it is. Unit: s\"}"))
        let html = Stop.table.html("Stops", [full, empty], cells: ["name": { "\($0.name)!" }])
        #expect(html.contains("<button type=\"button\" title=\"how long it is\">length min</button>"))
        #expect(
            html.contains(
                "<tr><td data-key=\"1234.0\">1234</td><td class=\"text\">a&lt;b!</td><td data-key=\"90.0\">1.5</td>"
                    + "<td class=\"text\">open</td><td data-key=\"0.25\">25.0</td></tr>"))
        #expect(html.contains("<td data-key=\"-1.0\">–</td><td class=\"text\">shut</td>"))
        #expect(
            Stop.table.article == """
                | `stops` | `stop` | 1 | its number |
                | `stops` | `name` | | its name |
                | `stops` | `length_s` | s | how long it is |
                | `stops` | `open` | 1 | whether it is open |
                | `stops` | `wait_max_s` | s | wait: largest value |

                """)
    }

    private static let waits = SampleStatistics(
        count: 3, mean: 2, sd: 1, min: 1, p50: 1, p90: 4, p95: 4, p99: 4, max: 4)

    @Test("A metric says what it is a mean over; a part of nothing is not measured")
    func metric() {
        let text = MetricLabel(label: "share of a", text: "Some.")
        let metric = Metric<Parted>.ratio("a.share", about: text, \.part, of: \.whole)[0]
        let (some, none) = (Parted(part: 1, whole: 4), Parted(part: 1, whole: 0))
        #expect(metric.value(some) == 0.25 && metric.size?(some) == 4 && metric.value(none) == nil)
        #expect(metric.about.labelWithUnit == "share of a (%)" && metric.about.unit == "share")
    }
}

/// A row with a column of each kind.
private struct Stop: TableRow {
    var number = 0
    var name = ""
    var length: Double?
    var isOpen = false
    var waits: SampleStatistics?
    var shares: [Double] = []

    static let table = ResultTable<Stop>("stops") {
        Column.key("stop", "its number") { $0.number }.json("number").page("stop")
        Column.text("name", "its name") { $0.name }.json("about.name").page("name")
        Column.realOrNull("length_s", in: .minutes, "how long it is") { $0.length }.json("length").page("length min")
        Column.flag("open", "whether it is open") { $0.isOpen }.json("about.open")
            .page("open") { $0.isOpen ? "open" : "shut" }
        Column.statistics("wait_", json: "waits", "wait", stored: ["max"], page: [:]) { $0.waits }
        Column.realOrNull("first", in: .share, "first share") { $0.shares.first }.json("shares[]").page("first %")
            .unstored
        Column.realOrNull("second", in: .share, "second share") { $0.shares.last }.json("shares[]").unstored
    }

    func encode(to encoder: any Encoder) throws { try Self.table.encode(self, to: encoder) }
}

/// What such a row looks like in JSON.
private struct Form: Decodable {
    let waits: SampleStatistics?
}

private struct Parted: MetricSource {
    static let labels = MetricLabels([])
    let part, whole: Int
}
