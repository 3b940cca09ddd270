// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
import RandomStreams

/// The rate of calls over a run, and where they start, under the timed changes.
///
/// The rate of a zone is its base rate times its factor; their sum is the rate of the whole source, and their shares are
/// the weights of origin while the change lasts. Exact: no call is drawn and then thrown away.
struct DemandRates {
    let pattern: RatePattern
    let choosers: [(from: CityTime, chooser: ZoneChooser?)]

    init(perDay: Double, hourly: [Double], origin: ZoneWeights, city: PopulationCity) {
        let base = origin.values(on: city.peopleLayout)
        let total = base.reduce(0) { $0 + $1.weight }
        let shareSum = hourly.reduce(0, +)
        // Every instant at which the rate may change: full hours and the borders of the changes.
        var instants: [CityTime] = [city.start]
        var hour = city.start.midnight
        while hour <= city.end {
            if hour > city.start { instants.append(hour) }
            hour = hour + .hours(1)
        }
        instants += city.conditions.instants.filter { $0 > city.start && $0 < city.end }
        instants.sort()
        var knots: [RatePattern.Knot] = []
        var choosers: [(from: CityTime, chooser: ZoneChooser?)] = []
        for (index, instant) in instants.enumerated() where index == 0 || instants[index - 1] != instant {
            let weights = base.map { entry in
                (zone: entry.zone, weight: entry.weight * city.conditions.demand(in: entry.zone, at: instant))
            }
            let factor = total > 0 ? weights.reduce(0) { $0 + $1.weight } / total : 0
            let perHour = shareSum > 0 ? perDay * hourly[instant.hourOfDay] / shareSum * factor : 0
            knots.append(RatePattern.Knot(at: instant - city.start, perHour: perHour))
            let isNew = choosers.isEmpty || !city.conditions.isQuiet
            if isNew { choosers.append((instant, ZoneChooser(weights, layout: city.peopleLayout))) }
        }
        pattern = RatePattern(knots, shape: .steps, length: city.end - city.start + .hours(1), repeats: false)
        self.choosers = choosers
    }
}
