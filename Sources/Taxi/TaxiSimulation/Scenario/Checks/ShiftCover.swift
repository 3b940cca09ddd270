// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
import ScenarioLanguage

/// The hours of a day in which people call but no driver can be in service.
///
/// Generous: a shift covers all minutes that any likely start and length reach, so that a warning never depends on
/// the draws.
struct ShiftCover {
    let scenario: Scenario

    /// Spans such as `from 03:00 to 05:00`.
    var uncovered: [String] {
        if scenario.drivers.contains(where: { $0.shift == nil && $0.onDuty == nil }) { return [] }
        let isServed = servedMinutes
        let isCalled = calledHours
        let hours = (0..<24).filter { hour in
            isCalled[hour] && !isServed[(hour * 60)..<(hour * 60 + 60)].contains(true)
        }
        if hours.count == 24 { return ["at any time"] }
        var spans: [(Int, Int)] = []
        for hour in hours {
            if let last = spans.last, last.1 == hour {
                spans[spans.count - 1].1 = hour + 1
            } else {
                spans.append((hour, hour + 1))
            }
        }
        return spans.map { "from \(ClockText.text(Double($0.0) * 3600)) to \(ClockText.text(Double($0.1) * 3600))" }
    }

    private var servedMinutes: [Bool] {
        var served = [Bool](repeating: false, count: 1440)
        for group in scenario.drivers {
            if let curve = group.onDuty {
                let days = CityTime.days(from: scenario.start, to: scenario.end)
                for minute in served.indices where days.contains(where: { curve[$0 + .minutes(minute)] >= 0.5 }) {
                    served[minute] = true
                }
            }
            guard let shift = group.shift else { continue }
            let first = Int(shift.start.likely.lowerBound / 60)
            let last = Int((shift.start.likely.upperBound + shift.length.likely.upperBound) / 60)
            if last - first >= 1440 { return [Bool](repeating: true, count: 1440) }
            for minute in first..<max(first, last) { served[((minute % 1440) + 1440) % 1440] = true }
        }
        return served
    }

    private var calledHours: [Bool] {
        var called = [Bool](repeating: false, count: 24)
        for group in scenario.passengers {
            switch group.demand {
            case .arrivals(let perDay, let hourly, _):
                for day in hourly.days(from: scenario.start, to: scenario.end) {
                    for hour in 0..<24 where perDay > 0 && day[hour] > 0 { called[hour] = true }
                }
            case .table(let table):
                let calls = CallTable(table)
                for day in CityTime.days(from: scenario.start, to: scenario.end) {
                    for hour in 0..<24 where calls.perHour(at: day + .hours(hour)) > 0 { called[hour] = true }
                }
            case .population: return runHours
            case .trace(let rows):
                let midnight = scenario.start.midnight
                for row in rows { called[(midnight + (row.pickUp ?? row.time)).hourOfDay] = true }
            }
        }
        return zip(called, runHours).map { $0 && $1 }
    }

    /// The hours of the day that the run touches.
    var runHours: [Bool] {
        var hours = [Bool](repeating: false, count: 24)
        let first = scenario.start.hourOfDay
        let seconds = scenario.start.sinceMidnight.inSeconds + scenario.length.inSeconds
        for hour in first..<max(first + 1, min(first + 24, Int((seconds / 3600).rounded(.up)))) {
            hours[hour % 24] = true
        }
        return hours
    }
}
