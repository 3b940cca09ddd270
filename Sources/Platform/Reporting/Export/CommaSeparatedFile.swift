// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// A table as a file of comma-separated values: RFC 4180, UTF-8, the names of the columns in the first line.
///
/// No value is an empty field, an empty text is `""`; a text that spreadsheets would read as a formula begins with `'`. A number is written with a point and as many digits as tell it from
/// all others.
package final class CommaSeparatedFile {
    private let file: NewFile
    private var bytes: [UInt8] = []

    /// Makes the file; nothing may be there.
    ///
    /// - Parameters:
    ///   - path: where it is made.
    ///   - name: how messages name it.
    ///   - columns: their names.
    package init(path: String, name: String, columns: [String]) throws(OutputProblem) {
        file = try NewFile(path: path, name: name)
        try add(columns.map { .text($0) })
    }

    package func add(_ values: some Sequence<ResultValue>) throws(OutputProblem) {
        var isFirst = true
        for value in values {
            if !isFirst { bytes.append(UInt8(ascii: ",")) }
            isFirst = false
            switch value {
            case .null: break
            case .integer(let number): bytes += "\(number)".utf8
            case .real(let number): bytes += "\(number)".utf8
            case .flag(let flag): bytes.append(flag ? UInt8(ascii: "1") : UInt8(ascii: "0"))
            case .text(let text): add(text)
            }
        }
        bytes += "\r\n".utf8
        if bytes.count > 65_536 { try flush() }
    }

    /// Writes what is left.
    package func flush() throws(OutputProblem) {
        try file.add(Data(bytes))
        bytes.removeAll(keepingCapacity: true)
    }

    /// A text that a spreadsheet would run as a formula gets an apostrophe before it, by which spreadsheets know a text.
    private func add(_ text: String) {
        let formulas = [UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 0x09, 0x0D]
        let text = text.utf8.first.map(formulas.contains) == true ? "'" + text : text
        let quote = UInt8(ascii: "\"")
        let special = [quote, UInt8(ascii: ","), UInt8(ascii: "\r"), UInt8(ascii: "\n")]
        if !text.isEmpty, !text.utf8.contains(where: special.contains) { return bytes += text.utf8 }
        bytes.append(quote)
        for byte in text.utf8 {
            if byte == quote { bytes.append(quote) }
            bytes.append(byte)
        }
        bytes.append(quote)
    }
}
