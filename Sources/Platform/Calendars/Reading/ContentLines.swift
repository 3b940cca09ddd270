// SPDX-License-Identifier: GPL-3.0-or-later

/// A content line, unfolded: what stands between two line ends that no blank follows (RFC 5545, 3.1).
struct ContentLine {
    /// Where a line of the file begins within the content line.
    struct Fold {
        let offset: Int
        let line: Int
    }

    /// Its bytes; slices of it say by their indices where they stand.
    let bytes: ArraySlice<UInt8>
    /// The line of the file in which it begins, from 1.
    let line: Int
    /// The other lines of the file that it goes on in.
    let folds: [Fold]

    /// Line and column of one of its bytes, by its index; columns count characters.
    func place(_ index: Int) -> (line: Int, column: Int) {
        let offset = index - bytes.startIndex
        let fold = folds.last { $0.offset <= offset }
        let start = bytes.startIndex + (fold?.offset ?? 0)
        let column = String(decoding: bytes[start..<max(start, min(index, bytes.endIndex))], as: UTF8.self).count + 1
        // The blank with which it goes on is a character of the line.
        return (fold?.line ?? line, fold == nil ? column : column + 1)
    }
}

/// The content lines of a file, one after the other. Lines may end as in RFC 5545, or with a line feed alone.
struct ContentLines {
    private let bytes: [UInt8]
    private var next = 0
    private var line = 0
    /// Lines without anything, which a calendar has none of; after its last line they do not matter.
    private(set) var emptyLines: [Int] = []
    /// Empty lines since the last one that was not.
    private var openEmptyLines: [Int] = []

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { next = 3 }
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

    /// The next line of the file, without its end.
    private mutating func takeLine() -> Range<Int>? {
        guard next < bytes.count else { return nil }
        line += 1
        let start = next
        var end = bytes[next...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
        next = end + 1
        if end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
        return start..<end
    }

    /// Whether the next line goes on with the one before it.
    private var isFolded: Bool { next < bytes.count && Self.isBlank(bytes[next]) }

    /// The next content line; nil at the end of the file. Empty lines are noted and read as if they were not there, also between the
    /// parts of a folded line.
    mutating func advance() -> ContentLine? {
        var first: Range<Int>?
        while let range = takeLine() {
            if !range.isEmpty {
                first = range
                break
            }
            openEmptyLines.append(line)
        }
        guard let first else { return nil }
        closeEmptyLines()
        let number = line
        skipEmptyLines()
        guard isFolded else { return ContentLine(bytes: bytes[first], line: number, folds: []) }
        var joined = Array(bytes[first])
        var folds: [ContentLine.Fold] = []
        while isFolded, let range = takeLine() {
            closeEmptyLines()
            folds.append(ContentLine.Fold(offset: joined.count, line: line))
            joined += bytes[range.dropFirst()]
            skipEmptyLines()
        }
        return ContentLine(bytes: joined[...], line: number, folds: folds)
    }

    private mutating func closeEmptyLines() {
        emptyLines += openEmptyLines
        openEmptyLines.removeAll()
    }

    private mutating func skipEmptyLines() {
        while next < bytes.count {
            if bytes[next] == UInt8(ascii: "\n") {
                next += 1
            } else if bytes[next] == UInt8(ascii: "\r"), next + 1 < bytes.count, bytes[next + 1] == UInt8(ascii: "\n") {
                next += 2
            } else {
                return
            }
            line += 1
            openEmptyLines.append(line)
        }
    }
}
