// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import GRDB

/// A word that must not be found in what a run leaves behind: a password, an address, a token, an exact position.
package struct Secret: Hashable, Sendable {
    /// What it is, for the report of a find.
    package let name: String
    /// The word itself, as the person typed it or as digits.
    package let text: String
    /// The kinds of event that may hold it, such as `positionReported` for an exact position; none for most secrets.
    package let allowedEvents: [String]

    /// Names a secret; the word must have at least 4 characters, or everything would be found.
    package init(_ name: String, _ text: String, allowedEvents: [String] = []) {
        precondition(text.utf8.count >= 4, "a secret of fewer than 4 bytes is found everywhere")
        self.name = name
        self.text = text
        self.allowedEvents = allowedEvents
    }
}

/// Searches the event log and the result files of a run for planted secrets: as they are, in lower and upper case, and
/// encoded as Base64, hexadecimal digits or percent escapes.
package struct SecretSearch: Sendable {
    /// A secret that was found.
    package struct Find: Hashable, Sendable, CustomStringConvertible {
        package let secret: String
        /// The file, with the line or the table.
        package let place: String
        /// How it was written: plain, lower, upper, base64, hex, percent.
        package let form: String

        /// One line with everything, but not the secret itself.
        package var description: String { "\(secret) in \(place) (\(form))" }
    }

    private struct Needle {
        let secret: Secret
        let form: String
        let bytes: [UInt8]
    }

    private let needles: [Needle]
    /// Needles by their first byte, so that most bytes of a file are looked at once.
    private let byFirst: [[Int]]

    /// Makes a search for these secrets.
    package init(_ secrets: [Secret]) {
        var needles: [Needle] = []
        for secret in secrets {
            var seen: Set<String> = []
            for (form, text) in Self.forms(of: secret.text) where seen.insert(text).inserted {
                needles.append(Needle(secret: secret, form: form, bytes: Array(text.utf8)))
            }
        }
        var byFirst: [[Int]] = Array(repeating: [], count: 256)
        for (index, needle) in needles.enumerated() { byFirst[Int(needle.bytes[0])].append(index) }
        self.needles = needles
        self.byFirst = byFirst
    }

    private static func forms(of text: String) -> [(String, String)] {
        let bytes = Data(text.utf8)
        let hex = bytes.map { String(format: "%02x", $0) }.joined()
        let percent = text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? text
        let quoted = text.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\"")
        return [
            ("plain", text), ("plain", quoted), ("lower", text.lowercased()), ("upper", text.uppercased()),
            ("hex", hex), ("hex", hex.uppercased()), ("percent", percent),
        ] + (0..<3).map { ("base64", base64(bytes, after: $0)) }
    }

    /// The word inside a longer text in Base64, which it begins so many bytes after a group of three: only the digits that no
    /// neighbour of the word changes.
    private static func base64(_ bytes: Data, after lead: Int) -> String {
        let digits = (Data(count: lead) + bytes).base64EncodedString()
        let (first, end) = ((lead * 8 + 5) / 6, (lead + bytes.count) * 8 / 6)
        return String(digits.dropFirst(first).prefix(end - first))
    }

    /// The secrets in some bytes, such as one file. A secret of digits only is found as a whole number, not inside another.
    package func finds(in bytes: some Collection<UInt8>, place: String, event: String? = nil) -> [Find] {
        let bytes = ContiguousArray(bytes)
        var found: [Find] = []
        var seen: Set<Int> = []
        for start in bytes.indices {
            for index in byFirst[Int(bytes[start])] where !seen.contains(index) {
                let needle = needles[index]
                if let event, needle.secret.allowedEvents.contains(event) { continue }
                guard Self.matches(needle.bytes, bytes, at: start) else { continue }
                seen.insert(index)
                found.append(Find(secret: needle.secret.name, place: place, form: needle.form))
            }
        }
        return found
    }

    private static func matches(_ needle: [UInt8], _ bytes: ContiguousArray<UInt8>, at start: Int) -> Bool {
        guard start + needle.count <= bytes.count else { return false }
        for offset in needle.indices where bytes[start + offset] != needle[offset] { return false }
        guard needle.allSatisfy(isDigit) else { return true }
        let end = start + needle.count
        return !(start > 0 && isDigit(bytes[start - 1])) && !(end < bytes.count && isDigit(bytes[end]))
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }

    /// The secrets in an event log of JSON lines, line by line; a line may hold what is allowed in its kind of event.
    package func finds(inLog log: String, place: String) -> [Find] {
        log.split(separator: "\n", omittingEmptySubsequences: true).enumerated().flatMap { index, line in
            finds(in: line.utf8, place: "\(place):\(index + 1)", event: Self.event(of: line))
        }
    }

    /// The word after `"event":`.
    private static func event(of line: Substring) -> String? {
        guard let key = line.range(of: "\"event\":\"") else { return nil }
        return String(line[key.upperBound...].prefix { $0 != "\"" })
    }

    /// The secrets in a SQLite file: every value of every table as text; a row of the table `events` may hold what is allowed
    /// in its kind.
    ///
    /// - Throws: when it cannot be read.
    package func finds(inDatabase path: String) throws -> [Find] {
        var configuration = Configuration()
        configuration.readonly = true
        let database = try DatabaseQueue(path: path, configuration: configuration)
        defer { try? database.close() }
        return try database.read { database in
            var found: [Find] = []
            let tables = try String.fetchAll(
                database, sql: "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
            for table in tables {
                let quoted = table.replacingOccurrences(of: "\"", with: "\"\"")
                let rows = try Row.fetchCursor(database, sql: "SELECT * FROM \"\(quoted)\"")
                while let row = try rows.next() {
                    let event: String? = table == "events" ? row["event"] : nil
                    for value in row.databaseValues {
                        let bytes = Self.bytes(of: value)
                        found += finds(in: bytes, place: "\(path) table \(table)", event: event)
                    }
                }
            }
            return found
        }
    }

    private static func bytes(of value: DatabaseValue) -> [UInt8] {
        switch value.storage {
        case .null: []
        case .int64(let number): Array(String(number).utf8)
        case .double(let number): Array("\(number)".utf8)
        case .string(let text): Array(text.utf8)
        case .blob(let data): Array(data)
        }
    }

    /// The secrets in every file of a folder, its folders included: logs line by line, databases table by table and byte by
    /// byte, all else byte by byte.
    ///
    /// The bytes of a database show what its tables do not, such as deleted rows; a secret that some event may hold is
    /// looked for in its tables only.
    ///
    /// - Throws: when a file cannot be read.
    package func finds(inFolder path: String) throws -> [Find] {
        var found: [Find] = []
        for name in try FileManager.default.subpathsOfDirectory(atPath: path).sorted() {
            let file = path + "/" + name
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: file, isDirectory: &isFolder), !isFolder.boolValue else {
                continue
            }
            let data = try Data(contentsOf: URL(fileURLWithPath: file))
            if name.hasSuffix(".jsonl") {
                found += finds(inLog: String(decoding: data, as: UTF8.self), place: name)
            } else if data.starts(with: Data("SQLite format 3".utf8)) {
                found += try finds(inDatabase: file)
                let always = SecretSearch(secretsNowhereAllowed)
                found += always.finds(in: data, place: name)
            } else {
                found += finds(in: data, place: name)
            }
        }
        return found
    }

    private var secretsNowhereAllowed: [Secret] {
        var seen: Set<String> = []
        return needles.map(\.secret).filter {
            $0.allowedEvents.isEmpty && seen.insert($0.name + "\n" + $0.text).inserted
        }
    }
}
