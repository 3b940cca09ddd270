// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import Foundation
import Synchronization
import Testing

@testable import CityLoop

/// Danger: a city ends and leaves something behind.
struct TeardownTests {
    /// An actor that counts how many of its kind are alive.
    actor Agent: TimedActor {
        nonisolated let loop: CityLoop
        private let alive: Census

        init(_ loop: CityLoop, _ alive: Census) {
            self.loop = loop
            self.alive = alive
            alive.count.add(1, ordering: .relaxed)
        }

        deinit { alive.count.subtract(1, ordering: .relaxed) }

        func begin(_ tag: TimerTag) { loop.schedule(self, tag, at: loop.now + .seconds(1)) }

        func timerFired(_ tag: TimerTag) { begin(tag) }

        func live() async throws {
            while true { try await loop.sleep(for: .seconds(1)) }
        }
    }

    /// How many agents are alive.
    final class Census: Sendable {
        let count = Atomic<Int>(0)

        var now: Int { count.load(ordering: .relaxed) }
    }

    @Test("every sleeper ends with LoopEnded, in the time of the end, and so does every later sleep")
    func sleepers() throws {
        let loop = CityLoop()
        let notes = Notes()
        for number in 0..<3 {
            loop.start(TaskName("sleeper", number)) {
                for _ in 0..<2 {
                    do {
                        try await loop.sleep(until: .seconds(100 - number))
                    } catch {
                        notes.add("\(number) \(type(of: error)) \(loop.now.inSeconds)")
                    }
                }
            }
        }
        #expect(try loop.run(until: .seconds(5)) == .timeUp)
        #expect(notes.all == [])
        finish(loop)
        #expect(notes.all.sorted() == (0..<3).flatMap { Array(repeating: "\($0) LoopEnded 5.0", count: 2) })
        #expect(loop.nextTime == nil)
        finish(loop)
    }

    @Test("a sleeping child of a group and a sleeping outside call end too")
    func children() throws {
        let loop = CityLoop()
        let notes = Notes()
        loop.start("parent") {
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<3 {
                    group.addTask {
                        do {
                            try await loop.sleep(until: .seconds(9))
                        } catch {
                            notes.add("\(number) \(type(of: error))")
                        }
                    }
                }
            }
            notes.add("parent done")
        }
        #expect(try loop.run(until: .seconds(1)) == .timeUp)
        finish(loop)
        #expect(notes.all == ["0 LoopEnded", "1 LoopEnded", "2 LoopEnded", "parent done"])
    }

    @Test("after the end nothing is planned, nothing runs, and tasks that start end at once")
    func afterTheEnd() throws {
        let loop = CityLoop()
        let notes = Notes()
        let bell = TestBell(loop, "bell", notes)
        let handle = loop.schedule(bell, 1, at: .seconds(1))
        finish(loop)
        loop.cancel(handle)
        #expect(loop.schedule(bell, 2, at: .seconds(2)) == .none)
        #expect(loop.schedule(at: .seconds(2)) { notes.add("action") } == .none)
        loop.start("late") { try await loop.sleep(for: .seconds(1)) }
        #expect(throws: LoopError.ended) { try loop.run() }
        #expect(throws: LoopError.ended) { try loop.runOneTurn() }
        #expect(notes.all == [])
        finish(loop)
    }

    @Test("all actors are freed, whether they wait in a task, for a timer, or in a closure")
    func actorsAreFreed() throws {
        let alive = Census()
        weak var gone: CityLoop?
        do {
            let loop = CityLoop()
            gone = loop
            for number in 0..<10 {
                let reported = Agent(loop, alive)
                loop.start(TaskName("told", number)) { try await reported.live() }
                let timed = Agent(loop, alive)
                timed.onLoop { $0.begin(1) }
                let captured = Agent(loop, alive)
                loop.schedule(at: .seconds(99)) { captured.onLoop { $0.begin(2) } }
            }
            #expect(alive.now == 30)
            #expect(try loop.run(until: .seconds(10)) == .timeUp)
            #expect(alive.now == 30)
            finish(loop)
        }
        #expect(alive.now == 0)
        #expect(gone == nil)
    }

    @Test("a settled city frees its agents without a teardown")
    func settledCity() throws {
        let alive = Census()
        let loop = CityLoop()
        for number in 0..<10 {
            let agent = Agent(loop, alive)
            loop.start(TaskName("agent", number)) {
                try await agent.loop.sleep(for: .seconds(1))
                withExtendedLifetime(agent) {}
            }
        }
        #expect(alive.now == 10)
        #expect(try loop.run() == .settled(at: .seconds(1)))
        #expect(alive.now == 0)
        finish(loop)
    }

    /// Resident memory in bytes, from the kernel's own table; nil where there is none.
    static func residentBytes() -> Int? {
        guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return nil }
        let columns = text.split(separator: " ")
        return columns.count > 1 ? Int(columns[1]).map { $0 * 4096 } : nil
    }

    /// Runs a small city of 100 tasks and 100 timer actors and ends it.
    static func runCity(_ alive: Census) throws {
        let loop = CityLoop()
        for number in 0..<100 {
            let reported = Agent(loop, alive)
            loop.start(TaskName("told", number)) { try await reported.live() }
            let timed = Agent(loop, alive)
            timed.onLoop { $0.begin(1) }
        }
        #expect(try loop.run(until: .seconds(3)) == .timeUp)
        finish(loop)
    }

    /// A leak of every task alone would be 150 MB here, one of every agent 14 MB. In a process of its own: other tests take
    /// memory meanwhile.
    @Test("1,000 cities in one process, 100 tasks and 100 timer actors each, leave resident memory flat")
    func manyCities() async {
        await #expect(processExitsWith: .success) {
            let alive = Census()
            for _ in 0..<100 { try TeardownTests.runCity(alive) }
            let before = TeardownTests.residentBytes()
            for _ in 0..<1_000 { try TeardownTests.runCity(alive) }
            #expect(alive.now == 0)
            #if os(Linux)
                let (first, last) = (try #require(before), try #require(TeardownTests.residentBytes()))
                #expect(last - first < 8_000_000, "resident memory grew from \(first) to \(last) bytes")
            #endif
        }
    }
}
