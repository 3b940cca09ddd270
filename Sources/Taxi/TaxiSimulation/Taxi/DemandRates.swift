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

    /// The rate of a source without the changes, at an instant and until the next full hour.
    private struct Base {
        /// Weights of the zones of origin.
        let weights: [(zone: ZoneID, weight: Double)]
        /// Calls an hour for the sum of the weights.
        let perHour: Double
        /// A number that changes with the weights.
        let version: Int
    }

    /// So many calls a day, spread over it by shares, with the same origins at all times.
    init(perDay: Double, hourly: DayProfile, origin: ZoneWeights, city: PopulationCity) {
        let weights = origin.values(on: city.peopleLayout)
        self.init(city) { instant in
            let shareSum = hourly.values(on: instant).reduce(0, +)
            return Base(
                weights: weights, perHour: shareSum > 0 ? perDay * hourly[instant] / shareSum : 0, version: 0)
        }
    }

    /// The calls of a table.
    init(_ calls: CallTable, city: PopulationCity) {
        self.init(city) { instant in
            Base(
                weights: calls.origins(at: instant), perHour: calls.perHour(at: instant),
                version: calls.stretch(at: instant))
        }
    }

    private init(_ city: PopulationCity, base: (CityTime) -> Base) {
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
        var version: Int?
        for (index, instant) in instants.enumerated() where index == 0 || instants[index - 1] != instant {
            let source = base(instant)
            let total = source.weights.reduce(0) { $0 + $1.weight }
            let weights = source.weights.map { entry in
                (zone: entry.zone, weight: entry.weight * city.conditions.demand(in: entry.zone, at: instant))
            }
            let factor = total > 0 ? weights.reduce(0) { $0 + $1.weight } / total : 0
            knots.append(RatePattern.Knot(at: instant - city.start, perHour: source.perHour * factor))
            if version != source.version || !city.conditions.isQuiet {
                choosers.append((instant, ZoneChooser(weights, layout: city.peopleLayout)))
            }
            version = source.version
        }
        pattern = RatePattern(knots, shape: .steps, length: city.end - city.start + .hours(1), repeats: false)
        self.choosers = choosers
    }
}

/// Where the calls of a table go.
final class TableDestinations: Sendable {
    private let calls: CallTable
    private let choosers: [[ZoneID: ZoneChooser]]

    init(_ calls: CallTable, layout: any ZoneLayout) {
        self.calls = calls
        choosers = calls.destinations.map { origins in
            origins.reduce(into: [:]) { $0[$1.origin] = ZoneChooser($1.to, layout: layout) }
        }
    }

    /// A place to go to from a zone, for a call of this instant: three numbers of the stream. A zone without calls at that time has
    /// none.
    func place(from origin: ZoneID, at time: CityTime, _ stream: inout RandomStream) -> Place? {
        choosers[calls.stretch(at: time)][origin]?.place(&stream)
    }
}
