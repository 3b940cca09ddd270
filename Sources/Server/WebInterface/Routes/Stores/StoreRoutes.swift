// SPDX-License-Identifier: GPL-3.0-or-later
import CityGateway
import CityModel
import StoreRules
import StoreService

/// What shoppers ask of the stores (STORE-R2 to -R9, STORE-R12). What they are told beside answers comes as events.
enum StoreRoutes {
    static let all: [Route] = [
        Route(.get, "/stores", "stores") { call, form throws(Problem) in
            let token = try call.token()
            let radius = Distance.metres(Int(form.neededNumber("radiusMetres", in: 0...100_000)))
            let purpose = form.word("purpose", of: ["queue": ListPurpose.queue, "booking": .booking]) ?? .queue
            let filter = StoreForms.optionalFilter(&form)
            if let address = form.text("address") {
                for name in ["latitude", "longitude"] { form.exclude(name, beside: "address") }
                return {
                    let list = try await $0.stores(token, at: address, within: radius, for: purpose, filter)
                    return WebAnswer(200, StoreJSON.of(list))
                }
            }
            let place = call.layout.place(form.neededPoint() ?? GeographicPoint(longitude: 0, latitude: 0))
            return {
                let list = try await $0.stores(token, near: place, within: radius, for: purpose, filter)
                return WebAnswer(200, StoreJSON.of(list))
            }
        },
        Route(.get, "/stores/{id}", "page") { call, form throws(Problem) in
            let (token, store) = (try call.token(), StoreID(try call.number("id")))
            let path = form.word("from", of: ["list": SelectionPath.list, "favourite": .favourite]) ?? .list
            return { WebAnswer(200, StoreJSON.of(try await $0.page(token, of: store, from: path))) }
        },
        Route(.post, "/stores/{id}/tickets", "joinQueue", key: true) { call, form throws(Problem) in
            let (token, store) = (try call.token(), StoreID(try call.number("id")))
            let travel = TimeSpan.minutes(Int(form.number("travelMinutes", in: 0...100_000) ?? 0))
            return { WebAnswer(201, StoreJSON.of(try await $0.join(token, store, travel: travel))) }
        },
        Route(.delete, "/me/ticket", "leaveQueue") { call, form throws(Problem) in
            let (token, isConfirmed) = (try call.token(), try isConfirmed(call))
            return Route.done { try await $0.leaveQueue(token, isConfirmed: isConfirmed) }
        },
        Route(.get, "/stores/{id}/least-crowded", "leastCrowdedSlot") { call, form throws(Problem) in
            let (token, store) = (try call.token(), StoreID(try call.number("id")))
            let times = form.neededTimes()
            return {
                let slot = try await $0.leastCrowdedSlot(token, at: store, from: times.from, to: times.to)
                return WebAnswer(200, ["slot": .time(slot)])
            }
        },
        Route(.post, "/stores/{id}/bookings", "book", key: true) { call, form throws(Problem) in
            let (token, store) = (try call.token(), StoreID(try call.number("id")))
            form.require("slot")
            let slot = form.instant("slot") ?? .epoch
            return { WebAnswer(201, StoreJSON.of(try await $0.book(token, store, at: slot))) }
        },
        Route(.get, "/me/pass", "ownPass") { call, form throws(Problem) in
            let token = try call.token()
            return { WebAnswer(200, ["pass": try await $0.ownPass(token).map { StoreJSON.of($0) } ?? .null]) }
        },
        Route(.delete, "/me/booking", "cancelBooking") { call, form throws(Problem) in
            let (token, isConfirmed) = (try call.token(), try isConfirmed(call))
            return Route.done { try await $0.cancelBooking(token, isConfirmed: isConfirmed) }
        },
        Route(.post, "/me/booking/postponement", "answerPostponement", key: true) { call, form throws(Problem) in
            let token = try call.token()
            let accept = form.neededFlag("accept")
            return Route.done { try await $0.answerPostponement(token, accept: accept) }
        },
        Route(.put, "/me/favourites/{id}", "markFavourite") { call, form throws(Problem) in
            let (token, store) = (try call.token(), StoreID(try call.number("id")))
            return { favourites(try await $0.setFavourite(token, store, isOn: true)) }
        },
        Route(.delete, "/me/favourites/{id}", "unmarkFavourite") { call, form throws(Problem) in
            let (token, store) = (try call.token(), StoreID(try call.number("id")))
            return { favourites(try await $0.setFavourite(token, store, isOn: false)) }
        },
        Route(.post, "/me/wishes", "addWish", key: true) { call, form throws(Problem) in
            let token = try call.token()
            let wish = StoreForms.wish(&form)
            return { WebAnswer(201, ["wish": JSONValue(try await $0.addWish(token, wish))]) }
        },
        Route(.delete, "/me/wishes/{id}", "removeWish") { call, form throws(Problem) in
            let (token, wish) = (try call.token(), WishID(try call.number("id")))
            return Route.done { try await $0.removeWish(token, wish) }
        },
    ]

    private static func favourites(_ stores: [StoreID]) -> WebAnswer {
        WebAnswer(200, ["favourites": .list(stores.map { JSONValue($0) })])
    }

    /// Whether the person was asked again (STORE-R8, STORE-R9). Behind the question mark: a DELETE has no content.
    private static func isConfirmed(_ call: WebCall) throws(Problem) -> Bool {
        var query = FormReader(query: call.request.query)
        let isConfirmed = query.flag("isConfirmed") ?? false
        try query.finish()
        return isConfirmed
    }
}
