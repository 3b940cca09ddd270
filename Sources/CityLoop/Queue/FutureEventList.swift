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

    @inline(__always)
    func precedes(_ other: PlannedEntry) -> Bool {
        time < other.time || (time == other.time && order < other.order)
    }
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
    private(set) var count = 0
    private var hasHole = false

    init() {
        capacity = 1024
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
        if count == capacity { grow() }
        count += 1
        siftUp(entry, from: count - 1)
    }

    /// The smallest entry, without taking it.
    @inline(__always)
    mutating func peek() -> PlannedEntry? {
        if hasHole { closeHole() }
        return count > 0 ? entries[0] : nil
    }

    /// Takes the entry that `peek` just returned.
    @inline(__always)
    mutating func beginTaking() {
        hasHole = true
    }

    private mutating func closeHole() {
        hasHole = false
        count -= 1
        if count > 0 { siftDown(entries[count]) }
    }

    private mutating func grow() {
        let larger = UnsafeMutablePointer<PlannedEntry>.allocate(capacity: capacity * 2)
        larger.moveInitialize(from: entries, count: count)
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

    /// Puts the entry in at the root and lets it sink.
    @inline(__always)
    private func siftDown(_ entry: PlannedEntry) {
        var hole = 0
        while true {
            let first = (hole << 2) + 1
            guard first < count else { break }
            var least = first
            let last = min(first + 4, count)
            var child = first + 1
            while child < last {
                if entries[child].precedes(entries[least]) { least = child }
                child += 1
            }
            guard entries[least].precedes(entry) else { break }
            entries[hole] = entries[least]
            hole = least
        }
        entries[hole] = entry
    }
}
