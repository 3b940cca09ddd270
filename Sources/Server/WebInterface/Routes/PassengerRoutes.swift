// SPDX-License-Identifier: GPL-3.0-or-later
import CityGateway
import CityModel
import TaxiRules
import TaxiService

/// What passengers and travel planners ask (API-04, API-06A to API-08, API-11).
enum PassengerRoutes {
    static let all: [Route] = [
        Route(.put, "/me/location", "updateLocation") { call, form throws(Problem) in
            let token = try call.token()
            let (latitude, longitude) = (form.neededDegrees("latitude"), form.neededDegrees("longitude"))
            return Route.done { _ = try await $0.updateLocation(token, latitude: latitude, longitude: longitude) }
        },
        Route(.get, "/me/passenger", "passengerState") { call, form throws(Problem) in
            let token = try call.token()
            return { city in
                let state = try await city.passengerState(token)
                return try await Route.standing(TaxiJSON.state(state, call.layout), token, city)
            }
        },
        Route(.post, "/calls", "placeCall", key: true) { call, form throws(Problem) in
            let token = try call.token()
            let meeting = place("meeting", call, &form)
            let travelers = form.number("travelers") ?? 1
            return {
                let request = try await $0.placeCall(token, at: meeting, travelers: Int(travelers))
                return WebAnswer(201, ["request": JSONValue(request)])
            }
        },
        Route(.get, "/calls/{id}", "settled") { call, form throws(Problem) in
            let (token, request) = (try call.token(), RequestID(try call.number("id")))
            return {
                let arrival = try await $0.settled(token, request)
                return WebAnswer(
                    200,
                    [
                        "request": JSONValue(arrival.request), "taxi": JSONValue(arrival.taxi),
                        "expected": .time(arrival.expected),
                    ])
            }
        },
        Route(.delete, "/calls/{id}", "abandon") { call, form throws(Problem) in
            let (token, request) = (try call.token(), RequestID(try call.number("id")))
            return Route.done { try await $0.abandon(token, request) }
        },
        Route(.get, "/calls/{id}/arrival", "arrival") { call, form throws(Problem) in
            let (token, request) = (try call.token(), RequestID(try call.number("id")))
            return {
                let estimate = try await $0.arrival(token, of: request)
                return WebAnswer(
                    200,
                    [
                        "expected": .time(estimate.expected),
                        "taxi": WebPlace.json(estimate.taxi, call.layout),
                    ])
            }
        },
        Route(.post, "/reservations", "reserve", key: true) { call, form throws(Problem) in
            let token = try call.token()
            let (origin, destination) = (place("origin", call, &form), place("destination", call, &form))
            let pickUp = form.time("pickUp")
            let (travelers, isShared) = (form.number("travelers") ?? 1, form.flag("isShared") ?? false)
            return { city in
                let entered = ReservationForm(
                    client: city.sender.kind, origin: origin, destination: destination, pickUp: pickUp,
                    travelers: travelers,
                    isShared: isShared)
                return WebAnswer(201, ["reservation": JSONValue(try await city.reserve(token, entered))])
            }
        },
        Route(.get, "/reservations", "reservations") { call, form throws(Problem) in
            let token = try call.token()
            return {
                let rows = try await $0.reservations(token).map { row -> JSONValue in
                    [
                        "reservation": JSONValue(row.reservation),
                        "pickUp": .time(row.pickUp),
                        "isCancellable": .flag(row.isCancellable),
                    ]
                }
                return WebAnswer(200, ["reservations": .list(rows)])
            }
        },
        Route(.delete, "/reservations/{id}", "cancel") { call, form throws(Problem) in
            let (token, reservation) = (try call.token(), ReservationID(try call.number("id")))
            return Route.done { try await $0.cancel(token, reservation) }
        },
        Route(.post, "/shared-rides/searches", "searchRides", key: true) { call, form throws(Problem) in
            let token = try call.token()
            let (start, destination) = (place("start", call, &form), place("destination", call, &form)?.place)
            let (travelers, pickUp) = (form.number("travelers") ?? 1, form.time("pickUp"))
            return { city in
                let taxi = CallForm(
                    client: city.sender.kind, source: start?.source ?? .none, radius: start?.radius ?? .zero,
                    place: start?.place, travelers: travelers)
                let found = try await city.searchRides(
                    token, ShareForm(call: taxi, destination: destination, pickUp: pickUp))
                switch found {
                case .proposals(let rides):
                    return WebAnswer(200, ["proposals": .list(rides.map { TaxiJSON.proposal($0, call.layout) })])
                case .created(let ride): return WebAnswer(201, ["ride": JSONValue(ride)])
                }
            }
        },
        Route(.post, "/shared-rides/{id}/passengers", "join", key: true) { call, form throws(Problem) in
            let (token, ride) = (try call.token(), SharedRideID(try call.number("id")))
            return {
                let joined = try await $0.join(token, ride)
                return WebAnswer(
                    201,
                    [
                        "ride": JSONValue(joined.ride),
                        "meeting": WebPlace.json(joined.meeting, call.layout),
                        "time": .time(joined.time),
                    ])
            }
        },
        Route(.post, "/shared-rides", "createRide", key: true) { call, form throws(Problem) in
            let token = try call.token()
            return { WebAnswer(201, ["ride": JSONValue(try await $0.createRide(token))]) }
        },
        Route(.post, "/legs", "placeTaxi", key: true) { call, form throws(Problem) in
            let token = try call.token()
            form.require("reference")
            let reference = form.number("reference", in: 0...(1 << 53)) ?? 0
            form.require("time")
            let time = form.instant("time") ?? .epoch
            form.require("start")
            let start = place("start", call, &form)?.place ?? Place(east: 0, north: 0)
            let leg = PlannedLeg(
                reference: reference, time: time, start: start, travelers: Int(form.number("travelers") ?? 1))
            return {
                let taxi = try await $0.placeTaxi(token, for: leg)
                return WebAnswer(
                    201,
                    [
                        "reference": .whole(UInt64(taxi.reference)), "request": JSONValue(taxi.request),
                        "placed": .time(taxi.placed),
                    ])
            }
        },
    ]

    /// A position that a form states, as an address or as a fix with its error radius in metres; nil without one.
    private static func place(_ name: String, _ call: WebCall, _ form: inout FormReader) -> EnteredPlace? {
        form.object(name) { inner in
            let point = inner.neededPoint()
            let source = inner.word("source", of: ["gps": PositionSource.gps, "address": .address]) ?? .address
            let radius = inner.number("radius", in: 0...1_000_000) ?? 0
            return point.map {
                EnteredPlace(source: source, radius: .metres(Int(radius)), place: call.layout.place($0))
            }
        } ?? nil
    }
}
