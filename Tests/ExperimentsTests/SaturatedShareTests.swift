// SPDX-License-Identifier: GPL-3.0-or-later

import CitySimulation
import CitySlices
import Foundation
import Reporting
import ScenarioLanguage
import Testing

@testable import Experiments

/// Shares that are 0, or the whole, in every replication: nothing happened, and nothing is certain.
@Suite struct SaturatedShareTests {
    private let share = "calls.abortRate"

    @Test("0 of 4 000 calls in 10 replications is compatible with up to 0.092 %: Clopper and Pearson, some 3.7 of them")
    func many() throws {
        let half = try #require(SaturatedShare.halfWidth(replications: 10, units: 4000, level: 0.95))
        // 1 - 0.025^(1 / 4000)
        #expect(abs(half - 0.000_921_8) < 1e-6)
        // One side of 95 %, which is two sides of 90 %: the rule of three, 3 / 4000.
        let one = try #require(SaturatedShare.halfWidth(replications: 10, units: 4000, level: 0.9))
        #expect(abs(one - 3.0 / 4000) < 0.01 * 3 / 4000)
    }

    @Test("Two replications with 20 calls: as wide as one event would have made it, (1 + 12.706) / 20")
    func few() throws {
        let half = try #require(SaturatedShare.halfWidth(replications: 2, units: 20, level: 0.95))
        #expect(abs(half - 13.7062 / 20) < 1e-4)
        // The t interval of 1 event among 10 calls of one replication, none of the other: its end is the same.
        let seen = try #require(Interval([0.1, 0]))
        #expect(abs((seen.high ?? 0) - half) < 1e-4)
    }

    @Test("Without a number of what is counted a replication is one: 1 - 0.025^(1 / n), and no bound is above it")
    func replications() throws {
        let half = try #require(SaturatedShare.halfWidth(replications: 10, units: nil, level: 0.95))
        #expect(abs(half - 0.308_497) < 1e-6)
        #expect(SaturatedShare.halfWidth(replications: 10, units: 10, level: 0.95) == half)
        #expect(SaturatedShare.halfWidth(replications: 1, units: 100, level: 0.95) == nil)
    }

    @Test("It applies to shares of events at an end alone: not to times, counts, shares of time, nor between the ends")
    func which() throws {
        let units: [Double?] = [100, 100, 100]
        let none = try #require(Interval(of: share, [0, 0, 0], units: units))
        #expect(none.mean == 0 && (none.halfWidth ?? 0) > 0.01)
        let all = try #require(Interval(of: "processing.under5s", [1, nil, 1], units: [100, nil, 100]))
        #expect(all.mean == 1 && all.count == 2 && abs((all.halfWidth ?? 0) - 13.7062 / 200) < 1e-4)
        #expect(Interval(of: share, [0.5, 0.5, 0.5], units: units)?.halfWidth == 0)
        #expect(Interval(of: "drivers.share.offShift", [0, 0, 0], units: nil)?.halfWidth == 0)
        #expect(Interval(of: "calls.aborted", [0, 0, 0], units: nil)?.halfWidth == 0)
        #expect(Interval(of: share, [0, 0, 0.1], units: units) == Interval([0, 0, 0.1]))
    }

    @Test("Of 4 000 experiments without an event, whose true share is at the bound, at most 2.5 in 100 look like this")
    func coverage() throws {
        // With a true share p of independent calls, nothing happens in n calls with the probability (1 - p)^n.
        for (replications, calls) in [(2, 10.0), (10, 40), (10, 400), (50, 20)] {
            let units = Double(replications) * calls
            let half = try #require(SaturatedShare.halfWidth(replications: replications, units: units, level: 0.95))
            #expect(pow(1 - half, units) <= 0.025 + 1e-9)
        }
    }

