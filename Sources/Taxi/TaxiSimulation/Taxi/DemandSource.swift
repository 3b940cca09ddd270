// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import CitySlices
import RandomStreams
import TaxiReservations
import TaxiRules

/// Makes calls arise as a Poisson stream with a rate that changes over the day and with surges and rain.
///
/// Arrival instants, origins, travelers and destinations have streams of their own, and each call takes the same number
/// of draws, so that changing one distribution leaves the others as they were (SIM-02).
final actor DemandSource: TimedActor, @preconcurrency DirectEntry {
    nonisolated let loop: CityLoop
    private let habits: PassengerHabits
    private let city: PopulationCity
    private let crowd: Crowd
    private let table: TableDestinations?
    private let people: Int?
    private var known: [Int: Passenger] = [:]
    private var arrivals: Arrivals
    private var origins: RandomStream
    private var destinations: RandomStream
    private var travelers: RandomStream
    private var callers: RandomStream
    /// Choosers of the zone of origin, each from its instant on.
    private let choosers: [(from: CityTime, chooser: ZoneChooser?)]
    private var calls = 0
    /// Trips that were drawn ahead, by their number; only where some are reserved.
    private var ahead = OpenTable<Wish?>(blank: nil)
    private var reserving: RandomStream

    /// A trip that was drawn before its time.
    private struct Wish {
        let trip: Trip
        let member: Int
    }

    /// The tag of the timer that draws further ahead; trips have their numbers, from 1.
    private static let drawAhead: TimerTag = 0
    private static let step = TimeSpan.hours(1)

    /// Makes the source of some rates. Destinations are the group's, unless a table has its own; `people` are those who call, new ones
    /// each time when nil.
    init(
        _ rates: DemandRates, table: TableDestinations? = nil, people: Int? = nil, habits: PassengerHabits,
        city: PopulationCity, crowd: Crowd
    ) {
        self.table = table
        self.habits = habits
        self.city = city
        self.crowd = crowd
        self.people = people
        loop = city.loop
        let person = PersonID.passenger(group: habits.index, member: 0)
        origins = RandomStream(city.key, for: .origin, of: person)
        destinations = RandomStream(city.key, for: .destination, of: person)
        travelers = RandomStream(city.key, for: .travelers, of: person)
        callers = RandomStream(city.key, for: .traits, of: person)
        reserving = RandomStream(city.key, for: .reserving, of: person)
        arrivals = Arrivals(
            rates.pattern, RandomStream(city.key, for: .arrivals, of: person), start: city.start, end: city.end)
        choosers = rates.choosers
    }

    func begin() {
        if habits.group.reserving.share > 0 {
            lookAhead()
        } else {
            planNext()
        }
    }

    private func planNext() {
        if let next = arrivals.next() { loop.schedule(self, 0, at: next, as: .arrival) }
    }

    func timerFired(_ tag: TimerTag) {
        guard habits.group.reserving.share == 0 else {
            if tag == Self.drawAhead { lookAhead() } else { carryOut(Int32(truncatingIfNeeded: tag)) }
            return
        }
        let (trip, member) = draw(at: loop.now)
        if habits.group.by == .call {
            person(member, at: trip.origin).onLoop { $0.want(trip) }
        } else {
            crowd.onLoop { $0.streets }?.onLoop { $0.ask(trip, habits: habits, member: member) }
        }
        planNext()
    }

    /// The trip of the next caller, whose instant was drawn before.
    private func draw(at time: CityTime) -> (Trip, member: Int) {
        let chooser = choosers.last { $0.from <= time }?.chooser ?? choosers.first?.chooser
        let (origin, destination) = ends(chooser, at: time)
        let trip = Trip(origin: origin, destination: destination, travelers: habits.drawTravelers(&travelers))
        let member = people.map { callers.index($0) } ?? calls
        calls += 1
        return (trip, member)
    }

    /// Where a call begins and where it goes: three numbers of each stream.
    private func ends(_ chooser: ZoneChooser?, at time: CityTime) -> (Place, Place) {
        guard let table, let chooser else {
            let origin = chooser?.place(&origins) ?? .origin
            return (origin, habits.destination(from: city.zone(at: origin), &destinations))
        }
        let zone = chooser.zone(&origins)
        let origin = ZoneChooser.place(in: zone, layout: city.peopleLayout, &origins)
        return (origin, table.place(from: zone, at: time, &destinations) ?? origin)
    }

    // MARK: Reserved trips

    // The trips are the same, in the same order, whatever share of them is reserved: each is drawn for its pick-up, and a
    // reserved one is sent earlier by its lead time. So they are drawn ahead by the longest lead time, no further.

    private func lookAhead() {
        let horizon = loop.now + city.reservations.longestLead + Self.step
        while let next = arrivals.next() {
            plan(next)
            if next > horizon {
                loop.schedule(self, Self.drawAhead, at: loop.now + Self.step, as: .arrival)
                return
            }
        }
    }

    /// Plans a trip of this time: as a call then, or as a reservation before. What is too near for a reservation, as in the
    /// first hours of a run, is called for.
    private func plan(_ time: CityTime) {
        var (trip, member) = draw(at: time)
        let isReserved = reserving.chance(habits.group.reserving.share)
        let lead = reserving.time(habits.group.reserving.lead)
        let number = Int32(calls)
        var sent = time
        let pickUp = time.roundedUpToSecond
        let limits = city.reservations
        if isReserved, pickUp - loop.now >= limits.shortestLead {
            trip.pickUp = pickUp
            sent = max(loop.now, pickUp - max(limits.shortestLead, min(lead, limits.longestLead)))
        }
        ahead.open(number, Wish(trip: trip, member: member))
        loop.schedule(self, TimerTag(number), at: sent, as: .arrival)
    }

    private func carryOut(_ number: Int32) {
        guard let wish = ahead.close(number) ?? nil else { return }
        let person = person(wish.member, at: wish.trip.origin)
        person.onLoop { wish.trip.pickUp == nil ? $0.want(wish.trip) : $0.reserve(wish.trip) }
    }

    /// The caller: one of a known number of people, who may call again, or a new person each time.
    private func person(_ member: Int, at place: Place) -> Passenger {
        // The same person, with the same number and the draws that come next, also after having left.
        if people != nil, let passenger = known[member] {
            crowd.onLoop { $0.add(passenger) }
            city.people.join(passenger.person)
            return passenger
        }
        let passenger = Passenger.join(crowd, habits: habits, member: member, at: place, city: city)
        if people != nil { known[member] = passenger }
        return passenger
    }

    func end() {
        known = [:]
        ahead = OpenTable(blank: nil)
    }
}
