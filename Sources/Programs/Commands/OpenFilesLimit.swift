// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Reporting

/// The limit on this process's open files (`ulimit -n`).
enum OpenFilesLimit {
    /// What a run with all its files, and the libraries with their threads, may hold open at once. With fewer the libraries
    /// end the process with a signal when one of their threads finds none left.
    private static let least = 16

    /// - Throws: `OutputProblem` when the limit is lower than what a run needs.
    static func check() throws(OutputProblem) {
        let limit = sysconf(Int32(_SC_OPEN_MAX))
        guard limit >= 0, limit < least else { return }
        throw OutputProblem("the limit on open files (`ulimit -n`) is \(limit); at least \(least) are needed")
    }
}
