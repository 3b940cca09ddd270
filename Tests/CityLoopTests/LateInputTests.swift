// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import Foundation
import Synchronization
import Testing

@testable import CityLoop

/// Danger: a call from outside comes at a wrong time, gets lost, or is accepted when the city is over.
struct LateInputTests {
    /// An actor of a city that counts calls.
    actor Counter: CityActor {
        nonisolated let loop: CityLoop
        private(set) var count = 0

        init(_ loop: CityLoop) { self.loop = loop }

        func add(_ amount: Int) -> Int {
            count += amount
            return count
        }
    }

    /// Blocks the calling thread: stands for a machine that is too slow.
    static func block(seconds: Double) { Thread.sleep(forTimeInterval: seconds) }

    @Test("calls from many tasks of other threads are all answered, and run on the loop one at a time")
    func manyCallers() async throws {
        let loop = CityLoop()
        let counter = Counter(loop)
        async let end = onOwnThread {
            // A live loop with nothing planned waits for calls, however late a busy machine lets the callers run.
            defer { finish(loop) }
            let end = try loop.run(until: .seconds(1_000_000), pace: .wall)
            return end
        }
        let answers = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    var last = 0
                    for _ in 0..<100 {
                        let answer = try await loop.ask { await counter.add(1) }
                        #expect(answer > last)
                        last = answer
                    }
                    return last
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.max() == 800)
        loop.stop()
        guard case .stopped = try await end else {
            Issue.record("the run did not stop")
            return
        }
    }

    @Test("an error of the call reaches the caller; a call may sleep in virtual time")
    func errorsAndSleeps() async throws {
        struct Refused: Error {}
        let loop = CityLoop()
        async let end = onOwnThread {
            loop.runTurn(at: .epoch) {
                let ticker = Ticker(loop)
                ticker.onLoop { $0.begin() }
            }
            let end = try loop.run()
            finish(loop)
            return end
        }
        await #expect(throws: Refused.self) { try await loop.ask { throw Refused() } }
        let slept = try await loop.ask {
            let before = loop.now
            try await loop.sleep(for: .seconds(90))
            return loop.now - before
        }
        #expect(slept == .seconds(90))
        loop.stop()
        _ = try await end
    }

    @Test("a call after the end is refused, also one that was left before the end and never ran")
    func afterTheEnd() async throws {
        let loop = CityLoop()
        let ran = Notes()
        let isAsked = Atomic<Bool>(false)
        async let early: Void = {
            isAsked.store(true, ordering: .releasing)
            try await loop.ask { ran.add("early") }
        }()
        try await onOwnThread {
            waitUntil { isAsked.load(ordering: .acquiring) }
            // Whether the call is in the inbox by now or not: it must not run, since the city ends here.
            finish(loop)
        }
        let refusal: LoopError?
        do {
            try await early
            refusal = nil
        } catch {
            refusal = error as? LoopError
        }
        #expect(refusal == .ended)
        await #expect(throws: LoopError.ended) { try await loop.ask { ran.add("late") } }
        #expect(ran.all == [])
    }

    @Test("a call that sleeps when the city ends gets LoopEnded")
    func sleepingAtTheEnd() async throws {
        let loop = CityLoop()
        async let end = onOwnThread {
            // Paced, so that the loop waits for the call; the call itself stops the run.
            let end = try loop.run(pace: .wall)
            finish(loop)
            return end
        }
        await #expect(throws: LoopEnded.self) {
            try await loop.ask {
                loop.stop()
                try await loop.sleep(until: .never)
            }
        }
        guard case .stopped = try await end else {
            Issue.record("the run did not stop")
            return
        }
    }

    @Test("live, a call gets the wall's time: after the last turn, and before the next planned entry")
    func wallTime() async throws {
        let loop = CityLoop()
        async let end = onOwnThread {
            loop.runTurn(at: .epoch) { loop.schedule(at: .seconds(1_000_000_000)) {} }
            let end = try loop.run(pace: .scaled(1_000))
            finish(loop)
            return end
        }
        var last = CityTime.epoch
        for _ in 0..<20 {
            let time = try await loop.ask { loop.now }
            #expect(time > last)
            #expect(time < .seconds(1_000_000_000))
            last = time
        }
        loop.stop()
        guard case .stopped(let time) = try await end else {
            Issue.record("the run did not stop")
            return
        }
        #expect(time >= last)
    }

    @Test("live, a call that comes while the loop lags never passes a planned entry, and comes before it")
    func lateCall() async throws {
        let loop = CityLoop()
        let notes = Notes()
        let isBlocked = Atomic<Bool>(false)
        async let end = onOwnThread {
            loop.runTurn(at: .epoch) {}
            loop.schedule(at: .seconds(1)) {
                notes.add("first@\(loop.now.inSeconds)")
                isBlocked.store(true, ordering: .releasing)
                waitUntil { loop.inbox.needsAttention.load(ordering: .acquiring) }
                // 50 ms of the machine are 50 s of the city here: the next entry is long due.
                Self.block(seconds: 0.05)
            }
            loop.schedule(at: .seconds(2)) { notes.add("second@\(loop.now.inSeconds)") }
            let end = try loop.run(until: .seconds(3), pace: .scaled(1_000))
            #expect(loop.largestLag > .seconds(40))
            finish(loop)
            return end
        }
        try await onOwnThread { waitUntil { isBlocked.load(ordering: .acquiring) } }
        try await loop.ask { notes.add("call@\(loop.now.inSeconds)") }
        #expect(try await end == .timeUp)
        #expect(notes.all == ["first@1.0", "call@2.0", "second@2.0"])
    }

    @Test("falling behind the wall clock by more than the tolerance ends the run and says by how much")
    func behind() async throws {
        let error = try await onOwnThread {
            let loop = CityLoop()
            // The tolerance holds from the first entry on: a busy machine may wake this thread late for it.
            loop.schedule(at: .seconds(1)) {
                loop.lagTolerance = .seconds(10)
                Self.block(seconds: 0.05)
            }
            loop.schedule(at: .seconds(2)) {}
            var caught: LoopError?
            do throws(LoopError) {
                try loop.run(pace: .scaled(1_000))
            } catch {
                caught = error
            }
            finish(loop)
            return caught
        }
        guard case .behind(let span, let time) = error else {
            Issue.record("not behind but \(String(describing: error))")
            return
        }
        #expect(span > .seconds(10))
        #expect(time == .seconds(2))
    }

    @Test("a run with an end, fed by calls only, waits for the wall and ends at its end")
    func onlyCalls() async throws {
        let loop = CityLoop()
        let counter = Counter(loop)
        async let end = onOwnThread {
            // The call is in the inbox before the run begins, so that it comes before the end on any machine.
            waitUntil { loop.inbox.needsAttention.load(ordering: .acquiring) }
            let end = try loop.run(until: .seconds(100_000), pace: .scaled(1_000_000))
            finish(loop)
            return (end, loop.now)
        }
        let (answer, asked) = try await loop.ask { (await counter.add(5), loop.now) }
        #expect(answer == 5 && asked < .seconds(100_000))
        let (ending, time) = try await end
        #expect(ending == .timeUp)
        #expect(time == .seconds(100_000))
    }
}
