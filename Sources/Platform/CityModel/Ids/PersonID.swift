// SPDX-License-Identifier: GPL-3.0-or-later

/// Who somebody of the population is, whatever roles the person has: part of the population, group, member of the group.
///
/// It keys the person's random streams, and so depends on nobody else: one more person leaves everybody's number as it was
/// (SIM-02). The numbers that services give to their clients (a passenger's, a driver's) follow the order of what happens,
/// and key nothing.
@frozen
public struct PersonID: Hashable, Comparable, Sendable, Codable, CustomStringConvertible {
    /// The owner number of the person's streams.
    public let key: UInt64

    /// A member of a group, from 0 on: below 2^22 groups in each of four parts of the population, and 2^40 members.
    @inlinable
    public init(part: UInt64, group: Int, member: Int) {
        key = part << 62 | UInt64(group) << 40 | UInt64(member)
    }

    /// The part, group and member as text: `0.3.17`.
    public var description: String {
        // Digit by digit from the end: events about people are hashed and stored with this text, and an interpolated one
        // takes several times as long.
        var text = [UInt8](repeating: UInt8(ascii: "."), count: 24)
        var start = text.count
        for number in [key & 0xff_ffff_ffff, key >> 40 & 0x3f_ffff, key >> 62] {
            var rest = number
            repeat {
                start -= 1
                text[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            } while rest > 0
            // The dot before it.
            start -= 1
        }
        return String(decoding: text[(start + 1)...], as: UTF8.self)
    }

    /// Orders by part, group and member.
    @inlinable
    public static func < (left: Self, right: Self) -> Bool { left.key < right.key }
}
