// SPDX-License-Identifier: GPL-3.0-or-later
import Reporting

/// The law of the times that taxis are vacant before a ride, of a kind of day or a date: a block of `observed-vacant.csv`.
package struct VacantLaw: Hashable, Sendable {
    /// `mon-fri`, or a date.
    package var days: String
    /// Quantiles in seconds at the shares of .005, .010, ... .995.
    package var values: [Double]

    /// How many quantiles a law has.
    package static let count = 199

    /// The share of a quantile.
    static func share(_ index: Int) -> Double { Double(index + 1) / Double(count + 1) }

    /// The middle time in seconds.
    package var median: Double { values[Self.count / 2] }

    /// The law of these cells of all; nil where nothing was vacant in them.
    init?(_ days: String, _ vacant: CellValues, in cells: Range<Int>) {
        let all = vacant.all(in: cells)
        guard !all.isEmpty else { return nil }
        self.days = days
        values = (0..<Self.count).map { index in
            let place = Self.share(index) * Double(all.count - 1)
            let low = Int(place)
            let high = min(low + 1, all.count - 1)
            return all[low] + (place - Double(low)) * (all[high] - all[low])
        }
    }

    init(days: String, values: [Double]) { (self.days, self.values) = (days, values) }

    /// The table of laws.
    static func text(_ laws: [VacantLaw]) -> String {
        var text = "days,share,vacant_s\n"
        for law in laws {
            for (index, value) in law.values.enumerated() {
                text += "\(law.days),\(Text.short(share(index), 3)),\(Text.short(value, 1))\n"
            }
        }
        return text
    }
}
