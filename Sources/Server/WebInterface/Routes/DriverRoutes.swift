// SPDX-License-Identifier: GPL-3.0-or-later
import CityGateway
import CityModel
import TaxiRules
import TaxiService

/// What drivers ask (API-05, API-09).
enum DriverRoutes {
    static let all: [Route] = [
        Route(.get, "/me/status", "getStatus") { call, form throws(Problem) in
            let token = try call.token()
            return { WebAnswer(200, ["status": .text(try await $0.getStatus(token).word)]) }
        },
        Route(.put, "/me/status", "setStatus") { call, form throws(Problem) in
            let token = try call.token()
            let inService = form.neededFlag("inService")
            return Route.done { try await $0.setStatus(token, inService: inService) }
        },
        Route(.get, "/me/driver", "driverState") { call, form throws(Problem) in
            let token = try call.token()
            return { city in
                let state = try await city.driverState(token)
                return try await Route.standing(TaxiJSON.state(state, call.layout), token, city)
            }
        },
        Route(.get, "/offers/current", "nextOffer") { call, form throws(Problem) in
            let token = try call.token()
            return { WebAnswer(200, TaxiJSON.offer(try await $0.nextOffer(token), call.layout)) }
        },
        Route(.post, "/offers/{id}/answer", "answer", key: true) { call, form throws(Problem) in
            let (token, offer) = (try call.token(), OfferID(try call.number("id")))
            let accept = form.neededFlag("accept")
            return {
                guard let ride = try await $0.answer(token, offer, accept: accept) else { return .done }
                return WebAnswer(200, TaxiJSON.ride(ride, call.layout))
            }
        },
        Route(.post, "/rides/{request}/boarded", "passengerAboard", key: true) { call, form throws(Problem) in
            let (token, request) = (try call.token(), RequestID(try call.number("request")))
            form.require("travelers")
            let travelers = form.number("travelers") ?? 0
            return Route.done { try await $0.passengerAboard(token, request, travelers: Int(travelers)) }
        },
        Route(.post, "/rides/{request}/riders", "passengersAboard", key: true) { call, form throws(Problem) in
            let (token, request) = (try call.token(), RequestID(try call.number("request")))
            form.require("riders")
            let riders = form.list("riders", most: BoardCounts.most) { list, index in
                list.object(index) { rider in
                    Rider(
                        passenger: PassengerID(Int32(rider.neededNumber("passenger", in: 1...Int64(Int32.max)))),
                        travelers: Int32(rider.neededNumber("travelers", in: 0...1000)))
                }
            }
            return Route.done { try await $0.passengersAboard(token, request, riders ?? []) }
        },
        Route(.post, "/rides/{request}/drop-offs", "passengerDropped", key: true) { call, form throws(Problem) in
            let (token, request) = (try call.token(), RequestID(try call.number("request")))
            let passenger = PassengerID(Int32(form.neededNumber("passenger", in: 1...Int64(Int32.max))))
            return Route.done { try await $0.passengerDropped(token, request, passenger) }
        },
        Route(.post, "/rides/{request}/nobody-here", "nobodyHere", key: true) { call, form throws(Problem) in
            let (token, request) = (try call.token(), RequestID(try call.number("request")))
            return Route.done { try await $0.nobodyHere(token, request) }
        },
        Route(.post, "/rides/{request}/end", "rideEnded", key: true) { call, form throws(Problem) in
            let (token, request) = (try call.token(), RequestID(try call.number("request")))
            let isBad = form.flag("badCustomer") ?? false
            return Route.done { try await $0.rideEnded(token, request, badCustomer: isBad) }
        },
    ]
}
