// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
import CityMap
import CityModel
import Foundation
import StoreCodes
import StoreRules
import StoreService
import Testing
import WebTestKit

@testable import StoreSimulation
@testable import WebInterface
@testable import WebPopulation

/// Shoppers of a scenario as clients of a live server: what they send and what they are told is that of the public interface.
@Suite struct ShopperLoadTests {
    private static let layout = GridLayout(
        rows: 1, columns: 3, side: .metres(1000), anchor: GeographicPoint(longitude: 9.185, latitude: 45.456))
    private let requests = StoreRequests(layout: layout)
    private let answers = StoreAnswers(PersonAnswers(notices: PersonNotices(layout: layout) { $0 }))
    private let store = StoreID(1)
    private let pass = PassID(7)
    private let code = EntryCode(high: 0xCA30_3C0F, low: 5)
    private let time = CityTime.epoch + .hours(500_000)
    private var receipt: Receipt {
        Receipt(pass: pass, store: store, code: code, time: time, ahead: 2, calledUntil: time)
    }

    private func content(_ value: JSONValue) throws -> JSONContent {
        try #require(JSONContent.read(Array(value.line.utf8)))
    }

    private func good(_ value: JSONValue) throws -> PersonAnswer {
        PersonAnswer(status: 200, content: try content(value))
    }

    private func bad(_ status: Int, _ word: String) throws -> PersonAnswer {
        PersonAnswer(status: status, content: try content(["word": .text(word)]))
    }

    // MARK: Requests

    private var messages: [ShopperMessage] {
        let (here, far) = (Place(metresEast: 400, north: 500), Distance.metres(6000))
        return [
            .list(near: here, radius: far, purpose: .queue),
            .listAt(address: "zone 1, 3", radius: far, purpose: .booking),
            .select(store: store), .select(store: store, path: .favourite), .join(store: store, travel: .minutes(3)),
            .leaveQueue(isConfirmed: true), .findSlot(store: store, from: time, to: time + .hours(2)),
            .book(store: store, slot: time), .showOwn, .cancelBooking(isConfirmed: true),
            .answerPostponement(accept: true), .setFavourite(store: store, isOn: true),
            .setFavourite(store: store, isOn: false),
            .addWish(
                SlotWish(stores: [store], filter: SlotFilter(weekdays: [0, 6], from: .minutes(605), to: .hours(24)))),
            .removeWish(WishID(3)),
        ]
    }

    private func ask(_ request: PersonRequest, _ web: WebCity, _ index: Int, key device: String? = nil) async
        -> WebAnswer
    {
        var headers = ["host": "stores.example", "authorization": device.map { "Device \($0)" } ?? "Bearer nobody"]
        if request.content != nil { headers["content-type"] = "application/json" }
        if request.isKeyed { headers["idempotency-key"] = "k\(index)" }
        // The path comes apart from its questions, as a server reads them.
        let parts = URLComponents(string: request.path)
        var query: [String: String] = [:]
        for item in parts?.queryItems ?? [] { query[item.name] = item.value }
        return await web.answer(
            WebRequest(
                request.method, WebCity.prefix + (parts?.path ?? ""), query: query, headers: headers,
                body: Array((request.content?.line ?? "").utf8), source: .unknown))
    }

    @Test("What a simulated shopper sends has a path of the interface, and a form that it takes")
    func paths() async throws {
        let city = try WebTown()
        try await city.live { _ in
            for (index, message) in messages.enumerated() {
                // The form was read: nobody is logged in.
                let answer = await ask(requests.of(message), city.web, index)
                #expect(answer.word == "notLoggedIn", "\(message): \(answer)")
            }
            let phones: [PhoneMessage] = [
                .askCode(phone: ShopperCrowd.phone(of: ShopperID(1))),
                .giveCode(phone: ShopperCrowd.phone(of: ShopperID(2)), code: "123456"), .logout, .exportData,
                .deleteAccount(isConfirmed: true),
            ]
            let words = ["notLoggedIn", "noCode", nil]
            for (index, message) in phones.enumerated() {
                let answer = await ask(requests.of(message), city.web, 100 + index)
                #expect(words.contains(answer.word), "\(message): \(answer)")
            }
        }
    }

