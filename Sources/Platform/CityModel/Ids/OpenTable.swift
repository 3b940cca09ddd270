// SPDX-License-Identifier: GPL-3.0-or-later

/// What is known of things that are open now, by their number: memory follows the open ones only, not all there ever
/// were. Open addressing with linear probing and backward shift; constant time, no allocation while it does not grow.
///
/// A number lies beside its value, so that finding one costs one fetch from memory.
public struct OpenTable<Value> {
    @usableFromInline
    struct Slot {
        /// 0 when the slot is free.
        @usableFromInline var key: Int32
        @usableFromInline var value: Value

        @inlinable
        init(key: Int32, value: Value) {
            self.key = key
            self.value = value
        }
    }

    @usableFromInline var slots: [Slot]
    @usableFromInline let blank: Value
    @usableFromInline var mask: Int
    /// How many numbers are open.
    @inlinable public var count: Int { openCount }
    @usableFromInline var openCount = 0

    /// An empty table; `blank` fills unused slots. Numbers must be positive: 0 marks a free slot.
    @inlinable
    public init(blank: Value) {
        self.blank = blank
        mask = 63
        slots = Array(repeating: Slot(key: 0, value: blank), count: 64)
    }

    @inlinable
    func home(_ key: Int32) -> Int {
        Int(truncatingIfNeeded: (UInt64(UInt32(bitPattern: key)) &* 0x9e37_79b9_7f4a_7c15) >> 32) & mask
    }

    /// The index of a number, or nil when it is not open. Valid until the next insertion or removal.
    @inlinable
    public func index(of key: Int32) -> Int? {
        guard key > 0 else { return nil }
        var index = home(key)
        while slots[index].key != key {
            if slots[index].key == 0 { return nil }
            index = (index + 1) & mask
        }
        return index
    }

    /// Begins to fetch what is known of a number, when it is known that it will be asked for soon. Changes nothing, and is
    /// mutating so that an actor need not copy its table for it.
    @inlinable
    public mutating func prefetch(_ key: Int32) {
        slots.prefetch(home(key))
    }

    /// The value at an index given by `index(of:)`.
    @inlinable
    public subscript(index: Int) -> Value {
        _read { yield slots[index].value }
        _modify { yield &slots[index].value }
    }

    /// The value of a number, if it is open.
    @inlinable
    public func value(of key: Int32) -> Value? { index(of: key).map { slots[$0].value } }

    /// Opens a number, or replaces its value; a number that is not positive is not kept.
    @inlinable
    public mutating func open(_ key: Int32, _ value: Value) {
        guard key > 0 else { return }
        slots[index(opening: key)].value = value
    }

    /// The index of a number, which is opened with the blank value when it is not open. The number must be positive.
    @inlinable
    public mutating func index(opening key: Int32) -> Int {
        precondition(key > 0, "only positive numbers can be opened")
        if let index = index(of: key) { return index }
        if (openCount + 1) * 4 > slots.count * 3 { grow() }
        openCount += 1
        return put(key)
    }

    @inlinable
    mutating func put(_ key: Int32) -> Int {
        var index = home(key)
        while slots[index].key != 0 { index = (index + 1) & mask }
        slots[index].key = key
        return index
    }

    @inlinable
    mutating func grow() {
        let old = slots
        mask = old.count * 2 - 1
        slots = Array(repeating: Slot(key: 0, value: blank), count: mask + 1)
        for slot in old where slot.key != 0 { slots[put(slot.key)].value = slot.value }
    }

    /// Closes a number and returns what was known of it.
    @inlinable @discardableResult
    public mutating func close(_ key: Int32) -> Value? {
        guard var hole = index(of: key) else { return nil }
        let closed = slots[hole].value
        var next = (hole + 1) & mask
        while slots[next].key != 0 {
            // A later entry may fill the hole only when its home is not between the hole and itself.
            if (next &- home(slots[next].key)) & mask >= (next &- hole) & mask {
                slots[hole] = slots[next]
                hole = next
            }
            next = (next + 1) & mask
        }
        slots[hole] = Slot(key: 0, value: blank)
        openCount -= 1
        return closed
    }

    /// The open numbers by rising number, for the end of a run; costs a sort.
    @inlinable
    public var openNumbers: [Int32] { slots.lazy.map(\.key).filter { $0 != 0 }.sorted() }
}

extension OpenTable.Slot: Sendable where Value: Sendable {}
extension OpenTable: Sendable where Value: Sendable {}
