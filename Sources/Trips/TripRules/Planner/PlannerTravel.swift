// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// The travel times of one user, asked of the planner of journeys (TRIP-LATE; issue 33, decision 3).
struct PlannerTravel: TripTravel {
    let journeys: any JourneyPlanner
    let waits: (any WaitingTimes)?
    let shared: (any SharedVehicles)?
    /// The user's own vehicles where they stand now: nobody knows where they will.
    let own: [ParkedVehicle]
    /// What the forecast lets be done; it holds for a day.
    let weights: JourneyWeights
    let now: CityTime
    let contains: (@Sendable (Place) -> Bool)?

    /// The shortest journey that arrives by then; whether it waits at its end for the time is no matter.
    func time(from start: Place, to end: Place, _ terms: TravelTerms, arriving: CityTime) -> TimeSpan? {
        guard start != end, isServed(start, end) else { return .zero }
        return journeys.options(query(start, end, .arriving(arriving), terms)).map(\.duration).min()
    }

    func arrival(from start: Place, to end: Place, _ terms: TravelTerms, leaving: CityTime) -> CityTime? {
        guard start != end, isServed(start, end) else { return leaving }
        // Nothing is weighted: the best one is the first to arrive.
        var query = query(start, end, .leaving(leaving), terms)
        query.limits.options = 1
        return journeys.options(query).first?.arrives
    }

    /// Of ways that leave the region nothing is known, and nobody is warned (AVAIL-05).
    private func isServed(_ start: Place, _ end: Place) -> Bool {
        contains.map { $0(start) && $0(end) } ?? true
    }

    /// Weights choose, and these two choose nothing; but what storm and snow rule out is no route (TRIP-LATE).
    private func query(_ start: Place, _ end: Place, _ time: JourneyTime, _ terms: TravelTerms) -> JourneyQuery {
        var query = JourneyQuery(from: start, to: end, time, by: terms.means)
        query.limits = terms.limits
        let instant =
            switch time {
            case .arriving(let time), .leaving(let time): time
            }
        if weights.excludesOpen, instant - now <= .day {
            query.weights.excludesOpen = true
            query.weights.openBeyond = weights.openBeyond
        }
        (query.own, query.shared, query.waits) = (own, shared, waits)
        return query
    }
}
