// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Reporting

/// The table that puts the waits of several services side by side.
@Suite struct WaitRowTests {
    @Test("The worst place is the one with the longest mean among those with twenty waits or more")
    func place() {
        let places = [("a", 20, 60.0), ("b", 19, 900), ("c", 40, 90), ("d", 25, 90)]
        let worst = WaitRow.Place(worstOf: places.map { (name: $0.0, count: $0.1, mean: $0.2) })
        #expect(worst?.name == "c" && worst?.mean == 90)
        #expect(WaitRow.Place(worstOf: [(name: "b", count: 19, mean: 900)]) == nil)
    }

    @Test("Reasons of one text are one, those that nobody had are left out, and the most common come first")
    func reasons() {
        let row = WaitRow(
            "people", nil, unserved: 9, open: .init(0),
            reasons: [("closed", 2), ("late", 0), ("full", 4), ("closed", 3), ("lost", 1)])
        #expect(row.reasons.map(\.text) == ["closed", "full", "lost"] && row.reasons.map(\.count) == [5, 4, 1])
    }

    @Test("The table shows seconds or minutes, dashes for what is not known, and three reasons at most")
    func table() {
        var sample = Sample()
        for minutes in 1...20 { sample.add(Int64(minutes) * 60_000_000_000) }
        let page = WaitRow.html([
            WaitRow(
                "taxi <callers>", WaitRow.Waits(sample), unserved: 7, open: .init(1200, tooYoung: 3),
                place: WaitRow.Place(worstOf: [(name: "Park", count: 20, mean: 59.94)]),
                reasons: [("a", 4), ("b", 3), ("c", 2), ("d", 1)]),
            WaitRow("others", WaitRow.Waits(Sample()), unserved: 0, open: .init(2)),
        ])
        let cells = page.split(separator: "<td").dropFirst().map {
            $0.prefix { $0 != "<" }.split(separator: ">").last ?? ""
        }
        #expect(
            cells == [
                "taxi &lt;callers&gt;", "20", "10.5 min", "19.0 min", "20.0 min", "7", "1 200 (3 too young to judge)",
                "Park: 59.9 s",
                "a (4), b (3), c (2)", "others", "0", "–", "–", "–", "0", "2", "–", "–",
            ])
    }
}
