// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import CitySlices
import TripRules

/// A taxi that is agreed for a leg of later.
struct ReservedTaxi: Sendable {
    let reference: Int64
    let from: Place
    let to: Place
    let pickUp: CityTime
}

/// How users of the planner reserve a taxi for what lies hours ahead, and cancel it when that moves or goes (API-11, TRIP-EDIT).
extension TripPopulation {
    /// Some look at how they will get there as soon as it stands in the calendar.
    func looksAhead(_ activity: PlannedActivity, _ index: Int) {
        guard travellers[index].planner?.reserves == true, !activity.isFree, people?.carrier != nil,
            let id = travellers[index].planner?.appointments[activity.number]
        else { return }
        looks(at: OccurrenceKey(id, activity.opens), index)
    }

    /// The planner's best route: who is to leave by taxi in some hours reserves it.
    func sees(_ route: TripRoute, _ index: Int) {
        guard let number = travellers[index].planner?.activities[route.key.id],
            travellers[index].planner?.taxis[number] == nil, let leg = route.journey.legs.first, leg.means == .hired,
            let carrier = people?.carrier
        else { return }
        // Agreed to the minute, and not later than the plan leaves.
        let pickUp = CityTime(
            nanoseconds: leg.departs.nanoseconds - leg.departs.nanoseconds % TimeSpan.minutes(1).nanoseconds)
        guard pickUp - loop.now >= carrier.shortestLead else { return }
        let reference = newReference()
        travellers[index].planner?.taxis[number] = ReservedTaxi(
            reference: reference, from: leg.start, to: leg.end, pickUp: pickUp)
        note(.taxiReserved(person: travellers[index].person.id, activity: number, reference: reference, pickUp: pickUp))
        // Who has agreed on a taxi goes by it, whatever becomes quicker: from 2 h before on it cannot be cancelled.
        send(index, .select(route.key.id, route.journey.means))
        order(reference, leg, pickUp: pickUp, index, carrier) { $0.hears($1, of: reference, for: number, index) }
    }

    private func hears(_ news: CarrierNews, of reference: Int64, for activity: Int32, _ index: Int) {
        guard travellers.indices.contains(index) else { return }
        // On the leg it is as with any taxi.
        if travellers[index].journey?.order == reference { return hears(news, index) }
        switch news {
        case .accepted, .aboard, .arrived: break
        case .refused, .failed, .cancelled:
            guard travellers[index].planner?.taxis[activity]?.reference == reference else { return }
            forgetsTaxi(for: activity, index)
        }
    }

    /// What it was for has moved or goes: the reservation is cancelled, where its rules allow it.
    func cancelsTaxi(for activity: Int32, _ index: Int) {
        guard let taxi = forgetsTaxi(for: activity, index) else { return }
        note(.taxiGivenUp(person: travellers[index].person.id, activity: activity, reference: taxi.reference))
        people?.carrier?.cancel(taxi.reference, of: travellers[index].person.id)
    }

    /// There is no such reservation any more: any means will do.
    @discardableResult
    private func forgetsTaxi(for activity: Int32, _ index: Int) -> ReservedTaxi? {
        guard let taxi = travellers[index].planner?.taxis.removeValue(forKey: activity) else { return nil }
        if let id = travellers[index].planner?.appointments[activity] { send(index, .select(id, [])) }
        return taxi
    }

    /// Who is there so long before the agreed time, or after it, calls another taxi.
    private static let longestEarly = TimeSpan.minutes(30)
    private static let longestLate = TimeSpan.minutes(10)

    /// The reserved taxi of a leg, if there is one; one that the journey does not need is cancelled.
    func reservedTaxi(for leg: JourneyLeg, of activity: PlannedActivity?, _ index: Int) -> ReservedTaxi? {
        guard let number = activity?.number, let taxi = travellers[index].planner?.taxis[number] else { return nil }
        let isSoon = taxi.pickUp <= loop.now + Self.longestEarly && loop.now <= taxi.pickUp + Self.longestLate
        guard taxi.from == leg.start, taxi.to == leg.end, isSoon else {
            cancelsTaxi(for: number, index)
            return nil
        }
        travellers[index].planner?.taxis[number] = nil
        return taxi
    }

    /// Sets out for an activity: who goes otherwise than by the reserved taxi gives it up.
    func keepsTaxi(_ legs: [JourneyLeg]?, for activity: PlannedActivity?, _ index: Int) {
        guard let number = activity?.number, let taxi = travellers[index].planner?.taxis[number] else { return }
        let isUsed = legs?.contains { $0.means == .hired && $0.start == taxi.from && $0.end == taxi.to } ?? false
        if !isUsed { cancelsTaxi(for: number, index) }
    }
}
