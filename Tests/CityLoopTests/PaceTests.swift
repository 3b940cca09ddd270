// SPDX-License-Identifier: GPL-3.0-or-later
import CityLoop
import CityModel
import Foundation
import Testing

/// Danger: a paced run goes another way than a free one.
struct PaceTests {
    @Test("SIM-01: at any pace the same city goes the same way", arguments: [1e5, 1e6, 1e9, 1e15])
    func scaled(rate: Double) async throws {
        let hash = try await onOwnThread { try WalkCity(seed: 3).run(pace: .scaled(rate)).hash }
        #expect(hash == DeterminismTests.golden[3])
    }

    @Test("a paced run ends at its end, and a second run paces on from there")
    func twoRuns() async throws {
        try await onOwnThread {
            let loop = CityLoop(start: .seconds(-1_000))
            let notes = Notes()
            let bell = TestBell(loop, "", notes)
            for second in [-500, 500] { loop.schedule(bell, 0, at: .seconds(second)) }
            let first = try loop.run(until: .epoch, pace: .scaled(1e6))
            #expect(first == .timeUp)
            #expect(loop.now == .epoch)
            #expect(notes.all == ["0@-500000000000"])
            let second = try loop.run(until: .seconds(1_000), pace: .scaled(1e6))
            #expect(second == .timeUp)
            #expect(notes.all == ["0@-500000000000", "0@500000000000"])
            finish(loop)
        }
    }

    @Test("at the wall's own pace a second lasts a second, at least")
    func wall() async throws {
        try await onOwnThread {
            let loop = CityLoop()
            let clock = ContinuousClock()
            let begin = clock.now
            loop.schedule(at: CityTime(nanoseconds: 20_000_000)) {}
            let end = try loop.run(until: CityTime(nanoseconds: 30_000_000), pace: .wall)
            #expect(end == .timeUp)
            #expect(begin.duration(to: clock.now) >= .milliseconds(30))
            finish(loop)
        }
    }

    @Test("A timer that is thousands of years away on the wall is waited for as any other, and the run can be stopped")
    func farAway() async throws {
        try await onOwnThread {
            let loop = CityLoop()
            loop.schedule(at: .seconds(1_900_000_000)) {}
            let stopper = Thread { loop.stop() }
            stopper.start()
            let end = try loop.run(pace: .scaled(0.01))
            #expect(end == .stopped(at: loop.now))
            finish(loop)
        }
    }

    @Test("the virtual rate of each pace")
    func rates() {
        #expect(Pace.free != .wall)
        #expect(Pace.scaled(1) != .wall)
        #expect(Pace.scaled(2) == .scaled(2))
    }
}
