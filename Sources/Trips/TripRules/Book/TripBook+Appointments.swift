// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

extension TripBook {
    /// Adds an appointment (TRIP-R15 to -R19).
    mutating func add(_ form: AppointmentForm, _ stamp: ChangeStamp, _ turn: inout TripTurn) {
        do throws(AppointmentRefusal) {
            guard shelf.count < turn.parameters.mostAppointments else { throw .tooMany }
            let calendar = form.calendar ?? defaultCalendar
            // The number is given only when nothing stands in the way.
            var numbers = turn.numbers
            let new = try appointment(numbers.nextAppointment(), form, in: calendar, stamp, turn)
            let span = new.time.span
            let added = TripEvent.eventAdded(
                user: user, event: new.id, calendar: calendar, byDefault: form.calendar == nil, from: span.lowerBound,
                until: span.upperBound)
            try replace(nil, by: new, noting: [added], &turn)
            turn.numbers = numbers
            lastChosen = calendar
        } catch {
            turn.events.append(.eventRejected(user: user, event: nil, reason: error))
        }
    }

    /// Edits one as a whole, checked like a new one; when it is refused the old one stays (TRIP-EDIT).
    mutating func edit(_ old: Appointment?, _ form: AppointmentForm, _ turn: inout TripTurn) {
        do throws(AppointmentRefusal) {
            guard let old else { throw .unknownAppointment }
            let new = try appointment(old.id, form, in: form.calendar ?? old.calendar, old.origin, turn)
            let span = new.time.span
            var events = [
                TripEvent.eventChanged(user: user, event: new.id, from: span.lowerBound, until: span.upperBound)
            ]
            if new.calendar != old.calendar {
                events.append(.eventMoved(user: user, event: new.id, from: old.calendar, to: new.calendar))
            }
            try replace(old, by: new, noting: events, &turn)
        } catch {
            turn.events.append(.eventRejected(user: user, event: old?.id, reason: error))
        }
    }

    /// Puts one into another calendar, checked as if it were new there (INV-EventOneCalendar).
    mutating func move(_ old: Appointment?, to calendar: TripCalendarID, _ turn: inout TripTurn) {
        do throws(AppointmentRefusal) {
            guard var new = old, let old else { throw .unknownAppointment }
            guard self[calendar] != nil else { throw .unknownCalendar }
            guard calendar != old.calendar else { return }
            new.calendar = calendar
            try replace(
                old, by: new, noting: [.eventMoved(user: user, event: old.id, from: old.calendar, to: calendar)], &turn)
        } catch {
            turn.events.append(.eventRejected(user: user, event: old?.id, reason: error))
        }
    }

    /// Deletes one, of a series all occurrences; what is flexible may get a better place (TRIP-EDIT).
    mutating func delete(_ old: Appointment?, _ turn: inout TripTurn) {
        guard let old else {
            return turn.events.append(.eventRejected(user: user, event: nil, reason: .unknownAppointment))
        }
        let days = days(of: old, turn)
        shelf.remove(old.id)
        shelfOfLocations.leave(old.place)
        _ = placed.takeOut(old.id) { _ in true }
        turn.events.append(.eventDeleted(user: user, event: old.id))
        for day in days {
            let outcome = outcome(of: day, at: turn.now, turn)
            let moved = Self.moved(outcome, from: placed[day])
            settle(outcome, &turn)
            for late in outcome.late where moved.contains(late.id) {
                turn.events.append(.unreachableWarning(user: user, event: late.id, start: late.start))
            }
        }
    }

    // MARK: Checks

    /// What was entered, if it is whole and right by itself.
    private func appointment(
        _ id: AppointmentID, _ form: AppointmentForm, in calendar: TripCalendarID, _ origin: ChangeStamp,
        _ turn: TripTurn
    ) throws(AppointmentRefusal) -> Appointment {
        guard !form.description.allSatisfy(\.isWhitespace) else { throw .missingDescription }
        guard form.description.utf8.count <= turn.parameters.longestText else { throw .longDescription }
        guard self[calendar] != nil else { throw .unknownCalendar }
        guard var time = form.time else { throw .missingTime }
        guard !form.means.isEmpty else { throw .noMeans }
        try time.check(turn.parameters)
        if !form.weekdays.isEmpty {
            // The first occurrence is on the first of the weekdays from the day entered on.
            let day = TripDay(of: time.span.lowerBound)
            let offset = (0..<7).first { form.weekdays.has((day + $0).weekday) } ?? 0
            time = time.moved(by: .day * offset)
        }
        let new = Appointment(
            id: id, origin: origin, calendar: calendar, description: form.description, time: time,
            weekdays: form.weekdays, place: form.place, means: form.means)
        guard !new.isSeries || time.isFlexible || !new.overlapsItself else { throw .overlapsItself }
        return new
    }

