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
        left?.time == right?.time && left?.order == right?.order && left?.slot == right?.slot
    }

    static func entry(_ random: inout TestRandom, _ number: Int) -> PlannedEntry {
        let time = [Int64(random.below(8)) - 4, Int64(random.below(1_000_000)), .min, .max - 1][
            min(random.below(12), 3) % 4]
        let order = UInt64(random.below(4)) << 62 | UInt64(number)
        return PlannedEntry(time: time, order: order, slot: UInt32(number), generation: 1)
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
                    list.insert(entry)
                    reference.insert(entry)
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

    @Test("each order of up to seven entries comes out sorted, with and without filling the hole")
    func everyOrder() {
        for size in 1...7 {
            for order in permutations(of: Array(0..<size)) {
                var list = FutureEventList()
                for time in order {
                    list.insert(PlannedEntry(time: Int64(time), order: 1, slot: 0, generation: 1))
                }
                var times: [Int64] = []
                while let first = list.peek() {
                    times.append(first.time)
                    list.beginTaking()
                    // The first entry plans its successor, as most do.
                    if times.count == 1 {
                        list.insert(PlannedEntry(time: Int64(size), order: 1, slot: 0, generation: 1))
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
