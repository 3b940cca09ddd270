// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Dispatch
import Foundation
import Synchronization
import Testing

@testable import CityLoop

/// Stores that are written beside the loop.
@Suite struct RecordWriterTests {
    @Test("Without threads everything is written in the turn")
    func inTurn() {
        let (loop, store, heard) = (CityLoop(), Shelf(), Heard())
        let writer = RecordWriter(loop)
        loop.runTurn(at: .epoch) {
            writer.write([save(1, in: store), remove(1, in: store)]) { heard.add("1", $0) }
            heard.add("end of turn")
        }
        #expect(heard.all == ["1", "end of turn"])
        #expect(store.batches == [["save 1"], ["remove 1"]])
    }

    @Test(
        "AVAIL-07: calls are answered in their order, in a later turn, when they are durable; the loop goes on meanwhile"
    )
    func order() throws {
        let (loop, store, heard) = (CityLoop(), Shelf(isOpen: false), Heard())
        let pool = WorkPool(threads: 1, waits: false)
        let writer = RecordWriter(loop, pool: pool)
        loop.schedule(at: .seconds(1)) {
            for number in 1...5 {
                writer.write([self.save(number, in: store)]) { heard.add("\(number) at \(loop.now.inSeconds)", $0) }
            }
        }
        loop.schedule(at: .seconds(2)) { heard.add("meanwhile") }
        loop.schedule(at: .seconds(3)) {
            store.open()
            pool.waitForAll()
        }
        loop.schedule(at: .seconds(4)) {}
        try loop.run(until: .seconds(5))
        #expect(heard.all == ["meanwhile"] + (1...5).map { "\($0) at 3.0" })
        // At most the first ones were under way; what waited was written together.
        #expect(store.batches.flatMap { $0 } == (1...5).map { "save \($0)" } && store.batches.count <= 2)
    }

    @Test(
        "A change that cannot be made is reported to its call alone, and only what is behind a needed one is left out")
    func failures() throws {
        let (loop, store, other, heard) = (CityLoop(), Shelf(isOpen: false), Shelf(), Heard())
        store.refuse([2, 4])
        let pool = WorkPool(threads: 1, waits: false)
        let writer = RecordWriter(loop, pool: pool)
        loop.schedule(at: .seconds(1)) {
            writer.write([]) { heard.add("0", $0) }
            writer.write([self.save(1, in: store)]) { heard.add("1", $0) }
            writer.write([
                self.save(7, in: other), self.save(2, in: store, isNeeded: true), self.save(8, in: other),
            ]) { heard.add("2", $0) }
            writer.write([self.save(3, in: store)]) { heard.add("3", $0) }
            writer.write([self.save(4, in: store), self.save(9, in: other)]) { heard.add("4", $0) }
            store.open()
            pool.waitForAll()
        }
        loop.schedule(at: .seconds(2)) {}
        try loop.run(until: .seconds(3))
        #expect(heard.all == ["0", "1", "2 refused at 1", "3", "4 failed"])
        #expect(store.numbers == [1, 3] && other.numbers == [7, 9])
    }

    @Test("PERF-16: in virtual time the calls come at the same instants and in one order, on 1 and 8 threads")
    func virtual() throws {
        let stories = try [1, 8, 8].map { threads in
            let (loop, heard) = (CityLoop(), Heard())
            let pool = WorkPool(threads: threads, waits: true)
            let stores = (0..<6).map { Shelf(pause: Double($0 % 3) * 0.002) }
            let writers = stores.map { _ in RecordWriter(loop, pool: pool) }
            for step in 0..<40 {
                let index = step * 5 % 6
                loop.schedule(at: .seconds(step / 4)) {
                    writers[index].write([self.save(step, in: stores[index])]) {
                        heard.add("\(step) at \(loop.now.inSeconds)", $0)
                        if step % 7 == 0 {
                            writers[index].write([self.remove(step, in: stores[index])]) {
                                heard.add("gone \(step)", $0)
                            }
                        }
                    }
                }
            }
            try loop.run(until: .seconds(60))
            return heard.all + stores.map { "\($0.numbers)" }
        }
        #expect(stories[0] == stories[1] && stories[1] == stories[2] && stories[0].count == 46 + 6)
        #expect(stories[0].prefix(2) == ["0 at 0.0", "1 at 0.0"])
    }

    @Test("Several writers work side by side, each in order")
    func sideBySide() throws {
        let (loop, slow, quick, heard) = (CityLoop(), Shelf(isOpen: false), Shelf(), Heard())
        let pool = WorkPool(threads: 2, waits: false)
        let (first, second) = (RecordWriter(loop, pool: pool), RecordWriter(loop, pool: pool))
        let isQuickDone = DispatchSemaphore(value: 0)
        quick.onWrite { isQuickDone.signal() }
        loop.schedule(at: .seconds(1)) {
            first.write([self.save(1, in: slow)]) { heard.add("slow 1", $0) }
            first.write([self.save(2, in: slow)]) { heard.add("slow 2", $0) }
            second.write([self.save(3, in: quick)]) { heard.add("quick 1", $0) }
            second.write([self.save(4, in: quick)]) { heard.add("quick 2", $0) }
            // The quick one writes while the slow one is held.
            #expect(isQuickDone.wait(timeout: .now() + 60) == .success)
            slow.open()
            pool.waitForAll()
        }
        loop.schedule(at: .seconds(2)) {}
        try loop.run(until: .seconds(3))
        // Who is reported first is the machine's choice: a write is done a little before it is reported.
        for name in ["slow", "quick"] {
            #expect(heard.all.filter { $0.hasPrefix(name) } == ["\(name) 1", "\(name) 2"])
        }
    }

