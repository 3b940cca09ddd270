// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import Foundation
import Synchronization
import Testing

@testable import CityLoop

/// Danger: a call from outside comes between two timers of one instant, and a replay, which knows its time alone, puts it before both or
/// behind both.
struct InstantTests {
    @Test("a call that comes while timers of one instant fire waits for all of them, and has a later time")
    func amongTimers() async throws {
        let loop = CityLoop()
        let lines = Mutex<[String]>([])
        let times = Mutex<[CityTime]>([])
        @Sendable func note(_ line: String) {
            lines.withLock { $0.append(line) }
            times.withLock { $0.append(loop.now) }
        }
        let calling = DispatchSemaphore(value: 0)
        async let end = onOwnThread {
            loop.runTurn(at: .epoch) {
                for number in 1...3 {
                    loop.schedule(at: .seconds(0.05)) {
                        note("timer \(number)")
                        guard number == 1 else { return }
                        // The call is in the inbox before the next timer fires, which is due too.
                        calling.signal()
                        while !loop.inbox.needsAttention.load(ordering: .acquiring) {
                            LateInputTests.block(seconds: 0.001)
                        }
                    }
                }
            }
            defer { finish(loop) }
            return try loop.run(until: .seconds(1000), pace: .wall)
        }
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            Thread.detachNewThread {
                calling.wait()
                continuation.resume()
            }
        }
        try await loop.ask { note("call") }
        loop.stop()
        _ = try await end
        #expect(lines.withLock { $0 } == ["timer 1", "timer 2", "timer 3", "call"])
        let found = times.withLock { $0 }
        #expect(found[3] > found[2] && found[0] == found[2])
    }
}
