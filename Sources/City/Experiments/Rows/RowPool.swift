// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
package import Reporting

/// Every row of every replication in one file: the tables of single runs, with the variant and the replication of each row.
///
/// Replications run in any order, on any threads, and leave their rows in files. These are added by rising number, of each
/// number all variants in their order, and removed: so the file is the same at any number of threads, and beside it there
/// are never more rows than those of replications that finished too early. A process that is killed loses none that was added.
package final class RowPool {
    /// The file's name among the results.
    package static let fileName = "results.sqlite"

    /// Where replications leave their rows, by variant.
    package let parts: [RowParts]
    private let database: PooledDatabase
    /// The file while it grows.
    package let path: String

    /// Begins a pool, or finds it again.
    ///
    /// - Parameters:
    ///   - output: the experiment's folder.
    ///   - variants: the names of the experiments.
    /// - Throws: `OutputProblem` when it cannot be made, or is damaged.
    package init(in output: OutputFolder, variants: [String]) throws(OutputProblem) {
        let folder = try output.spool()
        let name = output.path + "/" + Self.fileName
        path = folder + "/" + Self.fileName
        let database = try PooledDatabase(path: path, name: name, runs: "runs")
        self.database = database
        parts = variants.enumerated().map { index, variant in
            // Of the variants that come first one more may be there.
            let pooled = (database.count + variants.count - 1 - index) / variants.count
            return RowParts(folder: folder, name: name, index: index, variant: variant, pooled: pooled)
        }
    }

    /// Adds the rows of replications that are finished.
    ///
    /// - Parameter finished: how many of each variant are finished, by rising number without gaps, and count.
    /// - Throws: `OutputProblem` when a file cannot be read or written.
    func take(_ finished: Int) throws(OutputProblem) {
        while database.count < finished * parts.count {
            let (number, variant) = database.count.quotientAndRemainder(dividingBy: parts.count)
            let part = parts[variant].path(number)
            // Zones are where they are in each replication.
            try database.add(part, without: number == 0 ? [] : ["zone_outlines"])
            unlink(part)
        }
    }

    /// Closes the file, which is whole then.
    func close() throws(OutputProblem) { try database.close() }
}
