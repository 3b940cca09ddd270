// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import TripRules

/// An occurrence at its time.
struct Held: Hashable {
    let id: AppointmentID
    let calendar: TripCalendarID
    let start: CityTime
    let end: CityTime
    let place: Place?
    let isFlexible: Bool
}

/// What the text of the decisions says of a day, written down without the arrangement's code.
struct DayOracle {
    let problem: DayProblem
    let travel: LineTravel
    /// What counts in the step.
    let calendars: Set<TripCalendarID>
    let withTravel: Bool

    /// All that counts, and all that is placed.
    var fixed: [Held] {
        problem.fixed.filter { calendars.contains($0.calendar) }.map {
            Held(id: $0.id, calendar: $0.calendar, start: $0.start, end: $0.end, place: $0.place, isFlexible: false)
        }
    }
    var flexible: [FlexibleItem] {
        problem.flexible.filter { calendars.contains($0.calendar) }.sorted { ($0.closes, $0.id) < ($1.closes, $1.id) }
    }

    func held(_ item: FlexibleItem, at start: CityTime) -> Held {
        Held(
            id: item.id, calendar: item.calendar, start: start, end: start + item.duration, place: item.place,
            isFlexible: true)
    }

    func way(from place: Place, to other: Held, in windows: [FlexibleItem]) -> TimeSpan {
        guard withTravel, let end = other.place else { return .zero }
        let window = windows.first { $0.id == other.id }
        let arriving = window.map { $0.opens + ($0.closes - $0.opens) / 2 } ?? other.start
        return travel.time(from: place, to: end, of: other.id, arriving: arriving) ?? .longest
    }

    /// The last one that has ended by an instant.
    func before(_ time: CityTime, in day: [Held], located: Bool) -> Held? {
        day.filter { $0.end <= time && (!located || $0.place != nil) }.max {
            ($0.end, $0.start, $0.id) < ($1.end, $1.start, $1.id)
        }
    }

    /// Whether the way to one holds, with one of three flexible.
    func isReached(_ held: Held, in day: [Held]) -> Bool {
        guard held.place != nil, let last = before(held.start, in: day, located: true), let place = last.place,
            let previous = before(held.start, in: day, located: false)
        else { return true }
        guard held.isFlexible || last.isFlexible || previous.isFlexible else { return true }
        return previous.end + way(from: place, to: held, in: problem.flexible) <= held.start
    }

    /// Whether a whole day keeps every rule.
    func isValid(_ starts: [AppointmentID: CityTime]) -> Bool {
        guard starts.count == flexible.count else { return false }
        var day = fixed
        for item in flexible {
            guard let start = starts[item.id], start >= item.opens, start >= problem.now,
                start + item.duration <= item.closes
            else { return false }
            let new = held(item, at: start)
            guard !day.contains(where: { $0.start < new.end && new.start < $0.end }) else { return false }
            day.append(new)
        }
        return !withTravel || day.allSatisfy { isReached($0, in: day) }
    }

    // MARK: All orders and gaps

    /// The first arrangement in the order that the decisions name, by trying all orders and gaps, each item as early as it can.
    func firstOfAll() -> [AppointmentID: CityTime]? {
        let busy = fixed.sorted { ($0.start, $0.end) < ($1.start, $1.end) }
        var gaps: [Range<CityTime>] = []
        var end = CityTime(nanoseconds: .min)
        for held in busy {
            if end < held.start { gaps.append(end..<held.start) }
            end = max(end, held.end)
        }
        gaps.append(end..<(.never))
        var starts: [AppointmentID: CityTime] = [:]
        return place(flexible, gaps, from: 0, fixed, &starts) ? starts : nil
    }

