// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// Amounts of an estimate as people read them: two digits and a unit.
package enum LoadText {
    /// A number of things: `10000000` as it is, larger ones and fractions with two digits.
    package static func count(_ number: Double) -> String {
        guard number.isFinite else { return "endlessly many" }
        if number < 1e12, number == number.rounded() { return String(Int64(number)) }
        if number < 1e4 { return short(number) }
        return about(number)
    }

    /// A large number in words: `190 thousand million` is `190 billion`.
    package static func about(_ number: Double) -> String {
        guard number.isFinite else { return "endlessly many" }
        for (size, word) in [(1e12, "trillion"), (1e9, "billion"), (1e6, "million")] where number >= size {
            return number < size * 1e6 ? "\(short(number / size)) \(word)" : String(format: "%.1e", number)
        }
        return number >= 1e3 ? "\(short(number / 1e3)) thousand" : short(number)
    }

    /// Memory: `1.3 GB`.
    package static func bytes(_ bytes: Double) -> String {
        guard bytes.isFinite else { return "endless memory" }
        for (size, word) in [(1e15, "PB"), (1e12, "TB"), (1e9, "GB"), (1e6, "MB")] where bytes >= size {
            return bytes < size * 1e6 ? "\(short(bytes / size)) \(word)" : String(format: "%.1e PB", bytes / 1e15)
        }
        return "\(short(bytes / 1e3)) kB"
    }

    /// A time: `53 h`, `0.2 s`.
    package static func span(_ seconds: Double) -> String {
        guard seconds.isFinite else { return "endless time" }
        if seconds >= 366 * 86_400 { return "\(about(seconds / 365.25 / 86_400)) years" }
        if seconds >= 3 * 86_400 { return "\(short(seconds / 86_400)) days" }
        if seconds >= 3600 { return "\(short(seconds / 3600)) h" }
        if seconds >= 180 { return "\(short(seconds / 60)) min" }
        return "\(short(seconds)) s"
    }

    /// A number of days: `1 day`, `0.5 days`.
    package static func days(_ days: Double) -> String {
        days == 1 ? "1 day" : days < 1 ? span(days * 86_400) : "\(short(days)) days"
    }

    /// Two digits, and all digits before the point.
    private static func short(_ number: Double) -> String {
        let text = number >= 10 ? String(format: "%.0f", number) : String(format: "%.2g", number)
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}
