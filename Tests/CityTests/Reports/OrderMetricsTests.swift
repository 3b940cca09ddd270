// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import TaxiRules
import Testing

@testable import CitySlices
@testable import Reporting
@testable import TaxiSimulation

/// fifoViolations, arrivalInversions, pending offers, overtakes.
@Suite struct OrderMetricsTests {
    /// Drivers 1, 2, 3 in the queue of zone 1, in this order; driver 2 has six seats.
    private func queue() -> EventScript {
        var script = EventScript()
        script.open(zones: 2, seats: [4, 6, 4])
        for driver in Int32(1)...3 { script.inService(Double(driver) * 10, driver: driver, zone: 1) }
        return script
    }

    private let context = city(seats: [4, 6, 4])

    @Test("Passing over a free driver with enough seats is a breach of the order")
    func passedOver() throws {
        var script = queue()
        script.at(100, stored(1, 1), sent(1, 1, 3))
        let result = try script.metrics(context)
        #expect(result["offers.fifoViolations"] == 1)
        #expect(result.verdicts.first { $0.id == "TAXI-QUEUE-07" }?.outcome == .flag)
    }

    @Test("Skipping drivers who are too small, asked already or pending is lawful")
    func lawfulSkips() throws {
        var script = queue()
        // Five travelers: only driver 2 has the seats.
        script.at(100, stored(1, 1, travelers: 5), sent(1, 1, 2, travelers: 5))
        // Driver 1 is free and first; driver 2 is pending, so the next is driver 3.
        script.at(101, stored(2, 2), sent(2, 2, 1))
        script.at(102, stored(3, 3), sent(3, 3, 3))
        script.at(110, refused(2, 2, 1), toBottom(1))
        script.at(111, refused(1, 1, 2), toBottom(2), sent(4, 2, 2))
        // Driver 1 was asked for request 2 before: going on to nobody is lawful, and so is a new request.
        script.at(112, stored(4, 4), sent(5, 4, 1))
        let result = try script.metrics(context)
        #expect(result["offers.fifoViolations"] == 0)
        #expect(result["offers.maxPending"] == 1)
    }

    @Test("A younger request served before an older one that waits is an inversion")
    func inversion() throws {
        var script = queue()
        script.at(100, stored(1, 1), .requestWaiting(request: RequestID(1), zone: ZoneID(1)))
        script.at(101, stored(2, 2), sent(1, 2, 1))
        #expect(try script.metrics(context)["offers.arrivalInversions"] == 1)
        var lawful = queue()
        // Request 1 needs six seats: driver 1 is not eligible for it.
        lawful.at(100, stored(1, 1, travelers: 6))
        lawful.at(101, stored(2, 2), sent(1, 2, 1))
        // Request 3 has a pending offer, so request 4 may go first.
        lawful.at(102, stored(3, 3), sent(2, 3, 3))
        lawful.at(103, refused(1, 2, 1), toBottom(1), stored(4, 4), sent(3, 4, 1))
        #expect(try lawful.metrics(context)["offers.arrivalInversions"] == 0)
    }

    @Test("A request whose offer was refused waits again at its old place")
    func waitsAgain() throws {
        var script = queue()
        script.at(100, stored(1, 1), sent(1, 1, 1))
        script.at(101, stored(2, 2), .requestWaiting(request: RequestID(2), zone: ZoneID(1)))
        script.at(102, refused(1, 1, 1), toBottom(1))
        script.at(103, sent(2, 2, 2))
        // Request 1 is older, waits, and driver 2 was not asked for it.
        #expect(try script.metrics(context)["offers.arrivalInversions"] == 1)
    }

    @Test("A policy other than fifo is not judged by the order of the queue")
    func otherPolicy() throws {
        var script = queue()
        script.at(100, stored(1, 1), sent(1, 1, 3))
        let result = try script.metrics(city(seats: [4, 6, 4], policy: "nearest"))
        #expect(result["offers.fifoViolations"] == nil)
        #expect(!result.verdicts.contains { $0.id == "TAXI-QUEUE-07" })
    }

    @Test("Two pending offers at one driver, and an offer into another zone, are counted")
    func pendingAndCrossing() throws {
        var script = queue()
        script.at(100, stored(1, 1), sent(1, 1, 1))
        script.at(101, stored(2, 2), sent(2, 2, 1))
        script.at(102, stored(3, 3, zone: 2), sent(3, 3, 2, zone: 2))
        let result = try script.metrics(context)
        #expect(result["offers.maxPending"] == 2)
        #expect(result["offers.zoneCrossing"] == 1)
        #expect(result.verdicts.first { $0.id == "TAXI-QUEUE-06" }?.outcome == .flag)
    }

    @Test("A driver who accepts from behind overtakes those in front; queue time runs from the joining")
    func overtakes() throws {
        var script = queue()
        script.at(100, stored(1, 1), sent(1, 1, 1))
        script.at(101, stored(2, 2), sent(2, 2, 2))
        script.at(102, stored(3, 3), sent(3, 3, 3))
        script.accept(110, offer: 3, request: 3, passenger: 3, driver: 3, zone: 1, eta: 200)
        let result = try script.metrics(context)
        #expect(result["fairness.overtakes"] == 2)
        #expect(result["fairness.overtakingOffers"] == 1)
        #expect(result["queueTime.mean"] == 80)
    }

    @Test("Gini, Jain and Lorenz of known values")
    func fairness() throws {
        let equal = Fairness(rates: [2, 2, 2, 2])
        #expect(equal.gini == 0 && equal.jain == 1)
        let one = Fairness(rates: [0, 0, 0, 8])
        #expect(one.gini == 0.75 && one.jain == 0.25)
        // Rates 1, 2, 3: sum((2i - 4) x) = -2 + 0 + 6 = 4, by 3 * 6.
        let mixed = Fairness(rates: [3, 1, 2])
        #expect(tidy(try #require(mixed.gini)) == tidy(4.0 / 18))
        #expect(tidy(try #require(mixed.jain)) == tidy(36.0 / 42))
        #expect(
            mixed.points == [
                LorenzPoint(drivers: 0, rides: 0), LorenzPoint(drivers: tidy(1.0 / 3), rides: tidy(1.0 / 6)),
                LorenzPoint(drivers: tidy(2.0 / 3), rides: 0.5), LorenzPoint(drivers: 1, rides: 1),
            ])
        #expect(Fairness(rates: []).gini == nil)
        #expect(Fairness(rates: Array(repeating: 1, count: 1000)).points.count == 101)
    }
}
