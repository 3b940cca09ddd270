// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
import Accounts
import CityGateway
import CityHost
import CityLoop
import CityModel
import CityTestKit
import StoreRules
import StoreService
import Synchronization
import Testing

/// Stores of a live city on an input log.
@Suite struct LoggedStoresTests {
    @Test(
        "AVAIL-02: stores are the same city again from its log: sessions, codes, places and what was noted; no text is sent twice"
    )
    func again() throws {
        let store = RecordMemory<StoredInput>()
        let first = try LoggedStores(store, secrets: 1)
        #expect(first.takenUp.inputs == 0 && first.stores.service.onLoop { $0.rules.floors.count } == 1)
        let kept = Mutex<(ada: Token, waiting: Receipt, booked: Receipt)?>(nil)
        try first.story { [phone = first.phone] city in
            let chief = try await city.loginStaff(LoginForm(username: "bruno", password: StoreTown.password))
            try await city.edit(chief, LoggedStores.store, .quotas(ClassCounts(normal: 1, booking: 3)))
            let ada = try await phone.signIn(city, 1)
            let bob = try await phone.signIn(city, 2)
            let cleo = try await phone.signIn(city, 3)
            let called = try await city.join(bob, LoggedStores.store)
            #expect(try await city.scanIn(called.code, at: LoggedStores.store) == .open(called.pass))
            let waiting = try await city.join(ada, LoggedStores.store, travel: .minutes(2))
            let booked = try await city.book(cleo, LoggedStores.store, at: clock(10))
            try await city.loop.sleep(for: .minutes(5))
            _ = try await city.addWish(
                bob,
                SlotWish(stores: [LoggedStores.store], filter: .init(weekdays: [4], from: .hours(9), to: .hours(12))))
            kept.withLock { $0 = (ada, waiting, booked) }
        }
        let (facts, inside, ended) = (first.facts, first.inside, first.host.loop.now)
        #expect(first.phone.count == 3 && inside == 1 && facts.contains("entryGranted"))
        first.end()

        let second = try LoggedStores(store, secrets: 2)
        #expect(second.takenUp.inputs == store.load().open.count && second.takenUp.cut == 0)
        // What was due behind the last input comes when the loop runs on.
        try second.host.loop.run(until: ended)
        #expect(firstDifference(second.facts, facts) == nil)
        #expect(second.inside == inside && second.phone.count == 0)
        let (ada, waiting, booked) = try #require(kept.withLock { $0 })
        try second.story { [phone = second.phone] city in
            let own = try await city.ownPass(ada)
            #expect(own?.pass == waiting.pass && own?.code == waiting.code)
            // A code that is drawn now was never drawn before.
            let dora = try await phone.signIn(city, 4)
            let fresh = try await city.join(dora, LoggedStores.store)
            #expect(fresh.code != waiting.code && fresh.pass > booked.pass)
            await #expect(throws: EntryError.refused(.tooEarly)) {
                try await city.scanIn(booked.code, at: LoggedStores.store)
            }
        }
        #expect(second.phone.count == 1)
        second.end()
    }

    @Test("AVAIL-02: a code whose input is not on the disk leaves to no phone")
    func held() throws {
        let store = FullDisk()
        let city = try LoggedStores(store, secrets: 1)
        store.isFull = true
        try city.story { city in try? await city.askCode(phone: "+39 333 1000101") }
        #expect(city.inputs.failure != nil && city.phone.count == 0)
        city.end()
    }

    @Test(
        "AVAIL-02, ACCOUNT-SMS-02: a text that a carrier reports as lost has no code any more, also when the log is taken up"
    )
    func undelivered() throws {
        let store = RecordMemory<StoredInput>()
        let first = try LoggedStores(store, secrets: 1)
        try first.story { [phone = first.phone] city in
            let own = "+39 333 1000101"
            try await city.askCode(phone: own)
            while phone.count == 0 { try await city.loop.sleep(for: .milliseconds(10)) }
            await #expect(throws: TextError.unknown) { try await city.reportUndelivered(text: 2) }
            try await city.reportUndelivered(text: 1)
            await #expect(throws: PhoneError.refused(.noSms)) { try await city.login(phone: own, code: phone.last) }
        }
        let facts = first.facts
        #expect(facts.contains("noSms"))
        first.end()
        let second = try LoggedStores(store, secrets: 2)
        #expect(firstDifference(second.facts, facts) == nil)
        second.end()
    }

    @Test(
        "A carrier's word that a phone cannot be reached is in no log, and nothing follows from it: a city goes on as it was"
    )
    func unreachable() throws {
        let store = RecordMemory<StoredInput>()
        let first = try LoggedStores(store, secrets: 1)
        first.phone.reportsAll = true
        try first.story { [phone = first.phone] city in _ = try await phone.signIn(city, 1) }
        let facts = first.facts
        #expect(facts.contains("phoneLoginSucceeded") && !facts.contains("noSms"))
        first.end()
        let second = try LoggedStores(store, secrets: 2)
        #expect(firstDifference(second.facts, facts) == nil)
        second.end()
    }

    @Test("ACCOUNT-MANAGER-02: accounts by phone go into a new log, and those of staff whom the deployment still has")
    func carried() throws {
        let first = try LoggedStores(RecordMemory<StoredInput>(), secrets: 1)
        try first.story { [phone = first.phone] city in
            for number in 1...2 { _ = try await phone.signIn(city, number) }
        }
        let carried = try first.stores.access.accountsToCarry()
        #expect(carried.map(\.kind) == ["staff", "phone", "phone"])
        first.end()

        let store = RecordMemory<StoredInput>()
        let second = try LoggedStores(store, secrets: 2)
        let deployed = try second.stores.access.accountsToCarry()
        // The hash of the same password has another salt.
        #expect(deployed.map(\.kind) == ["staff"] && deployed[0] != carried[0])
        #expect(try second.stores.access.carry(carried) == [])
        #expect(try second.stores.access.accountsToCarry() == carried)
        try second.story { [phone = second.phone] city in
            for number in [2, 3] { _ = try await phone.signIn(city, number) }
        }
        // The second phone has its account, and the third gets one.
        let facts = second.facts
        #expect(facts.split(separator: "\n").count { $0.contains("accountCreated") } == 1)
        let all = try second.stores.access.accountsToCarry()
        #expect(all.count == 4 && Array(all.prefix(3)) == carried)
        second.end()
        let third = try LoggedStores(store, secrets: 3)
        #expect(firstDifference(third.facts, facts) == nil)
        #expect(try third.stores.access.accountsToCarry() == all)
        third.end()
    }

    @Test("Whoever has a seat of the staff now does not get the account of whom had it before")
    func otherStaff() throws {
        let first = try LoggedStores(RecordMemory<StoredInput>(), secrets: 1)
        let carried = try first.stores.access.accountsToCarry()
        first.end()
        guard case .form(var account) = carried[0].body else {
            Issue.record("the staff has no account")
            return
        }
        account.username = "carla"
        let second = try LoggedStores(RecordMemory<StoredInput>(), secrets: 2)
        let deployed = try second.stores.access.accountsToCarry()
        #expect(try second.stores.access.carry([CarriedAccount(carried[0].service, .form(account))]) == [0])
        #expect(try second.stores.access.accountsToCarry() == deployed)
        second.end()
    }
}

