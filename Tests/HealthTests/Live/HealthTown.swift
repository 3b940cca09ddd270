// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
import Accounts
import CityGateway
import CityHost
import CityLoop
import CityModel
import CityTestKit
import HealthRules
import HealthService
import RecordStores
import Synchronization

/// A live health service with its gateway and accounts, from 08:00 on, and one client in front of it.
final class HealthTown {
    static let password = "Passw0rd1"
    static let start = CityTime.seconds(8 * 3600)

    let host = CityHost(start: HealthTown.start, checksEveryTurn: true)
    let live: LiveHealth
    let client = Client()
    private let facts = NotedLines([AccountEvent.self, HealthEvent.self, DataEvent.self, BatchEvent.self])

    init(accounts: RecordedAccounts? = nil, batches: any BatchStore = BatchMemory()) throws {
        host.log.add(facts)
        let secrets = KeyedSecrets(key: [7])
        live = LiveHealth(
            in: host, LiveHealth.Parameters(), accounts: try accounts ?? Self.memory(), batches: batches,
            secrets: secrets, hash: Argon2Hash(cost: .reduced, secrets: secrets), times: NoTimes())
        try live.connect(client, data: client, health: client, mailer: client)
    }

    static func memory() throws -> RecordedAccounts {
        try RecordedAccounts(
            RecordMemory<Account>(), logins: RecordMemory<LoginEntry>(), details: HealthRoles().details)
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
        guard case .account(let answer) = try send(ServiceAccountMessage(.health, message), at: second, as: session)
        else { return nil }
        return answer
    }

    func logIn(_ name: String, _ password: String = HealthTown.password, at second: Double) throws -> Session? {
        let form = LoginForm(username: name, password: password)
        guard case .loggedIn(let session) = try send(.login(form), at: second) else { return nil }
        return session
    }

    /// What was noted, as it stands in the event log's file.
    var lines: String { facts.lines }

    /// How many organisations the data service knows.
    var parties: Int32 { live.broker.onLoop { $0.rules.partyCount } }
    /// How many people the health monitor has known.
    var people: Int { live.monitor.onLoop { $0.rules.wearerCount } }
    /// Whether the health monitor works.
    var isUp: Bool { live.monitor.onLoop { $0.rules.isUp } }

    /// The phone of a person in a session begins to measure: with this key, and the device of the person's number.
    func wears(_ wearer: WearerID, key: UInt64, at second: Double, as session: Session) throws {
        let wishes: [WearerWish] = [.logIn(seal: key), .permit(true), .link(DeviceID(wearer.index), isFound: true)]
        for wish in wishes { _ = try send(HealthRequest.wearer(wearer, wish), at: second, as: session) }
    }

    /// A batch of a person's phone that ends so many seconds after the start, and is sent at once.
    func batch(_ wearer: WearerID, key: UInt64, rate: Int32, at second: Double, place: Place) throws -> BatchOutcome {
        let end = Self.start + .seconds(second)
        try host.loop.run(until: end)
        let batch = HealthBatch(
            wearer, DeviceID(wearer.index), from: end - .seconds(3), to: end, at: place,
            [HealthValue(.heartRate, hundredths: rate * 100)])
        defer { host.log.flush() }
        return live.monitor.onLoop { $0.receive(SentBatch(batch, seal: batch.seal(key))) }
    }

    /// How many batches of a person are stored.
    func stored(_ wearer: WearerID) -> Int { live.broker.onLoop { $0.storedCount(of: wearer) } }

    func crash() { live.monitor.onLoop { $0.take(.crash) } }

    func install(_ form: RegistrationForm, number: Int32 = 1) -> RegistrationRefusal? {
        defer { host.log.flush() }
        return live.install(manager: number, form, password: Self.password)
    }

    final class Client: GatewayClients, AccountClients, DataClients, HealthClients, Mailer {
        private struct Heard {
            var answer: ServerAnswer?
            var parties: [PartyNotice] = []
            var people: [PersonNotice] = []
            var wearers: [WearerNotice] = []
            var mails = 0
        }
        private let heard = Mutex(Heard())

        var answer: ServerAnswer? { heard.withLock { $0.answer } }
        var parties: [PartyNotice] { heard.withLock { $0.parties } }
        var people: [PersonNotice] { heard.withLock { $0.people } }
        var wearers: [WearerNotice] { heard.withLock { $0.wearers } }
        var mails: Int { heard.withLock { $0.mails } }

        func forget() { heard.withLock { $0.answer = nil } }
        func notify(_ connection: Connection, _ answer: ServerAnswer) { heard.withLock { $0.answer = answer } }
        func notify(_ connection: Connection, _ answer: AccountAnswer) {}
        func tell(_ party: ThirdPartyID, _ notice: PartyNotice) { heard.withLock { $0.parties.append(notice) } }
        func notify(_ wearer: WearerID, _ notice: PersonNotice) { heard.withLock { $0.people.append(notice) } }
        func tell(_ notice: WearerNotice) { heard.withLock { $0.wearers.append(notice) } }
        func send(_ sos: SOSText) {}
        func send(_ mail: Mail) { heard.withLock { $0.mails += 1 } }
    }
}
