// SPDX-License-Identifier: GPL-3.0-or-later

import CityMap
import CityModel
import StoreRules
import Testing
import WebTestKit

@testable import WebInterface

/// Stores by requests alone, without a network.
@Suite struct WebStoreTests {
    @Test(
        "ACCOUNT-R1, STORE-R4, STORE-CALL, STORE-R10, STORE-EXIT: a phone signs in, joins, is called, scanned in and out, by requests alone"
    )
    func visit() async throws {
        let city = try WebTown()
        try await city.live { program in
            let shopper = try await city.shopper(1, program)
            let joined = await shopper.ask(.post, "/stores/1/tickets", #"{"travelMinutes": 0}"#, key: "a")
            let (pass, code) = (try #require(joined.number("pass"), "\(joined)"), try #require(joined.text("code")))
            #expect(joined.status == 201 && joined.number("ahead") == 0 && joined.number("store") == 1, "\(joined)")
            let again = await shopper.ask(.post, "/stores/1/tickets", #"{"travelMinutes": 0}"#, key: "a")
            #expect(again.body == joined.body && again.isReplayed)
            let twice = await shopper.ask(.post, "/stores/1/tickets", "{}", key: "b")
            #expect(twice.isProblem(409, "alreadyPending", "DEC-STORE-ONE-PENDING"), "\(twice)")
            // A place is free: the turn has come.
            let own = await shopper.ask(.get, "/me/pass")
            #expect(own.status == 200 && own.body.contains(#""pass":\#(pass)"#), "\(own)")
            #expect(own.body.contains(#""calledUntil":"\#(WebTown.time(8).prefix(13))"#), "\(own)")

            let scan = #"{"code": "\#(code)"}"#
            let gate = program.with(device: WebTown.gate)
            let opened = await gate.ask(.post, "/totems/1/gate", scan, key: "in")
            #expect(opened.status == 200 && opened.text("decision") == "open", "\(opened)")
            #expect(opened.number("pass") == pass)
            let reused = await gate.ask(.post, "/totems/1/gate", scan, key: "in-2")
            #expect(reused.isProblem(409, "usedCode", "STORE-R10"), "\(reused)")
            let lost = await gate.ask(.post, "/totems/1/gate", scan, key: "in")
            #expect(lost.body == opened.body && lost.isReplayed, "a reader that lost the answer opens the gate")
            let foreign = await gate.ask(.post, "/totems/1/gate", #"{"code": "poster"}"#, key: "in-3")
            #expect(foreign.isProblem(404, "unknownCode", "STORE-R10"), "\(foreign)")

            // The least visit passes.
            let exit = program.with(device: WebTown.exit)
            var left = await exit.ask(.post, "/totems/1/exit", scan, key: "out")
            for number in 0..<500 where left.word == "tooSoon" {
                try await Task.sleep(for: .milliseconds(10))
                left = await exit.ask(.post, "/totems/1/exit", scan, key: "out-\(number)")
            }
            #expect(left.status == 200 && left.number("pass") == pass, "\(left)")
            let gone = await exit.ask(.post, "/totems/1/exit", scan, key: "gone")
            #expect(gone.isProblem(409, "notInside", "STORE-EXIT"), "\(gone)")
            let none = await shopper.ask(.get, "/me/pass")
            #expect(none.status == 200 && none.body == #"{"pass":null}"#)

            #expect(
                await shopper.events(upTo: "store.visitEnded")
                    == ["open", "store.called", "store.entered", "store.entryRefused", "store.visitEnded"])

            let kept = await shopper.ask(.get, "/me/data")
            #expect(kept.text("phone") == "+393331000101" && kept.body.contains(#""kind":"visit""#), "\(kept)")
            #expect(await shopper.ask(.delete, "/phone-sessions/current").status == 204)
            #expect(await shopper.ask(.get, "/me/pass").status == 401)
            let anna = try await city.staff("anna", program)
            let range = ["from": WebTown.time(8), "to": WebTown.time(8)]
            let numbers = await anna.ask(.get, "/stores/1/statistics", query: range)
            #expect(numbers.number("inside") == 0 && numbers.body.contains(#""slots":[]"#), "\(numbers)")
        }
    }

    @Test("ACCOUNT-SMS-01, -02: a phone or a code that is none is refused, with what to do")
    func phones() async throws {
        let city = try WebTown()
        try await city.live { program in
            let none = await program.ask(.post, "/phone-codes", #"{"phone": "12"}"#, key: "none")
            #expect(none.isProblem(422, "badPhone", "ACCOUNT-SMS-01"), "\(none)")
            #expect(none.text("title")?.contains("country code") == true)
            let phone = #"{"phone": "+39 333 1000200"}"#
            #expect(await program.ask(.post, "/phone-codes", phone, key: "first").status == 202)
            let soon = await program.ask(.post, "/phone-codes", phone, key: "second")
            #expect(soon.isProblem(429, "tooSoon", "ACCOUNT-R1"), "\(soon)")
            #expect(soon.headers.contains(.init("retry-after", "30")))
            func login(_ code: String) async -> WebAnswer {
                await program.ask(.post, "/phone-sessions", #"{"phone": "+39 333 1000200", "code": "\#(code)"}"#)
            }
            #expect(await login("12345").isProblem(422, "badCode", "ACCOUNT-SMS-01"))
            let wrong = city.town.phone.code == "123456" ? "123457" : "123456"
            for _ in 0..<4 { #expect(await login(wrong).isProblem(401, "wrongCode", "ACCOUNT-SMS-01")) }
            #expect(await login(wrong).isProblem(401, "tooManyTries", "ACCOUNT-SMS-01"))
            let shopper = try await city.shopper(1, program)
            let unsure = await shopper.ask(.post, "/me/phone/deletion", #"{"isConfirmed": false}"#, key: "no")
            #expect(unsure.isProblem(409, "notProceeded", "ACCOUNT-PROFILE-04B"), "\(unsure)")
            let deleted = await shopper.ask(.post, "/me/phone/deletion", #"{"isConfirmed": true}"#, key: "yes")
            #expect(deleted.status == 204, "\(deleted)")
            #expect(await shopper.ask(.get, "/me/data").status == 401)
        }
    }

    @Test(
        "STORE-R7, STORE-R8, STORE-R14: a slot is found, booked, too early at the gate, and cancelled once that is confirmed"
    )
    func booking() async throws {
        let city = try WebTown()
        try await city.live { program in
            let shopper = try await city.shopper(1, program)
            let range = ["from": WebTown.time(9), "to": WebTown.time(12)]
            let found = await shopper.ask(.get, "/stores/1/least-crowded", query: range)
            #expect(found.text("slot") == WebTown.time(9), "\(found)")
            func book(_ slot: String, _ key: String) async -> WebAnswer {
                await shopper.ask(.post, "/stores/1/bookings", #"{"slot": "\#(slot)"}"#, key: key)
            }
            #expect(await book(WebTown.time(7, 30), "a").isProblem(422, "past", "STORE-R7"))
            #expect(await book(WebTown.time(10, 10), "b").isProblem(422, "notASlot", "STORE-R18"))
            #expect(await book(WebTown.time(10, day: 60), "c").isProblem(422, "tooFarAhead", "STORE-R7"))
            #expect(await book(WebTown.time(23), "d").isProblem(409, "closed", "STORE-R7"))
            let never = await book("1970-02-30T10:00:00Z", "e")
            #expect(never.word == "badForm" && never.body.contains(#""name":"slot""#), "\(never)")
            let booked = await book(WebTown.time(10), "f")
            #expect(booked.status == 201 && booked.text("time") == WebTown.time(10), "\(booked)")
            #expect(booked.body.contains(#""ahead":null"#))
            let code = try #require(booked.text("code"))
            let early = await program.with(device: WebTown.gate).ask(
                .post, "/totems/1/gate", #"{"code": "\#(code)"}"#, key: "in")
            #expect(early.isProblem(409, "tooEarly", "STORE-R14"), "\(early)")
            let later = await shopper.ask(.post, "/me/booking/postponement", #"{"accept": true}"#, key: "p")
            #expect(later.isProblem(409, "noProposal", "STORE-R12"), "\(later)")
            #expect(await shopper.ask(.delete, "/me/ticket", query: ["isConfirmed": "true"]).word == "notQueued")
            let unsure = await shopper.ask(.delete, "/me/booking")
            #expect(unsure.isProblem(422, "notConfirmed", "STORE-R9"), "\(unsure)")
            #expect(await shopper.ask(.delete, "/me/booking", query: ["isConfirmed": "true"]).status == 204)
            let again = await shopper.ask(.delete, "/me/booking", query: ["isConfirmed": "true"])
            #expect(again.isProblem(409, "noBooking", "STORE-R8"), "\(again)")
            let odd = await shopper.ask(.delete, "/me/booking", query: ["isConfirmed": "yes"])
            #expect(odd.word == "badForm" && odd.body.contains("must be true or false"), "\(odd)")
        }
    }

    @Test("STORE-R2, STORE-R3, STORE-R6, STORE-FAVOURITE, STORE-ALERT: lists, pages, favourites and wishes")
    func finding() async throws {
        let city = try WebTown()
        let corner = StoreTown.layout.geographic(.origin)
        try await city.live { program in
            let shopper = try await city.shopper(1, program)
            let near = ["latitude": "\(corner.latitude)", "longitude": "\(corner.longitude)", "radiusMetres": "1000"]
            let list = await shopper.ask(.get, "/stores", query: near)
            #expect(
                list.body == #"{"stores":[{"store":1,"distanceMetres":0,"isOpen":true},"#
                    + #"{"store":2,"distanceMetres":600,"isOpen":true}],"empty":null}"#, "\(list)")
            let booking = near.merging(["purpose": "booking", "weekdays": "thu,fri", "from": "09:00"]) { $1 }
            #expect(await shopper.ask(.get, "/stores", query: booking).status == 200)
            let wrong = await shopper.ask(
                .get, "/stores",
                query: ["latitude": "north", "longitude": "9", "weekdays": "thu,fry", "purpose": "qeue"])
            for says in [
                #"{"name":"latitude","says":"must be a number of degrees"}"#,
                #"{"name":"radiusMetres","says":"is missing"}"#,
                #"{"name":"purpose","says":"must be one of `queue`, `booking`; do you mean `queue`?"}"#,
                #"{"name":"weekdays.1","says":"must be one of `mon`, `tue`, `wed`, `thu`, `fri`, `sat`, `sun`; do you mean `fri`?"}"#,
            ] { #expect(wrong.body.contains(says), "\(says): \(wrong.body)") }
            let both = await shopper.ask(
                .get, "/stores", query: ["address": "Market Street 6", "latitude": "45", "radiusMetres": "1"])
            #expect(both.body.contains("must not be stated beside `address`"), "\(both)")

            let page = await shopper.ask(.get, "/stores/1")
            #expect(page.body == #"{"store":1,"isOpen":true,"queued":0,"waitSeconds":0}"#, "\(page)")
            #expect(await shopper.ask(.get, "/stores/9").isProblem(404, "unknownStore", "STORE-R6"))
            #expect(await shopper.ask(.get, "/stores/x").status == 404)
            let stranger = await shopper.ask(.get, "/stores/1", query: ["from": "favourite"])
            #expect(stranger.isProblem(409, "notAFavourite", "STORE-FAVOURITE"), "\(stranger)")
            #expect(await shopper.ask(.put, "/me/favourites/2").body == #"{"favourites":[2]}"#)
            #expect(await shopper.ask(.put, "/me/favourites/1").body == #"{"favourites":[2,1]}"#)
            #expect(await shopper.ask(.get, "/stores/1", query: ["from": "favourite"]).status == 200)
            #expect(await shopper.ask(.delete, "/me/favourites/2").body == #"{"favourites":[1]}"#)

            let wish = #"{"stores": [1, 2], "weekdays": ["mon"], "from": "09:00", "to": "12:30"}"#
            let stored = await shopper.ask(.post, "/me/wishes", wish, key: "w")
            let number = try #require(stored.number("wish"), "\(stored)")
            let empty = #"{"stores": [1], "weekdays": ["mon"], "from": "12:00", "to": "09:00"}"#
            let refused = await shopper.ask(.post, "/me/wishes", empty, key: "x")
            #expect(refused.isProblem(422, "emptyWish", "STORE-ALERT"), "\(refused)")
            let broken = await shopper.ask(
                .post, "/me/wishes", #"{"stores": [0, "1", null], "weekdays": "mon", "from": "9", "to": "48:01"}"#,
                key: "y")
            for says in [
                #"{"name":"stores.0","says":"must be a whole number from 1 to 2147483647"}"#,
                #"{"name":"stores.1","says":"must be a whole number from 1 to 2147483647"}"#,
                #"{"name":"stores.2","says":"is missing"}"#, #"{"name":"weekdays","says":"must be a list"}"#,
                #""name":"from","says":"must be a time of day"#, #""name":"to","says":"must be a time of day"#,
            ] { #expect(broken.body.contains(says), "\(says): \(broken.body)") }
            #expect(await shopper.ask(.delete, "/me/wishes/\(number)").status == 204)
            #expect(await shopper.ask(.delete, "/me/wishes/\(number)").isProblem(404, "unknownWish", "STORE-ALERT"))
        }
    }
}
