// SPDX-License-Identifier: GPL-3.0-or-later

public import AccountRules
public import Accounts
public import CityGateway
public import CityHost
public import CityLoop
public import CityModel
public import StoreRules

/// The store service of a live city with its gateway, the accounts of shoppers by phone and those of the staff: everything
/// behind a client but the carrier, the maps and the mail.
///
/// For a city whose first accounts are the stores'; where they are another service's, `CityAccess.add` takes those of the staff.
public final class LiveStores: LiveSlice {
    /// What the server is opened with.
    public struct Parameters {
        /// Who may add stores; each store names who manages it (ACCOUNT-MANAGER-02).
        public var managers: [StaffID] = []
        /// The stores that a service begins with which holds none.
        public var first: [FirstStore] = []
        /// The numbers of the stores that no manager sets.
        public var stores = StoreParameters()
        /// The numbers of the accounts by phone.
        public var phones = PhoneParameters()
        /// The numbers of the gateway.
        public var gateway = GatewayParameters()
        /// Works with passwords beside the loop; nil to do it in the message's turn.
        public var pool: WorkPool?
        /// Writes the files beside the loop, each in order and several side by side (AVAIL-07, PERF-16); nil to do it in the
        /// message's turn.
        public var writing: WorkPool?

        /// The defaults.
        public init() {}
    }

    /// A store of a deployment, with who works there.
    public struct FirstStore: Hashable, Sendable {
        /// What it is. Nobody looks whether the form is right.
        public let form: StoreForm
        /// Who may manage it (ACCOUNT-MANAGER-02).
        public let managers: [StaffID]
        /// Who may issue priority tickets.
        public let employees: [StaffID]

        /// States all.
        public init(_ form: StoreForm, managers: [StaffID] = [], employees: [StaffID] = []) {
            (self.form, self.managers, self.employees) = (form, managers, employees)
        }
    }

    /// Accounts of shoppers are numbered above this, those of the staff from 1.
    public static let phonesAbove: Int32 = 1_000_000_000

    /// The stores.
    public let service: StoreService
    /// The accounts of shoppers.
    public let phones: PhoneRegistry
    /// The stores, and the accounts by phone.
    public let services: [any CityService]
    private let files: StoreFiles
    private let hash: any PasswordHash
    private let port: StoreRolePort
    private let first: [FirstStore]
    private let hold = TimerHold()
    /// The gateway and the accounts of the staff; nil before the city is open.
    private var opened: (access: CityAccess, staff: AccountRegistry)?
    private var attach: (() -> Void)?

    /// Opens the service alone, in a host that has no gateway yet, with all that its files hold.
    ///
    /// - Throws: what a file throws that cannot be read.
    public convenience init(
        in host: CityHost, _ parameters: Parameters, files: StoreFiles, codes: any CodeSource,
        secrets: any SecretSource, hash: any PasswordHash, times: any ServiceTimes
    ) throws {
        try self.init(on: host, parameters, files: files, codes: codes, secrets: secrets, hash: hash)
        var city = LiveCity.Parameters(times: times, hash: hash, tokens: SecretTokens(secrets))
        (city.gateway, city.pool, city.writing) = (parameters.gateway, parameters.pool, parameters.writing)
        _ = LiveCity.open(in: host, [self], city)
    }

    /// The service for a `LiveCity`, which opens it beside others; the numbers of the gateway are the city's.
    ///
    /// - Throws: what a file throws that cannot be read.
    public init(
        on host: CityHost, _ parameters: Parameters, files: StoreFiles, codes: any CodeSource,
        secrets: any SecretSource, hash: any PasswordHash
    ) throws {
        self.files = files
        self.hash = hash
        first = parameters.first
        service = StoreService(
            loop: host.loop, log: host.log, parameters: parameters.stores, managers: parameters.managers,
            codes: codes, shelves: files.shelves, hold: hold,
            writer: RecordWriter(host.loop, pool: parameters.writing))
        port = try StoreRolePort(service)
        phones = PhoneRegistry(
            loop: host.loop, log: host.log, book: files.phones, port: port,
            numbering: PersonNumbering(.shopper, above: Self.phonesAbove), tokens: SecretTokens(secrets),
            parameters: parameters.phones, writer: RecordWriter(host.loop, pool: parameters.writing))
        services = [service, phones]
    }

    /// The gateway, and the accounts of the staff.
    public var access: CityAccess {
        guard let opened else { preconditionFailure("the city of the stores is not open") }
        return opened.access
    }

    /// Those of the staff.
    public var accounts: LiveAccounts? { LiveAccounts(.stores, store: files.staff, roles: port, hold: hold) }

    /// The city is open.
    public func opened(_ access: CityAccess, registry: AccountRegistry?) {
        opened = registry.map { (access, $0) }
    }

    /// Who takes what the stores say, of a city that is connected later. `maps` look typed addresses up; without them such a list is
    /// refused (STORE-R2).
    public func attach(
        _ clients: some PhoneClients & StoreClients, carrier: any SmsCarrier, maps: (any AddressFinder)? = nil
    ) {
        attach = { [unowned self] in
            let gateway = access.gateway
            let held = HeldCarrier(carrier, phones.loop)
            phones.onLoop { $0.connect(gateway, carrier: held, clients: clients) }
            service.onLoop { $0.connect(clients, maps: maps) }
        }
    }

    /// Begins to serve what the files hold.
    ///
    /// - Throws: what a file throws that cannot be read.
    public func begin() throws {
        attach?()
        try opened?.staff.onLoop { try $0.restore() }
        try service.onLoop { [first] service in
            try service.restore()
            guard service.rules.floors.isEmpty else { return }
            for store in first { service.add(store.form, employees: store.employees, managers: store.managers) }
        }
    }

    /// Connects the clients of stores that are alone, and begins to serve what the files hold. Once, on the loop, before the first
    /// message.
    ///
    /// - Throws: what a file throws that cannot be read.
    public func connect(
        _ clients: some GatewayClients & AccountClients & PhoneClients & StoreClients, carrier: any SmsCarrier,
        mailer: (any Mailer)? = nil, maps: (any AddressFinder)? = nil
    ) throws {
        access.connect(clients, mailer: mailer)
        attach(clients, carrier: carrier, maps: maps)
        try begin()
    }

    /// Gives a manager or employee an account, as a deployment does, unless there is one (ACCOUNT-MANAGER-02).
    ///
    /// - Returns: why there is none: the answer to a form that breaks a rule.
    @discardableResult
    public func enroll(_ staff: StaffID, _ form: RegistrationForm, password: String) -> RegistrationRefusal? {
        guard files.staff.account(.staff, person: staff.number) == nil else { return nil }
        var form = form
        form.type = .staff
        let (person, text) = (staff.number, hash.hash(password))
        guard let opened else { preconditionFailure("the city of the stores is not open") }
        let answer = opened.staff.onLoop { [form] in $0.enroll(form, person: person, password: text) }
        if case .rejected(let refusal, _) = answer { return refusal }
        return nil
    }
}
