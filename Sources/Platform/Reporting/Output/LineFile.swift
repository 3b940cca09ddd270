// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// A text file that is written line by line while a run goes on. Holds at most about 64 kilobytes of text.
package final class LineFile {
    private let file: NewFile
    private var buffer = ""
    /// The first error of any write; what comes after it is not written.
    package private(set) var failure: OutputProblem?

    /// Makes the file; nothing may be there.
    ///
    /// - Parameters:
    ///   - path: where it is made.
    ///   - name: how messages name it, when it gets another name later.
    /// - Throws: `OutputProblem` when the file cannot be made.
    package init(path: String, name: String? = nil) throws(OutputProblem) {
        file = try NewFile(path: path, name: name)
    }

    /// Adds a line, given without its line break. What goes wrong is reported by `close`.
    package func add(_ line: String) {
        add(lines: line + "\n")
    }

    /// Adds whole lines with their line breaks. What goes wrong is reported by `close`.
    package func add(lines: String) {
        buffer += lines
        if buffer.utf8.count > 65_536 { flush() }
    }

    /// Writes what is left; nothing may be added after it.
    ///
    /// - Throws: the first error of any write.
    package func close() throws(OutputProblem) {
        flush()
        if let failure { throw failure }
    }

    private func flush() {
        guard !buffer.isEmpty, failure == nil else { return }
        do throws(OutputProblem) {
            try file.add(Data(buffer.utf8))
        } catch {
            failure = error
        }
        buffer.removeAll(keepingCapacity: true)
    }
}
