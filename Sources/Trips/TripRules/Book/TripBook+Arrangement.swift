// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// What a day's arrangement comes to.
struct DayOutcome {
    let day: TripDay
    /// What is placed anew, or finds no room.
    let placements: [Placement]
    /// Those not reached, with their starts.
    let late: [(id: AppointmentID, start: CityTime)]
    /// Whether more occurrences are on the day than are arranged.
    var isTooFull = false
}

/// The travel times of a day's occurrences, each with the means and limits of the one that is gone to.
private struct BookTravel: DayTravel {
    let source: any TripTravel
    let terms: [(id: AppointmentID, terms: TravelTerms)]

    func time(from start: Place, to end: Place, of id: AppointmentID, arriving: CityTime) -> TimeSpan? {
        guard let terms = terms.first(where: { $0.id == id })?.terms else { return nil }
        return source.time(from: start, to: end, terms, arriving: arriving)
    }
}

extension TripBook {
    /// The day as it is to be arranged.
    private func problem(of day: TripDay, at now: CityTime, _ parameters: TripParameters) -> DayProblem {
        let range = day.start..<day.end
        var problem = DayProblem(fixed: [], flexible: [], now: now, mostSearched: parameters.mostSearched)
        let pinned = placed[day].filter { $0.isPinned(at: now) }
        func add(_ appointment: Appointment, _ span: Range<CityTime>) {
            if !appointment.time.isFlexible {
                problem.fixed.append(FixedItem(appointment, span.lowerBound, span.upperBound))
            } else if let pin = pinned.first(where: { $0.id == appointment.id }) {
                problem.fixed.append(FixedItem(appointment, pin.start, pin.end))
            } else {
                problem.flexible.append(FlexibleItem(appointment, span))
            }
        }
        for appointment in shelf.singles(overlapping: range) where appointment.time.span.overlaps(range) {
            add(appointment, appointment.time.span)
        }
        for appointment in shelf.series {
            for span in appointment.spans(overlapping: range) { add(appointment, span) }
        }
        let calendar = calendars[0].id
        if let lunch = pinned.first(where: { $0.id == .lunch }) {
            problem.fixed.append(
                FixedItem(id: .lunch, calendar: calendar, start: lunch.start, end: lunch.end, place: nil))
        } else if let wish = preferences.lunch {
            problem.lunch = FlexibleItem(
                id: .lunch, calendar: calendar, opens: day.start + wish.window.lowerBound,
                closes: day.start + wish.window.upperBound, duration: wish.duration, place: nil)
        }
        return problem
    }

    /// The arrangement of a day; where not all find room, as many as do, the first entered first (issue 33, decision 6).
    func outcome(of day: TripDay, at now: CityTime, _ turn: TripTurn) -> DayOutcome {
        var problem = problem(of: day, at: now, turn.parameters)
        guard !problem.flexible.isEmpty || problem.lunch != nil else {
            return DayOutcome(day: day, placements: [], late: [])
        }
        let all = problem.flexible.sorted { $0.id < $1.id }
        let isTooFull = problem.fixed.count + all.count > turn.parameters.mostOfDay
        // What is not arranged asks for no travel times.
        let ids = isTooFull ? [] : Set(problem.fixed.map(\.id) + all.map(\.id))
        let travel = BookTravel(
            source: turn.travel,
            terms: ids.sorted().compactMap { id in shelf[id].map { (id, preferences.terms(for: $0)) } })
        var arranged = isTooFull ? nil : problem.arranged(travel: travel)
        if arranged == nil {
            problem.flexible = []
            for item in isTooFull ? [] : all {
                problem.flexible.append(item)
                if let more = problem.arranged(travel: travel) {
                    arranged = more
                } else {
                    problem.flexible.removeLast()
                }
            }
            if arranged == nil, !isTooFull { arranged = problem.arranged(travel: travel) }
        }
        return outcome(of: day, all, problem, arranged, isTooFull)
    }

