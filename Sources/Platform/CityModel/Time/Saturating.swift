// SPDX-License-Identifier: GPL-3.0-or-later

/// Sums and products that stay at the end of the range where there is no room: the one place where the arithmetic of time
/// meets its limits. Rare events of a scenario lie centuries away, and factors of a scenario multiply.
extension Int64 {
    /// The sum, or the end of the range that it lies beyond.
    @inlinable
    func saturatingAdd(_ other: Int64) -> Int64 {
        let (sum, isBeyond) = addingReportingOverflow(other)
        return isBeyond ? (other > 0 ? .max : .min) : sum
    }

    /// The difference, or the end of the range that it lies beyond.
    @inlinable
    func saturatingSubtract(_ other: Int64) -> Int64 {
        let (difference, isBeyond) = subtractingReportingOverflow(other)
        return isBeyond ? (other < 0 ? .max : .min) : difference
    }

    /// The product, or the end of the range that it lies beyond.
    @inlinable
    func saturatingMultiply(_ other: Int64) -> Int64 {
        let (product, isBeyond) = multipliedReportingOverflow(by: other)
        return isBeyond ? ((self < 0) == (other < 0) ? .max : .min) : product
    }
}
