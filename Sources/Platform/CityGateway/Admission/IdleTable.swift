// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel

/// A time for each of many keys, forgotten after it has passed: memory follows those that are busy, not all there ever
/// were. Constant time: each use looks at two rows and drops those whose time has passed.
package struct IdleTable: Sendable {
    private var indexes: [UInt64: Int] = [:]
    private var rows: [(key: UInt64, until: CityTime)] = []
    private var hand = 0

    /// Nothing is remembered.
    package init() {}

    /// How many keys are remembered.
    package var count: Int { rows.count }

    /// The time of a key; nil when it is not remembered.
    package func time(of key: UInt64) -> CityTime? { indexes[key].map { rows[$0].until } }

    /// Sets the time of a key.
    package mutating func set(_ key: UInt64, _ until: CityTime) {
        if let index = indexes[key] {
            rows[index].until = until
        } else {
            indexes[key] = rows.count
            rows.append((key, until))
        }
    }

    /// Looks at the next two rows: with one new key at most between two calls, each row's turn comes.
    package mutating func sweep(at now: CityTime) {
        for _ in 0..<2 where !rows.isEmpty {
            if hand >= rows.count { hand = 0 }
            if rows[hand].until > now {
                hand += 1
                continue
            }
            indexes[rows[hand].key] = nil
            let last = rows.removeLast()
            if hand < rows.count {
                rows[hand] = last
                indexes[last.key] = hand
            }
        }
    }
}
