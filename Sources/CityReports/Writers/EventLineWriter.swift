// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel
import Foundation

/// Writes `events.jsonl`: a header line with the log's version, then one line for each record. Holds at most about 64
/// kilobytes of text.
public final class EventLineWriter: EventObserver {
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
        buffer = "{\"cabrankLog\":\(EventLine.version)}\n"
    }

    /// Writes the next records.
    public func observe(_ records: ArraySlice<EventRecord>) {
        for record in records {
            buffer += EventLine.text(of: record)
            buffer += "\n"
            if buffer.utf8.count > 65_536 { flush() }
        }
    }

    /// Writes what is left.
    public func finish(at end: CityTime) { flush() }

    /// Closes the file.
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

/// What can go wrong when results are written.
public enum WriterError: Error, CustomStringConvertible {
    /// A file or folder cannot be made.
    case cannotWrite(String)

    /// What went wrong, and what to do.
    public var description: String {
        switch self {
        case .cannotWrite(let path): "cannot write \(path): check that its folder exists and can be written to"
        }
    }
}