/// The first lines in which two texts differ; nil when they are equal.
private func firstDifference(_ left: String, _ right: String) -> String? {
    let (left, right) = (left.split(separator: "\n"), right.split(separator: "\n"))
    if let index = zip(left, right).enumerated().first(where: { $0.element.0 != $0.element.1 })?.offset {
        return "line \(index): \(left[index]) and \(right[index])"
    }
    guard left.count != right.count else { return nil }
    return
        "\(left.count) and \(right.count) lines; more: \((left.count > right.count ? left[right.count...] : right[left.count...]).first ?? "")"
}

/// A city of one store on an input log, opened anew on the same one by a process with other secrets.
private final class LoggedStores {
    let host: CityHost
    let stores: LiveStores
    let inputs: LiveInputs
    let client: CityClient
    let phone = LoggedPhone()
    let takenUp: TakenUp
    private let noted = LoggedFacts()

    static let store = StoreID(1)

    init(_ store: any RecordStore<StoredInput>, secrets: UInt64) throws {
        host = CityHost(
            start: try LiveInputs.start(of: store) ?? clock(8), observers: [noted], checksEveryTurn: true)
        inputs = LiveInputs(
            of: host, in: store, origin: LogOrigin(build: "b1", city: "one store"),
            types: [StoreMessage.self, PhoneMessage.self], secrets: KeyedSecrets(key: [secrets]),
            hash: Argon2Hash(cost: .reduced, secrets: KeyedSecrets(key: [secrets, 1])), writing: .virtual)
        var parameters = LiveStores.Parameters()
        parameters.managers = [StoreTown.chief]
        parameters.first = [
            .init(
                StoreForm(name: "corner", place: .origin, settings: .of(2, 0, 2)), managers: [StoreTown.chief],
                employees: [StoreTown.employee])
        ]
        stores = try LiveStores(
            on: host, parameters, files: .memory(), codes: SecretCodes(inputs.secrets), secrets: inputs.secrets,
            hash: inputs.hash)
        var opened = LiveCity.Parameters(times: NoTimes(), hash: inputs.hash, tokens: inputs.secrets)
        (opened.inputs, opened.pool) = (inputs, .virtual)
        let city = LiveCity(in: host, [stores], opened)
        client = CityClient(loop: host.loop, gateway: city.access.gateway, layout: StoreTown.layout)
        stores.attach(client, carrier: phone)
        let line = TextLine(stores.phones, keptBy: inputs)
        client.onLoop { $0.connect(line) }
        try city.connect(client)
        #expect(stores.enroll(StoreTown.chief, .of("bruno"), password: StoreTown.password) == nil)
        takenUp = try city.access.takeUp()
    }

