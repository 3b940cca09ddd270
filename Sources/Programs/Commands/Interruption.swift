// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import Foundation
import Synchronization

/// Whether Ctrl-C was pressed, or the process was asked to end (SIGTERM), or its terminal or ssh session is gone (SIGHUP).
///
/// The first signal asks the command to stop, and to keep or tidy up what it has; the second one ends it at once.
enum Interruption {
    private static let received = Atomic<Int32>(0)

    static func listen() {
        for number in [SIGINT, SIGTERM] + (isHangUpIgnored ? [] : [SIGHUP]) {
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

    /// Whether the process was begun to outlive its terminal, as by nohup.
    private static var isHangUpIgnored: Bool {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("SigIgn:") }
        let mask = line?.split(whereSeparator: \.isWhitespace).last.flatMap { UInt64($0, radix: 16) } ?? 0
        return mask & (1 << UInt64(SIGHUP - 1)) != 0
    }

    /// Whether it was asked to stop.
    static var isAsked: Bool { received.load(ordering: .relaxed) != 0 }

    /// The exit status of a command that was stopped: 130 after Ctrl-C, 143 after SIGTERM, 129 after SIGHUP.
    static var status: ExitCode {
        let number = received.load(ordering: .relaxed)
        return ExitCode(128 + (number == 0 ? SIGINT : number))
    }
}
