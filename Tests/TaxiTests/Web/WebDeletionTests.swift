// SPDX-License-Identifier: GPL-3.0-or-later
import Accounts
import CityGateway
import CityModel
import TaxiRules
import Testing

@testable import WebInterface

/// Requests that end their own session.
@Suite struct WebDeletionTests {
    private let secrets = RecordedSecrets(KeyedSecrets(key: [3]))

    @Test(
        "PERF-12: a deletion that is sent again with its key is answered as the first one; anything else of that session is nobody's"
    )
    func twice() async throws {
        let city = try InterfaceCity(tokens: secrets)
        try city.enroll(.passenger, 1)
        try await live(city, secrets) { web in
            let token = try await web.token("user1", "Passw0rd1")
            let deletion = WebRequest.sent(.post, "/me/deletion", #"{"password": "Passw0rd1"}"#, token, key: "d")
            let first = await web.answer(deletion)
            #expect(first.status == 204, "\(first)")
            var again = await web.answer(deletion)
            let last = again.headers.popLast()
            #expect(last == .init("idempotent-replayed", "true"))
            #expect(again == first)
            let other = WebRequest.sent(.post, "/me/deletion", #"{"password": "Passw0rd1"}"#, token, key: "e")
            #expect(await web.answer(other).status == 401)
            #expect(await web.answer(.sent(.get, "/me", nil, token)).status == 401)
        }
    }

    @Test("RFC 9110, 15.5.6: whoever uses a method that no path understands is told which ones this path does")
    func unknownMethods() {
        func allowed(_ path: String) -> String? {
            WebCity.answer(toUnknownMethodAt: path).headers.first { $0.name == "allow" }?.value
        }
        #expect(allowed("/api/v1/me") == "GET, PATCH")
        #expect(allowed("/api/v1/calls/7") == "GET, DELETE")
        #expect(allowed("/api/v1/openapi.json") == "GET" && allowed("/") == "GET" && allowed("/api/v1/events") == "GET")
        #expect(WebCity.answer(toUnknownMethodAt: "/api/v1/nothing").status == 404)
    }
}
