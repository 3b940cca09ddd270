// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import StoreRules
import Testing
import WebTestKit

@testable import WebInterface

/// How stores, shoppers, staff and devices are, for clients that were just opened.
@Suite struct WebStoreFactTests {
    @Test("Stores are listed with name and place for everybody, and what managers have set is told as they state it")
    func stores() async throws {
        let city = try WebTown()
        try await city.live { program in
            let list = await program.ask(.get, "/store-directory")
            #expect(list.status == 200 && list.body.contains(#"{"store":1,"name":""#), "\(list)")
            #expect(list.body.contains(#""position":{"latitude":"#), "\(list)")
            let bruno = try await city.staff("bruno", program)
            let hours = #"{"mon":{"opens":"22:00","closes":"26:00"},"thu":{"opens":"08:00","closes":"20:30"}}"#
            #expect(await bruno.ask(.patch, "/stores/2", #"{"hours": \#(hours)}"#).status == 204)
            let settings = await program.ask(.get, "/stores/2/settings")
            #expect(settings.body.contains(#""hours":\#(hours)"#), "\(settings)")
            #expect(settings.body.contains(#""totemHours":{"always":true}"#), "\(settings)")
            #expect(settings.body.contains(#""graceSeconds":600"#), "\(settings)")
            #expect(await bruno.ask(.delete, "/stores/2").status == 204)
            #expect(await program.ask(.get, "/stores/2/settings").isProblem(404, "unknownStore", nil))
            let fewer = await program.ask(.get, "/store-directory")
            #expect(!fewer.body.contains(#""store":2"#), "\(fewer)")
        }
    }

    @Test("STORE-R7, STORE-FAVOURITE, STORE-ALERT: a shopper's state has the pass, its phase, favourites and wishes")
    func shopper() async throws {
        let city = try WebTown()
        try await city.live { program in
            let shopper = try await city.shopper(1, program)
            let before = await shopper.ask(.get, "/me/shopper")
            let none =
                #""state":{"pass":null,"phase":null,"isBooking":null,"proposal":null,"favourites":[],"wishes":[]}"#
            #expect(before.status == 200 && before.body.contains(none), "\(before)")
            let range = ["from": WebTown.time(9), "to": WebTown.time(10)]
            let slots = await shopper.ask(.get, "/stores/1/slots", query: range)
            #expect(slots.body.contains(#"{"slot":"\#(WebTown.time(9))","taken":0,"size":4,"free":2}"#), "\(slots)")
            #expect(await program.ask(.get, "/stores/1/slots", query: range).status == 401)
            #expect(await shopper.ask(.get, "/stores/9/slots", query: range).isProblem(404, "unknownStore", nil))
            _ = await shopper.ask(.put, "/me/favourites/2")
            let wish = #"{"stores": [2], "weekdays": ["mon", "sun"], "from": "09:00", "to": "11:30"}"#
            #expect(await shopper.ask(.post, "/me/wishes", wish, key: "w").status == 201)
            #expect(await shopper.ask(.post, "/stores/1/tickets", "{}", key: "a").status == 201)
            let after = await shopper.ask(.get, "/me/shopper")
            #expect(
                after.body.contains(#""phase":"called","isBooking":false"#)
                    && after.body.contains(#""favourites":[2]"#), "\(after)")
            let told = #""stores":[2],"weekdays":["mon","sun"],"from":"09:00","to":"11:30"}"#
            #expect(after.body.contains(told), "\(after)")
            let own = await shopper.ask(.get, "/me/pass")
            #expect(after.body.contains(String(own.body.dropFirst().dropLast())), "\(after) \(own)")
            #expect(await shopper.ask(.get, "/me/staff").word == "wrongRole")
            let anna = try await city.staff("anna", program)
            #expect(await anna.ask(.get, "/me/shopper").word == "wrongRole")
            #expect(await program.ask(.get, "/me/shopper").status == 401)
        }
    }

    @Test("ACCOUNT-MANAGER-02: staff are told which stores they manage and where they work")
    func staff() async throws {
        let city = try WebTown()
        try await city.live { program in
            for (name, says) in [
                ("anna", #""isManager":false,"manages":[1],"worksAt":[]"#),
                ("bruno", #""isManager":true,"manages":[1,2],"worksAt":[]"#),
                ("carla", #""isManager":false,"manages":[],"worksAt":[1]"#),
            ] {
                let state = await (try city.staff(name, program)).ask(.get, "/me/staff")
                #expect(state.status == 200 && state.body.contains(says), "\(name): \(state)")
            }
        }
    }

    @Test("STORE-CALL, STORE-R10: a device is told what it is, who is called, and gets the image of a code")
    func devices() async throws {
        let city = try WebTown()
        try await city.live { program in
            let (totem, gate) = (program.with(device: WebTown.totem), program.with(device: WebTown.gate))
            let own = await totem.ask(.get, "/devices/current")
            #expect(own.body == #"{"name":"door totem","kind":"totem","store":1}"#, "\(own)")
            #expect(await program.ask(.get, "/devices/current").isProblem(401, "noDevice", "ACCOUNT-SMS-03"))
            let issued = await totem.ask(.post, "/totems/1/tickets", key: "a")
            let (pass, code) = (try #require(issued.number("pass")), try #require(issued.text("code")))
            let board = await totem.ask(.get, "/totems/1/board")
            #expect(board.body.contains(#""called":[{"pass":\#(pass),"until":""#), "\(board)")
            #expect(board.body.contains(#""page":{"store":1,"isOpen":true,"queued":0"#), "\(board)")
            #expect(await gate.ask(.get, "/totems/1/board").status == 200)
            #expect(await program.with(device: WebTown.otherGate).ask(.get, "/totems/1/board").word == "otherStore")
            let image = await program.ask(.get, "/codes/\(code)")
            #expect(image.status == 200 && image.headers.contains(.init("content-type", "image/svg+xml")), "\(image)")
            #expect(image.body.hasPrefix("<svg ") && !image.body.contains(code))
            let none = await program.ask(.get, "/codes/\(code.dropLast())g")
            #expect(none.status == 404, "\(code): \(none)")
            #expect(await gate.ask(.post, "/totems/1/gate", #"{"code": "\#(code)"}"#, key: "in").status == 200)
            #expect(await totem.ask(.get, "/totems/1/board").body.contains(#""called":[]"#))
        }
    }
}
