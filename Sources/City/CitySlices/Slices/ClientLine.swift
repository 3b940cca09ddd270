// SPDX-License-Identifier: GPL-3.0-or-later

import CityGateway
package import CityLoop
package import CityModel
package import RandomStreams

/// The server as the clients of one service share it.
package final class ClientServer: Sendable {
    /// The gateway that messages pass.
    package let gateway: any ServerGateway
    let links: ClientLinks
    let log: EventChannel<ClientEvent>
    let sizes = MessageSizes.assumed
    /// The share of messages that faulty clients send over a plain channel (SEC-02).
    let plain: Double

    /// The server of a scenario behind this gateway.
    package init(_ gateway: any ServerGateway, _ scenario: Scenario, log: EventLog) {
        self.gateway = gateway
        links = ClientLinks(scenario)
        self.log = log.channel(ClientEvent.self)
        plain = scenario.server?.plain ?? 0
    }
}

/// What one client has to say to the server and hears from it: over its link, through the gateway.
///
/// A phone sends one message after the other, each when the one before is answered, so that none overtakes another; a device
/// that serves many people sends at once, over a wire that loses nothing. What is lost, or refused for want of room, is sent
/// again after a pause that doubles from 3 s to 60 s (RFC 6298, 5.7 and 2.5), the very same message: the service knows a
/// repeated one by its request's number (PERF-12). The answer to what only asks is never lost, as what it asks for is not.
package final actor ClientLine: CityActor, @preconcurrency DirectEntry {
    nonisolated package let loop: CityLoop
    /// Whose line it is.
    nonisolated package let connection: Connection
    /// What messages carry that need a session; nil before login.
    package var token: Token?

    /// Takes the answer to one message, in the turn in which it comes. Called on the loop.
    package typealias Reply = @Sendable (ServerAnswer) -> Void

    private struct Outgoing {
        let message: any ServedMessage
        let client: ClientKind
        let reply: Reply?
        /// A plain channel was refused before.
        var isTLSOnly = false
    }

    private let server: ClientServer
    private let isDevice: Bool
    private let source: UInt32
    private let system: ClientSystem
    private var wire: ClientWire
    private var channel: RandomStream
    private var serial: Int32 = 0
    private var waiting: [Outgoing] = []
    private var isUnderWay = false
    private var sent: [(serial: Int32, outgoing: Outgoing, time: CityTime)] = []
    private var pause = TimeSpan.zero

    /// A line over a link that draws from these streams. `source` is the address that the server sees, `system` what the client runs on,
    /// and `delay` the delay of its link in seconds; nil for that of the city.
    package init(
        _ connection: Connection, isDevice: Bool, source: UInt32, server: ClientServer, wire: RandomStream,
        channel: RandomStream, loop: CityLoop, system: ClientSystem = .unknown, delay: Distribution? = nil
    ) {
        self.connection = connection
        self.isDevice = isDevice
        self.source = source
        self.server = server
        self.system = system
        self.wire = ClientWire(wire, server.links, delay: delay)
        self.channel = channel
        self.loop = loop
    }

    /// Nothing waits and nothing is under way.
    package var isIdle: Bool { waiting.isEmpty && !isUnderWay && sent.isEmpty }

    /// Says something. `reply` gets the first system answer, unless it is one after which the message is sent again.
    package func send(_ message: any ServedMessage, from client: ClientKind = .mobile, _ reply: Reply? = nil) {
        if let action = message.traits.action, server.links.clients.actions {
            server.log.note(
                .clientAction(
                    actor: connection.role.number, role: connection.role.name, kind: action, client: client))
        }
        let outgoing = Outgoing(message: message, client: client, reply: reply)
        if isDevice { return transmit(outgoing) }
        waiting.append(outgoing)
        sendNext()
    }

    private func sendNext() {
        guard !isUnderWay, !waiting.isEmpty else { return }
        isUnderWay = true
        transmit(waiting.removeFirst())
    }

    private func transmit(_ outgoing: Outgoing) {
        let message = outgoing.message
        let isPlain = !isDevice && !outgoing.isTLSOnly && server.plain > 0 && channel.chance(server.plain)
        guard isDevice || !wire.loses() else { return sendAgain(outgoing) }
        let bytes = server.sizes.request(message.kind)
        serial &+= 1
        let envelope = Envelope(
            message, from: connection, token: message.needsSession ? token : nil, channel: isPlain ? .plain : .tls,
            client: outgoing.client, system: system, source: SourceAddress(ipv4: source), bytes: bytes, serial: serial)
        sent.append((serial, outgoing, loop.now))
        let gateway = server.gateway
        let arrives = wire.arrival(of: bytes, from: outgoing.client, at: loop.now)
        loop.schedule(at: arrives, as: .arrival) { gateway.arrive(envelope) }
    }

    private func sendAgain(_ outgoing: Outgoing) {
        pause = ClientWire.pause(after: pause)
        loop.schedule(at: loop.now + pause, as: .arrival) { [self] in onLoop { $0.transmit(outgoing) } }
    }

    // MARK: What comes back

    /// The server's answer to the message of a number. A device has it at once, a client when it is over the link.
    package func receive(_ answer: ServerAnswer, to serial: Int32) {
        guard let index = sent.firstIndex(where: { $0.serial == serial }) else { return }
        let (_, outgoing, time) = sent.remove(at: index)
        if isDevice { return take(answer, to: outgoing, of: time) }
        if outgoing.message.traits.isSentAgain, wire.loses() { return sendAgain(outgoing) }
        let bytes = server.sizes.answer(outgoing.message.kind, to: outgoing.client)
        let arrives = wire.receipt(of: bytes, at: outgoing.client, at: loop.now)
        loop.schedule(at: arrives, as: .arrival) { [self] in
            onLoop { $0.take(answer, to: outgoing, of: time) }
        }
    }

    private func take(_ answer: ServerAnswer, to outgoing: Outgoing, of time: CityTime) {
        server.log.note(
            .answerShown(
                actor: connection.role.number, role: connection.role.name, kind: outgoing.message.kind,
                client: outgoing.client, latency: loop.now - time))
        var outgoing = outgoing
        switch answer {
        case .refused(_, .plainChannel):
            outgoing.isTLSOnly = true
            return transmit(outgoing)
        case .refused(_, .serverBusy), .refused(_, .timedOut), .refused(_, .rateLimited): return sendAgain(outgoing)
        case .taken, .account, .refused: break
        }
        pause = .zero
        isUnderWay = false
        outgoing.reply?(answer)
        sendNext()
    }

    /// Brings what the service says by itself: `shown` is called when it is over the link, with the time that it took. What is
    /// lost comes with one of the repetitions.
    package func deliver(_ shown: @escaping @Sendable (TimeSpan) -> Void) {
        let said = loop.now
        var (delay, pause) = (TimeSpan.zero, TimeSpan.zero)
        while !isDevice, delay < .hours(24), wire.loses() {
            pause = ClientWire.pause(after: pause)
            delay = delay + pause
        }
        let arrives = wire.receipt(of: server.sizes.notice, at: .mobile, at: said + delay)
        loop.schedule(at: arrives, as: .arrival) { [loop] in shown(loop.now - said) }
    }
}
