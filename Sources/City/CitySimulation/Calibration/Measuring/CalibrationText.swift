// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
package import CitySlices
import TaxiSimulation

/// A calibration as a table for people.
package enum CalibrationText {
    /// One line for each kind: how many were measured, and mean, quantiles and largest value in microseconds.
    package static func table(_ table: CalibrationTable) -> String {
        var rows = [["service time in us", "count", "mean", "p50", "p95", "p99", "p99.9", "max"]]
        for kind in table.kinds {
            let times = table[kind]
            rows.append(
                [kind.word, String(times.count), micros(Double(times.mean))]
                    + [0.5, 0.95, 0.99, 0.999, 1].map { micros(times.nanoseconds(at: $0)) })
        }
        let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            let cells = row.enumerated().map { column, cell in
                let blanks = String(repeating: " ", count: widths[column] - cell.count)
                return column == 0 ? cell + blanks : blanks + cell
            }
            return cells.joined(separator: "  ") + "\n"
        }.joined()
    }

    /// The size of the city in words.
    package static func size(_ table: CalibrationTable) -> String {
        let city = table.city
        return "\(city.zones) zones, \(city.drivers) drivers, \(city.passengers) passengers, \(city.accounts) accounts"
    }

    /// Nanoseconds in microseconds, with one decimal place.
    private static func micros(_ nanoseconds: Double) -> String {
        let tenths = Int64(nearest: nanoseconds / 100)
        return "\(tenths / 10).\(tenths % 10)"
    }
}
