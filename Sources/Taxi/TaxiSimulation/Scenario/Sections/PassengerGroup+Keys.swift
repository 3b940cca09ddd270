// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
import ScenarioLanguage

/// Calls as a Poisson process.
struct CallStream: Sendable {
    var perDay = 0.0
    var hourly = DayProfile.even(1.0 / 24)
    var people: Int?

    static let section = Section(
        "arrivals", "Calls as a Poisson process.", blank: CallStream(),
        [
            Field("per-day", \.perDay, .quantity(.calls), isRequired: true, "Mean number of calls a day."),
            Field("hourly", \.hourly, .hourShares, "How the calls are spread over the day."),
            Field(
                "people", \.people, ValueFormat<Int>.whole(1...10_000_000).orNone,
                "Each call is made by one of this many people, drawn at random; by default by a new person."),
        ])
}

extension Quantity {
    fileprivate static let calls = measured("number", "a number of calls", "9000", [], needsUnit: false, 0...10_000_000)
}

/// People who call, ride and call again.
struct ClosedPopulation: Sendable {
    var people = 1
    var thinking = Distribution.constant(0)

    static let section = Section(
        "population", "A closed population: each person thinks for a while, calls, rides, and thinks again.",
        blank: ClosedPopulation(),
        [
            Field("people", \.people, .whole(1...10_000_000), isRequired: true, "How many people."),
            Field(
                "thinking", \.thinking, .distribution(.time), isRequired: true, "Time between a ride and the next call."
            ),
        ])
}

extension PassengerGroup {
    fileprivate var arrivals: CallStream? {
        get {
            guard case .arrivals(let perDay, let hourly, let people) = demand else { return nil }
            return CallStream(perDay: perDay, hourly: hourly, people: people)
        }
        set {
            guard let stream = newValue else { return }
            demand = .arrivals(perDay: stream.perDay, hourly: stream.hourly, people: stream.people)
        }
    }
    fileprivate var population: ClosedPopulation? {
        get {
            guard case .population(let people, let thinking) = demand else { return nil }
            return ClosedPopulation(people: people, thinking: thinking)
        }
        set {
            guard let population = newValue else { return }
            demand = .population(people: population.people, thinking: population.thinking)
        }
    }
    fileprivate var trace: [TraceRow]? {
        get { if case .trace(let rows) = demand, !rows.isEmpty { rows } else { nil } }
        set { demand = .trace(newValue ?? []) }
    }
    fileprivate var table: PeriodTable? {
        get { if case .table(let table) = demand { table } else { nil } }
        set { if let table = newValue { demand = .table(table) } }
    }

    private static let calls = PeriodTableForm(
        table: "a table of calls", origin: "origin_zone", destination: "destination_zone", number: "calls",
        "a number of calls", most: 10_000_000)

