// SPDX-License-Identifier: GPL-3.0-or-later

import Reporting

/// When the server was down. Keeps the last outages one by one, for the services that they interrupt, and sums of all.
struct Outages {
    private static let kept = 64

    private var last: [(from: Int64, to: Int64)] = []
    private(set) var since: Int64?
    private(set) var count = 0
    /// Nanoseconds in the measured time.
    private(set) var down: Int64 = 0
    private let counted: MeasuredTime
    private let to: Int64

    init(_ counted: MeasuredTime, to: Int64) { (self.counted, self.to) = (counted, to) }

    mutating func begin(at now: Int64) {
        if since == nil { since = now }
    }

    /// Ends the outage and returns it.
    mutating func end(at now: Int64) -> (from: Int64, to: Int64)? {
        guard let begun = since else { return nil }
        since = nil
        last.append((begun, now))
        if last.count > Self.kept { last.removeFirst() }
        let measured = counted.length(from: begun, to: min(now, to))
        if measured > 0 {
            down += measured
            count += 1
        }
        return (begun, now)
    }

    /// Gives the parts of a span in which the server was up, first part last.
    func up(_ begin: Int64, _ end: Int64, _ body: (Int64, Int64) -> Void) {
        var end = since.map { min(end, max($0, begin)) } ?? end
        for outage in last.reversed() {
            guard outage.to > begin else { break }
            guard outage.from < end else { continue }
            if outage.to < end { body(outage.to, end) }
            end = max(begin, outage.from)
        }
        if begin < end { body(begin, end) }
    }
}
