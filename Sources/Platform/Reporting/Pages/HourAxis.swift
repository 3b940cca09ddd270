// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel

/// The clock's hours of a run, or of several, by number: 25 is 1:00 of the second day. In runs of more than two days an hour is one of the
/// day, all days together.
package struct HourAxis: Hashable, Sendable {
    /// The hours, in order, without gaps.
    package let numbers: Range<Int>
    /// The hour of the clock in which the run begins.
    private let first: Int

    /// Those of a run.
    package init(start: CityTime, end: CityTime) {
        let hour: Int64 = 3_600_000_000_000
        first = start.hourOfDay
        let last = Int((end.nanoseconds - start.midnight.nanoseconds + hour - 1) / hour)
        numbers = last - first > 48 ? 0..<24 : first..<max(first + 1, last)
    }

    /// Those of several runs.
    package init(_ axes: [HourAxis]) {
        first = axes.map(\.numbers.lowerBound).min() ?? 0
        numbers = first..<(axes.map(\.numbers.upperBound).max() ?? 24)
    }

    /// The number of an hour of the run, counted from 0.
    package func number(_ index: Int) -> Int { hasDays ? first + index : (first + index) % 24 }

    /// Whether there is a second day.
    private var hasDays: Bool { numbers.upperBound > 24 }

    /// What an hour is called: `8:00`, or `day 2 8:00`.
    package func name(_ number: Int) -> String {
        hasDays ? "day \(number / 24 + 1) \(number % 24):00" : "\(number):00"
    }

    /// All names, in order.
    package var names: [String] { numbers.map(name) }

    /// What charts and tables are by.
    package var title: String { hasDays ? "hour" : "hour of the day" }

    /// The hours that have a label where some seven have room: round ones; a day's first has the day.
    package var labels: [(number: Int, text: String)] {
        let step = [1, 2, 3, 4, 6, 8].first { numbers.count / $0 <= 7 } ?? 12
        return numbers.filter { $0 % step == 0 }.map { number in
            (number, number > 0 && number % 24 == 0 ? "day \(number / 24 + 1)" : "\(number % 24):00")
        }
    }
}

extension RunContext {
    /// The hours of the run.
    package var hourAxis: HourAxis { HourAxis(start: start, end: end) }
}
