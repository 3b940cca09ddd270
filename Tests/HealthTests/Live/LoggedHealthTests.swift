// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
import Accounts
import CityGateway
import CityHost
import CityLoop
import CityMap
import CityModel
import CityTestKit
import HealthRules
import HealthService
import Synchronization
import Testing

/// The health service of a live city on an input log.
@Suite struct LoggedHealthTests {
    @Test(
        "AVAIL-02, AVAIL-03: a health service is the same city again from its log: people, consents, batches past the gateway, SOS and their answers"
    )
    func again() throws {
        let store = RecordMemory<StoredInput>()
        let first = try LoggedHealth(store, secrets: 1)
        #expect(first.takenUp.inputs == 0)
        let kept = Mutex<(mario: Token, studies: Token)?>(nil)
        try first.story { city in
            let mario = try await city.person("mario")
            let wearer = try await city.wears(mario)
            let studies = try await city.organisation()
            _ = try await city.request(studies, number: HealthTown.person.number)
            try await city.answer(mario, ThirdPartyID(1), isYes: true)
            _ = try await city.subscribe(studies, number: HealthTown.person.number)
            #expect(try await city.measure(mario, rate: 71) == false)
            try await city.loop.sleep(for: .seconds(4))
            #expect(try await city.measure(mario, rate: 39))
            await #expect(throws: BatchSendingError.batch(.refused(.tampered))) {
                try await city.measure(mario, rate: 71, key: 6)
            }
            try await city.loop.sleep(for: .seconds(3))
            try await city.answerSOS(of: wearer, .taken)
            kept.withLock { $0 = (mario, studies) }
        }
        let (facts, ended) = (first.facts, first.host.loop.now)
        #expect(first.rescue.all.map(\.wearer) == [WearerID(1)])
        #expect(facts.contains("sosSent") && facts.contains("sosAnswered") && facts.contains("batchStored"))
        first.end()
        // What the log holds in clear is no password, and no secret of a session.
        let texts = store.load().open.map { "\($0.body)" }.joined()
        #expect(texts.contains("HealthMessage") && !texts.contains(HealthTown.password))

        let second = try LoggedHealth(store, secrets: 2)
        #expect(second.takenUp.inputs == store.load().open.count && second.takenUp.cut == 0)
        #expect(second.rescue.all.isEmpty, "what is taken up is handed on when it may not have left, and only then")
        try second.host.loop.run(until: ended)
        #expect(second.facts == facts)
        let (mario, studies) = try #require(kept.withLock { $0 })
        try second.story { city in
            // The key of the phone, the device and the last batch are known.
            await #expect(throws: BatchSendingError.batch(.refused(.overlap))) {
                try await city.measure(mario, rate: 71, before: .seconds(2))
            }
            try await city.loop.sleep(for: .seconds(4))
            #expect(try await city.measure(mario, rate: 72) == false)
            let read = try await city.read(
                studies, number: HealthTown.person.number, from: HealthTown.start - .minutes(1), to: city.loop.now)
            #expect(read.map { $0.values[0].hundredths } == [7100, 3900, 7200])
        }
        second.end()
    }

    @Test(
        "HEALTH-SOS-SMS: an SOS that a process may not have handed on before it died is handed on again, an older one is not"
    )
    func handedOnAgain() throws {
        let store = RecordMemory<StoredInput>()
        let first = try LoggedHealth(store, secrets: 1)
        try first.story { city in
            let mario = try await city.person("mario")
            _ = try await city.wears(mario)
            _ = try await city.measure(mario, rate: 39)
            try await city.loop.sleep(for: .minutes(5))
            _ = try await city.measure(mario, rate: 38)
            try await city.loop.sleep(for: .seconds(3))
            try await city.setSOS(mario, isOn: false)
        }
        #expect(first.rescue.all.count == 2)
        first.end()
        let second = try LoggedHealth(store, secrets: 2)
        second.held.goOn(after: second.takenUp.last)
        #expect(second.rescue.all.count == 1)
        second.held.goOn(after: second.takenUp.last)
        #expect(second.rescue.all.count == 1, "once")
        second.end()
    }

    @Test("A phone that sends without end is told to wait, and nothing of what is refused so is in the log")
    func flood() throws {
        let store = RecordMemory<StoredInput>()
        let town = try LoggedHealth(store, secrets: 1)
        try town.story { city in
            let mario = try await city.person("mario")
            _ = try await city.wears(mario)
            for _ in 0..<200 {
                await #expect(throws: BatchSendingError.batch(.refused(.tampered))) {
                    try await city.measure(mario, rate: 71, key: 6)
                }
            }
            await #expect(throws: BatchSendingError.access(.rateLimited)) { try await city.measure(mario, rate: 71) }
            try await city.loop.sleep(for: .milliseconds(60))
            #expect(try await city.measure(mario, rate: 71) == false)
        }
        let brought = store.load().open.count { if case .brought = $0.body { true } else { false } }
        #expect(brought == 201)
        town.end()
    }

    @Test("AVAIL-02: a batch that cannot be kept is heard by nobody, and an SOS leaves all the same")
    func full() throws {
        let store = FullLog()
        let town = try LoggedHealth(store, secrets: 1)
        try town.story { city in
            let mario = try await city.person("mario")
            _ = try await city.wears(mario)
            try await city.loop.sleep(for: .seconds(1))
            store.isFull = true
            // This one the disk refuses when it was heard: the phone is not told, and its SOS leaves.
            _ = try? await city.measure(mario, rate: 39)
            try await city.loop.sleep(for: .seconds(4))
            await #expect(throws: BatchSendingError.batch(.unheard)) { try await city.measure(mario, rate: 71) }
        }
        #expect(town.inputs.failure != nil && town.rescue.all.count == 1)
        town.end()
    }
}

