// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
import ScenarioLanguage

/// The hours in which people call but no driver can be in service.
///
/// Generous: a shift covers all minutes that any likely start and length reach, so that a warning never depends on
/// the draws.
struct ShiftCover {
    let scenario: Scenario

    /// Spans such as `from 03:00 to 05:00`; of days that are worse than others with the date of the first of them.
    var uncovered: [String] {
        if scenario.drivers.contains(where: { $0.shift == nil && $0.onDuty == nil }) { return [] }
        let calls = scenario.passengers.map(Calls.init)
        let days = CityTime.days(from: scenario.start, to: scenario.end).map { day in
            let (served, called) = (servedMinutes(of: day), calledHours(of: day, calls))
            let open = called.filter { !served[($0 * 60)..<($0 * 60 + 60)].contains(true) }
            return (day: day, called: Set(called), open: Set(open))
        }
        // What is open whenever anybody calls then is so on all days.
        let always = Set(
            (0..<24).filter { hour in
                days.contains { $0.called.contains(hour) }
                    && days.allSatisfy { !$0.called.contains(hour) || $0.open.contains(hour) }
            })
        var spans = Self.spans(always)
        let worse = days.filter { !$0.open.isSubset(of: always) }
        if let first = worse.first {
            let more = worse.count == 1 ? "" : " (as on \(worse.count - 1) other day\(worse.count == 2 ? "" : "s"))"
            let hours =
                first.open.isSuperset(of: first.called) ? ["at any time"] : Self.spans(first.open.subtracting(always))
            spans.append("on \(first.day.date) \(hours.joined(separator: ", "))\(more)")
        }
        return spans
    }

    private static func spans(_ hours: Set<Int>) -> [String] {
        if hours.count == 24 { return ["at any time"] }
        var spans: [(Int, Int)] = []
        for hour in hours.sorted() {
            if let last = spans.last, last.1 == hour {
                spans[spans.count - 1].1 = hour + 1
            } else {
                spans.append((hour, hour + 1))
            }
        }
        return spans.map { "from \(ClockText.text(Double($0.0) * 3600)) to \(ClockText.text(Double($0.1) * 3600))" }
    }

    private func servedMinutes(of day: CityTime) -> [Bool] {
        var served = [Bool](repeating: false, count: 1440)
        for group in scenario.drivers {
            if let curve = group.onDuty {
                for minute in served.indices where curve[day + .minutes(minute)] >= 0.5 { served[minute] = true }
            }
            guard let shift = group.shift else { continue }
            let first = Int(shift.start.likely.lowerBound / 60)
            let last = Int((shift.start.likely.upperBound + shift.length.likely.upperBound) / 60)
            if last - first >= 1440 { return [Bool](repeating: true, count: 1440) }
            for minute in first..<max(first, last) { served[((minute % 1440) + 1440) % 1440] = true }
        }
        return served
    }

    private func calledHours(of day: CityTime, _ calls: [Calls]) -> [Int] {
        (0..<24).filter { hour in
            let begins = day + .hours(hour)
            return begins < scenario.end && begins + .hours(1) > scenario.start
                && calls.contains { $0.come(inHourFrom: begins, scenario.start.midnight) }
        }
    }

    /// When people of a group call; what takes time to look up is so once, not for each day.
    private enum Calls {
        case arrivals(DayProfile)
        case table(CallTable)
        case always
        case never
        /// Hours since the first midnight.
        case trace(Set<Int64>)

        init(_ group: PassengerGroup) {
            switch group.demand {
            case .arrivals(let perDay, let hourly, _): self = perDay > 0 ? .arrivals(hourly) : .never
            case .table(let table): self = .table(CallTable(table))
            case .population: self = .always
            case .trace(let rows): self = .trace(Set(rows.map { Self.hour(of: $0.pickUp ?? $0.time) }))
            }
        }

        private static func hour(of span: TimeSpan) -> Int64 {
            Int64((span.inSeconds / 3600).rounded(.down))
        }

        func come(inHourFrom begins: CityTime, _ midnight: CityTime) -> Bool {
            switch self {
            case .arrivals(let hourly): hourly[begins] > 0
            case .table(let table): table.perHour(at: begins) > 0
            case .always: true
            case .never: false
            case .trace(let hours): hours.contains(Self.hour(of: begins - midnight))
            }
        }
    }
}
