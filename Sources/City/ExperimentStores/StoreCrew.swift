// SPDX-License-Identifier: GPL-3.0-or-later

public import Experiments
import Foundation
import Synchronization

/// Runs the replications of a command through a store: gives them to whoever works for the store, this process among them,
/// and brings back the results.
public final class StoreCrew: ReplicationCrew {
    /// How many replications are in the store at once that are not done.
    public let reach = 2000

    private let store: ExperimentStore
    private let experiment: Int64
    private let name: String
    private let threads: Int
    private let meter: Replications.Meter?
    private let goesOn: @Sendable () -> Bool

    /// Begins or continues an experiment.
    ///
    /// - Parameters:
    ///   - store: where.
    ///   - name: of the experiment.
    ///   - command: what was typed, for people.
    ///   - key: what makes it this experiment.
    ///   - most: the largest number of replications.
    ///   - threads: how many workers of its own; 0 leaves all to others.
    ///   - meter: measures what replications cost.
    ///   - goesOn: asked now and then; false ends the work.
    /// - Throws: `StoreProblem` when the store does not answer, or has another experiment of that name.
    public init(
        _ store: ExperimentStore, name: String, command: String, key: String, most: Int, threads: Int,
        meter: Replications.Meter?, goesOn: @escaping @Sendable () -> Bool
    ) throws(StoreProblem) {
        self.store = store
        self.name = name
        self.threads = threads
        self.meter = meter
        self.goesOn = goesOn
        experiment = try store.begin(name, command: command, key: key, most: most)
    }

    /// Says that the command has its results.
    ///
    /// - Throws: `StoreProblem` when the store does not answer.
    public func complete() throws(StoreProblem) { try store.complete(experiment) }

    /// Works with its own threads and with whoever works for the store, until no more are wanted.
    public func work(for source: ReplicationSource) {
        let isOver = Flag()
        let crew = DispatchGroup()
        for _ in 0..<threads {
            crew.enter()
            let thread = Thread {
                defer { crew.leave() }
                do throws(StoreProblem) {
                    let terms = StoreWorker.Terms(experiment: self.name, endsWhenIdle: false) {
                        !isOver.isSet && self.goesOn()
                    }
                    try StoreWorker(self.store, terms, meter: self.meter).work()
                } catch {
                    source.fail(error.description)
                }
            }
            thread.stackSize = 8 << 20
            thread.start()
        }
        do throws(StoreProblem) {
            try feed(source)
        } catch {
            source.fail(error.description)
        }
        isOver.set()
        crew.wait()
    }

    /// Puts what is wanted into the store, and takes out what is done, until no more is wanted.
    private func feed(_ source: ReplicationSource) throws(StoreProblem) {
        var members: [Int: Int64] = [:]
        // Two variants that are alike are one part of the experiment in the store: a result is for all who claimed it.
        var open: [StoredNumber: [ReplicationClaim]] = [:]
        var lastBeat = ContinuousClock.now
        var pause = 0.01
        while let claims = source.claim(most: reach - open.count) {
            var fresh: [StoredNumber] = []
            for claim in claims {
                let member: Int64
                if let known = members[claim.group] {
                    member = known
                } else {
                    member = try add(claim.experiment)
                    members[claim.group] = member
                }
                let number = StoredNumber(member: member, number: claim.number)
                open[number, default: []].append(claim)
                fresh.append(number)
            }
            try store.want(fresh)
            // In one order, whatever the order of the table.
            let asked = open.keys.sorted { ($0.member, $0.number) < ($1.member, $1.number) }
            let outcomes = try store.outcomes(of: asked)
            for (number, outcome) in outcomes {
                guard let claims = open.removeValue(forKey: number) else { continue }
                switch outcome {
                case .success(let replication): for claim in claims { source.put(replication, for: claim) }
                case .failure(let problem): return source.fail(problem.description)
                }
            }
            if ContinuousClock.now - lastBeat > .seconds(ExperimentStore.beat / 2) {
                lastBeat = .now
                guard try store.isGoingOn(experiment) else {
                    return source.fail("the experiment `\(name)` was cancelled or removed from the store")
                }
                try forgetUnwanted(source, members, &open)
            }
            pause = outcomes.isEmpty && fresh.isEmpty ? min(0.2, pause * 1.5) : 0.01
            Thread.sleep(forTimeInterval: pause)
        }
        try store.forget(Array(Set(open.keys.map(\.member))).sorted())
    }

    private func add(_ experiment: Replications) throws(StoreProblem) -> Int64 {
        do {
            let (recipe, contents) = try ExperimentRecipe.of(experiment)
            return try store.add(recipe, contents, to: self.experiment)
        } catch let problem as StoreProblem {
            throw problem
        } catch {
            throw StoreProblem("\(error)")
        }
    }

    /// An experiment whose rule is met wants no more of what is still in the store.
    private func forgetUnwanted(
        _ source: ReplicationSource, _ members: [Int: Int64], _ open: inout [StoredNumber: [ReplicationClaim]]
    ) throws(StoreProblem) {
        var over: Set<Int64> = []
        for (number, claims) in open where claims.allSatisfy({ !source.isWanted($0, done: 0) }) {
            over.insert(number.member)
        }
        guard !over.isEmpty else { return }
        try store.forget(over.sorted())
        open = open.filter { !over.contains($0.key.member) }
    }
}

/// Set once, from any thread.
private final class Flag: Sendable {
    private let value = Atomic<Bool>(false)
    var isSet: Bool { value.load(ordering: .relaxed) }
    func set() { value.store(true, ordering: .relaxed) }
}
