// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel
import Foundation

/// Numbers and words for people to read.
package enum Text {
    /// A number with this many decimals and thin groups of three digits, such as `12 345.6`.
    package static func number(_ value: Double, _ decimals: Int) -> String {
        guard value.isFinite else { return "-" }
        var text = digits(abs(value), decimals)
        let isZero = !text.contains { $0 != "0" && $0 != "." }
        var fraction = ""
        if let point = text.firstIndex(of: ".") {
            fraction = String(text[point...])
            text = String(text[..<point])
        }
        var groups: [String] = []
        while text.count > 3 {
            groups.insert(String(text.suffix(3)), at: 0)
            text.removeLast(3)
        }
        groups.insert(text, at: 0)
        return (value < 0 && !isZero ? "-" : "") + groups.joined(separator: " ") + fraction
    }

    /// The digits of a number, 0 or more, with this many decimals, as `%.1f` gives them: rounded exactly, a half to the even
    /// digit. In whole numbers where they suffice: `String(format:)` takes a fifth of a millisecond for its first number.
    package static func digits(_ value: Double, _ decimals: Int) -> String {
        // A number with so few bits before the point fits 64 bits when it is multiplied by 1000.
        guard value < 0x1p53, (0...3).contains(decimals) else { return String(format: "%.\(decimals)f", value) }
        let power: UInt64 = [1, 10, 100, 1000][decimals]
        var count: UInt64 = 0
        // Below this even thousandths are 0.
        if value >= 0x1p-11 {
            let shift = UInt64(52 - value.exponent)
            let scaled = (1 << 52 | value.significandBitPattern) * power
            count = scaled >> shift
            let twiceRest = (scaled - count << shift) << 1
            if twiceRest > 1 << shift || twiceRest == 1 << shift && count % 2 == 1 { count += 1 }
        }
        if decimals == 0 { return String(count) }
        let fraction = String(count % power)
        return String(count / power) + "." + String(repeating: "0", count: decimals - fraction.count) + fraction
    }

    /// Seconds with three decimals, rounded down, for largest times: what was answered in under 5 s is not shown as 5.000 s.
    /// Results keep six decimals, so what lies a millionth below a whole millisecond is that millisecond.
    package static func secondsDown(_ seconds: Double) -> String {
        number((seconds * 1e3 + 1e-4).rounded(.down) / 1e3, 3)
    }

    /// With up to so many decimals, and without zeros at the end; for tables and scenarios, without marks between thousands.
    package static func short(_ value: Double, _ decimals: Int) -> String {
        var text = digits(abs(value), decimals)
        if text.contains(".") {
            while text.hasSuffix("0") { text.removeLast() }
            if text.hasSuffix(".") { text.removeLast() }
        }
        return value < 0 && text != "0" ? "-" + text : text
    }

    /// A share as percent with one decimal.
    package static func percent(_ share: Double) -> String { number(share * 100, 1) + " %" }

    /// The same beside a limit: with more decimals, at most five, where the share would read like a limit that it does not equal.
    package static func percent(_ share: Double, apartFrom limit: Double) -> String {
        let decimals = (1...5).first { share == limit || digits(share * 100, $0) != digits(limit * 100, $0) } ?? 5
        return number(share * 100, decimals) + " %"
    }

    /// A date and clock time such as `2026-03-04 08:30`; in the first year, where scenarios without a date live, the day
    /// of the run, such as `day 1 08:30`.
    package static func date(_ time: CityTime) -> String {
        let minutes = time.sinceMidnight.nanoseconds / 60_000_000_000
        let clock = String(format: "%02d:%02d", Int(minutes / 60), Int(minutes % 60))
        let days = Int(time.midnight.nanoseconds / 86_400_000_000_000)
        guard days >= 365 else { return "day \(days + 1) \(clock)" }
        return "\(time.date) \(clock)"
    }

    /// `a and b`, `a, b and c`.
    package static func list(_ names: [String]) -> String {
        names.count < 2 ? names.joined() : names.dropLast().joined(separator: ", ") + " and " + names[names.count - 1]
    }

    /// A word in camel case as plain words.
    package static func words(_ word: String) -> String {
        word.reduce(into: "") { text, letter in
            if letter.isUppercase, !text.isEmpty { text += " " }
            text += letter.lowercased()
        }
    }

    /// Padded on the left to a width.
    package static func right(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }

    /// Padded on the right to a width.
    package static func left(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    /// Text safe inside HTML, in content and in quoted attributes; control characters are escaped.
    package static func html(_ text: String) -> String {
        var safe = ""
        safe.reserveCapacity(text.utf8.count)
        for scalar in text.shownLines.unicodeScalars {
            switch scalar {
            case "&": safe += "&amp;"
            case "<": safe += "&lt;"
            case ">": safe += "&gt;"
            case "\"": safe += "&quot;"
            case "'": safe += "&#39;"
            default: safe.unicodeScalars.append(scalar)
            }
        }
        return safe
    }
}

extension Text {
    /// A sentence in which a number stays on one line with its unit, and with its own groups of digits.
    package static func unbroken(_ html: String) -> String {
        html.replacing(#/(\d)\s(%|min\b|h\b|s\b|km\b|\d\d\d(?!\d))/#) { "\($0.output.1)\u{A0}\($0.output.2)" }
    }
}
