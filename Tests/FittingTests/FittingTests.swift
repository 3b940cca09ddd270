// SPDX-License-Identifier: GPL-3.0-or-later
import Fitting
import Foundation
import Testing

/// Calls by hour, on made-up cities of which the answer is known.
@Suite struct ProportionalFitTests {
    @Test("Of a city that serves a share of the calls of each hour the calls are found in one step")
    func shares() {
        let shares = [0.9, 0.75, 1]
        var fit = ProportionalFit(wanted: [90, 60, 10], rates: [90, 60, 0])
        #expect(fit.rates == [90, 60, 10], "an hour without calls begins with those that are wanted")
        fit.update(zip(fit.rates, shares).map { $0 * $1 })
        #expect(zip(fit.rates, [100.0, 80, 10]).allSatisfy { abs($0 - $1) < 1e-9 })
    }

    @Test("Where queues of one hour reach into the next, a few steps come within a thousandth")
    func overflow() {
        // A tenth of the calls of an hour is served in the next one; 5 % give up.
        func given(_ rates: [Double]) -> [Double] {
            rates.indices.map { 0.85 * rates[$0] + 0.1 * ($0 > 0 ? rates[$0 - 1] : 0) }
        }
        let wanted = [100.0, 300, 50, 200]
        var fit = ProportionalFit(wanted: wanted, rates: wanted)
        var errors: [Double] = []
        for _ in 0..<14 {
            errors.append(ProportionalFit.error(given(fit.rates), wanted: wanted) ?? 1)
            fit.update(given(fit.rates))
        }
        #expect(zip(errors, errors.dropFirst()).allSatisfy { $0 > $1 }, "\(errors)")
        #expect(errors[13] < 0.001, "\(errors)")
    }

    @Test("An hour in which taxis are too few ends at four times the rides, and one of few calls begins with its rides")
    func bounds() {
        var fit = ProportionalFit(wanted: [100, 0], rates: [100, 5])
        for _ in 0..<5 { fit.update(fit.rates.map { min($0, 50) }) }
        #expect(fit.rates == [400, 0])
        #expect(ProportionalFit(wanted: [100, 100], rates: [24, 26]).rates == [100, 26])
        #expect(ProportionalFit.missed([50, 0, 109, 112], wanted: [100, 0, 100, 100], by: 0.1) == [0, 3])
        // From one step to the next a rate doubles at most, though nothing comes of it.
        var none = ProportionalFit(wanted: [100], rates: [100])
        none.update([0])
        #expect(none.rates == [200])
        #expect(ProportionalFit.error([80, 30], wanted: [100, 20]) == 0.25)
        #expect(ProportionalFit.error([1], wanted: [0]) == nil)
    }
}

/// The search for the least distance.
@Suite struct CompassSearchTests {
    /// Searches, and gives the point found with how many points were judged.
    private func found(
        _ axes: [ClosedRange<Double>], from start: [Double], stop: Double = 0.06, _ distance: ([Double]) -> Double
    ) -> (point: [Double], judged: Int) {
        var search = CompassSearch(axes, from: start, stop: stop)
        var judged = 0
        while true {
            let points = search.next()
            if points.isEmpty { return (search.best, judged) }
            judged += points.count
            search.take(points.map(distance))
        }
    }

    @Test("The bottom of a bowl on logarithmic axes is found within the last step")
    func bowl() {
        let axes = [100.0...10_000, 1...100]
        let (point, judged) = found(axes, from: [200, 90], stop: 0.01) { point in
            let (east, north) = (log(point[0] / 3000), log(point[1] / 4))
            return east * east + 2 * north * north + 0.3 * east * north
        }
        // The last step is 1.6 % of an axis, which is 7 %.
        #expect(abs(log(point[0] / 3000)) < 0.08 && abs(log(point[1] / 4)) < 0.08, "\(point)")
        #expect(judged < 80, "\(judged) points")
    }

    @Test("A least distance at a bound is found there, and no point is outside")
    func bounds() {
        let (point, _) = found([100...10_000], from: [50]) { point in
            #expect((99.999...10_000.001).contains(point[0]))
            return -point[0]
        }
        #expect(abs(point[0] - 10_000) < 1e-6)
    }

    @Test("Where all points are alike it stays where it began, and no point is judged twice")
    func flat() {
        var seen: Set<[Double]> = []
        let (point, judged) = found([1...100, 1...100], from: [10, 10]) { point in
            #expect(seen.insert(point).inserted)
            return 1
        }
        #expect(point.allSatisfy { abs($0 - 10) < 0.05 } && judged == 1 + 4 * 3, "\(point), \(judged) points")
    }
}

/// What fits equally well.
@Suite struct EqualFitTests {
    @Test("A tenth of the best distance makes no difference, and more does where chance cannot explain it")
    func tolerance() {
        #expect(EqualFit.holds([0.109, 0.109], best: [0.1, 0.1]))
        #expect(!EqualFit.holds([0.112, 0.112], best: [0.1, 0.1]))
        // The differences are .02 and .07: a mean of .045 with a standard error of .025.
        #expect(EqualFit.holds([0.12, 0.17], best: [0.1, 0.1]))
        #expect(!EqualFit.holds([0.12, 0.15], best: [0.1, 0.1]), "a mean of .035 with a standard error of .015")
        // Of a best one that is wholly off a tenth is far: two points are the most.
        #expect(
            !EqualFit.holds([1.12, 1.12], best: [1.09, 1.09]) && EqualFit.holds([1.105, 1.105], best: [1.09, 1.09]))
        #expect(EqualFit.holds([0.05], best: [0.1]) && !EqualFit.holds([0.2], best: [0.1]))
    }
}

/// Laws and errors.
@Suite struct QuantileLawTests {
    /// The quantiles of an exponential law of a mean.
    private func exponential(_ mean: Double) throws -> QuantileLaw {
        try #require(QuantileLaw((1...199).map { -mean * log(1 - Double($0) / 200) }))
    }

    @Test("The distance of two exponential laws is that of theory")
    func distance() throws {
        // sup |exp(-x) - exp(-x/2)| is 1/4, at x = 2 ln 2.
        let distance = try exponential(1).distance(to: exponential(2))
        #expect(abs(distance - 0.25) < 0.002, "\(distance)")
        #expect(try exponential(3).distance(to: exponential(3)) == 0)
    }

    @Test("Shares are on the straight line between quantiles; the mean of laws is that of their quantiles")
    func shares() throws {
        let law = try #require(QuantileLaw([30, 10, 20]))
        #expect(law.share(below: 5) == 0 && law.share(below: 15) == 0.375 && law.share(below: 20) == 0.5)
        #expect(law.share(below: 31) == 1 && law.share(below: 10) == 0.25)
        let other = try #require(QuantileLaw([0, 0, 60]))
        let mean = try #require(QuantileLaw.mean([law, other]))
        #expect(mean.values == [5, 10, 45])
        #expect(QuantileLaw([]) == nil)
    }

    @Test("Hours count by their weights, and what is not known does not")
    func errors() {
        var error = WeightedError()
        #expect(error.mean == nil)
        error.add(11, of: 10, weight: 3)
        error.add(5, of: 10, weight: 1)
        error.add(nil, of: 10, weight: 100)
        error.add(1, of: 0, weight: 100)
        #expect(abs((error.mean ?? 0) - 0.2) < 1e-12)
    }
}
