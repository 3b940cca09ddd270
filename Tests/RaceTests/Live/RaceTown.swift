// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
import Accounts
import CityGateway
import CityHost
import CityLoop
import CityMap
import CityModel
import CityTestKit
import RaceRules
import RaceService
import RecordStores
import Synchronization

/// A live race service with its gateway and accounts, from 08:00 on, and one client in front of it.
final class RaceTown {
    static let password = "Passw0rd1"
    static let start = CityTime.seconds(8 * 3600)
    /// One zone, 1 km wide.
    static let map = GridLayout(
        rows: 1, columns: 1, side: .metres(1000), anchor: GeographicPoint(longitude: 9.185, latitude: 45.456))
    /// A straight track of 1 km.
    static let track = [Place.origin, Place(metresEast: 1000, north: 0)]
    /// One that ends beyond the city.
    static let outside = [Place.origin, Place(metresEast: 1001, north: 0)]

    let host: CityHost
    let live: LiveRaces
    let client = Client()
    private let facts = NotedLines([AccountEvent.self, RaceEvent.self])

    init(
        accounts: RecordedAccounts? = nil, shelves: RaceShelves = RaceShelves(), at second: Int = 0,
        writing: WorkPool? = nil
    ) throws {
        host = CityHost(start: RaceTown.start + .seconds(second), checksEveryTurn: true)
        var parameters = LiveRaces.Parameters()
        parameters.writing = writing
        host.log.add(facts)
        let secrets = KeyedSecrets(key: [7])
        live = LiveRaces(
            in: host, map: Self.map, parameters, accounts: try accounts ?? Self.memory(), shelves: shelves,
            secrets: secrets,
            hash: Argon2Hash(cost: .reduced, secrets: secrets), times: NoTimes())
        try live.connect(client, races: client, mailer: client)
    }

    static func memory() throws -> RecordedAccounts {
        try RecordedAccounts(
            RecordMemory<Account>(), logins: RecordMemory<LoginEntry>(), details: RaceRoles().details)
    }

    /// The form of a new account.
    static func form(_ type: RoleName, _ name: String) -> RegistrationForm {
        var form = RegistrationForm(type)
        (form.username, form.email, form.name, form.surname) = (name, "\(name)@example.org", name, "Rossi")
        (form.password, form.passwordRepeat) = (password, password)
        return form
    }

    /// A race of an hour, from so many minutes after 08:00 on, for at most 100.
    static func race(at minute: Int, track: [Place]? = RaceTown.track) -> RaceForm {
        RaceForm(
            name: "run", start: start + .minutes(minute), end: start + .minutes(minute + 60), maximum: 100, track: track
        )
    }

    /// Sends a message at so many seconds, and runs until its answer.
    func send(
        _ message: any ServedMessage, at second: Double, as session: Session? = nil, from connection: Connection? = nil
    ) throws -> ServerAnswer? {
        client.forget()
        try host.deliver(
            message, at: Self.start + .seconds(second), as: session, from: connection, to: live.access.gateway)
        return client.answer
    }

    /// Sends a message to the accounts.
    func send(_ message: AccountMessage, at second: Double, as session: Session? = nil) throws -> AccountAnswer? {
        guard case .account(let answer) = try send(ServiceAccountMessage(.races, message), at: second, as: session)
        else { return nil }
        return answer
    }

    /// Sends a message to the races; why the gateway refused it, nil when it was taken.
    func refusal(
        _ message: RaceMessage, at second: Double, as session: Session?, from connection: Connection? = nil
    ) throws -> ServerRefusal? {
        guard case .refused(_, let refusal) = try send(message, at: second, as: session, from: connection) else {
            return nil
        }
        return refusal
    }

    func logIn(_ name: String, at second: Double) throws -> Session? {
        let form = LoginForm(username: name, password: Self.password)
        guard case .loggedIn(let session) = try send(.login(form), at: second) else { return nil }
        return session
    }

    /// Opens an account at so many seconds, and begins a session a second later.
    func newSession(_ type: RoleName, _ name: String, at second: Double) throws -> Session? {
        _ = try send(.register(Self.form(type, name)), at: second)
        return try logIn(name, at: second + 1)
    }

    /// Asks for the deletion of an account, and confirms it.
    func delete(_ account: Int, at second: Double, as session: Session) throws -> AccountAnswer? {
        _ = try send(.askDeletion(AccountID(account)), at: second, as: session)
        return try send(.confirmDeletion(password: Self.password, proceed: true), at: second + 1, as: session)
    }

    /// What was noted, as it stands in the event log's file.
    var lines: String { facts.lines }
    /// The races.
    var rules: RaceRules { live.service.onLoop { $0.rules } }

    /// Runs until so many seconds after the start.
    func run(until second: Double) throws {
        try host.loop.run(until: Self.start + .seconds(second))
        host.log.flush()
    }

    final class Client: GatewayClients, AccountClients, RaceClients, Mailer {
        private struct Heard {
            var answer: ServerAnswer?
            var notices: [RaceUserID: [RaceNotice]] = [:]
            var answers: [OrganiserID: [OrganiserAnswer]] = [:]
            var mails = 0
        }
        private let heard = Mutex(Heard())

        var answer: ServerAnswer? { heard.withLock { $0.answer } }
        var mails: Int { heard.withLock { $0.mails } }
        /// All that was said to users and organisers.
        var count: Int {
            heard.withLock { $0.notices.values.map(\.count).reduce(0, +) + $0.answers.values.map(\.count).reduce(0, +) }
        }
        func notices(_ user: Int) -> [RaceNotice] { heard.withLock { $0.notices[RaceUserID(user)] ?? [] } }
        func answers(_ organiser: Int) -> [OrganiserAnswer] {
            heard.withLock { $0.answers[OrganiserID(organiser)] ?? [] }
        }

        func forget() { heard.withLock { $0.answer = nil } }
        func notify(_ connection: Connection, _ answer: ServerAnswer) { heard.withLock { $0.answer = answer } }
        func notify(_ connection: Connection, _ answer: AccountAnswer) {}
        func notify(_ user: RaceUserID, _ notice: RaceNotice) {
            heard.withLock { $0.notices[user, default: []].append(notice) }
        }
        func reply(_ organiser: OrganiserID, _ answer: OrganiserAnswer) {
            heard.withLock { $0.answers[organiser, default: []].append(answer) }
        }
        func publish(_ snapshot: RaceSnapshot, to followers: [RaceUserID]) {}
        func collect(_ race: RaceID) {}
        func send(_ mail: Mail) { heard.withLock { $0.mails += 1 } }
    }
}
