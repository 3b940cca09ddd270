// SPDX-License-Identifier: GPL-3.0-or-later

/// Whole numbers as bytes, so that small ones are short: seven bits a byte, the lowest first; the eighth bit says that
/// another byte follows. The page's script reads them again.
struct CodedNumbers: Sendable {
    private(set) var bytes: [UInt8] = []

    /// Adds a number from 0 up to 2^31 - 1.
    @inline(__always)
    mutating func add(_ number: Int) {
        assert((0..<1 << 31).contains(number), "\(number) is not coded")
        var rest = UInt32(truncatingIfNeeded: number)
        while rest > 127 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 128)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    /// Adds a number of either sign: the sign is the lowest bit.
    @inline(__always)
    mutating func add(signed number: Int) { add(number < 0 ? -2 * number - 1 : 2 * number) }
}
