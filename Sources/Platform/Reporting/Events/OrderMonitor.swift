// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel

/// Checks that the log of all services goes forward: later events have later numbers, and no earlier time (SIM-01).
package final class OrderMonitor: ServiceMonitor {
    private let types: [any Event.Type]
    private var last: (time: CityTime, number: Int64)
    /// What was broken, in order; the first 1000 are kept.
    package private(set) var violations: [Violation] = []

    /// Watches a run whose services note events of these types.
    package init(_ types: [any Event.Type], from start: CityTime) {
        self.types = types
        last = (start, 0)
    }

    package func subscribe(to feed: EventFeed) {
        for type in types { read(type, from: feed) }
    }

    private func read<Fact: Event>(_ type: Fact.Type, from feed: EventFeed) {
        feed.on(type) { [self] records in
            for index in records.indices { judge(records[index].time, records[index].number) }
        }
    }

    @inline(__always)
    private func judge(_ time: CityTime, _ number: Int64) {
        defer { last = (time, number) }
        guard time < last.time || number <= last.number, violations.count < 1000 else { return }
        violations.append(
            Violation(
                id: "SIM-01", time: time, number: number, actors: [],
                message: "event \(number) at \(time) follows event \(last.number) at \(last.time)"))
    }
}
