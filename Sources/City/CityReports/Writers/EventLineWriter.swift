// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// Writes `events.jsonl`: a header line with the log's version, then one line for each record. Holds at most about 64
/// kilobytes of text.
public final class EventLineWriter: EventObserver {
    private let file: LineFile

    /// Makes the file; nothing may be there.
    ///
    /// - Parameters:
    ///   - path: where it is made.
    ///   - name: how messages name it, when it gets another name later.
    /// - Throws: `OutputProblem` when the file cannot be made.
    public init(path: String, name: String? = nil) throws(OutputProblem) {
        file = try LineFile(path: path, name: name)
        file.add("{\"cabrankLog\":\(EventLine.version)}")
    }

    /// Writes the next records.
    public func observe(_ records: ArraySlice<EventRecord>) {
        for record in records { file.add(EventLine.text(of: record)) }
    }

    /// Nothing is left to note.
    public func finish(at end: CityTime) {}

    /// The first error of any write, if there was one.
    public var failure: OutputProblem? { file.failure }

    /// Writes what is left.
    ///
    /// - Throws: the first error of any write.
    public func close() throws(OutputProblem) {
        try file.close()
    }
}
