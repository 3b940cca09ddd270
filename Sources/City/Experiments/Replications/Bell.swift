// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// Wakes a thread that waits for some time at most.
///
/// Not a semaphore or a condition: their waits end at an instant of the wall clock, and last as much longer as that is set
/// back meanwhile.
package final class Bell: Sendable {
    private let ends: (read: Int32, write: Int32)

    package init() {
        var ends: [Int32] = [-1, -1]
        // Without one, nobody is woken before the time.
        if pipe(&ends) == 0 {
            for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        }
        self.ends = (ends[0], ends[1])
    }

    deinit {
        for end in [ends.read, ends.write] where end >= 0 { close(end) }
    }

    /// Wakes who waits, or who waits next.
    package func ring() {
        var byte: UInt8 = 0
        // A full pipe has rung.
        _ = write(ends.write, &byte, 1)
    }

    /// Waits until it rings, at most so long.
    package func wait(seconds: Double) {
        var event = pollfd(fd: ends.read, events: Int16(POLLIN), revents: 0)
        guard poll(&event, 1, Int32((seconds * 1000).rounded(.up))) > 0 else { return }
        var bytes = [UInt8](repeating: 0, count: 256)
        while read(ends.read, &bytes, bytes.count) == bytes.count {}
    }
}
