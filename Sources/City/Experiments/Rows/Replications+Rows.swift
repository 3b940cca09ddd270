// SPDX-License-Identifier: GPL-3.0-or-later

import CitySimulation
import CitySlices
import Reporting

extension Replications {
    /// The replications in a journal that need not run again: all, or those whose rows are there as well.
    func finished(in journal: ReplicationJournal?) -> [Replication] {
        guard let rows else { return journal?.finished ?? [] }
        return journal?.finished.filter { rows.has($0.number) } ?? []
    }

    /// Begins the rows of a replication, if they are wanted.
    func begin(_ number: Int, _ simulation: Simulation) throws(SimulationError) -> RunDatabase? {
        do throws(OutputProblem) {
            return try rows?.begin(number, simulation)
        } catch {
            throw .unwritten(error)
        }
    }

    /// Runs, and ends the rows.
    func finish(
        _ number: Int, _ table: RunDatabase?, _ run: () throws(SimulationError) -> RunResult
    ) throws(SimulationError) -> RunResult {
        let result: RunResult
        do throws(SimulationError) {
            result = try run()
        } catch {
            // It was stopped for that.
            if let problem = table?.failure { throw .unwritten(problem) }
            throw error
        }
        guard let table else { return result }
        do throws(OutputProblem) {
            try rows?.end(number, table, result)
        } catch {
            throw .unwritten(error)
        }
        return result
    }
}

/// Adds rows to a pool as replications finish, and passes their progress on.
final class PooledProgress {
    private let pool: RowPool?
    private let progress: ((ReplicationProgress) -> Bool)?
    private var failure: OutputProblem?

    init(_ pool: RowPool?, _ progress: ((ReplicationProgress) -> Bool)?) {
        (self.pool, self.progress) = (pool, progress)
    }

    /// What is called with the progress; nil when nobody asks.
    var report: ((ReplicationProgress) -> Bool)? {
        pool == nil ? progress : { self.take($0.rowCount) && self.progress?($0) ?? true }
    }

    private func take(_ finished: Int) -> Bool {
        do throws(OutputProblem) {
            try pool?.take(finished)
        } catch {
            failure = error
        }
        return failure == nil
    }

    func end(_ finished: Int) throws(ReplicationError) {
        if take(finished) {
            do throws(OutputProblem) {
                try pool?.close()
            } catch {
                failure = error
            }
        }
        if let failure { throw .rows(failure) }
    }
}
