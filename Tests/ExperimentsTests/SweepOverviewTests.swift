// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
import Foundation
import Testing

@testable import Experiments
@testable import Reporting

/// How a sweep of 5,000 points is shown: nothing one by one, and nothing left out without a word.
@Suite struct SweepOverviewTests {
    /// 50 by 100 points. Service gets better by a point of percentage with each of `a` for an hour more, and worse by a tenth of
    /// it with each of `b` for nothing. Two points differ by the same amount in both replications.
    private static func result(_ first: Int = 50, _ second: Int = 100, base: Int? = nil) throws -> SweepResult {
        let points = try SweepDesign.grid.points([
            SweepAxis(text: "a=0..\(first - 1)/1"), SweepAxis(text: "b=0..\(second - 1)/1"),
        ])
        let rows = points.map { point in
            let (a, b) = (Double(point.index / second), Double(point.index % second))
            let service = 0.5 - a / 100 + b / 1000
            return SweepResult.Row(
                point,
                values: [
                    "wishes.notInTimeShare": [service - 0.01, service + 0.01],
                    "drivers.serviceHours": [100 + a, 102 + a],
                ])
        }
        return SweepResult(
            context: RunContext(name: "many", start: .epoch, end: .seconds(3600)), replications: 2, design: "grid",
            paths: ["a", "b"], rows: rows, base: base)
    }

    private static let metrics = ["wishes.notInTimeShare", "drivers.serviceHours"]

    @Test("The page has a list of its parts, of those only that are drawn")
    func contents() throws {
        let page = try Self.result(2, 3).page(metrics: Self.metrics, assets: ReportAssets()).html
        let links = page.components(separatedBy: "<a href=\"#").dropFirst().compactMap {
            $0.split(separator: "\"").first
        }
        #expect(links.contains("table") && !links.contains("multiples"))
        for id in links { #expect(page.contains("<section id=\"\(id)\""), "\(id)") }
        #expect(page.components(separatedBy: "<section id=").count - 1 == links.count)
    }

    @Test("200 points are shown one by one, and 201 are not")
    func limit() throws {
        #expect(try !Self.result(2, 100).isLarge)
        #expect(try Self.result(3, 67).isLarge)
        #expect(try Self.result(2, 100).shownOrder == Array(0..<200))
    }

    @Test("Of a front of 50 points 8 are named, from one end to the other")
    func sentences() throws {
        let named = (0..<8).map { "a=\(49 - 7 * $0), b=0" }.joined(separator: "; ")
        #expect(
            try Self.result().front.sentences == [
                "Weighing not aboard in time against hours in service, nothing else dominates 50 of 5000 points. "
                    + "8 of them, from the best service to the least of the drivers' time: \(named)."
            ])
    }

    @Test("First come the points that nothing else dominates, the best service first, then the dominated ones")
    func order() throws {
        let result = try Self.result()
        let order = result.shownOrder
        #expect(Set(order).count == 5000)
        #expect(order.prefix(50) == (0..<50).map { 4900 - 100 * $0 }[...])
        #expect(order[50...].prefix(3) == [4901, 4902, 4903])
        #expect(order.last == 99)
        // Each by the one with the same hours, since it has the best service of those that dominate it.
        #expect(result.front.standings[4937] == .dominated(4900))
    }

    @Test("A mark is the mean over all points with a value, and neighbours of more than 40 values go together")
    func effects() throws {
        let figures = try Self.result().figures(Self.metrics)
        #expect(figures.map(\.title) == Self.metricTitles.flatMap { ["\($0), by a", "\($0), by b"] })
        #expect(figures.allSatisfy { $0.marks.count == 40 && $0.series == nil })
        // One value of a: over b from 0 to 99.
        let first = try #require(figures[0].marks.first)
        #expect(first.x == "0" && first.number == 0 && first.label == "a=0, 100 points")
        #expect(abs(first.mean - 54.95) < 1e-9)
        #expect(abs((first.low ?? 0) - 50) < 1e-9 && abs((first.high ?? 0) - 59.9) < 1e-9)
        // Two values of b: over a from 0 to 49.
        let both = try #require(figures[1].marks.first)
        #expect(both.x == "0..1" && both.number == 0.5 && both.label == "b=0..1, 100 points")
        #expect(abs(both.mean - (50 - 24.5 + 0.05)) < 1e-9)
        #expect(abs((both.low ?? 0) - 1) < 1e-9 && abs((both.high ?? 0) - 50.1) < 1e-9)
        // Every point is in one mark.
        let counts = figures[1].marks.compactMap { $0.label.split(separator: " ").dropLast().last.flatMap { Int($0) } }
        #expect(counts.reduce(0, +) == 5000)
    }

    private static let metricTitles = ["not aboard in time", "hours in service"]

