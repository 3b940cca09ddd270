// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import Dispatch
import Foundation
import RecordStores
import RuleTestKit
import Synchronization
import TaxiReservations
import TaxiRules
import TaxiService
import Testing

/// A store that answers when the test lets it, or after a time; it may refuse.
private final class SlowStore<Record: StoredRecord>: RecordStore {
    struct Full: Error {}
    private struct State {
        var isFull = false
        var writes = 0
    }
    private let memory = RecordMemory<Record>()
    private let gate: DispatchSemaphore
    private let pause: Double
    private let state = Mutex(State())

    init(isOpen: Bool = true, pause: Double = 0) {
        gate = DispatchSemaphore(value: isOpen ? 1 : 0)
        self.pause = pause
    }

    /// How many writes are under way or done.
    var writes: Int { state.withLock { $0.writes } }
    func open() { gate.signal() }
    func fill(_ isFull: Bool) { state.withLock { $0.isFull = isFull } }

    func save(_ record: Record) throws { try write([.save(record)]) }
    func remove(_ key: ID<Record.Thing>) throws { try write([.remove(key)]) }
    func load() -> StoredRecords<Record> { memory.load() }

    func write(_ changes: [RecordChange<Record>]) throws {
        state.withLock { $0.writes += 1 }
        gate.wait()
        gate.signal()
        if pause > 0 { Thread.sleep(forTimeInterval: pause) }
        if state.withLock({ $0.isFull }) { throw Full() }
        for change in changes {
            switch change {
            case .save(let record): memory.save(record)
            case .remove(let key): memory.remove(key)
            }
        }
    }
}

/// Stores that are written beside the loop.
@Suite struct SlowStoreTests {
    private func times(_ city: StoredCity, _ name: String) -> [Int] {
        city.facts.filter { $0.event.name == name }.map { Int($0.time.inSeconds) - 8 * 3600 - 1 }
    }

    @Test(
        "TAXI-CALL-21: offers are made and answered while reservations wait for their store; none is confirmed before")
    func offersMeanwhile() throws {
        let book = SlowStore<Reservation>(isOpen: false)
        let pool = WorkPool(threads: 2, waits: false)
        let city = try StoredCity(RecordMemory<StoredCall>(), book, writingBook: pool)
        city.inService(0)
        for passenger in 1...5 { city.reserve(5, passenger) }
        city.call(10, 9)
        city.loop.schedule(at: city.loop.now + .seconds(300)) {
            book.open()
            pool.waitForAll()
        }
        city.loop.schedule(at: city.loop.now + .seconds(301)) {}
        try city.run(until: 1000)
        #expect(times(city, "offerSent") == [10] && times(city, "offerAccepted") == [10])
        #expect(city.served == [1])
        #expect(times(city, "reservationStored") == Array(repeating: 300, count: 5))
        #expect((1...5).allSatisfy { city.listener.notices(to: $0).count == 1 })
        // At most the first ones were under way; the others were one transaction.
        #expect(book.writes <= 2)
    }

    @Test("Turns go on while a store takes 200 ms for each save")
    func turnsMeanwhile() throws {
        let book = SlowStore<Reservation>(pause: 0.2)
        let pool = WorkPool(threads: 1, waits: false)
        let city = try StoredCity(RecordMemory<StoredCall>(), book, writingBook: pool)
        city.inService(0)
        city.reserve(0.01, 1)
        let turns = Turns()
        for step in 0..<400 {
            city.loop.schedule(at: city.loop.now + .milliseconds(20 + step * 2)) {
                turns.add(whileWriting: book.writes == 1 && book.load().open.isEmpty)
            }
        }
        // By the clock on the wall; 200 ms of it are 100 of these turns on a machine that does nothing else.
        try city.loop.run(until: city.loop.now + .seconds(1), pace: .wall)
        pool.waitForAll()
        #expect(turns.count >= 5 && times(city, "reservationStored").count == 1)
    }

