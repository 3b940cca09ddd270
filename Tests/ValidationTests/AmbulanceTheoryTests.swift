// SPDX-License-Identifier: GPL-3.0-or-later

import AmbulanceRules
import CityModel
import CitySimulation
import CitySlices
import CityTestKit
import Foundation
import RandomStreams
import Testing

/// Ambulances without drives against queueing theory: calls are those of M/G/c, ambulances are its servers.
///
/// Every estimate comes with its standard error from 30 batch means, which must be at most 2 % of the exact value in
/// optimised code and 5 % else where nothing else is said, and must lie within three of them.
@Suite struct AmbulanceTheoryTests {
    private static let precision = Effort.isOptimised ? 0.02 : 0.05
    /// Calls for 5 % in unoptimised code; optimised code takes six times as many.
    private static func calls(_ thousands: Int) -> Int { thousands * (Effort.isOptimised ? 6000 : 1000) / 30 * 30 }

    /// Runs a scenario until about so many have called, at so many a day.
    static func run(
        _ file: String, calls: Int, perDay: Double, set values: [String] = [], _ observers: [any EventObserver]
    ) throws {
        let days = Int(Double(calls) / perDay * 1.03) + 2
        let city = try TestCity(
            file: "Scenarios/validation/\(file).yaml",
            set: ["length=\(days) d", "ambulances.calls.per-day=\(perDay)"] + values)
        let simulated = SimulatedCity(
            city.plan, key: StreamKey(seed: Effort.seed, replication: 0), observers: observers)
        try simulated.run(until: city.scenario.end)
        simulated.finish()
    }

    private func queue(
        units: Int, utilisation: Double, thousands: Int, clearing: String = "{exponential: 1 min}"
    ) throws -> AmbulanceCount {
        let count = AmbulanceCount(Self.calls(thousands))
        try Self.run(
            "ambulance-queue", calls: Self.calls(thousands), perDay: Double(units) * utilisation * 1440,
            set: ["ambulances.stations.city.units=\(units)", "ambulances.priorities.any.clearing=\(clearing)"], [count])
        return count
    }

    @Test(
        "Exponential times at the scene: the share of calls that waits and the mean wait are those of Erlang's C",
        arguments: Effort.some(of: [(2, 0.5, 36), (1, 0.5, 16), (3, 0.7, 56)]))
    func erlangC(units: Int, utilisation: Double, thousands: Int) throws {
        let count = try queue(units: units, utilisation: utilisation, thousands: thousands)
        let waits = Exact.erlangC(servers: units, utilisation: utilisation)
        let mean = waits / (Double(units) * (1 - utilisation)) * 60
        #expect(count.waited.doubt("share that waits", waits, precision: Self.precision) == nil)
        #expect(count.wait.doubt("mean wait", mean, precision: Self.precision) == nil)
    }

    @Test("One ambulance, gamma times at the scene: the mean wait is that of Pollaczek and Khinchine, 45 s")
    func pollaczek() throws {
        let count = try queue(
            units: 1, utilisation: 0.5, thousands: 16, clearing: "{gamma: {shape: 2, mean: 1 min}}")
        #expect(count.wait.doubt("mean wait", 45, precision: Self.precision) == nil)
        #expect(count.waited.doubt("share that waits", 0.5, precision: Self.precision) == nil)
    }

    @Test("Two priorities at one ambulance: waits of 8.75 s for urgent calls and 29.17 s for others")
    func priorities() throws {
        let calls = Self.calls(150)
        let (urgent, other) = (
            AmbulanceCount(calls * 2 / 7 / 30 * 30, only: 1), AmbulanceCount(calls * 5 / 7 / 30 * 30, only: 2)
        )
        // Six times as many calls a day as the scenario has, with 10 s each in place of a minute: a run is a year long at most.
        try Self.run(
            "ambulance-priority", calls: calls, perDay: 6048,
            set: ["urgent", "other"].map { "ambulances.priorities.\($0).clearing={exponential: 10 s}" },
            [urgent, other])
        // Batch means make this one look surer than it is: four seeds of 100 days gave 8.64, 8.75, 8.81 and 8.84 s.
        #expect(abs(urgent.wait.mean - 52.5 / 6) <= (Effort.isOptimised ? 0.03 : 0.06) * 52.5 / 6)
        #expect(other.wait.doubt("other", 175.0 / 6, precision: 2 * Self.precision) == nil)
    }

