// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import CitySlices
import Journeys
import RandomStreams
import TripRules
import TripService

/// How people use the planner: they enter what they do, wait for its notices, and tell it where they are.
extension TripPopulation {
    private static let device = TripDeviceID(1)

    /// Opens the app, says what is owned and used, and lets the position be read.
    func beginsToPlan(_ index: Int, reserves: Bool) {
        guard service != nil else { return }
        users.append(index)
        let traveller = travellers[index]
        travellers[index].planner = PlannerUse(
            user: TripUserID(Int32(users.count)),
            reactions: traveller.person.stream(for: .noticeReactions), reserves: reserves)
        let group = world.groups[traveller.group]
        note(.usesPlanner(person: traveller.person.id, user: TripUserID(Int32(users.count))))
        startsPhone(index)
        send(index, .open)
        send(index, .permits(true))
        prefer(index, .walkLimit(group.walk))
        prefer(index, .bicycleLimit(group.cycle))
        prefer(index, .ownsBicycle(traveller.means.has(.ownBicycle)))
        prefer(index, .ownsCar(traveller.means.has(.ownCar)))
        prefer(index, .lowEmission(traveller.prefersLowEmission))
        prefer(index, .service(.hired, isOn: traveller.means.has(.hired)))
        for shared in [TravelMeans.sharedBicycle, .sharedCar] {
            prefer(index, .service(shared, isOn: traveller.means.has(shared)))
        }
        send(index, .vehicles(traveller.vehicles))
        send(index, .position(place(of: index)))
    }

    /// Wants lunch to be kept free each day.
    func wants(_ lunch: LunchHabit, _ index: Int) {
        prefer(
            index,
            .lunch(
                from: .seconds(lunch.from).roundedToMilliseconds, until: .seconds(lunch.until).roundedToMilliseconds,
                duration: lunch.length))
    }

    func send(_ index: Int, _ message: DeviceMessage) {
        guard let service, let user = travellers[index].planner?.user, !keeps(message, index) else { return }
        let message = TripMessage.device(user, Self.device, message)
        if let lines { lines.onLoop { $0.send(message, of: user) } } else { service.onLoop { $0.take(message) } }
    }

    /// Where the city has a server the phone is recognised there first.
    private func startsPhone(_ index: Int) {
        let traveller = travellers[index]
        guard let lines, let user = traveller.planner?.user else { return }
        lines.onLoop { $0.start(user, traveller.person.id, delay: world.groups[traveller.group].delay) }
    }

    /// The person of a user.
    func person(of user: Int32) -> Person? {
        users.indices.contains(Int(user) - 1) ? travellers[users[Int(user) - 1]].person : nil
    }

    private func change(_ index: Int, _ change: TripChange) {
        guard travellers[index].planner != nil else { return }
        travellers[index].planner?.changes += 1
        send(index, .change(serial: travellers[index].planner?.changes ?? 0, change))
    }

    private func prefer(_ index: Int, _ preference: PreferenceChange) { change(index, .prefer(preference)) }

    /// Enters an activity of today.
    func enters(_ activity: PlannedActivity, _ index: Int) {
        guard let use = travellers[index].planner else { return }
        travellers[index].planner?.entered[use.changes + 1] = activity.number
        change(index, .add(form(activity, nil, index)))
    }

    /// An activity as it stands in a calendar; without one in the first.
    private func form(_ activity: PlannedActivity, _ calendar: TripCalendarID?, _ index: Int) -> AppointmentForm {
        let time: AppointmentTime =
            activity.isFree
            ? .flexible(opens: activity.opens, closes: activity.closes, duration: activity.length)
            : .standard(from: activity.opens, until: activity.closes)
        return AppointmentForm(
            activity.name, in: calendar, time, at: activity.isAnywhere ? nil : activity.place, by: means(of: index))
    }

    /// By what a person goes to an appointment.
    private func means(of index: Int) -> TravelMeansSet {
        let used = travellers[index].means
        let unwanted = TravelMeans.transitMeans.filter { !used.has($0) }
        return TravelMeansSet.all.subtracting(TravelMeansSet(unwanted.map { TravelMeansSet($0) }))
    }

    // MARK: Engagements

