// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
import Accounts
import CityGateway
import CityHost
import CityLoop
import CityMap
import CityModel
import RuleTestKit
import Synchronization
import TaxiReservations
import TaxiRules
import TaxiService
import TaxiSharing
import Testing

/// A whole server in small: gateway, accounts, taxi service and modules; squares of 1 km in a row, straight ways at 10 m/s;
/// and one client of the public interface in front of it.
final class InterfaceCity {
    let host: CityHost
    let dispatcher: Dispatcher
    let gateway: Gateway
    let registry: AccountRegistry
    let store: any AccountStore
    let mail: MailBox
    let client: CityClient
    let turnstile: Turnstile
    /// Whom the identity provider sees; nobody at first.
    let visitor = Mailbox<ProviderIdentity?>()
    private let list = EventList()
    private let hash: any PasswordHash

    init(
        start: CityTime = .epoch, seats: [Int32] = [4, 4], hasModules: Bool = true, service: TimeSpan = .zero,
        store: any AccountStore = MemoryAccountStore(details: TaxiRoles().details), needsSessions: Bool = true,
        outages: [Outage] = [],
        workers: Int = 1, hash: any PasswordHash = Argon2Hash(cost: .reduced, secrets: KeyedSecrets(key: [1])),
        pool: WorkPool? = nil, tokens: any TokenSource = SecretTokens(KeyedSecrets(key: [2]))
    ) throws {
        self.hash = hash
        host = CityHost(start: start, observers: [list], checksEveryTurn: true)
        let (loop, log) = (host.loop, host.log)
        self.store = store
        // The corner is chosen so that 45.46 N, 9.19 E lies in the first square.
        let layout = GridLayout(
            rows: 1, columns: 3, side: .metres(1000), anchor: GeographicPoint(longitude: 9.185, latitude: 45.456))
        dispatcher = Dispatcher(
            loop: loop, log: log, layout: layout,
            travel: StraightRouter(freeSpeed: 10, trafficFactors: .even(1), circuity: 1),
            policy: FirstInQueue(), parameters: TaxiParameters(),
            taxis: seats.enumerated().map { index, seats in
                TaxiRegistration(seats: seats, licence: Int32(100 + index), plate: Int32(200 + index), alert: .sound)
            })
        if hasModules {
            try dispatcher.onLoop { dispatcher in
                try dispatcher.install(ReservationBook.manifest) { context throws(ModuleAccessDenied) in
                    try ReservationBook(context: context)
                }
                try dispatcher.install(RideBoard.manifest) { context throws(ModuleAccessDenied) in
                    try RideBoard(context: context, parameters: SharingParameters())
                }
            }
        }
        host.add(dispatcher)
        var parameters = AccessParameters(
            gateway: GatewayParameters(workers: workers, needsSessions: needsSessions),
            times: SteadyTimes(span: service),
            store: store, roles: TaxiRolePort(dispatcher: dispatcher, firstPassenger: 1, firstDriver: 1), hash: hash,
            tokens: tokens)
        parameters.outages = ListedOutages(outages)
        parameters.hold = dispatcher.timerHold
        parameters.pool = pool
        let access = host.open(parameters)
        gateway = access.gateway
        registry = access.registry
        mail = MailBox()
        turnstile = Turnstile(gateway)
        client = CityClient(
            loop: loop, gateway: turnstile, layout: layout, notices: TaxiNotices(dispatcher), source: 0x0A00_0001)
        let visitor = visitor
        let provider = SimulatedProvider(loop: loop, delay: { _, _ in .seconds(3) }) { _ in visitor.value ?? nil }
        turnstile.connect(client)
        access.connect(client, mailer: mail, provider: provider)
    }

    var loop: CityLoop { host.loop }
    var log: EventLog { host.log }

    /// Adds a confirmed account of person number n: `user<n>` or `driver<n>`, password `Passw0rd<n>`.
    func enroll(_ type: RoleName, _ numbers: Int...) throws {
        for number in numbers {
            let form: RegistrationForm = type == .passenger ? .passenger(number) : .driver(number)
            let password = hash.hash("Passw0rd\(number)")
            let answer = registry.onLoop { $0.enroll(form, person: Int32(number), password: password) }
            guard case .active = answer else {
                Issue.record("\(type) \(number) was not enrolled: \(answer)")
                return
            }
        }
    }

    /// Runs a story of clients on the loop until it has ended.
    func story(
        until end: CityTime = .seconds(60 * 86_400), _ body: @escaping @Sendable (CityClient) async throws -> Void
    ) throws {
        let outcome = Mailbox<Result<Void, any Error>>()
        let client = client
        let loop = loop
        loop.start("story") {
            do {
                try await body(client)
                outcome.put(.success(()))
            } catch {
                outcome.put(.failure(error))
            }
            loop.stop()
        }
        try loop.run(until: end)
        guard let result = outcome.value else {
            Issue.record("the story has not ended")
            return
        }
        try result.get()
    }

