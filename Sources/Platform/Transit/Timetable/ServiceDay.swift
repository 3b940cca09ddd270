// SPDX-License-Identifier: GPL-3.0-or-later
package import CityModel

/// A day of a timetable: the times of its trips count from its midnight, and may be past 24:00.
package struct ServiceDay: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// Days since 1970-01-01.
    package let number: Int32

    package init(number: Int32) { self.number = number }

    /// The day of an instant.
    package init(of time: CityTime) {
        number = Int32(truncatingIfNeeded: time.midnight.nanoseconds / 86_400_000_000_000)
    }

    /// The day of a date; nil when there is no such date.
    package init?(_ date: CivilDate) {
        guard let midnight = date.midnight else { return nil }
        number = Int32(midnight.nanoseconds / 86_400_000_000_000)
    }

    /// The day of eight digits, as GTFS writes dates: `20250612`.
    package init?(digits: ArraySlice<UInt8>) {
        guard digits.count == 8, let value = WholeNumber.value(digits), value > 0 else { return nil }
        self.init(CivilDate(Int32(value / 10_000), Int32(value / 100 % 100), Int32(value % 100)))
    }

    /// The day of a date as people write it: `2025-06-12`, or as GTFS does.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        if bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-") {
            self.init(digits: (bytes[..<4] + bytes[5..<7] + bytes[8...])[...])
        } else {
            self.init(digits: bytes[...])
        }
    }

    /// Its first instant.
    package var midnight: CityTime { CityTime(nanoseconds: Int64(number) * 86_400_000_000_000) }

    /// 0 for Monday.
    var weekday: Int { Int((number % 7 + 10) % 7) }

    package static func < (left: ServiceDay, right: ServiceDay) -> Bool { left.number < right.number }

    package var description: String { midnight.date }
}
