// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

/// Layout rules as tests: they read the source tree itself.
@Suite("Tidy")
struct TidyTests {
    // MARK: - Code

    @Test("no banned word stands in Sources", arguments: BannedWord.all)
    func bannedWord(_ banned: BannedWord) throws {
        for file in try SourceTree.swiftSources() where file.mentions(banned.word) && !banned.isAllowed(in: file.path) {
            for line in file.code where banned.isIn(line.text) {
                Issue.record("\(file.path):\(line.number): \"\(banned.word)\" is banned; use \(banned.instead)")
            }
        }
    }

    @Test("no source file is longer than 500 lines")
    func fileLength() throws {
        // Made by the program, and as long as what they list.
        let generated = ["ScenarioReference.md", ".schema.json", "Catalogue.md", "Resources/catalogue.txt"]
        for file in try SourceTree.textFiles()
        where file.path.hasPrefix("Sources/") && !generated.contains(where: file.path.hasSuffix) {
            let count = file.lines.count - (file.lines.last == "" ? 1 : 0)
            if count > 500 {
                Issue.record("\(file.path) has \(count) lines; split it by idea (at most 500)")
            }
        }
    }

    @Test(
        "nothing drops an event, a message or a directive silently: a switch over them names every kind and has no default"
    )
    func nothingIsDropped() throws {
        for file in try SourceTree.swiftSources() where !file.path.hasPrefix("Sources/TestKit/") {
            for problem in Self.droppedKinds(file.code.map(\.text)) {
                Issue.record(
                    "\(file.path):\(problem): name the kinds that do nothing, or pick single ones with `if case`")
            }
        }
        let fold = ["    switch record.event {", "    case .dry: count += 1", "    default: break", "    }"]
        #expect(Self.droppedKinds(fold) == [3])
        #expect(Self.droppedKinds(fold.map { $0.replacing("record.event", with: "message") }) == [3])
        #expect(Self.droppedKinds(fold.map { $0.replacing("record.event", with: "directives[index]") }) == [3])
        #expect(Self.droppedKinds(fold.map { $0.replacing("default", with: "case .drunk") }) == [])
    }

    /// The lines, counted from 1, of each `default` of a switch over an event, a message or a directive.
    private static func droppedKinds(_ lines: [String]) -> [Int] {
        let subjects = ["event {", "essage {", "irective {", "irectives[index] {"]
        var open: [String] = []
        var found: [Int] = []
        for (index, line) in lines.enumerated() {
            let indent = String(line.prefix { $0 == " " })
            let code = line.dropFirst(indent.count)
            if code.contains("switch "), subjects.contains(where: { code.hasSuffix($0) }) {
                open.append(indent)
            } else if open.last == indent, code.hasPrefix("}") {
                open.removeLast()
            } else if open.last == indent, code.hasPrefix("default:") {
                found.append(index + 1)
            }
        }
        return found
    }

