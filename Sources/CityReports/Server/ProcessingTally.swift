// SPDX-License-Identifier: GPL-3.0-or-later

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
    private(set) var underFive = 0
    private(set) var underTen = 0

    var count: Int { times.count }

    mutating func add(_ nanoseconds: Int64) {
        times.add(nanoseconds)
        if nanoseconds < Self.soon { underFive += 1 }
        if nanoseconds < Self.late { underTen += 1 }
    }

    /// Whether at least 95 % were processed in under 5 s; true of none.
    var keepsFive: Bool { underFive * 20 >= count * 19 }
    /// Whether all were processed in under 10 s.
    var keepsTen: Bool { underTen == count }

    var result: ProcessingResult {
        ProcessingResult(
            count: count, underFive: underFive, underTen: underTen, time: times.statistics(scale: 1e-9)?.tidied)
    }
}

/// A part of a whole as a share with six decimals, rounded down: it reaches a limit of six decimals if and only if the exact
/// share does. Nil without a whole.
func shareDown(_ part: Int, _ whole: Int) -> Double? {
    whole > 0 ? Double((Int128(part) * 1_000_000) / Int128(whole)) / 1e6 : nil
}