    /// Puts an appointment in the place of another one, or of none, if the rules allow it; else nothing is changed.
    private mutating func replace(
        _ old: Appointment?, by new: Appointment, noting events: [TripEvent], _ turn: inout TripTurn
    ) throws(AppointmentRefusal) {
        guard !overlaps(new, turn) else { throw .overlap }
        var days = days(of: new, turn)
        if let old { days = Set(days + self.days(of: old, turn)).sorted() }
        if let old { shelf.remove(old.id) }
        shelf.insert(new)
        let out = placed.takeOut(new.id) { !($0.isPinned(at: turn.now) && new.holds($0)) }
        do throws(AppointmentRefusal) {
            let outcomes = days.map { outcome(of: $0, at: turn.now, turn) }
            try check(outcomes, new, before: out)
            let late = late(new, outcomes, turn)
            guard late.isEmpty || !turn.parameters.isStrict else { throw .unreachable }
            placed.putBack(out.filter { $0.day < turn.today && new.holds($0) })
            turn.events += events
            for outcome in outcomes { settle(outcome, &turn) }
            turn.events += late.map { .unreachableWarning(user: user, event: $0.id, start: $0.start) }
        } catch {
            shelf.remove(new.id)
            if let old { shelf.insert(old) }
            placed.putBack(out)
            throw error
        }
        shelfOfLocations.leave(old?.place)
        shelfOfLocations.use(new.place)
    }

    /// Whether another one of the calendar that never moves stands in the way: a standard one, or a flexible one that has begun
    /// (TRIP-OVERLAP).
    private func overlaps(_ new: Appointment, _ turn: TripTurn) -> Bool {
        if new.time.isFlexible {
            // What has begun of it goes with it.
            return placed.all.contains { pin in
                pin.id == new.id && pin.isPinned(at: turn.now) && new.holds(pin)
                    && isTaken(pin.start..<pin.end, in: new.calendar, but: new.id, turn)
            }
        }
        let others =
            new.isSeries ? shelf.singles[...] : shelf.singles(overlapping: new.time.span)
        func isInTheWay(_ other: Appointment) -> Bool {
            other.calendar == new.calendar && other.id != new.id && !other.time.isFlexible && other.overlaps(new)
        }
        return others.contains(where: isInTheWay) || shelf.series.contains(where: isInTheWay)
            || pins(turn.now, from: new.time.span.lowerBound).contains { pin in
                pin.id != new.id && new.overlaps(pin.start..<pin.end) && shelf[pin.id]?.calendar == new.calendar
            }
    }

    /// Whether something that never moves stands in a range.
    private func isTaken(
        _ range: Range<CityTime>, in calendar: TripCalendarID, but id: AppointmentID, _ turn: TripTurn
    ) -> Bool {
        func isInTheWay(_ other: Appointment) -> Bool {
            other.calendar == calendar && other.id != id && !other.time.isFlexible && other.overlaps(range)
        }
        return shelf.singles(overlapping: range).contains(where: isInTheWay)
            || shelf.series.contains(where: isInTheWay)
            || placed.overlapping(range).contains {
                $0.id != id && $0.isPinned(at: turn.now) && shelf[$0.id]?.calendar == calendar
            }
    }

    /// What has begun of flexible ones, from the day of an instant on; lunch stands in nobody's way.
    private func pins(_ now: CityTime, from start: CityTime) -> ArraySlice<Placement> {
        let day = TripDay(of: start)
        let first = placed.all.firstIndexByHalving { $0.day >= day }
        let last = placed.all.firstIndexByHalving { $0.day > TripDay(of: now) }
        return placed.all[min(first, last)..<last].filter { $0.id != .lunch && $0.isPinned(at: now) }[...]
    }

    /// Refuses what finds no room itself, or takes it from another one (TRIP-FLEX).
    private func check(
        _ outcomes: [DayOutcome], _ new: Appointment, before out: [Placement]
    ) throws(AppointmentRefusal) {
        for outcome in outcomes {
            guard !outcome.isTooFull else { throw .tooMany }
            let old = placed[outcome.day]
            for placement in outcome.placements where !placement.isPlaced && placement.id != .lunch {
                let before = (placement.id == new.id ? out[...] : old).first { $0.id == placement.id }
                let hadRoom = before?.isPlaced ?? (placement.id == new.id)
                guard !hadRoom else { throw .noFit }
            }
        }
    }

    /// Those whose start an outcome changes.
    static func moved(_ outcome: DayOutcome, from old: ArraySlice<Placement>) -> Set<AppointmentID> {
        Set(
            outcome.placements.filter { new in
                new.isPlaced && !old.contains { $0.id == new.id && $0.start == new.start }
            }
            .map(\.id))
    }
}

extension AppointmentTime {
    /// Refuses times that are no times.
    fileprivate func check(_ parameters: TripParameters) throws(AppointmentRefusal) {
        let years = CityTime.epoch..<CityTime(nanoseconds: 7_258_118_400_000_000_000)
        switch self {
        case .standard(let from, let until):
            guard from < until else { throw .badTimes }
            guard years.contains(from), years.contains(until), until - from <= parameters.longest else {
                throw .outOfRange
            }
        case .flexible(let opens, let closes, let duration):
            guard closes > opens, duration > .zero, duration <= closes - opens else { throw .badWindow }
            guard years.contains(opens), years.contains(closes) else { throw .outOfRange }
            guard closes <= TripDay(of: opens).end else { throw .badWindow }
        }
    }
}

extension Appointment {
    /// Whether a placement fits its window and duration.
    fileprivate func holds(_ placement: Placement) -> Bool {
        guard time.isFlexible, let window = span(on: placement.day) else { return false }
        return !placement.isPlaced
            || window.lowerBound <= placement.start && placement.end <= window.upperBound
                && placement.end - placement.start == duration
    }
}
