// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
import CityLoop
import CityModel
import Foundation
import RecordStores
import RuleTestKit
import Synchronization
import Testing

@testable import Accounts

/// The real service of accounts by phone on a real loop, with a simulated carrier.
@Suite struct PhoneRegistryTests {
    private static let phone = "+39 333 1234567"

    @Test("ACCOUNT-R1: the code that the carrier brought opens account and session")
    func opens() throws {
        let city = try PhoneRegistryCity { _, _ in .delivered(after: .seconds(3)) }
        city.send(0, .askCode(phone: Self.phone))
        city.answerSms(after: .seconds(17), Self.phone)
        try city.run(until: 60)
        #expect(
            city.names == ["smsSent", "smsDelivered", "phoneLoginAttempted", "accountCreated", "phoneLoginSucceeded"])
        let session = try #require(city.session)
        #expect(city.gateway.opened == [session] && session.role == Role(.visitor, 1))
        #expect(city.log.count == 5 && city.registry.book.count == 1)
        // The rows of the login log have times and sources (SEC-04).
        #expect(city.registry.book.logins.map(\.isSuccess) == [true])
        #expect(city.registry.book.logins.first?.time == .seconds(20))
    }

    @Test("ACCOUNT-SMS-02: the carrier's loss leaves no session, and a phone without a link is refused")
    func carrier() throws {
        let city = try PhoneRegistryCity { _, time in
            if time < .seconds(100) { return .lost }
            return time < .seconds(600) ? .unreachable(after: .seconds(5)) : .delivered(after: .zero)
        }
        for time in [0, 300, 700] { city.send(time, .askCode(phone: Self.phone)) }
        city.answerSms(after: .seconds(1), Self.phone)
        try city.run(until: 650)
        #expect(city.names == ["smsSent", "smsLost", "smsSent", "smsLost", "phoneLoginRefused"])
        #expect(city.session == nil && city.clients.answers.contains(.refused(.noSms)))
        try city.run(until: 800)
        #expect(city.session != nil)
    }

    @Test(
        "Sessions are counted: the service learns of the first and of the end of the last, and forgets with the account"
    )
    func sessions() throws {
        let city = try PhoneRegistryCity { _, _ in .delivered(after: .zero) }
        for time in [0, 100] { city.send(time, .askCode(phone: Self.phone)) }
        city.answerSms(after: .zero, Self.phone)
        try city.run(until: 150)
        let sessions = city.gateway.opened
        #expect(sessions.count == 2 && city.port.reported == ["began", "began"])
        city.send(200, .logout, as: sessions[0])
        try city.run(until: 250)
        #expect(city.port.reported.count == 2 && city.gateway.closed == [sessions[0].token])
        city.send(300, .deleteAccount(isConfirmed: true), as: sessions[1])
        try city.run(until: 350)
        #expect(city.port.reported == ["began", "began", "ended", "leave", "forget"])
        #expect(city.registry.book.count == 0 && city.registry.book.logins.allSatisfy { $0.account == nil })
        #expect(city.names.last == "phoneAccountDeleted")
    }

    @Test(
        "ACCOUNT-R1: accounts are there after a restart from an encrypted file, and their numbers are not given again")
    func restart() throws {
        let folder = try Folder()
        let key = RecordKey(digits: String(repeating: "0f", count: 32))
        func book() throws -> PhoneBook {
            try PhoneBook(
                try RecordFile<PhoneAccount>(path: folder.file("phones.sqlite"), key: key),
                logins: try RecordFile<LoginEntry>(path: folder.file("phones.sqlite"), key: key))
        }
        let before = try PhoneRegistryCity(book: try book()) { _, _ in .delivered(after: .zero) }
        before.send(0, .askCode(phone: Self.phone))
        before.answerSms(after: .zero, Self.phone)
        try before.run(until: 10)
        #expect(before.session?.account == AccountID(1))
        let after = try PhoneRegistryCity(book: try book()) { _, _ in .delivered(after: .zero) }
        after.send(0, .askCode(phone: Self.phone))
        after.answerSms(after: .zero, Self.phone)
        try after.run(until: 10)
        #expect(after.session?.account == AccountID(1) && !after.names.contains("accountCreated"))
        #expect(after.registry.book.logins.count == 2)
        // SEC-06: neither the number as it is dialled nor its digits stand in the file.
        for text in ["3331234567", "phone\"", "created"] { #expect(try !folder.holds(text)) }
        after.send(20, .deleteAccount(isConfirmed: true), as: after.session)
        try after.run(until: 30)
        #expect(try book().lastNumber == 1 && book().count == 0)
    }

    @Test("Persons of a population have accounts at once; no two share a phone, and a failing file makes no account")
    func enrolled() throws {
        let broken = BrokenShelf()
        let city = try PhoneRegistryCity(book: try PhoneBook(broken)) { _, _ in .delivered(after: .zero) }
        let phone = try #require(PhoneNumber(Self.phone))
        city.registry.onLoop { registry in
            #expect(throws: BrokenShelf.Broken.self) { try registry.enroll(phone, person: 5) }
            broken.fails = false
            #expect(throws: Never.self) { try registry.enroll(phone, person: 5) }
            #expect(throws: PhoneTaken.self) { try registry.enroll(phone, person: 6) }
        }
        city.send(0, .askCode(phone: Self.phone))
        city.answerSms(after: .zero, Self.phone)
        try city.run(until: 10)
        #expect(city.session?.role.number == 5)
        broken.fails = true
        city.send(20, .deleteAccount(isConfirmed: true), as: city.session)
        try city.run(until: 30)
        #expect(city.clients.answers.last == .deletionRefused(.notStored) && city.registry.book.count == 1)
        #expect(city.registry.onLoop { $0.bookFailure } is BrokenShelf.Broken)
    }

    @Test("SEC-04: rows of the login log are kept for seven days at least, and go with a later login")
    func pruned() throws {
        let city = try PhoneRegistryCity { _, _ in .delivered(after: .zero) }
        let day = 86_400
        for time in [0, 6 * day + 23 * 3600, 8 * day] { city.send(time, .askCode(phone: Self.phone)) }
        city.answerSms(after: .zero, Self.phone)
        try city.run(until: 7 * day)
        #expect(city.registry.book.logins.count == 2)
        try city.run(until: 9 * day)
        #expect(city.registry.book.logins.map(\.time.hourOfDay) == [23, 0])
    }
}

