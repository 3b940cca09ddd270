// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// Values of metrics for people to read, the same on every machine.
package enum MetricText {
    /// A value with its unit: `474.0 s`, `7.3%`, `512.0 MiB`, `3`.
    package static func text(_ value: Double, unit: String) -> String {
        switch unit {
        case "share": String(format: "%.2f%%", value * 100)
        case "bytes": String(format: "%.1f MiB", value / 1_048_576)
        case "1": plain(value)
        default: plain(value) + " " + unit
        }
    }

    /// Five significant digits where there are so many: `474.12`, `1834.2`, `0.0123`, `3`.
    static func plain(_ value: Double) -> String {
        if value == value.rounded(), abs(value) < 1e9 { return String(Int64(value)) }
        let decimals = max(0, min(8, 4 - Int(log10(abs(value)).rounded(.down))))
        let text = short(value, decimals: decimals)
        return text == "-0" ? "0" : text
    }

    /// At most so many decimals, without zeros at the end.
    package static func short(_ value: Double, decimals: Int) -> String {
        var text = String(format: "%.\(decimals)f", value)
        while decimals > 0, text.hasSuffix("0") { text.removeLast() }
        if text.hasSuffix(".") { text.removeLast() }
        return text
    }

    /// A share as people write one, `95%` or `0.95`; nil when it is no number.
    package static func share(_ text: some StringProtocol) -> Double? {
        text.last == "%" ? Double(text.dropLast()).map { $0 / 100 } : Double(text)
    }

    /// A share in percent without zeros at its end: `95%`, `99.5%`.
    static func percent(_ share: Double) -> String { plain((share * 1e6).rounded() / 1e4) + "%" }
}
