// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySimulation
import CitySlices
import Foundation
import RandomStreams
import Testing

@Suite("Drawn service times")
struct ServiceTimeTests {
    /// Times of a right-skewed distribution: exponential quantiles with a mean of 250 us, and a few outliers.
    private static let sample: [Int64] =
        (0..<20_000).map { Int64(-log(1 - (Double($0) + 0.5) / 20_000) * 250_000) } + [9_000_000, 20_000_000]

    private static func draws(_ sample: [Int64], _ scale: Double, _ count: Int, owner: UInt64 = 1) throws -> [Int64] {
        let times = try #require(MeasuredTimes(sample))
        var stream = RandomStream(StreamKey(seed: 1), for: .service, of: owner)
        return (0..<count).map { _ in stream.serviceTime(times, scale: scale).nanoseconds }
    }

    @Test("Mean and quantiles of a calibration are reproduced", arguments: [1.0, 2, 10])
    func reproduced(_ scale: Double) throws {
        let measured = try #require(MeasuredTimes(Self.sample))
        let count = 200_000
        let drawn = try Self.draws(Self.sample, scale, count).sorted()
        #expect(drawn.allSatisfy { $0.isMultiple(of: 1000) })
        // The mean within 4 standard errors of the distribution's; that one within 1 % of the measured one.
        let mean = drawn.reduce(0.0) { $0 + Double($1) } / Double(count)
        let variance = drawn.reduce(0.0) { $0 + (Double($1) - mean) * (Double($1) - mean) } / Double(count - 1)
        let distribution = measured.distributionMean
        #expect(abs(mean - distribution * scale) < 4 * (variance / Double(count)).squareRoot())
        #expect(abs(distribution - Double(measured.mean)) < 0.01 * distribution)
        // A quantile's share of draws at or below it is within 4 standard errors of its part, and 1 us of rounding.
        for part in [0.01, 0.1, 0.5, 0.9, 0.95, 0.99, 0.999] {
            let quantile = measured.nanoseconds(at: part) * scale
            let low = Double(drawn.count { Double($0) <= quantile - 1000 }) / Double(count)
            let high = Double(drawn.count { Double($0) <= quantile + 1000 }) / Double(count)
            let error = 4 * (part * (1 - part) / Double(count)).squareRoot()
            #expect(low - error <= part && part <= high + error, "\(part)")
        }
        #expect(Double(try #require(drawn.last)) <= 20_000_000 * scale)
    }

    @Test("Times below a microsecond keep their mean, and so do scaled ones", arguments: [1.0, 2, 5, 10, 0.25])
    func smallTimes(_ scale: Double) throws {
        let count = 100_000
        let drawn = try Self.draws([300, 300, 300], scale, count)
        let mean = drawn.reduce(0.0) { $0 + Double($1) } / Double(count)
        let part = (300 * scale / 1000).truncatingRemainder(dividingBy: 1)
        let error = 4 * 1000 * (part * (1 - part) / Double(count)).squareRoot()
        #expect(abs(mean - 300 * scale) <= error + 1e-9)
        let whole = Int64(300 * scale / 1000) * 1000
        #expect(drawn.allSatisfy { $0 == whole || $0 == whole + 1000 })
    }

    @Test("Equal streams give equal times, and a scale of 0 takes no time")
    func streams() throws {
        let drawn = try Self.draws(Self.sample, 1, 100)
        #expect(drawn == (try Self.draws(Self.sample, 1, 100)))
        #expect(drawn != (try Self.draws(Self.sample, 1, 100, owner: 2)))
        #expect(try Self.draws(Self.sample, 0, 10).allSatisfy { $0 == 0 })
    }

    @Test("A constant distribution in whole microseconds is exact, and a distribution keeps its mean")
    func distributions() {
        var stream = RandomStream(StreamKey(seed: 3), for: .service, of: 1)
        for _ in 0..<100 {
            #expect(stream.serviceTime(.constant(0.000_3), scale: 3).nanoseconds == 900_000)
        }
        let count = 100_000
        let sum = (0..<count).reduce(0.0) { sum, _ in
            sum + stream.serviceTime(.exponential(mean: 0.02), scale: 1).inSeconds
        }
        #expect(abs(sum / Double(count) - 0.02) < 4 * 0.02 / Double(count).squareRoot())
    }
}