    @Test("Every share is one of something that is counted, or a replication counts as one, and the paths exist")
    func paths() {
        for path in MetricPath.all {
            let units = ShareUnits.paths(of: path)
            if units.isEmpty { continue }
            #expect(ShareUnits.isOfEvents(path), "\(path)")
            #expect(units.allSatisfy(MetricPath.all.contains), "\(path): \(units)")
        }
        #expect(ShareUnits.paths(of: "ambulances.response.2.in8") == ["ambulances.response.2.judged8"])
        #expect(ShareUnits.paths(of: "processing.calls.under5s") == ["processing.calls.count"])
        #expect(
            ShareUnits.units(of: "calls.unservedShare") { $0 == "calls.stored" ? [9, nil, 7] : [2, 1, nil] }
                == [7, nil, nil])
        #expect(ShareUnits.units(of: "calls.unservedShare") { $0 == "calls.stored" ? [9] : nil } == nil)
    }

    /// A city in which much is open at the end, and of every kind.
    private static let busy = """
        cabrank: 1
        name: town
        start: 2026-05-10 06:00
        length: 4 h
        modules: [reservations, sharing]
        city: {grid: {rows: 2, columns: 2, cell: 2 km}}
        drivers: [{name: cabs, count: 5, answer: {reaction: {uniform: {from: 2 s, to: 40 s}}, accept: 60%}}]
        passengers:
          - name: residents
            population: {people: 120, thinking: {exponential: 40 min}}
            patience: {exponential: 15 min}
            reserving: {share: 20%}
            sharing: {willing: 50%}
        stores:
          groups: [{name: corner, count: 2, limit: 4, quotas: {normal: 2, priority: 1, booking: 1}}]
          shoppers: [{name: folk, population: {people: 120, pause: {exponential: 1 h}}, visit: 20 min, books: 40%}]
        ambulances:
          stations: [{name: west, zone: 1, units: 2}]
          hospitals: [{name: general, zone: 4}]
          calls: {per-day: 300}
          priorities: [{name: high, share: 40%}, {name: low, share: 60%}]
        races:
          events: [{name: dash, start: "08:00", end: "11:00", maximum: 60, track: [{longitude: 0.001, latitude: 0.001}, {longitude: 0.03, latitude: 0.001}, {longitude: 0.001, latitude: 0.002}], laps: 6}]
          runners: [{name: club, people: 60, looks-after: 10 min}]
        health:
          workers: {least: 1, most: 1, per-batch: 600 ms}
          wearers:
            - name: some
              people: 20
              every: 10 s
              values: [{parameter: heart-rate, mean: 72, between: 6, within: 20}]

        """

    @Test("The units of a share are those that its number is a share of: share times units is a whole number in a run")
    func wholes() throws {
        let read = try ScenarioReader(services: Slices.all.keys).read(text: Self.busy, named: "town.yaml", folder: "")
        let result = try Simulation(CityPlan(read, services: Slices.all)).run()
        let values = Dictionary(result.metrics.values.map { ($0.name, $0.value) }) { first, _ in first }
        var judged = 0
        for (path, value) in values.sorted(by: { $0.key < $1.key }) {
            let units = ShareUnits.units(of: path) { name in values[name].map { [$0] } }
            guard let value, let count = units?.first.flatMap(\.self) else { continue }
            let part = value * count
            #expect(abs(part - part.rounded()) < 1e-5 * max(1, count), "\(path): \(value) of \(count)")
            judged += value > 0 && value < 1 ? 1 : 0
        }
        // Most of them say something here.
        #expect(judged > 12, "\(judged)")
    }

    // MARK: Decisions

    private func judge(_ values: [Double?], units: [Double?]?, _ bound: Budget.Bound, _ limit: String) throws
        -> BudgetJudgement
    {
        let budget = Budget(metric: share, bound: bound, limit: .amount(try Amount(text: limit)))
        return BudgetJudge(values: values, seed: 1, units: units).judge(budget, unit: "share")
    }

    @Test("A budget of 0.1 % is not kept because nothing happened to twenty calls, and is when many had the chance")
    func budget() throws {
        let few = try judge([0, 0], units: [9, 11], .atMost, "0.1%")
        #expect(few.verdict == .undecided && few.low == 0 && abs((few.high ?? 0) - 0.68531) < 1e-4)
        let needed = try #require(few.needed)
        // 3.69 of 10 calls a replication are below 0.1 % from 369 replications on.
        #expect((360...380).contains(needed))
        let enough = [Double?](repeating: 0, count: needed)
        #expect(try judge(enough, units: enough.map { _ in 10 }, .atMost, "0.1%").verdict == .kept)
        #expect(
            try judge(enough.dropLast(), units: enough.dropLast().map { _ in 10 }, .atMost, "0.1%").verdict
                == .undecided)
        #expect(try judge([0, 0, 0, 0], units: [900, 900, 900, 900], .atMost, "1%").verdict == .kept)
        #expect(try judge([1, 1], units: [10, 10], .atLeast, "99%").verdict == .undecided)
        #expect(try judge([1, 1], units: [10, 10], .atLeast, "99%").high == 1)
        #expect(try judge([1, 1, 1, 1], units: [900, 900, 900, 900], .atMost, "50%").verdict == .broken)
        // What cannot be below 0 keeps a bound of 0.
        #expect(try judge([0, 0], units: [9, 11], .atLeast, "0%").verdict == .kept)
    }

    @Test("A rule that waits for precision does not stop because nothing happened")
    func untilHalfWidth() throws {
        let target = try HalfWidthTarget(text: "calls.abortRate=5%")
        let none = [Double?](repeating: 0, count: 10), units = [Double?](repeating: 10, count: 10)
        #expect(!target.isReached(by: [none], units: [units], least: 10, level: 0.95))
        #expect(!target.isReached(by: [none, none], units: [units, units], least: 10, level: 0.95))
        // All of them, of many: 3.7 of 40 000 is precise.
        let all = try HalfWidthTarget(text: "processing.under5s=5%")
        let most = none.map { _ in Double?(1) }
        #expect(all.isReached(by: [most], units: [most.map { _ in 4000 }], least: 10, level: 0.95))
    }

    @Test("Two variants in which nothing happened: the difference is not known to be 0")
    func paired() {
        let none: [Double?] = [0, 0, 0, 0], units: [Double?] = [50, 50, 50, 50]
        let found = Comparison.paired(share, none, none, level: 0.95, units: (units, units))
        let half = SaturatedShare.halfWidth(replications: 4, units: 200, level: 0.95)
        #expect(found.difference?.halfWidth == half && found.first?.halfWidth == half)
        #expect(found.finding == .noDifferenceShown)
    }
}
