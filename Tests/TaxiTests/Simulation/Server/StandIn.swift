// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
import CityGateway
import CityLoop
import CityModel
import CitySlices
import RandomStreams
import RuleTestKit
import TaxiRules
import TaxiService
import TaxiSimulation

/// A town of one zone on flat ground, 10 km wide.
final class FlatTown: ZoneLayout, Router {
    let zones = [ZoneRecord(id: ZoneID(1), name: "Town", inside: .origin, area: 1e8, outline: [])]

    func zone(at place: Place) -> ZoneID? {
        abs(place.east) <= 5_000_000 && abs(place.north) <= 5_000_000 ? ZoneID(1) : nil
    }

    func crossings(from start: Place, to end: Place) -> [ZoneCrossing] { [] }

    func place(in zone: ZoneID, _ u: Double, _ v: Double) -> Place? {
        Place(east: Int32(9e6 * u - 4.5e6), north: Int32(9e6 * v - 4.5e6))
    }

    func geographic(_ place: Place) -> GeographicPoint { GeographicPoint(longitude: 0, latitude: 0) }

    func place(_ point: GeographicPoint) -> Place { .origin }

    /// Drives at 10 m/s, walks at 1 m/s.
    func route(_ query: RouteQuery) -> Journey? {
        let way = query.start.distance(to: query.end)
        return Journey(straight: query, way, .seconds(way.inMetres / (query.mode == .walk ? 1 : 10)))
    }
}

extension CityTime {
    /// Seconds from the start of a scenario that names none.
    var sinceStart: Double { inSeconds - 365 * 86_400 }
}

/// Keeps the whole event log.
final class Witness: RecordObserver {
    private(set) var records: [EventRecord] = []

    func observe(_ records: ArraySlice<EventRecord>) { self.records += records }

    /// What is found in the events, with the time in seconds.
    func found<Found>(_ find: (CityEvent) -> Found?) -> [(time: Double, found: Found)] {
        records.compactMap { record in find(record.event).map { (record.time.sinceStart, $0) } }
    }

    /// The actions of users (UI-01).
    func actions(of role: RoleName) -> [ClientActionKind] {
        found { if case .client(.clientAction(_, role, let kind, _)) = $0 { kind } else { nil } }.map(\.found)
    }
}

/// A server that answers every message after the time and in the way that the test says: accounts are those that were enrolled.
final actor StandIn: CityActor, ServerGateway {
    nonisolated let loop: CityLoop
    private let dispatcher: Dispatcher
    /// How long it takes to answer a message, by its place in the order of arrival from 0.
    private let span: @Sendable (Envelope, Int) -> TimeSpan
    /// Says no to a message, by its place in the order of arrival from 0.
    private let refusal: @Sendable (Envelope, Int) -> ServerRefusal?
    /// The account service.
    private let accounts: @Sendable (AccountMessage, Envelope, StandIn) -> AccountAnswer?
    private(set) var seen: [(time: Double, envelope: Envelope)] = []
    private(set) var enrolments: [Enrolment] = []
    private var sessions: [Token: Role] = [:]
    private var passwords: [String: (password: String?, role: Role)] = [:]
    private var population: TaxiPopulation?

    init(
        loop: CityLoop, dispatcher: Dispatcher, span: @escaping @Sendable (Envelope, Int) -> TimeSpan,
        refusal: @escaping @Sendable (Envelope, Int) -> ServerRefusal?,
        accounts: @escaping @Sendable (AccountMessage, Envelope, StandIn) -> AccountAnswer?
    ) {
        self.loop = loop
        self.dispatcher = dispatcher
        self.span = span
        self.refusal = refusal
        self.accounts = accounts
    }

    func connect(_ population: TaxiPopulation?) { self.population = population }

    /// Brings a mail to its reader; mail to unknown addresses is left lying.
    func post(_ mail: Mail, after span: TimeSpan = .zero) {
        let population = population
        loop.schedule(at: loop.now + span, as: .arrival) {
            if let owner = Credentials.owner(of: mail.address) { population?.receive(mail, to: owner) }
        }
    }

    nonisolated func arrive(_ envelope: Envelope) {
        let number = onLoop { stand in
            stand.seen.append((stand.loop.now.sinceStart, envelope))
            return stand.seen.count - 1
        }
        if let reason = refusal(envelope, number) {
            loop.schedule(at: loop.now, as: .arrival) { [self] in
                notify(envelope, .refused(envelope.message.kind, reason))
            }
            return
        }
        loop.schedule(at: loop.now + span(envelope, number), as: .arrival) { [self] in onLoop { $0.serve(envelope) } }
    }

    nonisolated private func notify(_ envelope: Envelope, _ answer: ServerAnswer) {
        onLoop { $0.population }?.notify(envelope.connection, answer, to: envelope.serial)
    }

    private func serve(_ envelope: Envelope) {
        switch envelope.message {
        case let message as TaxiMessage:
            guard let token = envelope.token, sessions[token] != nil else {
                notify(envelope, .refused(message.kind, .notLoggedIn))
                return
            }
            dispatcher.send(message, reached: envelope.reached)
            notify(envelope, .taken(message.kind))
        case let message as AccountMessage:
            notify(envelope, .account(accounts(message, envelope, self) ?? usual(message, envelope)))
        default: preconditionFailure("there is no service for \(envelope.message)")
        }
    }

    private func usual(_ message: AccountMessage, _ envelope: Envelope) -> AccountAnswer {
        switch message {
        case .login(let form):
            let name = form.username ?? form.email ?? ""
            guard let account = passwords[name], account.password == form.password else {
                return .loginRefused(.badCredentials)
            }
            return .loggedIn(open(account.role))
        case .logout:
            if let token = envelope.token { close(token) }
            return .loggedOut
        case .openDashboard: return .dashboard(last: 1)
        default: return .mailUnderWay
        }
    }

    func open(_ role: Role, mustChangePassword: Bool = false) -> Session {
        let token = Token(high: 1, low: UInt64(sessions.count + 1))
        sessions[token] = role
        switch role.taxi {
        case .passenger(let id): dispatcher.send(.passenger(id, .login(client: .mobile)))
        case .driver(let id): dispatcher.send(.driver(id, .login))
        case nil: break
        }
        return Session(
            token: token, account: AccountID(Int32(sessions.count)), role: role, mustChangePassword: mustChangePassword)
    }

    /// The sessions are over, as after a restart.
    func close(_ token: Token) {
        guard case .passenger(let id) = sessions.removeValue(forKey: token)?.taxi else { return }
        dispatcher.send(.passenger(id, .logout))
    }

    func enroll(_ enrolment: Enrolment) {
        enrolments.append(enrolment)
        for name in [enrolment.form.username, enrolment.form.email].compactMap({ $0 }) {
            passwords[name] = (enrolment.form.password, enrolment.role)
        }
    }

    /// The messages that arrived, of one kind or all, with their times.
    func messages(_ kind: MessageType? = nil) -> [(time: Double, envelope: Envelope)] {
        seen.filter { kind == nil || $0.envelope.message.kind == kind }
    }
}