    @Test(
        "TAXI-CALL-21: what the caller sends while the call is stored comes after it; a refused one can be made again")
    func refused() throws {
        let store = SlowStore<StoredCall>(isOpen: false)
        store.fill(true)
        let pool = WorkPool(threads: 1, waits: false)
        let city = try StoredCity(store, writing: pool)
        city.inService(0)
        city.call(1, 1)
        // A second call, and that one is given up: both wait.
        city.call(2, 1)
        city.send(3, .passenger(PassengerID(1), .abandon(request: RequestID(1))))
        // Somebody else is answered at once.
        city.send(4, .passenger(PassengerID(2), .prepareCall))
        city.loop.schedule(at: city.loop.now + .seconds(50)) {
            store.open()
            pool.waitForAll()
            store.fill(false)
        }
        for second in 51...53 { city.loop.schedule(at: city.loop.now + .seconds(second)) { pool.waitForAll() } }
        try city.run(until: 1000)
        #expect(city.listener.notices(to: 2) == [.call(.refused(.notLoggedIn))])
        #expect(times(city, "callRefused") == [4, 50])
        let notices = city.listener.notices(to: 1)
        #expect(
            notices.first == .call(.refused(.notStored)) && notices.dropFirst().first == .call(.stored(RequestID(2))))
        pool.waitForAll()
        #expect(city.served == [2] && city.open.isEmpty)
        #expect(city.dispatcher.onLoop { $0.storeFailure } is SlowStore<StoredCall>.Full)
    }

    @Test("AVAIL-07: the gateway's answer to a call comes when the call is stored, after its notice")
    func answer() throws {
        let city = try StoredCity(RecordMemory<StoredCall>(), writing: WorkPool(threads: 1, waits: true))
        let (dispatcher, listener, id) = (city.dispatcher, city.listener, PassengerID(1))
        let counts = Counts()
        let home = Place(metresEast: 1000, north: 5000)
        let form = CallForm(client: .mobile, source: .address, radius: .zero, place: home, travelers: 1)
        city.loop.schedule(at: city.loop.now + .seconds(1)) {
            for message in [PassengerMessage.login(client: .mobile), .prepareCall, .call(form: form), .prepareCall] {
                dispatcher.serve(Envelope(TaxiMessage.passenger(id, message), from: .passenger(id)), session: nil)
                let held = dispatcher.heldAnswer
                let isGiven = held?.isGiven(orCall: { counts.add(listener.notices(to: 1).count) })
                counts.add(isGiven == true ? -1 : -2)
            }
        }
        try city.run(until: 2)
        // Two are answered at once; the call and what follows it wait. Nobody is in service: the call is aborted.
        #expect(counts.all == [-1, -1, -2, -2, 2, 2])
        #expect(listener.notices(to: 1).first == .call(.stored(RequestID(1))))
    }

    @Test("TAXI-RESV-20: a reservation that its store refuses is rejected, and does not keep its hour")
    func refusedReservation() throws {
        let book = SlowStore<Reservation>()
        book.fill(true)
        let pool = WorkPool(threads: 1, waits: true)
        let city = try StoredCity(RecordMemory<StoredCall>(), book, writingBook: pool)
        city.reserve(1, 1)
        city.loop.schedule(at: city.loop.now + .seconds(2)) { book.fill(false) }
        city.reserve(3, 1)
        try city.run(until: 10)
        #expect(city.listener.notices(to: 1).map(\.isRejection) == [true, false])
        #expect(book.load().open.map(\.id.number) == [2])
    }

    @Test(
        "PERF-16: with stores written by 1 and by 8 threads there is one event log, with the same rides as in the turn")
    func threads() throws {
        struct Outcome: Equatable {
            let lines: [String]
            let served: [Int32]
            let shared: [Int32]
        }
        func run(_ pool: WorkPool?) throws -> Outcome {
            let city = try StoredCity(
                SlowStore<StoredCall>(pause: 0.001), SlowStore<Reservation>(pause: 0.002), writing: pool,
                writingBook: pool)
            city.inService(0)
            for passenger in 1...40 {
                let time = Double(passenger * 211 % 40) * 150.25
                switch passenger % 4 {
                case 0: city.reserve(time, passenger, hour: 9 + passenger % 3)
                case 1: city.call(time, passenger)
                case 2: city.share(time, passenger)
                default: city.share(time, passenger, joining: passenger / 4 + 1)
                }
                city.send(time + 1, .passenger(PassengerID(passenger), .viewReservations))
                if passenger % 5 == 0 {
                    city.send(time, .passenger(PassengerID(passenger), .abandon(request: RequestID(passenger / 5))))
                }
            }
            try city.run(until: 30_000)
            return Outcome(
                lines: city.facts.map { "\($0.number) \($0.time.nanoseconds) \($0.event)" },
                served: city.served.sorted(), shared: city.sharedPassengers)
        }
        let one = try run(WorkPool(threads: 1, waits: true))
        for _ in 1...2 { #expect(try run(WorkPool(threads: 8, waits: true)) == one) }
        #expect(one.served.count > 25 && one.shared.count > 3)
        // Nobody is lost who would ride if it were written in the turn.
        #expect(try run(nil).served == one.served)
    }
}

extension PassengerNotice {
    fileprivate var isRejection: Bool { if case .reservation(.rejected) = self { true } else { false } }
}

/// Counts turns.
private final class Turns: Sendable {
    private let counted = Atomic<Int>(0)
    var count: Int { counted.load(ordering: .relaxed) }
    func add(whileWriting isWriting: Bool) { if isWriting { counted.add(1, ordering: .relaxed) } }
}

/// Keeps numbers.
private final class Counts: Sendable {
    private let numbers = Mutex<[Int]>([])
    var all: [Int] { numbers.withLock { $0 } }
    func add(_ number: Int) { numbers.withLock { $0.append(number) } }
}
