// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import Synchronization
import Testing

@testable import CityLoop

/// Danger: what was cancelled happens all the same, or something else is cancelled in its place.
struct CancelTests {
    /// Sleeps, and notes how the sleep ended and when.
    static func sleepAndNote(_ loop: CityLoop, until time: CityTime, _ notes: Notes) async {
        do {
            try await loop.sleep(until: time)
            notes.add("woke@\(loop.now.inSeconds)")
        } catch is CancellationError {
            notes.add("cancelled@\(loop.now.inSeconds)")
        } catch {
            notes.add("\(error)")
        }
    }

    @Test("a cancelled timer does not fire, the others do")
    func timer() throws {
        let loop = CityLoop()
        let notes = Notes()
        let bell = TestBell(loop, "bell", notes)
        let handles = (0..<5).map { loop.schedule(bell, TimerTag($0), at: CityTime(nanoseconds: Int64($0))) }
        loop.cancel(handles[1])
        loop.cancel(handles[3])
        loop.cancel(handles[3])
        try loop.run()
        #expect(notes.all == ["bell0@0", "bell2@2", "bell4@4"])
        finish(loop)
    }

    @Test("every subset of eight timers can be cancelled")
    func everySubset() throws {
        for subset in 0..<256 {
            let loop = CityLoop()
            let notes = Notes()
            let bell = TestBell(loop, "", notes)
            let handles = (0..<8).map { loop.schedule(bell, TimerTag($0), at: CityTime(nanoseconds: Int64($0 / 2))) }
            for index in 0..<8 where subset >> index & 1 == 1 { loop.cancel(handles[index]) }
            try loop.run()
            #expect(notes.all == (0..<8).filter { subset >> $0 & 1 == 0 }.map { "\($0)@\($0 / 2)" })
            finish(loop)
        }
    }

    @Test("cancelling after the timer fired, twice, or no timer at all does nothing")
    func afterFiring() throws {
        let loop = CityLoop()
        let notes = Notes()
        let bell = TestBell(loop, "bell", notes)
        let handle = loop.schedule(bell, 1, at: .seconds(1))
        try loop.run()
        let later = loop.schedule(bell, 2, at: .seconds(2))
        loop.cancel(handle)
        loop.cancel(handle)
        loop.cancel(.none)
        try loop.run()
        #expect(notes.all == ["bell1@1000000000", "bell2@2000000000"])
        #expect(later.slot == handle.slot)
        finish(loop)
    }

    @Test("an old handle never touches the timer that now has its slot")
    func slotReuse() throws {
        let loop = CityLoop()
        let notes = Notes()
        let bell = TestBell(loop, "bell", notes)
        var old: [TimerHandle] = []
        for round in 0..<1_000 {
            let handle = loop.schedule(bell, TimerTag(round), at: .seconds(1))
            for stale in old { loop.cancel(stale) }
            if round < 999 {
                loop.cancel(handle)
                old.append(handle)
            }
        }
        #expect(Set(old.map(\.slot)).count == 1)
        #expect(Set(old).count == 999)
        try loop.run()
        #expect(notes.all == ["bell999@1000000000"])
        finish(loop)
    }

    @Test("the list does not keep a cancelled entry for ever: far deadlines that are nearly all cancelled stay few")
    func farDeadlines() throws {
        let loop = CityLoop()
        let notes = Notes()
        let bell = TestBell(loop, "bell", notes)
        for round in 0..<200_000 {
            let handle = loop.schedule(bell, 1, at: .seconds(1_000_000 + round % 7), as: .deadline)
            if round % 1000 != 0 { loop.cancel(handle) }
        }
        #expect(loop.plannedCount < 10_000)
        try loop.run()
        #expect(notes.all.count == 200)
        finish(loop)
    }

    @Test("a cancelled sleep throws at once, at the time of the cancelling, and so do later sleeps")
    func sleeper() throws {
        let loop = CityLoop()
        let notes = Notes()
        let task = loop.start("sleeper") {
            await Self.sleepAndNote(loop, until: .seconds(10), notes)
            await Self.sleepAndNote(loop, until: .seconds(20), notes)
        }
        loop.schedule(at: .seconds(3)) {
            #expect(!task.isCancelled)
            task.cancel()
            #expect(task.isCancelled)
            task.cancel()
        }
        #expect(try loop.run() == .settled(at: .seconds(3)))
        #expect(notes.all == ["cancelled@3.0", "cancelled@3.0"])
        finish(loop)
    }

