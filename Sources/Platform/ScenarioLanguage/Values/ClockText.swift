// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel

/// Clock times and dates as text. YAML 1.1 reads `12:30` as a number in base 60, so the text itself is read here.
package enum ClockText {
    /// The first instant that a text can name: 1971-01-01 00:00.
    package static let firstInstant = CityTime.seconds(365 * 86_400)
    package static let pattern = "^[0-9]{1,3}:[0-5][0-9](:[0-5][0-9]([.][0-9]{1,9})?)?$"
    package static let datePattern = "^[0-9]{4}-[0-9]{2}-[0-9]{2}( [0-9]{2}:[0-5][0-9](:[0-5][0-9]([.][0-9]{1,9})?)?)?$"

    /// Nanoseconds after midnight of `hh:mm`, `hh:mm:ss` or `hh:mm:ss.fff`; hours up to 999.
    package static func nanoseconds(_ text: some StringProtocol) -> Int64? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2 || parts.count == 3 else { return nil }
        guard let hours = digits(parts[0], 1...3), let minutes = digits(parts[1], 2...2), minutes < 60 else {
            return nil
        }
        var nanoseconds: Int64 = 0
        if parts.count == 3 {
            let pieces = parts[2].split(separator: ".", omittingEmptySubsequences: false)
            guard pieces.count <= 2, let seconds = digits(pieces[0], 2...2), seconds < 60 else { return nil }
            nanoseconds = seconds * 1_000_000_000
            if pieces.count == 2 {
                guard var decimals = digits(pieces[1], 1...9) else { return nil }
                for _ in pieces[1].count..<9 { decimals *= 10 }
                nanoseconds += decimals
            }
        }
        return (hours * 60 + minutes) * 60_000_000_000 + nanoseconds
    }

    /// Seconds after midnight.
    package static func seconds(_ text: String) -> Double? { nanoseconds(text).map { Double($0) / 1e9 } }

    /// Seconds after midnight as text, to the nanosecond.
    package static func text(_ seconds: Double) -> String { text(nanoseconds: Int64((seconds * 1e9).rounded())) }

    package static func text(nanoseconds: Int64) -> String {
        let seconds = nanoseconds / 1_000_000_000
        let rest = nanoseconds % 1_000_000_000
        var parts = [seconds / 3600, seconds / 60 % 60]
        if seconds % 60 != 0 || rest != 0 { parts.append(seconds % 60) }
        var text = parts.map { String($0, digits: 2) }.joined(separator: ":")
        if rest != 0 {
            var decimals = String(rest, digits: 9)
            while decimals.last == "0" { decimals.removeLast() }
            text += ".\(decimals)"
        }
        return text
    }

    /// The instant of `yyyy-mm-dd` or `yyyy-mm-dd hh:mm[:ss]`, from 1971 to 2199.
    package static func instant(_ text: String) -> CityTime? {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count <= 2 else { return nil }
        let date = parts[0].split(separator: "-", omittingEmptySubsequences: false)
        guard date.count == 3, let year = digits(date[0], 4...4), let month = digits(date[1], 2...2),
            let day = digits(date[2], 2...2), (1971...2199).contains(year), (1...12).contains(month),
            day >= 1, day <= daysIn(month, year)
        else { return nil }
        var nanoseconds = daysBefore(year, month, day) * 86_400_000_000_000
        if parts.count == 2 {
            // Two digits of hours: `017:00` is a slip of the pen.
            guard parts[1].prefix(3).last == ":", let time = Self.nanoseconds(parts[1]), time < 86_400_000_000_000
            else { return nil }
            nanoseconds += time
        }
        return CityTime(nanoseconds: nanoseconds)
    }

    /// An instant as text; the time is left out at midnight.
    package static func text(_ instant: CityTime) -> String {
        let time = instant.sinceMidnight.nanoseconds
        return time == 0 ? instant.date : "\(instant.date) \(text(nanoseconds: time))"
    }

    private static func digits(_ text: some StringProtocol, _ count: ClosedRange<Int>) -> Int64? {
        guard count.contains(text.utf8.count), text.isDigits else { return nil }
        return Int64(text)
    }

    private static func isLeap(_ year: Int64) -> Bool {
        year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    }

    private static func daysIn(_ month: Int64, _ year: Int64) -> Int64 {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    private static func daysBefore(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        var days = day - 1
        for earlier in 1970..<year { days += isLeap(earlier) ? 366 : 365 }
        for earlier in 1..<month { days += daysIn(earlier, year) }
        return days
    }
}
