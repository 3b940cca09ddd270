// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel

/// The one time axis of all charts over a run, so that they can be read below each other: clock time, from the run's first
/// instant to its last. Charts give times in hours since the midnight before the run, and take the axis as `"$clockAxis"` and
/// its scale as `"$clockScale"`.
package struct ClockAxis: Hashable, Sendable {
    /// The run's first and last instant, in hours since the midnight before the first.
    package let first, last: Double

    /// The axis of a run.
    package init(start: CityTime, end: CityTime) {
        first = start.sinceMidnight.inSeconds / 3600
        last = first + max((end - start).inSeconds / 3600, 1 / 3600)
    }

    /// Runs of more than a week are read by days: their hours are too thin to be seen.
    package var isByDays: Bool { last - first > 7 * 24 }

    /// Whether clock times come again, so that the day stands beside them.
    private var hasDays: Bool { last - first > 24 + 1e-9 }

    /// What stands below the axis.
    package var title: String { isByDays ? "day of the run" : "clock time" }

    /// The hours between two labels: the least round number that leaves at most 26 of them.
    private var step: Double {
        let minutes: [Double] =
            isByDays ? [1440, 2880, 7200, 14_400, 28_800, 72_000] : [5, 10, 15, 30, 60, 120, 180, 360, 720]
        let least = (last - first) * 60 / 26
        return (minutes.first { $0 >= least } ?? minutes[minutes.count - 1]) / 60
    }

    /// Where the labels stand: at round clock times, or at the beginnings of the run's days.
    package var labelled: [Double] {
        let (step, from) = (step, isByDays ? first : 0)
        let begin = Int(((first - from) / step - 1e-9).rounded(.up))
        let end = Int(((last - from) / step + 1e-9).rounded(.down))
        return begin <= end ? (begin...end).map { tidy(from + Double($0) * step) } : []
    }

    /// The axis as Vega-Lite has it. A label that has no room is left out.
    package var axis: JSONValue {
        let minutes = "round(datum.value * 60)"
        let clock = "floor(\(minutes) / 60) % 24 + ':' + pad(\(minutes) % 60, 2, '0', 'left')"
        let day = "'day ' + (floor(datum.value / 24) + 1)"
        return [
            "title": .text(title), "values": .list(labelled.map { .number($0) }), "labelAngle": 0, "labelOverlap": true,
            "labelExpr": .text(
                isByDays
                    ? "'' + (round((datum.value - \(first)) / 24) + 1)"
                    : hasDays ? "datum.value % 24 == 0 ? \(day) : \(clock)" : clock),
        ]
    }

    /// The scale as Vega-Lite has it.
    package var scale: JSONValue {
        ["domain": [.number(tidy(first)), .number(tidy(last))], "nice": false, "zero": false]
    }

    /// An instant so many seconds after the start, in the hours of this axis, at most its end.
    package func place(seconds: Double) -> JSONValue { .number(tidy(min(first + seconds / 3600, last))) }

    /// The clock time so many seconds after the start, such as `8:05`; with the day before it when a run has several.
    package func clock(seconds: Double) -> String {
        let minutes = Int((first * 60 + seconds / 60).rounded(.down))
        let rest = minutes % 60
        let clock = "\(minutes / 60 % 24):\(rest < 10 ? "0" : "")\(rest)"
        return hasDays ? "day \(minutes / 1440 + 1) \(clock)" : clock
    }
}
