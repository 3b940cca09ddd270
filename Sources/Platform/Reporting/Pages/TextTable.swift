// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel

/// A file of lines, each a name and texts with bars between them.
package enum TextTable {
    /// The lines in their order, each with its name first.
    package static func rows(_ file: [UInt8]) -> [[String]] {
        file.split(separator: UInt8(ascii: "\n")).map { line in
            line.split(separator: UInt8(ascii: "|")).map { String(decoding: $0, as: UTF8.self) }
        }
    }

    /// The lines by their names.
    package static func byName(_ file: [UInt8]) -> [String: [String]] {
        Dictionary(rows(file).map { ($0[0], $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// A word of the event log in words: those of its line, or its own.
    package static func words(of word: some EventWord, in lines: [String: [String]]) -> String {
        lines[word.word]?[1] ?? Text.words(word.word)
    }
}
