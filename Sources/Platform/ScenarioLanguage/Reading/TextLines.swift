// SPDX-License-Identifier: GPL-3.0-or-later

/// A text as lines of characters (Unicode scalars, as the YAML parser counts columns).
struct TextLines {
    /// A piece of one line; line and column from 1.
    struct Piece {
        let line: Int
        let column: Int
        let length: Int
    }

    private var lines: [[Unicode.Scalar]]

    init(_ text: String) {
        lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map(Array.init)
    }

    var text: String {
        var scalars = String.UnicodeScalarView()
        for (index, line) in lines.enumerated() {
            if index > 0 { scalars.append("\n") }
            scalars.append(contentsOf: line)
        }
        return String(scalars)
    }

    func character(_ line: Int, _ column: Int) -> Unicode.Scalar? {
        guard lines.indices.contains(line - 1), lines[line - 1].indices.contains(column - 1) else { return nil }
        return lines[line - 1][column - 1]
    }

    /// Line and column of a byte of the text.
    func position(ofByte offset: Int) -> (line: Int, column: Int) {
        var rest = offset
        for (index, line) in lines.enumerated() {
            var column = 1
            for scalar in line {
                if rest < UTF8.width(scalar) { return (index + 1, column) }
                rest -= UTF8.width(scalar)
                column += 1
            }
            if rest == 0 { return (index + 1, column) }
            rest -= 1
        }
        return (max(1, lines.count), 1)
    }

    /// The second location of a key whose first one is known: in block form a later line with the same indentation, in flow
    /// form a later location on the way to the end of the text.
    func twin(of key: String, line: Int, column: Int) -> Piece? {
        let wanted = Array(key.unicodeScalars)
        guard !wanted.isEmpty, lines.indices.contains(line - 1) else { return nil }
        for index in line..<max(line, lines.count) {
            let text = lines[index]
            guard let start = text.firstIndex(where: { $0 != " " }), text[start] != "#", text[start] != "\r" else {
                continue
            }
            if start < column - 1 { break }
            if start == column - 1, let found = self.key(wanted, at: start, in: index) { return found }
        }
        for index in (line - 1)..<lines.count {
            let first = index == line - 1 ? column : 0
            for start in max(0, first)..<max(first, lines[index].count) {
                let before = start == 0 ? " " : lines[index][start - 1]
                guard before == " " || before == "{" || before == "," else { continue }
                if let found = self.key(wanted, at: start, in: index) { return found }
            }
        }
        return nil
    }

    /// The key, plain or in quotes, at this location and followed by a colon.
    private func key(_ wanted: [Unicode.Scalar], at start: Int, in index: Int) -> Piece? {
        let text = lines[index]
        guard start < text.count else { return nil }
        let isQuoted = text[start] == "\"" || text[start] == "'"
        let begin = isQuoted ? start + 1 : start
        let end = begin + wanted.count
        guard end <= text.count, Array(text[begin..<end]) == wanted else { return nil }
        var after = end
        if isQuoted {
            guard after < text.count, text[after] == text[start] else { return nil }
            after += 1
        }
        while after < text.count, text[after] == " " { after += 1 }
        guard after < text.count, text[after] == ":" else { return nil }
        return Piece(line: index + 1, column: begin + 1, length: wanted.count)
    }

    /// Replaces a key by as many characters of a private area; gives the new name.
    mutating func rename(_ piece: Piece, number: Int) -> String {
        let mark = Unicode.Scalar(UInt32(0xE000 + number)) ?? " "
        let name = [Unicode.Scalar](repeating: mark, count: piece.length)
        lines[piece.line - 1].replaceSubrange((piece.column - 1)..<(piece.column - 1 + piece.length), with: name)
        return String(String.UnicodeScalarView(name))
    }
}
