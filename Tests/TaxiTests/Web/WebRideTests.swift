// SPDX-License-Identifier: GPL-3.0-or-later
import AccountRules
import Accounts
import CityGateway
import CityLoop
import CityModel
import Foundation
import RuleTestKit
import TaxiRules
import Testing

@testable import WebInterface

/// The interface as requests and answers, without a network.
@Suite struct WebRideTests {
    /// Where the tokens of the city come from.
    private let secrets = RecordedSecrets(KeyedSecrets(key: [2]))

    @Test("API-01, API-02, API-04 to API-06C, API-09: a ride is taken by requests alone, from both sides")
    func ride() async throws {
        let city = try InterfaceCity(tokens: secrets)
        try city.enroll(.driver, 1)
        let mail = city.mail
        try await live(city, secrets) { web in
            // The passenger opens the account by the link of a mail.
            let form = """
                {"username": "ada1", "email": "ada@example.org", "password": "Passw0rd1", "passwordRepeat": "Passw0rd1", \
                "name": "Ada", "surname": "Byron", "consent": true}
                """
            let opened = await web.answer(.sent(.post, "/accounts/passengers", form, key: "a"))
            #expect(opened.status == 202 && opened.number("account") != nil, "\(opened)")
            let early = await web.answer(.sent(.post, "/sessions", #"{"username": "ada1", "password": "Passw0rd1"}"#))
            #expect(early.status == 403 && early.word == "notConfirmed" && early.rule == "ACCOUNT-REG-12A", "\(early)")
            let link = try #require((mail.all.last?.link).flatMap { secrets.takeSecret(of: $0) })
            #expect(await web.answer(.sent(.get, "/links/\(link)")).status == 405, "scanners of mail follow links")
            #expect(await web.answer(.sent(.post, "/links/\(link)", key: "l")).member("did") == "confirmation")

            let passenger = try await web.token("ada1", "Passw0rd1")
            let driver = try await web.token("driver1", "Passw0rd1")
            let place = #"{"latitude": 45.46, "longitude": 9.19}"#
            #expect(await web.answer(.sent(.put, "/me/location", place, driver)).status == 204)
            #expect(await web.answer(.sent(.put, "/me/status", #"{"inService": true}"#, driver)).status == 204)
            #expect(await web.answer(.sent(.get, "/me/status", nil, driver)).member("status") == "available")

            let called = await web.answer(
                .sent(.post, "/calls", #"{"meeting": \#(place), "travelers": 2}"#, passenger, key: "call-1"))
            let request = try #require(called.number("request"), "\(called)")
            #expect(called.status == 201)
            let again = await web.answer(
                .sent(.post, "/calls", #"{"meeting": \#(place), "travelers": 2}"#, passenger, key: "call-1"))
            #expect(again.body == called.body && again.headers.contains(.init("idempotent-replayed", "true")))
            let twice = await web.answer(
                .sent(.post, "/calls", #"{"meeting": \#(place), "travelers": 2}"#, passenger, key: "call-2"))
            #expect(twice.status == 409 && twice.word == "alreadyWaiting" && twice.rule == "TAXI-CALL-18", "\(twice)")
            #expect(twice.member("type") == "/problems/already-waiting")

            let shown = await web.answer(.sent(.get, "/offers/current", nil, driver))
            let offer = try #require(shown.number("offer"), "\(shown)")
            #expect(shown.number("travelers") == 2)
            let accepted = await web.answer(
                .sent(.post, "/offers/\(offer)/answer", #"{"accept": true}"#, driver, key: "o"))
            #expect(accepted.status == 200 && accepted.number("request") == request, "\(accepted)")
            let settled = await web.answer(.sent(.get, "/calls/\(request)", nil, passenger))
            #expect(settled.status == 200 && settled.number("taxi") == 1, "\(settled)")
            #expect(settled.member("expected")?.hasSuffix("Z") == true)
            #expect(await web.answer(.sent(.get, "/calls/\(request)/arrival", nil, passenger)).status == 200)

            // The taxi tells that it is there.
            #expect(await web.answer(.sent(.put, "/me/location", place, driver)).status == 204)
            let boarded = await web.answer(
                .sent(.post, "/rides/\(request)/boarded", #"{"travelers": 2}"#, driver, key: "b"))
            #expect(boarded.status == 204, "\(boarded.body)")
            #expect(await web.answer(.sent(.post, "/rides/\(request)/end", nil, driver, key: "e")).status == 204)
            let ended = await web.answer(.sent(.post, "/rides/\(request)/end", nil, driver, key: "f"))
            #expect(ended.status == 409 || ended.status == 404, "\(ended)")
            #expect(
                await web.answer(.sent(.get, "/me/history", nil, passenger)).body.contains(#""number":\#(request)"#))
            #expect(await web.answer(.sent(.delete, "/sessions/current", nil, passenger)).status == 204)
            #expect(await web.answer(.sent(.get, "/me", nil, passenger)).status == 401)
        }
    }

    @Test("Each path of the description is a route, and each route is described")
    func described() throws {
        let text = try JSONSerialization.jsonObject(with: Data(WebCity.description.utf8)) as? [String: Any]
        let paths = try #require(text?["paths"] as? [String: [String: [String: Any]]])
        var described: [String] = []
        for (path, methods) in paths {
            for (method, operation) in methods {
                let needsKey = (operation["parameters"] as? [[String: Any]] ?? []).contains {
                    $0["$ref"] as? String == "#/components/parameters/IdempotencyKey"
                }
                described.append("\(method.uppercased()) \(path) \(operation["operationId"] ?? "") \(needsKey)")
            }
        }
        // The stream of events is no route: it has no end.
        let routes =
            WebCity.routes.map { "\($0.method.rawValue) \($0.pattern) \($0.name) \($0.needsKey)" } + [
                "GET /events events false"
            ]
        #expect(described.sorted() == routes.sorted())
        #expect(Set(WebCity.routes.map(\.name)).count == WebCity.routes.count)
    }

    @Test("A form says all that is wrong with it, each with its field and the nearest name")
    func faults() async throws {
        let city = try InterfaceCity(tokens: secrets)
        try city.enroll(.passenger, 1)
        try await live(city, secrets) { web in
            let token = try await web.token("user1", "Passw0rd1")
            let wrong = await web.answer(
                .sent(
                    .post, "/calls",
                    #"{"meeting": {"latitude": "north", "source": "gsp"}, "traveler": 1, "travelers": true}"#, token,
                    key: "k"))
            #expect(wrong.status == 422 && wrong.word == "badForm")
            for says in [
                #"{"name":"meeting.longitude","says":"is missing"}"#,
                #"{"name":"meeting.latitude","says":"must be a number of degrees"}"#,
                #"{"name":"meeting.source","says":"must be one of `gps`, `address`; do you mean `gps`?"}"#,
                #"{"name":"travelers","says":"must be a whole number from -2147483648 to 2147483647"}"#,
                #"{"name":"traveler","says":"is not known here; do you mean `travelers`?"}"#,
            ] { #expect(wrong.body.contains(says), "\(says): \(wrong.body)") }
            #expect(await web.answer(.sent(.post, "/calls", "{", token, key: "k")).word == "badContent")
            #expect(await web.answer(.sent(.post, "/calls", "[1]", token, key: "k")).word == "badContent")
            #expect(await web.answer(.sent(.post, "/calls", "{}", token)).status == 400)
            #expect(await web.answer(.sent(.post, "/calls", "{}", nil, key: "k")).status == 401)
            #expect(await web.answer(.sent(.post, "/call", "{}", token, key: "k")).status == 404)
            let long = "{\"x\": \"" + String(repeating: "x", count: WebCity.mostBytes) + "\"}"
            #expect(await web.answer(.sent(.post, "/calls", long, token, key: "k")).status == 413)
            #expect(
                await web.answer(
                    WebRequest(
                        .post, "/api/v1/calls",
                        headers: ["authorization": "Bearer \(token)", "content-type": "text/plain"],
                        body: Array("{}".utf8))
                ).status == 415)
            // Without a position the service itself refuses.
            let nowhere = await web.answer(.sent(.post, "/calls", "{}", token, key: "n"))
            #expect(nowhere.status == 422 && nowhere.rule == "TAXI-CALL-01", "\(nowhere)")
        }
    }

    @Test("SEC-02: a cookie counts for changes from pages of this server only, and no script sees it")
    func origins() async throws {
        let city = try InterfaceCity(tokens: secrets)
        try city.enroll(.passenger, 1)
        try await live(city, secrets) { web in
            let login = await web.answer(.sent(.post, "/sessions", #"{"username": "user1", "password": "Passw0rd1"}"#))
            let cookie = try #require(login.headers.first { $0.name == "set-cookie" }?.value)
            #expect(login.status == 201 && login.member("type") == "passenger" && login.number("person") == 1)
            #expect(login.member("token") == nil)
            for part in ["__Host-session=", "; Path=/", "; Secure", "; HttpOnly", "; SameSite=Strict"] {
                #expect(cookie.contains(part), "\(cookie)")
            }
            let pair = String(cookie.prefix { $0 != ";" })
            func answer(_ method: WebMethod, _ origin: String?) async -> WebAnswer {
                var headers = [
                    "cookie": "other=1; " + pair, "host": "taxi.example", "content-type": "application/json",
                ]
                headers["origin"] = origin
                return await web.answer(
                    WebRequest(
                        method, "/api/v1/me/location", headers: headers,
                        body: Array(#"{"latitude": 45.46, "longitude": 9.19}"#.utf8)))
            }
            #expect(await answer(.put, "https://taxi.example").status == 204)
            #expect(await answer(.put, "https://evil.example").word == "foreignOrigin")
            #expect(await answer(.put, "http://taxi.example").status == 403)
            #expect(await answer(.put, nil).status == 403)
        }
    }

    @Test("ACCOUNT-LOGIN-05: a wrong login is refused, the next ones wait 10 s")
    func backOff() async throws {
        let city = try InterfaceCity(tokens: secrets)
        try city.enroll(.passenger, 1)
        try await live(city, secrets) { web in
            let wrong = WebRequest.sent(.post, "/sessions", #"{"username": "user1", "password": "Wrong0000"}"#)
            #expect(await web.answer(wrong).status == 401)
            let early = await web.answer(wrong)
            #expect(early.status == 429 && early.headers.contains(.init("retry-after", "10")), "\(early)")
        }
    }
}