    /// What a service has agreed with the person stands in that service's calendar, which is made for the first (SIM-12).
    func entersEngagement(_ activity: PlannedActivity, _ index: Int) {
        guard let use = travellers[index].planner, let service = activity.visit?.service else { return }
        guard let calendar = use.calendars[service] else {
            guard !use.askedCalendars.values.contains(service) else { return }
            travellers[index].planner?.askedCalendars[use.changes + 1] = service
            return change(
                index,
                .addCalendar(name: service.name.prefix(1).uppercased() + service.name.dropFirst(), colour: .green))
        }
        travellers[index].planner?.entered[use.changes + 1] = activity.number
        travellers[index].planner?.serials[activity.number] = use.changes + 1
        change(index, .add(form(activity, calendar, index)))
    }

    /// Looks at the best route to an occurrence.
    func looks(at key: OccurrenceKey, _ index: Int) { send(index, .view(.route(key, 0))) }

    /// The service put it at another time.
    func movesEngagement(_ activity: PlannedActivity, _ index: Int) {
        cancelsTaxi(for: activity.number, index)
        guard let use = travellers[index].planner, let service = activity.visit?.service,
            let calendar = use.calendars[service], let serial = use.serials[activity.number]
        else { return }
        // The notice was for the time before.
        if use.notice?.activity == activity.number { travellers[index].planner?.notice = nil }
        travellers[index].planner?.unreachable.remove(activity.number)
        travellers[index].planner?.told[activity.number] = nil
        change(index, .edit(.added(serial), form(activity, calendar, index)))
    }

    /// Nothing comes of it.
    func dropsEngagement(_ activity: PlannedActivity, _ index: Int) {
        cancelsTaxi(for: activity.number, index)
        guard let serial = travellers[index].planner?.serials.removeValue(forKey: activity.number) else { return }
        change(index, .delete(.added(serial)))
    }

    /// A calendar of a service is there: what was agreed with it meanwhile stands in it.
    private func hasCalendar(_ calendar: TripCalendarID, of service: ServiceID, _ index: Int) {
        travellers[index].planner?.calendars[service] = calendar
        for activity in travellers[index].plan where activity.visit?.service == service {
            if activity.visit?.isAgreed == true { entersEngagement(activity, index) }
        }
    }

    // MARK: The world

    /// Tells the planner of rain and strikes when they begin and end: it knows them as they come (TRIP-R31, TRIP-STRIKE).
    func tellsWorld() {
        guard let service else { return }
        func tell(at time: CityTime, _ message: @escaping @Sendable () -> TripMessage) {
            guard time <= world.end else { return }
            loop.schedule(at: max(time, loop.now), as: .stateChange) {
                let message = message()
                service.onLoop { $0.take(message) }
            }
        }
        for rain in world.rains {
            tell(at: rain.lowerBound) { .forecast(.rain) }
            tell(at: rain.upperBound) { [world, loop] in .forecast(world.isRaining(at: loop.now) ? .rain : .dry) }
        }
        for strike in world.strikes {
            for time in [strike.from, strike.until] {
                tell(at: time) { [world, loop] in .strike(world.struck(at: loop.now)) }
            }
        }
    }

    // MARK: Notices

    nonisolated func notify(_ user: TripUserID, _ notice: TripNotice) {
        if let lines { return lines.onLoop { $0.deliver(notice, to: user) } }
        onLoop { $0.takes(notice, of: user) }
    }

    /// A notice is on the phone of a user.
    func takes(_ notice: TripNotice, of user: TripUserID) {
        guard users.indices.contains(user.index - 1) else { return }
        let index = users[user.index - 1]
        guard !keeps(notice, index) else { return }
        hears(notice, index)
    }

    func hears(_ notice: TripNotice, _ index: Int) {
        guard travellers.indices.contains(index) else { return }
        // Who is told on a phone looks at the way.
        defer { if lines != nil, case .timeToLeave(let route) = notice { looks(at: route.key, index) } }
        switch notice {
        case .positionWanted: tellsPosition(index)
        case .changed(_, let serial, let events):
            for event in events { learns(event, of: serial, index) }
        case .timeToLeave(let route): isTold(route, index)
        case .unreachable(let key): isUnreachable(key, index)
        case .route(let route, _): sees(route, index)
        case .opened, .permissionWanted, .arranged, .status, .day, .calendars, .map, .noRoute, .ticket,
            .ticketRefused, .vehicle, .vehicleRefused:
            break
        }
    }

