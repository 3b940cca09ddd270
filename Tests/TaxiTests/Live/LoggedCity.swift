// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
import Accounts
import CityGateway
import CityHost
import CityLoop
import CityMap
import CityModel
import Foundation
import RuleTestKit
import Synchronization
import TaxiReservations
import TaxiRules
import TaxiService
import TaxiSharing
import Testing

/// A live taxi city on an input log: opened anew on the same store, by a process with other secrets, it is the same city.
final class LoggedCity {
    let host: CityHost
    let dispatcher: Dispatcher
    let inputs: LiveInputs
    let access: CityAccess
    let client: CityClient
    let mail = MailBox()
    let accounts: MemoryAccountStore
    let takenUp: TakenUp
    let list = EventList()

    static let origin = LogOrigin(build: "b1", city: "three squares")

    init(
        _ store: any RecordStore<StoredInput>, secrets: UInt64 = 1, origin: LogOrigin = LoggedCity.origin,
        start: CityTime? = nil,
        writing: WorkPool? = .virtual, pool: WorkPool? = .virtual, limits: SessionLimits? = nil,
        types: [any ServedMessage.Type] = [TaxiMessage.self]
    ) throws {
        let begin = try start ?? LiveInputs.start(of: store) ?? .seconds(8 * 3600)
        host = CityHost(start: begin, observers: [list], checksEveryTurn: true)
        let layout = GridLayout(
            rows: 1, columns: 3, side: .metres(1000), anchor: GeographicPoint(longitude: 9.185, latitude: 45.456))
        dispatcher = Dispatcher(
            loop: host.loop, log: host.log, layout: layout, travel: StraightRouter(freeSpeed: 10, circuity: 1),
            policy: FirstInQueue(), parameters: TaxiParameters(),
            taxis: [TaxiRegistration(seats: 4, licence: 1, plate: 1)])
        try dispatcher.onLoop { dispatcher in
            try dispatcher.install(ReservationBook.manifest) { context throws(ModuleAccessDenied) in
                try ReservationBook(context: context)
            }
            try dispatcher.install(RideBoard.manifest) { context throws(ModuleAccessDenied) in
                try RideBoard(context: context, parameters: SharingParameters())
            }
        }
        host.add(dispatcher)
        let roles = TaxiRolePort(dispatcher: dispatcher, firstPassenger: 1, firstDriver: 1)
        inputs = LiveInputs(
            of: host, in: store, origin: origin, types: types, secrets: KeyedSecrets(key: [secrets]),
            hash: Argon2Hash(cost: .reduced, secrets: KeyedSecrets(key: [secrets, 1])), writing: writing)
        accounts = MemoryAccountStore(details: roles.rules.details)
        var parameters = AccessParameters(
            gateway: GatewayParameters(), times: NoTimes(), store: accounts, roles: roles, hash: inputs.hash,
            tokens: inputs.secrets)
        (parameters.inputs, parameters.pool, parameters.hold) = (inputs, pool, dispatcher.timerHold)
        parameters.gateway.sessionLimits = limits
        access = host.open(parameters)
        client = CityClient(
            loop: host.loop, gateway: access.gateway, layout: layout, notices: TaxiNotices(dispatcher),
            source: 0x0A00_0001)
        access.connect(client, mailer: mail)
        takenUp = try access.takeUp()
        if limits != nil { access.watchSessions() }
    }

    /// Runs a story of clients on the loop until it has ended.
    func story(_ body: @escaping @Sendable (CityClient, MailBox) async throws -> Void) throws {
        let outcome = Mailbox<Result<Void, any Error>>()
        let (client, mail, loop) = (client, mail, host.loop)
        loop.start("story") {
            do {
                try await body(client, mail)
                outcome.put(.success(()))
            } catch {
                outcome.put(.failure(error))
            }
            loop.stop()
        }
        try loop.run(until: loop.now + .hours(24 * 40))
        // What is written beside the loop is waited for.
        try loop.run(until: loop.now)
        try #require(outcome.value, "the story has not ended").get()
    }

    /// Ends the process: nothing of the city is left but its log.
    func end() {
        host.close(at: host.loop.now)
        #expect(host.loop.tearDown() == [])
    }

    /// The facts of the services and of the accounts, as lines. Those of the gateway are of one process only.
    var facts: [String] {
        host.log.flush()
        return list.records.compactMap { record in
            if case .server = record.event { return nil }
            return "\(record.time.nanoseconds) \(record.event)"
        }
    }
}

extension LoggedCity {
    /// What the taxi's odometer showed, each time that it was reported.
    var odometers: [Distance] {
        host.log.flush()
        return list.records.compactMap { record in
            if case .taxi(.positionReported(_, _, let odometer)) = record.event { odometer } else { nil }
        }
    }
}

/// Inputs in memory, as a disk that can be slow, fail and be tampered with.
final class TestDisk: RecordStore {
    typealias Record = StoredInput
    struct Full: Error {}

    private struct State {
        var inputs: [Int32: StoredInput] = [:]
        var isFull = false
        var groups: [Int] = []
    }

    private let state = Mutex(State())
    private let gate = NSLock()

    var isFull: Bool {
        get { state.withLock { $0.isFull } }
        set { state.withLock { $0.isFull = newValue } }
    }

    /// How many inputs each write brought.
    var groups: [Int] { state.withLock { $0.groups } }

    /// All inputs, by number.
    var inputs: [StoredInput] {
        get { state.withLock { $0.inputs.values.sorted { $0.key < $1.key } } }
        set { state.withLock { $0.inputs = Dictionary(uniqueKeysWithValues: newValue.map { ($0.key.number, $0) }) } }
    }

    /// Does something while the disk writes nothing.
    func whileSlow<Outcome>(_ body: () throws -> Outcome) rethrows -> Outcome {
        gate.lock()
        defer { gate.unlock() }
        return try body()
    }

    func save(_ record: StoredInput) throws { try write([.save(record)]) }
    func remove(_ key: ID<CityModel.Tag.Input>) throws { state.withLock { $0.inputs[key.number] = nil } }

    func write(_ changes: [RecordChange<StoredInput>]) throws {
        gate.lock()
        defer { gate.unlock() }
        try state.withLock { state in
            guard !state.isFull else { throw Full() }
            for case .save(let input) in changes { state.inputs[input.key.number] = input }
            state.groups.append(changes.count)
        }
    }

    func load() throws -> StoredRecords<StoredInput> {
        StoredRecords(lastNumber: inputs.last?.key.number ?? 0, open: inputs)
    }
}
