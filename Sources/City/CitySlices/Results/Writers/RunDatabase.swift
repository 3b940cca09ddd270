// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel
package import Reporting

/// The tables of one run on their way into a file: rows of what ends while the run goes on, and all else at its end.
package final class RunDatabase {
    private let tables: ResultDatabase

    /// Makes the file.
    ///
    /// - Parameters:
    ///   - path: Where it is made.
    ///   - name: How messages name it, when it gets another name later.
    ///   - context: The run.
    ///   - variant: What its rows say was run; nil for the scenario's short name.
    ///   - keepsEvents: Also fills the table `events`.
    ///   - folds: Fill tables of services while the run goes on.
    /// - Throws: `OutputProblem` when it cannot be made.
    package init(
        path: String, name: String, context: RunContext, variant: String? = nil, keepsEvents: Bool = false,
        folds: [any TableFold] = []
    ) throws(OutputProblem) {
        tables = try ResultDatabase(
            path: path, name: name,
            label: RunLabel(variant: variant ?? context.name, replication: context.replication),
            create: RunTables.create(context.columns), folds: (keepsEvents ? [EventTableFold()] : []) + folds)
    }

    /// What must observe the run.
    package var observer: any EventObserver { tables }

    /// The first error of any write so far: the run need not go on.
    package var failure: OutputProblem? { tables.failure }

    /// Writes all that is left. Call it after the observer's `finish(at:)`.
    ///
    /// - Throws: when anything could not be written.
    package func close(
        context: RunContext, result: MetricsResult, violations: [Violation], fingerprint: String
    ) throws(OutputProblem) {
        try tables.close { database in
            try RunTables(context: context, result: result, violations: violations, fingerprint: fingerprint)
                .write(to: database)
        }
    }
}
