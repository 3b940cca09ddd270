// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySimulation
import Foundation

/// Shows how far a run is: on a terminal one line that is written over, elsewhere a line for each tenth.
///
/// Uses the wall clock, which the run itself never sees.
final class ProgressLine {
    private let isTerminal = isatty(STDERR_FILENO) != 0
    private let began = ContinuousClock.now
    private var lastShown: ContinuousClock.Instant?
    private var lastTenth = 0

    func show(_ progress: RunProgress) {
        let now = ContinuousClock.now
        let seconds = began.duration(to: now).inSeconds
        let tenth = Int(progress.share * 10)
        if isTerminal {
            if let lastShown, lastShown.duration(to: now) < .milliseconds(100), progress.share < 1 { return }
            lastShown = now
            let ending = progress.share < 1 ? "" : "\n"
            StandardStreams.report("\r\u{1B}[K\(line(progress, seconds))\(ending)")
        } else if tenth > lastTenth {
            lastTenth = tenth
            // A quick run needs no lines in between.
            if seconds > 1 || progress.share >= 1 { complain(line(progress, seconds)) }
        }
    }

    private func line(_ progress: RunProgress, _ seconds: Double) -> String {
        let percent = Int((progress.share * 100).rounded(.down))
        let rate = seconds > 0 ? Double(progress.events) / seconds : 0
        let left = progress.share > 0 ? seconds / progress.share - seconds : 0
        let time = progress.now.description.split(separator: " ").last.map(String.init) ?? ""
        let requests = progress.requests > 0 ? "\(progress.requests) requests  " : ""
        return
            "\(time)  \(percent)%  \(requests)\(Int(rate / 1000))k events/s  "
            + "\(String(format: "%.1f", seconds)) s elapsed, \(String(format: "%.1f", left)) s left"
    }
}
