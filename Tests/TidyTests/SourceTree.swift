// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing

/// The project's files as they lie on disk: what is or may be committed, without build products and generated reports.
struct SourceTree {
    /// One text file.
    struct File: Sendable, CustomTestStringConvertible {
        /// The path from the project's folder, with `/`.
        let path: String
        /// The lines, without their ends.
        let lines: [Substring]
        private let text: String
        /// The lines of a Swift file with comments taken away, each with its number, counted from 1; else empty.
        let code: [(number: Int, text: String)]

        var testDescription: String { path }

        /// Whether this stands anywhere in it, comments too: most files need no closer look.
        func mentions(_ word: String) -> Bool {
            text.withCString { text in word.withCString { strstr(text, $0) != nil } }
        }

        init(path: String, text: String) {
            self.path = path
            self.text = text
            lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            code =
                path.hasSuffix(".swift")
                ? lines.enumerated().map { ($0.offset + 1, SourceTree.withoutComment($0.element)) } : []
        }
    }

    /// The project's folder, found from the place of this file.
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Names that are never looked into: Git's own, build products, installed tools.
    private static let skippedNames: Set<String> = [".git", ".build", ".tools", "Package.resolved", "__pycache__"]

    /// The names in the project's folder that count, sorted.
    static func topLevel() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: root.path)
            .filter { !skippedNames.contains($0) }
            .sorted()
    }

    /// All text files, sorted by path. Of `Reports` only what is meant to be committed. Read once for all tests.
    static func textFiles() throws -> [File] {
        try files.get()
    }

    private static let files = Result { try readTextFiles() }

    private static func readTextFiles() throws -> [File] {
        var files: [File] = []
        for name in try topLevel() where name != "Reports" {
            try collect(name, into: &files)
        }
        for name in ["Reports/README.md", "Reports/samples"] {
            try collect(name, into: &files)
        }
        return files
    }

    /// The Swift files of `Sources`, sorted by path.
    static func swiftSources() throws -> [File] {
        try textFiles().filter { $0.path.hasPrefix("Sources/") && $0.path.hasSuffix(".swift") }
    }

    private static func collect(_ path: String, into files: inout [File]) throws {
        let place = root.appendingPathComponent(path)
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: place.path, isDirectory: &isFolder) else { return }
        guard isFolder.boolValue else {
            // What is not UTF-8 is a picture or an archive.
            if let text = String(data: try Data(contentsOf: place), encoding: .utf8) {
                files.append(File(path: path, text: text))
            }
            return
        }
        for name in try FileManager.default.contentsOfDirectory(atPath: place.path).sorted()
        where !skippedNames.contains(name) {
            try collect("\(path)/\(name)", into: &files)
        }
    }

    /// The line up to `//`, unless that stands in a string literal such as an address.
    static func withoutComment(_ line: Substring) -> String {
        var isInString = false
        var previous: Character = " "
        var code = ""
        for character in line {
            if character == "\"", previous != "\\" {
                isInString.toggle()
            }
            if character == "/", previous == "/", !isInString {
                code.removeLast()
                return code
            }
            code.append(character)
            previous = character
        }
        return code
    }
}
