// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel

/// Counts the events of some services by kind.
package final class EventCounter: EventObserver {
    private let types: [any Event.Type]
    private var tables: [[Int]]

    /// Counts the events of these types.
    package init(_ types: [any Event.Type]) {
        self.types = types
        func table<Fact: Event>(_ type: Fact.Type) -> [Int] { Array(repeating: 0, count: Fact.kindEnd) }
        tables = types.map { table($0) }
    }

    package func subscribe(to feed: EventFeed) {
        for index in types.indices { read(types[index], from: feed, into: index) }
    }

    private func read<Fact: Event>(_ type: Fact.Type, from feed: EventFeed, into table: Int) {
        feed.on(type) { [self] records in Fact.count(records, in: &tables[table]) }
    }

    /// How often each kind occurred, by name; none when no event of its type did.
    package var counts: [String: Int] {
        var counts: [String: Int] = [:]
        for (type, table) in zip(types, tables) where table.contains(where: { $0 > 0 }) {
            for kind in EventSchema.names([type]) { counts[kind.name] = table[Int(kind.code)] }
        }
        return counts
    }
}
