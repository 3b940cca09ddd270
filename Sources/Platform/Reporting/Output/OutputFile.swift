// SPDX-License-Identifier: GPL-3.0-or-later

package import Foundation

/// A single file that a command writes where its user says.
///
/// It may be new, empty, or a file of the same kind that Cabrank wrote before, which is known by what it holds. Anything else
/// is left as it is. A symbolic link to such a file stays, and what it leads to is written.
package struct OutputFile: Sendable {
    /// The file as it was named.
    package let path: String
    private let kind: OutputFileKind

    /// Looks at a path before the work begins.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - kind: what will be written.
    /// - Throws: `OutputProblem` when something stands there that must stay, or nothing can be written there.
    package init(_ path: String, kind: OutputFileKind) throws(OutputProblem) {
        self.path = path
        self.kind = kind
        _ = try target()
    }

    /// Writes the file whole, after looking at the path once more.
    ///
    /// - Throws: `OutputProblem`; then nothing is changed.
    package func write(_ bytes: Data) throws(OutputProblem) {
        try NewFile.write(bytes, whole: target(writing: bytes))
    }

    /// Writes a file where nothing is yet.
    ///
    /// - Throws: `OutputProblem` when something is there, a link included, or the file cannot be written.
    package static func write(new bytes: Data, to path: String) throws(OutputProblem) {
        guard !path.isEmpty else { throw OutputProblem("a file to be written has no name") }
        guard NewFile.kind(of: path) == nil else { throw OutputProblem("\(path) exists already; nothing was written") }
        let file = try NewFile(path: path)
        do throws(OutputProblem) {
            try file.add(bytes)
        } catch {
            unlink(path)
            throw error
        }
    }

    /// Where the bytes go: the path, or what a link there leads to.
    private func target(writing bytes: Data? = nil) throws(OutputProblem) -> String {
        guard !path.isEmpty else { throw OutputProblem("a file to be written has no name") }
        var facts = stat()
        guard lstat(path, &facts) == 0 else {
            let code = errno
            let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
            if code == ENOENT, !FileManager.default.fileExists(atPath: folder) {
                throw OutputProblem("\(path) cannot be written: there is no folder \(folder)")
            }
            guard code == ENOENT else { throw .cannotWrite(path, code: code) }
            guard access(folder, W_OK | X_OK) == 0 else { throw .cannotWrite(path, code: errno) }
            return path
        }
        let isLink = facts.st_mode & S_IFMT == S_IFLNK
        if isLink, stat(path, &facts) != 0 {
            throw OutputProblem("\(path) is a symbolic link that leads nowhere; name another file")
        }
        guard facts.st_mode & S_IFMT == S_IFREG else {
            throw OutputProblem(
                "\(path) is \(OutputFolder.word(facts.st_mode)), not a file; it is left alone: name another file")
        }
        let target = isLink ? URL(fileURLWithPath: path).resolvingSymlinksInPath().path : path
        guard access(target, W_OK) == 0 else { throw .cannotWrite(path, code: errno) }
        guard facts.st_size > 0, try !isReplaceable(target, by: bytes) else { return target }
        throw OutputProblem(
            "\(path) exists and was not written by Cabrank as \(kind.noun); move it away, or name another file")
    }

    private func isReplaceable(_ target: String, by bytes: Data?) throws(OutputProblem) -> Bool {
        guard let found = FileManager.default.contents(atPath: target) else {
            throw OutputProblem("\(path) exists and cannot be read; name another file")
        }
        if found == bytes { return true }
        // What a table will hold is known when it is made: the same once more changes nothing.
        if kind == .table, bytes == nil { return true }
        return kind.isKind(of: found)
    }
}

/// The kinds of single files that commands write, each with what shows that Cabrank wrote one.
package enum OutputFileKind: Hashable, Sendable {
    /// A JSON object with this key for its version at its top, such as `checkVersion`.
    case json(key: String)
    /// The result of a check as JUnit XML.
    case junit
    /// The result of a check as Markdown.
    case markdown
    /// A zone layout that Cabrank drew.
    case layout
    /// A calibration that Cabrank measured.
    case calibration
    /// A table: nothing in it says who wrote it, so none is replaced by another one.
    case table
    /// A network of streets.
    case network
    /// A timetable.
    case timetable
    /// A calendar.
    case calendar

    /// The kind in words.
    var noun: String {
        switch self {
        case .json(let key): "JSON with `\(key)`"
        case .junit: "JUnit XML"
        case .markdown: "a Markdown summary"
        case .layout: "a zone layout"
        case .calibration: "a calibration"
        case .table: "this table"
        case .network: "a network of streets"
        case .timetable: "a timetable"
        case .calendar: "a calendar"
        }
    }

    /// Whether Cabrank wrote a file with these bytes as one of this kind.
    func isKind(of bytes: Data) -> Bool {
        // The first lines are enough; a whole file may be long.
        let head = String(decoding: bytes.prefix(2_000), as: UTF8.self)
        let lines = head.split(separator: "\n", maxSplits: 4, omittingEmptySubsequences: false)
        switch self {
        case .json(let key):
            guard let object = try? JSONSerialization.jsonObject(with: bytes) as? [String: Any] else { return false }
            return object[key] is Int
        case .junit:
            return lines.count > 1 && lines[0].hasPrefix("<?xml ")
                && lines[1].hasPrefix("<testsuites name=\"cabrank check\"")
        case .markdown:
            return lines.count > 2 && lines[0].hasPrefix("## Budgets of ") && lines[2].contains(", seed ")
                && lines[2].contains(", version ")
        case .layout:
            return lines.count > 2 && lines[0] == "{\"type\":\"FeatureCollection\",\"features\":["
                && lines[1].hasPrefix("{\"type\":\"Feature\",\"properties\":{\"zone_id\":")
                && String(decoding: bytes.suffix(4), as: UTF8.self) == "\n]}\n"
        case .calibration:
            return head.hasPrefix("# Service times of each kind of message, measured by `cabrank calibrate`")
        case .table: return false
        case .network: return bytes.starts(with: "CABROADS".utf8)
        case .timetable: return bytes.starts(with: "CABTIMES".utf8)
        case .calendar: return bytes.starts(with: "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Cabrank//".utf8)
        }
    }
}
