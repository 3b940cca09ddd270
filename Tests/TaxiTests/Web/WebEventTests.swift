// SPDX-License-Identifier: GPL-3.0-or-later
import Accounts
import CityGateway
import CityModel
import Foundation
import Synchronization
import TaxiRules
import Testing

@testable import WebInterface

/// What people are told over `GET /events`.
@Suite struct WebEventTests {
    private let secrets = RecordedSecrets(KeyedSecrets(key: [2]))
    private let place = #"{"latitude": 45.46, "longitude": 9.19}"#

    /// A passenger calls, and a driver takes the call and drives.
    private func ride(_ web: WebCity, _ passenger: String, _ driver: String) async throws {
        #expect(await web.answer(.sent(.put, "/me/location", place, driver)).status == 204)
        #expect(await web.answer(.sent(.put, "/me/status", #"{"inService": true}"#, driver)).status == 204)
        let called = await web.answer(
            .sent(.post, "/calls", #"{"meeting": \#(place), "travelers": 2}"#, passenger, key: "c"))
        let request = try #require(called.number("request"), "\(called)")
        let offer = try #require(await web.answer(.sent(.get, "/offers/current", nil, driver)).number("offer"))
        let yes = await web.answer(
            .sent(.post, "/offers/\(offer)/answer", #"{"accept": true}"#, driver, key: "o"))
        #expect(yes.status == 200)
        _ = await web.answer(.sent(.put, "/me/location", place, driver))
        let aboard = await web.answer(
            .sent(.post, "/rides/\(request)/boarded", #"{"travelers": 2}"#, driver, key: "b"))
        #expect(aboard.status == 204, "\(aboard)")
        #expect(await web.answer(.sent(.post, "/rides/\(request)/end", nil, driver, key: "e")).status == 204)
    }

    @Test("API-06B: both sides of a ride are told of it as it happens, each notice with its number")
    func told() async throws {
        let city = try InterfaceCity(tokens: secrets)
        try city.enroll(.passenger, 1)
        try city.enroll(.driver, 1)
        try await live(city, secrets) { web in
            let (passenger, driver) = (
                try await web.token("user1", "Passw0rd1"), try await web.token("driver1", "Passw0rd1")
            )
            let hers = try await Stream(web, passenger)
            let his = try await Stream(web, driver)
            #expect(try await hers.next(1) == ["open"])
            #expect(try await his.next(1) == ["open"])
            try await ride(web, passenger, driver)
            #expect(
                try await hers.next(4) == ["1 call.stored", "2 call.accepted", "3 ride.aboard", "4 ride.ended"])
            let names = try await his.next(6).map { $0.split(separator: " ")[1] }
            for name in ["status.changed", "offer.shown", "ride.given"] {
                #expect(names.contains { $0 == name }, "\(names)")
            }
            // Another device of hers, and one that had read up to number 2.
            let all = try await Stream(web, passenger, query: ["after": "0"])
            #expect(
                try await all.next(5)
                    == ["open", "1 call.stored", "2 call.accepted", "3 ride.aboard", "4 ride.ended"])
            let again = try await Stream(web, passenger, headers: ["last-event-id": "2"])
            #expect(try await again.next(3) == ["open", "3 ride.aboard", "4 ride.ended"])
            // What is shown after a reload agrees with what was told.
            let shown = await web.answer(.sent(.get, "/me/passenger", nil, passenger))
            #expect(shown.body.contains(#""last":4"#) && shown.body.contains(#""phase":"ended""#), "\(shown.body)")
            // A number that nobody gave is one of another city.
            let lost = try await Stream(web, passenger, query: ["after": "99"])
            #expect(try await lost.next(2) == ["open", "0 gap"])
            // Who logs out hears no more.
            #expect(await web.answer(.sent(.delete, "/sessions/current", nil, passenger)).status == 204)
            #expect(try await hers.next(1) == ["4 end"])
            await hers.ended()
        }
    }

    @Test("A stream that nobody writes on says each 15 s that it is open, and the end of the city ends it")
    func pulse() async throws {
        let city = try InterfaceCity(tokens: secrets)
        try city.enroll(.passenger, 1)
        let kept = Mutex<Stream?>(nil)
        try await live(city, secrets, pace: 100) { web in
            let stream = try await Stream(web, try await web.token("user1", "Passw0rd1"))
            #expect(try await stream.next(3) == ["open", ":", ":"])
            kept.withLock { $0 = stream }
        }
        await kept.withLock { $0 }?.ended()
    }

    @Test("A stream needs a session and a number that is one")
    func refused() async throws {
        let city = try InterfaceCity(tokens: secrets)
        try city.enroll(.passenger, 1)
        try await live(city, secrets) { web in
            let token = try await web.token("user1", "Passw0rd1")
            func status(_ request: WebRequest) async -> Int? {
                if case .answer(let answer) = await web.reply(request) { answer.status } else { nil }
            }
            #expect(await status(.sent(.get, "/events")) == 401)
            #expect(await status(.sent(.get, "/events", nil, "00")) == 401)
            #expect(await status(.sent(.post, "/events", nil, token)) == 404)
            for id in ["", "x", "-1", "1.5", "01", "99999999999999999999", "１"] {
                #expect(
                    await status(.sent(.get, "/events", nil, token, headers: ["last-event-id": id])) == 422, "\(id)")
            }
            #expect(await status(.events(token, query: ["after": "-1"])) == 422)
            #expect(await status(.events(token, query: ["afte": "1"])) == 422)
        }
    }

    @Test("A session has so many streams and no more, until one of them ends")
    func many() async throws {
        let city = try InterfaceCity(tokens: secrets)
        try city.enroll(.passenger, 1)
        try await live(city, secrets) { web in
            let token = try await web.token("user1", "Passw0rd1")
            func open() async -> WebEvents? {
                if case .events(let events) = await web.reply(.events(token, query: [:])) { events } else { nil }
            }
            var streams: [WebEvents] = []
            for _ in 0..<WebEvents.mostOfSession { streams.append(try #require(await open())) }
            guard case .answer(let refused) = await web.reply(.events(token, query: [:])) else {
                Issue.record("a stream too many is open")
                return
            }
            #expect(refused.status == 429 && refused.word == "manyStreams", "\(refused)")
            streams.removeLast()
            #expect(await open() != nil)
            #expect(streams.count == WebEvents.mostOfSession - 1)
        }
    }

    @Test("What is not told is no event, and what came before the oldest that is kept is a gap")
    func gap() async throws {
        let city = try InterfaceCity(tokens: secrets)
        try city.enroll(.passenger, 1)
        try await live(city, secrets) { web in
            let token = try await web.token("user1", "Passw0rd1")
            for number in 0..<60 {
                let called = await web.answer(
                    .sent(.post, "/calls", #"{"meeting": \#(place)}"#, token, key: "\(number)"))
                // Nobody is in service: it is stored, then aborted.
                #expect(called.status == 201, "\(called)")
            }
            let stream = try await Stream(web, token, query: ["after": "3"])
            #expect(try await stream.next(3) == ["open", "20 gap", "21 call.stored"])
        }
    }
}

extension WebRequest {
    fileprivate static func events(_ token: String, query: [String: String]) -> WebRequest {
        WebRequest(
            .get, WebEvents.path, query: query, headers: ["authorization": "Bearer \(token)"], source: 0xc000_0201)
    }
}

/// A client that reads events.
private final class Stream: Sendable {
    struct Late: Error {}

    private let blocks: Mutex<[String]> = Mutex([])
    private let task: Mutex<Task<Void, Never>?> = Mutex(nil)

    init(
        _ web: WebCity, _ token: String, query: [String: String] = [:], headers: [String: String] = [:]
    ) async throws {
        var sent = headers
        sent["authorization"] = "Bearer \(token)"
        let reply = await web.reply(WebRequest(.get, WebEvents.path, query: query, headers: sent, source: 0xc000_0201))
        guard case .events(let events) = reply else {
            Issue.record("\(reply)")
            return
        }
        let running = Task { [self] in
            for await text in events {
                let new = text.components(separatedBy: "\n\n").filter { !$0.isEmpty && !$0.hasPrefix("retry") }
                blocks.withLock { $0 += new }
            }
        }
        task.withLock { $0 = running }
    }

    /// The next events, each as its number and name; that of the first one, which is drawn by the clock, is left out.
    func next(_ count: Int) async throws -> [String] {
        for _ in 0..<2000 {
            let found = blocks.withLock { blocks -> [String]? in
                guard blocks.count >= count else { return nil }
                defer { blocks.removeFirst(count) }
                return Array(blocks.prefix(count))
            }
            if let found {
                return found.map { block in
                    let lines = block.components(separatedBy: "\n")
                    guard lines.count == 3 else { return block }
                    let (id, name) = (lines[0].dropFirst(4), lines[1].dropFirst(7))
                    return name == "open" ? "open" : "\(id) \(name)"
                }
            }
            try await Task.sleep(for: .milliseconds(5))
        }
        throw Late()
    }

    /// Waits until the stream has ended.
    func ended() async { await task.withLock { $0 }?.value }
}