    private func place(
        _ left: [FlexibleItem], _ gaps: [Range<CityTime>], from first: Int, _ day: [Held],
        _ starts: inout [AppointmentID: CityTime]
    ) -> Bool {
        if left.isEmpty { return isValid(starts) }
        for (index, item) in left.enumerated() {
            for gap in first..<gaps.count where gaps[gap].lowerBound < item.closes {
                // Nothing placed is later than the last one of its gap.
                let placed = day.filter { $0.isFlexible }.map(\.end).max() ?? CityTime(nanoseconds: .min)
                let from = max(gaps[gap].lowerBound, placed)
                var start = max(from, item.opens, problem.now)
                if item.place != nil, let last = before(from, in: day, located: true), let place = last.place {
                    start = max(start, from + way(from: place, to: held(item, at: start), in: [item]))
                }
                guard start + item.duration <= min(item.closes, gaps[gap].upperBound) else { continue }
                var rest = left
                rest.remove(at: index)
                starts[item.id] = start
                if self.place(rest, gaps, from: gap, day + [held(item, at: start)], &starts) { return true }
                starts[item.id] = nil
            }
        }
        return false
    }

    /// The quick rule, by trying every instant of the grid: the first at which what is there keeps every rule.
    func quick(_ grid: TimeSpan) -> [AppointmentID: CityTime]? {
        var day = fixed
        var starts: [AppointmentID: CityTime] = [:]
        for item in flexible {
            var start = max(item.opens, problem.now)
            while true {
                guard start + item.duration <= item.closes else { return nil }
                let new = held(item, at: start)
                let isFree = !day.contains { $0.start < new.end && new.start < $0.end }
                if isFree, !withTravel || (day + [new]).allSatisfy({ isReached($0, in: day + [new]) }) { break }
                start = start + grid
            }
            starts[item.id] = start
            day.append(held(item, at: start))
        }
        return starts
    }

    /// Whether there is an arrangement on the grid at all.
    func hasAny(_ grid: TimeSpan, _ starts: [AppointmentID: CityTime] = [:], _ day: [Held]? = nil) -> Bool {
        let day = day ?? fixed
        guard starts.count < flexible.count else { return isValid(starts) }
        let item = flexible[starts.count]
        var start = max(item.opens, problem.now)
        while start + item.duration <= item.closes {
            let new = held(item, at: start)
            if !day.contains(where: { $0.start < new.end && new.start < $0.end }) {
                var more = starts
                more[item.id] = start
                if hasAny(grid, more, day + [new]) { return true }
            }
            start = start + grid
        }
        return false
    }
}

extension RandomDay {
    /// The steps of the decisions: what counts in each, and the first that has an arrangement by `find`.
    func oracle(
        _ find: (DayOracle) -> [AppointmentID: CityTime]?
    ) -> (step: ArrangementStep, starts: [AppointmentID: CityTime])? {
        let all = Set(problem.fixed.map(\.calendar) + problem.flexible.map(\.calendar))
        for step in [ArrangementStep.withTravel, .withoutTravel] {
            let oracle = DayOracle(
                problem: problem, travel: travel, calendars: all, withTravel: step == .withTravel)
            if let starts = find(oracle) { return (step, starts) }
        }
        var starts: [AppointmentID: CityTime] = [:]
        for calendar in all {
            let oracle = DayOracle(problem: problem, travel: travel, calendars: [calendar], withTravel: false)
            guard let own = find(oracle) else { return nil }
            starts.merge(own) { first, _ in first }
        }
        return (.ownCalendar, starts)
    }

    /// The day as the arrangement leaves it.
    func day(_ starts: [AppointmentID: CityTime]) -> [Held] {
        let oracle = oracle(withTravel: true)
        return oracle.fixed + oracle.flexible.compactMap { item in starts[item.id].map { oracle.held(item, at: $0) } }
    }

    func oracle(withTravel: Bool, only calendar: TripCalendarID? = nil) -> DayOracle {
        let all = Set(problem.fixed.map(\.calendar) + problem.flexible.map(\.calendar))
        return DayOracle(
            problem: problem, travel: travel, calendars: calendar.map { [$0] } ?? all, withTravel: withTravel)
    }
}

extension DayArrangement {
    var starts: [AppointmentID: CityTime] {
        Dictionary(uniqueKeysWithValues: placed.map { ($0.id, $0.start) })
    }
}
