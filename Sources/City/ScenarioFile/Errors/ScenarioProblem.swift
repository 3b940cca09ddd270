// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// A place in a scenario text: line and column count from 1, columns count characters.
public struct FilePlace: Hashable, Sendable, CustomStringConvertible {
    /// The file as the user named it, or the `--set` option.
    public let file: String
    /// The line, from 1.
    public let line: Int
    /// The column, from 1.
    public let column: Int

    /// Makes a place.
    public init(file: String, line: Int, column: Int) {
        self.file = file
        self.line = line
        self.column = column
    }

    /// The place as compilers print it, `file:line:column`.
    public var description: String { "\(file):\(line):\(column)" }
}

/// One thing that is wrong, or doubtful, in a scenario.
public struct ScenarioProblem: Hashable, Sendable, CustomStringConvertible {
    /// Whether the scenario can be run all the same.
    public enum Severity: String, Sendable {
        /// The scenario is rejected.
        case error
        /// The scenario runs, but perhaps not as meant.
        case warning
    }

    /// Whether the scenario can be run all the same.
    public let severity: Severity
    /// Where it stands.
    public let place: FilePlace
    /// What is wrong, what is allowed, and what was perhaps meant.
    public let message: String

    /// Makes a problem.
    public init(_ severity: Severity, at place: FilePlace, _ message: String) {
        self.severity = severity
        self.place = place
        self.message = message
    }

    /// The line for the terminal, `file:line:column: error: message`; control characters that files brought are escaped.
    public var description: String { "\(place): \(severity.rawValue): \(message)".shown }
}

/// All that is wrong with a scenario (`ScenarioRejected`). Never empty; warnings may be among the problems.
public struct ScenarioErrors: Error, Sendable, CustomStringConvertible {
    /// The problems, in the order of the text.
    public let problems: [ScenarioProblem]

    /// Makes the error.
    public init(problems: [ScenarioProblem]) {
        self.problems = problems
    }

    /// One line for each problem.
    public var description: String { problems.map(\.description).joined(separator: "\n") }
}
