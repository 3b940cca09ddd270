// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
package import CitySimulation
import CitySlices
package import Reporting

/// Runs replications of a plan, each with its own loop on a thread of its own.
///
/// Which thread runs which replication changes nothing: a replication is determined by scenario, seed and its number, the
/// results are put in order of the numbers, and the rule looks at the first n of them only. So 1, 2 and 8 threads give the
/// same result (PERF-16, SIM-03).
package struct Replications: Sendable {
    /// Begins to measure on the calling thread; what it returns ends the measuring.
    package typealias Meter = @Sendable () -> @Sendable () -> ReplicationCost

    /// The plan that all replications share.
    package let plan: CityPlan
    /// The seed of all of them.
    package let seed: UInt64
    package let rule: ReplicationRule
    /// How many run at once; 0 leaves all to others that a crew has.
    package let threads: Int
    /// The level of the intervals.
    package var level = 0.95
    /// Checks the invariants whatever the scenario says.
    package var checksInvariants = false
    /// Measures cost; the time of the host never reaches the city.
    package var meter: Meter?
    /// The metrics of parts of the run that are counted beside those of the whole.
    package private(set) var parts: [PartMetrics] = []
    /// Keeps the first wishes of each replication one by one, so that a comparison can follow the same people.
    package var keepsWishes = false
    /// The zones that wishes, requests and waits are counted by, instead of those of the people.
    package var places: MadeLayout?
    /// Who runs the replications, when not threads of this process.
    package var crew: (any ReplicationCrew)?
    /// The factor on the load, of one run of a stress search: then each replication says how its server bore it.
    package var stress: Double?
    /// Where each replication leaves its rows, if they are wanted.
    package var rows: RowParts?

    /// Prepares an experiment.
    ///
    /// - Parameters:
    ///   - plan: the checked scenario with its map.
    ///   - rule: how many replications.
    ///   - threads: how many run at once, 1 or more; 0 only for a crew that has others.
    ///   - seed: instead of the scenario's.
    ///   - meter: measures cost, if it is wanted.
    /// - Throws: `ExperimentProblem` for numbers that make no sense.
    package init(_ plan: CityPlan, rule: ReplicationRule, threads: Int = 1, seed: UInt64? = nil, meter: Meter? = nil)
        throws(ExperimentProblem)
    {
        switch rule {
        case .count(let count):
            guard count >= 1 else { throw ExperimentProblem("\(count) replications; at least 1 is needed") }
        case .untilHalfWidth(let targets, let least, let most, let level):
            guard !targets.isEmpty else { throw ExperimentProblem("no metric has a half width to reach") }
            guard least >= 2 else {
                throw ExperimentProblem("at least \(least) replications; an interval needs 2 or more")
            }
            guard most >= least else {
                throw ExperimentProblem("at least \(least) and at most \(most) replications: the limits are swapped")
            }
            guard level > 0, level < 1 else { throw ExperimentProblem("an interval of level \(level)") }
            self.level = level
        }
        guard threads >= 0 else { throw ExperimentProblem("\(threads) threads; at least 1 is needed") }
        self.plan = plan
        self.rule = rule
        self.threads = threads
        self.meter = meter
        self.seed = seed ?? plan.scenario.seed
        try count(rule.metrics)
    }

    /// Counts metrics of parts of the run too: those among these names that have one, with what their shares are shares of.
    ///
    /// - Throws: `ExperimentProblem` for a part that this city does not have.
    package mutating func count(_ names: [String]) throws(ExperimentProblem) {
        let named = parts.flatMap(\.names) + names.flatMap { [$0] + ShareUnits.paths(of: $0) }
        do throws(PartProblem) {
            parts = try plan.parts(of: named)
        } catch {
            throw ExperimentProblem(error.description)
        }
    }

    /// Runs what is still to be run, on threads of their own; waits on the calling thread.
    ///
    /// - Parameters:
    ///   - journal: what is finished already, and where the rest is kept as it finishes.
    ///   - pool: where all rows of all replications are gathered.
    ///   - progress: called now and then on the calling thread; false stops, and what is finished is kept.
    /// - Throws: `ReplicationError` when a run failed or the journal could not be written.
    package func run(
        journal: ReplicationJournal? = nil, pool: RowPool? = nil, progress: ((ReplicationProgress) -> Bool)? = nil
    ) throws(ReplicationError) -> ReplicationSet {
        try Self.runSideBySide([(self, journal)], rule: rule, threads: threads, pool: pool, progress: progress)[0]
    }

    /// Runs experiments side by side on the same threads, each as many replications as the others: the variants of a
    /// comparison.
    ///
    /// - Parameters:
    ///   - variants: the experiments with their journals, the one that the others are compared with first.
    ///   - rule: when to end; half widths are those of the paired differences from the first one.
    ///   - threads: how many replications run at once, 1 or more.
    ///   - pool: where all rows of all replications are gathered; of as many variants, in the same order.
    ///   - progress: as for one experiment.
    /// - Returns: what each gave, in the same order, all with equally many replications.
    /// - Throws: `ReplicationError` when a run failed or a journal could not be written.
    package static func runSideBySide(
        _ variants: [(experiment: Replications, journal: ReplicationJournal?)], rule: ReplicationRule, threads: Int,
        pool: RowPool? = nil, progress: ((ReplicationProgress) -> Bool)? = nil
    ) throws(ReplicationError) -> [ReplicationSet] {
        var found: [ReplicationSet] = []
        var variants = variants
        let pooling = PooledProgress(pool, progress)
        for (index, parts) in (pool?.parts ?? []).enumerated() { variants[index].experiment.rows = parts }
        let ending = LocalStore.run(
            courses: 1, most: rule.most.timesOrMost(variants.count), threads: threads,
            open: { _ in (variants, rule) }, progress: pooling.report, close: { found = $1 })
        if case .failed(let error) = ending { throw error }
        try pooling.end(found[0].replications.count)
        return found
    }

    /// Runs many experiments on the same threads: the points of a sweep.
    ///
    /// A thread that finds no more replications in one experiment goes on with the next one, so no core waits for the end of
    /// a point. Only a few are open at a time.
    ///
    /// - Parameters:
    ///   - count: how many experiments.
    ///   - most: the largest number of replications, all together.
    ///   - threads: how many replications run at once, 1 or more.
    ///   - open: gives an experiment and its journal; asked in order on the calling thread.
    ///   - progress: as for one experiment.
    ///   - take: takes what an experiment gave, in the order of finishing.
    /// - Returns: whether all are complete; false when stopped.
    /// - Throws: what `open` throws, or `ReplicationError`.
    package static func runAll(
        _ count: Int, most: Int, threads: Int,
        open: (Int) throws -> (experiment: Replications, journal: ReplicationJournal?),
        progress: ((ReplicationProgress) -> Bool)? = nil, take: (Int, ReplicationSet) -> Void
    ) throws -> Bool {
        let ending = try LocalStore.run(
            courses: count, most: most, threads: threads,
            open: { index throws(any Error) in
                let member = try open(index)
                return ([member], member.experiment.rule)
            }, progress: progress, close: { take($0, $1[0]) })
        switch ending {
        case .complete: return true
        case .stopped: return false
        case .failed(let error): throw error
        }
    }
}

