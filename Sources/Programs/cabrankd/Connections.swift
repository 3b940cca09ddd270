// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import HummingbirdCore
import HummingbirdHTTP2
import Logging
import NIOCore
import NIOSSL
import NIOTLS

/// HTTP/1.1 and HTTP/2 over TLS, with what Hummingbird leaves out: bounds of time for clients that say nothing.
struct TimedConnections: ServerChildChannel {
    /// For a handshake, from the connection on.
    static let handshake = TimeAmount.seconds(10)
    /// For the acknowledgement of what was sent: a stream says something each 15 s, so a client that is gone is noticed within 45 s.
    static let acknowledgement = TimeAmount.seconds(25)

    let channel: HTTP2UpgradeChannel
    let places: ConnectionPlaces

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP2UpgradeChannel.Value> {
        let timeout = NIOBSDSocket.Option(rawValue: TCP_USER_TIMEOUT)
        let set = channel.setOption(
            .tcpOption(timeout), value: .init(Self.acknowledgement.nanoseconds / 1_000_000))
        return set.flatMap {
            self.channel.setup(channel: channel, logger: logger)
        }.flatMapThrowing { value in
            let pipeline = channel.pipeline.syncOperations
            let tls = try pipeline.handler(type: NIOSSLServerHandler.self)
            try pipeline.addHandler(
                HandshakeTimer(places, isRefused: !places.take(channel)), position: .after(tls))
            return value
        }
    }

    func handle(value: HTTP2UpgradeChannel.Value, logger: Logger) async {
        await channel.handle(value: value, logger: logger)
    }
}

/// Closes a connection whose handshake takes too long.
private final class HandshakeTimer: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = NIOAny

    private let places: ConnectionPlaces
    private var timer: Scheduled<Void>?
    private var number: Int?

    /// Whether the connection is one too many: it is closed as soon as it is open.
    private let isRefused: Bool

    init(_ places: ConnectionPlaces, isRefused: Bool) { (self.places, self.isRefused) = (places, isRefused) }

    func channelActive(context: ChannelHandlerContext) {
        if isRefused { context.close(promise: nil) }
        context.fireChannelActive()
    }

    func handlerAdded(context: ChannelHandlerContext) {
        number = places.beginHandshake(context.channel)
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: TimedConnections.handshake) {
            context.close(promise: nil)
        }
    }

    func handlerRemoved(context: ChannelHandlerContext) { end() }

    func channelInactive(context: ChannelHandlerContext) {
        end()
        context.fireChannelInactive()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        context.fireUserInboundEventTriggered(event)
        guard case .handshakeCompleted? = event as? TLSUserEvent else { return }
        end()
        // Last: what is removed hands nothing on.
        context.pipeline.syncOperations.removeHandler(self, promise: nil)
    }

    private func end() {
        timer?.cancel()
        number.take().map { places.endHandshake($0) }
    }
}
