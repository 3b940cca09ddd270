// SPDX-License-Identifier: GPL-3.0-or-later
import CityLoop
import CityModel
import Foundation
import Synchronization
import Testing

/// What happened in a test, in order. Usable from any thread, so that a broken loop shows as a wrong order and not as a
/// crash.
final class Notes: Sendable {
    private let kept = Mutex<[String]>([])

    var all: [String] { kept.withLock { $0 } }

    func add(_ note: String) { kept.withLock { $0.append(note) } }
}

/// An actor that notes its timers and then does what it was told.
actor TestBell: TimedActor {
    nonisolated let loop: CityLoop
    private let name: String
    private let notes: Notes
    private let onRing: (@Sendable (TimerTag) -> Void)?

    init(_ loop: CityLoop, _ name: String, _ notes: Notes, onRing: (@Sendable (TimerTag) -> Void)? = nil) {
        self.loop = loop
        self.name = name
        self.notes = notes
        self.onRing = onRing
    }

    func timerFired(_ tag: TimerTag) {
        notes.add("\(name)\(tag)@\(loop.now.nanoseconds)")
        onRing?(tag)
    }
}

/// An actor that rings again and again, so that a loop stays busy while something comes from another thread. Rings often at
/// first and then a thousand times a second, to leave the processor to the other tests: what it waits for may stand behind
/// them. Rings for some five minutes at most, so that a broken test ends.
actor Ticker: TimedActor {
    nonisolated let loop: CityLoop
    private let gap: TimeSpan
    private var left = 400_000
    private let slow = 300_000

    init(_ loop: CityLoop, every gap: TimeSpan = .seconds(1)) {
        self.loop = loop
        self.gap = gap
    }

    func begin() { loop.schedule(self, 0, at: loop.now + gap) }

    func timerFired(_ tag: TimerTag) {
        left -= 1
        if left < slow { Thread.sleep(forTimeInterval: 0.001) }
        if left > 0 { loop.schedule(self, tag, at: loop.now + gap) }
    }
}

/// Ends a city and asserts that nothing strayed and that every task ended.
func finish(_ loop: CityLoop, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(loop.tearDown() == [], sourceLocation: sourceLocation)
    #expect(loop.strayCount == 0, sourceLocation: sourceLocation)
}

/// Runs work that blocks on a thread of its own, so that it never holds a thread of the pool.
func onOwnThread<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread {
            continuation.resume(with: Result { try work() })
        }
    }
}

/// Random numbers for tests: SplitMix64, Steele, Lea and Flood 2014.
struct TestRandom: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number from 0 up to but not including the bound.
    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
}

/// Every order of the given things.
func permutations<Thing>(of things: [Thing]) -> [[Thing]] {
    guard things.count > 1 else { return [things] }
    return things.indices.flatMap { index in
        var rest = things
        let first = rest.remove(at: index)
        return permutations(of: rest).map { [first] + $0 }
    }
}

/// Waits on this thread until something holds, without keeping a processor busy: other tests run meanwhile.
func waitUntil(_ holds: () -> Bool) {
    while !holds() { Thread.sleep(forTimeInterval: 0.0005) }
}
