// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Testing

@testable import Reporting

/// The one time axis of the charts over a run.
@Suite struct ClockAxisTests {
    private func axis(_ start: Double, hours: Double) -> ClockAxis {
        ClockAxis(start: .seconds(start * 3600), end: .seconds((start + hours) * 3600))
    }

    @Test("A day from 5:00 has a label at each full hour, past midnight too")
    func day() {
        let day = axis(5, hours: 24)
        #expect(day.first == 5 && day.last == 29 && !day.isByDays && day.title == "clock time")
        #expect(day.labelled == (5...29).map(Double.init))
        #expect(day.clock(seconds: 0) == "5:00" && day.clock(seconds: 19 * 3600 + 65) == "0:01")
        #expect(day.axis.line.contains("\"values\":[5,6,7,"))
        #expect(day.scale.line == "{\"domain\":[5,29],\"nice\":false,\"zero\":false}")
    }

    @Test("The beginning of the day is left out of the hours: an axis does not depend on the date")
    func dated() {
        let day = ClockAxis(start: .seconds(1_772_600_400), end: .seconds(1_772_600_400 + 86_400))
        #expect(day == axis(5, hours: 24))
    }

    @Test("Short runs have labels at round minutes, and a run that begins between them at the next one")
    func short() {
        #expect(axis(8, hours: 1).labelled == (0...12).map { tidy(8 + Double($0) / 12) })
        #expect(axis(8.6, hours: 4).labelled == (0...23).map { tidy(8 + (40 + Double($0) * 10) / 60) })
        #expect(axis(8.01, hours: 0.01).labelled == [])
    }

    @Test("From more than a day on the day stands beside the clock time, and midnight names the day")
    func days() {
        let days = axis(5, hours: 49)
        #expect(days.clock(seconds: 0) == "day 1 5:00" && days.clock(seconds: 19 * 3600) == "day 2 0:00")
        #expect(days.labelled == stride(from: 6.0, through: 54, by: 2).map { $0 })
        #expect(days.axis.line.contains("'day ' +"))
        #expect(!axis(5, hours: 24).axis.line.contains("'day ' +"))
    }

    @Test("More than a week is read by days of the run")
    func weeks() {
        #expect(!axis(5, hours: 168).isByDays)
        let weeks = axis(5, hours: 240)
        #expect(weeks.isByDays && weeks.title == "day of the run")
        #expect(weeks.labelled == (0...10).map { 5 + 24 * Double($0) })
    }

    @Test("A place is in the hours of the axis and never beyond its end")
    func places() {
        let hour = axis(8, hours: 1)
        #expect(hour.place(seconds: 900).line == "8.25" && hour.place(seconds: 4000).line == "9")
    }

    @Test(
        "The hours of runs begin at the run's start, name the second day, and of more than two days are those of the day"
    )
    func hourAxis() {
        func axis(_ from: Int, _ length: Double) -> HourAxis {
            HourAxis(start: .seconds(from * 3600), end: .seconds(from * 3600) + .seconds(length * 3600))
        }
        let morning = axis(6, 9)
        #expect(morning.numbers == 6..<15 && morning.name(8) == "8:00" && morning.title == "hour of the day")
        #expect(morning.labels.map(\.text) == ["6:00", "8:00", "10:00", "12:00", "14:00"])
        // Until half past: the hour is one of the run.
        #expect(axis(6, 9.5).numbers == 6..<16 && axis(0, 24).numbers == 0..<24)
        let night = axis(18, 12)
        #expect(night.numbers == 18..<30 && night.name(25) == "day 2 1:00" && night.title == "hour")
        #expect(night.labels.map(\.text) == ["18:00", "20:00", "22:00", "day 2", "2:00", "4:00"])
        #expect(night.number(7) == 25 && axis(6, 48).numbers == 6..<54)
        let week = axis(6, 168)
        #expect(
            week.numbers == 0..<24 && week.number(0) == 6 && week.number(20) == 2 && week.title == "hour of the day")
        #expect(HourAxis([morning, night]).numbers == 6..<30)
    }
}
