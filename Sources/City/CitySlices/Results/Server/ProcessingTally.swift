// SPDX-License-Identifier: GPL-3.0-or-later

import Reporting

/// Processing times of one kind of message, in nanoseconds: an HDR histogram, and exact counters for the two targets.
///
/// The targets are strict: a message that took 5 s is not under 5 s (PERF-03, PERF-04). They are counted one by one, since
/// a histogram's buckets have a width.
struct ProcessingTally {
    /// PERF-03.
    static let soon: Int64 = 5_000_000_000
    /// PERF-04.
    static let late: Int64 = 10_000_000_000

    private(set) var times = Sample(exactLimit: 16_384)
    private(set) var underFive = 0, underTen = 0

    /// Messages that were not processed in under 5 s, nor in under 10 s, because nobody answered them.
    private(set) var missedFive = 0
    private(set) var missedTen = 0

    var count: Int { times.count }
    /// The messages of which it is known whether they were processed in under 5 s, and in under 10 s.
    var judgedFive: Int { count + missedFive }
    var judgedTen: Int { count + missedTen }

    mutating func add(_ nanoseconds: Int64) {
        times.add(nanoseconds)
        if nanoseconds < Self.soon { underFive += 1 }
        if nanoseconds < Self.late { underTen += 1 }
    }

    /// Counts a message that had no answer after so many nanoseconds; below 5 s nothing is known of it yet.
    mutating func miss(after nanoseconds: Int64) {
        if nanoseconds >= Self.soon { missedFive += 1 }
        if nanoseconds >= Self.late { missedTen += 1 }
    }

    /// Counts a message that will never have an answer.
    mutating func miss() { miss(after: .max) }

    /// Whether at least 95 % were processed in under 5 s; true of none.
    var keepsFive: Bool { underFive * 20 >= judgedFive * 19 }
    /// Whether all were processed in under 10 s.
    var keepsTen: Bool { underTen == judgedTen }

    var result: ProcessingResult {
        ProcessingResult(count: count, underFive: underFive, underTen: underTen, time: times.reported(1e-9))
    }
}

/// A part of a whole as a share with six decimals, rounded down: it reaches a limit of six decimals if and only if the exact
/// share does. Nil without a whole.
func shareDown(_ part: Int, _ whole: Int) -> Double? {
    whole > 0 ? Double((Int128(part) * 1_000_000) / Int128(whole)) / 1e6 : nil
}
