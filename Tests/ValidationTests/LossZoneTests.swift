// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import CitySimulation
import CitySlices
import CityTestKit
import RandomStreams
import TaxiRules
import TaxiService
import TaxiSimulation
import Testing

/// One zone without waiting is M/G/c/c: the aborted share is Erlang's B, whatever the distribution of the ride.
///
/// Every estimate is a mean of replications, must lie within three standard errors of the exact value, and its standard
/// error must be small against it, so that a wrong rule cannot hide in the noise.
@Suite struct LossZoneTests {
    /// A number of drivers, a load for each in erlangs, and the share that is aborted.
    struct Cell: Sendable, CustomTestStringConvertible {
        var drivers: Int
        var load: Double
        var blocked: Double
        var testDescription: String { "\(drivers) drivers at \(load)" }
    }

    static let table: [(Int, [Double])] = [
        (1, [0.333333, 0.444444, 0.5, 0.545455]), (2, [0.2, 0.329897, 0.4, 0.458599]),
        (5, [0.069731, 0.199067, 0.284868, 0.360400]), (10, [0.018385, 0.121661, 0.214582, 0.301925]),
    ]
    /// Each fifth has another number of drivers and another load.
    static let cells = table.flatMap { drivers, row in
        zip([0.5, 0.8, 1, 1.2], row).map { Cell(drivers: drivers, load: $0, blocked: $1) }
    }

    @Test("The formula gives the published values of Erlang's B", arguments: cells)
    func formula(cell: Cell) {
        #expect(abs(Exact.erlangB(servers: cell.drivers, load: Double(cell.drivers) * cell.load) - cell.blocked) < 1e-6)
    }

    /// The aborted share of one zone, in runs long enough for the precision.
    private func estimate(
        _ cell: Cell, ride: String, precision: Double, set values: [String] = [], policy: (any DispatchPolicy)? = nil
    ) throws -> Estimate {
        let perDay = 96 * cell.load * Double(cell.drivers)
        // Aborts come in clusters, about as a Poisson stream with three to a cluster.
        let calls = 3 * (1 - cell.blocked) / cell.blocked / (precision * precision)
        let hours = 24 * calls / perDay / Double(Effort.replications)
        let city = try TestCity(
            file: "Scenarios/validation/loss-zone.yaml",
            set: [
                "drivers.cabs.count=\(cell.drivers)", "passengers.callers.arrivals.per-day=\(perDay)",
                "travel.ride=\(ride)", "warm-up=6 h", "length=\(Int(hours) + 7) h",
            ] + values)
        return Estimate(try city.replications(policy: policy).map(\.abortedShare))
    }

    @Test("Exponential rides: the aborted share is Erlang's B", arguments: Effort.some(of: cells, each: 5))
    func exponential(cell: Cell) throws {
        let estimate = try estimate(cell, ride: "{exponential: 15 min}", precision: Effort.precision)
        #expect(estimate.doubt(of: cell.blocked, precision: Effort.limit(coarse: 0.075)) == nil)
    }

    @Test("Constant rides: the same share, by insensitivity", arguments: Effort.some(of: cells, each: 5))
    func constant(cell: Cell) throws {
        let estimate = try estimate(cell, ride: "15 min", precision: Effort.insensitivity)
        #expect(estimate.doubt(of: cell.blocked, precision: Effort.limit(coarse: 0.125)) == nil)
    }

    @Test(
        "Gamma rides with a squared variation of 2: the same share, by insensitivity",
        arguments: Effort.some(of: cells, each: 5))
    func gamma(cell: Cell) throws {
        let estimate = try estimate(
            cell, ride: "{gamma: {shape: 0.5, mean: 15 min}}", precision: Effort.insensitivity)
        #expect(estimate.doubt(of: cell.blocked, precision: Effort.limit(coarse: 0.125)) == nil)
    }

    @Test("The check can fail: rides a fifth longer, or one driver less, are caught")
    func wrongModels() throws {
        let cell = Cell(drivers: 2, load: 1, blocked: 0.4)
        let longer = try estimate(cell, ride: "{exponential: 18 min}", precision: Effort.precision)
        #expect(longer.doubt(of: cell.blocked, precision: Effort.limit(coarse: 0.075)) != nil)
        let fewer = try estimate(
            cell, ride: "{exponential: 15 min}", precision: Effort.precision, set: ["drivers.cabs.count=1"])
        #expect(fewer.doubt(of: cell.blocked, precision: Effort.limit(coarse: 0.075)) != nil)
    }
}
