// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel

/// Which number of dates such as 03/11/2025 is the month.
package enum DateOrder: String, CaseIterable, Sendable {
    case monthFirst = "month-first"
    case dayFirst = "day-first"
}

/// What the dates of a record tell of their order. A number above 12 is a day; without one a record of ten days of November would be read as
/// one of ten months, with all its weekdays wrong.
struct DateEvidence {
    /// A date that tells it, or the first one of those that do not.
    private struct Told {
        let row: Int32
        let column: Int
        let first: Int
        let second: Int
        let year: Int

        var text: String { "\(String(first, digits: 2))/\(String(second, digits: 2))/\(year)" }
        func date(month: Int, day: Int) -> String {
            "\(year)-\(String(month, digits: 2))-\(String(day, digits: 2))"
        }
    }

    private var isMonthFirst = false
    private var dayFirst: Told?
    private var open: Told?

    /// Looks at a cell with a time; those in other forms tell nothing.
    mutating func note(_ bytes: [UInt8], _ range: Range<Int>, row: Int32, column: @autoclosure () -> Int) {
        guard range.count >= 8, !isMonthFirst else { return }
        var at = range.lowerBound
        func number(_ most: Int) -> Int? {
            var (value, digits) = (0, 0)
            while digits < most, at < range.upperBound, bytes[at] >= 48, bytes[at] <= 57 {
                value = value * 10 + Int(bytes[at] - 48)
                at += 1
                digits += 1
            }
            return digits > 0 ? value : nil
        }
        func slash() -> Bool {
            guard at < range.upperBound, bytes[at] == UInt8(ascii: "/") else { return false }
            at += 1
            return true
        }
        guard let first = number(2), slash(), let second = number(2), slash(), let year = number(4),
            (1...31).contains(first), (1...31).contains(second), first != second
        else { return }
        if second > 12 {
            isMonthFirst = first <= 12
        } else if first > 12 {
            if dayFirst == nil { dayFirst = Told(row: row, column: column(), first: first, second: second, year: year) }
        } else if open == nil, bytes[range.upperBound - 1] != UInt8(ascii: "M") {
            // With AM or PM the date is an American one.
            open = Told(row: row, column: column(), first: first, second: second, year: year)
        }
    }

    /// Why the dates cannot be read with the month first; nil when they can.
    func problem(_ path: String) -> InputProblem? {
        guard !isMonthFirst else { return nil }
        func problem(_ told: Told, _ message: String) -> InputProblem {
            InputProblem(.error, at: InputLocation(file: path, line: Int(told.row), column: told.column), message)
        }
        if let told = dayFirst {
            return problem(told, "dates such as \(told.text) have the day first; say so: --dates day-first")
        }
        return open.map { told in
            let readings = [
                told.date(month: told.first, day: told.second), told.date(month: told.second, day: told.first),
            ]
            return problem(
                told,
                "\(told.text) is \(readings[0]) with the month first and \(readings[1]) with the day first, and no date of the record tells which; say it: --dates month-first or --dates day-first"
            )
        }
    }
}
