// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySimulation
import Foundation
import RandomStreams
import ScenarioFile
import Testing

@Suite("Drawn service times")
struct CalibratedTimesTests {
    /// Times of a right-skewed law: exponential quantiles with a mean of 250 us, and a few outliers.
    private static let sample: [Int64] =
        (0..<20_000).map { Int64(-log(1 - (Double($0) + 0.5) / 20_000) * 250_000) } + [9_000_000, 20_000_000]

    private static func table(_ sample: [Int64]) throws -> CalibrationTable {
        let times = try #require(MeasuredTimes(sample))
        return try #require(
            CalibrationTable(
                build: CalibrationTable.Build(version: "1", swift: "x"), date: "2026-03-04",
                machine: CalibrationTable.Machine(processor: "p", cores: 1),
                city: CalibrationTable.City(zones: 1, drivers: 2, passengers: 3, accounts: 4),
                password: CalibrationTable.PasswordCost(algorithm: "a", operations: 1, memory: 1)
            ) { _ in times })
    }

    private static func draws(
        _ times: CalibratedTimes?, _ kind: MessageKind, _ count: Int, seed: UInt64
    ) throws -> [Int64] {
        let times = try #require(times)
        var stream = RandomStream(StreamKey(seed: seed), for: .test, of: UInt64(kind.rawValue))
        return (0..<count).map { _ in times.time(of: kind, &stream).nanoseconds }
    }

    @Test("Mean and quantiles of a calibration are reproduced")
    func reproduced() throws {
        let table = try Self.table(Self.sample)
        let count = 200_000
        let drawn = try Self.draws(CalibratedTimes(table), .call, count, seed: 1).sorted()
        #expect(drawn.allSatisfy { $0.isMultiple(of: 1000) })
        // The mean within 4 standard errors of the law's; that one within 1 % of the measured one.
        let mean = drawn.reduce(0.0) { $0 + Double($1) } / Double(count)
        let variance = drawn.reduce(0.0) { $0 + (Double($1) - mean) * (Double($1) - mean) } / Double(count - 1)
        let law = table[.call].lawMean
        #expect(abs(mean - law) < 4 * (variance / Double(count)).squareRoot())
        #expect(abs(law - Double(table[.call].mean)) < 0.01 * law)
        // A quantile's share of draws at or below it is within 4 standard errors of its part, and 1 us of rounding.
        for part in [0.01, 0.1, 0.5, 0.9, 0.95, 0.99, 0.999] {
            let quantile = table[.call].nanoseconds(at: part)
            let low = Double(drawn.count { Double($0) <= quantile - 1000 }) / Double(count)
            let high = Double(drawn.count { Double($0) <= quantile + 1000 }) / Double(count)
            let error = 4 * (part * (1 - part) / Double(count)).squareRoot()
            #expect(low - error <= part && part <= high + error, "\(part)")
        }
        #expect(try #require(drawn.last) <= 20_000_000)
    }

    @Test("Times below a microsecond keep their mean, and so do scaled ones", arguments: [1.0, 2, 5, 10, 0.25])
    func smallTimes(_ scale: Double) throws {
        let table = try Self.table([300, 300, 300])
        let count = 100_000
        let drawn = try Self.draws(CalibratedTimes(table, scale: scale), .position, count, seed: 2)
        let mean = drawn.reduce(0.0) { $0 + Double($1) } / Double(count)
        let part = (300 * scale / 1000).truncatingRemainder(dividingBy: 1)
        let error = 4 * 1000 * (part * (1 - part) / Double(count)).squareRoot()
        #expect(abs(mean - 300 * scale) <= error)
        let whole = Int64(300 * scale / 1000) * 1000
        #expect(drawn.allSatisfy { $0 == whole || $0 == whole + 1000 })
    }

    @Test("A constant law in whole microseconds is exact; a law takes the place of the calibration for its kind alone")
    func laws() throws {
        let table = try Self.table([5_000])
        let times = CalibratedTimes(
            table, law: { $0 == .login ? .constant(0.000_3) : nil }, scale: 3)
        #expect(try Self.draws(times, .login, 1000, seed: 3).allSatisfy { $0 == 900_000 })
        #expect(try Self.draws(times, .call, 1000, seed: 3).allSatisfy { $0 == 15_000 })
        let exponential = CalibratedTimes(nil, law: { _ in .exponential(mean: 0.02) })
        let drawn = try Self.draws(exponential, .call, 100_000, seed: 4)
        let mean = drawn.reduce(0.0) { $0 + Double($1) } / 100_000
        #expect(abs(mean - 2e7) < 4 * 2e7 / 100_000.0.squareRoot())
        let none = CalibratedTimes(table, scale: 0)
        #expect(try Self.draws(none, .call, 10, seed: 5).allSatisfy { $0 == 0 })
    }

    @Test("A kind without law and calibration gives no times")
    func missing() {
        #expect(CalibratedTimes(nil, law: { $0 == .call ? .constant(1) : nil }) == nil)
    }

    @Test("Equal streams give equal times, others do not")
    func streams() throws {
        let table = try Self.table(Self.sample)
        let alone = try Self.draws(CalibratedTimes(table), .call, 100, seed: 9)
        #expect(alone == (try Self.draws(CalibratedTimes(table), .call, 100, seed: 9)))
        #expect(alone != (try Self.draws(CalibratedTimes(table), .call, 100, seed: 10)))
    }
}
