// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
import CityModel
import Reporting
import TripRules

/// Folds what people do in their days to totals.
final class DayFold: EventObserver {
    private(set) var totals = DayTotals()
    private var book: CaseBook
    /// What became of activities; nil before the end.
    private(set) var activities: CaseResult?
    private let measured: MeasuredTime
    private let groups: [PeopleGroup]
    private let frame: CaseFrame
    private var planner = PlannerCounter()
    /// What each person does now.
    private var people: [PersonID: Now] = [:]
    /// Activities that are not over, by number.
    private var open: [Int32: Planned] = [:]
    /// Nanoseconds by hour of the run and part of the day.
    private(set) var hours: [[Int64]] = []
    let start: CityTime
    let end: CityTime

    private struct Planned {
        let due: CityTime
        let isCounted: Bool
        let kind: ActivityKind
        /// Whether a service says where and when.
        var isErrand = false
    }

    private struct Now {
        var part: DayPart?
        var since = CityTime.epoch
        var means: TravelMeans?
        var setOut: CityTime?
        var first = FirstCause()
    }

    /// The gateway's and the phones' part; nil where there is no gateway.
    private var served: ServedTrips?
    /// Whether the planner is behind a gateway.
    var isServed: Bool { served != nil }

    init(_ groups: [PeopleGroup], _ frame: CaseFrame, server: ServerContext? = nil) {
        (measured, self.groups, self.frame) = (frame.measured, groups, frame)
        served = server.map { ServedTrips(frame, maintenance: $0.maintenance) }
        (start, end) = (frame.start, frame.end)
        book = CaseBook(
            CaseForm(
                "activities", one: "person expected", many: "people expected", who: "people whose day is a plan",
                wait: "from the start of the activity to being there", served: "there", limit: .minutes(1),
                groups: CaseForm.Names("group", groups.map(\.name)),
                reasons: DelayCause.allCases.map(\.name)), frame)
    }

    func subscribe(to feed: EventFeed) {
        feed.on(TravellingEvent.self) { [self] records in
            for index in records.indices { take(records[index].event, at: records[index].time) }
        }
        feed.on(TripEvent.self) { [self] records in
            for index in records.indices { take(records[index].event, at: records[index].time) }
        }
        guard isServed else { return }
        feed.on(DeviceEvent.self) { [self] records in
            for index in records.indices { served?.take(records[index].event) }
        }
        feed.on(ServerEvent.self) { [self] records in
            for index in records.indices { served?.take(records[index].event, at: records[index].time) }
        }
        feed.on(ClientEvent.self) { [self] records in
            for index in records.indices { served?.take(records[index].event, at: records[index].time) }
        }
    }

    func take(_ event: TripEvent, at now: CityTime) {
        let isMeasured = measured.holds(now)
        planner.take(event, at: now, isMeasured: isMeasured, &totals.planner)
        if isMeasured, case .changeRefused(_, _, _, let reason) = event { served?.refused(reason) }
    }

    func finish(at end: CityTime) {
        for now in people.values { spend(now, until: end) }
        totals.measured = measured.length(until: end)
        planner.finish(from: start, until: end, measured, &totals.planner)
        served?.finish(at: end)
        if let served { totals.served = served.totals }
        activities = book.finish(at: end)
    }

