// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import RandomStreams
import TaxiRules
import Testing

@testable import CitySimulation

/// What the server's side draws about a person.
@Suite struct PersonalStreamsTests {
    /// The first draws about a connection whose person is this member of a group; nil for nobody's client.
    private func draws(
        _ connection: Connection, owner: Int?, purpose: Purpose = .service, kind: UInt8 = 3, source: SourceNetwork = 1,
        at time: CityTime = .seconds(60)
    ) -> [Double] {
        let person = owner.map { PersonID(part: 0, group: 0, member: $0) }
        let streams = PersonalStreams(key: StreamKey(seed: 7)) { $0 == connection ? person : nil }
        var stream = streams.stream(for: purpose, of: connection, otherwise: source, kind, at: time)
        return (0..<4).map { _ in stream.uniform() }
    }

    @Test("SIM-02: with other people before them a person gets another number and address, but the same service times")
    func owner() {
        let before = draws(.passenger(PassengerID(5)), owner: 77, source: 5)
        #expect(before == draws(.passenger(PassengerID(6)), owner: 77, source: 6))
        #expect(before == draws(.visitor(2), owner: 77, source: 9))
    }

    @Test("Another person, type of message, instant or purpose has own draws, and so has each anonymous's address")
    func others() {
        let connection = Connection.passenger(PassengerID(5))
        let all = [
            draws(connection, owner: 77), draws(connection, owner: 78), draws(connection, owner: 77, kind: 4),
            draws(connection, owner: 77, at: .seconds(61)), draws(connection, owner: 77, purpose: .delivery),
            draws(connection, owner: nil, source: 1), draws(connection, owner: nil, source: 2),
        ]
        #expect(Set(all).count == all.count)
    }
}
