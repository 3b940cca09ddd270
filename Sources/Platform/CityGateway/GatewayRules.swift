// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// The rules of the gateway: who may send what, in which order messages are served, and what an outage does to
/// them.
///
/// A value, told `at now:`. The checks of admission come in this order: encrypted channel (SEC-02), rate limit, session
/// (ACCOUNT-REG-17), new password (ACCOUNT-LOGIN-04), role (ACCOUNT-LOGIN-08), person (API-03), module (API-10), room in the
/// queue. Then a message waits for one of the workers: first those of the first priority class, in order of arrival inside
/// a class; a service that has begun is never broken off. When its service ends, the session is checked once more, and the
/// services answer.
///
/// In an outage nothing is answered (AVAIL-02). Channel, rate limit and room need no server, so messages that fail there
/// are turned away at once, like a call to a dead line; all others wait, and the rest of the checks is made when the server
/// gets to them. A message in service begins anew after the outage. Waiting in an outage does not use up patience.
public struct GatewayRules: Sendable {
    /// The numbers of the gateway.
    public let parameters: GatewayParameters
    /// False in an outage.
    public internal(set) var isUp = true
    /// The last number given to a message.
    public internal(set) var lastNumber: Int32 = 0

    var sessions = SessionTable()
    var buckets: SenderBuckets?
    var setUps = IdleTable()
    var lines: WaitingLines
    /// The message of each worker; -1 for none.
    var workers: [Int]
    /// Workers without a message, the next one last.
    var freeWorkers: [Int]
    var isWakePlanned = false

    /// When the outage began that lasts now.
    var downSince: CityTime?
    /// The length of all past outages.
    var downTime = TimeSpan.zero
    var isHolding = false
    /// The last number given before the last outage ended.
    var lastOfOutage: Int32 = 0
    /// How many messages with a number up to that are still inside.
    var leftOfOutage = 0

    /// An open gateway without sessions.
    public init(_ parameters: GatewayParameters = GatewayParameters()) {
        precondition(parameters.workers >= 1 && parameters.queueBound >= 0, "a server needs a worker")
        self.parameters = parameters
        buckets = parameters.rateLimit.map {
            SenderBuckets($0, anonymous: parameters.anonymousLimit, most: parameters.mostAnonymous)
        }
        lines = WaitingLines(classes: parameters.priorities.count)
        workers = Array(repeating: -1, count: parameters.workers)
        freeWorkers = workers.indices.reversed()
    }

    // MARK: Counts

    /// How many messages wait.
    public var waiting: Int { lines.count }
    /// How many messages are in service, or were when the outage began.
    public var inService: Int { workers.count - freeWorkers.count }
    /// How many sessions are open.
    public var sessionCount: Int { sessions.count }
    /// How many senders and connections are remembered.
    public var rememberedCount: Int { (buckets?.count ?? 0) + setUps.count }
    /// How many messages the server has held at once at most.
    public var peakInside: Int { lines.capacity }

    /// The facts of the messages that are inside, for the end of the service, in the order in which they arrived.
    public var leftInside: [ServerEvent] {
        let served = workers.filter { $0 >= 0 }.map { (slot: $0, started: Optional(lines[$0].started)) }
        let waiting = lines.waitingSlots.map { (slot: $0, started: CityTime?.none) }
        return (served + waiting).sorted { lines[$0.slot].id < lines[$1.slot].id }.map { slot, started in
            let message = lines[slot]
            return .messageLeft(
                message: message.id, kind: message.kind, client: message.envelope.client,
                channel: message.envelope.channel, account: message.account, arrived: message.arrived,
                started: started, waiting: message.waiting)
        }
    }

    // MARK: Sessions

    /// The session of a token, if it is open.
    public func session(of token: Token?) -> Session? { sessions.session(of: token) }

    /// Opens a session (ACCOUNT-LOGIN-07).
    public mutating func open(_ session: Session, at now: CityTime = .epoch) {
        sessions.open(session)
        if parameters.sessionLimits != nil { sessions.use(session.token, at: now) }
    }

    /// A message with this token was served.
    mutating func use(_ token: Token?, at now: CityTime) {
        if let token, parameters.sessionLimits != nil { sessions.use(token, at: now) }
    }

    /// The sessions that have lasted long enough, or that nobody has used for long enough, by token.
    public func worn(at now: CityTime) -> [Session] {
        parameters.sessionLimits.map { sessions.worn($0, at: now) } ?? []
    }

    /// Closes the session of a token.
    public mutating func close(_ token: Token) {
        sessions.close(token)
    }

    /// Closes all sessions of an account.
    @discardableResult
    public mutating func closeSessions(of account: AccountID) -> [Session] { sessions.close(all: account) }

    /// Restricts all sessions of an account to setting a new password, or lifts that (ACCOUNT-LOGIN-04).
    public mutating func restrict(_ account: AccountID, mustChangePassword: Bool) {
        sessions.restrict(account, mustChangePassword: mustChangePassword)
    }

    // MARK: Messages

    /// A message arrived. `isOn` says whether a module is on.
    public mutating func arrive(
        _ envelope: Envelope, at now: CityTime, isOn: (ModuleName) -> Bool
    ) -> [GatewayDirective] {
        var directives: [GatewayDirective] = []
        lastNumber += 1
        let session = envelope.channel == .tls ? sessions.session(of: envelope.token) : nil
        let message = InnerMessage(
            id: MessageID(lastNumber), envelope: envelope, kind: envelope.message.kind, account: session?.account,
            arrived: now, patience: parameters.timeOut.map { running(now) + $0 } ?? .never,
            waiting: Int32(lines.count), isChecked: isUp)
        if let reason = frontRefusal(of: message, at: now) ?? (isUp ? refusal(of: envelope, isOn) : nil) {
            refuse(message, reason, &directives)
        } else {
            queue(message, at: now, &directives)
        }
        return directives
    }

    /// The first thing that speaks against a message and can be found without the server.
    private mutating func frontRefusal(of message: InnerMessage, at now: CityTime) -> ServerRefusal? {
        guard message.envelope.channel == .tls else { return .plainChannel }
        if let isFine = buckets?.take(Sender(message.envelope, account: message.account), at: now), !isFine {
            return .rateLimited
        }
        return nil
    }

    /// The first thing that speaks against the sender; nil when the message may be served.
    func refusal(of envelope: Envelope, _ isOn: (ModuleName) -> Bool) -> ServerRefusal? {
        let traits = envelope.message.traits
        let admission = envelope.message.admission
        if admission == .nobody { return .wrongRole }
        if parameters.needsSessions, admission != .anybody {
            guard let session = sessions.session(of: envelope.token) else { return .notLoggedIn }
            if session.mustChangePassword && !traits.precedesNewPassword { return .passwordChangeRequired }
            if case .role(let role) = admission, role != session.role {
                return role.name == session.role.name ? .wrongPerson : .wrongRole
            }
        }
        if let module = traits.module, !isOn(module) { return .moduleOff }
        return nil
    }

    /// `started` is when a worker took it.
    func refuse(
        _ message: InnerMessage, started: CityTime? = nil, _ reason: ServerRefusal,
        _ directives: inout [GatewayDirective]
    ) {
        let envelope = message.envelope
        directives.append(
            .note(
                .messageRefused(
                    message: message.id, kind: message.kind, client: envelope.client, channel: envelope.channel,
                    account: message.account, arrived: message.arrived, started: started, reason: reason)))
        directives.append(.refuse(envelope.connection, message.kind, reason, serial: envelope.serial))
    }
}
