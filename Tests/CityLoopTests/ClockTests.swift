// SPDX-License-Identifier: GPL-3.0-or-later
import CityLoop
import CityModel
import Testing

/// Danger: code written for any clock does not run in a city.
struct ClockTests {
    /// Code that knows no city: naps three times and returns how long it took.
    static func nap<C: Clock>(on clock: C, _ span: C.Duration) async throws -> C.Duration {
        let begin = clock.now
        for _ in 0..<3 { try await clock.sleep(for: span) }
        return begin.duration(to: clock.now)
    }

    @Test("code generic over clocks runs in virtual time, and takes exactly as long as it says")
    func genericCode() throws {
        let loop = CityLoop(start: .seconds(100))
        let notes = Notes()
        loop.start("napper") {
            let span = try await Self.nap(on: CityClock(loop), .seconds(3_600))
            notes.add("\(span)")
            try await CityClock(loop).sleep(until: .seconds(20_000), tolerance: .seconds(1))
            notes.add("\(CityClock(loop).now.inSeconds)")
        }
        #expect(try loop.run() == .settled(at: .seconds(20_000)))
        #expect(notes.all == ["10800 s", "20000.0"])
        finish(loop)
    }

    @Test("the same code runs on the machine's clock, off any city")
    func machineClock() async throws {
        let span = try await Self.nap(on: ContinuousClock(), .nanoseconds(1))
        #expect(span > .zero)
    }

    @Test("a sleep on the clock is cancelled like any other, and ends with the city")
    func cancelled() throws {
        let loop = CityLoop()
        let notes = Notes()
        let first = loop.start("first") {
            do {
                try await CityClock(loop).sleep(for: .seconds(9))
            } catch {
                notes.add("\(type(of: error))@\(loop.now.inSeconds)")
            }
        }
        loop.start("second") {
            do {
                try await CityClock(loop).sleep(for: .seconds(9))
            } catch {
                notes.add("\(type(of: error))@\(loop.now.inSeconds)")
            }
        }
        loop.schedule(at: .seconds(2)) { first.cancel() }
        #expect(try loop.run(until: .seconds(5)) == .timeUp)
        finish(loop)
        #expect(notes.all == ["CancellationError@2.0", "LoopEnded@5.0"])
    }

    @Test("virtual time is whole nanoseconds")
    func resolution() {
        let loop = CityLoop()
        #expect(CityClock(loop).minimumResolution == TimeSpan(nanoseconds: 1))
        #expect(CityClock(loop).now == .epoch)
        finish(loop)
    }
}
