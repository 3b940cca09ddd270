// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel

/// A kind of day: within it days are alike.
package enum TripDayKind: String, CaseIterable, Sendable {
    case weekdays = "mon-fri"
    case saturday = "sat"
    case sunday = "sun"

    /// A day of the week of this kind, as `holidays` names one.
    var weekday: String { self == .weekdays ? "mon" : rawValue }

    /// That of a day, counted since 1970-01-01.
    package init(ofDay day: Int64) {
        self.init(weekday: CityTime(day: day).weekday)
    }

    /// That of a day of the week, 0 for Monday.
    init(weekday: Int) {
        switch weekday {
        case 5: self = .saturday
        case 6: self = .sunday
        default: self = .weekdays
        }
    }
}

/// Dates as texts, and days since 1970-01-01.
package enum TripDate {
    /// `2026-03-04`; nil for anything else, and for years before 1971 and after 2199.
    package static func day(_ text: some StringProtocol) -> Int64? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts.allSatisfy(\.isDigits), parts[0].count == 4, parts[1].count == 2,
            parts[2].count == 2, let year = Int32(parts[0]), let month = Int32(parts[1]), let day = Int32(parts[2]),
            (1971...2199).contains(year),
            let midnight = CivilDate(year, month, day).midnight
        else { return nil }
        return midnight.dayNumber
    }

    /// The date of a day.
    package static func text(_ day: Int64) -> String { CityTime(day: day).date }
}

/// Days of a record that are wanted: `2025-11-03..2025-11-07,2025-11-10`.
package struct DayChoice: Sendable, Hashable {
    private let ranges: [ClosedRange<Int64>]

    /// All days.
    package static let all = DayChoice(ranges: [])

    private init(ranges: [ClosedRange<Int64>]) { self.ranges = ranges }

    /// Reads dates, and first and last ones with two dots between them, with commas between those.
    package init(_ text: String) throws(TripFaults) {
        var ranges: [ClosedRange<Int64>] = []
        var faults: [String] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let ends = part.replacing("..", with: ",").split(separator: ",", omittingEmptySubsequences: false)
            let days = ends.compactMap { TripDate.day($0) }
            if days.count != ends.count || ends.count > 2 {
                faults.append("\"\(part)\" is not a date such as 2026-03-04, or two as 2026-03-02..2026-03-06")
            } else if days[0] > days[days.count - 1] {
                faults.append("\"\(part)\" ends before it begins")
            } else {
                ranges.append(days[0]...days[days.count - 1])
            }
        }
        guard faults.isEmpty else { throw TripFaults(faults) }
        self.ranges = ranges
    }

    /// All days that are chosen, rising; none where all are wanted.
    package var days: [Int64] { Set(ranges.flatMap { Array($0) }).sorted() }

    /// Whether a day is wanted.
    func has(_ day: Int64) -> Bool { ranges.isEmpty || ranges.contains { $0.contains(day) } }

    /// Whether some are left out.
    var isChosen: Bool { !ranges.isEmpty }
}
