// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

/// What is declared is used: dead code is read, kept true and built by everybody, for nobody.
@Suite("Unused declarations")
struct UnusedTests {
    /// What the compiler or the standard library calls, and nobody by its name.
    private static let calledByOthers: Set<String> = [
        "callAsFunction", "unownedExecutor", "checkIsolated", "customMirror", "CodingKeys", "buildArray",
        "buildBlock", "buildExpression", "defaultValueDescription", "superDecoder", "unkeyedContainer",
        // The package manager.
        "createBuildCommands",
        // The server's packages.
        "respond", "Cabrankd", "InboundIn", "handlerAdded", "handlerRemoved", "channelActive",
        "channelInactive",
        "userInboundEventTriggered",
    ]

    private static let kinds: Set<Substring> = [
        "func", "var", "let", "struct", "class", "enum", "actor", "protocol", "typealias",
    ]

    /// The words of a line that are names, in order.
    private static func words(_ line: String) -> [Substring] {
        line.split { !($0.isLetter || $0.isNumber || $0 == "_") }
    }

    @Test("nothing in Sources is declared that is named nowhere else in Sources or Tests")
    func unused() throws {
        var uses: [Substring: Int] = [:]
        var declarations: [Substring: [String]] = [:]
        for file in try SourceTree.textFiles() where file.path.hasSuffix(".swift") {
            for line in file.code {
                for word in Self.words(line.text) { uses[word, default: 0] += 1 }
                guard file.path.hasPrefix("Sources/") else { continue }
                for name in Self.declared(line.text) {
                    declarations[name, default: []].append("\(file.path):\(line.number)")
                }
            }
        }
        for (name, places) in declarations.sorted(by: { $0.key < $1.key })
        where uses[name] == places.count && !Self.calledByOthers.contains(String(name)) {
            Issue.record("\(places.joined(separator: ", ")): nothing uses `\(name)`; take it out")
        }
    }

    /// The names that a line declares: the word after one that declares, with a blank between.
    private static func declared(_ line: String) -> [Substring] {
        let parts = line.split(separator: " ")
        return zip(parts, parts.dropFirst()).compactMap { kind, name in
            kinds.contains(kind)
                ? words(String(name)).first.flatMap { name.hasPrefix($0) && $0 != "_" ? $0 : nil } : nil
        }
    }

    @Test("declarations are found in a line, and words that only look alike are not")
    func finding() {
        let lines = [
            "    public func take(_ event: Event) -> Int { count }": ["take"],
            "    let (a, b) = pair": [], "    color: var(--ink); let": [], "    private let count = 3": ["count"],
        ]
        for (line, names) in lines { #expect(Self.declared(line).map(String.init) == names, "\(line)") }
    }
}
