// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
import CityGateway
import CityHost
import CityLoop
import CityModel
import StoreRules
import StoreService
import Synchronization
import Testing

/// The store service in a flood of messages.
@Suite struct FloodTests {
    private static let store = StoreID(1)

    /// How long each call of 50 shoppers takes who look at a page every 2 s for a minute, and how often the server refused the
    /// rest, while somebody sends 1,000 messages a second.
    private func flooded(_ gateway: GatewayParameters, _ message: any ServedMessage) throws -> (
        waits: [TimeSpan], failed: Int, refused: Int
    ) {
        let town = try StoreTown(gateway: gateway, service: .milliseconds(5), keepsLines: false)
        let people = (1...50).map { town.shopper($0) }
        let (waits, failed) = (Shared<TimeSpan>(), Shared<Bool>())
        let server = town.stores.access.gateway
        try town.story { city in
            var tokens: [Token] = []
            for person in people { tokens.append(try await person(city)) }
            let start = city.loop.now
            for number in 0..<60_000 {
                city.loop.schedule(at: start + .milliseconds(number), as: .arrival) {
                    server.arrive(Envelope(message, from: .visitor(6_000_000), source: 0x0B00_0001))
                }
            }
            for (index, token) in tokens.enumerated() {
                city.loop.start("shopper") {
                    try? await city.loop.sleep(for: .milliseconds(40 * index))
                    for _ in 0..<30 {
                        let asked = city.loop.now
                        do {
                            _ = try await city.page(token, of: Self.store)
                            waits.add(city.loop.now - asked)
                        } catch {
                            failed.add(true)
                        }
                        try? await city.loop.sleep(for: .seconds(2))
                    }
                }
            }
            try await city.loop.sleep(for: .minutes(20))
        }
        return (waits.all.sorted(), failed.all.count, town.tooMany)
    }

    @Test("PERF-11: in a flood of 60 s shoppers are answered as ever, and the flooder is refused")
    func flood() throws {
        var gateway = GatewayParameters(workers: 1)
        gateway.rateLimit = RateLimit(interval: .milliseconds(200), burst: 20)
        for message: any ServedMessage in [
            StoreMessage.totem(Self.store, .wake), PhoneMessage.askCode(phone: "+39 333 9999999"),
        ] {
            let found = try flooded(gateway, message)
            #expect(found.failed == 0 && found.waits.count == 1_500)
            #expect(found.waits[found.waits.count * 95 / 100] < .seconds(5))
            #expect(found.refused > 59_000)
        }
    }

    @Test("Without a limit the same flood shuts shoppers out: the test above can fail")
    func unprotected() throws {
        let found = try flooded(GatewayParameters(workers: 1), StoreMessage.totem(Self.store, .wake))
        #expect(found.failed > 0 || found.waits[found.waits.count * 95 / 100] >= .seconds(5))
    }
}

/// A list that tasks of the loop add to.
private final class Shared<Value: Sendable>: Sendable {
    private let list = Mutex<[Value]>([])
    var all: [Value] { list.withLock { $0 } }
    func add(_ value: Value) { list.withLock { $0.append(value) } }
}
