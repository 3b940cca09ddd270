// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel

/// Writes `events.jsonl`: a header line with the log's version, then one line for each record. Holds at most about 64
/// kilobytes of text.
package final class EventLineWriter: EventObserver {
    /// The version of the log's form; it rises when a field changes its meaning or goes away. New kinds of events, new
    /// words and new fields leave it as it is.
    package static let version = 1

    private let file: LineFile

    /// Makes the file; nothing may be there.
    ///
    /// - Parameters:
    ///   - path: where it is made.
    ///   - name: how messages name it, when it gets another name later.
    /// - Throws: `OutputProblem` when the file cannot be made.
    package init(path: String, name: String? = nil) throws(OutputProblem) {
        file = try LineFile(path: path, name: name)
        file.add("{\"cabrankLog\":\(Self.version)}")
    }

    package func subscribe(to feed: EventFeed) {
        feed.onEvery { [file] in file.add(lines: $0.lines) }
    }

    /// The first error of any write, if there was one.
    package var failure: OutputProblem? { file.failure }

    /// Writes what is left.
    ///
    /// - Throws: the first error of any write.
    package func close() throws(OutputProblem) {
        try file.close()
    }
}
