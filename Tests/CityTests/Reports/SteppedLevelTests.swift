// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import Testing

@testable import Reporting

@Suite("Stepped levels")
struct SteppedLevelTests {
    /// The integral over a bin, second by second.
    private func integral(_ changes: [(second: Int, by: Int64)], bin: Int, step: Int, until end: Int) -> Int64 {
        (bin * step..<max(bin * step, min((bin + 1) * step, end))).reduce(0) { sum, second in
            sum + changes.filter { $0.second <= second }.reduce(0) { $0 + $1.by } * 1_000_000_000
        }
    }

    private func changes(seed: UInt64) -> [(second: Int, by: Int64)] {
        var bits = seed
        var second = 0
        return (0..<60).map { _ in
            bits = bits &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            second += Int(bits >> 59)
            return (second, Int64(bits >> 40 & 3) - 1)
        }
    }

    @Test(
        "the bins of a level, and of two added up, are the integrals over each bin",
        arguments: 1...20 as ClosedRange<UInt64>)
    func bins(seed: UInt64) {
        let step = 10
        let (first, second) = (changes(seed: seed), changes(seed: seed + 1000))
        let end = 900
        func level(_ changes: [(second: Int, by: Int64)], until end: Int) -> SteppedLevel {
            var level = SteppedLevel(start: .epoch, step: .seconds(step), countFrom: .epoch, wholeRun: true)
            for change in changes where change.second <= end {
                level.change(by: change.by, at: .epoch + .seconds(change.second))
            }
            level.advance(to: .epoch + .seconds(end))
            return level
        }
        // The second ends inside a bin, as a driver does who comes late.
        let early = 3 + Int(seed) * 7
        var both = level(first, until: end)
        both.absorb(level(second, until: early))
        for bin in 0..<95 {
            let expected =
                integral(first, bin: bin, step: step, until: end)
                + integral(second, bin: bin, step: step, until: early)
            #expect(both.bin(bin) == expected)
        }
    }
}
