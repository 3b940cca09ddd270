// SPDX-License-Identifier: GPL-3.0-or-later

package import Reporting

extension TaxiResult {
    /// The callers of taxis beside the people of other services; `value` gives a metric's.
    package func waits(value: (String) -> Double?) -> WaitRow {
        let calls = zones.map(\.calls)
        func sum(_ part: (CallCounts) -> Int) -> Int { calls.reduce(0) { $0 + part($1) } }
        let waits = value("wait.mean").map {
            WaitRow.Waits(
                count: Int(value("calls.fulfilled") ?? 0), mean: $0, p95: value("wait.p95"), longest: value("wait.max"))
        }
        let places = zones.compactMap { zone in zone.wait.map { (name: zone.name, count: $0.count, mean: $0.mean) } }
        let open = sum(\.openAtEnd)
        let young = min(open, zones.reduce(0) { $0 + $1.wishes.undecided })
        return WaitRow(
            "taxi callers, from the call to boarding", waits, unserved: sum(\.unserved),
            open: WaitRow.Open(open, tooYoung: young), place: .init(worstOf: places),
            reasons: [
                ("no driver took the request", sum(\.aborted)), ("gave up waiting", sum(\.abandoned)),
                ("not there when the taxi came", sum(\.released)),
            ])
    }
}
