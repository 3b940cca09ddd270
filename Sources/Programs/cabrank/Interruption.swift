// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import Foundation
import Synchronization

/// Whether Ctrl-C was pressed, or the process was asked to end (SIGTERM).
///
/// The first signal asks the command to stop, and to keep or tidy up what it has; the second one ends it at once.
enum Interruption {
    private static let received = Atomic<Int32>(0)

    /// Begins to listen.
    static func listen() {
        for number in [SIGINT, SIGTERM] {
            // A parent that blocks the signal hands that on.
            var signals = sigset_t()
            sigemptyset(&signals)
            sigaddset(&signals, number)
            pthread_sigmask(SIG_UNBLOCK, &signals, nil)
            signal(number) { number in
                Interruption.received.store(number, ordering: .relaxed)
                signal(number, SIG_DFL)
            }
        }
    }

    /// Whether it was asked to stop.
    static var isAsked: Bool { received.load(ordering: .relaxed) != 0 }

    /// The exit status of a command that was stopped: 130 after Ctrl-C, 143 after SIGTERM.
    static var status: ExitCode { ExitCode(128 + max(SIGINT, received.load(ordering: .relaxed))) }
}
