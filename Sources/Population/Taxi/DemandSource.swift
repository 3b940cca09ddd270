// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import RandomStreams
import ScenarioFile

/// Makes calls arise as a Poisson stream with a rate that changes over the day and with surges and rain.
///
/// Arrival instants, origins, travelers and destinations have streams of their own, and each call takes the same number
/// of draws, so that changing one law leaves the others as they were (SIM-02).
final actor DemandSource: TimedActor, @preconcurrency DirectEntry {
    nonisolated let loop: CityLoop
    private let habits: PassengerHabits
    private let city: PopulationCity
    private let crowd: Crowd
    private let people: Int?
    private var known: [Int: Passenger] = [:]
    private var arrivals: ArrivalProcess
    private var instants: RandomStream
    private var origins: RandomStream
    private var destinations: RandomStream
    private var travelers: RandomStream
    private var callers: RandomStream
    /// Choosers of the zone of origin, each from its instant on.
    private let choosers: [(from: CityTime, chooser: ZoneChooser?)]
    private var last: CityTime
    private var calls = 0

    init(perDay: Double, hourly: [Double], people: Int?, habits: PassengerHabits, city: PopulationCity, crowd: Crowd) {
        self.habits = habits
        self.city = city
        self.crowd = crowd
        self.people = people
        loop = city.loop
        let owner = PopulationCity.owner(isDriver: false, group: habits.index, member: 0)
        instants = RandomStream(city.key, for: .arrivals, of: owner)
        origins = RandomStream(city.key, for: .origin, of: owner)
        destinations = RandomStream(city.key, for: .destination, of: owner)
        travelers = RandomStream(city.key, for: .travelers, of: owner)
        callers = RandomStream(city.key, for: .traits, of: owner)
        let rates = DemandRates(perDay: perDay, hourly: hourly, origin: habits.group.origin, city: city)
        arrivals = ArrivalProcess(rates.pattern, start: city.start)
        choosers = rates.choosers
        last = city.start
    }

    func begin() {
        planNext()
    }

    private func planNext() {
        guard let next = arrivals.next(after: last, stream: &instants), next <= city.end else { return }
        last = next
        loop.schedule(self, 0, at: next, as: .arrival)
    }

    func timerFired(_ tag: TimerTag) {
        let chooser = choosers.last { $0.from <= loop.now }?.chooser ?? choosers.first?.chooser
        let origin = chooser?.place(&origins) ?? .origin
        let trip = Trip(
            origin: origin,
            destination: habits.destination(from: city.zone(at: origin), &destinations),
            travelers: habits.drawTravelers(&travelers))
        let member = people.map { callers.index($0) } ?? calls
        calls += 1
        person(member, at: origin).entered { $0.want(trip) }
        planNext()
    }

    /// The caller: one of a known number of people, who may call again, or a new person each time.
    private func person(_ member: Int, at place: Place) -> Passenger {
        // The same person, with the same number and the luck that comes next, also after having left.
        if people != nil, let passenger = known[member] {
            crowd.entered { $0.add(passenger) }
            return passenger
        }
        let passenger = Passenger.join(crowd, habits: habits, member: member, at: place, city: city)
        if people != nil { known[member] = passenger }
        return passenger
    }

    func end() {
        known = [:]
    }
}
