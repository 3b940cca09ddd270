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
import RaceRules
import Synchronization
import Testing

@testable import RaceService

/// Races of a live city on an input log.
@Suite struct LoggedRacesTests {
    @Test(
        "AVAIL-02, RACE-R19: races are the same city again from its log: people, consents, and positions as they were collected",
        arguments: [false, true])
    func again(withHealth: Bool) throws {
        let store = RecordMemory<StoredInput>()
        let first = try LoggedRaces(store, secrets: 1, withHealth: withHealth)
        #expect(first.takenUp.inputs == 0)
        let kept = Mutex<(ada: Token, race: RaceID)?>(nil)
        let shown = Mutex<[RaceSnapshot]>([])
        try first.story { city in
            let club = try await city.organiser("club")
            let race = try await city.createRace(club, RaceTown.race(at: 10))
            let ada = try await city.user("ada")
            try await city.joined(ada, race)
            // Consents are given and withdrawn by one call each, whoever keeps them.
            let bob = try await city.user("bob")
            await #expect(throws: RaceJoinError.self) { try await city.join(bob, race: race) }
            try await city.giveConsent(bob, to: OrganiserID(1))
            try await city.withdrawConsent(bob, from: OrganiserID(1))
            try await city.loop.sleep(for: .minutes(10))
            try await city.loop.sleep(for: .seconds(1))
            try await city.crossedStart(ada, of: race)
            _ = try await city.follow(ada, race: race)
            for step in 1...3 {
                try await city.reportPosition(
                    ada, in: race, at: Place(metresEast: Double(100 * step), north: 0), covered: .metres(100 * step))
                let snapshot = try await city.nextSnapshot(ada, of: race)
                shown.withLock { $0.append(snapshot) }
            }
            kept.withLock { $0 = (ada, race) }
        }
        #expect(shown.withLock { $0.last?.runners.map(\.covered) } == [.metres(300)])
        // Positions were collected by a timer, as nobody had sent a message.
        let drawn = store.load().open.filter { if case .drawn = $0.body { true } else { false } }
        #expect(drawn.count >= 3)
        let (facts, ended) = (first.facts, first.host.loop.now)
        #expect(facts.contains("runnerPosition") && facts.contains("consentGiven"))
        #expect(facts.contains("consentsKept") == withHealth)
        first.end()

        let second = try LoggedRaces(store, secrets: 2, withHealth: withHealth)
        #expect(second.takenUp.inputs == store.load().open.count && second.takenUp.cut == 0)
        try second.host.loop.run(until: ended)
        #expect(second.facts == facts)
        let (ada, race) = try #require(kept.withLock { $0 })
        try second.story { city in
            // The runner is on the way, and the phone says again where it is.
            try await city.reportPosition(ada, in: race, at: Place(metresEast: 400, north: 0), covered: .metres(400))
            try await city.loop.sleep(for: .seconds(2))
            let numbers = try await city.statistics(ada, ofRace: race)
            #expect(numbers.running == 1 && numbers.first.first?.covered == .metres(400))
            try await city.crossedFinish(ada, of: race)
        }
        second.end()
    }

    @Test("Positions in a log's bytes are the positions that were collected; a cut one is left out")
    func bytes() {
        let fixes = [
            RunnerFix(
                RaceUserID(1), at: Place(east: -7, north: .max), covered: Distance(millimetres: 1 << 40),
                age: .milliseconds(4999)),
            RunnerFix(RaceUserID(Int32.max), at: Place(east: .min, north: 0), covered: .zero, age: .zero),
        ]
        let bytes = RunnerFix.bytes(of: fixes)
        #expect(RunnerFix.all(in: bytes) == fixes && RunnerFix.all(in: []).isEmpty)
        #expect(RunnerFix.all(in: bytes.dropLast()) == [fixes[0]])
    }
}

/// A city of races on an input log, with or without a health service that keeps the consents, opened anew on the same one by a process with
/// other secrets.
private final class LoggedRaces {
    let host: CityHost
    let client: CityClient
    let takenUp: TakenUp
    private let notices: RaceNotices
    private let rescue: HealthNotices?
    private let noted = NotedRaces()

    init(_ store: any RecordStore<StoredInput>, secrets: UInt64, withHealth: Bool) throws {
        host = CityHost(
            start: try LiveInputs.start(of: store) ?? RaceTown.start, observers: [noted], checksEveryTurn: true)
        let inputs = LiveInputs(
            of: host, in: store, origin: LogOrigin(build: "b1", city: "races"),
            types: [RaceMessage.self, HealthRequest.self, DataMessage.self], secrets: KeyedSecrets(key: [secrets]),
            hash: Argon2Hash(cost: .reduced, secrets: KeyedSecrets(key: [secrets, 1])), writing: .virtual)
        let races = LiveRaces(
            on: host, map: RaceTown.map, LiveRaces.Parameters(),
            accounts: MemoryAccountStore(details: RaceRoles().details), shelves: RaceShelves())
        let health =
            withHealth
            ? LiveHealth(
                on: host, LiveHealth.Parameters(), accounts: MemoryAccountStore(details: HealthRoles().details),
                batches: BatchMemory(), hash: inputs.hash) : nil
        var opened = LiveCity.Parameters(times: NoTimes(), hash: inputs.hash, tokens: inputs.secrets)
        (opened.inputs, opened.pool) = (inputs, .virtual)
        let slices: [(any LiveSlice)?] = [health, races]
        let city = LiveCity(in: host, slices.compactMap(\.self), opened)
        client = CityClient(loop: host.loop, gateway: city.access.gateway, layout: RaceTown.map)
        notices = RaceNotices(client, of: races.service, keptBy: inputs)
        races.attach(races: notices)
        if let health {
            rescue = HealthNotices(client, carrier: NoSOS())
            if let rescue { health.attach(data: client, health: rescue) }
            let (broker, service) = (health.broker, races.service)
            broker.onLoop { $0.connect(service) }
            service.connect(broker)
        } else {
            rescue = nil
        }
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

    /// What the services and their accounts noted. What the gateway notes is of one process only.
    var facts: String {
        host.log.flush()
        return noted.all
    }

    private final class NoSOS: SOSCarrier {
        func send(_ sos: SOSText) {}
    }
}

/// Keeps facts with their times; the number of a record counts those of the gateway too.
private final class NotedRaces: EventObserver {
    private let lines = Mutex("")

    var all: String { lines.withLock { $0 } }

    func subscribe(to feed: EventFeed) {
        let types: [any Event.Type] = [RaceEvent.self, DataEvent.self, HealthEvent.self, AccountEvent.self]
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