    /// The number of the appointment that an activity has become.
    private func learns(_ event: TripEvent, of serial: Int32, _ index: Int) {
        if case .calendarAdded(_, let calendar, _) = event,
            let service = travellers[index].planner?.askedCalendars.removeValue(forKey: serial)
        {
            return hasCalendar(calendar, of: service, index)
        }
        guard case .eventAdded(_, let appointment, _, _, let from, _) = event,
            let activity = travellers[index].planner?.entered.removeValue(forKey: serial)
        else { return }
        travellers[index].planner?.activities[appointment] = activity
        travellers[index].planner?.appointments[activity] = appointment
        if travellers[index].planner?.unreached.remove(appointment) != nil {
            isUnreachable(OccurrenceKey(appointment, from), index)
        }
        if let planned = travellers[index].plan.first(where: { $0.number == activity }) { looksAhead(planned, index) }
    }

    /// It is time to leave: keeps that in mind, and sets out when nothing else is to be done.
    private func isTold(_ route: TripRoute, _ index: Int) {
        guard let activity = travellers[index].planner?.activities[route.key.id] else { return }
        travellers[index].planner?.notice = (activity, route)
        travellers[index].planner?.told[activity] = route.key
        guard let next = travellers[index].plan.first, next.number == activity, !travellers[index].isBusy,
            travellers[index].journey == nil
        else { return }
        reacts(index)
    }

    /// The planner knows no way in time: the person looks for one alone.
    private func isUnreachable(_ key: OccurrenceKey, _ index: Int) {
        guard let activity = travellers[index].planner?.activities[key.id] else {
            // Said before the number of the event is heard of.
            travellers[index].planner?.unreached.insert(key.id)
            return
        }
        travellers[index].planner?.unreachable.insert(activity)
        guard let next = travellers[index].plan.first, next.number == activity, !travellers[index].isBusy,
            travellers[index].journey == nil
        else { return }
        planNext(index)
    }

    private func reacts(_ index: Int) {
        let group = world.groups[travellers[index].group]
        let reaction = travellers[index].planner?.reactions.time(group.reaction) ?? .zero
        plan(.setOut, of: index, at: loop.now + reaction)
    }

    /// Waits for the notice for the next activity; who has heard of it sets out. Without any the person goes when it begins.
    func awaitsNotice(_ index: Int, _ next: PlannedActivity) {
        if travellers[index].planner?.notice?.activity == next.number { return reacts(index) }
        plan(.setOut, of: index, at: next.visit == nil ? next.due : next.opens)
    }

    /// The journey of the notice, where it can still be made as it was told.
    func noticedLegs(_ index: Int, _ activity: PlannedActivity?) -> [JourneyLeg]? {
        guard let notice = travellers[index].planner?.notice, notice.activity == activity?.number else { return nil }
        travellers[index].planner?.notice = nil
        let journey = notice.route.journey
        guard let first = journey.legs.first, first.start == place(of: index) else { return nil }
        // The planner may not have heard where a vehicle was left.
        let vehicles = travellers[index].vehicles
        let hasVehicles = journey.legs.allSatisfy { leg in
            leg.means.isShared || leg.vehicle.map { vehicles.contains($0) } ?? true
        }
        return hasVehicles ? journey.legs : nil
    }

    // MARK: Reports

    func tellsPosition(_ index: Int) { send(index, .position(place(of: index))) }

    /// On the way to an activity.
    func reports(_ index: Int, _ activity: PlannedActivity?, legs: [JourneyLeg]?) {
        guard let key = key(index, activity) else { return }
        let arrival = legs?.last.map { loop.now + ($0.arrives - (legs?.first?.departs ?? loop.now)) } ?? loop.now
        send(index, .journey(key, .onTheWay(arrival: arrival, isDisturbed: false)))
    }

    func tellsArrival(_ index: Int, _ activity: PlannedActivity) {
        guard let key = key(index, activity) else { return }
        send(index, .journey(key, .arrived))
        travellers[index].planner?.told[activity.number] = nil
    }

    private func key(_ index: Int, _ activity: PlannedActivity?) -> OccurrenceKey? {
        guard let use = travellers[index].planner, let activity else { return nil }
        return use.told[activity.number] ?? use.appointments[activity.number].map { OccurrenceKey($0, activity.opens) }
    }
}

extension TravelMeans {
    /// The vehicles of lines.
    static let transitMeans: [TravelMeans] = [.bus, .tram, .metro, .train, .ferry]
}
