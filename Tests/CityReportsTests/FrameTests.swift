// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Foundation
import GRDB
import Testing

@testable import CityReports
@testable import Reporting
@testable import TaxiReports

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
        let charts = TaxiPage(
            context: run.context.taxiContext, result: run.result.taxi, canDraw: (true, true), metric: { $0 }
        ).charts
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

    @Test("A metric says what it is a mean over; a part of nothing is not measured")
    func metric() {
        let text = MetricLabel(label: "share of a", text: "Some.")
        let metric = Metric<Parted>.ratio("a.share", about: text, \.part, of: \.whole)[0]
        let (some, none) = (Parted(part: 1, whole: 4), Parted(part: 1, whole: 0))
        #expect(metric.value(some) == 0.25 && metric.size?(some) == 4 && metric.value(none) == nil)
        #expect(metric.about.labelWithUnit == "share of a (%)" && metric.about.unit == "share")
    }
}

private struct Parted: MetricSource {
    static let labels = MetricLabels([])
    let part, whole: Int
}
