// SPDX-License-Identifier: GPL-3.0-or-later

public import AccountRules
public import Accounts
public import CityGateway
public import CityHost
public import CityLoop
public import CityModel
public import RaceRules
public import RecordStores

/// The race service of a live city with its gateway and the accounts of users and organisers.
///
/// For a city whose first accounts are those of races; where they are another service's, `CityAccess.add` takes these. Accounts,
/// races, participants, spectators, consents and wishes last as long as their files.
public final class LiveRaces: LiveSlice {
    /// What the server is opened with.
    public struct Parameters {
        /// The numbers of the races that no organiser sets.
        public var races = RaceParameters()
        /// The numbers of the gateway.
        public var gateway = GatewayParameters()
        /// Works with passwords beside the loop; nil to do it in the message's turn.
        public var pool: WorkPool?
        /// Writes accounts and races beside the loop, each in order; nil to do it in the message's turn.
        public var writing: WorkPool?

        /// The defaults.
        public init() {}
    }

    /// The races.
    public let service: RaceService
    /// What the accounts know of the races; has all that is kept of a person (SEC-07).
    public let roles: RaceRolePort
    /// The races.
    public let services: [any CityService]
    private let store: any AccountStore
    private let hold = TimerHold()
    /// The gateway and the accounts; nil before the city is open.
    private var opened: (access: CityAccess, registry: AccountRegistry)?
    private var attach: (() -> Void)?

    /// Opens the service of the city of this map alone, in a host that has no gateway yet.
    public convenience init(
        in host: CityHost, map: any ZoneLayout, _ parameters: Parameters, accounts: any AccountStore,
        shelves: RaceShelves, secrets: any SecretSource, hash: any PasswordHash, times: any ServiceTimes
    ) {
        self.init(on: host, map: map, parameters, accounts: accounts, shelves: shelves)
        var city = LiveCity.Parameters(times: times, hash: hash, tokens: SecretTokens(secrets))
        (city.gateway, city.pool, city.writing) = (parameters.gateway, parameters.pool, parameters.writing)
        _ = LiveCity.open(in: host, [self], city)
    }

    /// The service of the city of this map for a `LiveCity`, which opens it beside others; the numbers of the gateway are the city's.
    public init(
        on host: CityHost, map: any ZoneLayout, _ parameters: Parameters, accounts: any AccountStore,
        shelves: RaceShelves
    ) {
        store = accounts
        service = RaceService(
            loop: host.loop, log: host.log, map: map, parameters: parameters.races, hold: hold, shelves: shelves,
            writer: RecordWriter(host.loop, pool: parameters.writing))
        roles = RaceRolePort(service)
        services = [service]
    }

    /// The gateway and the accounts of the city.
    public var access: CityAccess {
        guard let opened else { preconditionFailure("the city of the races is not open") }
        return opened.access
    }

    /// Those of users and organisers.
    public var accounts: LiveAccounts? { LiveAccounts(.races, store: store, roles: roles, hold: hold) }

    /// The city is open.
    public func opened(_ access: CityAccess, registry: AccountRegistry?) {
        opened = registry.map { (access, $0) }
    }

    /// Who takes what the service says, of a city that is connected later; kept weakly.
    public func attach(races: any RaceClients) {
        attach = { [service, weak races] in
            if let races { service.onLoop { $0.connect(races) } }
        }
    }

    /// Begins to serve what the stores hold.
    ///
    /// - Throws: what a store throws that cannot be read.
    public func begin() throws {
        attach?()
        // First the accounts, which say who is a user.
        try opened?.registry.onLoop { try $0.restore() }
        try service.onLoop { try $0.restore() }
    }

    /// The accounts of a file, which is made when it is missing. A key is what a live service has; without one the file is readable,
    /// for tests (SEC-06).
    ///
    /// - Throws: `RecordKeyError` when the key does not fit, or what a file throws that cannot be read.
    public static func accounts(path: String, key: RecordKey?) throws -> RecordedAccounts {
        try RecordedAccounts(path: path, key: key, details: RaceRoles().details)
    }

    /// Races and what is kept of their users, of a file, which is made when it is missing; keys as for the accounts.
    ///
    /// - Throws: `RecordKeyError` when the key does not fit, or what a file throws that cannot be read.
    public static func shelves(path: String, key: RecordKey?) throws -> RaceShelves {
        RaceShelves(
            races: try RecordFile<RaceRecord>(path: path, key: key),
            users: try RecordFile<RaceUserRecord>(path: path, key: key))
    }

    /// Connects the clients of races that are alone, and begins to serve what the stores hold. Once, on the loop, before the first message. `races` is kept
    /// weakly.
    ///
    /// - Throws: what a store throws that cannot be read.
    public func connect(
        _ clients: some GatewayClients & AccountClients, races: any RaceClients, mailer: (any Mailer)? = nil
    ) throws {
        access.connect(clients, mailer: mailer)
        attach(races: races)
        try begin()
    }
}
