// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// Writes `events.jsonl`: a header line with the log's version, then one line for each record. Holds at most about 64
/// kilobytes of text.
public final class EventLineWriter: EventObserver {
    private let file: LineFile

    /// Opens the file anew.
    ///
    /// - Throws: when the file cannot be made.
    public init(path: String) throws {
        file = try LineFile(path: path)
        file.add("{\"cabrankLog\":\(EventLine.version)}")
    }

    /// Writes the next records.
    public func observe(_ records: ArraySlice<EventRecord>) {
        for record in records { file.add(EventLine.text(of: record)) }
    }

    /// Nothing is left to note.
    public func finish(at end: CityTime) {}

    /// Closes the file.
    ///
    /// - Throws: the first error of any write.
    public func close() throws {
        try file.close()
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