extension CityClient {
    /// A phone sends a batch that ends now, or so long before, of a heart that beats so fast.
    func measure(
        _ token: Token, rate: Int32, key: UInt64 = 5, before: TimeSpan = .zero
    ) async throws(BatchSendingError) -> Bool {
        let end = loop.now - before
        let measure: @Sendable (WearerID) -> HealthBatch = { wearer in
            // In ten-millionths of a degree.
            HealthBatch(
                wearer, DeviceID(wearer.index), from: end - .seconds(3), to: end,
                at: Place(east: 91_850_000, north: 454_560_000), [HealthValue(.heartRate, hundredths: rate * 100)])
        }
        let wearer: WearerID
        do {
            wearer = try await self.wearer(of: token)
        } catch {
            throw .access(error)
        }
        return try await send(
            token, measure, seal: measure(wearer).seal(key), at: Place(east: 10, north: 20), keptUntil: nil)
    }
}

/// A city of one health service on an input log, opened anew on the same one by a process with other secrets.
private final class LoggedHealth {
    let host: CityHost
    let inputs: LiveInputs
    let client: CityClient
    let rescue = InterfaceTown.Carrier()
    let held: HeldSOS
    let takenUp: TakenUp
    private let notices: HealthNotices
    private let noted = NotedFacts()

    init(_ store: any RecordStore<StoredInput>, secrets: UInt64) throws {
        host = CityHost(
            start: try LiveInputs.start(of: store) ?? HealthTown.start, observers: [noted], checksEveryTurn: true)
        inputs = LiveInputs(
            of: host, in: store, origin: LogOrigin(build: "b1", city: "health"),
            types: [HealthRequest.self, DataMessage.self], secrets: KeyedSecrets(key: [secrets]),
            hash: Argon2Hash(cost: .reduced, secrets: KeyedSecrets(key: [secrets, 1])), writing: .virtual)
        let health = LiveHealth(
            on: host, LiveHealth.Parameters(), accounts: MemoryAccountStore(details: HealthRoles().details),
            batches: BatchMemory(), hash: inputs.hash)
        var opened = LiveCity.Parameters(times: NoTimes(), hash: inputs.hash, tokens: inputs.secrets)
        (opened.inputs, opened.pool) = (inputs, .virtual)
        let city = LiveCity(in: host, [health], opened)
        client = CityClient(
            loop: host.loop, gateway: city.access.gateway,
            layout: GridLayout(
                rows: 1, columns: 1, side: .metres(1000), anchor: GeographicPoint(longitude: 9.185, latitude: 45.456)))
        held = HeldSOS(rescue, on: host.loop)
        notices = HealthNotices(client, carrier: held)
        health.attach(data: client, health: notices)
        let line = BatchLine(health.monitor, keptBy: inputs)
        client.onLoop { $0.connect(line) }
        try city.connect(client)
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

    /// What the service and its accounts noted. What the gateway notes is of one process only.
    var facts: String {
        host.log.flush()
        return noted.all
    }
}

/// Keeps facts with their times; the number of a record counts those of the gateway too.
private final class NotedFacts: EventObserver {
    private let lines = Mutex("")

    var all: String { lines.withLock { $0 } }

    func subscribe(to feed: EventFeed) {
        let types: [any Event.Type] = [HealthEvent.self, DataEvent.self, BatchEvent.self, AccountEvent.self]
        for type in types { keep(type, feed) }
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

/// A disk that may be full.
private final class FullLog: RecordStore {
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