    private func outcome(
        of day: TripDay, _ all: [FlexibleItem], _ problem: DayProblem, _ arranged: DayArrangement?, _ isTooFull: Bool
    ) -> DayOutcome {
        var placements: [Placement] = []
        func add(_ item: FlexibleItem, at start: CityTime?) {
            placements.append(
                Placement(
                    id: item.id, day: day, start: start ?? .never, end: start.map { $0 + item.duration } ?? .never))
        }
        if let lunch = problem.lunch { add(lunch, at: arranged?.lunch) }
        for item in all { add(item, at: arranged?.placed.first { $0.id == item.id }?.start) }
        let late = arranged?.late.compactMap { id in
            (placements.first { $0.id == id }?.start
                ?? problem.fixed.first { $0.id == id && $0.start >= day.start }?.start)
                .map { (id: id, start: $0) }
        }
        return DayOutcome(day: day, placements: placements, late: late ?? [], isTooFull: isTooFull)
    }

    /// Makes an arrangement the day's, and notes what it changes.
    mutating func settle(_ outcome: DayOutcome, _ turn: inout TripTurn) {
        let old = placed[outcome.day]
        for new in outcome.placements {
            let before = old.first { $0.id == new.id }
            guard before != new else { continue }
            if new.isPlaced, let before, before.isPlaced {
                if before.start != new.start {
                    turn.events.append(.flexibleMoved(user: user, event: new.id, from: before.start, to: new.start))
                }
            } else if new.isPlaced {
                turn.events.append(.eventPlaced(user: user, event: new.id, start: new.start))
            } else if new.id == .lunch {
                turn.events.append(.lunchMissed(user: user, day: outcome.day.start))
            } else {
                turn.events.append(.notPlaced(user: user, event: new.id, day: outcome.day.start))
            }
        }
        let known = Set(outcome.placements.map(\.id))
        let pinned = old.filter { $0.isPinned(at: turn.now) && !known.contains($0.id) }
        placed.replace(outcome.day, by: (pinned + outcome.placements).sorted { $0.id < $1.id })
    }

    /// Arranges the days that have come into the horizon, each as at the midnight at which it did: so it does not matter how often
    /// somebody looks (issue 33, decision 6).
    mutating func advance(_ turn: inout TripTurn) {
        let end = turn.today + turn.parameters.horizon
        while horizonEnd < end {
            let midnight = (horizonEnd + (1 - turn.parameters.horizon)).start
            let day = horizonEnd
            horizonEnd = horizonEnd + 1
            guard needsMidnights || !placed[day].isEmpty else { continue }
            settle(outcome(of: day, at: midnight, turn), &turn)
        }
    }

    /// The days that an appointment's times make anew: those of the horizon, and later ones on which something flexible stands
    /// already, or is to stand.
    func days(of appointment: Appointment, _ turn: TripTurn) -> [TripDay] {
        let span = appointment.time.span
        guard !appointment.isSeries else {
            let days = (0..<turn.parameters.horizon).map { turn.today + $0 } + placed.days(from: horizonEnd)
            return days.filter { appointment.overlaps($0.start..<$0.end) }
        }
        var days: [TripDay] = []
        var day = max(TripDay(of: span.lowerBound), turn.today)
        while day.start < span.upperBound {
            if day < horizonEnd || appointment.time.isFlexible || !placed[day].isEmpty { days.append(day) }
            day = day + 1
        }
        return days
    }
}

extension FixedItem {
    fileprivate init(_ appointment: Appointment, _ start: CityTime, _ end: CityTime) {
        self.init(
            id: appointment.id, calendar: appointment.calendar, start: start, end: end, place: appointment.place)
    }
}

extension FlexibleItem {
    fileprivate init(_ appointment: Appointment, _ window: Range<CityTime>) {
        self.init(
            id: appointment.id, calendar: appointment.calendar, opens: window.lowerBound, closes: window.upperBound,
            duration: appointment.duration, place: appointment.place)
    }
}
