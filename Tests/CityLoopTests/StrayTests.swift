// SPDX-License-Identifier: GPL-3.0-or-later
import CityLoop
import CityModel
import Testing

/// Danger: work reaches the city from another thread and nobody says so.
struct StrayTests {
    /// An actor of a city that can be called.
    actor Door: CityActor {
        nonisolated let loop: CityLoop
        private(set) var knocks = 0

        init(_ loop: CityLoop) { self.loop = loop }

        func knock() { knocks += 1 }
    }

    /// Keeps a city busy until something strays, and returns the error and the unfinished tasks after the teardown.
    static func runBusy(
        _ prepare: @escaping @Sendable (CityLoop) -> Void
    ) async throws -> (error: LoopError?, unfinished: [String], strays: Int) {
        try await onOwnThread {
            let loop = CityLoop()
            let ticker = Ticker(loop)
            ticker.onLoop { $0.begin() }
            prepare(loop)
            var caught: LoopError?
            do throws(LoopError) {
                try loop.run()
            } catch {
                caught = error
            }
            return (caught, loop.tearDown(), loop.strayCount)
        }
    }

    @Test("a started task that awaits Task.sleep leaves the loop: the error names it, and the task can still end")
    func taskSleep() async throws {
        let (error, unfinished, strays) = try await Self.runBusy { loop in
            loop.start("innocent") { try await loop.sleep(until: .seconds(1)) }
            // Long enough that it has not ended before the task suspends, on a busy machine too: then the task never leaves.
            loop.start(TaskName("passenger", 17)) { try await Task.sleep(nanoseconds: 200_000_000) }
        }
        guard case .stray(let who, _) = error else {
            Issue.record("no stray but \(String(describing: error))")
            return
        }
        #expect(who == ["passenger 17"])
        #expect(unfinished == [])
        #expect(strays == 1)
    }

    @Test("a detached task that calls an actor of the city is a stray that the loop did not start")
    func detached() async throws {
        let (error, unfinished, strays) = try await Self.runBusy { loop in
            let gateway = Door(loop)
            // Ahead of the other tests, which may keep the threads of the pool for a while.
            Task.detached(priority: .high) { await gateway.knock() }
        }
        guard case .stray(let who, _) = error else {
            Issue.record("no stray but \(String(describing: error))")
            return
        }
        #expect(who == ["a task that the loop did not start"])
        #expect(unfinished == [])
        #expect(strays == 1)
    }

    @Test("a task that hops to the main actor and back is a stray by name")
    func mainActor() async throws {
        let (error, unfinished, strays) = try await Self.runBusy { loop in
            loop.start("clerk") { await MainActor.run {} }
        }
        guard case .stray(let who, _) = error else {
            Issue.record("no stray but \(String(describing: error))")
            return
        }
        #expect(who == ["clerk"])
        #expect(unfinished == [])
        #expect(strays == 1)
    }

    @Test("a task that left a quiet city is named by the stall")
    func quietCity() async throws {
        let (error, name) = try await onOwnThread {
            let loop = CityLoop()
            loop.start("absent") { try await Task.sleep(nanoseconds: 3_600_000_000_000) }
            var caught: LoopError?
            do throws(LoopError) {
                try loop.run()
            } catch {
                caught = error
            }
            return (caught, loop.tearDown())
        }
        #expect(error == .stalled(waiting: ["absent"], at: .epoch))
        #expect(name == ["absent"])
    }

    @Test("calls between actors, groups, child tasks and yields stay on the loop")
    func inside() throws {
        let loop = CityLoop()
        let gateways = (0..<10).map { _ in Door(loop) }
        let notes = Notes()
        for number in 0..<10 {
            loop.start(TaskName("caller", number)) {
                for gateway in gateways {
                    await gateway.knock()
                    await Task.yield()
                }
                await withTaskGroup(of: Void.self) { group in
                    for gateway in gateways { group.addTask { await gateway.knock() } }
                }
                async let last: Void = gateways[number].knock()
                await last
                notes.add(loop.isOnLoop ? "on" : "off")
            }
        }
        #expect(try loop.run() == .settled(at: .epoch))
        #expect(notes.all == Array(repeating: "on", count: 10))
        let knocks = gateways.map { gateway in gateway.onLoop { $0.knocks } }
        #expect(knocks == Array(repeating: 21, count: 10))
        finish(loop)
    }
}
