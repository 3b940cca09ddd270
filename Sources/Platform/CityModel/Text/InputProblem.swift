// SPDX-License-Identifier: GPL-3.0-or-later

/// A position in a text that a user wrote: line and column count from 1, columns count characters.
public struct InputLocation: Hashable, Sendable, CustomStringConvertible {
    /// The file as the user named it, or the `--set` option.
    public let file: String
    /// The line, from 1.
    public let line: Int
    /// The column, from 1.
    public let column: Int

    /// Makes a location; the beginning of the file unless a better one is given.
    public init(file: String, line: Int = 1, column: Int = 1) {
        self.file = file
        self.line = line
        self.column = column
    }

    /// The location as compilers print it, `file:line:column`.
    public var description: String { "\(file):\(line):\(column)" }
}

/// One thing that is wrong, or doubtful, in a scenario or in a file that it names: a map, a table, a trace.
public struct InputProblem: Hashable, Sendable, CustomStringConvertible {
    /// Whether the input can be used all the same.
    public enum Severity: String, Hashable, Sendable {
        /// It is rejected.
        case error
        /// It is used, but perhaps not as meant.
        case warning
    }

    /// Whether the input can be used all the same.
    public let severity: Severity
    /// Where it stands.
    public let location: InputLocation
    /// What is wrong, what is allowed, and what was perhaps meant.
    public let message: String

    /// Makes a problem.
    public init(_ severity: Severity, at location: InputLocation, _ message: String) {
        self.severity = severity
        self.location = location
        self.message = message
    }

    /// The line for the terminal, `file:line:column: error: message`; control characters that files brought are escaped.
    public var description: String { "\(location): \(severity.rawValue): \(message)".shown }
}

/// All that is wrong with an input, found in one reading (`ScenarioRejected`). Never empty; warnings may be among the
/// problems.
public struct InputErrors: Error, Hashable, Sendable, CustomStringConvertible {
    /// The most problems of each severity that are listed: more help nobody.
    package static let mostListed = 200

    /// The problems, in the order of the text; of very many the first ones.
    public let problems: [InputProblem]
    /// How many errors there are, listed or not.
    public let errorCount: Int

    /// Makes the error. `errorCount` is left out when all errors are listed.
    public init(problems: [InputProblem], errorCount: Int? = nil) {
        self.problems = problems
        self.errorCount = errorCount ?? problems.count { $0.severity == .error }
    }

    /// How many errors there are, in words: `1 error`, or `999 errors (the first 200 are shown)`.
    package var countText: String {
        let shown = problems.count { $0.severity == .error }
        let count = "\(errorCount) error\(errorCount == 1 ? "" : "s")"
        return shown < errorCount ? "\(count) (the first \(shown) are shown)" : count
    }

    /// One line for each problem.
    public var description: String { problems.map(\.description).joined(separator: "\n") }
}
