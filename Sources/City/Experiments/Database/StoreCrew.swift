// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Synchronization

/// Runs the replications of a command through a store: gives them to whoever works for the store, this process among them,
/// and brings back the results.
package final class StoreCrew: ReplicationCrew {
    /// How many replications are in the store at once that are not done: enough for two thousand threads to have one and
    /// find the next.
    package let reach = 4000

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
    package init(
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
    package func complete() throws(StoreProblem) { try store.complete(experiment) }

    /// Works with its own threads and with whoever works for the store, until no more are wanted.
    package func work(for source: ReplicationSource) {
        let isOver = Atomic<Bool>(false)
        let crew = DispatchGroup()
        if threads > 0 {
            crew.enter()
            let thread = Thread {
                defer { crew.leave() }
                let terms = StoreWorker.Terms(
                    experiment: self.name, threads: self.threads, endsWhenIdle: false
                ) { !isOver.load(ordering: .relaxed) && self.goesOn() }
                do throws(StoreProblem) {
                    try StoreWorker(self.store, terms, meter: self.meter).run()
                } catch {
                    source.fail(error.description)
                }
            }
            thread.start()
        }
        do throws(StoreProblem) {
            try feed(source)
        } catch {
            source.fail(error.description)
        }
        isOver.store(true, ordering: .relaxed)
        crew.wait()
    }

    /// What is in the store for the experiments of this process.
    private struct Wanted {
        /// By group of the source.
        var members: [Int: Int64] = [:]
        /// Two variants that are alike are one part of the experiment in the store: a result is for all who claimed it.
        var open: [StoredNumber: [ReplicationClaim]] = [:]
        /// What has an outcome, whether it was claimed yet or not.
        var known: Set<StoredNumber> = []
        /// Hashes of inputs that the store has.
        var inputs: Set<String> = []
        var horizon = "0"
        /// Whether nothing came since the last sign of life.
        var isQuiet = true
        var failures: [String] = []
    }

    /// How many are put into the store or taken out of it by one statement.
    private static let batch = 500
    /// So many failed replications end an experiment before the others are done.
    private static let mostFailures = 10

    /// Puts what is wanted into the store, and takes out what is done, until no more is wanted.
    private func feed(_ source: ReplicationSource) throws(StoreProblem) {
        var wanted = Wanted()
        var lastBeat = ContinuousClock.now
        var pause = 0.01
        while let claims = source.claim(most: min(Self.batch, reach - wanted.open.count)) {
            let fresh = try open(claims, &wanted)
            try take(fresh, source, &wanted)
            let isAtEnd = claims.isEmpty && wanted.open.isEmpty
            if wanted.failures.count >= Self.mostFailures || isAtEnd && !wanted.failures.isEmpty {
                try store.forget(Array(wanted.members.values).sorted())
                return source.fail(replications: wanted.failures)
            }
            if ContinuousClock.now - lastBeat > .seconds(ExperimentStore.beat / 2) {
                lastBeat = .now
                guard let workers = try store.signOfLife(of: experiment) else {
                    return source.fail("the experiment `\(name)` was cancelled or removed from the store")
                }
                source.report(workers: workers)
                // What nobody can bring is waited for by nobody.
                if wanted.isQuiet { try store.check(experiment) }
                wanted.isQuiet = true
                try forgetUnwanted(source, &wanted)
                // Another command of the same experiment may have ended, and forgotten them.
                try want(Array(wanted.open.keys))
            }
            // Soon in a short experiment; a long one looks for its news ten times a second.
            pause = min(0.1, pause * 1.1)
            if claims.count < Self.batch { Thread.sleep(forTimeInterval: pause) }
        }
        try store.forget(Array(Set(wanted.open.keys.map(\.member))).sorted())
    }

    /// Puts replications into the store.
    private func open(_ claims: [ReplicationClaim], _ wanted: inout Wanted) throws(StoreProblem) -> [StoredNumber] {
        var fresh: [StoredNumber] = []
        for claim in claims {
            let member: Int64
            if let known = wanted.members[claim.group] {
                member = known
            } else {
                member = try add(claim.experiment, &wanted.inputs)
                wanted.members[claim.group] = member
            }
            let number = StoredNumber(member: member, number: claim.number)
            wanted.open[number, default: []].append(claim)
            fresh.append(number)
        }
        try want(fresh)
        return fresh
    }

    private func want(_ numbers: [StoredNumber]) throws(StoreProblem) {
        for start in stride(from: 0, to: numbers.count, by: Self.batch) {
            try store.want(Array(numbers[start..<min(numbers.count, start + Self.batch)]), of: experiment)
        }
    }

    /// Takes outcomes out of the store.
    ///
    /// - Parameter fresh: claimed since the last time; what came of them may have been there before.
    private func take(
        _ fresh: [StoredNumber], _ source: ReplicationSource, _ wanted: inout Wanted
    ) throws(StoreProblem) {
        let news = try store.brought(to: experiment, since: &wanted.horizon)
        let ready =
            fresh.filter(wanted.known.contains)
            + news.filter { !wanted.known.contains($0) && wanted.open[$0] != nil }
        wanted.known.formUnion(news)
        for start in stride(from: 0, to: ready.count, by: Self.batch) {
            let part = Array(ready[start..<min(ready.count, start + Self.batch)])
            for (number, outcome) in try store.outcomes(of: part) {
                guard let claims = wanted.open.removeValue(forKey: number) else { continue }
                wanted.isQuiet = false
                switch outcome {
                case .success(let replication): for claim in claims { source.put(replication, for: claim) }
                case .failure(let problem): wanted.failures.append(problem.description)
                }
            }
        }
    }

    private func add(_ experiment: Replications, _ known: inout Set<String>) throws(StoreProblem) -> Int64 {
        do {
            let (recipe, contents) = try ExperimentRecipe.of(experiment)
            return try store.add(recipe, contents, to: self.experiment, known: &known)
        } catch let problem as StoreProblem {
            throw problem
        } catch {
            throw StoreProblem("\(error)")
        }
    }

    /// An experiment whose rule is met wants no more of what is still in the store.
    private func forgetUnwanted(_ source: ReplicationSource, _ wanted: inout Wanted) throws(StoreProblem) {
        var over: Set<Int64> = []
        for (number, claims) in wanted.open where claims.allSatisfy({ !source.isWanted($0, done: 0) }) {
            over.insert(number.member)
        }
        guard !over.isEmpty else { return }
        try store.forget(over.sorted())
        wanted.open = wanted.open.filter { !over.contains($0.key.member) }
    }
}
