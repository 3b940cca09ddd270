// SPDX-License-Identifier: GPL-3.0-or-later

import CityGateway
import CityModel
import RuleTestKit
import TaxiService
import Testing

@testable import CityHost

/// Requests with a key in the input log.
@Suite struct KeptRequestTests {
    private static let key = RequestKey(name: Token(high: 1, low: 2), content: Token(high: 3, low: 4))

    /// What a city knows of requests after a story, when it is opened anew.
    private func kept(
        cut: Int = 0, _ story: @escaping @Sendable (CityClient, LiveInputs) async throws -> Void
    ) throws -> [KeptRequest] {
        let disk = TestDisk()
        let city = try LoggedCity(disk)
        let inputs = city.inputs
        try city.story { client, _ in try await story(client, inputs) }
        city.end()
        disk.inputs = disk.inputs.dropLast(cut)
        let again = try LoggedCity(disk)
        defer { again.end() }
        return again.takenUp.requests
    }

    private static func register(_ client: CityClient) async throws {
        _ = try await client.carryOut(key) { try await $0.createPassenger(.passenger(1)) }
    }

    @Test("PERF-12: what a request with a key was answered is known after a restart")
    func answered() throws {
        let kept = try kept { client, inputs in
            try await Self.register(client)
            inputs.keep("202", to: Self.key)
        }
        #expect(kept.map(\.key) == [Self.key] && kept.map(\.answer) == ["202"])
    }

    @Test("PERF-12: a request that was carried out when the process ended is known without its answer")
    func unanswered() throws {
        let kept = try kept(cut: 1) { client, inputs in
            try await Self.register(client)
            inputs.keep("202", to: Self.key)
        }
        #expect(kept.map(\.key) == [Self.key] && kept.map(\.answer) == [nil])
    }

    @Test("A request that changed nothing may be sent again, and one without a key leaves nothing")
    func changedNothing() throws {
        let kept = try kept { client, inputs in
            try await Self.register(client)
            inputs.keep(nil, to: Self.key)
            _ = try await client.createPassenger(.passenger(2))
        }
        #expect(kept.isEmpty)
    }
}
