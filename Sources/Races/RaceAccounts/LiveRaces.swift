// SPDX-License-Identifier: GPL-3.0-or-later

public import AccountRules
public import Accounts
public import CityGateway
public import CityHost
public import CityLoop
public import CityModel
public import RaceRules
public import RaceService
public import RecordStores

/// The race service of a live city with its gateway and the accounts of users and organisers.
///
/// For a city whose first accounts are those of races; where they are another service's, `CityAccess.add` takes these. Accounts,
/// races, participants, spectators, consents and wishes last as long as their files.
public final class LiveRaces {
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
    /// The gateway and the accounts.
    public let access: CityAccess

    /// Opens the service of the city of this map, in a host that has no gateway yet.
    public init(
        in host: CityHost, map: any ZoneLayout, _ parameters: Parameters, accounts: any AccountStore,
        shelves: RaceShelves,
        secrets: any SecretSource,
        hash: any PasswordHash, times: any ServiceTimes
    ) {
        let hold = TimerHold()
        service = RaceService(
            loop: host.loop, log: host.log, map: map, parameters: parameters.races, hold: hold, shelves: shelves,
            writer: RecordWriter(host.loop, pool: parameters.writing))
        roles = RaceRolePort(service)
        host.add(service)
        var access = AccessParameters(
            gateway: parameters.gateway, times: times, store: accounts, roles: roles, hash: hash,
            tokens: SecretTokens(secrets))
        (access.owner, access.hold) = (.races, hold)
        (access.pool, access.writing) = (parameters.pool, parameters.writing)
        self.access = host.open(access)
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

    /// Connects the clients and begins to serve what the stores hold. Once, on the loop, before the first message. `races` is kept
    /// weakly.
    ///
    /// - Throws: what a store throws that cannot be read.
    public func connect(
        _ clients: some GatewayClients & AccountClients, races: any RaceClients, mailer: (any Mailer)? = nil
    ) throws {
        access.connect(clients, mailer: mailer)
        service.onLoop { $0.connect(races) }
        // First the accounts, which say who is a user.
        try access.registry.onLoop { try $0.restore() }
        try service.onLoop { try $0.restore() }
    }
}