    @Test("So many ambulances that nobody waits: the number at work is Poisson, whatever the time at the scene")
    func poisson() throws {
        // A load of 8; a number is looked at every 20 mean times, which forgets the one before.
        let calls = Self.calls(32)
        let sampler = BusySampler(every: .minutes(20), after: .hours(1), count: calls / 8 / 20 * 9 / 10)
        let count = AmbulanceCount(calls)
        try Self.run(
            "ambulance-queue", calls: calls, perDay: 8 * 1440,
            set: [
                "ambulances.stations.city.units=100",
                "ambulances.priorities.any.clearing={lognormal: {mean: 1 min, sd: 1 min}}",
            ], [count, sampler])
        #expect(count.waited.mean == 0)
        let numbers = sampler.numbers
        try #require(numbers.count >= calls / 8 / 20 * 9 / 10)
        let n = Double(numbers.count)
        let mean = numbers.reduce(0, +) / n
        #expect(abs(mean - 8) <= 3 * (8 / n).squareRoot(), "\(mean)")
        // The variance of a sample of a Poisson number of mean m has a variance of about (2 m^2 + m) / n.
        let variance = numbers.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / (n - 1)
        #expect(abs(variance - 8) <= 3 * (136 / n).squareRoot(), "\(variance)")
        let most = numbers.count { $0 <= 7 }
        // P(N <= 7) of a Poisson number of mean 8: e^-8 times the sum of 8^k / k!.
        var (term, sum) = (exp(-8.0), 0.0)
        for number in 0...7 {
            sum += term
            term *= 8 / Double(number + 1)
        }
        let exact = sum
        #expect(abs(Double(most) / n - exact) <= 3 * (exact * (1 - exact) / n).squareRoot())
    }

    @Test("Larson's hypercube: workloads, who serves whom, and waits of two stations and two districts")
    func hypercube() throws {
        let count = HypercubeCount(Self.calls(14), perDay: 259.2)
        try Self.run("ambulance-hypercube", calls: Self.calls(14), perDay: 259.2, [count])
        let precision = Self.precision
        #expect(count.work[0].doubt("workload of the first", 0.479946, precision: precision) == nil)
        #expect(count.work[1].doubt("workload of the second", 0.420054, precision: precision) == nil)
        #expect(count.waited.doubt("share that waits", 0.279310, precision: precision) == nil)
        #expect(count.wait.doubt("mean wait", 76.176, precision: 3 * precision) == nil)
        let exact = [("1 in 1", 0.439806), ("2 in 1", 0.226860), ("2 in 2", 0.239867), ("1 in 2", 0.093466)]
        for (share, (name, value)) in zip(count.shares, exact) {
            #expect(share.doubt(name, value, precision: 1.5 * precision) == nil)
        }
    }

    @Test("The check can fail: another load, an ambulance more, and districts the other way round are caught")
    func wrongModels() throws {
        let waits = Exact.erlangC(servers: 2, utilisation: 0.5)
        for (units, utilisation) in [(2, 0.45), (3, 1.0 / 3)] {
            let count = try queue(units: units, utilisation: utilisation, thousands: 12)
            #expect(count.waited.doubt("share that waits", waits, precision: 1) != nil)
        }
        let count = HypercubeCount(Self.calls(6), perDay: 259.2)
        try Self.run(
            "ambulance-hypercube", calls: Self.calls(6), perDay: 259.2, set: ["ambulances.calls.zones={1: 1, 2: 2}"],
            [count])
        #expect(count.work[0].doubt("workload of the first", 0.479946, precision: 1) != nil)
    }
}

/// Counts how long calls wait for an ambulance, from an hour after the start on.
private final class AmbulanceCount: EventObserver {
    private(set) var waited: BatchMeans
    private(set) var wait: BatchMeans
    private let only: Int32?
    private var begin: CityTime?
    private var open: [AmbulanceCallID: CityTime] = [:]

    init(_ calls: Int, only: Int32? = nil) {
        (waited, wait) = (BatchMeans(of: calls), BatchMeans(of: calls))
        self.only = only
    }

    func subscribe(to feed: EventFeed) {
        feed.on(AmbulanceEvent.self) { [self] records in
            for index in records.indices { take(records[index].event, at: records[index].time) }
        }
    }

