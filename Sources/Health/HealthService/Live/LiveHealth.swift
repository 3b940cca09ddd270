// SPDX-License-Identifier: GPL-3.0-or-later

public import AccountRules
public import Accounts
public import CityGateway
public import CityHost
public import CityLoop
public import CityModel
public import HealthRules
public import RecordStores

/// The health service of a live city with its gateway and the accounts of people, organisations and the system manager.
///
/// Accounts last as long as their files. Consent, subscriptions and batches last as long as the program.
public final class LiveHealth: LiveSlice {
    /// What the server is opened with.
    public struct Parameters {
        /// The numbers of the health monitor.
        public var health: HealthParameters
        /// The numbers of the data side.
        public var data = DataParameters()
        /// The numbers of the gateway.
        public var gateway = GatewayParameters()
        /// Works with passwords beside the loop; nil to do it in the message's turn.
        public var pool: WorkPool?
        /// Writes the accounts beside the loop; nil to do it in the message's turn.
        public var writing: WorkPool?

        /// The defaults.
        public init(health: HealthParameters = HealthParameters()) { self.health = health }
    }

    /// Receives batches, sends SOS.
    public let monitor: HealthMonitor
    /// Consent, and data for organisations.
    public let broker: DataBroker
    /// Both.
    public let services: [any CityService]
    private let store: any AccountStore
    private let hash: any PasswordHash
    /// The gateway and the accounts; nil before the city is open.
    private var opened: (access: CityAccess, registry: AccountRegistry)?
    private var attach: (() -> Void)?

    /// Opens the service alone, in a host that has no gateway yet.
    public convenience init(
        in host: CityHost, _ parameters: Parameters, accounts: any AccountStore, batches: any BatchStore,
        secrets: any SecretSource, hash: any PasswordHash, times: any ServiceTimes
    ) {
        self.init(on: host, parameters, accounts: accounts, batches: batches, hash: hash)
        var city = LiveCity.Parameters(times: times, hash: hash, tokens: SecretTokens(secrets))
        (city.gateway, city.pool, city.writing) = (parameters.gateway, parameters.pool, parameters.writing)
        _ = LiveCity.open(in: host, [self], city)
    }

    /// The service for a `LiveCity`, which opens it beside others; the numbers of the gateway are the city's.
    public init(
        on host: CityHost, _ parameters: Parameters, accounts: any AccountStore, batches: any BatchStore,
        hash: any PasswordHash
    ) {
        store = accounts
        self.hash = hash
        broker = DataBroker(parameters.data, store: batches, loop: host.loop, log: host.log)
        monitor = HealthMonitor(parameters.health, loop: host.loop, log: host.log, receiver: broker)
        services = [monitor, broker]
    }

    /// The gateway and the accounts of the city.
    public var access: CityAccess {
        guard let opened else { preconditionFailure("the city of the health service is not open") }
        return opened.access
    }

    /// Those of people, organisations and the system manager.
    public var accounts: LiveAccounts? { LiveAccounts(.health, store: store, roles: HealthRolePort(monitor, broker)) }

    /// The city is open.
    public func opened(_ access: CityAccess, registry: AccountRegistry?) {
        opened = registry.map { (access, $0) }
    }

    /// Who takes what the service says, of a city that is connected later.
    public func attach(data: any DataClients, health: any HealthClients) {
        attach = { [monitor, broker] in
            monitor.onLoop { monitor in
                monitor.connect(health)
                monitor.begin()
            }
            broker.onLoop { $0.connect(data) }
        }
    }

    /// Begins to serve what the store holds.
    ///
    /// - Throws: what the store throws that cannot be read.
    public func begin() throws {
        attach?()
        try opened?.registry.onLoop { try $0.restore() }
    }

    /// The accounts of a file, which is made when it is missing. A key is what a live service has; without one the file is readable, for
    /// tests (SEC-06).
    ///
    /// - Throws: `RecordKeyError` when the key does not fit, or what a file throws that cannot be read.
    public static func accounts(path: String, key: RecordKey?) throws -> RecordedAccounts {
        try RecordedAccounts(path: path, key: key, details: HealthRoles().details)
    }

    /// Connects the clients of a service that is alone, and begins to serve what the store holds. Once, on the loop, before the first message.
    ///
    /// - Throws: what the store throws that cannot be read.
    public func connect(
        _ clients: some GatewayClients & AccountClients, data: any DataClients, health: any HealthClients,
        mailer: (any Mailer)? = nil
    ) throws {
        access.connect(clients, mailer: mailer)
        attach(data: data, health: health)
        try begin()
    }

    /// Gives the system manager of this number an account, as an installation does, unless that one has it already. A service has one
    /// system manager (ACCOUNT-TRACK-MANAGER): with another number there is none.
    ///
    /// - Returns: why there is none: the answer to a form that breaks a rule, or `onlyAtInstallation` for a second manager.
    @discardableResult
    public func install(manager: Int32, _ form: RegistrationForm, password: String) -> RegistrationRefusal? {
        guard store.account(.systemManager, person: manager) == nil else { return nil }
        var isInstalled = false
        func look(at account: Account) { if account.type == .systemManager { isInstalled = true } }
        guard (try? store.forEach(look)) != nil, !isInstalled else { return .onlyAtInstallation }
        var form = form
        form.type = .systemManager
        let text = hash.hash(password)
        guard let opened else { preconditionFailure("the city of the health service is not open") }
        let answer = opened.registry.onLoop { [form] in $0.enroll(form, person: manager, password: text) }
        if case .rejected(let refusal, _) = answer { return refusal }
        return nil
    }
}