    @Test("What is done at a totem, gate or exit is asked with the key of that device")
    func devices() async throws {
        let city = try WebTown()
        let keys: [WebDevices.Kind: String] = [.totem: WebTown.totem, .gate: WebTown.gate, .exit: WebTown.exit]
        let messages: [TotemMessage] = [.wake, .takeTicket, .returnTicket(code), .scanIn(code), .scanOut(code)]
        try await city.live { _ in
            for (index, message) in messages.enumerated() {
                let (request, device) = StoreRequests.of(message, at: store)
                let answer = await ask(request, city.web, index, key: keys[device.kind])
                #expect(["unknownCode", nil].contains(answer.word), "\(message): \(answer)")
            }
        }
        var known = StoreDevices()
        known.add(StoreDevice(.totem, of: store), key: "first")
        known.add(StoreDevice(.totem, of: store), key: "second")
        #expect(known.key(of: StoreDevice(.totem, of: store)) == "first")
        #expect(known.missing(ofStores: 1) == ["store 1 has no gate", "store 1 has no exit"])
    }

    @Test("A phone is its shopper's, however its number is written; a text message is read as it was sent")
    func phones() {
        let shopper = ShopperID(41)
        #expect(ShopperCrowd.shopper(of: ShopperCrowd.phone(of: shopper)) == shopper)
        #expect(ShopperCrowd.shopper(of: "+393000000041") == shopper)
        #expect(ShopperCrowd.shopper(of: "+39 333 1234567") != shopper)
        #expect(ShopperCrowd.shopper(of: "+1 212") == nil)
        let text = ReadText("To: +393000000041\n\nYour code is 414166.\n")
        #expect(text?.phone == "+393000000041" && text?.code == "414166")
        #expect(ReadText("To: +393000000041\n\nYour code is 41") == nil, "half of a file")
    }

    // MARK: Answers