extension Replications {
    /// Runs one replication on the calling thread.
    ///
    /// - Parameter isWanted: called now and then what share is done; false stops.
    func run(_ number: Int, isWanted: @escaping (Double) -> Bool) throws(SimulationError) -> Replication {
        let cost = meter?()
        var simulation = Simulation(plan, seed: seed, replication: UInt64(number))
        simulation.keepsMessages = false
        simulation.checksInvariants = checksInvariants
        simulation.countsDemands(by: self.places?.layout ?? plan.peopleLayout, keeping: keepsWishes ? WishList.most : 0)
        simulation.parts = parts
        let work = stress == nil ? nil : WorkFold(plan.scenario)
        let table = try begin(number, simulation)
        let folds: [(any EventObserver)?] = [work, table?.observer]
        simulation.observers = { _ in folds.compactMap(\.self) }
        simulation.progress = { isWanted($0.share) && table?.failure == nil }
        let result = try finish(number, table) { () throws(SimulationError) in try simulation.run() }
        var replication = Replication(number: number, result: result, keepsEach: keepsWishes, cost: cost?())
        if let stress, let work {
            replication.stress = StressPoint(
                factor: stress, work: work, workers: plan.scenario.server?.workers ?? 0, metrics: result.metrics)
        }
        return replication
    }
}

extension Int {
    /// A product of numbers of replications; the largest number there is where it would be larger.
    package func timesOrMost(_ other: Int) -> Int {
        let (product, isTooLarge) = multipliedReportingOverflow(by: other)
        return isTooLarge ? .max : product
    }
}

/// How far an experiment is, or several of them.
package struct ReplicationProgress: Sendable {
    /// Replications finished in this call.
    package let finishedNow: Int
    let source: LocalStore
    /// Finished ones in all, gaps included.
    package let finished: Int
    /// The largest number there may be.
    package let most: Int
    /// The share done of the ones that are running, summed.
    package let running: Double
    /// True when a replication has just finished.
    package let hasNew: Bool
    /// How many experiments are complete.
    package let experimentsFinished: Int
    /// How many there are.
    package let experiments: Int
    /// How many workers there are on all machines; nil for threads of this process.
    package let workers: Int?

    /// Of the experiment that the last news is of, and of those beside it: the finished ones by rising number without gaps,
    /// which is what the rule looks at.
    package var rows: [[Replication]] { source.latestRows }
    /// How many these are of each.
    package var rowCount: Int { source.latestCount }
}

/// Why an experiment gave no result.
package enum ReplicationError: Error, Sendable, CustomStringConvertible {
    case run(replication: Int, SimulationError)
    /// The journal could not be written.
    case journal(JournalProblem)
    /// Who ran them could not go on: why.
    case crew(String)
    /// Replications failed wherever they ran, while others went on: what happened to each.
    case failed([String])
    /// The rows of all replications could not be written.
    case rows(OutputProblem)

    package var description: String {
        switch self {
        case .run(let replication, let error): "replication \(replication): \(error)"
        case .journal(let problem): problem.description
        case .crew(let problem): problem
        case .failed(let problems): problems.joined(separator: "; ")
        case .rows(let problem): problem.description
        }
    }
}