    private func take(_ event: AmbulanceEvent, at now: CityTime) {
        switch event {
        case .callReceived(let call, _, let priority, _):
            begin = begin ?? now + .hours(1)
            guard let begin, now >= begin, only == nil || only == priority else { return }
            open[call] = now
        case .ambulanceSent(_, let call, _, _, _):
            guard let since = open.removeValue(forKey: call) else { return }
            waited.add(now > since ? 1 : 0)
            wait.add((now - since).inSeconds)
        default: break
        }
    }
}

/// Looks at the number of ambulances with a call at even times.
private final class BusySampler: EventObserver {
    private(set) var numbers: [Double] = []
    private let every: TimeSpan
    private let after: TimeSpan
    private let count: Int
    private var next: CityTime?
    private var busy = 0

    init(every: TimeSpan, after: TimeSpan, count: Int) { (self.every, self.after, self.count) = (every, after, count) }

    func subscribe(to feed: EventFeed) {
        feed.on(AmbulanceEvent.self) { [self] records in
            for index in records.indices { take(records[index].event, at: records[index].time) }
        }
    }

    private func take(_ event: AmbulanceEvent, at now: CityTime) {
        var time = next ?? now + after
        while time <= now, numbers.count < count {
            numbers.append(Double(busy))
            time = time + every
        }
        next = time
        if case .ambulanceSent = event { busy += 1 }
        if case .ambulanceFreed = event { busy -= 1 }
    }
}

/// What the hypercube knows of two ambulances and two districts, from an hour after the start on: workloads by even batches of
/// time, everything else by batches of calls.
private final class HypercubeCount: EventObserver {
    private(set) var work: [BatchMeans]
    private(set) var waited: BatchMeans
    private(set) var wait: BatchMeans
    /// First in first, second in first, second in second, first in second, as shares of all calls.
    private(set) var shares: [BatchMeans]
    private let slot: TimeSpan
    private var begin: CityTime?
    private var busySince: [CityTime?] = [nil, nil]
    private var inSlot = [TimeSpan.zero, .zero]
    private var slotEnd = CityTime.epoch
    private var open: [AmbulanceCallID: (time: CityTime, district: Int)] = [:]

    /// The workloads of 300 stretches of time, ten for each batch.
    init(_ calls: Int, perDay: Double) {
        slot = .seconds(Double(calls) / perDay * 86_400 / 300)
        work = [BatchMeans(of: 300), BatchMeans(of: 300)]
        (waited, wait) = (BatchMeans(of: calls), BatchMeans(of: calls))
        shares = Array(repeating: BatchMeans(of: calls), count: 4)
    }

    func subscribe(to feed: EventFeed) {
        feed.on(AmbulanceEvent.self) { [self] records in
            for index in records.indices { take(records[index].event, at: records[index].time) }
        }
    }

    private func take(_ event: AmbulanceEvent, at now: CityTime) {
        if begin == nil {
            begin = now + .hours(1)
            slotEnd = now + .hours(1) + slot
        }
        guard let begin else { return }
        while now >= slotEnd { endSlot() }
        switch event {
        case .callReceived(let call, let place, _, _):
            // The stations are in the middle of their districts, which are equal squares.
            if now >= begin { open[call] = (now, place.east < border ? 0 : 1) }
        case .ambulanceAdded(_, _, let place): stations.append(place.east)
        case .ambulanceSent(let ambulance, let call, _, _, _):
            busySince[ambulance.index - 1] = now
            guard let seen = open.removeValue(forKey: call) else { return }
            waited.add(now > seen.time ? 1 : 0)
            wait.add((now - seen.time).inSeconds)
            let pair = seen.district == 0 ? ambulance.index - 1 : 3 - (ambulance.index - 1)
            // 0: first in first, 1: second in first, 2: second in second, 3: first in second.
            for index in shares.indices { shares[index].add(index == pair ? 1 : 0) }
        case .ambulanceFreed(let ambulance, _, _):
            let unit = ambulance.index - 1
            if let since = busySince[unit] { inSlot[unit] = inSlot[unit] + (now - max(since, slotEnd - slot)) }
            busySince[unit] = nil
        default: break
        }
    }

    private var stations: [Int32] = []
    /// Half-way between the two stations.
    private var border: Int32 { stations.reduce(0, +) / 2 }

    private func endSlot() {
        for unit in 0..<2 {
            if let since = busySince[unit] { inSlot[unit] = inSlot[unit] + (slotEnd - max(since, slotEnd - slot)) }
            work[unit].add(inSlot[unit] / slot)
            inSlot[unit] = .zero
        }
        slotEnd = slotEnd + slot
    }
}
