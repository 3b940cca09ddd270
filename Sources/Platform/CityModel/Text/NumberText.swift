// SPDX-License-Identifier: GPL-3.0-or-later

/// Splits the text of a value into its number and what follows: `60 s` into 60 and `s`. Nil when it does not begin with a
/// decimal number. The number may have an exponent; infinities and names of numbers are not known.
package func splitNumber(_ text: String) -> (number: Double, rest: String)? {
    let bytes = Array(text.utf8)
    var end = 0
    func digits() -> Bool {
        let start = end
        while end < bytes.count, (48...57).contains(bytes[end]) { end += 1 }
        return end > start
    }
    if end < bytes.count, bytes[end] == UInt8(ascii: "-") || bytes[end] == UInt8(ascii: "+") { end += 1 }
    guard digits() else { return nil }
    if end < bytes.count, bytes[end] == UInt8(ascii: ".") {
        end += 1
        guard digits() else { return nil }
    }
    if end < bytes.count, bytes[end] | 32 == UInt8(ascii: "e") {
        let mark = end
        end += 1
        if end < bytes.count, bytes[end] == UInt8(ascii: "-") || bytes[end] == UInt8(ascii: "+") { end += 1 }
        if !digits() { end = mark }
    }
    guard let number = Double(String(decoding: bytes[..<end], as: UTF8.self)), number.isFinite else { return nil }
    return (number, String(decoding: bytes[end...].drop { $0 == UInt8(ascii: " ") }, as: UTF8.self))
}

/// A plain decimal number; nil for anything else.
package func plainNumber(_ text: String) -> Double? {
    guard let (number, rest) = splitNumber(text), rest.isEmpty, !text.hasSuffix(" ") else { return nil }
    return number
}

/// The shortest text that reads back as the same number, without `.0`.
package func numberText(_ value: Double) -> String {
    if value == value.rounded(), abs(value) < 1e15 { return String(Int64(value)) }
    return "\(value)"
}

extension StringProtocol {
    /// Whether it is made of the digits 0 to 9, one at least.
    package var isDigits: Bool { !isEmpty && utf8.allSatisfy { (48...57).contains($0) } }
}

extension [String] {
    /// The first of them, with commas; `...` stands for the others.
    package func listed(most: Int) -> String { prefix(most).joined(separator: ", ") + (count > most ? ", ..." : "") }
}
