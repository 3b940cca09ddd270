// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices

/// Calls that so many drivers cannot serve, whatever the rules: most often a digit too many, or a day's number for an hour.
enum TaxiLoadDoubts {
    /// A city may be short of taxis, and studies of losses are; nobody plans for nine calls of ten in vain.
    private static let most = 10.0

    static func warnings(_ plan: PlannedCity) -> [InputProblem] {
        let town = TaxiTown(plan)
        // Those who come one by one bring their own number of rides.
        guard town.mostRides > 0, !plan.scenario.drivers.contains(where: { $0.arrivals != nil }) else { return [] }
        let streams = plan.scenario.passengers.filter { group in
            if case .population = group.demand { return false }
            return true
        }
        let calls = streams.reduce(0) { $0 + town.calls(of: $1) }
        guard calls > most * town.mostRides else { return [] }
        return [
            InputProblem(
                .warning, at: plan.read.location(of: "passengers"),
                "about \(LoadText.about(calls)) calls in the run are \(LoadText.about(calls / town.mostRides)) times the rides that the "
                    + "drivers in service can give (about \(LoadText.about(town.mostRides)), each of "
                    + "\(LoadText.span(town.approach + town.ride)) with the way to it)")
        ]
    }
}
