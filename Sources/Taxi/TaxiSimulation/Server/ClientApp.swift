// SPDX-License-Identifier: GPL-3.0-or-later

import CityGateway
import CityLoop
import CityModel
import CitySlices
import RandomStreams
import TaxiRules
import TaxiService

/// Who uses a client.
protocol ClientUser: AnyObject, Sendable {
    /// The account service answered something that the client does not deal with by itself. Called on the loop.
    nonisolated func answered(_ answer: AccountAnswer)
    /// A mail came, but none with a new password. Called on the loop.
    nonisolated func mailArrived(_ kind: MailKind, link: Token?)
    /// The server refused a message for good. Called on the loop.
    nonisolated func refused(_ message: any ServedMessage, _ reason: ServerRefusal)
}

extension ClientUser {
    nonisolated func mailArrived(_ kind: MailKind, link: Token?) {}
}

/// The phone or browser of one person: puts what its user does into envelopes, opens and keeps the session, shows answers.
///
/// What must not get lost goes one message after the other, each when the one before is answered, as over one connection;
/// what the next one replaces (a position, a poll) is sent at once and only once. Refusals for which the server may have
/// room later are tried again after a pause that doubles from 3 s to 60 s (RFC 6298, 5.7 and 2.5, as `Link`).
final actor ClientApp: TimedActor, @preconcurrency DirectEntry {
    nonisolated let loop: CityLoop
    nonisolated let connection: Connection
    nonisolated let server: ServerSide
    /// Whose client it is.
    nonisolated let person: PersonID
    private let city: PopulationCity

    enum Timer: TimerTag {
        case sendAgain, logInAgain, followMail
    }

    /// A message on its way through the client.
    struct OutgoingMessage {
        let message: any ServedMessage
        /// The channel was refused before: the client uses the encrypted one now.
        var isTLSOnly = false
        /// Whether it is the next of the line, or belongs to the opening of a session.
        var isNext = false
        var isOpening = false
    }

    /// A message that waits for its answer.
    private struct Sent {
        let outgoing: OutgoingMessage
        let serial: Int32
        let kind: MessageType
        let client: ClientKind
        let token: Token?
        let time: CityTime
    }

    /// Mobile or web; set by the user before each use.
    var kind = ClientKind.mobile
    /// What the person's phone and browser run on (OPS-04).
    private let phone, browser: ClientSystem
    /// The address that the server sees (SEC-04).
    let source: UInt32
    weak var user: (any ClientUser)?
    /// Where the client of a passenger or registrant is kept until the last answer has come.
    weak var crowd: Crowd?
    /// A registrant who will do nothing more.
    var isLeaving = false
    /// Mutable: a person may change name, address and password.
    var credentials: Credentials

    // The session, see `ClientApp+Session`.
    var session = SessionState()
    var choices: RandomStream
    var mail: RandomStream

    private var wire: ClientWire
    private var channel: RandomStream
    private var input: RandomStream
    private let isAdapted: Bool
    /// What waits for its turn, in order; the first may be under way.
    private var line: [OutgoingMessage] = []
    private var isUnderWay = false
    private var sent: [Sent] = []
    /// The number of the last envelope: answers are known by it, since those to several of a kind may overtake each other.
    private var serial: Int32 = 0
    /// What is to be sent again, with the pause for the next time.
    private var again: [OutgoingMessage] = []
    private var pause = TimeSpan.zero

    init(_ connection: Connection, person: PersonID, city: PopulationCity, server: ServerSide) {
        self.connection = connection
        self.person = person
        self.city = city
        self.server = server
        loop = city.loop
        let key = city.key
        credentials = Credentials(connection)
        wire = ClientWire(RandomStream(key, for: .network, of: person), server.links)
        choices = RandomStream(key, for: .credentials, of: person)
        mail = RandomStream(key, for: .mail, of: person)
        channel = RandomStream(key, for: .channel, of: person)
        var input = RandomStream(key, for: .input, of: person)
        isAdapted = input.chance(server.clients.adapted)
        self.input = input
        var system = RandomStream(key, for: .clientSystem, of: person)
        phone = system.pick(server.clients.phones)
        browser = system.pick(server.clients.browsers)
        // An address of the private range 10.0.0.0/8, one for each person.
        let number = UInt32(bitPattern: connection.role.number)
        source = 10 << 24 | (number &* 4 &+ connection.role.name.sourceClass) & 0xff_ffff
    }

    func connect(_ user: any ClientUser) {
        self.user = user
    }

    // MARK: What the user does

    /// Sends what the user does; `isKept` also for what is usually sent once. Positions and polls that are not kept are left
    /// out while no session is open.
    func send(_ message: any ServedMessage, isKept: Bool = false) {
        if let action = message.traits.action { act(action) }
        guard isKept || message.traits.isSentAgain else {
            if !session.isOpening, session.token != nil || !session.isWanted {
                transmit(OutgoingMessage(message: message))
            }
            return
        }
        line.append(OutgoingMessage(message: message))
        sendNext()
    }

    /// Notes an action of the user (UI-01).
    func act(_ action: ClientActionKind) {
        guard server.clients.actions else { return }
        server.note(
            .clientAction(actor: connection.role.number, role: connection.role.name, kind: action, client: kind))
    }

    /// How long the user takes to fill in a form, beside the habits of the group, with those stretched for users who need
    /// longer (UI-02, UI-04). Noted at the end of it.
    func fillIn(_ habit: TimeSpan) -> TimeSpan {
        let span = stretched(habit + input.time(server.clients[kind].input))
        let event = ClientEvent.inputTaken(
            actor: connection.role.number, role: connection.role.name, client: kind, duration: span)
        let server = server
        if span > .zero {
            loop.schedule(at: loop.now + span, as: .arrival) { server.note(event) }
        } else {
            server.note(event)
        }
        return span
    }

    /// Notes a form that was filled in before.
    func noteInput() {
        let span = stretched(input.time(server.clients[kind].input))
        server.note(
            .inputTaken(actor: connection.role.number, role: connection.role.name, client: kind, duration: span))
    }

    /// A time of reaction, longer for users with another language or accessibility needs (UI-02).
    func stretched(_ span: TimeSpan) -> TimeSpan {
        isAdapted ? TimeSpan.seconds(span.inSeconds * server.clients.adaptedFactor).roundedToMilliseconds : span
    }

    /// Whether the user opens the home page after a ride (UI-03).
    func opensDashboard() -> Bool { input.chance(server.clients.dashboards) }

    /// When a user opens the client, evenly within a time.
    func drawsConnection(within span: TimeSpan) -> TimeSpan {
        TimeSpan.seconds(input.uniform() * span.inSeconds).roundedToMilliseconds
    }

    /// Whether the language is changed in a new session (UI-02).
    func changesLanguage() -> Bool { input.chance(server.clients.languageChanges) }

    /// Nothing waits and nothing is under way.
    var isIdle: Bool { line.isEmpty && sent.isEmpty && again.isEmpty }

    // MARK: Sending

    /// Sends the next of the line, when it is its turn.
    func sendNext() {
        guard !isUnderWay, var next = line.first else { return }
        if next.message.needsSession, session.isOpening || session.token == nil && session.isWanted { return }
        isUnderWay = true
        next.isNext = true
        transmit(next)
    }

    /// Puts a message on the wire.
    func transmit(_ outgoing: OutgoingMessage) {
        let message = outgoing.message
        let isPlain = !outgoing.isTLSOnly && server.section.plain > 0 && channel.chance(server.section.plain)
        guard !wire.loses() else {
            let sender = connection.role.name == .visitor ? -connection.role.number : connection.role.number
            city.dispatcher.send(.control(.lost(fromDriver: connection.role.name == .driver, sender: sender)))
            if outgoing.isNext || outgoing.isOpening { sendAgain(outgoing) }
            return
        }
        let bytes = server.access.sizes.request(message.kind)
        serial &+= 1
        let envelope = Envelope(
            message, from: connection, token: message.needsSession ? session.token : nil,
            channel: isPlain ? .plain : .tls, client: kind, system: kind == .web ? browser : phone,
            source: SourceAddress(ipv4: source), bytes: bytes, serial: serial)
        sent.append(
            Sent(
                outgoing: outgoing, serial: serial, kind: message.kind, client: kind, token: envelope.token,
                time: loop.now)
        )
        let gateway = server.access.gateway
        let arrives = wire.arrival(of: bytes, from: kind, at: loop.now)
        loop.schedule(at: arrives, as: .arrival) { gateway.arrive(envelope) }
    }

    /// Sends a message again after a pause.
    private func sendAgain(_ outgoing: OutgoingMessage) {
        again.append(outgoing)
        guard again.count == 1 else { return }
        pause = ClientWire.pause(after: pause)
        loop.schedule(self, Timer.sendAgain.rawValue, at: loop.now + pause, as: .arrival)
    }

    // MARK: Answers

    /// When a notice that the service sends now reaches the user.
    func arrivalOfNotice() -> CityTime {
        wire.receipt(of: server.access.sizes.notice, at: kind, at: loop.now)
    }

    /// The server's answer to the message of a number, on its way back; 0 for what follows an answer.
    nonisolated func receive(_ answer: ServerAnswer, to serial: Int32) {
        let time = onLoop { app in
            let client = app.sent.first { $0.serial == serial }?.client ?? app.kind
            let bytes = app.server.access.sizes.answer(answer.kind, to: client)
            return app.wire.receipt(of: bytes, at: client, at: app.loop.now)
        }
        loop.schedule(at: time, as: .arrival) { self.onLoop { $0.take(answer, to: serial) } }
    }

    private func take(_ answer: ServerAnswer, to serial: Int32) {
        var outgoing: OutgoingMessage?
        var token: Token?
        if let index = sent.firstIndex(where: { $0.serial == serial }) {
            let entry = sent.remove(at: index)
            (outgoing, token) = (entry.outgoing, entry.token)
            server.note(
                .answerShown(
                    actor: connection.role.number, role: connection.role.name, kind: entry.kind, client: entry.client,
                    latency: loop.now - entry.time))
        }
        switch answer {
        case .taken:
            pause = .zero
            finish(outgoing)
        case .account(let answer):
            pause = .zero
            finish(outgoing)
            take(answer)
            sendNext()
        case .refused(_, let reason): if let outgoing { refused(outgoing, reason, with: token) }
        }
        letGo()
    }

    /// The client of a person who has left is let go when all its messages are answered, the logout with them.
    func letGo() {
        guard !session.isWanted, isIdle else { return }
        switch connection.role.taxi {
        case .passenger(let id): crowd?.onLoop { $0.release(id) }
        case .driver: break
        case nil: if isLeaving { crowd?.onLoop { $0.removeVisitor(connection.role.number) } }
        }
    }

    private func finish(_ outgoing: OutgoingMessage?) {
        guard let outgoing, outgoing.isNext, isUnderWay else { return }
        isUnderWay = false
        line.removeFirst()
        sendNext()
    }

    private func refused(_ outgoing: OutgoingMessage, _ reason: ServerRefusal, with token: Token?) {
        let isKept = outgoing.isNext || outgoing.isOpening
        switch reason {
        case .plainChannel:
            var outgoing = outgoing
            outgoing.isTLSOnly = true
            transmit(outgoing)
        case .serverBusy, .timedOut, .rateLimited: if isKept { sendAgain(outgoing) }
        case .notLoggedIn:
            // The session is over: it is opened anew, and what needs it stays in line.
            if session.token == token { session.token = nil }
            guard session.isWanted else {
                dismiss(outgoing, reason)
                return
            }
            if outgoing.isNext { isUnderWay = false }
            if session.token == nil { openSession() } else { sendNext() }
        case .wrongRole, .wrongPerson, .passwordChangeRequired, .moduleOff: dismiss(outgoing, reason)
        }
    }

    private func dismiss(_ outgoing: OutgoingMessage, _ reason: ServerRefusal) {
        finish(outgoing)
        if outgoing.isOpening { session.isOpening = false }
        user?.refused(outgoing.message, reason)
    }

    func timerFired(_ tag: TimerTag) {
        switch Timer(rawValue: tag) {
        case .sendAgain:
            let waiting = again
            again = []
            for outgoing in waiting { transmit(outgoing) }
        case .logInAgain: logInAgain()
        case .followMail: followMail()
        case nil: break
        }
    }
}

extension RoleName {
    fileprivate var sourceClass: UInt32 { UInt32(number) + 1 }
}

extension RandomStream {
    fileprivate mutating func pick(_ systems: [SystemShare]) -> ClientSystem {
        systems[pick(weights: systems.map(\.weight))].system
    }
}
