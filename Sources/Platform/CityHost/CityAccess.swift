// SPDX-License-Identifier: GPL-3.0-or-later

public import AccountRules
public import Accounts
public import CityGateway
public import CityLoop
public import CityModel
import EventLog

/// What a city's gateway and its accounts are opened with.
public struct AccessParameters {
    /// The numbers of the gateway.
    public var gateway: GatewayParameters
    /// How long each message takes.
    public var times: any ServiceTimes
    /// When the server is down; nil for never (AVAIL-01).
    public var outages: (any OutagePlan)?
    /// Where accounts are kept.
    public var store: any AccountStore
    /// The service that the accounts are for.
    public var roles: any RolePort
    /// Hashes passwords (SEC-03).
    public var hash: any PasswordHash
    /// Makes the tokens of sessions and links.
    public var tokens: any TokenSource
    /// The rules' numbers.
    public var accounts = AccountParameters()
    /// The timers of a service that those of the accounts are held with, in one order; nil to hold them by themselves.
    public var hold: TimerHold?
    /// Works with passwords beside the loop; nil to do it in the message's turn (PERF-16).
    public var pool: WorkPool?

    /// States what cannot be left out.
    public init(
        gateway: GatewayParameters, times: any ServiceTimes, store: any AccountStore, roles: any RolePort,
        hash: any PasswordHash, tokens: any TokenSource
    ) {
        self.gateway = gateway
        self.times = times
        self.store = store
        self.roles = roles
        self.hash = hash
        self.tokens = tokens
    }
}

/// The gateway of a city and the accounts behind it.
public final class CityAccess {
    /// Takes every message of every client.
    public let gateway: Gateway
    /// The accounts.
    public let registry: AccountRegistry
    private let backend: HostBackend

    init(_ parameters: AccessParameters, loop: CityLoop, log: EventLog, services: [any CityService]) {
        gateway = Gateway(
            loop: loop, log: log, parameters: parameters.gateway, times: parameters.times, outages: parameters.outages)
        let hold = parameters.hold ?? TimerHold()
        registry = AccountRegistry(
            loop: loop, log: log, store: parameters.store, port: parameters.roles, hash: parameters.hash,
            tokens: parameters.tokens, parameters: parameters.accounts, hold: hold,
            pool: parameters.pool)
        backend = HostBackend(
            loop: loop, services: services, registry: registry,
            hold: parameters.hold == nil ? hold : nil)
    }

    /// Connects the clients and begins to serve. Once, on the loop, before the first message.
    ///
    /// - Parameters:
    ///   - clients: take the answers.
    ///   - mailer: sends mail; nil to note mail and not send it.
    ///   - provider: knows persons (DEC-FACEBOOK); nil for one who knows nobody.
    public func connect(
        _ clients: some GatewayClients & AccountClients, mailer: (any Mailer)? = nil,
        provider: (any IdentityProvider)? = nil
    ) {
        let surroundings = AccountRegistry.Surroundings(
            mailer: mailer, sessions: gateway, provider: provider, clients: clients)
        registry.onLoop { $0.connect(surroundings) }
        gateway.connect(backend, clients)
    }

    /// Ends the service: what is inside is not answered any more.
    func close() {
        gateway.close()
        registry.onLoop { $0.close() }
    }
}

extension Gateway: SessionGateway {}
