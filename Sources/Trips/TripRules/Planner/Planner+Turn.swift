// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

extension Planner {
    /// Looks at a user: what a midnight brings, what has changed, what is to be told, what comes next. Costs what the user has within a
    /// day, and two questions to the planner of journeys for each occurrence whose plan is made anew.
    mutating func turn(of index: Int, isTimer: Bool = false, at now: CityTime, _ out: inout [TripDirective]) {
        var user = users[index]
        if now >= user.midnight {
            let events = rules.midnight(of: user.id, travel: travel(of: user, at: now), at: now)
            Self.publish(events, of: &user, &out)
            if !events.isEmpty { out.append(.notify(user.id, .arranged(events))) }
        }
        if now >= user.asksAt {
            // Asked again when no answer comes.
            user.asksAt = now + setup.plans.refresh
            out.append(.notify(user.id, .positionWanted))
        }
        guard let book = rules[user.id] else { return }
        let next = watch(book, &user, at: now)
        for place in user.watched.indices where user.watched[place].isPending {
            // Before its cycles begin, plans follow what the user does.
            let isKnown = user.watched[place].inputs != nil
            if isTimer, isKnown, user.watched[place].watchedFrom(setup.plans) > now { continue }
            let isPlanned = plan(place, of: &user, book, at: now, &out)
            if isPlanned, isTimer { noteCycle(user.watched[place], user, at: now, &out) }
        }
        if isTimer { tell(&user, at: now, &out) }
        showStatus(&user, at: now, &out)
        user.midnight = book.needsMidnights ? now.midnight + .day : .never
        put(
            user, at: index, due: min(next, nextDue(user, after: now)),
            isInCycles: user.watched.contains {
                $0.isPending && $0.occurrence.start > now && $0.watchedFrom(setup.plans) <= now
            })
    }

    /// What a user plans with.
    func travel(of user: TripUser, at now: CityTime) -> PlannerTravel {
        let preferences = rules[user.id]?.preferences ?? TripPreferences()
        return PlannerTravel(
            journeys: journeys, waits: waits, shared: vehicles(preferences, at: now), own: user.vehicles,
            weights: preferences.weights(in: forecast, setup.plans), now: now, contains: setup.contains)
    }

    /// The shared vehicles that a user's plan may take.
    func vehicles(_ preferences: TripPreferences, at now: CityTime) -> (any SharedVehicles)? {
        pool.isEmpty ? shared : FreeVehicles(pool, preferring: preferences.providers, at: now)
    }

    /// Notes what happened in the calendars; who is warned of an occurrence is not warned of it again. No method of one
    /// planner: that would be given a copy of all users while it changes one of them.
    static func publish(_ events: [TripEvent], of user: inout TripUser, _ out: inout [TripDirective]) {
        for event in events {
            out.append(.note(event))
            if case .unreachableWarning(_, let id, let start) = event {
                let key = OccurrenceKey(id, start)
                if !user.warned.contains(key) { user.warned.append(key) }
                out.append(.notify(user.id, .unreachable(key)))
            }
        }
    }

    // MARK: What is watched

    /// Brings the list of what the user is about to go to up to date: what is located, begins within 24 h, and is the next one, as
    /// nothing located lies before it any more, or begins within 2 h (TRIP-CYCLE; issue 33, decision 13). Returns when the next one
    /// comes in.
    private func watch(_ book: TripBook, _ user: inout TripUser, at now: CityTime) -> CityTime {
        let parameters = setup.plans
        let old = user.watched
        var next = CityTime.never
        user.watched = []
        for occurrence in book.occurrences(in: now..<now + .day + parameters.cycle) where occurrence.place != nil {
            let known = old.first { $0.occurrence == occurrence }
            guard occurrence.start > now || known != nil else { continue }
            let last = occurrence.start > now ? book.lastLocated(before: occurrence, at: now) : known?.last
            let opens = parameters.cycle(notBefore: occurrence.start - parameters.watched)
            let follows = last.map { parameters.cycle(notBefore: $0.start) } ?? CityTime(nanoseconds: .min)
            let enters = parameters.cycle(notBefore: occurrence.start - .day)
            let from = max(enters, min(opens, follows))
            guard known != nil || from <= now else {
                next = min(next, from)
                continue
            }
            var watched = known ?? WatchedOccurrence(occurrence)
            watched.last = last
            user.watched.append(watched)
        }
        for gone in old where !user.watched.contains(where: { $0.key == gone.key }) {
            user.notices.drop(gone.key.id, start: gone.key.start)
        }
        user.warned.removeAll { $0.start <= now }
        let later = book.nextLocated(after: now + .day + parameters.cycle)
        return min(next, later < .never ? parameters.cycle(notBefore: later - .day) : .never)
    }

