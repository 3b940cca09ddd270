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
    public var description: String { "\(key >> 62).\(key >> 40 & 0x3f_ffff).\(key & 0xff_ffff_ffff)" }

    /// Orders by part, group and member.
    @inlinable
    public static func < (left: Self, right: Self) -> Bool { left.key < right.key }
}
