// SPDX-License-Identifier: GPL-3.0-or-later
package import CityModel

/// Instants of a city whose clock is in UTC, as RFC 3339 writes them.
package enum WebTime {
    /// Milliseconds, those that have passed.
    package static func text(_ time: CityTime) -> String {
        let milliseconds = time.sinceMidnight.nanoseconds / 1_000_000
        let (hours, minutes) = (milliseconds / 3_600_000, milliseconds / 60_000 % 60)
        let (seconds, rest) = (milliseconds / 1000 % 60, milliseconds % 1000)
        let clock = [hours, minutes, seconds].map { String($0, digits: 2) }.joined(separator: ":")
        return "\(time.date)T\(clock).\(String(rest, digits: 3))Z"
    }

    /// The parts of a text such as `2026-11-30T08:15:00Z`, as they were entered; nil for any other form. The date may be one that no
    /// calendar has: whoever takes it says so.
    static func civil(_ text: String) -> CivilTime? {
        let text = Array(text.utf8)
        func number(_ range: Range<Int>) -> Int32? {
            guard text[range].allSatisfy({ (48...57).contains($0) }) else { return nil }
            return text[range].reduce(0) { $0 * 10 + Int32($1 - 48) }
        }
        func isAt(_ index: Int, _ sign: Character) -> Bool { text[index] == sign.asciiValue }
        guard text.count >= 20, text.count <= 24, isAt(4, "-"), isAt(7, "-"), isAt(10, "T"), isAt(13, ":"),
            isAt(16, ":"),
            isAt(text.count - 1, "Z"), text.count == 20 || isAt(19, "."),
            text.count == 20 || number(20..<(text.count - 1)) != nil && text.count > 21,
            let year = number(0..<4), let month = number(5..<7), let day = number(8..<10), let hour = number(11..<13),
            let minute = number(14..<16), let second = number(17..<19)
        else { return nil }
        return CivilTime(year, month, day, hour, minute, second)
    }

    /// The instant of such a text, to the millisecond; nil when it is none.
    package static func instant(_ text: String) -> CityTime? {
        guard let second = civil(text)?.cityTime else { return nil }
        guard text.utf8.count > 20 else { return second }
        let digits = text.dropFirst(20).dropLast().prefix(3)
        return second + .milliseconds((Int(digits) ?? 0) * [1, 100, 10, 1][digits.count])
    }

    /// The parts of a date and time as they were entered, in this form.
    package static func text(_ time: CivilTime) -> String {
        let clock = [time.second / 3600, time.second / 60 % 60, time.second % 60].map { String($0, digits: 2) }
        return text(CivilDate(time.year, time.month, time.day)) + "T" + clock.joined(separator: ":") + "Z"
    }

    /// A date such as `2030-12-31`, whether it exists or not; nil for any other form.
    static func date(_ text: String) -> CivilDate? {
        civil(text + "T00:00:00Z").map { CivilDate($0.year, $0.month, $0.day) }
    }

    /// The same as a text.
    package static func text(_ date: CivilDate) -> String {
        String(date.year, digits: 4) + "-" + String(date.month, digits: 2) + "-" + String(date.day, digits: 2)
    }

    /// The span since midnight of a text such as `08:00` or `08:00:30`, to 48 hours: `26:00` is two in the morning of the next day. Nil
    /// for any other form.
    static func clock(_ text: String) -> TimeSpan? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count),
            parts.allSatisfy({ $0.utf8.count == 2 && $0.utf8.allSatisfy { (48...57).contains($0) } })
        else { return nil }
        let numbers = parts.compactMap { Int($0) } + [0]
        guard numbers[1] < 60, numbers[2] < 60 else { return nil }
        let span = TimeSpan.seconds(numbers[0] * 3600 + numbers[1] * 60 + numbers[2])
        return span <= .hours(48) ? span : nil
    }
}

extension FormReader {
    /// A time of day; nil without one.
    mutating func clock(_ name: String) -> TimeSpan? {
        guard let text = text(name) else { return nil }
        if let clock = WebTime.clock(text) { return clock }
        note(name, "must be a time of day such as `08:00`, or up to `48:00` where it may be of the next day")
        return nil
    }

    /// An instant that exists, with its milliseconds; nil without one.
    mutating func exactInstant(_ name: String) -> CityTime? {
        guard let instant = instant(name), let text = text(name) else { return nil }
        let digits = text.dropFirst(20).dropLast()
        let thousandths = Int(digits + String(repeating: "0", count: max(0, 3 - digits.count))) ?? 0
        return instant + .milliseconds(thousandths)
    }

    /// A span in whole seconds, which the service judges; nil without one.
    mutating func seconds(_ name: String) -> TimeSpan? {
        number(name, in: 0...1_000_000).map { .seconds(Int($0)) }
    }

    /// A range of time that must be there, of so many days at most, as `from` and `to`.
    mutating func neededTimes(days: Int = 31) -> (from: CityTime, to: CityTime) {
        require("from")
        require("to")
        guard let from = instant("from"), let to = instant("to") else { return (.epoch, .epoch) }
        if to < from || to - from > .hours(days * 24) { note("to", "must be 0 to \(days * 24) hours after `from`") }
        return (from, to)
    }

    /// A date, whether it exists or not; nil without one.
    mutating func date(_ name: String) -> CivilDate? {
        guard let text = text(name) else { return nil }
        if let date = WebTime.date(text) { return date }
        note(name, "must be a date such as `2030-12-31`")
        return nil
    }
}
