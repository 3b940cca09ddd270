// SPDX-License-Identifier: GPL-3.0-or-later

import Accounts
import CityGateway
import CityHost
import CityLoop
import CityModel
import TaxiRules
import Testing

/// Requests of many users through one client: each is its own sender's.
@Suite struct SenderInterfaceTests {
    @Test("SEC-04: the login log and the facts show the address and the client of each request, not one of all")
    func senders() async throws {
        let city = try InterfaceCity()
        try city.enroll(.passenger, 1, 2, 3)
        let home = try #require(SourceAddress("2001:db8:1:2::5"))
        let office = try #require(SourceAddress("198.51.100.7"))
        let client = city.client
        let loop = city.loop
        let callers = Task.detached {
            defer { loop.stop() }
            async let first: Void = client.ask(from: RequestSender(from: home, kind: .web, system: .android)) {
                _ = try await $0.passenger(1)
            }
            async let second: Void = client.ask(from: RequestSender(from: office, kind: .mobile)) { client in
                await #expect(throws: LoginError.self) {
                    _ = try await client.login(LoginForm(username: "user2", password: "Wrong0rd2"))
                }
            }
            try await first
            try await second
            try await loop.ask { _ = try await client.passenger(3) }
        }
        try await loop.runOnOwnThread(pace: .scaled(1000))
        try await callers.value
        let rows = try city.store.logins()
        #expect(Set(rows.map(\.source)) == [home, office, 0x0A00_0001])
        let attempts = city.accounts.compactMap { event -> String? in
            guard case .loginAttempted(_, _, let client, let system, let source) = event else { return nil }
            return "\(client) \(system) \(source.number)"
        }
        #expect(
            Set(attempts) == [
                "web android \(home.network.number)", "mobile unknown \(office.network.number)",
                "mobile unknown \(0x0A00_0001)",
            ])
    }
}
