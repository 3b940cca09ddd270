// SPDX-License-Identifier: GPL-3.0-or-later

public import AccountRules
public import Accounts
public import CityGateway
public import CityLoop
public import CityModel

/// A service that a live city opens beside others, behind one gateway: the twin of a service's slice in a simulation.
public protocol LiveSlice: AnyObject {
    /// Its services, which take their messages. They are on the city's loop and in no city yet.
    var services: [any CityService] { get }
    /// Who may log in to it; nil for a service without accounts of its own.
    var accounts: LiveAccounts? { get }
    /// The city is open: where its messages come from, and its own accounts. Nobody is served yet.
    func opened(_ access: CityAccess, registry: AccountRegistry?)
    /// Begins to serve what its stores hold. Once, on the loop, when the clients are connected.
    ///
    /// - Throws: what a store throws that cannot be read.
    func begin() throws
}

/// The accounts of a live service.
public struct LiveAccounts {
    /// The service.
    public let owner: ServiceID
    /// Where they are kept.
    public let store: any AccountStore
    /// What they are for.
    public let roles: any RolePort
    /// The service's timers, which those of the accounts are held with; nil to hold them by themselves.
    public let hold: TimerHold?

    /// States all.
    public init(_ owner: ServiceID, store: any AccountStore, roles: any RolePort, hold: TimerHold? = nil) {
        (self.owner, self.store, self.roles, self.hold) = (owner, store, roles, hold)
    }
}

/// A live service that needs nothing but its services and its accounts.
public final class LiveService: LiveSlice {
    /// Its services.
    public let services: [any CityService]
    /// Its accounts.
    public let accounts: LiveAccounts?
    private var registry: AccountRegistry?

    /// States all.
    public init(_ services: [any CityService], accounts: LiveAccounts? = nil) {
        (self.services, self.accounts) = (services, accounts)
    }

    /// Keeps its accounts for the beginning.
    public func opened(_ access: CityAccess, registry: AccountRegistry?) { self.registry = registry }

    /// Takes over the accounts that its store holds.
    public func begin() throws { try registry?.onLoop { try $0.restore() } }
}

/// A city of live services behind one gateway: whoever has an account with several of them uses them through one connection each.
public final class LiveCity {
    /// What a city's server is opened with.
    public struct Parameters {
        /// The numbers of the gateway.
        public var gateway = GatewayParameters()
        /// How long each message takes.
        public let times: any ServiceTimes
        /// Hashes passwords (SEC-03).
        public let hash: any PasswordHash
        /// Makes the tokens of sessions and links.
        public let tokens: any TokenSource
        /// Works with passwords beside the loop; nil to do it in the message's turn.
        public var pool: WorkPool?
        /// Writes the accounts beside the loop; nil to do it in the message's turn.
        public var writing: WorkPool?
        /// Keeps the inputs of the city, whose secrets and hash `tokens` and `hash` are then; nil where stores keep what they hold.
        public var inputs: LiveInputs?

        /// States what cannot be left out.
        public init(times: any ServiceTimes, hash: any PasswordHash, tokens: any TokenSource) {
            (self.times, self.hash, self.tokens) = (times, hash, tokens)
        }
    }

    /// The accounts of each service of a city are numbered above this many times its place among those with accounts: no two
    /// services number an account alike.
    static let numbers: Int32 = 200_000_000

    /// The gateway and the accounts.
    public let access: CityAccess
    private let slices: [any LiveSlice]

    /// Opens services in a host that has no gateway yet. Their order stays the same from start to start: the numbers of accounts
    /// follow from it. An account message that names no service is for the first one with accounts.
    public init(in host: CityHost, _ slices: [any LiveSlice], _ parameters: Parameters) {
        self.slices = slices
        access = Self.open(in: host, slices, parameters)
    }

    /// Connects the clients and begins to serve what the stores hold. Once, on the loop, before the first message.
    ///
    /// - Throws: what a store throws that cannot be read.
    public func connect(
        _ clients: some GatewayClients & AccountClients, mailer: (any Mailer)? = nil,
        provider: (any IdentityProvider)? = nil
    ) throws {
        access.connect(clients, mailer: mailer, provider: provider)
        for slice in slices { try slice.begin() }
    }

    /// Opens one gateway for all. At least one of them has accounts.
    public static func open(in host: CityHost, _ slices: [any LiveSlice], _ parameters: Parameters) -> CityAccess {
        for service in slices.flatMap(\.services) { host.add(service) }
        guard let first = slices.compactMap(\.accounts).first else {
            preconditionFailure("a live city has at least one service with accounts")
        }
        var opened = AccessParameters(
            gateway: parameters.gateway, times: parameters.times, store: first.store, roles: first.roles,
            hash: parameters.hash, tokens: parameters.tokens)
        (opened.owner, opened.hold) = (first.owner, first.hold)
        (opened.pool, opened.writing, opened.inputs) = (parameters.pool, parameters.writing, parameters.inputs)
        let access = host.open(opened)
        var count: Int32 = 0
        for slice in slices {
            guard let accounts = slice.accounts else {
                slice.opened(access, registry: nil)
                continue
            }
            defer { count += 1 }
            guard count > 0 else {
                slice.opened(access, registry: access.registry)
                continue
            }
            let registry = AccountRegistry(
                loop: host.loop, log: host.log, store: accounts.store, port: accounts.roles, hash: parameters.hash,
                tokens: parameters.tokens, hold: access.hold(accounts.hold), pool: parameters.pool,
                above: count * numbers, writer: RecordWriter(host.loop, pool: parameters.writing))
            access.add(registry, of: accounts.owner)
            slice.opened(access, registry: registry)
        }
        return access
    }
}
