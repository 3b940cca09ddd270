// SPDX-License-Identifier: GPL-3.0-or-later

/// The two running lanes of a fingerprint; see `Fingerprint` of the event log.
@frozen
public struct FingerprintLanes: Sendable {
    @usableFromInline var first: UInt64 = 0x9e37_79b9_7f4a_7c15
    @usableFromInline var second: UInt64 = 0xc2b2_ae3d_27d4_eb4f
    /// Of a part of the log, which is numbered by itself: the last number given.
    @usableFromInline var own: Int64
    @usableFromInline let isRenumbered: Bool

    /// The lanes of an empty log; `renumbers` counts the records anew.
    public init(renumbers: Bool = false) {
        own = 0
        isRenumbered = renumbers
    }

    @inlinable
    @inline(__always)
    mutating func number(of number: Int64) -> Int64 {
        guard isRenumbered else { return number }
        own += 1
        return own
    }

    @inlinable
    @inline(__always)
    mutating func take(_ word: UInt64) {
        first = (first.rotated(by: 27) ^ word) &* 0x9e37_79b9_7f4a_7c15
        second = (second ^ (word &* 0xc2b2_ae3d_27d4_eb4f)).rotated(by: 31) &* 0x1656_67b1_9e37_79f9
    }

    /// Both lanes mixed, as 32 hexadecimal digits.
    public var hex: String {
        let left = Self.finished(first &+ second.rotated(by: 17))
        return String(left, digits: 16, radix: 16) + String(Self.finished(second ^ left), digits: 16, radix: 16)
    }

    private static func finished(_ word: UInt64) -> UInt64 {
        var word = word
        word = (word ^ (word >> 33)) &* 0xff51_afd7_ed55_8ccd
        word = (word ^ (word >> 33)) &* 0xc4ce_b9fe_1a85_ec53
        return word ^ (word >> 33)
    }
}

extension UInt64 {
    @inlinable
    @inline(__always)
    func rotated(by bits: UInt64) -> UInt64 { (self << bits) | (self >> (64 - bits)) }
}

/// The hash of one record.
@frozen
public struct FingerprintRow: KindVisitor {
    @usableFromInline var sum: UInt64 = 0
    @usableFromInline var position: UInt64 = 0
    @usableFromInline let number: UInt64
    @usableFromInline let time: UInt64

    @inlinable
    @inline(__always)
    init(number: Int64, time: CityTime) {
        self.number = UInt64(bitPattern: number)
        self.time = UInt64(bitPattern: time.nanoseconds)
    }

    @inlinable
    @inline(__always)
    mutating func take(_ word: UInt64) {
        position += 1
        sum &+= word &* Self.factor(position)
    }

    /// The odd constant of a position: SplitMix64's output of that number. The compiler knows the position, and works it out.
    @inlinable
    @inline(__always)
    static func factor(_ position: UInt64) -> UInt64 {
        SplitMix.mixed(position &* SplitMix.step) | 1
    }

    /// Number and kind in one word, then the time.
    @inlinable
    @inline(__always)
    public mutating func begin(_ code: UInt16) {
        // The lower byte first: kinds below 256 have the rows they had when there were no others.
        take(number ^ (UInt64(code.byteSwapped) << 48))
        take(time)
    }
    /// One word.
    @inlinable
    @inline(__always)
    public mutating func number(_ value: Int64) { take(UInt64(bitPattern: value)) }
    /// Whether it is there, and the number.
    @inlinable
    @inline(__always)
    public mutating func optionalNumber(_ value: Int64?) {
        take(value == nil ? 0 : 1)
        take(UInt64(bitPattern: value ?? 0))
    }
    /// One word.
    @inlinable
    @inline(__always)
    public mutating func word(_ value: UInt8) { take(UInt64(value)) }
    /// One word, from 1; 0 when it is absent.
    @inlinable
    @inline(__always)
    public mutating func optionalWord(_ value: UInt8?) { take(value.map { UInt64($0) + 1 } ?? 0) }
    /// One word: the number, as of a closed list.
    @inlinable
    @inline(__always)
    public mutating func openWord(_ number: UInt8, _ names: WordNames) { take(UInt64(number)) }
    /// One word.
    @inlinable
    @inline(__always)
    public mutating func flag(_ value: Bool) { take(value ? 1 : 0) }
    /// The length plus 1, or 0 when it is absent, then eight bytes a word.
    public mutating func text(_ value: String?) {
        guard var value else { return take(0) }
        value.withUTF8 { bytes in
            take(UInt64(bytes.count) + 1)
            var start = 0
            while start < bytes.count {
                let end = min(start + 8, bytes.count)
                take(bytes[start..<end].reduce(0) { $0 << 8 | UInt64($1) })
                start = end
            }
        }
    }
}
