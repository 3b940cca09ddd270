// SPDX-License-Identifier: GPL-3.0-or-later
import CityGateway
import CityLoop
import CityModel
import StoreCodes
import StoreRules
import StoreService

/// What pages and apps show of stores, shoppers, staff and devices beside what these ask for: how things stand, so that a client
/// that was just opened shows what is so.
enum StoreFactRoutes {
    static let all: [Route] = [
        Route(.get, "/store-directory", "storeDirectory") { call, form throws(Problem) in
            let stores = try call.stores()
            return { _ in
                let rows = stores.read { rules in
                    rules.floors.filter { !$0.record.isRemoved }.map { StoreJSON.row($0.record, call.layout) }
                }
                return WebAnswer(200, ["stores": .list(rows)])
            }
        },
        Route(.get, "/stores/{id}/settings", "storeSettings") { call, form throws(Problem) in
            let (stores, store) = (try call.stores(), StoreID(try call.number("id")))
            return { _ in
                WebAnswer(200, StoreJSON.of(try stores.read { try $0.floor(of: store).settings }))
            }
        },
        Route(.get, "/stores/{id}/slots", "freeSlots") { call, form throws(Problem) in
            let (stores, token, store) = (try call.stores(), try call.token(), StoreID(try call.number("id")))
            let times = form.neededTimes()
            return { city in
                _ = try await city.openSession(token, AccessError.self)
                let slots = try stores.read {
                    try $0.floor(of: store).bookable(in: times.from..<times.to, at: city.loop.now)
                }
                return WebAnswer(200, ["slots": .list(slots.map { StoreJSON.of($0) })])
            }
        },
        Route(.get, "/me/shopper", "shopperState") { call, form throws(Problem) in
            let (stores, token) = (try call.stores(), try call.token())
            return { city in
                let role = try await city.openSession(token, AccessError.self).role
                guard role.name == .shopper else { throw AccessError.wrongRole }
                let shopper = ShopperID(role.number)
                let state = stores.read { StoreJSON.standing($0.own(of: shopper), $0.record(of: shopper)) }
                return try await Route.standing(state, token, city)
            }
        },
        Route(.get, "/me/staff", "staffState") { call, form throws(Problem) in
            let (stores, token) = (try call.stores(), try call.token())
            return { city in
                let role = try await city.openSession(token, AccessError.self).role
                guard role.name == .staff else { throw AccessError.wrongRole }
                let staff = StaffID(role.number)
                let state = stores.read { StoreJSON.standing(staff, $0) }
                return try await Route.standing(state, token, city)
            }
        },
        Route(.get, "/devices/current", "ownDevice") { call, form throws(Problem) in
            guard let device = call.devices.device(of: call.request) else { throw WebDevices.unknown }
            let answer = WebAnswer(
                200,
                [
                    "name": .text(device.name), "kind": .text(device.kind.rawValue), "store": JSONValue(device.store),
                ])
            return { _ in answer }
        },
        Route(.get, "/totems/{store}/board", "storeBoard") { call, form throws(Problem) in
            let (stores, store) = (try call.stores(), StoreID(try call.number("store")))
            try call.devices.admit(call.request, as: [.totem, .gate], of: store)
            return { city in
                let now = city.loop.now
                let (page, called) = try stores.read {
                    let floor = try $0.floor(of: store)
                    return (floor.page(at: now), floor.called)
                }
                let lines = called.map { ["pass": JSONValue($0.pass), "until": .time($0.until)] as JSONValue }
                return WebAnswer(200, ["now": .time(now), "page": StoreJSON.of(page), "called": .list(lines)])
            }
        },
        Route(.get, "/codes/{code}", "codeImage") { call, form throws(Problem) in
            guard let code = EntryCode(text: call.parts["code"] ?? "") else { throw Refusals.unknown }
            return { _ in
                WebAnswer(200, headers: [.init("content-type", "image/svg+xml")], body: QRImage(code).svg)
            }
        },
    ]
}
