// SPDX-License-Identifier: GPL-3.0-or-later
import AccountRules
import Accounts
import CityGateway
import CityHost
import CityLoop
import CityModel
import Foundation
import Testing

@testable import WebInterface

/// Runs a city on a thread of its own while requests come, as a rule a hundred times slower than the clock on the wall: however
/// busy the machine is, next to no time passes between two requests.
func live(
    _ city: InterfaceCity, _ secrets: RecordedSecrets, pace: Double = 0.01, _ body: (WebCity) async throws -> Void
) async throws {
    let (web, running, loop) = (WebCity(city.client, secrets: secrets), Running(city, pace), city.loop)
    let thread = Thread { running.run() }
    thread.start()
    let result: Result<Void, any Error>
    do {
        try await body(web)
        result = .success(())
    } catch {
        result = .failure(error)
    }
    loop.stop()
    running.join()
    try result.get()
}

/// Hands a city to the thread of its loop.
private final class Running: @unchecked Sendable {
    private let city: InterfaceCity
    private let pace: Double
    private let ended = DispatchSemaphore(value: 0)

    init(_ city: InterfaceCity, _ pace: Double) { (self.city, self.pace) = (city, pace) }

    func run() {
        do { _ = try city.loop.run(pace: .scaled(pace)) } catch { Issue.record("\(error)") }
        // As a server ends: whoever waits is told.
        city.loop.runTurn(at: city.loop.now) { city.client.onLoop { $0.close() } }
        city.host.close(at: city.loop.now)
        city.loop.tearDown()
        ended.signal()
    }

    func join() { ended.wait() }
}

extension WebRequest {
    /// A request of a program, with its token.
    static func sent(
        _ method: WebMethod, _ path: String, _ content: String? = nil, _ token: String? = nil, key: String? = nil,
        headers more: [String: String] = [:]
    ) -> WebRequest {
        var headers = ["host": "taxi.example"]
        headers["authorization"] = token.map { "Bearer " + $0 }
        headers["idempotency-key"] = key
        headers.merge(more) { $1 }
        if content != nil { headers["content-type"] = "application/json" }
        return WebRequest(
            method, WebCity.prefix + path, headers: headers, body: Array((content ?? "").utf8), source: 0xc000_0201)
    }
}

extension WebCity {
    /// Begins a session as programs do.
    func token(_ name: String, _ password: String) async throws -> String {
        let form = #"{"username": "\#(name)", "password": "\#(password)", "token": true}"#
        return try #require(await answer(.sent(.post, "/sessions", form)).member("token"))
    }
}

extension WebAnswer {
    private var members: [String: Any] {
        (try? JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: Any]) ?? [:]
    }

    func member(_ name: String) -> String? { members[name] as? String }
    func number(_ name: String) -> Int? { members[name] as? Int }
    var word: String? { member("word") }
    var rule: String? { member("rule") }
}
