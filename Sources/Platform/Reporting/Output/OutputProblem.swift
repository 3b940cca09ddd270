// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// Why results cannot be written: one clear sentence. What is on the disk is untouched, or as complete as it was.
package struct OutputProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong and what to do.
    package let description: String

    package init(_ description: String) { self.description = description }

    /// A file or folder that the system did not let be written.
    ///
    /// - Parameters:
    ///   - path: the file or folder.
    ///   - code: the system's error number.
    package static func cannotWrite(_ path: String, code: Int32) -> OutputProblem {
        OutputProblem("\(path) cannot be written: \(reason(code))\(advice(code))")
    }

    /// The system's words for an error number, to stand inside a sentence.
    package static func reason(_ code: Int32) -> String {
        let text = String(cString: strerror(code))
        return text.prefix(1).lowercased() + text.dropFirst()
    }

    private static func advice(_ code: Int32) -> String {
        switch code {
        case ENOSPC, EDQUOT: "; free some space there, or choose another folder"
        case EFBIG: "; the limit on the size of files (`ulimit -f`) is too low"
        case EMFILE: "; the limit on open files (`ulimit -n`) is too low"
        case EACCES, EPERM, EROFS: "; choose a folder that you may write to"
        case ENOENT, ENOTDIR: "; check that its folder exists"
        default: ""
        }
    }
}
