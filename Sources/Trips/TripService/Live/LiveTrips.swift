// SPDX-License-Identifier: GPL-3.0-or-later

public import AccountRules
public import Accounts
public import CityGateway
public import CityHost
public import CityLoop
public import CityModel
public import TripRules

/// The trip planner of a live city with the accounts of its users, and a gateway when it is alone: everything behind a client but what
/// plans journeys.
public final class LiveTrips: LiveSlice {
    /// What the server is opened with.
    public struct Parameters {
        /// The numbers of the planner, its region, companies and shared vehicles.
        public var planner = PlannerSetup()
        /// The numbers of the gateway, where it is the planner's alone.
        public var gateway = GatewayParameters()
        /// Writes the files beside the loop, each in order and side by side (PERF-16); nil to do it in the message's turn.
        public var writing: WorkPool?

        /// The defaults.
        public init() {}
    }

    /// The accounts of users are numbered above this: beyond those of other services.
    public static let devicesAbove: Int32 = 1_800_000_000

    /// The planner.
    public let service: PlannerService
    /// The accounts of its users.
    public let devices: DeviceRegistry
    /// The planner, and the accounts of its users.
    public let services: [any CityService]
    /// Nobody logs in with a password.
    public let accounts: LiveAccounts? = nil
    private var opened: CityAccess?
    private var attach: (() -> Void)?

    /// The service for a `LiveCity`, which opens it beside others; the numbers of the gateway are the city's. `journeys` plans journeys,
    /// and `waits` says how long hired vehicles take to come.
    ///
    /// Users are recognised, but nobody is served before `begin`.
    public init(
        on host: CityHost, _ parameters: Parameters, files: TripFiles, journeys: any JourneyPlanner,
        waits: (any WaitingTimes)? = nil, secrets: any SecretSource
    ) {
        let (loop, log) = (host.loop, host.log)
        service = PlannerService(
            loop: loop, log: log, parameters.planner, journeys: journeys, waits: waits, shelves: files.shelves,
            writer: RecordWriter(loop, pool: parameters.writing))
        devices = DeviceRegistry(
            loop: loop, log: log, book: files.devices, key: files.key,
            numbering: PersonNumbering(.tripUser, above: Self.devicesAbove), tokens: SecretTokens(secrets),
            writer: RecordWriter(loop, pool: parameters.writing))
        services = [service, devices]
    }

    /// Opens the planner alone, in a host that has no gateway yet. Each message takes what `times` says.
    public convenience init(
        in host: CityHost, _ parameters: Parameters, files: TripFiles, journeys: any JourneyPlanner,
        waits: (any WaitingTimes)? = nil, secrets: any SecretSource, times: any ServiceTimes
    ) {
        self.init(on: host, parameters, files: files, journeys: journeys, waits: waits, secrets: secrets)
        for service in services { host.add(service) }
        var access = AccessParameters(
            gateway: parameters.gateway, times: times, store: MemoryAccountStore(details: []), roles: NoAccounts(),
            hash: Argon2Hash(cost: .interactive, secrets: secrets), tokens: SecretTokens(secrets))
        access.hold = service.hold
        opened(host.open(access), registry: nil)
    }

    /// The gateway.
    public var access: CityAccess {
        guard let opened else { preconditionFailure("the city of the planner is not open") }
        return opened
    }

    /// The city is open.
    public func opened(_ access: CityAccess, registry: AccountRegistry?) { opened = access }

    /// Who takes what the planner says, of a city that is connected later.
    public func attach(_ clients: some DeviceClients & TripClients) {
        attach = { [unowned self] in
            let gateway = access.gateway
            devices.onLoop { $0.connect(gateway, clients: clients) }
            service.onLoop { $0.connect(clients) }
        }
    }

    /// Begins to serve what the files hold.
    ///
    /// - Throws: what a file throws that cannot be read.
    public func begin() throws {
        attach?()
        try service.onLoop { try $0.restore() }
    }

    /// Connects the clients of a planner that is alone, and begins to serve what the files hold. Once, on the loop, before the first
    /// message.
    ///
    /// - Throws: what a file throws that cannot be read.
    public func connect(
        _ clients: some GatewayClients & AccountClients & DeviceClients & TripClients
    ) throws {
        access.connect(clients)
        attach(clients)
        try begin()
    }
}

/// There are no accounts with passwords.
private final class NoAccounts: RolePort {
    struct NoRoles: RoleRules {
        var types: [RoleName] { [] }
        var providerType: RoleName { .visitor }
    }

    let rules: any RoleRules = NoRoles()
    func newPerson(_ type: RoleName, from connection: Connection) -> Int32 { 0 }
}
