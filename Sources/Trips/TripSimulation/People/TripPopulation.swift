// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import CitySlices
import Journeys
import RandomStreams
import TripRules
import TripService

/// Everybody whose day is a plan: people who live, work and do what they do, and get there by all means of the city. In simulation
/// only.
///
/// One actor with a plain value for each person: a city has tens of thousands, and each does little at a time.
final actor TripPopulation: TimedActor, @preconcurrency DirectEntry, RoleSource, TripClients {
    nonisolated let loop: CityLoop
    nonisolated let world: TripWorld
    nonisolated private let log: EventChannel<TravellingEvent>
    var travellers: [Traveller] = []
    private(set) weak var people: People?
    /// The place of each among the travellers.
    private(set) var indices: [PersonID: Int] = [:]
    /// What a service is told of who comes to it, by activity.
    var guests: [Int32: @Sendable (EngagementNews) -> Void] = [:]
    private var activities: Int32 = 0
    private var references: Int64 = 0

    /// What a timer is for.
    enum Wake: UInt8 {
        case midnight, setOut, begin, leg, board, end
    }

    /// The planner; nil where nobody uses it.
    nonisolated let service: PlannerService?
    /// The phones of users; nil where messages reach the planner at once.
    nonisolated let lines: TripLines?
    /// By the number of the user less 1, the place among the travellers.
    var users: [Int] = []

    init(_ world: TripWorld, service: PlannerService?, lines: TripLines? = nil) {
        (self.world, self.service, self.lines) = (world, service, lines)
        loop = world.loop
        log = world.log.channel(TravellingEvent.self)
        service?.onLoop { $0.connect(self) }
        lines?.onLoop { $0.begin(self) }
    }

    func note(_ event: TravellingEvent) { log.note(event) }

    /// Plans what one person does next; what was planned before for the person no longer holds.
    func plan(_ wake: Wake, of index: Int, at time: CityTime) {
        forgetPlan(of: index)
        let tag = TimerTag(wake.rawValue) << 56 | TimerTag(travellers[index].serial) << 32 | TimerTag(UInt32(index))
        loop.schedule(self, tag, at: max(time, loop.now), as: .arrival)
    }

    /// What was planned before for the person no longer holds.
    func forgetPlan(of index: Int) { travellers[index].serial = (travellers[index].serial + 1) & 0xff_ffff }

    func timerFired(_ tag: TimerTag) {
        let index = Int(UInt32(truncatingIfNeeded: tag))
        guard let wake = Wake(rawValue: UInt8(truncatingIfNeeded: tag >> 56)) else { return }
        if wake == .midnight { return beginDay() }
        guard travellers.indices.contains(index), travellers[index].serial == UInt32(tag >> 32 & 0xff_ffff) else {
            return
        }
        switch wake {
        case .midnight: break
        case .setOut: setOut(index)
        case .begin: begin(index)
        case .leg: legEnds(index)
        case .board: boards(index)
        case .end: activityEnds(index)
        }
    }

    /// A number for an activity.
    func newActivity() -> Int32 {
        activities += 1
        return activities
    }

    /// A number for an order.
    func newReference() -> Int64 {
        references += 1
        return references
    }

    // MARK: The run begins and ends

    nonisolated func begin(among people: People) { onLoop { $0.makeTravellers(among: people) } }

    private func makeTravellers(among people: People) {
        self.people = people
        (people.mobility, people.agenda) = (self, self)
        for (index, group) in world.groups.enumerated() {
            let homes = ZoneChooser(group.home, layout: world.layout)
            let offices = group.work.flatMap { ZoneChooser($0, layout: world.layout) }
            for member in 0..<group.count {
                let id = PersonID.planningPerson(group: index, member: member)
                var traits = RandomStream(people.key, for: .planTraits, of: id)
                let home = homes?.place(ofMember: member, &traits) ?? .origin
                let work = offices?.place(&traits) ?? home
                // Each share takes one number, so that changing one leaves the others as they were.
                let owns: [(TravelMeans, Double)] = [(.ownBicycle, group.bicycles), (.ownCar, group.cars)]
                var means: TravelMeansSet = [TravelMeansSet(.walk)]
                var vehicles: [ParkedVehicle] = []
                for (kind, share) in owns where traits.chance(share) {
                    means.insert(TravelMeansSet(kind))
                    vehicles.append(ParkedVehicle(number: Int32(kind.rawValue), means: kind, place: home))
                }
                let uses: [(TravelMeansSet, Double)] = [
                    (.transit, group.transit), (TravelMeansSet(.hired), group.taxis),
                    (TravelMeansSet(.sharedBicycle), group.sharedBicycles),
                    (TravelMeansSet(.sharedCar), group.sharedCars),
                ]
                for (set, share) in uses where traits.chance(share) { means.formUnion(set) }
                let isGreen = traits.chance(group.lowEmission)
                let plans = traits.chance(group.planner)
                var services: [ServiceID: String] = [:]
                for use in group.uses where traits.chance(use.share) { services[ServiceID(use.service)] = use.like }
                let person = Person(id, as: .cityPerson, at: home, among: people, uses: services)
                indices[id] = travellers.count
                travellers.append(
                    Traveller(
                        person: person, group: index, home: home, work: work, means: means, prefersLowEmission: isGreen,
                        vehicles: vehicles, draws: RandomStream(people.key, for: .planDays, of: id)))
                people.join(person)
                guard plans else { continue }
                beginsToPlan(travellers.count - 1, reserves: traits.chance(group.reserves))
                if let lunch = group.lunch, traits.chance(lunch.share) { wants(lunch, travellers.count - 1) }
                if group.deadPhones != nil { hasMortalPhone(travellers.count - 1) }
            }
        }
        tellsWorld()
        beginDay()
    }

    nonisolated func end() {
        onLoop { city in
            city.travellers = []
            city.guests = [:]
            city.users = []
            city.lines?.onLoop { $0.end() }
        }
    }

    // MARK: Days

    /// Draws what everybody does today, and wakes again at the next midnight.
    private func beginDay() {
        let midnight = loop.now.midnight
        let events = world.calendars.mapValues { $0.filter { $0.opens.midnight == midnight } }
        for index in travellers.indices {
            let group = world.groups[travellers[index].group]
            let pattern = group.days.first { $0.holds(on: midnight.weekday) }
            let events = events[travellers[index].group] ?? []
            guard pattern != nil || !events.isEmpty else { continue }
            let hadNothing = travellers[index].plan.isEmpty
            drawDay(index, pattern?.activities ?? [], events, midnight, early: group.early)
            if hadNothing, travellers[index].journey == nil { planNext(index) }
        }
        let next = midnight + .hours(24)
        if next < world.end { loop.schedule(self, TimerTag(Wake.midnight.rawValue) << 56, at: next, as: .arrival) }
    }

    /// Each kind takes the same numbers whether it is done or not.
    private func drawDay(
        _ index: Int, _ activities: [ActivityPattern], _ events: [GroupCalendar.Entry], _ midnight: CityTime,
        early: Distribution
    ) {
        var traveller = travellers[index]
        var place = traveller.home
        var drawn: [(activity: PlannedActivity, kind: Int32)] = []
        for (kind, activity) in activities.enumerated() {
            let isDone = traveller.draws.chance(activity.share)
            let length = max(TimeSpan.minutes(1), traveller.draws.time(activity.length))
            let before = traveller.draws.time(early)
            let start = activity.start.map { traveller.draws.draw($0) }
            let site = site(activity.site, near: place, &traveller)
            guard isDone, activity.service.map({ traveller.person.uses[$0] != nil }) ?? true else { continue }
            let opens: CityTime
            let closes: CityTime
            if let window = activity.window {
                (opens, closes) = (midnight + window.lowerBound, midnight + window.upperBound)
            } else {
                opens = midnight + max(.zero, .seconds(start ?? 0).roundedToMilliseconds)
                closes = opens + length
            }
            if activity.service == nil { place = site }
            // What was over before the run is not done.
            guard closes > world.start else { continue }
            let number = newActivity()
            let visit = activity.service.map {
                ServiceVisit(service: $0, number: Int64(number), limit: closes, isAgreed: false)
            }
            drawn.append(
                (
                    PlannedActivity(
                        number: number, place: site, opens: opens, closes: closes, length: length,
                        isFree: activity.window != nil, early: before, name: activity.name, visit: visit), Int32(kind)
                ))
        }
        for event in events where event.closes > world.start {
            var activity = PlannedActivity(
                number: newActivity(), place: event.place ?? traveller.home, opens: event.opens, closes: event.closes,
                length: event.closes - event.opens, isFree: false, early: traveller.draws.time(early), name: event.name)
            activity.isAnywhere = event.place == nil
            drawn.append((activity, ActivityKind.inCalendar))
        }
        drawn.sort { ($0.activity.order, $0.activity.number) < ($1.activity.order, $1.activity.number) }
        for (activity, kind) in drawn {
            note(
                .activityPlanned(
                    activity: activity.number, person: traveller.person.id, group: Int32(traveller.group),
                    kind: kind, place: activity.place, start: activity.due))
        }
        traveller.plan += drawn.map(\.activity)
        travellers[index] = traveller
        for (activity, _) in drawn {
            if activity.visit == nil { enters(activity, index) } else { expects(activity, index) }
        }
    }

    private func site(_ site: ActivityPattern.Site, near place: Place, _ traveller: inout Traveller) -> Place {
        switch site {
        case .home: return traveller.home
        case .work: return traveller.work
        case .near:
            let (east, north) = (traveller.draws.uniform(), traveller.draws.uniform())
            let near = Place(
                metresEast: place.metresEast + 700 * (east - 0.5), north: place.metresNorth + 700 * (north - 0.5))
            return world.layout.zone(at: near) == nil ? place : near
        case .zones(let weights):
            return ZoneChooser(weights, layout: world.layout)?.place(&traveller.draws) ?? place
        }
    }

    /// What the person does next: waits, sets out, or goes home.
    func planNext(_ index: Int) {
        let place = place(of: index)
        if travellers[index].plan.first?.isAnywhere == true { travellers[index].plan[0].place = place }
        let traveller = travellers[index]
        guard let next = traveller.plan.first else {
            if place != traveller.home { plan(.setOut, of: index, at: loop.now) }
            return
        }
        guard !next.isOpenErrand, next.place != place else { return plan(.begin, of: index, at: next.opens) }
        if let planner = traveller.planner, !planner.unreachable.contains(next.number) {
            return awaitsNotice(index, next)
        }
        let options = journeys(index, inTimeFor: next)
        plan(.setOut, of: index, at: options.first?.departs ?? next.wanted - walkingTime(from: place, to: next.place))
    }

    /// On foot all the way, whatever the limits.
    private func walkingTime(from start: Place, to end: Place) -> TimeSpan {
        world.travel.walk(from: start, to: end, leaving: loop.now).duration
    }

    func place(of index: Int) -> Place { travellers[index].person.onLoop { $0.place } }

    private func begin(_ index: Int) {
        guard let activity = travellers[index].plan.first, !travellers[index].isBusy else { return }
        begin(activity, index)
    }

    /// The person is there: does it, waits until it can be done, or has missed it.
    func begin(_ activity: PlannedActivity, _ index: Int) {
        let person = travellers[index].person.id
        if activity.visit?.isAgreed == true { return isThere(activity, index) }
        guard loop.now < activity.closes else {
            note(.activityMissed(activity: activity.number, person: person))
            travellers[index].plan.removeFirst()
            return planNext(index)
        }
        if let visit = activity.visit { return begins(visit, index) }
        let late = max(.zero, loop.now - activity.due)
        note(.arrived(person: person, activity: activity.number, late: late))
        travellers[index].isBusy = true
        let begins = max(loop.now, activity.opens)
        plan(.end, of: index, at: activity.isFree ? begins + activity.length : activity.closes)
    }

    private func activityEnds(_ index: Int) {
        guard travellers[index].isBusy, let activity = travellers[index].plan.first else { return }
        note(.activityEnded(activity: activity.number, person: travellers[index].person.id))
        travellers[index].isBusy = false
        travellers[index].plan.removeFirst()
        planNext(index)
    }

    // MARK: Journeys

    func query(_ index: Int, to end: Place, _ time: JourneyTime) -> JourneyQuery {
        let traveller = travellers[index]
        let group = world.groups[traveller.group]
        var query = JourneyQuery(from: place(of: index), to: end, time, by: traveller.means)
        if traveller.journey?.withoutTaxi == true { query.means.remove(TravelMeansSet(.hired)) }
        query.limits.walk = group.walk
        query.limits.cycle = group.cycle
        query.weights.fuel = traveller.prefersLowEmission ? 2 : 1
        query.weights.open = world.isRaining(at: loop.now) ? 3 : 1
        query.own = traveller.vehicles
        query.shared = world.stands
        query.waits = world.waits
        return query
    }

    /// The journeys that are in time for an activity. Those by nothing that others may take stay the same until the weather changes, and
    /// are looked up once.
    private func journeys(_ index: Int, inTimeFor activity: PlannedActivity) -> [JourneyOption] {
        let query = query(index, to: activity.place, .arriving(activity.wanted))
        guard query.means.isDisjoint(with: Self.othersToo) else { return world.journeys.options(query) }
        if let known = travellers[index].outlook, known.activity == activity.number, known.start == query.start,
            known.weights == query.weights, known.vehicles == query.own
        {
            return known.options
        }
        let options = world.journeys.options(query)
        travellers[index].outlook = Outlook(
            activity: activity.number, start: query.start, weights: query.weights, vehicles: query.own,
            options: options)
        return options
    }

    private static let othersToo = TravelMeansSet(
        [.hired, .sharedBicycle, .sharedCar].map { TravelMeansSet($0) })

    /// Sets out for the next activity, or for home.
    private func setOut(_ index: Int) {
        let person = travellers[index].person
        guard travellers[index].journey == nil, !travellers[index].isBusy else { return }
        // Who is taken up by another service sets out when it is done.
        guard person.onLoop({ $0.isFree(for: .trips) }) else {
            person.onLoop { $0.whenFree { [weak self] in self?.onLoop { $0.setOut(index) } } }
            return
        }
        let activity = travellers[index].plan.first
        let destination = activity?.place ?? travellers[index].home
        let place = place(of: index)
        guard place != destination else { return planNext(index) }
        var legs = noticedLegs(index, activity)
        if legs == nil, let activity {
            let options = journeys(index, inTimeFor: activity)
            if let best = options.first(where: { $0.departs >= loop.now }) {
                // The best way may have become a later one since it was planned.
                guard best.departs <= loop.now + .seconds(1) else {
                    return plan(.setOut, of: index, at: best.departs)
                }
                legs = best.legs
            }
        }
        let found = legs ?? world.journeys.options(query(index, to: destination, .leaving(loop.now))).first?.legs
        note(.setOut(person: person.id, activity: activity?.number ?? 0, from: place))
        tellsHost(activity, legs: found)
        keepsTaxi(found, for: activity, index)
        reports(index, activity, legs: found)
        travellers[index].journey = CurrentJourney(activity: activity, destination: destination, legs: [])
        goOn(index, found)
    }

    /// Goes on along legs; where there are none, on foot all the way.
    func goOn(_ index: Int, _ legs: [JourneyLeg]?) {
        guard let journey = travellers[index].journey else { return }
        let place = place(of: index)
        func walk() -> Journey { world.travel.walk(from: place, to: journey.destination, leaving: loop.now) }
        // Nobody waits hours for a line that runs again some time where one is there sooner on foot.
        if let legs, legs.isQuick(from: loop.now) || legs.arrive(before: loop.now + walk().duration) {
            travellers[index].journey?.legs = legs
        } else {
            note(.walksAll(person: travellers[index].person.id))
            let way = walk()
            travellers[index].journey?.legs = [
                JourneyLeg(
                    .walk, from: place, to: journey.destination, departs: loop.now,
                    arrives: loop.now + way.duration, distance: way.distance)
            ]
        }
        travellers[index].journey?.next = 0
        givesVehicleUp(index, unlessIn: travellers[index].journey?.legs ?? [])
        beginLeg(index)
    }
}

extension [JourneyLeg] {
    /// Whether they take an hour at most.
    fileprivate func isQuick(from now: CityTime) -> Bool { arrive(before: now + .hours(1)) }

    fileprivate func arrive(before time: CityTime) -> Bool { last.map { $0.arrives <= time } ?? true }
}
