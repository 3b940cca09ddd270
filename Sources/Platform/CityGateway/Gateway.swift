// SPDX-License-Identifier: GPL-3.0-or-later

public import CityLoop
public import CityModel

/// The gateway: every message of every client passes it. A thin shell around `GatewayRules`.
///
/// Clients call `arrive` on the loop; the services behind it are a `GatewayBackend`, and answers go to `GatewayClients`.
/// Whoever knows of sessions, such as the account service, opens and closes them here, also from within `serve`.
public final actor Gateway: TimedActor, @preconcurrency DirectEntry {
    /// The city's loop.
    nonisolated public let loop: CityLoop

    private var rules: GatewayRules
    private let log: EventChannel<ServerEvent>
    private var times: any ServiceTimes
    private var outages: (any OutagePlan)?
    private var outage: Outage?
    private var backend: (any GatewayBackend)?
    private var clients: (any GatewayClients)?
    private var timers: [TimerHandle]
    /// What other threads do for the message of each worker.
    private var prepared: [(any SideWork)?]
    /// Workers whose time is over, and whose message waits for another thread.
    private var lateWorkers: Set<Int> = []
    /// The answers that are held back, by worker.
    private var heldAnswers: [Int: HeldReply] = [:]

    /// Timers of workers have the worker's number as their tag.
    private static let patienceTag: TimerTag = 1 << 32
    private static let outageTag: TimerTag = 1 << 33
    private static let returnTag: TimerTag = 1 << 34

    /// Opens the gateway. `times` gives how long each message takes, `outages` when the server is down.
    public init(
        loop: CityLoop, log: EventLog, parameters: GatewayParameters, times: any ServiceTimes,
        outages: (any OutagePlan)? = nil
    ) {
        self.loop = loop
        self.log = log.channel(ServerEvent.self)
        self.times = times
        self.outages = outages
        rules = GatewayRules(parameters)
        timers = Array(repeating: .none, count: parameters.workers)
        prepared = Array(repeating: nil, count: parameters.workers)
    }

    /// Connects the services and the clients, and begins the plan of outages. Once, on the loop, before the first message.
    nonisolated public func connect(_ backend: any GatewayBackend, _ clients: any GatewayClients) {
        onLoop { $0.begin(backend, clients) }
    }

    private func begin(_ backend: any GatewayBackend, _ clients: any GatewayClients) {
        self.backend = backend
        self.clients = clients
        planOutage(after: loop.now)
    }

    /// Ends the service at the end of a run: what is inside is not answered any more, which is noted of each message, and
    /// nothing comes in.
    nonisolated public func close() {
        onLoop { $0.end() }
    }

    private func end() {
        guard backend != nil else { return }
        for timer in timers { loop.cancel(timer) }
        for event in rules.leftInside { log.note(event) }
        backend = nil
        clients = nil
        prepared = prepared.map { _ in nil }
        heldAnswers = [:]
    }

    /// The rules with all that is inside, to look at.
    public var state: GatewayRules { rules }

    /// How many messages are inside, waiting or in service.
    public var inside: Int { rules.waiting + rules.inService }

    // MARK: Sessions

    /// Opens a session: messages with its token are its person's from now on (ACCOUNT-LOGIN-07).
    nonisolated public func open(_ session: Session) {
        onLoop { gateway in
            gateway.rules.open(session, at: gateway.loop.now)
            gateway.clients?.opened(session)
        }
    }

    /// Closes the session of a token; messages inside that came with it will be refused.
    nonisolated public func close(_ token: Token) {
        onLoop { gateway in
            guard let session = gateway.rules.session(of: token) else { return }
            gateway.rules.close(token)
            gateway.clients?.closed(session)
        }
    }

    /// Closes all sessions of an account.
    nonisolated public func closeSessions(of account: AccountID) {
        onLoop { gateway in
            for session in gateway.rules.closeSessions(of: account) { gateway.clients?.closed(session) }
        }
    }

    /// Restricts all sessions of an account to setting a new password, or lifts that (ACCOUNT-LOGIN-04).
    nonisolated public func restrict(_ account: AccountID, mustChangePassword: Bool) {
        onLoop { $0.rules.restrict(account, mustChangePassword: mustChangePassword) }
    }

    /// A message is served with this token past the rest of the gateway: one of an input log, or one that has a line of its own.
    nonisolated public func use(_ token: Token?) {
        onLoop { $0.rules.use(token, at: $0.loop.now) }
    }

    /// The sessions that are beyond the limits now.
    nonisolated public var wornSessions: [Session] { onLoop { $0.rules.worn(at: $0.loop.now) } }

    /// The session of a token, if it is open.
    nonisolated public func session(of token: Token) -> Session? {
        onLoop { $0.rules.session(of: token) }
    }

    // MARK: Messages

    /// Takes a message of a client, which has come over the link. Called on the loop.
    nonisolated public func arrive(_ envelope: Envelope) {
        onLoop { $0.take(envelope) }
    }

    private func take(_ envelope: Envelope) {
        guard let backend else { return }
        carryOut(rules.arrive(envelope, at: loop.now) { backend.isOn($0) })
    }

    /// A worker has done its work, a patience has ended, or an outage begins or ends.
    public func timerFired(_ tag: TimerTag) {
        guard let backend else { return }
        switch tag {
        case Self.patienceTag: carryOut(rules.patienceEnded(at: loop.now))
        case Self.outageTag:
            if let outage { loop.schedule(self, Self.returnTag, at: outage.end) }
            carryOut(rules.goDown(at: loop.now))
        case Self.returnTag:
            carryOut(rules.comeUp(at: loop.now) { backend.isOn($0) })
            planOutage(after: loop.now)
        default: carryOut(workEnded(Int(tag), backend))
        }
    }

    /// The time of a worker is over. If another thread still works for its message, it goes on waiting.
    private func workEnded(_ worker: Int, _ backend: any GatewayBackend) -> [GatewayDirective] {
        // What was served before an outage is answered after it.
        if heldAnswers[worker] != nil { return [.serve(worker: worker)] }
        if let work = prepared[worker], !work.isFinished(orCall: { [self] in onLoop { $0.finished(worker, work) } }) {
            lateWorkers.insert(worker)
            return []
        }
        return rules.workEnded(worker, at: loop.now) { backend.isOn($0) }
    }

    private func finished(_ worker: Int, _ work: any SideWork) {
        // An outage may have stopped the worker, which has the whole of its time before it then.
        guard let backend, prepared[worker] === work, lateWorkers.remove(worker) != nil else { return }
        carryOut(rules.workEnded(worker, at: loop.now) { backend.isOn($0) })
    }

    private func planOutage(after time: CityTime) {
        outage = outages?.next(after: time)
        guard let outage else { return }
        loop.schedule(self, Self.outageTag, at: outage.begin)
    }

    // MARK: Carrying out

    /// Does what the rules say, and what they say to that: a list and no recursion, because with services of no time a whole
    /// queue is served in one turn.
    private func carryOut(_ first: [GatewayDirective]) {
        guard let backend else { return }
        var directives = first
        var next = 0
        while next < directives.count {
            let directive = directives[next]
            next += 1
            switch directive {
            case .note(let event): log.note(event)
            case .refuse(let connection, let kind, let reason, let serial):
                clients?.notify(connection, .refused(kind, reason), to: serial)
            case .begin(let worker):
                if !heldAnswers.isEmpty { heldAnswers[worker] = nil }
                let (envelope, arrived) = rules.message(begunBy: worker)
                prepared[worker] = backend.prepare(envelope, session: rules.session(of: envelope.token))
                let span = rules.begun(worker, times.next(envelope, arrived: arrived), at: loop.now)
                if span > .zero {
                    plan(worker, span)
                } else {
                    directives += workEnded(worker, backend)
                }
            case .resume(let worker, let span): plan(worker, span)
            case .stop(let worker):
                loop.cancel(timers[worker])
                lateWorkers.remove(worker)
                heldAnswers[worker]?.isStopped = true
            case .serve(let worker):
                if let answer = serve(worker, backend) { directives += self.answer(worker, answer, backend) }
            case .wake(let time): loop.schedule(self, Self.patienceTag, at: time, as: .deadline)
            case .holdTimers: backend.hold()
            case .restartTimers: backend.restart()
            case .releaseTimers: log.note(.timersReleased(count: Int32(backend.release())))
            }
        }
    }

    /// Lets the services serve the message of a worker. Returns the answer; nil when it is held back.
    private func serve(_ worker: Int, _ backend: any GatewayBackend) -> ServerAnswer? {
        // It was served before an outage.
        if let reply = heldAnswers[worker] {
            heldAnswers[worker]?.isStopped = false
            return isGiven(reply.held, worker) ? reply.held.answer ?? reply.answer : nil
        }
        let (envelope, session) = rules.message(of: worker)
        rules.use(session?.token, at: loop.now)
        let answer = backend.serve(envelope, session: session, prepared: prepared[worker])
        prepared[worker] = nil
        guard let held = backend.heldAnswer(to: envelope, session: session) else { return answer }
        if isGiven(held, worker) { return held.answer ?? answer }
        heldAnswers[worker] = HeldReply(held: held, answer: answer)
        return nil
    }

    /// Whether an answer is given; if not, the worker is notified when it is.
    private func isGiven(_ held: HeldAnswer, _ worker: Int) -> Bool {
        held.isGiven { [self] in onLoop { $0.given(worker, held) } }
    }

    /// What the message of a worker asked for is durable. In an outage the answer waits for the end of that.
    private func given(_ worker: Int, _ held: HeldAnswer) {
        guard let backend, let reply = heldAnswers[worker], reply.held === held, !reply.isStopped else { return }
        carryOut(answer(worker, held.answer ?? reply.answer, backend))
    }

    private func answer(
        _ worker: Int, _ answer: ServerAnswer, _ backend: any GatewayBackend
    ) -> [GatewayDirective] {
        if !heldAnswers.isEmpty { heldAnswers[worker] = nil }
        let envelope = rules.message(of: worker).envelope
        log.note(rules.answered(worker))
        clients?.notify(envelope.connection, answer, to: envelope.serial)
        return rules.served(worker, at: loop.now) { backend.isOn($0) }
    }

    private func plan(_ worker: Int, _ span: TimeSpan) {
        timers[worker] = loop.schedule(self, TimerTag(worker), at: loop.now + span, as: .arrival)
    }
}

/// An answer that waits until what its message asked for is durable.
private struct HeldReply {
    let held: HeldAnswer
    /// What the service gave when it took the message.
    let answer: ServerAnswer
    /// Whether an outage has begun meanwhile: the worker takes its message up again after it.
    var isStopped = false
}
