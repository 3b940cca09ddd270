// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import CitySlices
import Journeys
import RandomStreams
import TripRules

/// What people do at services in their day: they are expected there, agree on a time, go there and wait (SIM-12).
extension TripPopulation: Agenda, Mobility {
    // MARK: Errands

    /// The day begins: a service learns who will come to it, so that what is booked ahead is booked.
    func expects(_ activity: PlannedActivity, _ index: Int) {
        guard let visit = activity.visit else { return }
        let person = travellers[index].person.id
        note(.errandPlanned(activity: activity.number, person: person, service: visit.service))
        let errand = Errand(number: activity.number, opens: max(activity.opens, loop.now), closes: activity.closes)
        // In a turn of its own: the service may say at once that nothing comes of it.
        loop.schedule(at: loop.now, as: .arrival) { [weak self] in
            self?.host(visit.service)?.expect(errand, of: person)
        }
    }

    nonisolated private func host(_ service: ServiceID) -> (any ErrandHost)? { onLoop { $0.people?.host(service) } }

    /// The person has time for what is not agreed yet.
    func begins(_ visit: ServiceVisit, _ index: Int) {
        travellers[index].isBusy = true
        let person = travellers[index].person.id
        let number = Int32(truncatingIfNeeded: visit.number)
        loop.schedule(at: loop.now, as: .arrival) { [weak self] in
            self?.host(visit.service)?.begin(number, of: person)
        }
    }

    /// Is where a service expects the person: from now on the service says what happens.
    func isThere(_ activity: PlannedActivity, _ index: Int) {
        let person = travellers[index].person.id
        note(.waitsForService(activity: activity.number, person: person))
        travellers[index].isBusy = true
        tell(activity, .arrived)
    }

    /// Whoever goes to an engagement tells the service.
    func tellsHost(_ activity: PlannedActivity?, legs: [JourneyLeg]?) {
        guard let activity, activity.visit?.isAgreed == true else { return }
        tell(activity, .setsOut(legs?.last.map { max(.zero, $0.arrives - loop.now) } ?? .zero))
    }

    private func tell(_ activity: PlannedActivity, _ news: EngagementNews) {
        guard let guest = guests[activity.number] else { return }
        loop.schedule(at: loop.now, as: .arrival) { guest(news) }
    }

    // MARK: The agenda

    nonisolated func has(_ person: PersonID) -> Bool { onLoop { $0.indices[person] != nil } }

    nonisolated func enter(
        _ engagement: Engagement, of person: PersonID, news: @escaping @Sendable (EngagementNews) -> Void
    ) {
        onLoop { $0.agrees(engagement, person, news) }
    }

    nonisolated func move(_ engagement: Engagement, of person: PersonID) {
        onLoop { $0.isMoved(engagement, person) }
    }

    nonisolated func begun(_ number: Int64, with service: ServiceID, of person: PersonID) {
        onLoop { $0.hasBegun(number, service, person) }
    }

    nonisolated func drop(_ number: Int64, with service: ServiceID, of person: PersonID, wasHeld: Bool) {
        onLoop { $0.isOver(number, service, person, wasHeld: wasHeld) }
    }

    private func row(_ number: Int64, _ service: ServiceID, _ index: Int) -> Int? {
        travellers[index].plan.firstIndex { $0.visit?.service == service && $0.visit?.number == number }
    }

    /// Takes an engagement into the day: an errand gets its place and time, anything else is one activity more.
    private func agrees(
        _ engagement: Engagement, _ person: PersonID, _ news: @escaping @Sendable (EngagementNews) -> Void
    ) {
        guard let index = indices[person], travellers.indices.contains(index) else { return }
        var activity: PlannedActivity
        if let row = row(engagement.number, engagement.service, index) {
            activity = travellers[index].plan.remove(at: row)
            if row == 0, travellers[index].isBusy { travellers[index].isBusy = false }
        } else {
            let number = newActivity()
            let visit = ServiceVisit(
                service: engagement.service, number: engagement.number, limit: engagement.from, isAgreed: true)
            let group = world.groups[travellers[index].group]
            activity = PlannedActivity(
                number: number, place: engagement.place, opens: engagement.from, closes: engagement.until,
                length: engagement.until - engagement.from, isFree: false,
                early: travellers[index].draws.time(group.early), name: engagement.name, visit: visit)
            note(
                .activityPlanned(
                    activity: number, person: person, group: Int32(travellers[index].group),
                    kind: ActivityKind.engagement,
                    place: engagement.place, start: engagement.from))
            note(.errandPlanned(activity: number, person: person, service: engagement.service))
        }
        activity.visit?.isAgreed = true
        activity.isFree = false
        take(engagement, into: &activity)
        guests[activity.number] = news
        note(
            .engaged(
                activity: activity.number, person: person, service: engagement.service, number: engagement.number,
                place: engagement.place, start: engagement.from))
        insert(activity, index)
        if world.section.hasEngagements { entersEngagement(activity, index) }
        goesOnIfIdle(index)
    }

