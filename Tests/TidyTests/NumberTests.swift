// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

/// Numbers that services choose for themselves, in rooms that do not know each other.
@Suite("Numbers of words, purposes and kinds of event")
struct NumberTests {
    /// What every form has: a regular expression is tried on lines that hold one of these, since it takes a while in a debug
    /// build.
    private static let openings = [
        "MessageType(", "RoleName(", "ClientActionKind(", "MailKind(", "ModuleName(", "Purpose(", "visitor.kind(",
    ]

    /// What gives a number: the word's type with its text, a stream's purpose, an event's kind.
    private static var forms: [Regex<(Substring, Substring, Substring)>] {
        [
            #/(MessageType|RoleName|ClientActionKind|MailKind|ModuleName)\(([0-9]+), "/#,
            #/(Purpose)\(([0-9]+)\)/#, #/visitor\.(kind)\(([0-9]+)/#,
        ]
    }

    @Test("No two message types, roles, actions, purposes or kinds of event have one number")
    func numbersAreGivenOnce() throws {
        let forms = Self.forms
        var given: [String: String] = [:]
        for file in try SourceTree.swiftSources() {
            for line in file.code where Self.openings.contains(where: line.text.contains) {
                for match in forms.flatMap({ line.text.matches(of: $0) }) {
                    let here = "\(file.path):\(line.number)"
                    let number = "\(match.1) \(match.2)"
                    if let there = given.updateValue(here, forKey: number) {
                        Issue.record("\(here): \(number) is given at \(there) already")
                    }
                }
            }
        }
        #expect(given.count > 250)
    }
}
