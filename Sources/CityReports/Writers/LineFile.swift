// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// A text file that is written line by line while a run goes on. Holds at most about 64 kilobytes of text.
public final class LineFile {
    private let file: FileHandle
    private var buffer = ""
    private var failure: (any Error)?

    /// Opens the file anew.
    ///
    /// - Throws: when the file cannot be made.
    public init(path: String) throws {
        guard FileManager.default.createFile(atPath: path, contents: nil) else {
            throw WriterError.cannotWrite(path)
        }
        file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    }

    /// Adds a line, given without its line break. What goes wrong is told by `close`.
    public func add(_ line: String) {
        buffer += line
        buffer += "\n"
        if buffer.utf8.count > 65_536 { flush() }
    }

    /// Writes what is left and closes the file.
    ///
    /// - Throws: the first error of any write.
    public func close() throws {
        flush()
        try file.close()
        if let failure { throw failure }
    }

    private func flush() {
        guard !buffer.isEmpty, failure == nil else { return }
        do {
            try file.write(contentsOf: Data(buffer.utf8))
        } catch {
            failure = error
        }
        buffer.removeAll(keepingCapacity: true)
    }
}
