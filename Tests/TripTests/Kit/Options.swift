// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import TripRules

/// A leg that ends at an instant.
func leg(_ means: TravelMeans, _ minutes: Int, arriving: CityTime, company: Int32? = nil) -> JourneyLeg {
    JourneyLeg(
        means, from: spot(0), to: spot(1), departs: arriving - .minutes(minutes), arrives: arriving,
        distance: .metres(minutes * 80),
        line: company.map { LineLeg(line: 1, company: $0, trip: 1, day: 0, boards: 1, alights: 2) })
}

/// A journey of one leg, with the wait for the vehicle that it begins with.
func option(_ means: TravelMeans, _ minutes: Int, arriving: CityTime, wait: TimeSpan = .zero) -> JourneyOption {
    let leg = leg(means, minutes, arriving: arriving)
    return JourneyOption(
        legs: [leg], departs: leg.departs - wait, arrives: arriving, weighted: .minutes(minutes) + wait)
}

func option(_ means: TravelMeans, _ minutes: Int, leaving: CityTime, wait: TimeSpan = .zero) -> JourneyOption {
    option(means, minutes, arriving: leaving + wait + .minutes(minutes), wait: wait)
}

/// The plan for one means that takes the same time whenever one leaves.
func planned(
    _ minutes: Int, by means: TravelMeans = .walk, start: CityTime, at now: CityTime, wait: TimeSpan = .zero
) -> TripPlan? {
    let parameters = PlanParameters()
    return TripPlan(
        start: start, inTime: [option(means, minutes, arriving: start - parameters.margin, wait: wait)],
        atOnce: [option(means, minutes, leaving: now, wait: wait)], parameters)
}
