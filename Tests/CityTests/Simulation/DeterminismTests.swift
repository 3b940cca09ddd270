// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import CitySimulation
import CitySlices
import CityTestKit
import Foundation
import RandomStreams
import RuleTestKit
import TaxiRules
import TaxiService
import TaxiSimulation
import Testing

/// Equal input gives equal events: on any thread, under any load, in any build.
@Suite struct DeterminismTests {
    @Test("SIM-03: two runs with seed 42 have equal fingerprints, seed 43 and another replication have others")
    func seeds() throws {
        let city = try TestCity(Cities.troubled)
        let first = try Simulation(city.plan, seed: 42).run().fingerprint
        let second = try Simulation(city.plan, seed: 42).run().fingerprint
        let other = try Simulation(city.plan, seed: 43).run().fingerprint
        let replication = try Simulation(city.plan, seed: 42, replication: 1).run().fingerprint
        #expect(first == second)
        #expect(Set([first, other, replication]).count == 3)
    }

    @Test("SIM-01: every event log has rising numbers, and times that never fall")
    func order() throws {
        let run = try TestCity(Cities.troubled).run()
        #expect(run.records.map(\.number) == (1...Int64(run.records.count)).map { $0 })
        #expect(zip(run.records, run.records.dropFirst()).allSatisfy { $0.time <= $1.time && $0.turn <= $1.turn })
        #expect(run.records.count > 2000)
    }

    @Test("PERF-16: with seed 42, replications on 1 and on 8 threads have equal event logs")
    func threads() throws {
        let city = try TestCity(Cities.troubled, set: ["length=1 h"])
        let one = fingerprints(city, replications: 16, threads: 1)
        let eight = fingerprints(city, replications: 16, threads: 8)
        #expect(one == eight)
        #expect(Set(one).count == 16)
        #expect(!one.contains(""))
    }

    @Test("PERF-16: with seed 42, passwords hashed in turn, on 1 and on 8 threads give equal event logs")
    func hashing() throws {
        let town = """
            cabrank: 1
            name: town
            length: 45 min
            city: {grid: {rows: 2, columns: 2, cell: 2 km}}
            travel: {free-speed: 30 km/h}
            drivers:
              - {name: cabs, count: 3, answer: {reaction: 5 s, accept: 85%, refuse: 10%}, position-interval: 60 s}
            passengers:
              - name: people
                population: {people: 6, thinking: {exponential: 20 min}}
            server: {workers: 2, service: {law: {exponential: 30 ms}}}
            accounts: {password-cost: interactive, wrong-passwords: 20%, forgotten-passwords: 20%, registrants: {per-day: 100}}
            """
        let city = try TestCity(town)
        let pools = [nil, WorkPool(threads: 1, waits: true), WorkPool(threads: 8, waits: true)]
        let fingerprints = try pools.map { pool in
            var simulation = Simulation(city.plan, seed: 42)
            simulation.pool = pool
            return try simulation.run().fingerprint
        }
        #expect(Set(fingerprints).count == 1)
    }

    @Test("SIM-01: threads that keep the host busy change nothing")
    func load() throws {
        let city = try TestCity(Cities.troubled, set: ["length=1 h"])
        let quiet = try Simulation(city.plan, seed: 5).run().fingerprint
        let spinners = (0..<4).map { _ in Spinner() }
        for spinner in spinners { spinner.start() }
        let busy = try Simulation(city.plan, seed: 5).run().fingerprint
        for spinner in spinners { spinner.stop() }
        #expect(quiet == busy)
    }

    @Test("Progress shown in slices and checks after every turn leave the events as they are")
    func slices() throws {
        let city = try TestCity(Cities.troubled, set: ["length=1 h"])
        let plain = try Simulation(city.plan).run().fingerprint
        var sliced = Simulation(city.plan)
        var shares: [Double] = []
        sliced.progress = { progress in
            shares.append(progress.share)
            return true
        }
        sliced.checksInvariants = true
        #expect(try sliced.run().fingerprint == plain)
        #expect(shares.count == 500 && shares == shares.sorted() && shares.last == 1)
    }

    @Test("A run that is stopped says so and frees its city")
    func stopped() throws {
        let city = try TestCity(Cities.troubled)
        var simulation = Simulation(city.plan)
        simulation.progress = { $0.share < 0.5 }
        #expect(throws: SimulationError.self) { try simulation.run() }
    }

    private func fingerprints(_ city: TestCity, replications: Int, threads: Int) -> [String] {
        let results = Results(replications)
        let workers = (0..<threads).map { worker in
            Worker {
                for replication in stride(from: worker, to: replications, by: threads) {
                    let run = try? Simulation(city.plan, seed: 42, replication: UInt64(replication)).run()
                    results.set(replication, run?.fingerprint ?? "")
                }
            }
        }
        for worker in workers { worker.start() }
        for worker in workers { worker.join() }
        return results.all
    }
}

/// Texts by index, filled by several threads.
private final class Results: @unchecked Sendable {
    private let lock = NSLock()
    private var texts: [String]

    init(_ count: Int) {
        texts = [String](repeating: "", count: count)
    }

    func set(_ index: Int, _ text: String) {
        lock.withLock { texts[index] = text }
    }

    var all: [String] { lock.withLock { texts } }
}

/// A plain thread that can be waited for.
private final class Worker: @unchecked Sendable {
    private let done = DispatchSemaphore(value: 0)
    private let thread: Thread

    init(_ work: @escaping @Sendable () -> Void) {
        let done = done
        thread = Thread {
            work()
            done.signal()
        }
        // The debug build's frames are large.
        thread.stackSize = 4 << 20
    }

    func start() {
        thread.start()
    }

    func join() {
        done.wait()
    }
}

/// A thread that only makes the processor busy until it is told to stop.
private final class Spinner: @unchecked Sendable {
    private let lock = NSLock()
    private var isOver = false

    func start() {
        let thread = Thread { [self] in
            var state: UInt64 = 1
            while !lock.withLock({ isOver }) {
                for _ in 0..<100_000 { state = state &* 6_364_136_223_846_793_005 &+ 1 }
            }
        }
        thread.start()
    }

    func stop() {
        lock.withLock { isOver = true }
    }
}
