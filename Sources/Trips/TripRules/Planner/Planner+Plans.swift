// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

extension Planner {
    /// Plans the way to an occurrence when something has changed that it is made from; whether it did.
    mutating func plan(
        _ place: Int, of user: inout TripUser, _ book: TripBook, at now: CityTime, _ out: inout [TripDirective]
    ) -> Bool {
        var watched = user.watched[place]
        guard watched.occurrence.start > now, let inputs = inputs(watched, user, book, at: now),
            inputs != watched.inputs
        else { return false }
        watched.inputs = inputs
        do throws(PlanRefusal) {
            let plan = try computed(inputs, watched, book, at: now)
            (watched.plan, watched.refusal) = (plan, nil)
            if let index = index(of: user.id) {
                for vehicle in plan.sharedVehicles { planned[vehicle, default: []].insert(index) }
            }
            // Only now it is known when the journey begins.
            let version = version(watched, at: now)
            watched.inputs?.version = version
            watched.from = inputs.from ?? now
            user.notices.plan(watched.key, plan, setup.plans, at: now)
            out.append(.note(.computed(plan, watched.key, user.id, flags(plan, book))))
            if !plan.isReachable { warn(watched.key, &user, &out) }
        } catch {
            refuse(&watched, error, &user, &out)
        }
        user.watched[place] = watched
        return true
    }

    private func refuse(
        _ watched: inout WatchedOccurrence, _ reason: PlanRefusal, _ user: inout TripUser, _ out: inout [TripDirective]
    ) {
        let key = watched.key
        user.notices.drop(key.id, start: key.start)
        watched.plan = nil
        guard watched.refusal != reason else { return }
        watched.refusal = reason
        // What lies abroad was refused when it was entered.
        let isAbroad = reason == .outsideRegion && watched.occurrence.place.map(isServed) == false
        if !isAbroad {
            out.append(.note(.planRefused(user: user.id, event: key.id, start: key.start, reason: reason)))
        }
        if reason == .noRoute { warn(key, &user, &out) }
    }

    /// Warns of an occurrence that is not reached, once (TRIP-LATE).
    private func warn(_ key: OccurrenceKey, _ user: inout TripUser, _ out: inout [TripDirective]) {
        guard !user.warned.contains(key) else { return }
        user.warned.append(key)
        out.append(.note(.unreachableWarning(user: user.id, event: key.id, start: key.start)))
        out.append(.notify(user.id, .unreachable(key)))
    }

    /// Whether the planner serves a place (AVAIL-05).
    func isServed(_ place: Place) -> Bool { setup.contains?(place) ?? true }

    /// Where a user is as far as is known: at the last known position; without one, where the last event was (SEC-10).
    func place(of user: TripUser, _ book: TripBook?, at now: CityTime) -> Place? {
        user.position ?? book?.occurrences(in: now - .day..<now).last { $0.place != nil && $0.end <= now }?.place
    }

    private func inputs(
        _ watched: WatchedOccurrence, _ user: TripUser, _ book: TripBook, at now: CityTime
    ) -> PlanInputs? {
        guard let appointment = book[watched.occurrence.id] else { return nil }
        // The last one may have ended since it was looked up.
        let last = watched.last.flatMap { $0.end > now ? $0 : nil }
        return PlanInputs(
            start: last?.place ?? place(of: user, book, at: now), from: last?.end, end: watched.occurrence.place,
            terms: book.preferences.terms(for: appointment),
            weights: book.preferences.weights(in: forecast, setup.plans),
            selected: user.selected[appointment.id] ?? [], own: user.vehicles,
            version: version(watched, at: now), struck: struck, stock: watched.stock)
    }

    /// Traffic, rain, closed streets and strikes as the journey of a plan meets them. Before its cycles begin a plan follows what the user
    /// does, not the hours. From then on its period is that in which the journey begins, or now, when that is later: a new hour of
    /// traffic changes no journey that sets out in a later one (issue 33, decision 7).
    private func version(_ watched: WatchedOccurrence, at now: CityTime) -> Int64 {
        if watched.watchedFrom(setup.plans) > now, let kept = watched.inputs?.version { return kept }
        return journeys.version(at: now, ofJourneysFrom: watched.plan?.noticeDue ?? now)
    }

