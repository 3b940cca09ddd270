// SPDX-License-Identifier: GPL-3.0-or-later

/// Writes lists as words, each with its length in front.
package struct WordWriter {
    /// What was written.
    package private(set) var words: [UInt32] = []

    package init() {}

    /// A single word, such as a count.
    package mutating func add(_ word: UInt32) { words.append(word) }

    package mutating func add(_ list: [UInt32]) {
        words.append(UInt32(list.count))
        words += list
    }

    package mutating func add(_ list: [Int32]) {
        words.append(UInt32(list.count))
        for value in list { words.append(UInt32(bitPattern: value)) }
    }

    package mutating func add(wide list: [Int64]) {
        words.append(UInt32(list.count))
        for value in list {
            words.append(UInt32(truncatingIfNeeded: value))
            words.append(UInt32(truncatingIfNeeded: value >> 32))
        }
    }

    package mutating func add(packed list: [UInt8]) {
        words.append(UInt32(list.count))
        for start in stride(from: 0, to: list.count, by: 4) {
            var word: UInt32 = 0
            for index in start..<min(start + 4, list.count) {
                word |= UInt32(list[index]) << UInt32((index - start) * 8)
            }
            words.append(word)
        }
    }

    /// Texts: where each ends, then the bytes of all.
    package mutating func add(texts list: [String]) {
        var ends: [UInt32] = []
        var bytes: [UInt8] = []
        for text in list {
            bytes += text.utf8
            ends.append(UInt32(bytes.count))
        }
        add(ends)
        add(packed: bytes)
    }
}

/// Reads what `WordWriter` wrote. Everything is nil once a list is longer than what is left.
package struct WordReader {
    private let words: ArraySlice<UInt32>
    private var next: Int

    package init(_ words: ArraySlice<UInt32>) {
        self.words = words
        next = words.startIndex
    }

    package var isAtEnd: Bool { next == words.endIndex }

    package mutating func word() -> UInt32? {
        guard next < words.endIndex else { return nil }
        defer { next += 1 }
        return words[next]
    }

    private mutating func take(_ count: Int) -> ArraySlice<UInt32>? {
        guard count <= words.endIndex - next else { return nil }
        defer { next += count }
        return words[next..<(next + count)]
    }

    package mutating func list() -> [UInt32]? {
        guard let count = word() else { return nil }
        return take(Int(count)).map(Array.init)
    }

    package mutating func signed() -> [Int32]? { list()?.map { Int32(bitPattern: $0) } }

    package mutating func wide() -> [Int64]? {
        guard let count = word(), let words = take(Int(count) * 2) else { return nil }
        return stride(from: words.startIndex, to: words.endIndex, by: 2).map {
            Int64(truncatingIfNeeded: UInt64(words[$0]) | UInt64(words[$0 + 1]) << 32)
        }
    }

    package mutating func packed() -> [UInt8]? {
        guard let count = word(), let words = take((Int(count) + 3) / 4) else { return nil }
        return (0..<Int(count)).map {
            UInt8(truncatingIfNeeded: words[words.startIndex + $0 / 4] >> UInt32($0 % 4 * 8))
        }
    }

    /// Texts; nil too when an end lies before the one before it, or beyond the bytes.
    package mutating func texts() -> [String]? {
        guard let ends = list(), let bytes = packed() else { return nil }
        var start = 0
        var texts: [String] = []
        texts.reserveCapacity(ends.count)
        for end in ends {
            guard end >= start, end <= bytes.count else { return nil }
            texts.append(String(decoding: bytes[start..<Int(end)], as: UTF8.self))
            start = Int(end)
        }
        return start == bytes.count ? texts : nil
    }
}