    /// The taxi service's facts, with their times.
    var taxi: [(time: CityTime, event: TaxiEvent)] {
        log.flush()
        return list.records.compactMap { if case .taxi(let event) = $0.event { ($0.time, event) } else { nil } }
    }

    /// All facts.
    var records: [EventRecord] {
        log.flush()
        return list.records
    }

    /// The account service's facts.
    var accounts: [AccountEvent] {
        log.flush()
        return list.records.compactMap { if case .account(let event) = $0.event { event } else { nil } }
    }

    /// The facts of the accounts of passengers and drivers only.
    var taxiAccounts: [TaxiAccountEvent] {
        log.flush()
        return list.records.compactMap { if case .taxiAccount(let event) = $0.event { event } else { nil } }
    }

    /// The gateway's facts.
    var server: [ServerEvent] {
        log.flush()
        return list.records.compactMap { if case .server(let event) = $0.event { event } else { nil } }
    }

    /// When a fact of the taxi service happened.
    func times(_ event: TaxiEvent) -> [CityTime] { taxi.filter { $0.event == event }.map(\.time) }
}

extension RegistrationForm {
    /// A right form of passenger number n.
    static func passenger(_ number: Int) -> RegistrationForm {
        var form = RegistrationForm(.passenger)
        form.username = "user\(number)"
        form.email = "user\(number)@example.org"
        form.password = "Passw0rd\(number)"
        form.passwordRepeat = form.password
        form.name = "Ada"
        form.surname = "Byron"
        return form
    }

    /// A right form of driver number n.
    static func driver(_ number: Int) -> RegistrationForm {
        var form = passenger(number)
        form.type = .driver
        form.username = "driver\(number)"
        form.email = "driver\(number)@example.org"
        form.address = "Via Dante \(number)"
        form.phone = "+39 02 \(number)"
        form.licence = Int32(1_000 + number)
        form.licenceExpiry = CivilDate(2030, 1, 1)
        form.plate = "AB\(number)"
        form.seats = 4
        return form
    }

    func with(_ change: (inout RegistrationForm) -> Void) -> RegistrationForm {
        var form = self
        change(&form)
        return form
    }
}

extension CityClient {
    /// Begins the session of an enrolled passenger.
    func passenger(_ number: Int) async throws -> Token {
        try await login(LoginForm(username: "user\(number)", password: "Passw0rd\(number)"))
    }

    /// Begins the session of an enrolled driver.
    func driver(_ number: Int) async throws -> Token {
        try await login(LoginForm(username: "driver\(number)", password: "Passw0rd\(number)"))
    }

    /// Begins the session of an enrolled driver in service in the middle of the first square.
    func driverInService(_ number: Int) async throws -> Token {
        let token = try await driver(number)
        try await updateLocation(token, latitude: 45.46, longitude: 9.19)
        try await setStatus(token, inService: true)
        return token
    }
}

/// A meeting point in the first square, as an address.
let meeting = EnteredPlace(source: .address, place: Place(metresEast: 400, north: 500))

/// A value that a task of the loop leaves for the test. The test reads it when the loop stands still.
final class Mailbox<Value: Sendable>: Sendable {
    private let content = Mutex<Value?>(nil)
    var value: Value? { content.withLock { $0 } }
    func put(_ value: Value) { content.withLock { $0 = value } }
}

/// Keeps all mail.
final class MailBox: Mailer {
    private let mails = Mutex<[Mail]>([])
    var all: [Mail] { mails.withLock { $0 } }
    func send(_ mail: Mail) { mails.withLock { $0.append(mail) } }
}

private struct SteadyTimes: ServiceTimes {
    let span: TimeSpan
    mutating func next(_ envelope: Envelope, arrived: CityTime) -> TimeSpan { span }
}

/// The way to the gateway, which can turn back messages of the account service.
final class Turnstile: InterfaceGateway {
    private let gateway: Gateway
    private let client = Mutex<CityClient?>(nil)
    private let unwanted = Mutex<[AccountMessage]>([])

    init(_ gateway: Gateway) { self.gateway = gateway }

    func connect(_ client: CityClient) { self.client.withLock { $0 = client } }

    /// Turns back the next messages that are these.
    func turnBack(_ messages: AccountMessage...) { unwanted.withLock { $0 += messages } }

    func isOpen(_ token: Token) -> Bool { gateway.isOpen(token) }

    func arrive(_ envelope: Envelope) {
        guard let message = envelope.message as? AccountMessage,
            unwanted.withLock({ list in list.firstIndex(of: message).map { list.remove(at: $0) } }) != nil
        else { return gateway.arrive(envelope) }
        client.withLock { $0 }?.notify(envelope.connection, .refused(envelope.message.kind, .serverBusy))
    }
}
