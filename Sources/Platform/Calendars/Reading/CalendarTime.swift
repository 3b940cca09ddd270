// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel

/// A date, or a date with a time, as a calendar writes it (RFC 5545, 3.3.4 and 3.3.5).
struct CalendarTime {
    enum Form {
        /// A day, as of an entry of the whole day.
        case date
        /// Universal time: with `Z`.
        case universal
        /// A time without zone, or of the zone that `TZID` names.
        case wall
    }

    let form: Form
    /// What stands there; of a date its midnight.
    let wall: WallTime

    /// A number of so many digits, and of nothing else.
    static func number(_ digits: ArraySlice<UInt8>) -> Int32? {
        guard digits.allSatisfy({ (48...57).contains($0) }), let value = WholeNumber.value(digits) else { return nil }
        return Int32(value)
    }

    /// - Parameters:
    ///   - value: what stands there.
    ///   - name: of the property, for messages.
    ///   - isBound: whether it is the end of a rule, which may lie behind the last year that is read.
    /// - Throws: what is wrong with it.
    init(_ value: ArraySlice<UInt8>, of name: String, isBound: Bool = false) throws(ContentParts.Fault) {
        func fault(_ message: String) -> ContentParts.Fault {
            ContentParts.Fault(value.startIndex, "\(name): \(message)")
        }
        let shown = { String(decoding: value.prefix(40), as: UTF8.self).shown }
        let first = value.startIndex
        let isDate = value.count == 8
        let isTime =
            (value.count == 15 || value.count == 16 && value.last.map { $0 | 32 } == UInt8(ascii: "z"))
            && value[first + 8] | 32 == UInt8(ascii: "t")
        guard isDate || isTime, let year = Self.number(value[first..<(first + 4)]),
            let month = Self.number(value[(first + 4)..<(first + 6)]),
            let day = Self.number(value[(first + 6)..<(first + 8)])
        else {
            throw fault(
                "\"\(shown())\" is not a date with a time; allowed: such as 20260304T083000, with Z for universal time, or 20260304"
            )
        }
        var clock: (Int32, Int32, Int32) = (0, 0, 0)
        if isTime {
            let digits = value[(first + 9)..<(first + 15)]
            guard let hour = Self.number(digits.prefix(2)), let minute = Self.number(digits.dropFirst(2).prefix(2)),
                let second = Self.number(digits.suffix(2))
            else {
                throw fault("\"\(shown())\" has no time behind the T; allowed: six digits, such as 20260304T083000")
            }
            guard hour < 24, minute < 60, second <= 60 else {
                throw fault(
                    "there is no time \(String(hour, digits: 2)):\(String(minute, digits: 2)):\(String(second, digits: 2)); allowed: 00:00:00 to 23:59:59"
                )
            }
            // A leap second is on no clock of a city.
            clock = (hour, minute, min(second, 59))
        }
        guard WallTime.years.contains(year) || isBound && year > WallTime.years.upperBound else {
            throw fault(
                "the year \(String(year, digits: 4)) is too far away; allowed: \(WallTime.years.lowerBound) to \(WallTime.years.upperBound)"
            )
        }
        guard
            let time = CivilTime(min(year, WallTime.years.upperBound), month, day, clock.0, clock.1, clock.2).cityTime
        else {
            throw fault(
                "there is no day \(String(year, digits: 4))-\(String(month, digits: 2))-\(String(day, digits: 2))")
        }
        wall = year > WallTime.years.upperBound ? .latest : WallTime(time)
        form = isDate ? .date : value.count == 16 ? .universal : .wall
    }
}
