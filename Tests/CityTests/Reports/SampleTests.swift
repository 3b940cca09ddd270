// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Testing

@testable import CitySlices
@testable import Reporting
@testable import TaxiSimulation

@Suite struct SampleTests {
    /// A fixed row of whole numbers that look random.
    private func row(_ count: Int, seed: UInt64, below: UInt64) -> [Int64] {
        var state = seed
        return (0..<count).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int64((state >> 20) % below)
        }
    }

    @Test("SIM-09: the p95 of 10 000 known samples equals the sorted sample's", arguments: 1...20)
    func knownSamples(seed: Int) throws {
        let values = row(10_000, seed: UInt64(seed), below: 3_600_000_000_000)
        var sample = Sample(exactLimit: 16_384)
        for value in values { sample.add(value) }
        let statistics = try #require(sample.statistics(scale: 1))
        let sorted = values.sorted()
        // Nearest rank: 9 500 of 10 000 values are at most the one of rank 9 500.
        #expect(statistics.p95 == Double(sorted[9499]))
        #expect(statistics.p50 == Double(sorted[4999]))
        #expect(statistics.p90 == Double(sorted[8999]))
        #expect(statistics.p99 == Double(sorted[9899]))
        #expect(statistics.max == Double(sorted[9999]))
        #expect(statistics.count == 10_000)
        let mean = values.reduce(0.0) { $0 + Double($1) } / 10_000
        #expect(abs(statistics.mean - mean) < 1e-9 * mean)
    }

    @Test("Above the limit, quantiles lie at most 0.1 % above the exact ones", arguments: 1...10)
    func manySamples(seed: Int) throws {
        let values = row(50_000, seed: UInt64(seed), below: 2_000_000_000_000)
        var sample = Sample(exactLimit: 1000)
        for value in values { sample.add(value) }
        let statistics = try #require(sample.statistics(scale: 1))
        let sorted = values.sorted()
        for (share, found) in [
            (0.5, statistics.p50), (0.9, statistics.p90), (0.95, statistics.p95), (0.99, statistics.p99),
        ] {
            let exact = Double(sorted[Sample.rank(share, of: sorted.count) - 1])
            #expect(found >= exact && found <= exact * 1.001)
        }
        #expect(statistics.max == Double(sorted[sorted.count - 1]))
        #expect(statistics.min == Double(sorted[0]))
    }

    @Test("Mean and standard deviation of a row worked out by hand; one value has no deviation")
    func moments() throws {
        var sample = Sample()
        for value in [2, 4, 4, 4, 5, 5, 7, 9] as [Int64] { sample.add(value) }
        let statistics = try #require(sample.statistics(scale: 1))
        #expect(statistics.mean == 5)
        #expect(abs(statistics.sd - (32.0 / 7).squareRoot()) < 1e-12)
        #expect(statistics.p50 == 4 && statistics.p90 == 9)
        #expect(Sample().statistics(scale: 1) == nil)
    }

    @Test("The nearest rank counts in whole numbers")
    func ranks() {
        #expect(Sample.rank(0.95, of: 10_000) == 9500)
        #expect(Sample.rank(0.95, of: 20) == 19)
        #expect(Sample.rank(0.95, of: 21) == 20)
        #expect(Sample.rank(0.5, of: 1) == 1)
        #expect(Sample.rank(0.99, of: 100) == 99)
    }

    @Test("Fetching ahead changes nothing, whatever the place or number")
    func prefetch() {
        let list = Array(repeating: (0, 1.0, "a"), count: 9)
        for index in [-1, 0, 8, 9, .max, .min] { list.prefetch(index) }
        [Int]().prefetch(0)
        var table = OpenTable(blank: 0)
        for key: Int32 in 1...100 { table.open(key, Int(key)) }
        for key in [0, 1, 100, 101, -1, .max, .min] as [Int32] { table.prefetch(key) }
        #expect(table.openNumbers == Array(1...100))
    }

    @Test("The table of open things behaves like a dictionary", arguments: 1...50)
    func openTable(seed: Int) {
        var table = OpenTable(blank: 0)
        var expected: [Int32: Int] = [:]
        for (index, number) in row(2000, seed: UInt64(seed), below: 300).enumerated() {
            let key = Int32(number + 1)
            if number % 3 == 0 {
                #expect(table.close(key) == expected.removeValue(forKey: key))
            } else {
                table.open(key, index)
                expected[key] = index
            }
        }
        #expect(table.count == expected.count)
        #expect(table.openNumbers == expected.keys.sorted())
        for key in Int32(1)...300 { #expect(table.value(of: key) == expected[key]) }
        #expect(table.index(of: 0) == nil)
    }

    @Test("The rows of asked drivers give their places back")
    func askedDrivers() {
        var asked = AskedDrivers()
        var first = AskedDrivers.none
        var second = AskedDrivers.none
        asked.add(1, to: &first)
        asked.add(2, to: &second)
        asked.add(3, to: &first)
        #expect(asked.holds(1, in: first) && asked.holds(3, in: first) && !asked.holds(2, in: first))
        asked.release(&first)
        asked.add(4, to: &second)
        #expect(asked.holds(2, in: second) && asked.holds(4, in: second) && !asked.holds(1, in: second))
        #expect(first == AskedDrivers.none)
    }
}
