// SPDX-License-Identifier: GPL-3.0-or-later
import CityLoop
import CityModel
import Foundation
import Synchronization
import Testing

/// Danger: two runs of one city go different ways.
struct DeterminismTests {
    /// Recorded once; a change of it means that every recorded run of every city changes too. The same in debug and release
    /// builds and in every process.
    static let golden: [UInt64: UInt64] = [
        1: 1_480_448_241_810_261_341, 2: 5_119_699_893_916_718_436, 3: 5_139_705_838_323_199_082,
    ]

    @Test(
        "SIM-01: a city of tasks, timers, meetings and cancellings goes the recorded way",
        arguments: [1, 2, 3] as [UInt64])
    func goldenRun(seed: UInt64) throws {
        let (hash, notes) = try WalkCity(seed: seed).run()
        #expect(hash == Self.golden[seed])
        #expect(notes > 3_000)
    }

    @Test("the seed matters: each of 20 seeds goes its own way, twice the same")
    func seeds() throws {
        var hashes: Set<UInt64> = []
        for seed in 0..<20 as Range<UInt64> {
            let first = try WalkCity(seed: seed).run(steps: 20).hash
            let second = try WalkCity(seed: seed).run(steps: 20).hash
            #expect(first == second)
            hashes.insert(first)
        }
        #expect(hashes.count == 20)
    }

    @Test("SIM-01: other threads that keep the machine busy change nothing")
    func underLoad() async throws {
        let isOver = Atomic<Bool>(false)
        let made = Atomic<Int>(0)
        for _ in 0..<3 {
            Thread.detachNewThread { [golden = Self.golden] in
                var kept: [[UInt64]] = []
                while !isOver.load(ordering: .relaxed) {
                    kept.append([UInt64](repeating: golden[1] ?? 0, count: 1_000))
                    if kept.count > 100 { kept.removeFirst(50) }
                    made.add(1, ordering: .relaxed)
                }
            }
        }
        let hashes = try await onOwnThread {
            waitUntil { made.load(ordering: .relaxed) > 0 }
            // Here and not after the `await`, which may come much later when other tests keep the pool's threads.
            defer { isOver.store(true, ordering: .relaxed) }
            return try (0..<5).map { _ in try WalkCity(seed: 1).run().hash }
        }
        #expect(Set(hashes) == [Self.golden[1]])
    }

    @Test("SIM-01: many cities at once, each on a thread of its own, do not touch each other")
    func manyAtOnce() async throws {
        let hashes = try await withThrowingTaskGroup(of: UInt64.self) { group in
            for _ in 0..<8 { group.addTask { try await onOwnThread { try WalkCity(seed: 2).run().hash } } }
            return try await group.reduce(into: Set<UInt64>()) { $0.insert($1) }
        }
        #expect(hashes == [Self.golden[2]])
    }
}
