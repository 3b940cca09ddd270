// SPDX-License-Identifier: GPL-3.0-or-later
import Reporting

/// What rides tell of the units of their columns: a length in minutes read as seconds gives a city of racing cars, and nothing else does.
struct UnitEvidence {
    /// Rides that were read.
    private var rides = 0
    /// Those of less than a minute.
    private var short = 0
    /// Those between two zones, where there are no positions.
    private var between = 0
    /// Those of them that were faster than 200 km/h from middle to middle.
    private var racing = 0
    /// Seconds of rides by the column of lengths, and by their ends, where there are both.
    private var (told, spanned) = (0.0, 0.0)
    private var both = 0

    /// Of fewer rides nothing is said.
    private static let fewest = 20
    /// By the two columns rides take about as long; rounded ends cancel out in the sum.
    private static let agreeing = 0.5...2

    /// Notes a ride: its seconds, and the metres between the middles of its zones; 0 where that is not known.
    mutating func note(seconds: Int32, between metres: Float) {
        rides += 1
        if seconds < 60 { short += 1 }
        guard metres > 0 else { return }
        between += 1
        if Double(metres) > Double(seconds) * 200 / 3.6 { racing += 1 }
    }

    /// Notes a length, and the time between the ends of the same ride.
    mutating func note(length: Int64, span: Int64) {
        both += 1
        told += Double(length)
        spanned += Double(span)
    }

    /// What cannot be, in sentences. `duration` is the column of lengths, `tooFast` the number of rows that were dropped as too fast, of all
    /// `rows`.
    func problems(duration: String?, tooFast: Int, rows: Int, hasDistance: Bool) -> [String] {
        let isInMinutes = duration.map { "is the column `\($0)` in minutes? allowed: seconds" }
        let ratio = told / max(1, spanned)
        if both >= Self.fewest, !Self.agreeing.contains(ratio), let duration, let isInMinutes {
            return [
                "by the column `\(duration)` rides take \(Text.short(ratio, ratio < 0.1 ? 4 : 2)) times as long as from their pickups to their ends; \(isInMinutes)"
            ]
        }
        if between >= Self.fewest, racing * 2 > between {
            return [
                "\(racing) of \(between) rides between two zones are faster than 200 km/h from middle to middle; "
                    + (isInMinutes ?? "look at the columns of times and zones")
            ]
        }
        if rows >= Self.fewest, tooFast * 2 > rows {
            let isInUnit = hasDistance ? "is --distance-unit that of the record?" : nil
            return [
                "\(tooFast) of \(rows) rides are faster than 200 km/h; "
                    + ([isInUnit, isInMinutes].compactMap(\.self).first ?? "look at the columns of times and positions")
            ]
        }
        if rides >= Self.fewest, short * 2 > rides, let isInMinutes {
            return ["\(short) of \(rides) rides take less than a minute; \(isInMinutes)"]
        }
        return []
    }
}
