// SPDX-License-Identifier: GPL-3.0-or-later
import CZLIB

/// A file of lines, packed by gzip or not, read piece by piece: a record of a year need not fit into memory.
///
/// zlib unpacks it, and reads a file that is not packed as it is. Source: https://zlib.net/manual.html, gzopen.
final class RecordFile {
    /// Why it cannot be read on.
    enum Fault: Error, Hashable, CustomStringConvertible {
        case notInstalled
        case unreadable
        /// It is packed, and ends too soon.
        case cut(afterLine: Int)
        /// It is a text, and its last row is not all there.
        case cutText(row: Int)
        case damaged(afterLine: Int, String)
        case longLine(Int)
        /// It is no text of this kind: what it is, and what to do.
        case other(String)

        var description: String {
            switch self {
            case .notInstalled:
                "zlib is not installed, which reads records; on Debian it is in the package zlib1g (apt-get install zlib1g)"
            case .unreadable: "the file cannot be opened"
            case .cut(let line):
                "the packed file is cut: it ends within the data behind line \(line); get it whole again"
            case .cutText: "the file is cut: it ends within this row; get it whole again"
            case .damaged(let line, let text): "the packed file is damaged behind line \(line): \(text); get it again"
            case .longLine(let line): "line \(line) is longer than 16 MB; allowed: a line for each trip"
            case .other(let text): text
            }
        }

        /// Where it shows.
        var line: Int {
            switch self {
            case .notInstalled, .unreadable, .other: 1
            case .cut(let line), .damaged(let line, _): max(1, line)
            case .longLine(let line), .cutText(let line): line
            }
        }
    }

    private static let mostOfLine = 1 << 24
    private let zlib: zlib_functions
    private let file: OpaquePointer
    private var part = [UInt8](repeating: 0, count: 1 << 18)
    private var isAtEnd = false
    private var next = 0

    /// What of the file is in memory.
    private(set) var bytes: [UInt8] = []
    /// The line that was read last, without its end.
    private(set) var line = 0..<0
    /// Its number, from 1.
    private(set) var number = 0
    /// Whether a line end stands behind it.
    private(set) var isEnded = true
    /// The hash of its bytes (FNV-1a of 64 bits), by which equal rows are found.
    private(set) var hash: UInt64 = 0

    init(_ path: String) throws(Fault) {
        guard let zlib = czlib_functions()?.pointee else { throw .notInstalled }
        guard let file = zlib.openFile(path, "rb") else { throw .unreadable }
        self.zlib = zlib
        self.file = file
        while bytes.count < 4, !isAtEnd { try fill() }
        if let other = Self.otherKind(bytes) { throw .other(other) }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { next = 3 }
    }

    deinit { _ = zlib.closeFile(file) }

    /// What a file is that is no text of lines, by its first bytes.
    private static func otherKind(_ bytes: [UInt8]) -> String? {
        if bytes.starts(with: "PAR1".utf8) {
            return
                "the file is a Parquet file; allowed: CSV, packed by gzip or not; the article Recorded trips says how to convert it"
        }
        if bytes.starts(with: "PK\u{3}\u{4}".utf8) {
            return "the file is a zip; allowed: CSV, packed by gzip or not; unpack it first"
        }
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            return "the file is in UTF-16; allowed: UTF-8; save it so"
        }
        return nil
    }

    /// Adds what comes next to what is in memory, without what was read already.
    private func fill() throws(Fault) {
        let count = Int(zlib.read(file, &part, UInt32(part.count)))
        var code: Int32 = 0
        let text = zlib.faultText(file, &code).map { String(cString: $0) } ?? ""
        if count < part.count, code < 0 {
            throw code == czlib_ends_early ? .cut(afterLine: number) : .damaged(afterLine: number, text)
        }
        if next > 0 {
            bytes.removeSubrange(..<next)
            next = 0
        }
        if count > 0 { bytes += part[..<count] }
        isAtEnd = count <= 0
    }

    /// The next line break, or the end of what is there; apart from the file, so that nothing is looked up for each byte.
    private static func lineEnd(_ bytes: [UInt8], from start: Int, _ hash: inout UInt64) -> Int {
        var (at, sum) = (start, hash)
        let end = bytes.count
        while at < end {
            let byte = bytes[at]
            if byte == UInt8(ascii: "\n") { break }
            sum = (sum ^ UInt64(byte)) &* 1_099_511_628_211
            at += 1
        }
        hash = sum
        return at
    }

    /// Goes to the next line; false at the end of the file.
    func advance() throws(Fault) -> Bool {
        var hash: UInt64 = 14_695_981_039_346_656_037
        var at = next
        while true {
            at = Self.lineEnd(bytes, from: at, &hash)
            if at < bytes.count || isAtEnd { break }
            let done = at - next
            guard done < Self.mostOfLine else { throw .longLine(number + 1) }
            try fill()
            at = next + done
        }
        isEnded = at < bytes.count
        guard isEnded || at > next else { return false }
        var end = at
        if end > next, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
        line = next..<end
        self.hash = hash
        number += 1
        next = min(at + 1, bytes.count)
        return true
    }
}
