// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel

/// What libical is asked, and what is left out of its answer.
///
/// Many parts of a rule only limit what the others give, and many of these libical 3.0.16 reads otherwise than RFC 5545, 3.3.10: hours
/// of rules by the hour, days from the end of the month of rules by the day, intervals of weeks that begin on other days than Monday and
/// Sunday, numbers of weeks. So it is asked for the instants without these limits, which hold here.
extension RecurrenceRule {
    /// The rule for libical, with an end of its own, and without its count, which is of what is left of the answer.
    func candidates(through last: WallTime) -> String {
        var (name, lists, hasDays) = (frequency.rawValue, [List](), false)
        var asksInterval = true
        switch frequency {
        case .minutely: lists = [.second]
        case .hourly: lists = [.minute, .second]
        case .daily: lists = [.hour, .minute, .second]
        case .weekly: (lists, hasDays, asksInterval) = ([.hour, .minute, .second], true, false)
        case .yearly where self.lists[.week] != nil:
            // Without BYDAY the weekday is that of the start, as of any weekly rule.
            (name, asksInterval) = (Frequency.weekly.rawValue, false)
            (lists, hasDays) = ([.hour, .minute, .second], true)
        case .monthly, .yearly: (lists, hasDays) = (List.allCases, true)
        }
        var parts = ["FREQ=\(name)", "UNTIL=\(last.calendarText)"]
        if asksInterval, interval != 1 { parts.append("INTERVAL=\(interval)") }
        for list in lists {
            guard let numbers = numbers(list), !numbers.isEmpty else { continue }
            parts.append("\(list.rawValue)=\(numbers.map(String.init).joined(separator: ","))")
        }
        if hasDays, !days.isEmpty {
            let names = days.map { ($0.ordinal == 0 ? "" : "\($0.ordinal)") + Self.weekdays[$0.weekday] }
            parts.append("BYDAY=\(names.joined(separator: ","))")
        }
        return parts.joined(separator: ";")
    }

    /// What a list says. Days of the month alone are days of each month of a year, which libical has to be told.
    private func numbers(_ list: List) -> [Int]? {
        if list == .month, frequency == .yearly, lists[.month] == nil, lists[.monthDay] != nil { return Array(1...12) }
        return lists[list]
    }

    /// Whether a candidate holds within the limits of the rule that libical was not told.
    func holds(_ wall: WallTime, from start: WallTime) -> Bool {
        func isIn(_ list: List, _ value: Int) -> Bool { lists[list].map { $0.contains(value) } ?? true }
        let minute = Int(wall.minuteOfDay)
        switch frequency {
        case .minutely: return isIn(.minute, minute % 60) && isIn(.hour, minute / 60) && isOnItsDay(wall)
        case .hourly: return isIn(.hour, minute / 60) && isOnItsDay(wall)
        case .daily:
            guard isOnItsDay(wall) else { return false }
            guard lists[.month] != nil || lists[.monthDay] != nil else { return true }
            let date = CivilDate(wall.cityTime)
            return isIn(.month, Int(date.month)) && isOnItsMonthDay(date)
        case .weekly:
            guard (wall.weekStart(first) - start.weekStart(first)) / 7 % Int64(interval) == 0 else { return false }
            return lists[.month] == nil || isIn(.month, Int(CivilDate(wall.cityTime).month))
        case .yearly where lists[.week] != nil:
            let week = wall.weekOfYear(first)
            guard (week.year - start.weekOfYear(first).year) % interval == 0,
                isIn(.week, week.number) || isIn(.week, week.number - week.count - 1)
            else { return false }
            return lists[.month] == nil || isIn(.month, Int(CivilDate(wall.cityTime).month))
        case .monthly, .yearly: return true
        }
    }

    private var first: Int64 { Int64(Self.weekdays.firstIndex(of: weekStart) ?? 0) }

    private func isOnItsDay(_ wall: WallTime) -> Bool {
        days.isEmpty || days.contains { Int64($0.weekday) == wall.weekday }
    }

    private func isOnItsMonthDay(_ date: CivilDate) -> Bool {
        guard let days = lists[.monthDay] else { return true }
        let count = CivilTime.days(in: date.month, of: date.year)
        return days.contains(Int(date.day)) || days.contains(Int(date.day - count - 1))
    }
}

extension WallTime {
    fileprivate var cityTime: CityTime { CityTime(nanoseconds: seconds * 1_000_000_000) }
    private var day: Int64 { seconds / 86_400 }
    fileprivate var minuteOfDay: Int64 { seconds % 86_400 / 60 }
    /// 0 for Monday; 1970-01-01 was a Thursday.
    fileprivate var weekday: Int64 { (day + 3) % 7 }

    /// The day with which its week begins, in days since 1970-01-01, where weeks begin with this weekday.
    fileprivate func weekStart(_ first: Int64) -> Int64 { day - (weekday - first + 7) % 7 }

    /// Its week, of the year in which the week has four days at least, and how many weeks that year has.
    fileprivate func weekOfYear(_ first: Int64) -> (year: Int, number: Int, count: Int) {
        let start = weekStart(first)
        let year = CivilDate(CityTime(nanoseconds: (start + 3) * 86_400_000_000_000)).year
        func firstWeek(_ year: Int32) -> Int64? {
            CivilDate(year, 1, 4).midnight.map { WallTime($0).weekStart(first) }
        }
        guard let begin = firstWeek(year) else { return (Int(year), 0, 52) }
        let next = firstWeek(year + 1) ?? begin + 52 * 7
        return (Int(year), Int((start - begin) / 7) + 1, Int((next - begin) / 7))
    }
}
