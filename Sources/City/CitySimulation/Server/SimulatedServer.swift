// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
import Accounts
package import CityGateway
import CityHost
import CityLoop
import CityModel
package import CitySlices
import RandomStreams
import Synchronization

/// The server of a simulated city: the gateway, the accounts, and the mail and identity provider around them.
///
/// The gateway, the accounts and their rules are those of a live service; only service times, outages, secrets and delays are
/// drawn. Used on the loop's thread.
final class SimulatedServer {
    private let opened: CityAccess
    private let mailer: SimulatedMailer
    private let provider: SimulatedProvider
    private let owners: any SliceAccounts
    private let hash: Argon2Hash
    private let unused: UnusedPasswords
    private let registered: Int

    init(
        _ section: ServerSection, scenario: Scenario, times: DrawnTimes.Model, key: StreamKey, host: CityHost,
        accounts owners: any SliceAccounts, pool: WorkPool?
    ) {
        let accounts = scenario.accounts ?? AccountsSection()
        let (loop, log) = (host.loop, host.log)
        registered = accounts.registered
        self.owners = owners
        let clients = AnswerPost(owners)
        self.clients = clients
        let streams = PersonalStreams(key: key) { clients.person(of: $0) }
        let secrets = KeyedSecrets(key: [key.seed, key.replication, Purpose.secrets.rawValue])
        hash = Argon2Hash(cost: PasswordCost(accounts.passwordCost), secrets: secrets)
        unused = UnusedPasswords(key)
        let roles = owners.roles
        var parameters = AccessParameters(
            gateway: GatewayParameters(section),
            times: DrawnTimes(streams: streams, model: times, scale: section.serviceScale),
            store: MemoryAccountStore(details: roles.rules.details), roles: roles, hash: hash,
            tokens: SecretTokens(secrets))
        parameters.outages = Self.outages(section, key)
        parameters.hold = owners.hold
        parameters.pool = accounts.passwordCost == .reduced ? nil : pool
        opened = host.open(parameters)
        mailer = SimulatedMailer(loop: loop, log: log) { mail, time in
            // Mail to an address that is nobody's is read by nobody, so its delay is nobody's either.
            let reader = owners.owner(of: mail.address) ?? .visitor(0)
            var stream = streams.stream(for: .delivery, of: reader, mail.kind.number, at: time)
            return stream.time(accounts.mailDelay)
        }
        provider = SimulatedProvider(
            loop: loop,
            delay: { connection, time in
                var stream = streams.stream(for: .provider, of: connection, 0, at: time)
                return stream.time(accounts.providerDelay)
            }
        ) { owners.identity(of: $0) }
    }

    private let clients: AnswerPost

    private static func outages(_ section: ServerSection, _ key: StreamKey) -> (any OutagePlan)? {
        if !section.outages.isEmpty { return ListedOutages(section.outages.map { Outage($0.from, $0.until) }) }
        return section.failures.map {
            DrawnOutages(DrawnSpans(stream: RandomStream(key, for: .outages, of: 0), failures: $0))
        }
    }

    /// What people need to use the server.
    var forPeople: SliceServer { SliceServer(access: opened, hash: hash) }

    /// Connects the people's clients and opens the accounts that nobody of them uses (PERF-05).
    func connect(_ services: [any SliceClients]) {
        clients.services = services
        for service in services { service.connect(opened) }
        let clients = clients
        mailer.onLoop { $0.connect(clients) }
        opened.connect(clients, mailer: mailer, provider: provider)
        let registry = opened.registry
        for (person, form) in owners.unused(registered) {
            let password = form.password.map { unused.hash($0) }
            registry.onLoop { _ = $0.enroll(form, person: person, password: password) }
        }
    }

    /// Lets the people go, with the end of the run.
    func close() {
        mailer.onLoop { $0.connect(nil) }
        clients.services = []
    }
}

/// Takes answers and mail to the people's clients.
private final class AnswerPost: GatewayClients, AccountClients, MailReader {
    private let receivers = Mutex<[any SliceClients]>([])
    private let accounts: any SliceAccounts

    init(_ accounts: any SliceAccounts) {
        self.accounts = accounts
    }

    var services: [any SliceClients] {
        get { receivers.withLock { $0 } }
        set { receivers.withLock { $0 = newValue } }
    }

    private func clients(of connection: Connection) -> (any SliceClients)? {
        services.first { $0.serves(connection.role.name) }
    }

    func person(of connection: Connection) -> PersonID? { clients(of: connection)?.person(of: connection) }

    func notify(_ connection: Connection, _ answer: ServerAnswer) { notify(connection, answer, to: 0) }

    func notify(_ connection: Connection, _ answer: ServerAnswer, to serial: Int32) {
        clients(of: connection)?.notify(connection, answer, to: serial)
    }

    func notify(_ connection: Connection, _ answer: AccountAnswer) { notify(connection, .account(answer)) }

    func receive(_ mail: Mail) {
        guard let owner = accounts.owner(of: mail.address) else { return }
        clients(of: owner)?.receive(mail, to: owner)
    }
}

extension PasswordCost {
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
    package init(_ section: ServerSection) {
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
