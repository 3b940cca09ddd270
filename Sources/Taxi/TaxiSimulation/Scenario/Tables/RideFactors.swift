// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import ScenarioLanguage

/// Factors on the time of a ride by kind of day and hour: of each hour twenty, equally likely, such as the means of twentieths of recorded over
/// expected times.
struct RideFactors: Hashable, Sendable {
    /// How many an hour has.
    static let count = 20
    static let most = 1000.0

    let days: DayKinds
    /// By kind of day, as its place in `days`, and hour.
    let factors: [[[Double]]]

    /// Those of an instant's hour.
    subscript(time: CityTime) -> [Double] { factors[days.index(at: time) ?? 0][time.hourOfDay] }

    static let format = ValueFormat<RideFactors>.table(
        columns, name: "ride-factors",
        summary:
            "Factors on the times of rides by hour. The columns are days, hour and factor_1 to factor_\(count): kinds of days such "
            + "as `mon-fri`, `sat` or a date, and each hour from 0 to 23 of each. Every day of the run is needed.",
        file: "a CSV file with these columns, such as `ride-law.csv` of `cabrank import`", example: "ride-law.csv",
        line: "mon-fri,0,0.5,0.6,...", most: 10_000, read: { read($0, $1) }, lines: { factors, _ in factors.lines })

    /// What an import writes beside the factors means nothing here.
    private static let columns = CSVColumns(
        "a table of factors on rides",
        ["days", "hour"] + (1...count).map { "factor_\($0)" } + ["trips", "fixed_s", "s_per_km"],
        needed: 2 + count)

    private static func read(_ item: Item, _ reading: Reading) -> RideFactors? {
        let before = reading.errors
        var draft = HourTableDraft<[Double]>(reading: reading)
        let isRead = columns.read(item, reading) { cells in
            draft.add(cells) {
                let factors = cells[2...].compactMap {
                    reading.number($0, "a factor on the time of a ride", in: 0...most)
                }
                return factors.count == count ? factors : nil
            }
        }
        guard isRead, reading.errors == before, let whole = draft.whole(columns.table, at: item.location) else {
            return nil
        }
        return RideFactors(days: whole.days, factors: whole.hours)
    }

    private var lines: [String] {
        zip(days.kinds, factors).flatMap { kind, hours in
            hours.enumerated().map { hour, values in
                ([kind.text, "\(hour)"] + values.map { numberText($0) }).joined(separator: ",")
            }
        }
    }
}
