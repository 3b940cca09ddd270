// SPDX-License-Identifier: GPL-3.0-or-later

extension StringProtocol {
    /// The text as people may see it on a terminal, in a message or in a report: signs that steer a terminal, end a line or
    /// turn the direction of writing are written as escapes (`\n`, `\t`, `\u{1B}`), all others as they are.
    ///
    /// Titles, names of zones and cells of tables come from files that somebody else may have written. One line stays one
    /// line, and showing a text twice changes nothing more.
    public var shown: String { shown(keepingLines: false) }

    /// The same for a text of several lines, whose line breaks stay.
    public var shownLines: String { shown(keepingLines: true) }

    /// The text with the middle of each line left out that is longer than anybody reads: a bad line of a file may be all of a file.
    public var withShortLines: String {
        guard utf8.count > Self.longestLine else { return String(self) }
        return split(separator: "\n", omittingEmptySubsequences: false).map { line in
            guard line.utf8.count > Self.longestLine else { return String(line) }
            let left = line.count - 1000
            return left > 0 ? "\(line.prefix(700)) [... \(left) characters ...] \(line.suffix(300))" : String(line)
        }.joined(separator: "\n")
    }

    /// In bytes. What is allowed may be a long list.
    private static var longestLine: Int { 3000 }

    private func shown(keepingLines: Bool) -> String {
        guard unicodeScalars.contains(where: \.steers) else { return String(self) }
        var text = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "\n" where keepingLines: text += "\n"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case _ where scalar.steers: text += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}

extension Unicode.Scalar {
    /// Whether it is no sign of a text but an order to whatever shows the text: the control characters of both sets, the
    /// separators of lines and paragraphs, and the marks that turn the direction of writing.
    fileprivate var steers: Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
        default: false
        }
    }
}