    @Test("An answer says what the service would say")
    func granted() throws {
        let join = ShopperMessage.join(store: store, travel: .zero)
        #expect(answers.shopper(join, try good(StoreJSON.of(receipt)), own: pass) == .queued(receipt))
        let book = ShopperMessage.book(store: store, slot: time)
        #expect(answers.shopper(book, try good(StoreJSON.of(receipt)), own: pass) == .booked(receipt))
        let rows = [StoreRow(store: store, distance: .metres(273), isOpen: true)]
        let list = ShopperMessage.list(near: .origin, radius: .metres(1), purpose: .queue)
        #expect(
            answers.shopper(list, try good(StoreJSON.stores(rows, empty: nil)), own: pass) == .stores(rows, empty: nil))
        #expect(
            answers.shopper(list, try good(StoreJSON.stores([], empty: .closed)), own: pass)
                == .stores([], empty: .closed))
        for wait in [TimeSpan.minutes(4), nil] {
            let page = StorePage(store: store, isOpen: true, queued: 3, wait: wait)
            #expect(answers.shopper(.select(store: store), try good(StoreJSON.of(page)), own: pass) == .page(page))
            #expect(answers.device(.wake, try good(StoreJSON.of(page))) == .page(page))
        }
        #expect(answers.shopper(.showOwn, try good(["pass": StoreJSON.of(receipt)]), own: pass) == .own(receipt))
        #expect(answers.shopper(.showOwn, try good(["pass": .null]), own: pass) == .own(nil))
        let none = PersonAnswer(status: 204, content: .null)
        #expect(answers.shopper(.leaveQueue(isConfirmed: true), none, own: pass) == .left(pass))
        #expect(answers.shopper(.cancelBooking(isConfirmed: true), none, own: pass) == .cancelled(pass, .user))
        let find = ShopperMessage.findSlot(store: store, from: time, to: time)
        #expect(answers.shopper(find, try good(["slot": .time(time)]), own: pass) == .slotProposed(store, time))
        #expect(answers.shopper(find, try good(["slot": .null]), own: pass) == .slotProposed(store, nil))
        #expect(answers.device(.takeTicket, try good(StoreJSON.of(receipt))) == .ticket(receipt))
        #expect(answers.device(.scanIn(code), try good(["decision": "open", "pass": 7])) == .opened(pass))
        #expect(answers.device(.scanIn(code), try good(["decision": "wait", "pass": 7])) == .delayed(pass))
        #expect(answers.device(.scanOut(code), try good(["pass": 7])) == .exited(pass))
    }

    @Test("A refusal is the service's own word, and that of the gateway where nothing was done")
    func refused() throws {
        let join = ShopperMessage.join(store: store, travel: .zero)
        #expect(answers.shopper(join, try bad(409, "closed"), own: pass) == .joinRefused(store, .closed))
        let book = ShopperMessage.book(store: store, slot: time)
        #expect(answers.shopper(book, try bad(409, "slotFull"), own: pass) == .bookingRefused(store, .slotFull))
        let leave = ShopperMessage.leaveQueue(isConfirmed: true)
        #expect(answers.shopper(leave, try bad(409, "notQueued"), own: pass) == .refused(.notQueued))
        #expect(answers.device(.scanIn(code), try bad(409, "tooEarly")) == .entryRefused(.tooEarly))
        #expect(answers.device(.takeTicket, try bad(409, "totemOff")) == .joinRefused(.totemOff))
        #expect(answers.phone(.giveCode(phone: "", code: ""), try bad(401, "wrongCode")) == .refused(.wrongCode))
        #expect(answers.phone(.askCode(phone: ""), try bad(429, "tooSoon")) == .refused(.tooSoon))
        // The maps have no answer: the same is not asked again, as it is where the server has no room.
        #expect(answers.refusal(try bad(503, "mapsFailed")) == nil)
        #expect(answers.refusal(try bad(503, "notKept")) == .serverBusy)
        #expect(answers.refusal(try bad(401, "notLoggedIn")) == .notLoggedIn)
    }

    // MARK: Notices

    @Test("What shoppers are told comes back as the notice that it was")
    func notices() throws {
        let all: [StoreNotice] = [
            .alternatives([
                Alternative(store: store, slot: time, distance: .metres(5)),
                Alternative(store: StoreID(2), slot: nil, distance: .metres(6)),
            ]),
            .called(pass, until: time), .estimate(pass, ahead: 3, expected: time), .delayed(pass, .minutes(9)),
            .leaveAdvised(pass, .minutes(60)), .removed(pass, .noShow),
            .postponeProposed(pass, to: time, answerBy: time), .postponed(pass, to: time), .proposalLapsed(pass),
            .cancelled(pass, .delay), .lapsed(pass), .entered(pass, number: 4), .entryDelayed(pass),
            .entryRefused(pass, .notCalled), .visitEnded(pass), .slotFreed(WishID(2), store, time),
        ]
        for notice in all {
            #expect(notice.isNews, "only these come as events")
            let news = WebNews.of(notice, Self.layout)
            let told: JSONValue = ["at": .time(CityTime.epoch), "news": news.content]
            let event = StreamEvent(number: 1, name: news.name, content: try content(told))
            #expect(answers.notice(event) == notice)
        }
    }

    @Test("STORE-R13, STORE-CALL: what a store's devices show is read back")
    func displays() throws {
        let lines: [MonitorLine] = [.called, .leaveAdvised, .removed(.closing)]
        for line in lines {
            let shown = try #require(answers.display(try content(StoreJSON.of(.line(pass, line)))))
            #expect(shown.pass == pass && shown.line == line)
        }
        let opened = try #require(answers.display(try content(StoreJSON.of(StoreDisplay.open(pass)))))
        #expect(opened.pass == pass && opened.line == nil)
        #expect(answers.display(try content(StoreJSON.of(.print(receipt)))) == nil, "a ticket comes with its answer")
    }
}
