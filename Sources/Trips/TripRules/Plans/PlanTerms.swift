// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// The weather as a forecast tells it (TRIP-R31).
public enum Forecast: UInt8, EventWord {
    case dry, rain, storm, snow
}

/// What bore on a plan.
public struct PlanFlags: OptionSet, Hashable, Sendable {
    /// A bit for each.
    public let rawValue: UInt8

    /// Makes the set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The user prefers low emission (TRIP-D11).
    public static let eco = PlanFlags(rawValue: 1)
    /// Lines are struck (TRIP-STRIKE).
    public static let strike = PlanFlags(rawValue: 2)
    /// Who leaves as soon as possible is there in time (issue 33, decision 2).
    public static let reachable = PlanFlags(rawValue: 4)
    /// The forecast was rain (TRIP-R31).
    public static let rain = PlanFlags(rawValue: 8)
    /// It was storm.
    public static let storm = PlanFlags(rawValue: 16)
    /// It was snow.
    public static let snow = PlanFlags(rawValue: 32)
}

extension PlanFlags: NumberField {
    /// The bits.
    public var logNumber: Int64 { Int64(rawValue) }
    /// Nil when there are more bits.
    public init?(logNumber: Int64) {
        guard let bits = UInt8(exactly: logNumber) else { return nil }
        self.init(rawValue: bits)
    }
}

/// What a cycle came to (TRIP-CYCLE).
public enum CycleResult: UInt8, EventWord {
    /// There is a plan, and time is left.
    case planned
    /// It is time to leave.
    case notified
    /// There is no plan.
    case refused
}

/// The numbers of plans and notices that no user sets.
public struct PlanParameters: Hashable, Sendable {
    /// How much earlier than needed one is to arrive. 0 to 2 h; default 10 min (TRIP-R29).
    public var margin: TimeSpan = .minutes(10)
    /// The cycles in which notices go out: full minutes. Above zero, a divisor of a day; default 60 s (TRIP-CYCLE).
    public var cycle: TimeSpan = .seconds(60)
    /// How long before an occurrence its cycles begin at the latest. Default 2 h (TRIP-CYCLE).
    public var watched: TimeSpan = .hours(2)
    /// How many routes are suggested. 1 to 10; default 3 (TRIP-R11).
    public var routes = 3
    /// What eco mode multiplies the time of means that burn fuel by, for the choice. Default 2 (DEC-TRIP-ECO).
    public var ecoFactor = 2.0
    /// What rain multiplies the time of long legs in the open by, for the choice. Default 3 (DEC-TRIP-WEATHER).
    public var rainFactor = 3.0
    /// Above this length a leg in the open is long. Default 300 m (DEC-TRIP-WEATHER).
    public var longInTheOpen: Distance = .metres(300)
    /// How long after the last refresh the position is read again. Default 2 h (TRIP-POSITION).
    public var refresh: TimeSpan = .hours(2)
    /// A move beyond this is significant: the position is stored at once. Default 500 m (TRIP-POSITION).
    public var significantMove: Distance = .metres(500)
    /// How long a shared vehicle is held for who has booked it. Default 15 min (TRIP-VEHICLE; issue 33, decision 10).
    public var holding: TimeSpan = .minutes(15)

    /// The defaults.
    public init() {}
}

extension TripPreferences {
    /// What weighs heavier in the choice of a route: fuel in eco mode, long ways in the open in rain; in storm and snow those are
    /// not suggested at all. Times, arrivals and reachability stay (TRIP-D11, TRIP-R31; issue 33, decision 11).
    public func weights(in forecast: Forecast, _ parameters: PlanParameters) -> JourneyWeights {
        var weights = JourneyWeights()
        weights.fuel = prefersLowEmission ? parameters.ecoFactor : 1
        weights.openBeyond = parameters.longInTheOpen
        guard heedsWeather else { return weights }
        switch forecast {
        case .dry: break
        case .rain: weights.open = parameters.rainFactor
        case .storm, .snow: weights.excludesOpen = true
        }
        return weights
    }
}

/// Where and when a journey to an occurrence can begin (issue 33, decision 2).
public struct PlanOrigin: Hashable, Sendable {
    /// Where.
    public let place: Place
    /// Not before this instant.
    public let from: CityTime

    /// Takes both.
    public init(place: Place, from: CityTime) { (self.place, self.from) = (place, from) }
}

extension TripBook {
    /// Where the way to an occurrence begins: at the last located one that ends before it and is not over; else at the last known
    /// position, now; nil where that is not known either. Nobody's home is assumed (TRIP-R9; issue 33, decision 2).
    public func origin(of occurrence: Occurrence, position: Place?, at now: CityTime) -> PlanOrigin? {
        if let last = lastLocated(before: occurrence, at: now), let place = last.place {
            return PlanOrigin(place: place, from: last.end)
        }
        return position.map { PlanOrigin(place: $0, from: now) }
    }

    /// The last located occurrence that ends before another one and is not over.
    func lastLocated(before occurrence: Occurrence, at now: CityTime) -> Occurrence? {
        let range = occurrence.start - .hours(48)..<occurrence.start
        return occurrences(in: range).filter {
            $0.place != nil && $0.end <= occurrence.start && $0.end > now && $0 != occurrence
        }.max { ($0.end, $0.start, $0.id) < ($1.end, $1.start, $1.id) }
    }

    /// What a planner of journeys is asked for an occurrence: its means and limits, the user's weights (TRIP-R20, -R23, -R24, -R26).
    public func query(
        for occurrence: Occurrence, from origin: PlanOrigin, _ time: JourneyTime, in forecast: Forecast,
        _ parameters: PlanParameters
    ) -> JourneyQuery? {
        guard let place = occurrence.place, let appointment = self[occurrence.id] else { return nil }
        let terms = preferences.terms(for: appointment)
        var query = JourneyQuery(from: origin.place, to: place, time, by: terms.means)
        query.limits = terms.limits
        query.limits.options = parameters.routes
        query.weights = preferences.weights(in: forecast, parameters)
        return query
    }
}
