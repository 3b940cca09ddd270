// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import Experiments
import Reporting

/// Whether the rows of all replications are kept: the same for every command that can.
struct RowArguments: ParsableArguments {
    @Flag(
        help: ArgumentHelp(
            "Keep every row of every replication: results.sqlite has the tables of all, such as a row for each request, with "
                + "the columns variant and replication."))
    var rows = false

    /// The pool in an experiment's folder; nil when rows are not wanted.
    func pool(in output: OutputFolder, variants: [String]) throws -> RowPool? {
        rows ? try RowPool(in: output, variants: variants) : nil
    }
}
