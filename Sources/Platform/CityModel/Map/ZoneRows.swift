// SPDX-License-Identifier: GPL-3.0-or-later

/// The rows of zones in lists: from 0, in the order in which the zones were added.
///
/// The number of a zone is a name, and may be any positive one: memory follows how many zones there are. Small numbers,
/// which nearly all layouts have, cost one fetch; others a search in a table of constant time.
public struct ZoneRows: Sendable {
    /// Numbers below this are looked up directly: at most 256 KiB, which one zone with a large number cannot exceed.
    @usableFromInline static var directLimit: Int { 65_536 }

    // The row of each small number; -1 where there is no such zone.
    @usableFromInline var direct: [Int32] = []
    // The rows of the other numbers.
    @usableFromInline var other = OpenTable(blank: Int32(-1))
    /// How many zones there are.
    public private(set) var count = 0

    /// Rows for no zone.
    public init() {}

    /// Rows for the zones of a list, in its order.
    public init(_ zones: some Sequence<ZoneID>) {
        for zone in zones { add(zone) }
    }

    /// The row of a zone; nil when it was not added.
    @inlinable @inline(__always)
    public func row(of zone: ZoneID) -> Int? {
        let index = zone.index
        let row = direct.indices.contains(index) ? direct[index] : (other.value(of: zone.number) ?? -1)
        return row < 0 ? nil : Int(row)
    }

    /// Gives a zone the next row; one that was added before gets a new row. A number below 0 names no zone: its row counts,
    /// and is never found.
    public mutating func add(_ zone: ZoneID) {
        let row = Int32(count)
        count += 1
        guard (0..<Self.directLimit).contains(zone.index) else { return other.open(zone.number, row) }
        if direct.count <= zone.index {
            direct.append(contentsOf: repeatElement(-1, count: zone.index + 1 - direct.count))
        }
        direct[zone.index] = row
    }
}
