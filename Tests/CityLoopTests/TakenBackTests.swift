// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Synchronization
import Testing

@testable import CityLoop

/// Danger: somebody hangs up, and the city goes on speaking to them.
struct TakenBackTests {
    /// Something of a city that callers wait for.
    private actor Door: CityActor {
        nonisolated let loop: CityLoop
        private let bell = Bell()
        private(set) var heard: [Int] = []

        init(_ loop: CityLoop) { self.loop = loop }

        var waiting: Int { bell.count }

        func wait(_ who: Int) async -> Bool {
            let hasRung = await bell.wait(on: loop)
            if hasRung { heard.append(who) }
            return hasRung
        }

        func ring() { bell.ring() }
        func ringOnce() -> Bool { bell.ringOnce() }
    }

    private final class Outcomes: Sendable {
        private let list = Mutex<[Bool]>([])
        var all: [Bool] { list.withLock { $0 } }
        func add(_ outcome: Bool) { list.withLock { $0.append(outcome) } }
    }

    @Test("A call from outside whose task is cancelled while it waits is taken back, and nothing of it stays")
    func fromOutside() async throws {
        let loop = CityLoop()
        let door = Door(loop)
        async let end = onOwnThread {
            defer { finish(loop) }
            return try loop.run(until: .seconds(1_000_000), pace: .wall)
        }
        let phone = Task.detached { try await loop.ask { await door.wait(1) } }
        while try await loop.ask({ await door.waiting }) < 1 {}
        phone.cancel()
        #expect(try await phone.value == false)
        #expect(try await loop.ask { await door.waiting } == 0)
        // The next one is heard by who is there.
        let other = Task.detached { try await loop.ask { await door.wait(2) } }
        while try await loop.ask({ await door.waiting }) < 1 {}
        try await loop.ask { await door.ring() }
        #expect(try await other.value == true)
        #expect(try await loop.ask { await door.heard } == [2])
        loop.stop()
        _ = try await end
        #expect(loop.strayCount == 0)
    }

    @Test("A call that is taken back before the loop came to it never begins")
    func beforeItBegan() async throws {
        let loop = CityLoop()
        let begun = Outcomes()
        let phone = Task.detached {
            try await loop.ask { begun.add(true) }
        }
        phone.cancel()
        let phones = (0..<20).map { _ in
            let phone = Task.detached {
                withUnsafeCurrentTask { $0?.cancel() }
                try await loop.ask { begun.add(true) }
            }
            return phone
        }
        async let end = onOwnThread {
            defer { finish(loop) }
            return try loop.run(until: .seconds(1_000_000), pace: .wall)
        }
        for phone in phones {
            await #expect(throws: CancellationError.self) { _ = try await phone.value }
        }
        _ = try? await phone.value
        loop.stop()
        _ = try await end
        #expect(begun.all.count <= 1)
    }

    @Test("On the loop a task that is cancelled goes on at once; the others are heard in the order in which they came")
    func onTheLoop() throws {
        let loop = CityLoop()
        let door = Door(loop)
        let outcomes = Outcomes()
        loop.runTurn(at: .epoch) {
            var tasks: [StartedTask] = []
            for who in 1...4 {
                tasks.append(
                    loop.start("caller") {
                        let hasRung = await door.wait(who)
                        outcomes.add(hasRung)
                    })
            }
            let second = tasks[1]
            loop.schedule(at: .seconds(1)) { second.cancel() }
            loop.schedule(at: .seconds(2)) {
                door.onLoop { door in
                    let (waiting, hasRung) = (door.waiting, door.ringOnce())
                    #expect(waiting == 3 && hasRung)
                }
            }
            loop.schedule(at: .seconds(3)) { door.onLoop { $0.ring() } }
            loop.schedule(at: .seconds(4)) {
                door.onLoop { door in
                    let hasRung = door.ringOnce()
                    #expect(!hasRung)
                }
            }
        }
        try loop.run()
        #expect(outcomes.all == [false, true, true, true])
        let heard = door.onLoop { $0.heard }
        #expect(heard == [1, 3, 4])
        finish(loop)
    }
}
