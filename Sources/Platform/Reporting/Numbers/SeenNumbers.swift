// SPDX-License-Identifier: GPL-3.0-or-later

/// A set of numbers that come nearly in order: one bit for each from the first missing one on.
package struct SeenNumbers {
    /// The number of the first bit.
    private var first: Int = 0
    private var words: [UInt64] = []

    package init() {}

    /// Adds a number, 0 or more; false when it was there.
    package mutating func insert(_ number: Int32) -> Bool {
        let position = Int(number) - first
        guard position >= 0 else { return false }
        while words.count <= position >> 6 { words.append(0) }
        let bit = UInt64(1) << UInt64(position & 63)
        guard words[position >> 6] & bit == 0 else { return false }
        words[position >> 6] |= bit
        // What is complete is dropped, in large steps.
        if words.count >= 256 {
            // Nobody has the number 0.
            let full = words.enumerated().prefix { $0.element | (first + $0.offset == 0 ? 1 : 0) == .max }.count
            if full >= 128 {
                words.removeFirst(full)
                first += full << 6
            }
        }
        return true
    }

    /// How many words of 64 numbers are kept.
    package var size: Int { words.count }
}
