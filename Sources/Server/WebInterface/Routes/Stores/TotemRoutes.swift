// SPDX-License-Identifier: GPL-3.0-or-later
import CityGateway
import CityModel
import StoreCodes
import StoreRules
import StoreService

/// What the devices of a store ask (STORE-TOTEM, STORE-R5, STORE-R9, STORE-R10, STORE-EXIT). Each shows the key of a device of this
/// store.
enum TotemRoutes {
    static let all: [Route] = [
        Route(.post, "/totems/{store}/wake", "wakeTotem") { call, form throws(Problem) in
            let store = try admitted(call, .totem)
            return {
                guard let page = try await $0.wakeTotem(at: store) else { throw Refusals.unknownStore }
                return WebAnswer(200, StoreJSON.of(page))
            }
        },
        Route(.post, "/totems/{store}/tickets", "takeTicket", key: true) { call, form throws(Problem) in
            let store = try admitted(call, .totem)
            return { WebAnswer(201, StoreJSON.of(try await $0.takeTicket(at: store))) }
        },
        Route(.post, "/totems/{store}/returns", "returnTicket", key: true) { call, form throws(Problem) in
            let store = try admitted(call, .totem)
            let code = code(&form)
            return { WebAnswer(200, ["isReturned": .flag(try await $0.returnTicket(code, at: store))]) }
        },
        Route(.post, "/totems/{store}/gate", "scanIn", key: true) { call, form throws(Problem) in
            let store = try admitted(call, .gate)
            let code = code(&form)
            return {
                switch try await $0.scanIn(code, at: store) {
                case .open(let pass): WebAnswer(200, ["decision": "open", "pass": JSONValue(pass)])
                case .wait(let pass): WebAnswer(200, ["decision": "wait", "pass": JSONValue(pass)])
                }
            }
        },
        Route(.post, "/totems/{store}/exit", "scanOut", key: true) { call, form throws(Problem) in
            let store = try admitted(call, .exit)
            let code = code(&form)
            return { WebAnswer(200, ["pass": JSONValue(try await $0.scanOut(code, at: store))]) }
        },
        Route(.get, "/totems/{store}/displays", "displays") { call, form throws(Problem) in
            let store = StoreID(try call.number("store"))
            let device = try call.devices.admit(call.request, as: [.totem, .gate], of: store)
            let prints = call.devices.printsIssued(device)
            let after = form.neededNumber("after", in: 0...(1 << 53))
            return { city in
                let read = try await city.displays(at: store, after: after)
                let displays = read.news.compactMap { told -> JSONValue? in
                    if case .print = told.news, !prints { return nil }
                    return [
                        "number": .whole(UInt64(told.number)), "time": .time(told.time),
                        "display": StoreJSON.of(told.news),
                    ]
                }
                return WebAnswer(
                    200,
                    [
                        "displays": .list(displays), "hasGap": .flag(read.hasGap), "last": .whole(UInt64(read.last)),
                    ])
            }
        },
    ]

    /// The store whose device it is that asks.
    private static func admitted(_ call: WebCall, _ kinds: WebDevices.Kind...) throws(Problem) -> StoreID {
        let store = StoreID(try call.number("store"))
        try call.devices.admit(call.request, as: Set(kinds), of: store)
        return store
    }

    /// What a scanner found. A text that is no code of ours is the code of nobody, as the service says of any unknown one.
    private static func code(_ form: inout FormReader) -> EntryCode {
        EntryCode(text: form.neededText("code")) ?? EntryCode(high: 0, low: 0)
    }
}