/// A phone service on a loop of its own; what it brings to the phone is typed in after a while.
private final class PhoneRegistryCity {
    let loop: CityLoop
    let log: EventLog
    let registry: PhoneRegistry
    let gateway = SessionList()
    let port = ListeningPort()
    let clients = AnswerList()
    private let phone = Phone()
    private let carrier: SimulatedCarrier
    private let facts = PhoneFacts()

    init(book: PhoneBook = PhoneBook(), fate: @escaping SimulatedCarrier.Fate) throws {
        loop = CityLoop(start: .epoch)
        log = EventLog(loop, batchSize: 1)
        log.add(facts)
        carrier = SimulatedCarrier(loop: loop, log: log, reader: phone, fate: fate)
        registry = PhoneRegistry(
            loop: loop, log: log, book: book, port: port, numbering: PersonNumbering(.visitor), tokens: CountedTokens())
        let (gateway, carrier, clients) = (gateway, carrier, clients)
        registry.onLoop { $0.connect(gateway, carrier: carrier, clients: clients) }
    }

    /// Sends a message at so many seconds.
    func send(_ seconds: Int, _ message: PhoneMessage, as session: Session? = nil) {
        let registry = registry
        loop.schedule(at: .seconds(seconds), as: .arrival) {
            registry.serve(Envelope(message, from: .visitor(9_999_999), token: session?.token), session: session)
        }
    }

