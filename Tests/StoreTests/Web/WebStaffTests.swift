// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
import CityMap
import CityModel
import Testing
import WebTestKit

@testable import StoreRules
@testable import WebInterface

/// Staff and devices of stores by requests alone, and every word of the interface of stores.
@Suite struct WebStaffTests {
    @Test("STORE-ADD, STORE-EDIT, STORE-R19, STORE-REMOVE: a manager adds, changes, reads and removes a store")
    func manager() async throws {
        let city = try WebTown()
        try await city.live { program in
            let chief = try await city.staff("bruno", program)
            let anna = try await city.staff("anna", program)
            let place = StoreTown.layout.geographic(Place(metresEast: 300, north: 300))
            let position = #"{"latitude": \#(place.latitude), "longitude": \#(place.longitude)}"#
            func store(_ more: String) -> String { #"{"name": "kiosk", "position": \#(position)\#(more)}"# }
            let hours = #"{"mon": {"opens": "22:00", "closes": "26:00"}, "thu": {"opens": "08:00", "closes": "20:00"}}"#
            let form = store(
                #", "limit": 4, "quotas": {"normal": 3, "booking": 1}, "hours": \#(hours), "graceSeconds": 120"#)
            let added = await chief.ask(.post, "/stores", form, key: "a")
            #expect(added.status == 201 && added.number("store") == 3, "\(added)")
            #expect(await chief.ask(.post, "/stores", form, key: "a").isReplayed)
            #expect(await anna.ask(.post, "/stores", form, key: "b").isProblem(403, "notManager", "STORE-ADD"))
            #expect(await chief.ask(.post, "/stores", store(""), key: "c").isProblem(422, "missingLimit", "STORE-ADD"))
            let odd = store(#", "limit": 4, "quotas": {"normal": 3}"#)
            #expect(await chief.ask(.post, "/stores", odd, key: "d").isProblem(422, "quotaSum", "STORE-R15"))
            let nowhere = #"{"name": "kiosk", "position": {"latitude": 60, "longitude": 9}, "limit": 4}"#
            #expect(await chief.ask(.post, "/stores", nowhere, key: "e").isProblem(422, "outsideZones", "STORE-ADD"))

            func change(_ text: String) async -> WebAnswer { await chief.ask(.patch, "/stores/3", text) }
            #expect(await change(#"{"limit": 8}"#).status == 204)
            #expect(await change(#"{"quota": {"class": "booking", "places": 4, "balance": "normal"}}"#).status == 204)
            #expect(await change(#"{"slots": {"everySeconds": 900, "size": 2}}"#).status == 204)
            #expect(await change(#"{"hours": {"always": true}}"#).status == 204)
            #expect(await change(#"{"limit": 8, "graceSeconds": 60}"#).isProblem(422, "notOneChange", "STORE-EDIT"))
            #expect(await change("{}").isProblem(422, "notOneChange", "STORE-EDIT"))
            #expect(await change(#"{"limit": 0}"#).isProblem(422, "badLimit", "STORE-R17"))
            let mixed = await change(#"{"hours": {"always": true, "mon": {"opens": "08:00"}}, "limits": 8}"#)
            for says in [
                #"{"name":"hours.mon","says":"must not be stated beside `always`"}"#,
                #"{"name":"limits","says":"is not known here; do you mean `limit`?"}"#,
            ] { #expect(mixed.body.contains(says), "\(says): \(mixed.body)") }
            let foreign = await anna.ask(.patch, "/stores/2", #"{"limit": 8}"#)
            #expect(foreign.isProblem(403, "notManagerOfStore", "ACCOUNT-MANAGER-02"), "\(foreign)")

            let range = ["from": WebTown.time(9), "to": WebTown.time(9, 30)]
            let numbers = await chief.ask(.get, "/stores/3/statistics", query: range)
            #expect(numbers.number("limit") == 8 && numbers.number("inside") == 0, "\(numbers)")
            #expect(numbers.body.contains(#""quotas":{"normal":4,"priority":0,"booking":4}"#), "\(numbers)")
            let slot = #"{"slot":"\#(WebTown.time(9, 15))","taken":0,"size":2,"free":2}"#
            #expect(numbers.body.contains(slot), "\(numbers)")
            let long = ["from": WebTown.time(9), "to": WebTown.time(9, day: 32)]
            let years = await chief.ask(.get, "/stores/3/statistics", query: long)
            #expect(years.word == "badForm" && years.body.contains("744 hours"), "\(years)")
            let maintained = await chief.ask(.get, "/stores/3/maintenance")
            #expect(maintained.text("time")?.hasSuffix("Z") == true, "\(maintained)")
            #expect(await chief.ask(.delete, "/stores/3").status == 204)
            #expect(await chief.ask(.delete, "/stores/3").isProblem(404, "unknownStore", "STORE-EDIT"))
            #expect(await anna.ask(.get, "/me/pass").word == "wrongRole")
        }
    }

    @Test(
        "STORE-PRIORITY, STORE-TOTEM, STORE-R9: a priority ticket is printed; a totem wakes, issues tickets and takes them back"
    )
    func totem() async throws {
        let city = try WebTown()
        try await city.live { program in
            let carla = try await city.staff("carla", program)
            let totem = program.with(device: WebTown.totem)
            // A number that nobody gave: what there is, and a gap. From now on displays are kept.
            let first = await totem.ask(.get, "/totems/1/displays", query: ["after": "7"])
            #expect(first.body == #"{"displays":[],"hasGap":true,"last":0}"#, "\(first)")
            let ticket = await carla.ask(.post, "/stores/1/priority-tickets", key: "p")
            #expect(ticket.status == 201, "\(ticket)")
            let shown = await totem.ask(.get, "/totems/1/displays", query: ["after": "0"])
            #expect(shown.body.contains(#""display":{"does":"print","ticket":\#(ticket.body)}"#), "\(shown)")
            let again = await totem.ask(.get, "/totems/1/displays", query: ["after": "0"])
            #expect(again.body == shown.body, "reading takes nothing away")
            // One of several totems prints it, and the gate is not told.
            for key in [WebTown.secondTotem, WebTown.gate] {
                let beside = await program.with(device: key).ask(.get, "/totems/1/displays", query: ["after": "0"])
                #expect(beside.status == 200 && !beside.body.contains(#""print""#), "\(beside)")
                #expect(beside.body.contains(#""does":"show""#), "\(beside)")
            }
            let other = await carla.ask(.post, "/stores/2/priority-tickets", key: "q")
            #expect(other.isProblem(403, "notStaffOfStore", "STORE-PRIORITY"), "\(other)")

            let woken = await totem.ask(.post, "/totems/1/wake")
            #expect(woken.status == 200 && woken.flag("isOpen") == true, "\(woken)")
            // Two places for the normal queue: the third ticket waits, and can be given back.
            var last: WebAnswer?
            for number in 0..<3 { last = await totem.ask(.post, "/totems/1/tickets", key: "t\(number)") }
            // Each is printed by the totem that was asked, as its answer.
            let printed = await totem.ask(.get, "/totems/1/displays", query: ["after": "0"])
            #expect(printed.body.matches(of: /"print"/).count == 1, "\(printed)")
            let code = try #require(last?.text("code"), "\(String(describing: last))")
            let scan = #"{"code": "\#(code)"}"#
            let gate = program.with(device: WebTown.gate)
            let early = await gate.ask(.post, "/totems/1/gate", scan, key: "g")
            #expect(early.isProblem(409, "notCalled", "STORE-CALL"), "\(early)")
            #expect(await totem.ask(.post, "/totems/1/returns", scan, key: "r").flag("isReturned") == true)
            #expect(await totem.ask(.post, "/totems/1/returns", scan, key: "s").flag("isReturned") == false)
        }
    }

    @Test("ACCOUNT-SMS-03: who has not the key of a device of this store is none, whatever the form")
    func devices() async throws {
        let city = try WebTown()
        try await city.live { program in
            let ticket = "/totems/1/tickets"
            let none = await program.ask(.post, ticket, #"{"x": 1}"#, key: "a")
            #expect(none.isProblem(401, "noDevice", "ACCOUNT-SMS-03"), "\(none)")
            #expect(none.headers.contains(.init("www-authenticate", "Device")))
            #expect(await program.with(device: "totem-1-key").ask(.post, ticket, key: "b").status == 401)
            #expect(await program.with(token: WebTown.totem).ask(.post, ticket, key: "c").status == 401)
            let gate = await program.with(device: WebTown.gate).ask(.post, ticket, key: "d")
            #expect(gate.isProblem(403, "otherDevice"), "\(gate)")
            let other = await program.with(device: WebTown.otherGate).ask(.post, "/totems/1/gate", "{}", key: "e")
            #expect(other.isProblem(403, "otherStore"), "\(other)")
            let totem = program.with(device: WebTown.totem)
            #expect(await totem.ask(.post, ticket).isProblem(400, "keyMissing"))
            let issued = await totem.ask(.post, ticket, key: "f")
            #expect(issued.status == 201, "\(issued)")
            // An answer that is kept is for devices too.
            #expect(await program.ask(.post, ticket, key: "f").status == 401)
            #expect(await totem.ask(.get, "/me/pass").status == 401)
            // A server that was given no devices has none.
            let bare = await WebProgram(city.bare).with(device: WebTown.totem).ask(.post, "/totems/1/wake")
            #expect(bare.status == 401)
        }
    }

    @Test("A device is added by its key or by the SHA-256 of it, and no two have the same")
    func hashes() throws {
        var devices = WebDevices()
        let (totem, gate) = (
            WebDevices.Device("totem", .totem, of: StoreID(1)), WebDevices.Device("gate", .gate, of: StoreID(1))
        )
        let hash = "b51d0c6290912097b06697f250ebc40836f2c086796a5c52bb64a00f95e2ac42"
        #expect(try devices.add(totem, sha256: hash) == nil)
        #expect(devices.add(gate, key: WebTown.totem) == totem)
        #expect(throws: WebDevices.BadHash()) { try devices.add(gate, sha256: String(hash.dropLast())) }
        #expect(throws: WebDevices.BadHash()) { try devices.add(gate, sha256: "g" + hash.dropFirst()) }
        let request = WebRequest(.post, "", headers: ["Authorization": "Device " + WebTown.totem])
        try devices.admit(request, as: [.totem], of: StoreID(1))
        #expect(throws: Problem.self) { try devices.admit(request, as: [.gate], of: StoreID(1)) }
    }

    @Test("Every word with which stores and phones refuse has its status, its rule and its sentence")
    func words() {
        func holds<Word: EventWord>(_ words: Word.Type, _ meanings: [String: Refusals.Meaning]) {
            #expect(Set(words.allCases.map(\.word)) == Set(meanings.keys), "\(words)")
            for (word, meaning) in meanings {
                #expect([403, 404, 409, 422, 503].contains(meaning.status) && meaning.rule != nil, "\(words) \(word)")
                #expect(meaning.says.hasSuffix("."), "\(words) \(word)")
            }
        }
        holds(TicketRefusal.self, Refusals.tickets)
        holds(BookingRefusal.self, Refusals.bookings)
        holds(EntryRefusal.self, Refusals.entries)
        holds(ExitRefusal.self, Refusals.exits)
        holds(ShopperRefusal.self, Refusals.shoppers)
        holds(StaffRefusal.self, Refusals.staff)
        for refusal in PhoneRefusal.allCases { #expect(Refusals.phone(refusal).word == refusal.word) }
    }

    @Test("Each kind of a shopper's notice is news with a name of its own, and all that it says")
    func news() {
        let (pass, store, time) = (PassID(7), StoreID(1), clock(9))
        let receipt = Receipt(
            pass: pass, store: store, code: EntryCode(high: 1, low: 0xAB), time: time, ahead: 2)
        let notices: [StoreNotice] = [
            .stores([], empty: .closed), .page(StorePage(store: store, isOpen: true, queued: 2, wait: nil)),
            .queued(receipt), .joinRefused(store, .closed), .own(nil), .booked(receipt),
            .bookingRefused(store, .past), .slotProposed(store, nil), .alternatives([]), .called(pass, until: time),
            .estimate(pass, ahead: 3, expected: time), .delayed(pass, .minutes(6)), .leaveAdvised(pass, .minutes(40)),
            .left(pass), .removed(pass, .noShow), .postponeProposed(pass, to: time, answerBy: clock(8, 30)),
            .postponed(pass, to: time), .proposalLapsed(pass), .cancelled(pass, .delay), .lapsed(pass),
            .entered(pass, number: 4), .entryDelayed(pass), .entryRefused(pass, .tooEarly), .visitEnded(pass),
            .slotFreed(WishID(5), store, time), .favourites([store]), .wishStored(WishID(5)),
            .wishRemoved(WishID(5)), .refused(.notQueued),
        ]
        let news = notices.map { WebNews.of($0, StoreTown.layout) }
        #expect(Set(news.map(\.name)).count == notices.count)
        #expect(news.allSatisfy { $0.name.wholeMatch(of: /store\.[a-zA-Z]+/) != nil })
        let lines = Dictionary(uniqueKeysWithValues: news.map { ($0.name, $0.content.line) })
        let at = WebTime.text(time)
        #expect(lines["store.called"] == #"{"pass":7,"until":"\#(at)"}"#)
        #expect(
            lines["store.queued"]
                == #"{"pass":7,"store":1,"code":"000000000000000100000000000000AB","time":"\#(at)","ahead":2,"calledUntil":null}"#
        )
        #expect(lines["store.estimate"] == #"{"pass":7,"ahead":3,"expected":"\#(at)"}"#)
        #expect(lines["store.delayed"] == #"{"pass":7,"delaySeconds":360}"#)
        #expect(lines["store.postponeProposed"] == #"{"pass":7,"to":"\#(at)","answerBy":"\#(WebTown.time(8, 30))"}"#)
        #expect(lines["store.removed"] == #"{"pass":7,"cause":"noShow"}"#)
        #expect(lines["store.entered"] == #"{"pass":7,"number":4}"#)
        #expect(lines["store.slotFreed"] == #"{"wish":5,"store":1,"slot":"\#(at)"}"#)
        #expect(lines["store.stores"] == #"{"stores":[],"empty":"closed"}"#)
        #expect(lines["store.refused"] == #"{"reason":"notQueued"}"#)
    }
}
