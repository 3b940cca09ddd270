// SPDX-License-Identifier: GPL-3.0-or-later

public import AccountRules
public import Accounts
public import CityGateway
public import CityLoop
public import CityModel

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
    /// Its name, for messages that name a service; nil when there are no other accounts.
    public var owner: ServiceID?
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
    /// Keeps the inputs of a live city, whose secrets and hash `tokens` and `hash` are then, and whose stores are in memory; nil for
    /// a city whose stores keep what they hold themselves.
    public var inputs: LiveInputs?
    /// Writes the store beside the loop, where the store can leave that to it; nil to do it in the message's turn (PERF-16).
    public var writing: WorkPool?

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
    /// All accounts, those of `registry` first.
    private var registries: [OwnedRegistry]
    private let loop: CityLoop
    private let services: [any CityService]
    /// Holds the timers of accounts when no service does.
    private var ownHolds: [TimerHold]
    private let inputs: LiveInputs?
    private var backend: HostBackend?

    init(_ parameters: AccessParameters, loop: CityLoop, log: EventLog, services: [any CityService]) {
        gateway = Gateway(
            loop: loop, log: log, parameters: parameters.gateway, times: parameters.times, outages: parameters.outages)
        let hold = parameters.hold ?? TimerHold()
        registry = AccountRegistry(
            loop: loop, log: log, store: parameters.store, port: parameters.roles, hash: parameters.hash,
            tokens: parameters.tokens, parameters: parameters.accounts, hold: hold,
            pool: parameters.pool, writer: RecordWriter(loop, pool: parameters.writing))
        registries = [(parameters.owner, registry)]
        self.loop = loop
        self.services = services
        inputs = parameters.inputs
        ownHolds = parameters.hold == nil ? [hold] : []
    }

    /// Adds the accounts of another service, before `connect`. They are numbered above all others, and their timers are held
    /// with that service's.
    public func add(_ registry: AccountRegistry, of owner: ServiceID) {
        precondition(!registries.contains { $0.owner == owner }, "\(owner) has accounts already")
        registries.append((owner, registry))
    }

    /// What holds the timers of further accounts: their service's hold, or one of their own.
    func hold(_ hold: TimerHold?) -> TimerHold {
        if let hold { return hold }
        let own = TimerHold()
        ownHolds.append(own)
        return own
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
        let backend = HostBackend(
            loop: loop, services: services, registries: registries, holds: ownHolds, inputs: inputs)
        self.backend = backend
        let surroundings = AccountRegistry.Surroundings(
            mailer: inputs == nil ? mailer : mailer.map { HeldMailer($0, loop) }, sessions: gateway, provider: provider,
            clients: clients)
        for (_, registry) in registries { registry.onLoop { $0.connect(surroundings) } }
        gateway.connect(backend, clients)
    }

    /// Begins the input log, or takes up what it holds; then the city is as it was after the last input, and its loop runs on. Once,
    /// on the loop, when all is connected and before the first message.
    ///
    /// - Throws: `LogProblem` when the log is not this city's or is damaged before its end, `LoopError` when the loop failed, or what
    ///   the store throws. Nothing was written then.
    @discardableResult
    public func takeUp() throws -> TakenUp {
        guard let inputs, let backend else { preconditionFailure("a city without an input log has nothing to take up") }
        return try inputs.takeUp(
            { [gateway] envelope, worked in
                gateway.use(envelope.token)
                backend.handOver(envelope, envelope.token.flatMap { gateway.session(of: $0) }, worked)
            }, heard: backend.heardTypes
        ) { [gateway] message, token in
            gateway.use(token)
            backend.hear(message)
        } _: { account throws(CarryRefusal) in
            try backend.carry(account)
        }
    }

    // MARK: To another log

    /// All accounts of the city: those with a form in the order of the services, then those by phone and by device. On the loop, when
    /// the log is taken up.
    ///
    /// - Throws: what a store throws that cannot be read.
    public func accountsToCarry() throws -> [CarriedAccount] {
        guard let backend else { preconditionFailure("accounts are read when the clients are connected") }
        return try backend.accountsToCarry()
    }

    /// Takes in accounts of another log, each as an input of its own. Once, on the loop between two turns, when a log has just begun: then
    /// nobody is served yet.
    ///
    /// - Returns: the places in the list of those for whom there is no place, as the deployment does not have them any more; nil when
    ///   the log could not be written.
    /// - Throws: the first account that the city cannot have.
    public func carry(_ accounts: [CarriedAccount]) throws(NotCarried) -> [Int]? {
        guard let inputs, let backend else { preconditionFailure("a city without an input log takes no accounts in") }
        precondition(inputs.count == 1, "accounts are taken in at the beginning of a log")
        var left: [Int] = []
        for (index, account) in accounts.enumerated() {
            var outcome = Result<Bool?, CarryRefusal>.success(nil)
            loop.runTurn(at: loop.now) {
                outcome = Result { () throws(CarryRefusal) in
                    try inputs.carry(account) { () throws(CarryRefusal) in try backend.carry(account) }
                }
            }
            do throws(CarryRefusal) {
                guard let isTaken = try outcome.get() else { return nil }
                if !isTaken { left.append(index) }
            } catch {
                throw NotCarried(index: index, refusal: error)
            }
        }
        return left
    }

    /// Ends sessions that have lasted long enough from now on, by the gateway's `sessionLimits`: looks each minute. Each is logged out
    /// by a message like its person's own, so that it stands in the input log. So does the time, when timers have done something
    /// since the last message. Once, on the loop, after `takeUp`.
    public func watchSessions() {
        guard let backend else { preconditionFailure("sessions are watched when the clients are connected") }
        SessionWatch(loop, gateway, backend).wait()
    }

    /// Ends the service: what is inside is not answered any more.
    func close() {
        gateway.close()
        for (_, registry) in registries { registry.onLoop { $0.close() } }
    }
}

extension Gateway: SessionGateway {}

/// An account of another log that a city cannot have.
public struct NotCarried: Error, Hashable, Sendable {
    /// Its place in the list.
    public let index: Int
    /// Why.
    public let refusal: CarryRefusal
}

/// Ends the sessions that have lasted long enough.
private final class SessionWatch: Sendable {
    private let loop: CityLoop
    private let gateway: Gateway
    private let backend: HostBackend

    init(_ loop: CityLoop, _ gateway: Gateway, _ backend: HostBackend) {
        (self.loop, self.gateway, self.backend) = (loop, gateway, backend)
    }

    func wait() {
        loop.schedule(at: loop.now + .minutes(1)) { [self] in
            for session in gateway.wornSessions { backend.logOut(session) }
            backend.mark()
            wait()
        }
    }
}
