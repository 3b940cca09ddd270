// SPDX-License-Identifier: GPL-3.0-or-later
import Fitting
package import TripRecords

/// How far figures are from those that were recorded; nil where one of both is not known.
///
/// Errors by hour are means of the relative errors of the hours, each with the recorded rides as its weight, so that hours of the
/// night with few rides do not decide; but for two in which each hour counts alike.
package struct FigureErrors: Hashable, Sendable {
    /// Rides by hour: the sum of the differences over the sum of the rides.
    package var rides: Double?
    /// The mean length of all rides, relative.
    package var ride: Double?
    /// The middle length of rides by hour.
    package var rideByHour: Double?
    /// The occupied share by hour.
    package var occupied: Double?
    /// The middle vacant time by hour.
    package var vacantByHour: Double?
    /// The share of taxis of which something is heard that have a passenger, by hour; each hour counts alike.
    package var occupiedOfHeard: Double?
    /// The middle vacant time by hour; each hour counts alike.
    package var vacantAlike: Double?
    /// The middle vacant time of all, relative.
    package var vacant: Double?
    /// The largest difference of the laws of vacant times.
    package var law: Double?

    private static var fields: [WritableKeyPath<FigureErrors, Double?>] {
        [
            \.rides, \.ride, \.rideByHour, \.occupied, \.vacantByHour, \.occupiedOfHeard, \.vacantAlike, \.vacant,
            \.law,
        ]
    }

    private init() {}

    /// Of figures of one kind of day, or a date, against those that were recorded of one.
    package init(_ figures: ObservedFigures, _ days: String, against recorded: ObservedFigures, _ recordedDays: String)
    {
        var (lengths, occupied, vacant) = (WeightedError(), WeightedError(), WeightedError())
        var (ofHeard, alike) = (WeightedError(), WeightedError())
        var (given, wanted): ([Double], [Double]) = ([], [])
        for seen in recorded.hours where seen.days == recordedDays {
            guard let own = figures.hour(days, seen.hour) else { continue }
            given.append(own.trips)
            wanted.append(seen.trips)
            lengths.add(own.rideMedian, of: seen.rideMedian, weight: seen.trips)
            occupied.add(own.occupied, of: seen.occupied, weight: seen.trips)
            vacant.add(own.vacantMedian, of: seen.vacantMedian, weight: seen.trips)
            ofHeard.add(own.occupiedOfHeard, of: seen.occupiedOfHeard, weight: 1)
            alike.add(own.vacantMedian, of: seen.vacantMedian, weight: 1)
        }
        rides = ProportionalFit.error(given, wanted: wanted)
        ride = Self.relative(DaySums(figures, days).rideMean, DaySums(recorded, recordedDays).rideMean)
        rideByHour = lengths.mean
        self.occupied = occupied.mean
        vacantByHour = vacant.mean
        (occupiedOfHeard, vacantAlike) = (ofHeard.mean, alike.mean)
        if let own = figures.law(days), let seen = recorded.law(recordedDays) {
            self.vacant = Self.relative(own.median, seen.median)
            law = Self.distance(own, seen)
        }
    }

    private static func relative(_ value: Double?, _ seen: Double?) -> Double? {
        guard let value, let seen, seen > 0 else { return nil }
        return abs(value / seen - 1)
    }

    private static func distance(_ one: VacantLaw, _ other: VacantLaw) -> Double? {
        guard let one = QuantileLaw(one.values), let other = QuantileLaw(other.values) else { return nil }
        return one.distance(to: other)
    }

    /// The mean of errors with weights, of those that are known.
    package static func mean(_ errors: [(errors: FigureErrors, weight: Double)]) -> FigureErrors {
        var mean = FigureErrors()
        for field in fields {
            let known = errors.compactMap { part in part.errors[keyPath: field].map { ($0, part.weight) } }
            let weight = known.reduce(0) { $0 + $1.1 }
            if weight > 0 { mean[keyPath: field] = known.reduce(0) { $0 + $1.0 * $1.1 } / weight }
        }
        return mean
    }

    /// The errors of all kinds of day of a record, each with its rides as its weight.
    ///
    /// Of how many taxis something is heard is taken from the record: a run has no taxis that rest.
    package static func all(_ figures: ObservedFigures, against recorded: ObservedFigures, kinds: [String])
        -> FigureErrors
    {
        let figures = figures.hearing { recorded.hour($0.days, $0.hour)?.heard }
        return mean(
            kinds.map { kind in
                (FigureErrors(figures, kind, against: recorded, kind), DaySums(recorded, kind).rides)
            })
    }

    /// What a search makes small: the mean of the errors of the occupied share by hour, of the middle vacant time by hour, and of the
    /// law of vacant times, of those that are known; nil where none is.
    package var distance: Double? {
        let known = [occupied, vacantByHour, law].compactMap(\.self)
        return known.isEmpty ? nil : known.reduce(0, +) / Double(known.count)
    }
}

extension ObservedFigures {
    /// The same figures with another number of taxis of which something is heard, by hour.
    package func hearing(_ heard: (ObservedHour) -> Double?) -> ObservedFigures {
        var other = self
        for index in other.hours.indices { other.hours[index].heard = heard(hours[index]) }
        return other
    }

    /// The figures of some hours, with the laws of all.
    package func keeping(_ isKept: (ObservedHour) -> Bool) -> ObservedFigures {
        var other = self
        other.hours = hours.filter(isKept)
        return other
    }
}

/// Figures of a whole day of a kind, or of a date.
package struct DaySums: Hashable, Sendable {
    /// Rides of a mean day.
    package private(set) var rides = 0.0
    private var riding = 0.0
    private var timed = 0.0
    private var occupiedHours = 0.0
    private var workHours = 0.0

    package init(_ figures: ObservedFigures, _ days: String) {
        for hour in figures.hours where hour.days == days { add(hour, 1) }
    }

    /// Of several kinds of day, each with a weight.
    package init(_ figures: ObservedFigures, weights: [(days: String, weight: Double)]) {
        for (days, weight) in weights {
            for hour in figures.hours where hour.days == days { add(hour, weight) }
        }
    }

    private mutating func add(_ hour: ObservedHour, _ weight: Double) {
        rides += weight * hour.trips
        if let mean = hour.rideMean {
            riding += weight * hour.trips * mean
            timed += weight * hour.trips
        }
        if let occupied = hour.occupied, let atWork = hour.atWork {
            occupiedHours += weight * occupied * atWork
            workHours += weight * atWork
        }
    }

    /// The mean length of a ride in seconds.
    package var rideMean: Double? { timed > 0 ? riding / timed : nil }
    /// The occupied share of the work of all taxis.
    package var occupied: Double? { workHours > 0 ? occupiedHours / workHours : nil }
}
