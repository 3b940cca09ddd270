// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import CitySlices
import Journeys
import TripRules

/// How people go along the legs of a journey.
extension TripPopulation {
    /// As often as somebody plans anew at most; after that the rest is walked, so that nobody goes round in circles.
    private static let mostPlans = 20

    func beginLeg(_ index: Int) {
        guard travellers[index].journey?.isVoid != true else { return stops(index) }
        guard let leg = travellers[index].journey?.leg else { return arrives(index) }
        guard booksAhead(index) else { return plansAnew(index, .vehicleTaken) }
        switch leg.means {
        case .walk, .ownBicycle, .ownCar: goes(index, leg)
        case .sharedBicycle, .sharedCar:
            guard takes(leg, index) else { return plansAnew(index, .vehicleTaken) }
            goes(index, leg)
        case .hired: calls(index, leg)
        case .bus, .tram, .metro, .train, .ferry: waits(index, leg)
        }
    }

    /// Goes along streets, by the times of the hour.
    private func goes(_ index: Int, _ leg: JourneyLeg) {
        hold(index)
        note(.legBegun(person: travellers[index].person.id, means: leg.means, from: leg.start, isWait: false))
        let query = RouteQuery(
            from: leg.start, to: leg.end, leaving: loop.now, by: leg.means.mode ?? .walk)
        let time = world.travel.route(query)?.duration ?? leg.arrives - leg.departs
        plan(.leg, of: index, at: loop.now + time)
    }

    // MARK: Lines

    private func waits(_ index: Int, _ leg: JourneyLeg) {
        guard let line = leg.line else { return plansAnew(index, .missed) }
        let delay = world.delays.delay(of: line)
        guard loop.now <= leg.departs + delay else { return plansAnew(index, .missed) }
        travellers[index].journey?.delay = delay
        hold(index)
        if loop.now < leg.departs + delay {
            note(.legBegun(person: travellers[index].person.id, means: leg.means, from: leg.start, isWait: true))
        }
        plan(.board, of: index, at: leg.departs + delay)
    }

    func boards(_ index: Int) {
        guard let journey = travellers[index].journey, let leg = journey.leg else { return }
        note(.legBegun(person: travellers[index].person.id, means: leg.means, from: leg.start, isWait: false))
        plan(.leg, of: index, at: leg.arrives + journey.delay)
    }

    // MARK: Taxis

    private func calls(_ index: Int, _ leg: JourneyLeg) {
        guard let carrier = people?.carrier else { return noTaxi(index) }
        let traveller = travellers[index]
        // Whoever carries takes hold of the person.
        release(index, at: leg.start)
        let reserved = reservedTaxi(for: leg, of: traveller.journey?.activity, index)
        let reference = reserved?.reference ?? newReference()
        travellers[index].journey?.order = reference
        if reserved == nil { note(.taxiCalled(person: traveller.person.id, reference: reference)) }
        note(.legBegun(person: traveller.person.id, means: .hired, from: leg.start, isWait: true))
        forgetPlan(of: index)
        guard reserved == nil else { return }
        order(reference, leg, index, carrier) { $0.hears($1, index) }
    }

    /// Orders a taxi for a leg; the news come to the population.
    func order(
        _ reference: Int64, _ leg: JourneyLeg, pickUp: CityTime? = nil, _ index: Int, _ carrier: any Carrier,
        news: @escaping @Sendable (isolated TripPopulation, CarrierNews) -> Void
    ) {
        let traveller = travellers[index]
        let order = CarrierOrder(
            reference, from: leg.start, to: leg.end, pickUp: pickUp, habits: world.groups[traveller.group].like)
        carrier.order(order, for: traveller.person) { [weak self] said in self?.onLoop { news($0, said) } }
    }

    func hears(_ news: CarrierNews, _ index: Int) {
        guard travellers.indices.contains(index), let leg = travellers[index].journey?.leg, leg.means == .hired else {
            return
        }
        switch news {
        case .accepted: break
        case .aboard:
            note(.legBegun(person: travellers[index].person.id, means: .hired, from: leg.start, isWait: false))
        case .arrived: legEnds(index)
        case .refused, .failed, .cancelled: noTaxi(index)
        }
    }

    private func noTaxi(_ index: Int) {
        travellers[index].journey?.withoutTaxi = true
        plansAnew(index, .noTaxi)
    }

    // MARK: Ends

    func legEnds(_ index: Int) {
        guard let journey = travellers[index].journey, let leg = journey.leg else { return }
        let person = travellers[index].person
        note(.legEnded(person: person.id, at: leg.end, length: leg.distance))
        person.onLoop { $0.place = leg.end }
        if let vehicle = journey.vehicle {
            leaves(vehicle, at: leg.end, index)
        } else if let own = leg.vehicle,
            let row = travellers[index].vehicles.firstIndex(where: { $0.number == own.number })
        {
            travellers[index].vehicles[row] = ParkedVehicle(number: own.number, means: own.means, place: leg.end)
            send(index, .vehicles(travellers[index].vehicles))
        }
        travellers[index].journey?.next += 1
        tellsPosition(index)
        beginLeg(index)
    }

    /// Is where the journey leads, and free.
    private func arrives(_ index: Int) {
        givesVehicleUp(index)
        guard let journey = travellers[index].journey else { return }
        release(index, at: journey.destination)
        travellers[index].journey = nil
        if let arrived = journey.arrived {
            arrived()
        } else if let number = journey.activity?.number,
            let activity = travellers[index].plan.first(where: { $0.number == number })
        {
            tellsArrival(index, activity)
            begin(activity, index)
        } else {
            note(.arrived(person: travellers[index].person.id, activity: 0, late: .zero))
            planNext(index)
        }
    }

    /// Ends a journey where it is: nobody waits at its end any more.
    private func stops(_ index: Int) {
        givesVehicleUp(index)
        release(index, at: place(of: index))
        travellers[index].journey = nil
        note(.arrived(person: travellers[index].person.id, activity: 0, late: .zero))
        planNext(index)
    }

    /// Looks for another way from here (issue 33, decision 9).
    private func plansAnew(_ index: Int, _ cause: ReplanCause) {
        guard var journey = travellers[index].journey else { return }
        guard !journey.isVoid else { return stops(index) }
        note(.replanned(person: travellers[index].person.id, cause: cause))
        journey.plans += 1
        travellers[index].journey = journey
        guard journey.plans <= Self.mostPlans else { return goOn(index, nil) }
        // What is held is as free for the new plan as any other.
        givesVehicleUp(index)
        let query = query(index, to: journey.destination, .leaving(loop.now))
        goOn(index, world.journeys.options(query).first?.legs)
    }

    // MARK: The person

    private func hold(_ index: Int) {
        travellers[index].person.onLoop { person in
            if person.holder != .trips { person.begin(.trips) }
        }
    }

    private func release(_ index: Int, at place: Place) {
        travellers[index].person.onLoop { person in
            if person.holder == .trips { person.end(.trips, at: place) } else { person.place = place }
        }
    }
}