    /// Types in each code that arrives.
    func answerSms(after delay: TimeSpan, _ number: String) {
        let (loop, registry) = (loop, registry)
        phone.onSms { sms in
            loop.schedule(at: loop.now + delay, as: .arrival) {
                registry.serve(
                    Envelope(PhoneMessage.giveCode(phone: number, code: sms.code), from: .guest), session: nil)
            }
        }
    }

    func run(until seconds: Int) throws {
        try loop.run(until: .seconds(seconds))
        log.flush()
    }

    var names: [String] { facts.names }
    var session: Session? {
        clients.answers.compactMap { if case .loggedIn(let session, _) = $0 { session } else { nil } }.last
    }
}

extension Connection {
    /// A client whose person has no number yet.
    fileprivate static let guest = Connection(Role(RoleName(13, "guest"), 1))
}

private final class Phone: SmsReader {
    private let body = Mutex<(@Sendable (Sms) -> Void)?>(nil)
    func onSms(_ body: @escaping @Sendable (Sms) -> Void) { self.body.withLock { $0 = body } }
    func receive(_ sms: Sms) { body.withLock { $0 }?(sms) }
}

private final class SessionList: SessionGateway {
    private let state = Mutex<(opened: [Session], closed: [Token])>(([], []))
    var opened: [Session] { state.withLock { $0.opened } }
    var closed: [Token] { state.withLock { $0.closed } }
    func open(_ session: Session) { state.withLock { $0.opened.append(session) } }
    func close(_ token: Token) { state.withLock { $0.closed.append(token) } }
    func closeSessions(of account: AccountID) {}
    func restrict(_ account: AccountID, mustChangePassword: Bool) {}
}

private final class AnswerList: PhoneClients {
    private let list = Mutex<[PhoneAnswer]>([])
    var answers: [PhoneAnswer] { list.withLock { $0 } }
    func notify(_ connection: Connection, _ answer: PhoneAnswer) { list.withLock { $0.append(answer) } }
}

private final class ListeningPort: RolePort {
    struct NoRules: RoleRules {
        var types: [RoleName] { [] }
        var providerType: RoleName { .visitor }
    }

    let rules: any RoleRules = NoRules()
    private let list = Mutex<[String]>([])
    var reported: [String] { list.withLock { $0 } }
    private func note(_ word: String) { list.withLock { $0.append(word) } }

    func newPerson(_ type: RoleName, from connection: Connection) -> Int32 { 0 }
    func leave(_ role: Role) -> Int {
        note("leave")
        return 1
    }
    func sessionBegan(_ role: Role, _ client: ClientKind) { note("began") }
    func sessionEnded(_ role: Role) { note("ended") }
    func forget(_ role: Role) -> Int {
        note("forget")
        return 1
    }
}

private final class PhoneFacts: EventObserver {
    private let list = Mutex<[String]>([])
    var names: [String] { list.withLock { $0 } }
    func subscribe(to feed: EventFeed) {
        feed.on(PhoneEvent.self) { [self] batch in
            for index in batch.indices { list.withLock { $0.append(batch[index].event.name) } }
        }
    }
    func finish(at end: CityTime) {}
}

/// A shelf that fails until told otherwise.
private final class BrokenShelf: RecordStore {
    struct Broken: Error {}
    private let memory = RecordMemory<PhoneAccount>()
    private let failing = Mutex(true)
    var fails: Bool {
        get { failing.withLock { $0 } }
        set { failing.withLock { $0 = newValue } }
    }
    func save(_ record: PhoneAccount) throws {
        if fails { throw Broken() }
        memory.save(record)
    }
    func remove(_ key: AccountID) throws {
        if fails { throw Broken() }
        memory.remove(key)
    }
    func load() throws -> StoredRecords<PhoneAccount> { memory.load() }
}
