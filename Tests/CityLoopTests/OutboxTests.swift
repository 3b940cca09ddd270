// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Synchronization
import Testing

@testable import CityLoop

/// Danger: somebody is told what a restart does not know any more.
struct OutboxTests {
    private struct DiskFull: Error {}

    /// What has left, in order; an output that may not leave is negative.
    private final class Street: Sendable {
        private let list = Mutex<[Int]>([])
        var all: [Int] { list.withLock { $0 } }
        func output(_ number: Int) -> @Sendable (NotKept?) -> Void {
            { [self] problem in list.withLock { $0.append(problem == nil ? number : -number) } }
        }
    }

    @Test("Each output waits for the last input before it, and for all those before that, in order")
    func order() {
        let (outbox, street) = (Outbox(), Street())
        outbox.send(street.output(1))
        #expect(street.all == [1])
        outbox.processes(1)
        outbox.send(street.output(2))
        outbox.processes(2)
        outbox.processes(3)
        outbox.send(street.output(3))
        outbox.send(street.output(4))
        #expect(street.all == [1] && outbox.count == 3)
        outbox.keeps(upTo: 2)
        #expect(street.all == [1, 2] && outbox.count == 2)
        outbox.processes(4)
        outbox.send(street.output(5))
        outbox.keeps(upTo: 3)
        #expect(street.all == [1, 2, 3, 4])
        outbox.keeps(upTo: 4)
        outbox.send(street.output(6))
        #expect(street.all == [1, 2, 3, 4, 5, 6] && outbox.count == 0)
    }

    @Test("What cannot be kept leaves never, nor does anything after it; what had been kept before has left")
    func failure() {
        let (outbox, street) = (Outbox(), Street())
        outbox.processes(1)
        outbox.send(street.output(1))
        outbox.keeps(upTo: 1)
        outbox.processes(2)
        outbox.send(street.output(2))
        outbox.fails(DiskFull())
        outbox.send(street.output(3))
        outbox.keeps(upTo: 2)
        outbox.send(street.output(4))
        #expect(street.all == [1, -2, -3, -4] && outbox.count == 0)
        #expect(outbox.failure?.reason is DiskFull && "\(outbox.failure as Any)".contains("DiskFull"))
    }

    @Test("Many outputs that wait leave in order, one or all at a time")
    func many() {
        let (outbox, street) = (Outbox(), Street())
        for number in 1...5000 {
            outbox.processes(Int64(number))
            outbox.send(street.output(number))
        }
        for number in 1...2500 { outbox.keeps(upTo: Int64(number)) }
        #expect(street.all == Array(1...2500) && outbox.count == 2500)
        outbox.keeps(upTo: 5000)
        #expect(street.all == Array(1...5000))
    }

    @Test("A call from outside is answered when its input is kept; at the end of the run it is told that it was not")
    func calls() async throws {
        let loop = CityLoop()
        let street = Street()
        async let end = onOwnThread {
            defer { finish(loop) }
            return try loop.run(until: .seconds(1_000_000), pace: .wall)
        }
        let caller = Task.detached {
            try await loop.ask { loop.outbox.processes(1) }
            street.output(1)(nil)
        }
        try await Task.sleep(for: .milliseconds(200))
        #expect(street.all == [])
        try await loop.ask { loop.outbox.keeps(upTo: 1) }
        try await caller.value
        let last = Task.detached { try await loop.ask { loop.outbox.processes(2) } }
        try await Task.sleep(for: .milliseconds(200))
        loop.stop()
        _ = try await end
        await #expect(throws: NotKept.self) { try await last.value }
    }
}