    static let section = Section(
        "passengers",
        "A group of passengers with the same habits. Their calls come from one of `arrivals`, `population`, `trace`, `table`.",
        blank: PassengerGroup(name: "", demand: .trace([])),
        groups: [KeyGroup("arrivals"), KeyGroup("population"), KeyGroup("trace"), KeyGroup("table")],
        [
            Field(
                "name", \.name, .name(of: "a group", dots: false), isRequired: true,
                "Name, unique among passenger groups."),
            Field(oneOf: "arrivals", \.arrivals, CallStream.section.format, "Calls as a Poisson process."),
            Field(oneOf: "population", \.population, ClosedPopulation.section.format, "Calls of a closed population."),
            Field(oneOf: "trace", \.trace, TraceTable.format, "Recorded calls, one new person each."),
            Field(
                oneOf: "table", \.table,
                calls.format(
                    name: "calls-table",
                    summary:
                        "Calls as a Poisson process whose rate, origins and destinations follow a table: mean calls in all these "
                        + "hours of one such day.",
                    file: "demand.csv", line: "mon-fri,7,9,1,4,120.5"),
                "Calls from zone to zone by day and hour, one new person each."),
            Field(
                "by", \.by, .word([("call", .call), ("hail", .hail), ("rank", .rank)]),
                "How they ask: `call` the service; `hail` any free taxi of the zone, drawn; or take the first of the zone's queue at a "
                    + "`rank`. On the street there is no offer and no approach; where no taxi is free people stand there for as long as "
                    + "their patience lasts, and the next taxi that becomes free in the zone stops (DEC-STATUS-NAMES).",
                isWritten: { $0 != .call }),
            Field(
                oneOf: "then", \.then, .word([("call", .call)]),
                "What who has stood in vain does: `call`, with a patience of its own. By default they leave."),
            Field(
                "travelers", \.travelers, .seats(1...TraceTable.mostTravelers, of: "travelers"),
                "How many people travel on one call; a trace has its own numbers."),
            Field(
                "origin", \.origin, .zoneWeights,
                "Where calls start; for a population, where people are at first. A trace and a table have their own. `equal` assigns the zones "
                    + "to a population in turn; everything else is drawn."),
            Field(
                "destination", \.destination, .destination,
                "Where calls go; a trace and a table have their own destinations."),
            Field("client", \.client, ClientHabit.section.format, "How the client is used."),
            Field(
                "patience", \.patience, ValueFormat<Distribution>.distribution(.time).orNone,
                "How long they wait for the taxi before they give up, for a reserved one from the agreed time; by default forever "
                    + "(DEC-CALL-CANCEL)."),
            Field("call-again", \.callAgain, .share, "Probability of another call after an abort."),
            Field("call-again-after", \.callAgainAfter, .distribution(.time), "Time from the abort to that call."),
            Field(
                "impatient-calls", \.impatientCalls, .share,
                "Share of calls followed by a second call while waiting (refused: TAXI-CALL-18)."),
            Field(
                "calls-aboard", \.callsAboard, .share, "Share of rides with a call on board (refused: TAXI-CALL-19)."),
            Field(
                "mistakes", \.mistakes, .share,
                "Share of calls with a mistake: no position, no travelers, or outside the zones, in turn."),
            Field(
                "log-outs", \.logOuts, .share,
                "Share of passengers who log out between the call and the acceptance (TAXI-OFFER-08)."),
            Field("logged-out-for", \.loggedOutFor, .distribution(.time), "How long they stay logged out."),
            Field("no-shows", \.noShows, .share, "Share of accepted calls with nobody at the meeting point."),
            Field("reserving", \.reserving, ReservationHabit.section.format, "How they reserve."),
            Field("sharing", \.sharing, SharingHabit.section.format, "How they share rides."),
        ])
}

extension ClientHabit {
    fileprivate static let section = Section(
        "client", "How a passenger uses the client.", blank: ClientHabit(),
        [
            Field("web", \.web, .share, "Share of web clients; the rest are mobile."),
            Field(
                "gps-radius", \.gpsRadius, .distribution(.length),
                "Error radius of a GPS fix; above the limit an address is typed (TAXI-CALL-01B)."),
            Field(
                "gps-permitted", \.gpsPermitted, .share,
                "Share who permit that the client reads their position; the others type an address (SEC-10)."),
            Field("typing", \.typing, .distribution(.time), "Time to type and confirm an address."),
            Field(
                "confirming", \.confirming, .distribution(.time),
                "Time from opening the form to the call (TAXI-CALL-03)."),
        ])
}

/// Attraction that falls with distance.
private struct Gravity: Sendable {
    var weights = ZoneWeights.area
    var scale = Distance.metres(1000)

    static let section = Section(
        "`gravity`",
        "Weight of a zone times exp(-distance / scale), with the distance between points inside the zones.",
        blank: Gravity(),
        [
            Field("weights", \.weights, .zoneWeights, isRequired: true, "Weights of the zones."),
            Field(
                "scale", \.scale, .length(.metres(1) ... .metres(1_000_000)), isRequired: true,
                "Distance over which the attraction falls to 37%."),
        ])
}

extension ValueFormat where Value == DestinationModel {
    fileprivate static let destination = ValueFormat.choice(
        "destination", "a choice of destinations", "Where calls go.",
        cases: {
            [
                Case(
                    "zones", "a zone by weight, whatever the origin; then a point in it", example: "zones: area",
                    { .zoneWeights },
                    make: { .zones($0) }, part: { if case .zones(let weights) = $0 { weights } else { nil } }),
                Case(
                    "gravity", Gravity.section.summary, example: "gravity: {weights: area, scale: 4 km}",
                    { Gravity.section.format },
                    make: { .gravity($0.weights, scale: $0.scale) },
                    part: {
                        if case .gravity(let weights, let scale) = $0 {
                            Gravity(weights: weights, scale: scale)
                        } else {
                            nil
                        }
                    }),
                Case(
                    "table", "weights from zone to zone", example: "table: pairs.csv", { PairTable.format },
                    make: { .table($0) }, part: { if case .table(let pairs) = $0 { pairs } else { nil } }),
            ]
        })
}
