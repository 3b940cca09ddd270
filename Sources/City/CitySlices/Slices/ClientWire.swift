// SPDX-License-Identifier: GPL-3.0-or-later

import CityGateway
package import CityModel
package import RandomStreams

/// What all links of a city's clients have in common.
package final class ClientLinks: Sendable {
    /// Bandwidth and delay by kind of client.
    package let clients: ClientsSection
    /// Delay and loss of the city.
    package let network: NetworkSection

    /// Those of a scenario.
    package init(_ scenario: Scenario) {
        clients = scenario.clients ?? ClientsSection()
        network = scenario.network
    }
}

/// One client's link to the server: a drawn delay and the transfer of the bytes, the same both ways (PERF-17).
///
/// What goes in one direction keeps its order, as on one TCP connection.
package struct ClientWire: Sendable {
    /// The pause after a first loss, and the longest one when losses follow each other; each is twice the one before. The
    /// retransmission timer of TCP: 3 s after a loss on a young connection, a limit of 60 s (RFC 6298, 5.7 and 2.5).
    package static let firstPause = TimeSpan.seconds(3)
    /// See `firstPause`.
    package static let longestPause = TimeSpan.seconds(60)

    private let links: ClientLinks
    private var stream: RandomStream
    private let delay: Distribution?
    private var lastSent = CityTime.epoch
    private var lastReceived = CityTime.epoch

    /// The link of a client that draws from this stream; with a delay of its own, in seconds, where it has one.
    package init(_ stream: RandomStream, _ links: ClientLinks, delay: Distribution? = nil) {
        self.stream = stream
        self.delay = delay
        self.links = links
    }

    /// Whether the next message is lost (TAXI-ASSUME-01).
    package mutating func loses() -> Bool { links.network.loss > 0 && stream.chance(links.network.loss) }

    /// The pause after a loss that follows a pause; zero before the first.
    package static func pause(after pause: TimeSpan) -> TimeSpan {
        pause == .zero ? firstPause : min(pause * 2, longestPause)
    }

    /// When a message that is sent now has arrived.
    package mutating func arrival(of bytes: Int32, from client: ClientKind, at now: CityTime) -> CityTime {
        lastSent = max(lastSent, now + latency(of: bytes, client))
        return lastSent
    }

    /// When what the server sends now has arrived.
    package mutating func receipt(of bytes: Int32, at client: ClientKind, at now: CityTime) -> CityTime {
        lastReceived = max(lastReceived, now + latency(of: bytes, client))
        return lastReceived
    }

    private mutating func latency(of bytes: Int32, _ client: ClientKind) -> TimeSpan {
        let habit = links.clients[client]
        let delay = stream.time(delay ?? habit.delay ?? links.network.delay)
        return LinkModel(bitsPerSecond: Int64(habit.bandwidth.rounded()), delay: delay).latency(bytes: bytes)
    }
}
