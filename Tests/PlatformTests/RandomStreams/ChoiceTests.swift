// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import RandomStreams
import Testing

@Suite("Choices")
struct ChoiceTests {
    @Test("Uniform numbers lie from 0 up to but without 1 and fill it evenly")
    func uniform() {
        var stream = RandomStream(StreamKey(seed: 3), for: .test, of: 1)
        let numbers = (0..<50_000).map { _ in stream.uniform() }
        #expect(numbers.allSatisfy { $0 >= 0 && $0 < 1 })
        #expect(largestGap(numbers) { $0 } < gapLimit(50_000))
    }

    @Test("A chance of 0 is never true, of 1 always, and each takes exactly one number")
    func chance() {
        var stream = RandomStream(StreamKey(seed: 4), for: .test, of: 1)
        var other = stream
        var hits = 0
        for _ in 0..<10_000 {
            let never = stream.chance(0)
            let always = stream.chance(1)
            #expect(!never && always)
            if stream.chance(0.3) { hits += 1 }
            for _ in 0..<3 { _ = other.uniform() }
        }
        #expect(fits([hits, 10_000 - hits], [3_000, 7_000], freedom: 1))
        #expect(stream.wordList == other.wordList)
    }

    @Test("Indices are even (chi-square, 1%) and in range, for counts large and small", arguments: [1, 2, 3, 7, 100])
    func index(_ count: Int) {
        var stream = RandomStream(StreamKey(seed: 5), for: .test, of: 2)
        var counts = [Int](repeating: 0, count: count)
        for _ in 0..<20_000 { counts[stream.index(count)] += 1 }
        let expected = [Double](repeating: 20_000 / Double(count), count: count)
        #expect(count == 1 ? counts == [20_000] : fits(counts, expected, freedom: count - 1))
    }

    @Test("An index of three billion has no bias: a plain remainder would pick the first third too often")
    func largeIndex() {
        var stream = RandomStream(StreamKey(seed: 6), for: .test, of: 2)
        var thirds = [0, 0, 0]
        for _ in 0..<30_000 { thirds[stream.index(3_000_000_000) / 1_000_000_000] += 1 }
        #expect(fits(thirds, [10_000, 10_000, 10_000], freedom: 2))
    }

    @Test("A prepared table and plain weights pick the same entries, which fit the weights")
    func tables() throws {
        var weights = RandomStream(StreamKey(seed: 7), for: .test, of: 1)
        for size in [1, 2, 3, 10, 97] {
            var list = (0..<size).map { _ in weights.chance(0.3) ? 0 : weights.uniform() + 0.05 }
            list[size / 2] = 1
            let table = try #require(PreparedTable(weights: list))
            var one = RandomStream(StreamKey(seed: 8), for: .test, of: 1)
            var two = one
            var counts = [Int](repeating: 0, count: size)
            for _ in 0..<20_000 {
                let index = one.pick(table)
                #expect(index == two.pick(weights: list))
                counts[index] += 1
            }
            let total = list.reduce(0, +)
            let used = list.indices.filter { list[$0] > 0 }
            #expect(counts.indices.allSatisfy { list[$0] > 0 || counts[$0] == 0 })
            let expected = used.map { list[$0] / total * 20_000 }
            #expect(used.count == 1 || fits(used.map { counts[$0] }, expected, freedom: used.count - 1))
        }
    }

    @Test("A prepared table covers the whole in order of its entries")
    func tableEdges() throws {
        let table = try #require(PreparedTable(weights: [0, 1, 0, 2, 1, 0]))
        #expect(table.count == 6)
        #expect([0, 0.2499, 0.25, 0.7499, 0.75, 1 - 0x1p-32].map(table.index(at:)) == [1, 1, 3, 3, 4, 4])
    }

    @Test("Weights that are no weights make no table")
    func badTables() {
        let bad: [[Double]] = [[], [0, 0], [1, -1], [.nan, 1], [.infinity], [1e308, 1e308]]
        for weights in bad { #expect(PreparedTable(weights: weights) == nil) }
    }

    @Test("Times are whole milliseconds and distances whole millimetres, ties upwards, never below 0")
    func rounding() {
        var stream = RandomStream(StreamKey(seed: 9), for: .test, of: 1)
        #expect(stream.time(.constant(0.0005)) == .milliseconds(1))
        #expect(stream.time(.constant(0.00049)) == .zero)
        #expect(stream.time(.constant(61.2344)) == .milliseconds(61_234))
        #expect(stream.time(.constant(-3)) == .zero)
        #expect(stream.time(.constant(1e300)) == .seconds(1_000_000_000))
        #expect(stream.distance(.constant(20.1)) == Distance(millimetres: 20_100))
        #expect(stream.distance(.constant(0.0015)) == Distance(millimetres: 2))
        #expect(stream.distance(.constant(-0.1)) == .zero)
        #expect(stream.distance(.constant(1e300)) == .metres(1_000_000_000))
        for _ in 0..<1000 {
            let time = stream.time(.normal(mean: 0, sd: 1, min: nil, max: nil))
            #expect(time >= .zero && time.nanoseconds % 1_000_000 == 0)
        }
    }
}