    // MARK: What waits for a save

    @Test("What concerns something held waits in order; everything else goes on")
    func waiting() {
        var steps = WaitingSteps<Int, String>()
        // A step concerns the digits in its name.
        func keys(_ step: String) -> [Int] { step.compactMap { $0.wholeNumberValue } }
        #expect(steps.isIdle && steps.admits("a1", keys))
        steps.hold([1])
        #expect(!steps.admits("b1", keys) && steps.admits("c2", keys))
        // It concerns 2 as well, and so holds up the next one about 2.
        #expect(!steps.admits("d12", keys) && !steps.admits("e2", keys) && steps.admits("f3", keys))
        #expect(steps.next(keys) == nil)
        steps.release([1])
        #expect(!steps.isIdle && steps.next(keys) == "b1")
        steps.hold([1])
        #expect(steps.next(keys) == nil)
        steps.hold([1])
        steps.release([1])
        #expect(steps.next(keys) == nil)
        steps.release([1])
        #expect(steps.next(keys) == "d12" && steps.next(keys) == "e2" && steps.next(keys) == nil && steps.isIdle)
    }

    @Test("What is behind a needed change is not durable before it, also in another store that was written to earlier")
    func neededFirst() {
        let (store, other) = (Shelf(), Shelf())
        store.refuse([2])
        #expect(
            !RecordWrite.perform(together: [
                [save(6, in: other)], [save(7, in: other), save(2, in: store, isNeeded: true), save(8, in: other)],
            ]))
        #expect(store.numbers.isEmpty && other.numbers == [6, 7])
        // Without a failure, few transactions.
        #expect(
            RecordWrite.perform(together: [
                [save(1, in: store, isNeeded: true), save(3, in: store)], [save(8, in: other), save(4, in: store)],
            ]))
        #expect(store.batches == [["save 1", "save 3", "save 4"]])
        #expect(other.batches == [["save 6", "save 7"], ["save 8"]])
    }

    // MARK: Kit

    private func save(_ number: Int, in store: Shelf, isNeeded: Bool = false) -> RecordWrite {
        RecordWrite(.save(Entry(key: ID(number))), in: store, isNeeded: isNeeded)
    }

    private func remove(_ number: Int, in store: Shelf) -> RecordWrite { RecordWrite(.remove(ID(number)), in: store) }
}

private enum Thing {}

private struct Entry: StoredRecord {
    static let table = "entry"
    let key: ID<Thing>
}

/// A store that can be made to wait, to take its time or to refuse.
private final class Shelf: RecordStore {
    struct Full: Error {}
    private struct State {
        var batches: [[String]] = []
        var numbers: Set<Int32> = []
        var refused: Set<Int32> = []
        var onWrite: (@Sendable () -> Void)?
    }
    private let state = Mutex(State())
    private let gate: DispatchSemaphore
    private let pause: Double

    init(isOpen: Bool = true, pause: Double = 0) {
        gate = DispatchSemaphore(value: isOpen ? 1 : 0)
        self.pause = pause
    }

    var batches: [[String]] { state.withLock { $0.batches } }
    var numbers: [Int32] { state.withLock { $0.numbers.sorted() } }
    func open() { gate.signal() }
    func refuse(_ numbers: Set<Int32>) { state.withLock { $0.refused = numbers } }
    func onWrite(_ call: @escaping @Sendable () -> Void) { state.withLock { $0.onWrite = call } }

    func write(_ changes: [RecordChange<Entry>]) throws {
        gate.wait()
        gate.signal()
        if pause > 0 { Thread.sleep(forTimeInterval: pause) }
        try state.withLock { state in
            var (numbers, batch) = (state.numbers, [String]())
            for change in changes {
                switch change {
                case .save(let entry):
                    if state.refused.contains(entry.key.number) { throw Full() }
                    numbers.insert(entry.key.number)
                    batch.append("save \(entry.key)")
                case .remove(let key):
                    numbers.remove(key.number)
                    batch.append("remove \(key)")
                }
            }
            state.numbers = numbers
            state.batches.append(batch)
            state.onWrite?()
        }
    }

    func save(_ record: Entry) throws { try write([.save(record)]) }
    func remove(_ key: ID<Thing>) throws { try write([.remove(key)]) }
    func load() -> StoredRecords<Entry> { StoredRecords() }
}

/// What was reported, in order.
private final class Heard: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }

    func add(_ line: String, _ outcome: WriteOutcome? = nil) {
        var line = line
        if let refused = outcome?.refused { line += " refused at \(refused.index)" }
        if outcome?.failure != nil { line += " failed" }
        lines.withLock { $0.append(line) }
    }
}
