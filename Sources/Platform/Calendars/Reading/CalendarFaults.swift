// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel

/// What is wrong with a calendar, and what can be doubted.
struct CalendarFaults {
    let file: String
    private var errors: [InputProblem] = []
    private(set) var errorCount = 0
    private var warnings: [InputProblem] = []

    init(file: String) { self.file = file }

    private func problem(_ severity: InputProblem.Severity, _ place: (line: Int, column: Int), _ message: String)
        -> InputProblem
    {
        InputProblem(severity, at: InputLocation(file: file, line: place.line, column: place.column), message)
    }

    mutating func note(_ line: ContentLine, _ index: Int, _ message: String) { note(line.place(index), message) }

    mutating func note(_ place: (line: Int, column: Int), _ message: String) {
        errorCount += 1
        if errors.count < InputErrors.mostListed { errors.append(problem(.error, place, message)) }
    }

    mutating func doubt(_ place: (line: Int, column: Int), _ message: String) {
        if warnings.count < InputErrors.mostListed { warnings.append(problem(.warning, place, message)) }
    }

    private static func isBefore(_ left: InputProblem, _ right: InputProblem) -> Bool {
        (left.location.line, left.location.column) < (right.location.line, right.location.column)
    }

    /// All errors, in the order of the text.
    var problems: InputErrors { InputErrors(problems: errors.sorted(by: Self.isBefore), errorCount: errorCount) }

    /// All doubts, in the order of the text.
    var doubts: [InputProblem] { warnings.sorted(by: Self.isBefore) }
}
