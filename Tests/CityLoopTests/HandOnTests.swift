// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import Synchronization
import Testing

@testable import CityLoop

/// Danger: the reference by which a timer holds its actor goes on to the next timer of that actor, and is lost or released
/// twice; or what is prefetched is the wrong actor's.
struct HandOnTests {
    /// What an actor does with its own timers in a turn.
    enum Step: CaseIterable {
        case plan, cancelLast, cancelFirst, planClosure
    }

    /// How many players exist, and how many turns there were and shall be.
    final class Count: Sendable {
        let players = Atomic<Int>(0)
        let turns = Atomic<Int>(0)
        let planned = Atomic<Int>(0)
        var alive: Int { players.load(ordering: .relaxed) }
        var turnsLeft: Int { planned.load(ordering: .relaxed) - turns.load(ordering: .relaxed) }
    }

    /// Plays a script in its first turn and another in its second. Nothing holds it but its timers.
    final actor Player: TimedActor, @preconcurrency DirectEntry {
        nonisolated let loop: CityLoop
        private var scripts: [[Step]]
        private let count: Count
        private var lastTag: TimerTag = 0
        /// The timers that have not fired, by their tags.
        private var timers: [(tag: TimerTag, handle: TimerHandle)] = []

        init(_ loop: CityLoop, _ scripts: [[Step]], _ count: Count) {
            self.loop = loop
            self.scripts = scripts
            self.count = count
            count.players.add(1, ordering: .relaxed)
        }

        deinit { count.players.subtract(1, ordering: .relaxed) }

        func plan() {
            count.planned.add(1, ordering: .relaxed)
            lastTag += 1
            timers.append((lastTag, loop.schedule(self, lastTag, at: loop.now + .seconds(timers.count))))
        }

        private func cancel(_ timer: TimerHandle) {
            loop.cancel(timer)
            count.planned.subtract(1, ordering: .relaxed)
        }

        func timerFired(_ tag: TimerTag) {
            count.turns.add(1, ordering: .relaxed)
            timers.removeAll { $0.tag == tag }
            guard !scripts.isEmpty else { return }
            for step in scripts.removeFirst() {
                switch step {
                case .plan: plan()
                case .cancelLast: if let last = timers.popLast() { cancel(last.handle) }
                case .cancelFirst: if !timers.isEmpty { cancel(timers.removeFirst().handle) }
                case .planClosure: loop.schedule(at: loop.now + .seconds(9)) { [self] in withExtendedLifetime(self) {} }
                }
                #expect(count.alive == 1, "freed in its own turn")
            }
        }
    }

    /// Every script of at most so many steps.
    static func scripts(upTo longest: Int) -> [[Step]] {
        var scripts: [[Step]] = [[]]
        for length in 0..<longest {
            scripts += scripts.filter { $0.count == length }.flatMap { script in Step.allCases.map { script + [$0] } }
        }
        return scripts
    }

    @Test("an actor held by its timers only lives through its turn whatever it plans and cancels, and is freed after")
    func everyScript() throws {
        let pairs = Self.scripts(upTo: 3).flatMap { first in Self.scripts(upTo: 3).map { [first, $0] } }
        for scripts in pairs + Self.scripts(upTo: 5).map({ [$0] }) {
            let loop = CityLoop()
            let count = Count()
            do { Player(loop, scripts, count).onLoop { $0.plan() } }
            #expect(try loop.runOneTurn())
            let isHeld = count.turnsLeft > 0 || scripts[0].contains(.planClosure)
            #expect(count.alive == (isHeld ? 1 : 0), "after the first turn of \(scripts)")
            try loop.run()
            #expect(count.turnsLeft == 0, "turns of \(scripts)")
            #expect(count.alive == 0, "after the run of \(scripts)")
            finish(loop)
        }
    }

    @Test("a city that ends after such a turn frees the actor")
    func endAfterScript() throws {
        for script in Self.scripts(upTo: 4) {
            let loop = CityLoop()
            let count = Count()
            do { Player(loop, [script], count).onLoop { $0.plan() } }
            #expect(try loop.runOneTurn())
            finish(loop)
            #expect(count.alive == 0, "after the end of \(script)")
        }
    }

    /// One of many actors that wake again and again, and note who was looked at ahead.
    final actor Walker: TimedActor, @preconcurrency DirectEntry {
        nonisolated let loop: CityLoop
        private let number: Int
        private let shared: Ahead

        init(_ loop: CityLoop, _ number: Int, _ shared: Ahead) {
            self.loop = loop
            self.number = number
            self.shared = shared
        }

        func begin() { plan() }

        /// Steps of a few seconds that nobody shares: no two walkers wake at one instant.
        private func plan() {
            let step = Int64((number * 7919 + shared.turns * 104_729) % 9973) * 1_000_000 + Int64(number) + 1
            loop.schedule(self, TimerTag(number), at: loop.now + TimeSpan(nanoseconds: step))
        }

        func prefetch(_ tag: TimerTag) { shared.look(at: number, tag) }

        func timerFired(_ tag: TimerTag) {
            shared.wake(number)
            plan()
        }
    }

    /// At whom the loop looked ahead, and in how many turns at the one whose turn came then.
    final class Ahead: Sendable {
        private let state = Mutex((lookedAt: [-1, -1], looks: 0, turns: 0, right: 0, wrongTags: 0))
        var turns: Int { state.withLock { $0.turns } }
        var right: Int { state.withLock { $0.right } }
        var looks: Int { state.withLock { $0.looks } }
        var wrongTags: Int { state.withLock { $0.wrongTags } }

        func look(at number: Int, _ tag: TimerTag) {
            state.withLock {
                $0.looks += 1
                $0.lookedAt = [$0.lookedAt[1], number]
                if tag != TimerTag(number) { $0.wrongTags += 1 }
            }
        }

        func wake(_ number: Int) {
            state.withLock {
                $0.turns += 1
                // The loop has just looked at the turn after this one, so this one is the last but one.
                if $0.lookedAt[0] == number { $0.right += 1 }
            }
        }
    }

    @Test("in a long list the actor of the next turn prefetches, given its own tag; in a short list nobody does")
    func fetchesAhead() throws {
        for (walkers, isLong) in [(6000, true), (1000, false)] {
            let loop = CityLoop()
            let ahead = Ahead()
            for number in 0..<walkers { Walker(loop, number, ahead).onLoop { $0.begin() } }
            try loop.run(until: .seconds(20))
            #expect(ahead.turns > 3 * walkers)
            #expect(ahead.wrongTags == 0)
            if isLong {
                // All but those who planned to be next after the loop had looked, and the turns before and after them.
                #expect(Double(ahead.right) > 0.99 * Double(ahead.turns))
                #expect(ahead.looks < ahead.turns + ahead.turns / 50)
            } else {
                #expect(ahead.looks == 0)
            }
            finish(loop)
        }
    }
}
