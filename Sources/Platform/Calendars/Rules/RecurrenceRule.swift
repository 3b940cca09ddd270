// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel

/// A rule by which an event recurs (RFC 5545, 3.3.10), as read.
///
/// Left out on purpose, and refused: rules by the second, and rules by the hour or minute that name months or days of them, since what
/// gives no instant would be searched for hours; and what libical does not read as RFC 5545 means it and no other way is known here,
/// such as `BYSETPOS` of days and weeks.
struct RecurrenceRule {
    enum Frequency: String, CaseIterable {
        case minutely = "MINUTELY"
        case hourly = "HOURLY"
        case daily = "DAILY"
        case weekly = "WEEKLY"
        case monthly = "MONTHLY"
        case yearly = "YEARLY"
    }

    /// A part that lists numbers.
    enum List: String, CaseIterable {
        case second = "BYSECOND"
        case minute = "BYMINUTE"
        case hour = "BYHOUR"
        case monthDay = "BYMONTHDAY"
        case yearDay = "BYYEARDAY"
        case week = "BYWEEKNO"
        case month = "BYMONTH"
        case position = "BYSETPOS"

        /// The numbers that may be in it, beside the negative ones of these where it counts from the end too.
        var range: ClosedRange<Int> {
            switch self {
            case .second, .minute: 0...59
            case .hour: 0...23
            case .monthDay: 1...31
            case .yearDay, .position: 1...366
            case .week: 1...53
            case .month: 1...12
            }
        }

        var countsFromEnd: Bool {
            switch self {
            case .monthDay, .yearDay, .week, .position: true
            case .second, .minute, .hour, .month: false
            }
        }
    }

    static let weekdays = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]

    /// A weekday, perhaps the nth one of its month or year.
    struct Day: Hashable {
        let ordinal: Int
        /// 0 for Monday.
        let weekday: Int
    }

    var frequency = Frequency.daily
    var interval = 1
    /// How many occurrences there are.
    var count: Int?
    /// The last instant that there may be.
    var until: CalendarTime?
    var days: [Day] = []
    var lists: [List: [Int]] = [:]
    var weekStart = "MO"

    func list(_ list: List) -> [Int] { lists[list] ?? [] }

    /// Whether a rule by the hour or minute meets any of its days, hours and minutes, counted from a start. What it asks for comes
    /// again each week.
    func meetsItsTimes(from start: WallTime) -> Bool {
        let step: Int64
        switch frequency {
        case .minutely: step = Int64(interval)
        case .hourly: step = Int64(interval) * 60
        case .daily, .weekly, .monthly, .yearly: return true
        }
        let week: Int64 = 7 * 24 * 60
        // 1970-01-01 was a Thursday.
        let first = start.seconds / 60 + 3 * 24 * 60
        let (hours, minutes) = (Set(list(.hour)), Set(list(.minute)))
        let weekdays = Set(days.map(\.weekday))
        return (0..<week).contains { turn in
            let minute = Int((first + turn * step) % week)
            return (weekdays.isEmpty || weekdays.contains(minute / 1440))
                && (hours.isEmpty || hours.contains(minute / 60 % 24))
                && (frequency == .hourly || minutes.isEmpty || minutes.contains(minute % 60))
        }
    }
}