    @Test("every case of a service's events has its entry in `kinds`")
    func everyKindIsListed() throws {
        let sources = try SourceTree.swiftSources().filter { !$0.path.hasPrefix("Sources/TestKit/") }
        var services = 0
        for file in sources where file.mentions(": Event {") {
            let code = file.code.map(\.text).joined(separator: "\n")
            guard let type = code.firstMatch(of: /extension (\w+): Event \{/)?.1,
                let source = sources.first(where: { $0.code.contains { $0.text.contains(" enum \(type):") } })
            else { continue }
            services += 1
            let text = source.code.map(\.text).joined(separator: "\n") + "\n"
            let body = text.split(separator: " enum \(type):")[1].split(separator: "\n}\n")[0]
            let cases = body.matches(of: /\n    case (\w+)/).map { String($0.1) }
            let listed = code.matches(of: /\.of\((\w+)\)/).map { String($0.1) }
            #expect(Set(cases) == Set(listed) && cases.count == listed.count, "\(file.path)")
        }
        #expect(services >= 6)
    }

    @Test("the allow list of unchecked code names only files that are there")
    func allowListIsCurrent() throws {
        let paths = try SourceTree.swiftSources().map(\.path)
        for path in BannedWord.uncheckedPaths where !paths.contains(where: { $0 == path || $0.hasPrefix(path) }) {
            Issue.record("\(path) is on the allow list of unchecked code, but it is not there; take it off")
        }
    }

    // MARK: - Files

    @Test("each source file and script starts with its licence")
    func licenceLine() throws {
        let endings = [".swift", ".h", ".modulemap", ".cpp", ".hpp", ".py"]
        for file in try SourceTree.textFiles() {
            let lines = file.lines
            let first = lines.first ?? ""
            let isScript = first.hasPrefix("#!")
            guard isScript || endings.contains(where: { file.path.hasSuffix($0) }) else { continue }
            // Two kinds of line must come even before the licence.
            let startsElsewhere = isScript || first.hasPrefix("// swift-tools-version")
            let line = startsElsewhere ? lines.dropFirst().first ?? "" : first
            let licence = "SPDX-License-Identifier: GPL-3.0-or-later"
            if line != "// \(licence)", line != "# \(licence)" {
                Issue.record("\(file.path): the first line must be the licence, \"\(licence)\", in a comment")
            }
        }
    }

    @Test("the project's folder holds what the layout names, and nothing else")
    func topLevel() throws {
        let expected = [
            "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "Package.swift", "README.md", "Reports", "Scenarios",
            "Sources", "Tests",
            "scripts",
        ]
        #expect(try SourceTree.topLevel().filter { !$0.hasPrefix(".") } == expected)
    }

    @Test("nothing is left undone in a remark")
    func remarks() throws {
        // Put together here, so that this file does not hold the words.
        let words = ["FIX" + "ME", "TO" + "DO"]
        for file in try SourceTree.textFiles() {
            for word in words where file.mentions(word) {
                for (index, line) in file.lines.enumerated() where BannedWord(word, instead: "").isIn(String(line)) {
                    Issue.record("\(file.path):\(index + 1): \(word): do it, or open an issue")
                }
            }
        }
    }

    @Test("no file names a path of one machine")
    func machinePaths() throws {
        let paths = ["/wo" + "rk/", "/ho" + "me/", "/Us" + "ers/"]
        for file in try SourceTree.textFiles() {
            for path in paths where file.mentions(path) {
                for (index, line) in file.lines.enumerated() where line.contains(path) {
                    Issue.record("\(file.path):\(index + 1): names \(path)…, a path of one machine")
                }
            }
        }
    }

    @Test("each number in the name of a test is one of the catalogue")
    func numbersOfTests() throws {
        let files = try SourceTree.textFiles()
        let catalogue = try #require(files.first { $0.path == "scripts/catalogue.yaml" })
        let known = Set(catalogue.lines.compactMap { $0.firstMatch(of: /^\s*- id: (\S+)$/).map { String($0.1) } })
        #expect(known.count > 200)
        var used: Set<String> = []
        for file in files where file.path.hasPrefix("Tests/") && file.path.hasSuffix(".swift") {
            for number in CatalogueNumber.inTestNames(of: file.lines.joined(separator: "\n")) {
                used.insert(number)
                if !known.contains(number) {
                    Issue.record("\(file.path): a test is named after \(number), which is not in the catalogue")
                }
            }
        }
        #expect(used.count > 100)
    }

    // MARK: - The finders themselves

    @Test("the numbers in the names of tests are found, wherever the name stands, and nothing else is taken for one")
    func numberForms() {
        let code = """
            @Test("TAXI-SHARE-10B, DEC-SHARE-LATE: a name") func one() {}
            @Test(
                "INV-UniqueTaxiLog: UTF-8 and a \\"quoted\\" word; API-06A too", arguments: [1])
            func two(_ n: Int) {}
            // TAXI-CALL-01 stands in a remark.
            """
        #expect(
            CatalogueNumber.inTestNames(of: code) == [
                "TAXI-SHARE-10B", "DEC-SHARE-LATE", "INV-UniqueTaxiLog", "API-06A",
            ])
    }

    @Test(
        "an import is read in all its forms",
        arguments: [
            ("import Yams", "Yams"),
            ("    public import CityModel", "CityModel"),
            ("package import Foundation", "Foundation"),
            ("@preconcurrency import CGSL", "CGSL"),
            ("@_exported public import struct Foundation.URL", "Foundation"),
            ("import func Glibc.log", "Glibc"),
            ("let important = 1", nil),
            ("importer.run()", nil),
        ] as [(String, String?)])
    func importForms(_ line: String, _ module: String?) {
        #expect(ImportLine.module(importedBy: line) == module)
    }

    @Test("a banned word is a whole word, and is not looked for in comments")
    func wordBorders() {
        let task = BannedWord("Task {", instead: "")
        #expect(task.isIn("Task { await run() }"))
        #expect(task.isIn("group.addTask { }; Task { }"))
        #expect(!task.isIn("group.addTask { }"))
        #expect(BannedWord(".random(", instead: "").isIn("Int.random(in: 0..<2)"))
        #expect(SourceTree.withoutComment("let a = 1  // Task { }") == "let a = 1  ")
        #expect(SourceTree.withoutComment("let a = \"https://x\"  // no") == "let a = \"https://x\"  ")
    }
}
