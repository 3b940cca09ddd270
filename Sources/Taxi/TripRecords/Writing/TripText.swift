// SPDX-License-Identifier: GPL-3.0-or-later
import Reporting

/// Numbers of an import as tables, messages and scenarios have them.
enum TripText {
    /// `4.2 %`; a small share with more decimals: `0.045 %`.
    static func percent(_ share: Double) -> String { Text.short(share * 100, share < 0.001 ? 3 : 1) + " %" }

    /// `1 ride`, `2 rides`.
    static func count(_ count: Int, _ one: String) -> String { "\(count) \(one)\(count == 1 ? "" : "s")" }

    /// A cell: empty where nothing is known.
    static func cell(_ value: Double?, _ decimals: Int) -> String {
        guard let value, value.isFinite else { return "" }
        return Text.short(value, decimals)
    }
}
