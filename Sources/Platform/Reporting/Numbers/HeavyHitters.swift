// SPDX-License-Identifier: GPL-3.0-or-later

/// Who occurs most often in a long row of numbers, in constant memory: exact up to 64 different ones; beyond, a count is too
/// high by at most its `error`, and nobody with more than 1/64 of all is missed.
///
/// Source: A. Metwally, D. Agrawal, A. El Abbadi, "Efficient computation of frequent and top-k elements in data streams",
/// ICDT 2005 (Space-Saving).
package struct HeavyHitters {
    package struct Entry {
        package var number: Int32
        package var count: Int
        package var error: Int
    }

    private static let kept = 64
    private var entries: [Entry] = []

    package init() {}

    package mutating func add(_ number: Int32) {
        if let index = entries.firstIndex(where: { $0.number == number }) {
            entries[index].count += 1
        } else if entries.count < Self.kept {
            entries.append(Entry(number: number, count: 1, error: 0))
        } else if let index = entries.indices.min(by: { entries[$0].count < entries[$1].count }) {
            let least = entries[index].count
            entries[index] = Entry(number: number, count: least + 1, error: least)
        }
    }

    /// The most frequent first; equal ones by rising number.
    package func top(_ count: Int) -> [Entry] {
        Array(entries.sorted { ($0.count, $1.number) > ($1.count, $0.number) }.prefix(count))
    }
}
