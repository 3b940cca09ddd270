// SPDX-License-Identifier: GPL-3.0-or-later
import CityLoop
import CityModel
import Testing

/// Danger: nothing can go on, or nothing moves on, and the run says that all is well.
struct StallTests {
    /// Keeps a continuation, so that a test decides when it is resumed.
    actor Promise: CityActor {
        nonisolated let loop: CityLoop
        private var waiting: [CheckedContinuation<Void, Never>] = []

        init(_ loop: CityLoop) { self.loop = loop }

        func wait() async { await withCheckedContinuation { waiting.append($0) } }

        func keep() {
            for continuation in waiting { continuation.resume() }
            waiting = []
        }
    }

    /// The error of a run; nil when there is none.
    static func error(of loop: CityLoop, until end: CityTime = .never) -> LoopError? {
        do throws(LoopError) {
            try loop.run(until: end)
            return nil
        } catch {
            return error
        }
    }

    @Test("a task that awaits what nobody will bring stalls the run, by name; the others are not named")
    func stalled() throws {
        let loop = CityLoop()
        let promise = Promise(loop)
        loop.start(TaskName("passenger", 4)) { await promise.wait() }
        loop.start(TaskName("passenger", 5)) { try await loop.sleep(until: .seconds(2)) }
        loop.start("dispatcher") {
            try await loop.sleep(until: .seconds(1))
            await promise.wait()
        }
        #expect(Self.error(of: loop) == .stalled(waiting: ["passenger 4", "dispatcher"], at: .seconds(2)))
        #expect(loop.tearDown() == ["passenger 4", "dispatcher"])
        promise.onLoop { $0.keep() }
        finish(loop)
    }

    @Test("a stall is found too when the run has an end and nothing is planned before it or after it")
    func stalledBeforeTheEnd() throws {
        let loop = CityLoop()
        let promise = Promise(loop)
        loop.start("waiter") { await promise.wait() }
        #expect(Self.error(of: loop, until: .seconds(3_600)) == .stalled(waiting: ["waiter"], at: .epoch))
        // As long as something is planned, it may still bring what the task waits for.
        loop.schedule(at: .seconds(7_200)) { promise.onLoop { $0.keep() } }
        #expect(try loop.run(until: .seconds(3_600)) == .timeUp)
        #expect(try loop.run() == .settled(at: .seconds(7_200)))
        finish(loop)
    }

    @Test("who sleeps until `never` waits for nothing that can come")
    func sleepsForEver() throws {
        let loop = CityLoop()
        loop.start("Methuselah") { try await loop.sleep(until: .never) }
        loop.start("Old Parr") { try await loop.sleep(for: .longest) }
        #expect(Self.error(of: loop) == .stalled(waiting: ["Methuselah", "Old Parr"], at: .epoch))
        finish(loop)
    }

    @Test("endless tasks are not stalls, and end with the city")
    func endless() throws {
        let loop = CityLoop()
        let promise = Promise(loop)
        let notes = Notes()
        loop.start("service", endless: true) {
            try? await loop.sleep(until: .never)
            notes.add("service ended")
        }
        loop.start("waiter", endless: true) { await promise.wait() }
        loop.start("mortal") { try await loop.sleep(until: .seconds(1)) }
        #expect(try loop.run() == .settled(at: .seconds(1)))
        #expect(notes.all == [])
        #expect(loop.tearDown() == ["waiter"])
        #expect(notes.all == ["service ended"])
        promise.onLoop { $0.keep() }
        finish(loop)
    }

    @Test("two actors that wake each other at one instant are stuck: the error names the actor and the timer")
    func stuckActors() throws {
        let loop = CityLoop()
        loop.longestInstant = 1_000
        let notes = Notes()
        let bell = TestBell(loop, "bell", notes) { _ in loop.schedule(at: loop.now) {} }
        loop.schedule(bell, 1, at: .seconds(1))
        #expect(try loop.run() == .settled(at: .seconds(1)))
        let ticker = Ticker(loop, every: .zero)
        ticker.onLoop { $0.begin() }
        guard case .stuck(let turns, let who, let time) = Self.error(of: loop) else {
            Issue.record("not stuck")
            return
        }
        #expect(turns == 1_001)
        #expect(who == "a timer of Ticker with tag 0")
        #expect(time == .seconds(1))
        finish(loop)
    }

    @Test("a task that sleeps for no time, again and again, is stuck by name, and still ends with the city")
    func stuckSleeper() throws {
        let loop = CityLoop()
        loop.longestInstant = 1_000
        let notes = Notes()
        loop.start(TaskName("driver", 8)) {
            do {
                while true { try await loop.sleep(for: .zero) }
            } catch {
                notes.add("\(type(of: error))")
                throw error
            }
        }
        guard case .stuck(_, let who, let time) = Self.error(of: loop) else {
            Issue.record("not stuck")
            return
        }
        #expect(who == "driver 8")
        #expect(time == .epoch)
        finish(loop)
        #expect(notes.all == ["LoopEnded"])
    }

    @Test("a task that yields for ever is stuck by name, though no turn of the list runs")
    func stuckYielder() throws {
        let loop = CityLoop()
        loop.longestInstant = 1_000
        let task = loop.start(TaskName("yielder", 2)) {
            while !Task.isCancelled { await Task.yield() }
        }
        guard case .stuck(_, let who, let time) = Self.error(of: loop) else {
            Issue.record("not stuck")
            return
        }
        #expect(who == "yielder 2")
        #expect(time == .epoch)
        #expect(loop.tearDown() == ["yielder 2"])
        task.cancel()
        finish(loop)
    }

    @Test("many turns at one instant are no fault below the limit, and moving time starts the count anew")
    func longInstants() throws {
        let loop = CityLoop()
        loop.longestInstant = 1_000
        let notes = Notes()
        let bell = TestBell(loop, "", notes)
        for second in 1...5 {
            for tag in 0..<900 as Range<TimerTag> { loop.schedule(bell, tag, at: .seconds(second)) }
        }
        #expect(try loop.run() == .settled(at: .seconds(5)))
        #expect(notes.all.count == 4_500)
        finish(loop)
    }

    @Test("the errors say what happened, who it was, and when")
    func texts() {
        let stalled = LoopError.stalled(waiting: ["passenger 4", "dispatcher"], at: .seconds(3_661))
        #expect(
            "\(stalled)" == "stalled at 01:01:01: nothing is scheduled, but these still wait: passenger 4, dispatcher")
        let stuck = LoopError.stuck(turns: 9, who: "driver 8", at: .epoch)
        #expect("\(stuck)" == "stuck at 00:00:00: 9 turns while time stood still; the last one was driver 8")
        let behind = LoopError.behind(by: .milliseconds(1_500), at: .seconds(60))
        #expect("\(behind)" == "behind the wall clock by 1.5 s at 00:01:00")
        #expect("\(LoopError.ended)" == "the loop has ended")
        #expect("\(LoopError.stray(who: ["clerk"], at: .epoch))".contains("clerk"))
    }
}
