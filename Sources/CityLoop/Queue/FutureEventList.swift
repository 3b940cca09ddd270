// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// One planned entry: when, in which order, and which slot of the waker table it wakes.
///
/// Plain bytes, so that moving entries in the heap never touches a reference count.
struct PlannedEntry {
    /// Virtual time, nanoseconds.
    var time: Int64
    /// Event class in the two upper bits, then the sequence number: one comparison decides ties (DEC-CROSS-EVENTS).
    var order: UInt64
    /// Index in the waker table.
    var slot: UInt32
    /// Generation of the slot when planned; a different one now means that the entry was cancelled.
    var generation: UInt32

    /// Time and order as one number: compared without a branch, which a heap of random times would mostly guess wrong.
    @inline(__always)
    private var rank: Int128 { Int128(truncatingIfNeeded: time) << 64 | Int128(truncatingIfNeeded: order) }

    @inline(__always)
    func precedes(_ other: PlannedEntry) -> Bool { rank < other.rank }
}

/// The future event list: a four-way heap of plain entries, ordered by (time, class, sequence number).
///
/// Raw memory instead of an array: this is the hottest code of the kernel, and bounds, uniqueness and exclusivity checks
/// were a third of its time. Owned by one loop, used on its thread only. A four-way heap touches half the cache lines
/// of a binary one on the way down.
///
/// The smallest entry is taken by `beginTaking()`, which leaves a hole at the root. The next `insert` fills the hole
/// without a full removal: most entries plan their successor, so a wake-up costs one sift instead of two.
struct FutureEventList: ~Copyable {
    private var entries: UnsafeMutablePointer<PlannedEntry>
    private var capacity: Int
    /// Entries in the heap, the hole included.
    private var size = 0
    private var hasHole = false

    /// How many entries are in the list.
    var count: Int { hasHole ? size - 1 : size }

    init() {
        capacity = 64
        entries = .allocate(capacity: capacity)
    }

    deinit {
        entries.deallocate()
    }

    /// Adds an entry. O(log n).
    @inline(__always)
    mutating func insert(_ entry: PlannedEntry) {
        if hasHole {
            hasHole = false
            siftDown(entry)
            return
        }
        if size == capacity { grow() }
        size += 1
        siftUp(entry, from: size - 1)
    }

    /// The smallest entry, without taking it.
    @inline(__always)
    mutating func peek() -> PlannedEntry? {
        if hasHole { closeHole() }
        return size > 0 ? entries[0] : nil
    }

    /// Takes the entry that `peek` just returned.
    @inline(__always)
    mutating func beginTaking() {
        hasHole = true
    }

    /// Keeps some entries only. O(n).
    mutating func keep(_ isKept: (PlannedEntry) -> Bool) {
        if hasHole { closeHole() }
        var kept = 0
        for index in 0..<size where isKept(entries[index]) {
            entries[kept] = entries[index]
            kept += 1
        }
        size = kept
        // Floyd's way: sink every parent, from the last to the first.
        guard size > 1 else { return }
        for index in stride(from: (size - 2) >> 2, through: 0, by: -1) { siftDown(entries[index], from: index) }
    }

    private mutating func closeHole() {
        hasHole = false
        size -= 1
        if size > 0 { siftDown(entries[size]) }
    }

    private mutating func grow() {
        let larger = UnsafeMutablePointer<PlannedEntry>.allocate(capacity: capacity * 2)
        larger.moveInitialize(from: entries, count: size)
        entries.deallocate()
        entries = larger
        capacity *= 2
    }

    @inline(__always)
    private func siftUp(_ entry: PlannedEntry, from start: Int) {
        var hole = start
        while hole > 0 {
            let parent = (hole - 1) >> 2
            guard entry.precedes(entries[parent]) else { break }
            entries[hole] = entries[parent]
            hole = parent
        }
        entries[hole] = entry
    }

    /// Puts the entry in at the root, or at the given place, and lets it sink.
    @inline(__always)
    private func siftDown(_ entry: PlannedEntry, from start: Int = 0) {
        var hole = start
        while true {
            let first = (hole << 2) + 1
            guard first < size else { break }
            let least = leastChild(from: first)
            guard entries[least].precedes(entry) else { break }
            entries[hole] = entries[least]
            hole = least
        }
        entries[hole] = entry
    }

    /// The least of up to four children. All four are there but in the last node, and then two pairs and a final make
    /// three comparisons that do not wait for each other.
    @inline(__always)
    private func leastChild(from first: Int) -> Int {
        if first + 3 < size {
            let left = entries[first + 1].precedes(entries[first]) ? first + 1 : first
            let right = entries[first + 3].precedes(entries[first + 2]) ? first + 3 : first + 2
            return entries[right].precedes(entries[left]) ? right : left
        }
        var least = first
        for child in first + 1..<max(size, first + 1) where entries[child].precedes(entries[least]) { least = child }
        return least
    }
}
