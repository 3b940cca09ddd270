// SPDX-License-Identifier: GPL-3.0-or-later

/// Whole numbers in the bytes of a text.
package enum WholeNumber {
    /// A number of up to 18 digits, perhaps with a minus in front; nil for anything else.
    package static func value(_ digits: ArraySlice<UInt8>) -> Int64? {
        var rest = digits
        let isNegative = rest.first == UInt8(ascii: "-")
        if isNegative { rest.removeFirst() }
        guard !rest.isEmpty, rest.count <= 18 else { return nil }
        var value: Int64 = 0
        for digit in rest {
            guard (48...57).contains(digit) else { return nil }
            value = value * 10 + Int64(digit - 48)
        }
        return isNegative ? -value : value
    }
}
