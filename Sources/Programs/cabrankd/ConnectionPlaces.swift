// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import NIOCore
import Synchronization

/// Who may have how many of the server's connections, so that nobody keeps all others out.
///
/// At most half of them are in the middle of a handshake: when there are more, the one that has taken longest is closed, so that whoever
/// means it gets through beside those who only connect. At most three quarters come from one network, but for the proxy.
final class ConnectionPlaces: Sendable {
    private struct State {
        var handshakes: [Int: any NIOCore.Channel] = [:]
        /// The number of the next handshake, and one that no older one has.
        var (next, oldest) = (0, 0)
        var counts: [SourceNetwork: Int] = [:]
    }

    private let mostHandshakes: Int
    private let mostOfNetwork: Int
    private let proxy: SourceAddress?
    private let state = Mutex(State())

    /// The places of a server with so many connections.
    init(_ connections: Int, proxy: SourceAddress?) {
        (mostHandshakes, mostOfNetwork) = (max(1, connections / 2), max(1, connections * 3 / 4))
        self.proxy = proxy
    }

    /// A connection was opened: it has its place until it ends. False when its network has enough.
    func take(_ channel: any NIOCore.Channel) -> Bool {
        guard let text = channel.remoteAddress?.ipAddress, let source = SourceAddress(text), source != proxy else {
            return true
        }
        let network = source.network
        let isOver = state.withLock { state in
            state.counts[network, default: 0] += 1
            return state.counts[network, default: 0] > mostOfNetwork
        }
        channel.closeFuture.whenComplete { [self] _ in
            state.withLock { state in
                state.counts[network] = state.counts[network].flatMap { $0 > 1 ? $0 - 1 : nil }
            }
        }
        return !isOver
    }

    /// A handshake begins; gives its number.
    func beginHandshake(_ channel: any NIOCore.Channel) -> Int {
        let (number, last) = state.withLock { state -> (Int, (any NIOCore.Channel)?) in
            let number = state.next
            state.next += 1
            state.handshakes[number] = channel
            guard state.handshakes.count > mostHandshakes else { return (number, nil) }
            while state.handshakes[state.oldest] == nil { state.oldest += 1 }
            return (number, state.handshakes.removeValue(forKey: state.oldest))
        }
        last?.close(promise: nil)
        return number
    }

    /// A handshake has ended, or its connection.
    func endHandshake(_ number: Int) { state.withLock { _ = $0.handshakes.removeValue(forKey: number) } }
}
