// SPDX-License-Identifier: GPL-3.0-or-later

import CityGateway
import CityModel
import RandomStreams
import ScenarioFile

/// One client's link to the server: a drawn delay and the transfer of the bytes, the same both ways (PERF-17).
///
/// What goes in one direction keeps its order, as on one TCP connection.
struct Wire: Sendable {
    private var stream: RandomStream
    private var lastSent = CityTime.epoch
    private var lastReceived = CityTime.epoch

    init(_ key: StreamKey, person: PersonID) {
        stream = RandomStream(key, for: .network, of: person)
    }

    /// Whether the next message is lost (TAXI-ASSUME-01).
    mutating func loses(_ server: ServerSide) -> Bool {
        server.network.loss > 0 && stream.chance(server.network.loss)
    }

    /// When a message that is sent now has arrived.
    mutating func arrival(of bytes: Int32, from client: ClientKind, at now: CityTime, _ server: ServerSide) -> CityTime
    {
        lastSent = max(lastSent, now + latency(of: bytes, client, server))
        return lastSent
    }

    /// When what the server sends now has arrived.
    mutating func receipt(of bytes: Int32, at client: ClientKind, at now: CityTime, _ server: ServerSide) -> CityTime {
        lastReceived = max(lastReceived, now + latency(of: bytes, client, server))
        return lastReceived
    }

    private mutating func latency(of bytes: Int32, _ client: ClientKind, _ server: ServerSide) -> TimeSpan {
        let habit = server.clients[client]
        let delay = stream.time(habit.delay ?? server.network.delay)
        return LinkModel(bitsPerSecond: Int64(habit.bandwidth.rounded()), delay: delay).latency(bytes: bytes)
    }
}