    func take(_ event: TravellingEvent, at now: CityTime) {
        switch event {
        case .activityPlanned(let number, let person, let group, let kind, let place, let start):
            let isCounted =
                measured.holds(start) && start <= end && frame.part.holds(group: Int(group)) && frame.holds(place)
            let named = ActivityKind(
                group: groups.name(ofGroup: group), name: groups.name(ofActivity: kind, inGroup: group, at: start))
            open[number] = Planned(due: start, isCounted: isCounted, kind: named)
            if isCounted { totals.tally.plan(named, of: person) }
            book.ask(
                number, Demand(who: Int32(truncatingIfNeeded: person.key), at: place, group: Int(group), due: start),
                at: now)
        case .setOut(let person, _, _):
            change(person, to: nil, at: now) {
                $0.setOut = now
                $0.first.setOut(at: now)
            }
        case .legBegun(let person, let means, _, let isWait):
            if !isWait, measured.holds(now) { totals.waits.begin(means, after: waited(person, until: now)) }
            change(person, to: isWait ? .waiting : DayPart(means), at: now) { $0.means = means }
        case .legEnded(let person, _, let length):
            if let means = people[person]?.means, measured.holds(now) {
                totals.legs[Int(means.rawValue)] += 1
                totals.millimetres[Int(means.rawValue)] += length.millimetres
            }
            change(person, to: nil, at: now) { $0.means = nil }
        case .replanned(let person, let cause):
            if measured.holds(now) {
                totals.replanned[Int(cause.rawValue)] += 1
                if let state = people[person], state.part == .waiting, let means = state.means {
                    totals.waits.giveUp(means)
                }
            }
            change(person, to: nil, at: now) { $0.first.replanned(cause) }
        case .walksAll: if measured.holds(now) { totals.walkedAll += 1 }
        case .taxiCalled: if measured.holds(now) { totals.taxiCalls += 1 }
        case .arrived(let person, let activity, let late): arrives(person, activity, late, at: now)
        case .activityEnded(let activity, let person):
            open[activity] = nil
            change(person, to: nil, at: now) { $0.first.activityEnded(at: now) }
        case .activityMissed(let activity, let person):
            journeyEnds(person, at: now)
            let cause = settle(person, activity)
            if let planned = open.removeValue(forKey: activity), planned.isCounted {
                totals.tally.end(
                    planned.kind, of: person, due: planned.due, late: max(.zero, now - planned.due), isMissed: true,
                    cause)
            }
            book.lose(activity, Int(cause.rawValue))
            change(person, to: nil, at: now)
        case .errandPlanned(let activity, _, _): open[activity]?.isErrand = true
        case .waitsForService(_, let person):
            journeyEnds(person, at: now)
            change(person, to: .waiting, at: now)
        case .taxiReserved: if measured.holds(now) { totals.taxisReserved += 1 }
        case .taxiGivenUp: if measured.holds(now) { totals.taxisGivenUp += 1 }
        case .vehicleBooked: if measured.holds(now) { totals.vehiclesBooked += 1 }
        case .vehicleGivenUp(_, _, let hasLapsed):
            guard measured.holds(now) else { return }
            if hasLapsed { totals.bookingsLapsed += 1 } else { totals.vehiclesGivenUp += 1 }
        case .phoneChanged(_, let isDead): if isDead, measured.holds(now) { totals.deadPhones += 1 }
        case .noticeKept(let person, _):
            people[person, default: Now()].first.noticeKept()
            if measured.holds(now) { totals.noticesKept += 1 }
        case .usesPlanner(let person, let user):
            totals.tally.uses(person)
            served?.uses(user, of: person)
        case .engaged, .engagementMoved: break
        }
    }

    private func arrives(_ person: PersonID, _ activity: Int32, _ late: TimeSpan, at now: CityTime) {
        journeyEnds(person, at: now)
        let cause = settle(person, activity)
        guard activity > 0 else { return change(person, to: nil, at: now) }
        if let planned = open[activity], planned.isCounted {
            totals.tally.end(planned.kind, of: person, due: planned.due, late: late, isMissed: false, cause)
        }
        book.serve(activity, at: now)
        change(person, to: .activity, at: now)
    }

    /// Why an activity came late, if it did, now that its person is there or has missed it.
    private func settle(_ person: PersonID, _ activity: Int32) -> DelayCause {
        people[person, default: Now()].first.settle(isErrand: open[activity]?.isErrand == true)
    }

    private func journeyEnds(_ person: PersonID, at now: CityTime) {
        guard let begun = people[person]?.setOut else { return }
        if measured.holds(begun) {
            totals.journeys += 1
            totals.travelTime.add((now - begun).nanoseconds)
        }
        people[person]?.setOut = nil
    }

    /// How long somebody has waited for what comes now.
    private func waited(_ person: PersonID, until now: CityTime) -> TimeSpan {
        guard let state = people[person], state.part == .waiting else { return .zero }
        return now - state.since
    }

    // MARK: Hours

    private func change(
        _ person: PersonID, to part: DayPart?, at now: CityTime, _ body: (inout Now) -> Void = { _ in }
    ) {
        var state = people[person] ?? Now()
        spend(state, until: now)
        (state.part, state.since) = (part, now)
        body(&state)
        people[person] = state
    }

    private func spend(_ state: Now, until now: CityTime) {
        guard let part = state.part, now > state.since else { return }
        let row = Int(part.rawValue)
        totals.spent[row] += measured.length(from: state.since.nanoseconds, to: now.nanoseconds)
        // Split at the hours of the run.
        var from = state.since
        while from < now {
            let hour = Int((from - start).nanoseconds / TimeSpan.hours(1).nanoseconds)
            let until = min(now, start + .hours(hour + 1))
            while hours.count <= hour { hours.append([Int64](repeating: 0, count: DayPart.allCases.count)) }
            hours[hour][row] += (until - from).nanoseconds
            from = until
        }
    }
}
