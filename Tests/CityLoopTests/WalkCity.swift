// SPDX-License-Identifier: GPL-3.0-or-later
import CityLoop
import CityModel
import Synchronization
import Testing

/// A small city for tests in which everything the loop can do happens at random: agents walk on a ring of places, some as
/// tasks and some by timers; they meet, cancel each other's plans, start short tasks and wait for each other.
/// All of it is written to a hash, so that one number says whether two runs went the same way.
final class WalkCity: Sendable {
    let loop: CityLoop
    private let trace: Trace
    private let walkers: Mutex<[Walker]>

    /// An FNV-1a hash of all that happened, and how much it was.
    actor Trace: CityActor {
        nonisolated let loop: CityLoop
        private(set) var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        private(set) var count = 0

        init(_ loop: CityLoop) { self.loop = loop }

        func note(_ words: UInt64...) {
            count += 1
            for word in words + [UInt64(bitPattern: loop.now.nanoseconds)] {
                for shift in stride(from: UInt64(0), to: 64, by: 8) {
                    hash = (hash ^ (word >> shift & 0xFF)) &* 0x100_0000_01B3
                }
            }
        }
    }

    /// One agent: a number, its own random stream, and the others.
    actor Walker: TimedActor {
        nonisolated let loop: CityLoop
        private let number: Int
        private let trace: Trace
        private var random: TestRandom
        private var place: Int
        private var friends: [Walker] = []
        private var planned = TimerHandle.none
        private var request: StartedTask?

        init(_ loop: CityLoop, _ number: Int, _ seed: UInt64, _ trace: Trace) {
            self.loop = loop
            self.number = number
            self.trace = trace
            random = TestRandom(seed &* 1_000_003 &+ UInt64(number))
            place = number
        }

        func meet(_ others: [Walker]) { friends = others }

        /// Coarse, so that many things happen at one instant.
        private func gap() -> TimeSpan { .seconds(1 + random.below(5)) }

        private func eventClass() -> EventClass { EventClass.allCases[1 + random.below(4)] }

        /// A life told as a story.
        func live(_ steps: Int) async throws {
            for step in 0..<steps {
                try await loop.sleep(for: gap(), as: eventClass())
                await walk(UInt64(step))
            }
        }

        func begin() { planned = loop.schedule(self, 0, at: loop.now + gap(), as: eventClass()) }

        func timerFired(_ tag: TimerTag) {
            trace.onLoop { $0.note(1, UInt64(number), tag) }
            guard tag < 200 else { return }
            planned = loop.schedule(self, tag + 1, at: loop.now + gap(), as: eventClass())
            if random.below(4) == 0 { friends[random.below(friends.count)].onLoop { $0.disturb() } }
        }

        private func walk(_ step: UInt64) async {
            place = (place + random.below(3) + 99) % 100
            await trace.note(2, UInt64(number), step, UInt64(place))
            let friend = friends[random.below(friends.count)]
            switch random.below(6) {
            case 0: await friend.disturb()
            case 1: await Task.yield()
            case 2: startRequest()
            case 3: request?.cancel()
            default: break
            }
        }

        /// Plans anew what was planned.
        func disturb() {
            trace.onLoop { $0.note(3, UInt64(number)) }
            loop.cancel(planned)
            if planned != .none { planned = loop.schedule(self, 100, at: loop.now + gap(), as: eventClass()) }
        }

        private func startRequest() {
            let span = gap() * 3
            let number = UInt64(number)
            let trace = trace
            let loop = loop
            request = loop.start("request") {
                do {
                    try await loop.sleep(for: span)
                    await trace.note(4, number)
                } catch {
                    await trace.note(5, number)
                }
            }
        }
    }

    init(seed: UInt64, agents: Int = 40) {
        loop = CityLoop()
        trace = Trace(loop)
        var made: [Walker] = []
        for number in 0..<agents { made.append(Walker(loop, number, seed, trace)) }
        walkers = Mutex(made)
    }

    /// Runs the city to its end; the hash and the number of notes.
    func run(pace: Pace = .free, steps: Int = 60) throws -> (hash: UInt64, notes: Int) {
        let walkers = walkers.withLock { $0 }
        let loop = loop
        loop.runTurn(at: .epoch) {
            for (number, walker) in walkers.enumerated() {
                walker.onLoop { $0.meet(walkers) }
                if number % 2 == 0 {
                    loop.start(TaskName("walker", number)) { try await walker.live(steps) }
                } else {
                    walker.onLoop { $0.begin() }
                }
            }
        }
        let end = CityTime.seconds(5 * (steps + 5) + 200)
        let ending = try loop.run(until: end, pace: pace)
        #expect(ending == .timeUp)
        let result = trace.onLoop { ($0.hash, $0.count) }
        self.walkers.withLock { $0 = [] }
        for walker in walkers { walker.onLoop { $0.meet([]) } }
        finish(loop)
        return result
    }
}
