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
            return {
                try await $0.setStatus(token, inService: inService)
                return .done
            }
        },
        Route(.get, "/offers/current", "nextOffer") { call, form throws(Problem) in
            let token = try call.token()
            return { WebAnswer(200, json(try await $0.nextOffer(token), call.layout)) }
        },
        Route(.post, "/offers/{id}/answer", "answer") { call, form throws(Problem) in
            let (token, offer) = (try call.token(), OfferID(try call.number("id")))
            let accept = form.neededFlag("accept")
            return {
                guard let ride = try await $0.answer(token, offer, accept: accept) else { return .done }
                return WebAnswer(200, json(ride, call.layout))
            }
        },
        Route(.post, "/rides/{request}/boarded", "passengerAboard", key: true) { call, form throws(Problem) in
            let (token, request) = (try call.token(), RequestID(try call.number("request")))
            if !form.has("travelers") { form.note("travelers", "is missing") }
            let travelers = form.number("travelers") ?? 0
            return {
                try await $0.passengerAboard(token, request, travelers: Int(travelers))
                return .done
            }
        },
        Route(.post, "/rides/{request}/nobody-here", "nobodyHere", key: true) { call, form throws(Problem) in
            let (token, request) = (try call.token(), RequestID(try call.number("request")))
            return {
                try await $0.nobodyHere(token, request)
                return .done
            }
        },
        Route(.post, "/rides/{request}/end", "rideEnded", key: true) { call, form throws(Problem) in
            let (token, request) = (try call.token(), RequestID(try call.number("request")))
            let isBad = form.flag("badCustomer") ?? false
            return {
                try await $0.rideEnded(token, request, badCustomer: isBad)
                return .done
            }
        },
    ]

    private static func json(_ offer: Offer, _ layout: any ZoneLayout) -> JSONValue {
        [
            "offer": JSONValue(Int(offer.id.number)), "passenger": .text(offer.passenger),
            "zone": JSONValue(Int(offer.zone.number)), "cell": WebPlace.json(offer.cell, layout),
            "travelers": JSONValue(offer.travelers), "meetingTime": .text(WebTime.text(offer.meetingTime)),
            "deadline": .text(WebTime.text(offer.deadline)),
        ]
    }

    private static func json(_ ride: RideToDrive, _ layout: any ZoneLayout) -> JSONValue {
        [
            "request": JSONValue(Int(ride.request.number)), "meeting": WebPlace.json(ride.meeting, layout),
            "travelers": JSONValue(ride.travelers),
            "pickUp": ride.pickUp.map { .text(WebTime.text($0)) } ?? .null,
        ]
    }
}
