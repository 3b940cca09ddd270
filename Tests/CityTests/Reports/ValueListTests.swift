// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import Reporting

/// The values at ranks are those of a sort, whatever the values.
@Suite struct ValueListTests {
    /// Rows of one kind: what they are, and the value for a number that looks random.
    static let kinds: [(String, @Sendable (UInt64) -> Int64)] = [
        ("times of an hour", { Int64($0 % 3_600_000_000_000) }),
        ("a few values, again and again", { Int64($0 % 3) - 1 }),
        ("one value", { _ in 42 }),
        ("most near 0, some very far", { $0 % 50 == 0 ? Int64.max - Int64($0 % 1000) : Int64($0 % 1000) }),
        ("long tail", { Int64(1) << Int64($0 % 62) }),
        ("negative and positive", { Int64(truncatingIfNeeded: $0) >> 20 }),
        ("all there are", { Int64(truncatingIfNeeded: $0) }),
        ("at the upper end", { Int64.max - Int64($0 % 5000) }),
        ("at the lower end", { Int64.min + Int64($0 % 5000) }),
    ]

    @Test("values at ranks are those of a sort", arguments: kinds.indices)
    func ranks(kind: Int) throws {
        let (name, value) = Self.kinds[kind]
        for count in [1, 2, 63, 64, 65, 66, 100, 2047, 2048, 2049, 10_000] {
            var state = UInt64(count + kind)
            let values = (0..<count).map { _ in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return value(state ^ state >> 33)
            }
            var list = ValueList()
            for value in values { list.append(value) }
            #expect(list.count == count && Array(list.pieces.joined()) == values)
            let sorted = values.sorted()
            let ranks = [0, count / 2, count / 2, count * 9 / 10, count * 19 / 20, count * 99 / 100, count - 1]
            let range = try #require(sorted.first)...(try #require(sorted.last))
            #expect(list.values(at: ranks, in: range) == ranks.map { sorted[$0] }, "\(count) of \(name)")
            // Every rank, and some twice, of the shorter ones.
            if count < 3000 {
                let every = (0..<count).flatMap { $0 % 7 == 0 ? [$0, $0] : [$0] }
                #expect(list.values(at: every, in: range) == every.map { sorted[$0] }, "all \(count) of \(name)")
            }
            #expect(list.values(at: [], in: range).isEmpty)
        }
    }
}