/// A city whose clients talk to a stand-in.
final class StandInCity {
    let loop: CityLoop
    let witness = Witness()
    let server: StandIn
    let population: TaxiPopulation
    private let log: EventLog
    private let dispatcher: Dispatcher
    private let end: CityTime
    /// How many clients of passengers were kept when the run ended.
    private(set) var clientsAtEnd = 0
    /// How many registrants were kept then.
    private(set) var registrantsAtEnd = 0

    /// `text` is a scenario without its first lines; see `Towns`. `spans` is for times that differ from `span`.
    init(
        _ text: String, seed: UInt64 = 1, span: TimeSpan = .zero, answerBytes: Int32 = 0,
        spans: (@Sendable (Envelope, Int) -> TimeSpan)? = nil,
        refusal: @escaping @Sendable (Envelope, Int) -> ServerRefusal? = { _, _ in nil },
        accounts: @escaping @Sendable (AccountMessage, Envelope, StandIn) -> AccountAnswer? = { _, _, _ in nil }
    ) throws {
        let scenario = try ScenarioReader(services: [.taxi]).read(
            text: "cabrank: 1\nname: x\n" + text, named: "x.yaml", folder: ""
        ).scenario
        let key = StreamKey(seed: seed)
        let loop = CityLoop(start: scenario.start)
        let log = EventLog(loop)
        log.add(witness)
        let town = FlatTown()
        let dispatcher = Dispatcher(
            loop: loop, log: log, layout: town, travel: town, policy: FirstInQueue(), parameters: TaxiParameters(),
            taxis: TaxiPopulation.registrations(scenario, key: key))
        let server = StandIn(
            loop: loop, dispatcher: dispatcher, span: spans ?? { _, _ in span }, refusal: refusal,
            accounts: accounts)
        let access = ServerAccess(
            gateway: server, log: log,
            sizes: MessageSizes(request: 0, answer: answerBytes, page: answerBytes, notice: 0),
            enroll: { enrolment in server.onLoop { $0.enroll(enrolment) } })
        population = TaxiPopulation(
            scenario,
            city: PopulationCity(
                scenario: scenario, people: People(loop: loop, log: log, key: key), dispatcher: dispatcher,
                layout: town, travel: town, log: log, server: access))
        server.onLoop { [population] in $0.connect(population) }
        (self.loop, self.log, self.dispatcher, self.server) = (loop, log, dispatcher, server)
        end = scenario.end
    }

    /// Runs to the end; nothing may be left then.
    @discardableResult
    func run() throws -> Self {
        population.begin()
        try loop.run(until: end)
        clientsAtEnd = population.presentClients
        registrantsAtEnd = population.registrantCount
        loop.runTurn(at: max(end, loop.now)) { dispatcher.onLoop { $0.close() } }
        log.finish(at: end)
        population.end()
        server.onLoop { $0.connect(nil) }
        _ = loop.tearDown()
        return self
    }

    func messages(_ kind: MessageType? = nil) -> [(time: Double, envelope: Envelope)] {
        server.onLoop { $0.messages(kind) }
    }
}
