// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Synchronization

/// Whether Ctrl-C was pressed.
///
/// The first one asks the command to stop and keep what is finished; the second one ends it at once.
enum Interruption {
    private static let pressed = Atomic<Bool>(false)

    /// Begins to listen.
    static func listen() {
        // A parent that blocks the signal hands that on.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGINT)
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        signal(SIGINT) { _ in
            Interruption.pressed.store(true, ordering: .relaxed)
            signal(SIGINT, SIG_DFL)
        }
    }

    /// Whether it was pressed.
    static var isAsked: Bool { pressed.load(ordering: .relaxed) }
}
