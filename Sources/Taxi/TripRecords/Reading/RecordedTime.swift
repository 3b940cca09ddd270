// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel

/// A time as a record has it.
enum RecordedTime: Hashable {
    /// What the clocks of the city showed: seconds since 1970-01-01 00:00 as if they knew no change.
    case wall(Int64)
    /// An instant, of Unix seconds or of a text with its own distance from universal time.
    case instant(Int64)

    /// The forms that are read, for messages.
    static func allowed(_ order: DateOrder) -> String {
        let slashed = order == .monthFirst ? "03/04/2026 08:30:00 AM (month first)" : "04/03/2026 08:30:00 (day first)"
        return "2026-03-04 08:30:00, \(slashed), Unix seconds, of the years 1971 to 2199"
    }

    /// Reads a cell; nil when it is no time. The order is that of dates with slashes.
    static func read(_ bytes: [UInt8], _ range: Range<Int>, _ order: DateOrder = .monthFirst) -> RecordedTime? {
        var rest = Rest(bytes: bytes, at: range.lowerBound, end: range.upperBound)
        guard range.count >= 8 else { return nil }
        let isDated = range.count > 4 && (bytes[range.lowerBound + 4] == UInt8(ascii: "-"))
        let isAmerican = bytes[range.lowerBound...].prefix(3).contains(UInt8(ascii: "/"))
        guard isDated || isAmerican else {
            // With a fraction, as programs write that keep times as numbers.
            guard let seconds = RecordNumber.value(bytes, range, comma: false) else { return nil }
            // Milliseconds have three digits more.
            let whole = Int64(seconds.rounded(.down))
            let second = whole > latest * 20 ? whole / 1000 : whole
            return (earliest...latest).contains(second) ? .instant(second) : nil
        }
        let year: Int64
        let month: Int64
        let day: Int64
        if isDated {
            guard let y = rest.number(4), rest.take("-"), let m = rest.number(2), rest.take("-"), let d = rest.number(2)
            else { return nil }
            (year, month, day) = (y, m, d)
        } else {
            guard let m = rest.number(2), rest.take("/"), let d = rest.number(2), rest.take("/"), let y = rest.number(4)
            else { return nil }
            (year, month, day) = order == .monthFirst ? (y, m, d) : (y, d, m)
        }
        guard (1971...2199).contains(year),
            let date = CivilDate(Int32(year), Int32(month), Int32(day)).midnight
        else { return nil }
        let midnight = date.dayNumber * 86_400
        guard rest.take(" ") || rest.take("T") else { return nil }
        guard var hour = rest.number(2), rest.take(":"), let minute = rest.number(2) else { return nil }
        var second: Int64 = 0
        if rest.take(":") {
            guard let read = rest.number(2) else { return nil }
            second = read
            if rest.take(".") { rest.dropDigits() }
        }
        guard hour < 24, minute < 60, second < 60 else { return nil }
        if rest.take(" ") {
            // Twelve hours, as American offices publish them.
            let isAfternoon = rest.take("P")
            if isAfternoon || rest.take("A") {
                guard rest.take("M"), (1...12).contains(hour) else { return nil }
                hour = hour % 12 + (isAfternoon ? 12 : 0)
            }
        }
        let wall = midnight + hour * 3600 + minute * 60 + second
        if rest.isAtEnd { return .wall(wall) }
        if rest.take("Z") { return rest.isAtEnd ? .instant(wall) : nil }
        if rest.take("U") { return rest.take("T") && rest.take("C") && rest.isAtEnd ? .instant(wall) : nil }
        let isWest = rest.take("-")
        guard isWest || rest.take("+"), let hours = rest.number(2) else { return nil }
        _ = rest.take(":")
        let minutes = rest.isAtEnd ? 0 : rest.number(2) ?? 99
        guard rest.isAtEnd, hours < 16, minutes < 60 else { return nil }
        let offset = (hours * 60 + minutes) * 60
        return .instant(isWest ? wall + offset : wall - offset)
    }

    /// The first second that is read: a scenario begins in 1971 at the earliest, and times of 1970 are those of clocks that were never set.
    private static let earliest: Int64 = 31_536_000
    /// The last second that is read.
    private static let latest: Int64 = 7_258_118_399

    /// What of a cell is still to be read.
    private struct Rest {
        let bytes: [UInt8]
        var at: Int
        let end: Int

        var isAtEnd: Bool { at == end }

        mutating func take(_ letter: Unicode.Scalar) -> Bool {
            guard at < end, bytes[at] == UInt8(ascii: letter) else { return false }
            at += 1
            return true
        }

        /// A number of so many digits; months, days and hours may have one.
        mutating func number(_ most: Int) -> Int64? {
            var value: Int64 = 0
            var count = 0
            while count < most, at < end, bytes[at] >= 48, bytes[at] <= 57 {
                value = value * 10 + Int64(bytes[at] - 48)
                at += 1
                count += 1
            }
            return count == most || most == 2 && count == 1 ? value : nil
        }

        mutating func dropDigits() {
            while at < end, bytes[at] >= 48, bytes[at] <= 57 { at += 1 }
        }
    }
}
