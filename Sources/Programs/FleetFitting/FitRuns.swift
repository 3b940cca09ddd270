// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
package import CitySimulation
import CitySlices
import Experiments
import TaxiSimulation
package import TripRecords

/// What one run showed.
package struct RunFigures: Sendable {
    /// By kind of day, and by date.
    package let kinds: ObservedFigures
    package let dates: ObservedFigures
    /// How many asked for a taxi after the warm-up, and how many got in.
    package let asked: Int
    package let served: Int

    /// The share of those who asked and did not get in; 0 where nobody asked. Who is still waiting at the end counts as lost.
    package var lost: Double { asked > 0 ? max(0, 1 - Double(served) / Double(asked)) : 0 }
}

/// Runs replications of fitted scenarios, and reads what a record of them would show.
package struct FitRuns: Sendable {
    /// A scenario and the number of a replication.
    package struct Job: Sendable {
        package let plan: CityPlan
        package let replication: Int

        package init(_ plan: CityPlan, replication: Int) { (self.plan, self.replication) = (plan, replication) }
    }

    /// The command was asked to stop.
    package struct Stopped: Error {}

    /// The kinds of day that count.
    package let kinds: [String]
    /// The seed of all replications: equal numbers have equal luck.
    package let seed: UInt64?
    private let threads: Int
    private let isWanted: @Sendable () -> Bool

    /// - Parameters:
    ///   - kinds: the kinds of day that are looked at, such as `mon-fri`.
    ///   - seed: instead of the scenario's.
    ///   - threads: how many run at once; it changes no result.
    ///   - isWanted: asked now and then; false stops.
    package init(kinds: [String], seed: UInt64?, threads: Int, isWanted: @escaping @Sendable () -> Bool) {
        (self.kinds, self.seed, self.threads, self.isWanted) = (kinds, seed, threads, isWanted)
    }

    /// What each job showed, in their order.
    ///
    /// - Throws: `Stopped`, or what a run failed with.
    package func run(_ jobs: [Job]) throws -> [RunFigures] {
        try SideBySide.map(jobs.count, threads: threads) { index in try run(jobs[index]) }
    }

    /// The first replications of each plan: by plan, in the order of their numbers.
    package func run(_ plans: [CityPlan], replications: Range<Int>) throws -> [[RunFigures]] {
        let found = try run(plans.flatMap { plan in replications.map { Job(plan, replication: $0) } })
        return plans.indices.map { index in
            Array(found[index * replications.count..<(index + 1) * replications.count])
        }
    }

    private func run(_ job: Job) throws -> RunFigures {
        guard isWanted() else { throw Stopped() }
        let scenario = job.plan.scenario
        let fold = RideFold(
            countingFrom: scenario.start + scenario.warmUp, sameWish: scenario.dispatch.sameWish)
        var simulation = Simulation(job.plan, seed: seed, replication: UInt64(job.replication))
        simulation.writesNothing()
        simulation.keepsMessages = false
        simulation.observers = { _ in [fold] }
        simulation.progress = { _ in isWanted() }
        do {
            _ = try simulation.run()
        } catch SimulationError.stopped {
            throw Stopped()
        }
        let figures = fold.figures(until: scenario.end, kinds: kinds, holidays: scenario.holidays)
        return RunFigures(kinds: figures.kinds, dates: figures.dates, asked: fold.asked, served: fold.served)
    }
}
