// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel
package import ScenarioLanguage
import TaxiRules

/// A group of passengers with equal habits, or a source of requests.
package struct PassengerGroup: Sendable {
    /// Name, unique among passenger groups.
    package var name: String
    package var demand: Demand
    /// How they ask for a taxi.
    package var by = Asking.call
    /// What they do when they have stood on the street for as long as their patience lasts; nil to leave.
    package var then: Asking?
    /// Travelers with weights.
    package var travelers: [SeatShare] = [SeatShare(seats: 1, weight: 1)]
    /// Where calls start; a population is dealt over the zones in turn when equal; a trace and a table bring their own.
    package var origin: ZoneWeights = .area
    /// Where calls go; a trace and a table bring their own.
    package var destination: DestinationModel = .zones(.area)
    /// How the client is used.
    package var client = ClientHabit()
    /// How long they wait for the taxi before they give up, in seconds, for a reserved one from the agreed time on; nil for ever
    /// (DEC-CALL-CANCEL).
    package var patience: Distribution?
    /// After an abort they call again with this probability...
    package var callAgain = 0.0
    /// ...after this many seconds.
    package var callAgainAfter: Distribution = .constant(60)
    /// Share of calls followed by a second call while still waiting (refused: TAXI-CALL-18).
    package var impatientCalls = 0.0
    /// Share of rides during which they try to call (refused: TAXI-CALL-19).
    package var callsAboard = 0.0
    /// Share of calls made wrongly: no position, no travelers, outside the zones, in turn.
    package var mistakes = 0.0
    /// Share of passengers who log out between the call and the acceptance for `loggedOutFor` (TAXI-OFFER-08).
    package var logOuts = 0.0
    /// How long they stay logged out, in seconds.
    package var loggedOutFor: Distribution = .constant(60)
    /// Share of accepted calls where nobody is at the meeting point.
    package var noShows = 0.0
    /// How they reserve; needs the module `reservations`.
    package var reserving = ReservationHabit()
    /// How they share rides; needs the module `sharing`.
    package var sharing = SharingHabit()

    /// A group with default habits.
    package init(name: String, demand: Demand) {
        self.name = name
        self.demand = demand
    }

    /// The role that brings them into the city: what services go by that give people further roles.
    package static let role = RoleName.passenger
}

extension PassengerGroup {
    /// How people ask for a taxi.
    package enum Asking: Sendable {
        /// Of the service.
        case call
        /// On the street: any free taxi of the zone.
        case hail
        /// At a rank: the first of the zone's queue.
        case rank

        /// The manner on the street; nil for a call.
        var street: StreetManner? {
            switch self {
            case .call: nil
            case .hail: .hail
            case .rank: .rank
            }
        }
    }

    /// How calls arise.
    package enum Demand: Sendable {
        /// A Poisson stream with `perDay` calls a day, spread over the day by shares. Each call is made by one of `people`,
        /// drawn at random (repeat callers), or by a new person when `people` is nil.
        case arrivals(perDay: Double, hourly: DayProfile, people: Int?)
        /// A closed population: each of `people` thinks for a drawn time (seconds), calls, rides, thinks again.
        case population(people: Int, thinking: Distribution)
        /// Requests from a CSV file (path resolved). Columns: time (hh:mm:ss after the scenario's midnight), origin_zone,
        /// destination_zone, travelers, and optional duration_s, distance_m, pick_up (hh:mm:ss: a reservation for that time);
        /// every row is a new person.
        case trace([TraceRow])
        /// Mean calls from zone to zone by kind of day and hours: a Poisson stream whose rate and zones follow the table. A row's
        /// calls are those of all its hours of one such day. Every call is a new person.
        case table(PeriodTable)
    }
}

/// One request of a trace.
package struct TraceRow: Sendable, Equatable {
    /// Time of the call after the midnight before the scenario's start.
    package var time: TimeSpan
    /// Zone of the pick-up.
    package var origin: ZoneID
    /// Zone of the drop-off.
    package var destination: ZoneID
    package var travelers: Int32
    /// Recorded length of the ride; nil to let the router say.
    package var duration: TimeSpan?
    /// Recorded length of the trip.
    package var distance: Distance?
    /// Agreed time of the pick-up after the midnight before the scenario's start, when the row is a reservation made at
    /// `time`; nil for a call. Needs the module `reservations`.
    package var pickUp: TimeSpan?

    package init(
        time: TimeSpan, origin: ZoneID, destination: ZoneID, travelers: Int32, duration: TimeSpan?, distance: Distance?,
        pickUp: TimeSpan? = nil
    ) {
        self.time = time
        self.origin = origin
        self.destination = destination
        self.travelers = travelers
        self.duration = duration
        self.distance = distance
        self.pickUp = pickUp
    }
}

/// Where calls go.
package enum DestinationModel: Sendable {
    /// A zone drawn by weight, whatever the origin; then a place in it.
    case zones(ZoneWeights)
    /// Gravity: weight of the zone times exp(-distance / scale), distance between the zones' inner points.
    case gravity(ZoneWeights, scale: Distance)
    /// A table of weights from zone to zone.
    case table([ZonePair: Double])
}

/// How a passenger uses the client.
package struct ClientHabit: Hashable, Sendable {
    /// Share of web clients, 0 to 1; the rest is mobile.
    package var web = 0.0
    /// Error radius of a GPS fix in metres; above the limit an address is typed (TAXI-CALL-01B).
    package var gpsRadius: Distribution = .constant(10)
    /// Share of people who permit that the client reads their position; the others type an address at every call (SEC-10).
    package var gpsPermitted = 1.0
    /// Time to type and confirm an address, in seconds.
    package var typing: Distribution = .constant(0)
    /// Time from opening the form to confirming the call, in seconds (TAXI-CALL-03).
    package var confirming: Distribution = .constant(0)

    /// A mobile client with a good fix, used at once.
    package init() {}
}
