// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
import CityLoop
import CityModel
import RuleTestKit
import Synchronization
import TaxiRules
import Testing

@testable import Accounts

/// Accounts that are written beside the loop.
@Suite struct AccountWritingTests {
    /// A registry on records in memory, which another thread writes.
    private final class City {
        let loop = CityLoop()
        let shelf = FullShelf<Account>()
        let logins = FullShelf<LoginEntry>()
        let store: RecordedAccounts
        let registry: AccountRegistry
        let gateway = StandInGateway()
        let clients = StandInClients()
        private let log: EventLog

        init() throws {
            log = EventLog(loop, batchSize: 1)
            store = try RecordedAccounts(shelf, logins: logins, details: TaxiRoles().details)
            registry = AccountRegistry(
                loop: loop, log: log, store: store, port: StandInTaxis(), hash: CountedHash(),
                tokens: CountedTokens(), writer: RecordWriter(loop, pool: WorkPool(threads: 2, waits: true)))
            let provider = SimulatedProvider(loop: loop, delay: { _, _ in .seconds(3) }, identity: { _ in nil })
            let around = AccountRegistry.Surroundings(sessions: gateway, provider: provider, clients: clients)
            registry.onLoop { $0.connect(around) }
        }

        /// Sends messages in one turn. Returns the answers that the gateway gives, in the order of the messages.
        func send(_ messages: AccountMessage...) throws -> [AccountAnswer?] {
            var held: [HeldAnswer?] = []
            loop.runTurn(at: loop.now) {
                for message in messages {
                    let envelope = Envelope(message, from: .visitor(1), token: nil, client: .web, source: 1)
                    let answer = registry.receive(message, of: envelope, session: nil)
                    #expect(answer == nil || registry.heldAnswer?.isGiven(orCall: {}) == true)
                    held.append(registry.heldAnswer)
                }
            }
            try loop.run(until: loop.now)
            return held.map { held in
                guard held?.isGiven(orCall: {}) == true, case .account(let answer) = held?.answer else { return nil }
                return answer
            }
        }
    }

    private let wrong = LoginForm(username: "alice1", password: "Wr0ngword")
    private let right = LoginForm(username: "alice1", password: "Passw0rd")

    @Test("AVAIL-07: a registration is answered when it is durable; one behind it sees its name taken")
    func registered() throws {
        let city = try City()
        let answers = try city.send(.register(.passenger()), .register(.passenger("alice1", "b@c.it")))
        #expect(answers.first == .registered(AccountID(1)))
        guard case .rejected(let refusal, _) = answers.last ?? nil else {
            Issue.record("not rejected: \(answers)")
            return
        }
        #expect(refusal != .notStored && city.shelf.open.count == 1)
    }

    @Test(
        "AVAIL-07: what the store does not take is refused and nowhere to be found; its name is free for the next one")
    func refused() throws {
        let city = try City()
        city.shelf.fails([1])
        let answers = try city.send(.register(.passenger()), .register(.passenger("alice1", "b@c.it")))
        #expect(answers.first == .rejected(.notStored, missing: AccountFields([])))
        guard case .registered(let id) = answers.last ?? nil else {
            Issue.record("not registered: \(answers)")
            return
        }
        #expect(city.shelf.open.map(\.id) == [id] && city.store.account(email: "a@b.it") == nil)
        #expect(city.registry.onLoop { $0.storeFailure } is FullShelf<Account>.Full)
    }

    @Test("SEC-04: a login is answered when its row is durable, and goes on without it when it cannot be")
    func logins() throws {
        let city = try City()
        let hash = CountedHash().hash("Passw0rd")
        city.registry.onLoop { _ = $0.enroll(.passenger(), person: 1, password: hash) }
        #expect(city.shelf.open.count == 1)
        let answers = try city.send(.login(right), .login(right))
        #expect(answers.allSatisfy { $0 != nil } && city.logins.open.map(\.row.isSuccess) == [true, true])
        #expect(city.gateway.sessions.count == 2)
        city.logins.fails([3])
        _ = try city.send(.login(right))
        #expect(city.gateway.sessions.count == 3 && city.store.logins().count == 2)
        _ = try city.send(.login(wrong))
        #expect(city.store.logins().map(\.isSuccess) == [true, true, false] && city.logins.open.count == 3)
    }

    @Test("ACCOUNT-FB-02: the provider's word waits for what is written, and its answer goes to the client")
    func provider() throws {
        let city = try City()
        #expect(try city.send(.providerLogin) == [nil])
        try city.loop.run(until: .seconds(5))
        #expect(city.clients.reported.map(\.1) == [.loginRefused(.providerRefused)])
    }
}

/// Records in memory, some of which it refuses.
private final class FullShelf<Record: StoredRecord>: RecordStore {
    struct Full: Error {}
    private let memory = RecordMemory<Record>()
    private let failing = Mutex<Set<Int32>>([])

    var open: [Record] { memory.load().open }

    /// Records with these numbers are not taken.
    func fails(_ numbers: Set<Int32>) { failing.withLock { $0 = numbers } }

    func save(_ record: Record) throws {
        if failing.withLock({ $0.contains(record.key.number) }) { throw Full() }
        memory.save(record)
    }

    func remove(_ key: ID<Record.Thing>) { memory.remove(key) }
    func load() -> StoredRecords<Record> { memory.load() }
}
