// SPDX-License-Identifier: GPL-3.0-or-later

extension [Int64] {
    /// Puts the value that a sort of the range would put at `index` there, no larger ones before it and no smaller ones
    /// after it. Linear time on average, where a sort for a few quantiles costs many times that.
    ///
    /// Source: C. A. R. Hoare, "Algorithm 65: find", CACM 4 (1961), with the median of three as pivot.
    mutating func select(_ index: Int, in range: Range<Int>) {
        var low = range.lowerBound
        var high = range.upperBound - 1
        while low < high {
            let (first, middle, last) = (self[low], self[low + (high - low) / 2], self[high])
            let pivot = Swift.max(Swift.min(first, middle), Swift.min(Swift.max(first, middle), last))
            var left = low
            var right = high
            while left <= right {
                while self[left] < pivot { left += 1 }
                while self[right] > pivot { right -= 1 }
                if left <= right {
                    swapAt(left, right)
                    left += 1
                    right -= 1
                }
            }
            if index <= right {
                high = right
            } else if index >= left {
                low = left
            } else {
                return
            }
        }
    }
}
