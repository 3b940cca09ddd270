// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import Testing

@testable import CityLoop

/// Danger: the future event list is fast and wrong. Checked against a sorted array.
struct ModelTest {
    /// The obvious way: a sorted array.
    struct SortedReference {
        private(set) var entries: [PlannedEntry] = []

        mutating func insert(_ entry: PlannedEntry) {
            let place = entries.firstIndex { entry.precedes($0) } ?? entries.count
            entries.insert(entry, at: place)
        }

        mutating func takeFirst() -> PlannedEntry? { entries.isEmpty ? nil : entries.removeFirst() }

        mutating func keep(_ isKept: (PlannedEntry) -> Bool) { entries.removeAll { !isKept($0) } }
    }

    static func same(_ left: PlannedEntry?, _ right: PlannedEntry?) -> Bool {
        left?.time == right?.time && left?.handle == right?.handle
    }

    static func entry(_ random: inout TestRandom, _ number: Int) -> PlannedEntry {
        let time = [Int64(random.below(8)) - 4, Int64(random.below(1_000_000)), .min, .max - 1][
            min(random.below(12), 3) % 4]
        return PlannedEntry(
            time: time, eventClass: UInt8(random.below(4)), sequence: UInt64(number), slot: UInt32(number))
    }

    @Test("the future event list agrees with a sorted array over 300 seeds of 2,000 operations")
    func operations() {
        for seed in 0..<300 as Range<UInt64> {
            var random = TestRandom(seed)
            var list = FutureEventList()
            var reference = SortedReference()
            // Some seeds fill the list, others keep it near empty.
            let share = 3 + random.below(5)
            for number in 0..<2_000 {
                switch random.below(10) {
                case 0..<share:
                    let entry = Self.entry(&random, number)
                    // The hint may be wrong: it is about speed only.
                    list.insert(entry, isDue: random.below(3) == 0)
                    reference.insert(entry)
                case 8 where random.below(4) == 0:
                    _ = list.peek()
                case 9 where random.below(20) == 0:
                    let bit = UInt32(random.below(2))
                    list.keep { $0.slot & 1 == bit }
                    reference.keep { $0.slot & 1 == bit }
                default:
                    let taken = list.peek()
                    if taken != nil { list.beginTaking() }
                    guard Self.same(taken, reference.takeFirst()) else {
                        Issue.record("seed \(seed), operation \(number)")
                        return
                    }
                }
                guard list.count == reference.entries.count else {
                    Issue.record("seed \(seed), operation \(number): count \(list.count)")
                    return
                }
            }
            while let taken = list.peek() {
                list.beginTaking()
                #expect(Self.same(taken, reference.takeFirst()))
            }
            #expect(reference.entries.isEmpty)
        }
    }

    @Test("entries go by time, then class, then sequence number, up to the largest slot and number")
    func rank() {
        let largest = PlannedEntry.sequenceLimit - 1
        let slot = UInt32(1 << PlannedEntry.slotBits - 1)
        let inOrder = [
            PlannedEntry(time: .min, eventClass: 3, sequence: largest, slot: slot),
            PlannedEntry(time: -1, eventClass: 0, sequence: 1, slot: slot),
            PlannedEntry(time: -1, eventClass: 0, sequence: 2, slot: 0),
            PlannedEntry(time: -1, eventClass: 0, sequence: largest, slot: 7),
            PlannedEntry(time: -1, eventClass: 1, sequence: 1, slot: slot),
            PlannedEntry(time: -1, eventClass: 3, sequence: 1, slot: 0),
            PlannedEntry(time: 0, eventClass: 0, sequence: 1, slot: 0),
            PlannedEntry(time: .max, eventClass: 0, sequence: 1, slot: 0),
        ]
        for (low, first) in inOrder.enumerated() {
            for (high, second) in inOrder.enumerated() { #expect(first.precedes(second) == (low < high)) }
        }
        #expect(inOrder[0].slot == slot)
        #expect(inOrder[0].generation == UInt32(truncatingIfNeeded: largest))
    }

    @Test("cancelling no timer does nothing, also when the first slot is free")
    func cancelNone() throws {
        let loop = CityLoop()
        let notes = Notes()
        loop.schedule(at: .epoch) { notes.add("first") }
        try loop.run(until: .epoch + .seconds(1))
        loop.cancel(.none)
        loop.schedule(at: .epoch + .seconds(2)) { notes.add("second") }
        loop.schedule(at: .epoch + .seconds(2)) { notes.add("third") }
        try loop.run(until: .epoch + .seconds(3))
        #expect(notes.all == ["first", "second", "third"])
    }

    @Test("each order of up to seven entries comes out sorted, with and without filling the hole")
    func everyOrder() {
        for size in 1...7 {
            for order in permutations(of: Array(0..<size)) {
                var list = FutureEventList()
                for time in order {
                    list.insert(PlannedEntry(time: Int64(time), eventClass: 0, sequence: 1, slot: 0), isDue: false)
                }
                var times: [Int64] = []
                while let first = list.peek() {
                    times.append(first.time)
                    list.beginTaking()
                    // The first entry plans its successor, as most do.
                    if times.count == 1 {
                        list.insert(
                            PlannedEntry(time: Int64(size), eventClass: 0, sequence: 1, slot: 0), isDue: false)
                    }
                }
                #expect(times == (0...size).map(Int64.init))
            }
        }
    }

    @Test("the ready queue is first in, first out, also when it grows around its end")
    func readyQueue() {
        var queue = JobQueue()
        let isEmptyAtFirst = queue.isEmpty
        #expect(isEmptyAtFirst)
        var sent = 0
        var received = 0
        for round in 0..<5_000 {
            for _ in 0..<(round % 7) {
                queue.append(unsafeBitCast(sent + 1, to: UnownedJob.self), task: Int32(sent % 1_000))
                sent += 1
            }
            for _ in 0..<(round % 5) where !queue.isEmpty {
                let ready = queue.takeFirst()
                #expect(unsafeBitCast(ready.job, to: Int.self) == received + 1)
                #expect(ready.task == Int32(received % 1_000))
                received += 1
            }
        }
        while !queue.isEmpty {
            let ready = queue.takeFirst()
            #expect(unsafeBitCast(ready.job, to: Int.self) == received + 1)
            received += 1
        }
        #expect(received == sent)
    }
}
