// SPDX-License-Identifier: GPL-3.0-or-later

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
}
