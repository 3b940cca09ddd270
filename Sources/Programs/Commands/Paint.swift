// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// Colour on a terminal: verdicts on the standard output, errors and warnings on the standard error.
///
/// The usual switches hold: a `NO_COLOR` that is not empty turns it off (no-color.org); `CLICOLOR_FORCE` other than 0 turns it
/// on everywhere; `CLICOLOR=0` turns it off (bixense.com/clicolors). Without them it is on where a terminal reads.
enum Paint {
    /// Colours of a terminal, by their number.
    private enum Colour: Int {
        case red = 31
        case green = 32
        case yellow = 33
    }

    /// Whether a stream is coloured.
    static func isOn(isTerminal: Bool, _ environment: [String: String]) -> Bool {
        if let off = environment["NO_COLOR"], !off.isEmpty { return false }
        if let force = environment["CLICOLOR_FORCE"], !force.isEmpty, force != "0" { return true }
        return isTerminal && environment["CLICOLOR"] != "0" && environment["TERM"] != "dumb"
    }

    private static let environment = ProcessInfo.processInfo.environment
    private static let output = isOn(isTerminal: isatty(STDOUT_FILENO) != 0, environment)
    private static let errors = isOn(isTerminal: isatty(STDERR_FILENO) != 0, environment)

    /// A text for the standard output.
    static func output(_ text: String) -> String { output ? verdicts(text) : text }

    /// A line for the standard error.
    static func error(_ line: String) -> String { errors ? severities(line) : line }

    /// The text with the first word of each verdict's line coloured.
    static func verdicts(_ text: String) -> String {
        let words: [(String, Colour)] = [
            ("  PASS ", .green), ("  FLAG ", .yellow), ("  VIOLATION ", .red), ("kept", .green), ("broken", .red),
            ("undecided", .yellow),
        ]
        return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            guard let (word, colour) = words.first(where: { line.hasPrefix($0.0) }) else { return String(line) }
            let indent = word.prefix { $0 == " " }
            let name = word.filter { $0 != " " }
            return indent + painted(name, colour) + line.dropFirst(indent.count + name.count)
        }.joined(separator: "\n")
    }

    /// The line with `error:` or `warning:` coloured, at its beginning or after its location.
    static func severities(_ line: String) -> String {
        for (word, colour) in [("error:", Colour.red), ("warning:", .yellow)] {
            if line.hasPrefix(word) { return painted(word, colour) + line.dropFirst(word.count) }
            if let found = line.range(of: ": \(word) ") {
                return line[..<found.lowerBound] + ": " + painted(word, colour) + " " + line[found.upperBound...]
            }
        }
        if line.hasPrefix("invariant broken") { return painted("invariant broken", .red) + line.dropFirst(16) }
        return line
    }

    private static func painted(_ text: some StringProtocol, _ colour: Colour) -> String {
        "\u{1B}[1;\(colour.rawValue)m\(text)\u{1B}[0m"
    }
}

/// Prints a result on the standard output.
func show(_ text: String, terminator: String = "\n") {
    print(Paint.output(text), terminator: terminator)
}

/// Prints a small result as JSON on the standard output, keys in order.
func show(_ value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    show(json: try encoder.encode(value))
}

/// Prints a result as JSON on the standard output, where nothing else stands then.
func show(json: Data) {
    print(String(decoding: json, as: UTF8.self), terminator: json.last == UInt8(ascii: "\n") ? "" : "\n")
}