    private func take(_ engagement: Engagement, into activity: inout PlannedActivity) {
        activity.place = engagement.place
        activity.opens = engagement.from
        activity.closes = max(engagement.until, engagement.from + .minutes(1))
    }

    /// In order, but behind what is being done or gone to now.
    private func insert(_ activity: PlannedActivity, _ index: Int) {
        let traveller = travellers[index]
        let first = traveller.plan.first
        let isTaken = first != nil && (traveller.isBusy || traveller.journey?.activity?.number == first?.number)
        var row = isTaken ? 1 : 0
        while row < traveller.plan.count, traveller.plan[row].order <= activity.order { row += 1 }
        travellers[index].plan.insert(activity, at: row)
    }

    private func goesOnIfIdle(_ index: Int) {
        if !travellers[index].isBusy, travellers[index].journey == nil { planNext(index) }
    }

    private func isMoved(_ engagement: Engagement, _ person: PersonID) {
        guard let index = indices[person], travellers.indices.contains(index),
            let row = row(engagement.number, engagement.service, index)
        else { return }
        var activity = travellers[index].plan[row]
        take(engagement, into: &activity)
        note(.engagementMoved(activity: activity.number, person: person, start: engagement.from))
        movesEngagement(activity, index)
        let isUnderWay = row == 0 && (travellers[index].isBusy || travellers[index].journey != nil)
        guard !isUnderWay else {
            travellers[index].plan[row] = activity
            return
        }
        travellers[index].plan.remove(at: row)
        insert(activity, index)
        goesOnIfIdle(index)
    }

    private func hasBegun(_ number: Int64, _ service: ServiceID, _ person: PersonID) {
        guard let index = indices[person], travellers.indices.contains(index),
            let row = row(number, service, index)
        else { return }
        let activity = travellers[index].plan[row]
        note(.arrived(person: person, activity: activity.number, late: max(.zero, loop.now - activity.due)))
        tellsArrival(index, activity)
    }

    private func isOver(_ number: Int64, _ service: ServiceID, _ person: PersonID, wasHeld: Bool) {
        guard let index = indices[person], travellers.indices.contains(index),
            let row = row(number, service, index)
        else { return }
        let activity = travellers[index].plan.remove(at: row)
        guests[activity.number] = nil
        note(
            wasHeld
                ? .activityEnded(activity: activity.number, person: person)
                : .activityMissed(activity: activity.number, person: person))
        if !wasHeld { dropsEngagement(activity, index) }
        guard row == 0 else { return }
        let isOnTheWay = travellers[index].isBusy || travellers[index].journey?.activity?.number == activity.number
        if travellers[index].journey != nil, isOnTheWay {
            travellers[index].isBusy = false
            return turnsBack(index)
        }
        guard travellers[index].journey == nil else { return }
        travellers[index].isBusy = false
        planNext(index)
    }

    /// Nobody waits at the end of the way any more: it ends with its leg, or with the wait for a taxi.
    private func turnsBack(_ index: Int) {
        travellers[index].journey?.isVoid = true
        travellers[index].journey?.arrived = nil
        guard let journey = travellers[index].journey, journey.leg?.means == .hired, let order = journey.order else {
            return
        }
        people?.carrier?.cancel(order, of: travellers[index].person.id)
    }

    // MARK: Moving people

    nonisolated func moves(_ person: PersonID) -> Bool { has(person) }

    nonisolated func time(of person: PersonID, to place: Place) -> TimeSpan {
        onLoop { $0.travelTime(person, to: place) }
    }

    nonisolated func go(_ person: PersonID, to place: Place, arrived: @escaping @Sendable () -> Void) {
        onLoop { $0.brings(person, to: place, arrived) }
    }

    /// Who is there on foot soon looks for nothing quicker.
    private static let shortWalk = TimeSpan.minutes(8)

    private func travelTime(_ person: PersonID, to place: Place) -> TimeSpan {
        guard let index = indices[person], travellers.indices.contains(index) else { return .zero }
        let walk = world.travel.walk(from: self.place(of: index), to: place, leaving: loop.now).duration
        guard walk > Self.shortWalk else { return walk }
        let best = world.journeys.options(query(index, to: place, .leaving(loop.now))).first
        return best.map { min(walk, max(.zero, $0.arrives - loop.now)) } ?? walk
    }

    private func brings(_ person: PersonID, to place: Place, _ arrived: @escaping @Sendable () -> Void) {
        guard let index = indices[person], travellers.indices.contains(index) else { return }
        let start = self.place(of: index)
        let activity = travellers[index].isBusy ? travellers[index].plan.first?.number ?? 0 : 0
        note(.setOut(person: person, activity: activity, from: start))
        let legs =
            start == place ? [] : world.journeys.options(query(index, to: place, .leaving(loop.now))).first?.legs
        var journey = CurrentJourney(activity: nil, destination: place, legs: [])
        journey.arrived = { [weak self] in
            self?.onLoop { city in
                city.note(
                    activity > 0
                        ? .waitsForService(activity: activity, person: person)
                        : .arrived(person: person, activity: 0, late: .zero))
            }
            arrived()
        }
        travellers[index].journey = journey
        goOn(index, legs)
    }
}
