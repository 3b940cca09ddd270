// SPDX-License-Identifier: GPL-3.0-or-later

/// Values in the order in which they came, for quantiles at the end.
///
/// Kept in pieces, so that a long list is not copied when it grows: copies of the waits of 100,000 rides drive a city out of the
/// processor's cache.
struct ValueList {
    private(set) var count = 0
    private var full: [[Int64]] = []
    private var last: [Int64] = []

    /// Values in a full piece, 16 kB.
    private static let pieceSize = 2048

    @inline(__always)
    package mutating func append(_ value: Int64) {
        count += 1
        if last.count == Self.pieceSize {
            full.append(last)
            last = []
            last.reserveCapacity(Self.pieceSize)
        }
        last.append(value)
    }

    /// The values, piece by piece.
    var pieces: [[Int64]] { full + [last] }

    /// The values that a sort would put at these ranks, from 0, which rise; linear time. The range must hold all values.
    func values(at ranks: [Int], in range: ClosedRange<Int64>) -> [Int64] {
        Self.values(at: ranks, of: pieces, in: range)
    }

    /// Counts the values in bins of one width, and looks more closely only at the bins in which a wanted rank lies.
    private static func values(at ranks: [Int], of pieces: [[Int64]], in range: ClosedRange<Int64>) -> [Int64] {
        let count = pieces.reduce(0) { $0 + $1.count }
        let (low, high) = (range.lowerBound, range.upperBound)
        guard count > 64, low < high else {
            let sorted = pieces.joined().sorted()
            return ranks.map { sorted[$0] }
        }
        let widest = UInt64(bitPattern: high &- low)
        // A bin for every two to four values, up to 1024 of them: so many counters stay near.
        let binBits = min(10, Int.bitWidth - count.leadingZeroBitCount - 2)
        let shift = UInt64(max(0, UInt64.bitWidth - widest.leadingZeroBitCount - binBits))
        func bin(_ value: Int64) -> Int { Int(truncatingIfNeeded: UInt64(bitPattern: value &- low) &>> shift) }

        var counts = [Int](repeating: 0, count: bin(high) + 1)
        for piece in pieces { for value in piece { counts[bin(value)] += 1 } }

        // Which bins are wanted, with the ranks inside of them.
        var wanted: [(bin: Int, ranks: [Int])] = []
        var (current, before) = (0, 0)
        for rank in ranks {
            while before + counts[current] <= rank {
                before += counts[current]
                current += 1
            }
            if wanted.last?.bin != current { wanted.append((current, [])) }
            wanted[wanted.count - 1].ranks.append(rank - before)
        }
        var indexes = [Int](repeating: -1, count: counts.count)
        for (index, bin) in wanted.map(\.bin).enumerated() { indexes[bin] = index }
        var found = wanted.map { _ in [Int64]() }
        for piece in pieces {
            for value in piece where indexes[bin(value)] >= 0 { found[indexes[bin(value)]].append(value) }
        }
        return zip(wanted, found).flatMap { wanted, values in
            let first = low &+ Int64(bitPattern: UInt64(wanted.bin) &<< shift)
            let width = min(1 &<< shift &- 1, UInt64(bitPattern: high &- first))
            return Self.values(at: wanted.ranks, of: [values], in: first...first &+ Int64(bitPattern: width))
        }
    }
}
