// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
import CityLoop
import CityModel
import RuleTestKit
import Synchronization
import TaxiRules
import Testing

@testable import Accounts

/// The real registry on a real loop, with simulated mail and provider, and with stand-ins for the gateway and the taxi
/// service.
final class RegistryCity {
    let loop: CityLoop
    let log: EventLog
    let store: FragileStore
    let registry: AccountRegistry
    let mailer: SimulatedMailer
    let gateway = StandInGateway()
    let taxis = StandInTaxis()
    let clients = StandInClients()
    let box = MailBox()
    let hold = TimerHold()
    private let list = EventList()

    init(
        start: CityTime = .epoch, mailDelay: TimeSpan = .minutes(2), store: FragileStore = FragileStore(),
        hasProvider: Bool = true, identity: @escaping @Sendable (Connection) -> ProviderIdentity? = { _ in nil }
    ) {
        loop = CityLoop(start: start)
        log = EventLog(loop, batchSize: 1)
        log.add(list)
        self.store = store
        mailer = SimulatedMailer(loop: loop, log: log, reader: box) { _, _ in mailDelay }
        registry = AccountRegistry(
            loop: loop, log: log, store: store, port: taxis, hash: CountedHash(), tokens: CountedTokens(), hold: hold)
        let provider = SimulatedProvider(loop: loop, delay: { _, _ in .seconds(3) }, identity: identity)
        let around = AccountRegistry.Surroundings(
            mailer: mailer, sessions: gateway, provider: hasProvider ? provider : nil, clients: clients)
        registry.onLoop { $0.connect(around) }
    }

    /// Sends a message now, as the gateway does.
    @discardableResult
    func send(
        _ message: AccountMessage, as session: Session? = nil, from connection: Connection = .visitor(1),
        reached: CityTime? = nil
    ) -> AccountAnswer? {
        var envelope = Envelope(
            message, from: connection, token: session?.token, client: .web, source: 0x0A00_0001)
        envelope.reached = reached
        return registry.receive(message, of: envelope, session: session)
    }

    /// Adds a confirmed account whose password is `Passw0rd`.
    @discardableResult
    func enroll(_ form: RegistrationForm, person: Int32) -> AccountAnswer {
        registry.onLoop { $0.enroll(form, person: person, password: CountedHash().hash("Passw0rd")) }
    }

    func logIn(_ username: String = "alice1", _ password: String = "Passw0rd") throws -> Session {
        guard case .loggedIn(let session) = send(.login(LoginForm(username: username, password: password))) else {
            throw NotLoggedIn()
        }
        return session
    }

    struct NotLoggedIn: Error {}

    func run(until time: CityTime) throws {
        try loop.run(until: time)
        log.flush()
    }

    /// The facts so far, with their times.
    var notes: [(time: CityTime, event: AccountEvent)] {
        log.flush()
        return list.records.compactMap { record in
            guard case .account(let event) = record.event else { return nil }
            return (record.time, event)
        }
    }

    var events: [AccountEvent] { notes.map(\.event) }
}

/// Keeps every mail.
final class MailBox: MailReader {
    private let kept = Mutex<[Mail]>([])
    var mails: [Mail] { kept.withLock { $0 } }
    func receive(_ mail: Mail) { kept.withLock { $0.append(mail) } }

    func link(of account: AccountID, _ kind: MailKind) -> Token? {
        mails.last { $0.account == account && $0.kind == kind }?.link
    }
}

/// Keeps answers that came later.
final class StandInClients: AccountClients {
    private let kept = Mutex<[(Connection, AccountAnswer)]>([])
    var reported: [(Connection, AccountAnswer)] { kept.withLock { $0 } }
    func notify(_ connection: Connection, _ answer: AccountAnswer) { kept.withLock { $0.append((connection, answer)) } }
}

/// Keeps sessions as the gateway does.
final class StandInGateway: SessionGateway {
    private let kept = Mutex<[Session]>([])
    var sessions: [Session] { kept.withLock { $0 } }
    func open(_ session: Session) { kept.withLock { $0.append(session) } }
    func close(_ token: Token) { kept.withLock { $0.removeAll { $0.token == token } } }
    func closeSessions(of account: AccountID) { kept.withLock { $0.removeAll { $0.account == account } } }

    func restrict(_ account: AccountID, mustChangePassword: Bool) {
        kept.withLock { sessions in
            for place in sessions.indices where sessions[place].account == account {
                sessions[place].mustChangePassword = mustChangePassword
            }
        }
    }
}

/// A taxi service that writes down what it is told.
final class StandInTaxis: RolePort {
    let rules: any RoleRules = TaxiRoles()
    private let kept = Mutex<(reported: [String], persons: Int32, reservations: Int)>(([], 0, 0))
    private let keptNames = Mutex<[String]>([])
    var names: [String] { keptNames.withLock { $0 } }
    var reported: [String] { kept.withLock { $0.reported } }
    var reservations: Int {
        get { kept.withLock { $0.reservations } }
        set { kept.withLock { $0.reservations = newValue } }
    }

    private func note(_ text: String) { kept.withLock { $0.reported.append(text) } }

    func newPerson(_ type: RoleName, from connection: Connection) -> Int32 {
        kept.withLock { state in
            state.persons += 1
            return state.persons
        }
    }

    func giveBack(_ role: Role) { note("back \(name(role))") }
    func named(_ role: Role, username: String) {
        keptNames.withLock { $0.append("\(name(role)) \(username)") }
    }

    func obstacle(toDeleting role: Role) -> DeletionRefusal? { nil }

    func leave(_ role: Role) -> Int {
        switch role.taxi {
        case .passenger(let passenger):
            note("cancel \(passenger)")
            return kept.withLock { state in
                defer { state.reservations = 0 }
                return state.reservations
            }
        case .driver(let driver):
            note("off shift \(driver)")
            return 0
        case nil: return 0
        }
    }

    func badReports(of role: Role) -> Int32 { 0 }
    func history(of role: Role, from: CityTime?, to: CityTime?) -> [HistoryEntry] { [] }

    func dashboard(of account: Account) -> [AccountDirective] {
        [
            .noteFact(ServiceFact(TaxiAccountEvent.dashboardOpened(account: account.id, lastTaxi: nil))),
            .answer(.dashboard(last: nil)),
        ]
    }

    func permit(_ role: Role, isValid: Bool) { note("licence \(role.number) \(isValid)") }
    func sessionBegan(_ role: Role, _ client: ClientKind) { note("began \(name(role)) \(client.word)") }
    func sessionEnded(_ role: Role) { note("ended \(name(role))") }

    func forget(_ role: Role) -> Int {
        note("forget \(name(role))")
        return 5
    }

    private func name(_ role: Role) -> String { "\(role.name.word) \(role.number)" }
}