    private func computed(
        _ inputs: PlanInputs, _ watched: WatchedOccurrence, _ book: TripBook, at now: CityTime
    ) throws(PlanRefusal) -> TripPlan {
        if let end = inputs.end, !isServed(end) { throw .outsideRegion }
        guard let start = inputs.start else { throw .noOrigin }
        guard isServed(start) else { throw .outsideRegion }
        let origin = PlanOrigin(place: start, from: inputs.from ?? now)
        let wanted = watched.occurrence.start - setup.plans.margin
        func options(_ time: JourneyTime, by means: TravelMeansSet = .all) -> [JourneyOption] {
            guard
                var query = book.query(for: watched.occurrence, from: origin, time, in: forecast, setup.plans)
            else { return [] }
            (query.own, query.shared, query.waits) = (inputs.own, vehicles(book.preferences, at: now), waits)
            query.means = query.means.intersection(means.union(.walk))
            let best = journeys.options(query)
            guard !inputs.selected.isEmpty, !best.contains(where: { $0.isBy(inputs.selected) }) else { return best }
            // What was selected is suggested too, however many are better (TRIP-R30).
            query.means = query.means.intersection(inputs.selected.union(.walk))
            let own = journeys.options(query).first { $0.isBy(inputs.selected) }
            return own.map { Array(best.prefix(max(0, setup.plans.routes - 1))) + [$0] } ?? best
        }
        let selected = inputs.selected.isEmpty ? nil : inputs.selected
        let inTime = options(.arriving(wanted))
        // Who can still leave in time is asked about by these means alone.
        let chosen = TripPlan.route(inTime, of: selected).flatMap { $0.departs >= origin.from ? $0.means : nil }
        var atOnce = chosen.map { options(.leaving(origin.from), by: $0) } ?? []
        if atOnce.isEmpty { atOnce = options(.leaving(origin.from)) }
        let plan = TripPlan(
            start: watched.occurrence.start, inTime: inTime, atOnce: atOnce, selected: selected, setup.plans)
        guard let plan else { throw .noRoute }
        return plan
    }

    private func flags(_ plan: TripPlan, _ book: TripBook) -> PlanFlags {
        var flags: PlanFlags = []
        if book.preferences.prefersLowEmission { flags.insert(.eco) }
        if !struck.isEmpty { flags.insert(.strike) }
        if plan.isReachable { flags.insert(.reachable) }
        switch forecast {
        case .dry: break
        case .rain: flags.insert(.rain)
        case .storm: flags.insert(.storm)
        case .snow: flags.insert(.snow)
        }
        return flags
    }
}

extension TripEvent {
    fileprivate static func computed(
        _ plan: TripPlan, _ key: OccurrenceKey, _ user: TripUserID, _ flags: PlanFlags
    ) -> TripEvent {
        .planComputed(
            user: user, event: key.id, start: key.start, means: plan.chosen.means, leaveAt: plan.leaveAt,
            arrival: plan.arrival, routes: Int32(plan.routes.count),
            walk: plan.routes.flatMap(\.legs).filter { $0.means == .walk }.map(\.distance).max() ?? .zero, flags: flags)
    }
}

extension WatchedOccurrence {
    /// One of the routes, by default the one chosen, as the user is told; nil without it.
    func route(_ number: Int? = nil) -> TripRoute? {
        guard let plan, let place = occurrence.place else { return nil }
        var (journey, leaveAt, callAt) = (plan.chosen, plan.leaveAt, plan.noticeDue)
        if let number {
            guard plan.routes.indices.contains(number) else { return nil }
            if plan.routes[number] != plan.chosen {
                journey = plan.routes[number]
                (leaveAt, callAt) = (journey.departs + journey.callAhead, journey.departs)
            }
        }
        return TripRoute(
            key: key, place: place, journey: journey, leaveAt: leaveAt, callAt: callAt,
            arrival: isPending ? plan.arrival : expected, state: state, status: status)
    }
}
