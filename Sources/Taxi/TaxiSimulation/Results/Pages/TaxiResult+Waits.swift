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

    /// The people who asked on the street; nil when nobody did. Who called after standing in vain is among the callers.
    package func streetWaits(value: (String) -> Double?) -> WaitRow? {
        guard let streets else { return nil }
        let waits = value("streets.wait.mean").map {
            WaitRow.Waits(
                count: streets.boarded, mean: $0, p95: value("streets.wait.p95"), longest: value("streets.wait.max"))
        }
        let left = streets.left - streets.calling
        return WaitRow(
            "people on the street, from asking to getting in", waits, unserved: left,
            open: WaitRow.Open(streets.asked.total - streets.boarded - streets.left),
            place: .init(worstOf: streetZones.map { (name: $0.name, count: $0.boarded, mean: $0.mean) }),
            reasons: [("stood on the street in vain", left)])
    }
}
