// SPDX-License-Identifier: GPL-3.0-or-later

extension Int64 {
    /// The whole number nearest to a value, ties away from zero; where it needs more than 64 bits, the end of their range. A
    /// value that is no number is a mistake of the caller and traps.
    ///
    /// The same as `Int64(value.rounded())` for every value, in a few instructions where that calls the C library: every
    /// distance and every duration is rounded, which was 1.5% of a run.
    @inlinable
    @inline(__always)
    public init(nearest value: Double) {
        // Products of factors that a scenario may have each by itself; never met in a plausible one.
        guard value.magnitude < 0x1p63 else {
            precondition(!value.isNaN, "no whole number is nearest to a value that is no number")
            self = value < 0 ? .min : .max
            return
        }
        let whole = Int64(value)
        // Exact: below 2^53 both have the same last bit or coarser, above it there is nothing behind the point.
        let rest = value - Double(whole)
        // Twice the rest, cut to a whole number, is 1 from a half on. Not a choice: the processor would guess it wrong every
        // second time.
        self = whole &+ Int64(rest + rest)
    }
}