    func story(_ body: @escaping @Sendable (CityClient) async throws -> Void) throws {
        try host.loop.story(until: host.loop.now + .hours(24)) { [client] in try await body(client) }
        // What is written beside the loop is waited for.
        try host.loop.run(until: host.loop.now)
    }

    /// Ends the process: nothing of the city is left but its log.
    func end() {
        host.close(at: host.loop.now)
        #expect(host.loop.tearDown() == [])
    }

    /// What stores and accounts noted. What the gateway notes is of one process only.
    var facts: String {
        host.log.flush()
        return noted.all
    }

    var inside: Int32? { stores.service.onLoop { $0.rules[Self.store]?.inside } }
}

/// Keeps facts with their times; the number of a record counts those of the gateway too.
private final class LoggedFacts: EventObserver {
    private let lines = Mutex("")

    var all: String { lines.withLock { $0 } }

    func subscribe(to feed: EventFeed) {
        for type in [StoreEvent.self, PhoneEvent.self, AccountEvent.self] as [any Event.Type] { keep(type, feed) }
    }

    private func keep<Fact: Event>(_: Fact.Type, _ feed: EventFeed) {
        feed.on(Fact.self) { [self] batch in
            for index in batch.indices {
                let record = batch[index]
                lines.withLock { $0 += "\(record.time.nanoseconds) \(record.event)\n" }
            }
        }
    }

    func finish(at end: CityTime) {}
}

/// A carrier and all phones: every text is there at once.
private final class LoggedPhone: SmsCarrier {
    private let codes = Mutex<[String]>([])
    private let reports = Mutex(false)

    /// The newest code.
    var last: String { codes.withLock { $0.last ?? "" } }
    /// How many texts came.
    var count: Int { codes.withLock { $0.count } }
    /// Whether it says of each phone that it cannot be reached.
    var reportsAll: Bool {
        get { reports.withLock { $0 } }
        set { reports.withLock { $0 = newValue } }
    }

    func send(_ sms: Sms, _ unreachable: @escaping @Sendable () -> Void) {
        codes.withLock { $0.append(sms.code) }
        if reportsAll { unreachable() }
    }

    /// The session of shopper number n, whose text leaves when its input is written.
    func signIn(_ city: CityClient, _ number: Int) async throws -> Token {
        let (own, before) = ("+39 333 1000\(100 + number)", count)
        try await city.askCode(phone: own)
        while count == before { try await city.loop.sleep(for: .milliseconds(10)) }
        return try await city.login(phone: own, code: codes.withLock { $0.last ?? "" })
    }
}

/// A disk that may be full.
private final class FullDisk: RecordStore {
    struct Full: Error {}

    private let memory = RecordMemory<StoredInput>()
    private let state = Mutex(false)
    var isFull: Bool {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }

    func save(_ record: StoredInput) throws {
        if isFull { throw Full() }
        memory.save(record)
    }

    func remove(_ key: ID<StoredInput.Thing>) { memory.remove(key) }
    func load() -> StoredRecords<StoredInput> { memory.load() }
}