    /// When something is due that is known already.
    private func nextDue(_ user: TripUser, after now: CityTime) -> CityTime {
        var due = min(user.notices.next, user.asksAt, user.midnight)
        for watched in user.watched where watched.isPending && watched.occurrence.start > now {
            for time in watched.turns(after: now, setup.plans) { due = min(due, time) }
            let from = watched.watchedFrom(setup.plans)
            if from > now { due = min(due, from) }
            // From then on the journey begins where the user is.
            if let last = watched.last, last.end > now { due = min(due, setup.plans.cycle(notBefore: last.end)) }
        }
        return due
    }

    // MARK: What is told

    /// The notices of this cycle (TRIP-R29).
    private func tell(_ user: inout TripUser, at now: CityTime, _ out: inout [TripDirective]) {
        for notice in user.notices.due(at: now) {
            out.append(
                .note(
                    .timeToLeave(
                        user: user.id, event: notice.key.id, start: notice.key.start, leaveAt: notice.leaveAt,
                        means: notice.means)))
            guard let index = user.index(of: notice.key), let route = user.watched[index].route() else { continue }
            out.append(.notify(user.id, .timeToLeave(route)))
        }
    }

    private func noteCycle(
        _ watched: WatchedOccurrence, _ user: TripUser, at now: CityTime, _ out: inout [TripDirective]
    ) {
        let isDue = user.notices.pending.contains { $0.key == watched.key && $0.at <= now }
        out.append(
            .note(
                .cycleRun(
                    user: user.id, event: watched.key.id, start: watched.key.start,
                    result: watched.plan == nil ? .refused : isDue ? .notified : .planned)))
    }

    /// What looks otherwise now (TRIP-STATUS).
    private func showStatus(_ user: inout TripUser, at now: CityTime, _ out: inout [TripDirective]) {
        for index in user.watched.indices {
            let watched = user.watched[index]
            guard now < watched.occurrence.start, let status = watched.status(at: now), status != watched.status
            else { continue }
            user.watched[index].status = status
            let key = watched.key
            out.append(
                .note(.eventStatusChanged(user: user.id, event: key.id, start: key.start, status: status)))
            out.append(.notify(user.id, .status(key, status)))
        }
    }
}

extension TripBook {
    /// When the next located occurrence begins after an instant; `never` for none. Flexible ones count where they are placed.
    func nextLocated(after time: CityTime) -> CityTime {
        let first = shelf.singles.firstIndexByHalving { $0.time.span.lowerBound > time }
        let single = shelf.singles[first...].first { $0.place != nil && !$0.time.isFlexible }
        var next = single?.time.span.lowerBound ?? .never
        for series in shelf.series where series.place != nil && !series.time.isFlexible {
            let from = max(time, series.time.span.lowerBound - .seconds(1))
            let start = series.spans(overlapping: from..<from + .week + .day).first { $0.lowerBound > time }
            next = min(next, start?.lowerBound ?? .never)
        }
        let placed = placements.lazy.filter { $0.start > time && $0.isPlaced && self[$0.id]?.place != nil }
        return min(next, placed.map(\.start).min() ?? .never)
    }
}
