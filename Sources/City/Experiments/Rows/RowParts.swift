// SPDX-License-Identifier: GPL-3.0-or-later

import CitySimulation
import CitySlices
import Foundation
import Reporting

/// The files in which the replications of one experiment leave their rows, one each, until they are pooled.
///
/// Any thread may write one. A file has its name when it is complete.
package struct RowParts: Sendable {
    private let folder: String
    /// How messages name the file of all rows.
    private let name: String
    /// Which experiment it is, from 0, and its name.
    private let index: Int
    let variant: String
    /// How many replications were pooled when the experiment was begun.
    private let pooled: Int

    init(folder: String, name: String, index: Int, variant: String, pooled: Int) {
        (self.folder, self.name, self.index, self.variant, self.pooled) = (folder, name, index, variant, pooled)
    }

    /// The file of a replication.
    func path(_ number: Int) -> String { "\(folder)/\(index + 1)-\(number).sqlite" }

    /// Whether a replication's rows are there already, so that it need not run.
    func has(_ number: Int) -> Bool { number < pooled || NewFile.kind(of: path(number)) != nil }

    /// Begins the file of a replication.
    func begin(_ number: Int, _ simulation: Simulation) throws(OutputProblem) -> RunDatabase {
        unlink(unfinished(number))
        var context = simulation.context
        context.keepsSmallRows = false
        return try RunDatabase(
            path: unfinished(number), name: name, context: context, variant: variant,
            folds: simulation.tables(context))
    }

    /// Ends it: it has its name then.
    func end(_ number: Int, _ database: RunDatabase, _ result: RunResult) throws(OutputProblem) {
        try database.close(
            context: result.context, result: result.metrics, violations: result.violations,
            fingerprint: result.fingerprint)
        guard rename(unfinished(number), path(number)) == 0 else { throw .cannotWrite(name, code: errno) }
    }

    private func unfinished(_ number: Int) -> String { path(number) + "-new" }
}
