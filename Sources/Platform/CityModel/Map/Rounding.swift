// SPDX-License-Identifier: GPL-3.0-or-later

extension Int64 {
    /// The whole number nearest to a value, ties away from zero; traps when it needs more than 64 bits.
    ///
    /// The same as `Int64(value.rounded())` for every value, in a few instructions where that calls the C library: every
    /// distance and every duration is rounded, which was 1.5% of a run.
    @inlinable
    @inline(__always)
    public init(nearest value: Double) {
        let whole = Int64(value)
        // Exact: below 2^53 both have the same last bit or coarser, above it there is nothing behind the point.
        let rest = value - Double(whole)
        // Twice the rest, cut to a whole number, is 1 from a half on. Not a choice: the processor would guess it wrong every
        // second time.
        self = whole &+ Int64(rest + rest)
    }
}