    @Test("a task cancelled before it sleeps, or before it starts, does not sleep")
    func beforeSleeping() throws {
        let loop = CityLoop()
        let notes = Notes()
        let early = loop.start("early") {
            notes.add("started")
            await Self.sleepAndNote(loop, until: .seconds(10), notes)
        }
        early.cancel()
        let late = loop.start("late") {
            try await loop.sleep(until: .seconds(1))
            withUnsafeCurrentTask { $0?.cancel() }
            await Self.sleepAndNote(loop, until: .seconds(10), notes)
        }
        #expect(try loop.run() == .settled(at: .seconds(1)))
        #expect(notes.all == ["started", "cancelled@0.0", "cancelled@1.0"])
        #expect(late.isCancelled)
        finish(loop)
    }

    @Test("at the instant of waking the class decides: cancelled before it woke throws, cancelled after does nothing")
    func sameInstant() throws {
        for (eventClass, expected) in [(EventClass.arrival, "cancelled@5.0"), (.deadline, "woke@5.0")] {
            let loop = CityLoop()
            let notes = Notes()
            let task = loop.start("sleeper") { await Self.sleepAndNote(loop, until: .seconds(5), notes) }
            loop.schedule(at: .seconds(5), as: eventClass) { task.cancel() }
            try loop.run()
            #expect(notes.all == [expected])
            finish(loop)
        }
    }

    @Test("a task may cancel itself, and one that it awaits; a cancelled child of a group stops sleeping")
    func children() throws {
        let loop = CityLoop()
        let notes = Notes()
        loop.start("parent") {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await Self.sleepAndNote(loop, until: .seconds(1), notes) }
                group.addTask { await Self.sleepAndNote(loop, until: .seconds(9), notes) }
                await group.next()
                group.cancelAll()
            }
            notes.add("group done@\(loop.now.inSeconds)")
        }
        #expect(try loop.run() == .settled(at: .seconds(1)))
        #expect(notes.all == ["woke@1.0", "cancelled@1.0", "group done@1.0"])
        finish(loop)
    }

    @Test("a sleep is cancelled when the life hands its sleeping to a child or a shield of its own")
    func handlersInside() throws {
        let loop = CityLoop()
        let notes = Notes()
        let task = loop.start("parent") {
            async let first: Void = Self.sleepAndNote(loop, until: .seconds(50), notes)
            await withTaskCancellationHandler {
                await Self.sleepAndNote(loop, until: .seconds(60), notes)
            } onCancel: {
                notes.add("handler")
            }
            await first
        }
        loop.schedule(at: .seconds(2)) { task.cancel() }
        #expect(try loop.run() == .settled(at: .seconds(2)))
        #expect(notes.all.sorted() == ["cancelled@2.0", "cancelled@2.0", "handler"])
        finish(loop)
    }

    @Test("a task cancelled from a foreign thread ends its sleep, without a stray")
    func foreignThread() async throws {
        let loop = CityLoop()
        let notes = Notes()
        let started = Mutex<StartedTask?>(nil)
        let isAsleep = Atomic<Bool>(false)
        let ended = Atomic<Bool>(false)
        async let end = onOwnThread {
            let ticker = Ticker(loop)
            // A ticker belongs to the thread that runs the loop, hence the first turn.
            loop.runTurn(at: .epoch) { ticker.onLoop { $0.begin() } }
            let task = loop.start("sleeper") {
                isAsleep.store(true, ordering: .releasing)
                await Self.sleepAndNote(loop, until: .never, notes)
                ended.store(true, ordering: .releasing)
                loop.stop()
            }
            started.withLock { $0 = task }
            let end = try loop.run()
            finish(loop)
            return end
        }
        try await onOwnThread {
            waitUntil { isAsleep.load(ordering: .acquiring) }
            started.withLock { $0 }?.cancel()
        }
        guard case .stopped = try await end else {
            Issue.record("the run did not stop")
            return
        }
        let hasEnded = ended.load(ordering: .acquiring)
        #expect(hasEnded)
        #expect(notes.all.count == 1)
        #expect(notes.all.first?.hasPrefix("cancelled@") == true)
    }

    @Test("cancelled timers let go of their actors at once")
    func releases() throws {
        let loop = CityLoop()
        let notes = Notes()
        weak var bell: TestBell?
        var handle = TimerHandle.none
        do {
            let made = TestBell(loop, "bell", notes)
            bell = made
            handle = loop.schedule(made, 1, at: .seconds(1))
        }
        #expect(bell != nil)
        loop.cancel(handle)
        #expect(bell == nil)
        finish(loop)
    }
}