    @Test("A heat map has at most 10 by 20 fields, each the mean over its points")
    func heat() throws {
        let chart = try #require(try Self.result().heatPart(Self.metrics)?.charts.first)
        #expect(chart.rows.count == 200)
        // a from 0 to 4, b from 0 to 4.
        guard case .object(let pairs) = chart.rows[0] else {
            Issue.record("\(chart.rows[0])")
            return
        }
        let values = Dictionary(uniqueKeysWithValues: pairs.map { ($0.0, $0.1) })
        guard case .text("a=0..4, b=0..4, 25 points") = values["label"], case .number(let mean) = values["mean"] else {
            Issue.record("\(values)")
            return
        }
        #expect(abs(mean - 48.2) < 1e-9)
    }

    @Test("The page's tables show 100 rows and say of how many; the data of all are there, and each chart is small")
    func page() throws {
        let result = try Self.result(base: 99)
        let html = result.page(metrics: Self.metrics, assets: ReportAssets(vega: "/* vega */")).html
        #expect(
            html.components(separatedBy: "<p class=\"status\" role=\"status\">Rows 1 to 100 of 5000, those that").count
                == 2)
        #expect(
            html.components(separatedBy: "<p class=\"status\" role=\"status\">Rows 1 to 100 of 4999, those that").count
                == 2)
        #expect(html.components(separatedBy: "<tr>").count - 1 == 2 * 101)
        let data = try html.components(separatedBy: "<script type=\"application/json\">").dropFirst().map { part in
            try #require(
                try JSONSerialization.jsonObject(with: Data(part.components(separatedBy: "</script>")[0].utf8))
                    as? [[Any]])
        }
        #expect(data.map(\.count) == [4999, 5000])
        let first = try #require(data.last?.first)
        #expect((first[0] as? [Any])?.first as? String == "49" && first[2] as? String == "not dominated")
        #expect(abs(((first[3] as? [Any])?.last as? Double ?? 0) - 1) < 1e-9)
        #expect(html.contains("5000 points (grid) over a, b"))
        #expect(html.utf8.count < 4_000_000, "\(html.utf8.count)")
    }

    @Test("A terminal shows 20 points, says of how many, and names the file with all of them")
    func terminal() throws {
        let text = try Self.result(base: 0).text(metrics: ["wishes.notInTimeShare"], compared: Self.metrics)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines[1].hasPrefix("49  0  "), "\(lines[1])")
        #expect(
            lines[22] == "20 of 5000 points, those that nothing else dominates first; all of them are in sweep.csv.")
        #expect(lines.count < 60)
    }

    @Test("What is in a front is what looking at every pair finds", arguments: 0..<40)
    func everyPair(_ seed: Int) throws {
        var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
        func random(_ count: UInt64) -> Double {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Double((state >> 33) % count)
        }
        let points = try SweepDesign.grid.points([SweepAxis(text: "a=1..30/1")])
        // Few different numbers, so that many are equal.
        let rows = points.map { point in
            let (service, hours) = (random(6), random(6))
            return SweepResult.Row(
                point,
                values: [
                    "calls.unservedShare": [service, service + random(2), service + random(2)],
                    "drivers.serviceHours": [hours, hours + random(2), hours + random(2)],
                ])
        }
        let result = SweepResult(
            context: RunContext(name: "x", start: .epoch, end: .seconds(1)), replications: 3, design: "grid",
            paths: ["a"],
            rows: rows)
        let means = rows.map {
            ($0.metrics["calls.unservedShare"]?.mean ?? 0, $0.metrics["drivers.serviceHours"]?.mean ?? 0)
        }
        func dominates(_ one: Int, _ other: Int) -> Bool {
            means[one].0 <= means[other].0 && means[one].1 <= means[other].1 && means[one] != means[other]
        }
        let front = rows.indices.filter { point in !rows.indices.contains { dominates($0, point) } }
        #expect(rows.indices.filter { result.front.standings[$0] == .front } == front)
        let beside = rows.indices.flatMap { point in
            front.filter { dominates($0, point) }.sorted { (means[$0].0, $0) < (means[$1].0, $1) }.map { (point, $0) }
        }
        let pairs = beside.flatMap { point, other in
            ["calls.unservedShare", "drivers.serviceHours"].map { result.paired($0, other, point) }
        }.corrected
        func isAlike(_ pair: PairedDifference) -> Bool {
            guard let difference = pair.difference, abs(difference.mean) < 1e-9 || difference.sd > 1e-9 else {
                return false
            }
            return pair.finding == .noDifferenceShown || pair.finding == .onlyAlone
        }
        for point in rows.indices where !front.contains(point) {
            let own = beside.indices.filter { beside[$0].0 == point }
            let alike = own.first { isAlike(pairs[2 * $0]) && isAlike(pairs[2 * $0 + 1]) }
            let expected = alike.map { SweepFront.Standing.alike(beside[$0].1) } ?? .dominated(beside[own[0]].1)
            #expect(result.front.standings[point] == expected)
        }
    }
}
