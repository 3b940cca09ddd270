// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
import Accounts
import CityGateway
import CityHost
import CityLoop
import CityModel
import CitySlices
import EventLog
import Population
import RandomStreams
import ScenarioFile
import Synchronization
import TaxiService

/// The server of a simulated city: the gateway, the accounts, and the mail and identity provider around them.
///
/// The gateway, the accounts and their rules are those of a live service; only service times, outages, secrets and delays are
/// drawn. Used on the loop's thread.
final class SimulatedServer {
    private let opened: CityAccess
    private let mailer: SimulatedMailer
    private let provider: SimulatedProvider
    private let log: EventLog
    private let hash: Argon2Hash
    private let unused: UnusedPasswords
    private let registered: Int

    init(
        _ section: ServerSection, plan: CityPlan, times: DrawnTimes.Model, key: StreamKey, host: CityHost,
        dispatcher: Dispatcher, pool: WorkPool?
    ) {
        let scenario = plan.scenario
        let accounts = scenario.accounts ?? AccountsSection()
        let (loop, log) = (host.loop, host.log)
        self.log = log
        registered = accounts.registered
        let clients = AnswerPost()
        self.clients = clients
        let streams = PersonalStreams(key: key) { clients.person(of: $0) }
        let secrets = KeyedSecrets(key: [key.seed, key.replication, Purpose.secrets.rawValue])
        hash = Argon2Hash(cost: PasswordCost(accounts.passwordCost), secrets: secrets)
        unused = UnusedPasswords(key)
        let roles = TaxiRolePort(
            dispatcher: dispatcher, firstPassenger: Self.firstRegistrant,
            firstDriver: Int32(dispatcher.taxis.count) + 1)
        var parameters = AccessParameters(
            gateway: GatewayParameters(section),
            times: DrawnTimes(streams: streams, model: times, scale: section.serviceScale),
            store: MemoryAccountStore(details: roles.rules.details), roles: roles, hash: hash,
            tokens: SecretTokens(secrets))
        parameters.outages = Self.outages(section, key)
        parameters.hold = dispatcher.timerHold
        parameters.pool = accounts.passwordCost == .reduced ? nil : pool
        opened = host.open(parameters)
        mailer = SimulatedMailer(loop: loop, log: log) { mail, time in
            // Mail to an address that is nobody's is read by nobody, so its delay is nobody's either.
            let reader = Credentials.owner(of: mail.address) ?? .visitor(0)
            var stream = streams.stream(for: .delivery, of: reader, mail.kind.number, at: time)
            return stream.time(accounts.mailDelay)
        }
        provider = SimulatedProvider(
            loop: loop,
            delay: { connection, time in
                var stream = streams.stream(for: .provider, of: connection, 0, at: time)
                return stream.time(accounts.providerDelay)
            }
        ) { connection in
            let credentials = Credentials(connection)
            return ProviderIdentity(
                email: credentials.email, name: "Name", surname: "Surname", username: credentials.username)
        }
    }

    private let clients: AnswerPost

    /// The numbers of people who register during a run are far above those of the population.
    private static let firstRegistrant: Int32 = 1 << 30

    private static func outages(_ section: ServerSection, _ key: StreamKey) -> (any OutagePlan)? {
        if !section.outages.isEmpty { return ListedOutages(section.outages.map { Outage($0.from, $0.until) }) }
        return section.failures.map {
            DrawnOutages(DrawnSpans(stream: RandomStream(key, for: .outages, of: 0), failures: $0))
        }
    }

    /// What the population needs to use the server.
    var access: ServerAccess {
        let (registry, hash) = (opened.registry, hash)
        return ServerAccess(gateway: opened.gateway, log: log, sizes: .assumed) { enrolment in
            Self.enroll(enrolment, password: enrolment.form.password.map { hash.hash($0) }, registry)
        }
    }

    private static func enroll(_ enrolment: Enrolment, password: String?, _ registry: AccountRegistry) {
        registry.onLoop { _ = $0.enroll(enrolment.form, person: enrolment.role.number, password: password) }
    }

    /// Connects the people and opens the accounts that nobody of them uses (PERF-05).
    func connect(_ population: TaxiPopulation?, _ services: [any SliceClients]) {
        clients.population = population
        clients.services = services
        for service in services { service.connect(opened) }
        let clients = clients
        mailer.onLoop { $0.connect(clients) }
        opened.connect(clients, mailer: mailer, provider: provider)
        for enrolment in Enrolment.registered(registered) {
            Self.enroll(enrolment, password: enrolment.form.password.map { unused.hash($0) }, opened.registry)
        }
    }

    /// Lets the people go, with the end of the run.
    func close() {
        mailer.onLoop { $0.connect(nil) }
        clients.population = nil
        clients.services = []
    }
}

/// Takes answers and mail to the population.
private final class AnswerPost: GatewayClients, AccountClients, MailReader {
    private let receivers = Mutex<(TaxiPopulation?, [any SliceClients])>((nil, []))

    var population: TaxiPopulation? {
        get { receivers.withLock { $0.0 } }
        set { receivers.withLock { $0.0 = newValue } }
    }

    /// The clients of the other services.
    var services: [any SliceClients] {
        get { receivers.withLock { $0.1 } }
        set { receivers.withLock { $0.1 = newValue } }
    }

    private func service(_ connection: Connection) -> (any SliceClients)? {
        services.first { $0.serves(connection.role.name) }
    }

    func person(of connection: Connection) -> PersonID? {
        service(connection).map { $0.person(of: connection) } ?? population?.person(of: connection)
    }

    func tell(_ connection: Connection, _ answer: ServerAnswer) { population?.tell(connection, answer) }

    func tell(_ connection: Connection, _ answer: ServerAnswer, to serial: Int32) {
        if let service = service(connection) { return service.tell(connection, answer, to: serial) }
        population?.tell(connection, answer, to: serial)
    }

    func tell(_ connection: Connection, _ answer: AccountAnswer) { population?.tell(connection, .account(answer)) }

    func receive(_ mail: Mail) {
        population?.mailArrived(
            mail.kind, at: mail.address, link: mail.link, temporaryPassword: mail.temporaryPassword)
    }
}

extension PasswordCost {
    /// The cost with this name.
    init(_ name: AccountsSection.PasswordCost) {
        self =
            switch name {
            case .reduced: .reduced
            case .interactive: .interactive
            case .moderate: .moderate
            }
    }
}

extension GatewayParameters {
    /// The parameters of a scenario.
    init(_ section: ServerSection) {
        self.init(workers: section.workers)
        queueBound = section.queueLimit ?? Int.max
        timeOut = section.timeOut
        tlsSetUp = section.tlsSetup
        rateLimit = section.rateLimit.map { Self.limit(perSecond: $0.perSecond, burst: $0.burst) }
        anonymousLimit = section.rateLimit?.anonymous.map { Self.limit(perSecond: $0, burst: max(1, Int($0 * 10))) }
        priorities = MessagePriorities([:], others: UInt8(clamping: section.priorities.count))
        for (rank, kinds) in section.priorities.enumerated() {
            for kind in kinds { priorities[kind] = UInt8(clamping: rank) }
        }
    }

    private static func limit(perSecond: Double, burst: Int) -> CityGateway.RateLimit {
        CityGateway.RateLimit(interval: .seconds(1 / perSecond), burst: Int32(clamping: burst))
    }
}
