// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Foundation

/// Numbers and words for people to read.
enum Text {
    /// A number with this many decimals and thin groups of three digits, such as `12 345.6`.
    static func number(_ value: Double, _ decimals: Int) -> String {
        guard value.isFinite else { return "-" }
        var text = String(format: "%.\(decimals)f", abs(value))
        let isZero = !text.contains { $0 != "0" && $0 != "." }
        var fraction = ""
        if let point = text.firstIndex(of: ".") {
            fraction = String(text[point...])
            text = String(text[..<point])
        }
        var groups: [Substring] = []
        var rest = text[...]
        while rest.count > 3 {
            groups.insert(rest.suffix(3), at: 0)
            rest = rest.dropLast(3)
        }
        groups.insert(rest, at: 0)
        return (value < 0 && !isZero ? "-" : "") + groups.joined(separator: " ") + fraction
    }

    /// A share as percent with one decimal.
    static func percent(_ share: Double) -> String { number(share * 100, 1) + " %" }

    /// A date and clock time such as `2026-03-04 08:30`; in the first year, where scenarios without a date live, the day
    /// of the run, such as `day 1 08:30`.
    static func date(_ time: CityTime) -> String {
        let minutes = time.sinceMidnight.nanoseconds / 60_000_000_000
        let clock = String(format: "%02d:%02d", Int(minutes / 60), Int(minutes % 60))
        let days = Int(time.midnight.nanoseconds / 86_400_000_000_000)
        guard days >= 365 else { return "day \(days + 1) \(clock)" }
        return "\(time.date) \(clock)"
    }

    /// Padded on the left to a width.
    static func right(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }

    /// Padded on the right to a width.
    static func left(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    /// Text safe inside HTML, in content and in quoted attributes.
    static func html(_ text: String) -> String {
        var safe = ""
        safe.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
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
