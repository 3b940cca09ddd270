// SPDX-License-Identifier: GPL-3.0-or-later

import CitySimulation
import CitySlices
import CityTestKit
import Foundation
import Synchronization
import Testing

@testable import Experiments

/// The worker's loop with a store of another kind: what a database with workers on other machines will be.
@Suite struct ReplicationStoreTests {
    /// Hands out the last number first, gives each twice as if the first worker had died, and loses its connection when told.
    private final class FarStore: ReplicationStore {
        struct Lost: Error, Equatable {}
        typealias Failure = Lost

        private struct State {
            var open: [Int]
            var kept: [Int: Replication] = [:]
            var claims = 0
            var puts = 0
            var shares = 0
            var givenBack: [Int] = []
        }

        private let experiment: Replications
        private let losesAt: Int
        private let unwanted: Int?
        private let state: Mutex<State>

        init(_ experiment: Replications, count: Int, losesAt: Int = .max, unwanted: Int? = nil) {
            self.experiment = experiment
            self.losesAt = losesAt
            self.unwanted = unwanted
            state = Mutex(State(open: (0..<count).flatMap { [$0, $0] }))
        }

        func claim() throws(Lost) -> ReplicationClaim? {
            let (number, ticket) = state.withLock { state in
                state.claims += 1
                return (state.claims > losesAt ? nil : state.open.popLast(), state.claims)
            }
            if ticket > losesAt { throw Lost() }
            return number.map { ReplicationClaim(experiment, number: $0, ticket: ticket) }
        }

        func isWanted(_ claim: ReplicationClaim, done share: Double) -> Bool {
            state.withLock { $0.shares += 1 }
            return claim.number != unwanted
        }

        func put(_ replication: Replication, for claim: ReplicationClaim) {
            state.withLock { state in
                state.puts += 1
                state.kept[claim.number] = state.kept[claim.number] ?? replication
            }
        }

        func giveBack(_ claim: ReplicationClaim, because error: SimulationError) {
            state.withLock { $0.givenBack.append(claim.number) }
        }

        var kept: [Replication] { state.withLock { $0.kept.values.sorted { $0.number < $1.number } } }
        var counts: (puts: Int, shares: Int) { state.withLock { ($0.puts, $0.shares) } }
        var givenBack: [Int] { state.withLock(\.givenBack) }
    }

    private func experiment() throws -> Replications {
        let city = try TestCity(
            file: "Scenarios/quickstart.yaml",
            set: ["length=2 h", "record.invariants=false", "record.messages=false"])
        return try Replications(city.plan, rule: .count(5), threads: 2)
    }

    @Test("Workers of another store, in another order and each run made twice, give the same replications")
    func otherStore() throws {
        let experiment = try experiment()
        let store = FarStore(experiment, count: 5)
        let workers = (0..<3).map { _ in
            let thread = Thread { try? store.work() }
            thread.stackSize = 8 << 20
            return thread
        }
        for worker in workers { worker.start() }
        while !workers.allSatisfy(\.isFinished) { usleep(1000) }
        #expect(try store.kept == experiment.run().replications)
        #expect(store.counts.puts == 10 && store.counts.shares >= 10)
    }

    @Test("What is not wanted any more goes back to the store, and its loss ends the worker")
    func ends() throws {
        let experiment = try experiment()
        let fussy = FarStore(experiment, count: 3, unwanted: 1)
        try fussy.work()
        #expect(fussy.givenBack == [1, 1] && fussy.kept.map(\.number) == [0, 2])
        let lost = FarStore(experiment, count: 5, losesAt: 3)
        #expect(throws: FarStore.Lost()) { try lost.work() }
        #expect(lost.kept.map(\.number) == [3, 4])
    }
}
