// SPDX-License-Identifier: GPL-3.0-or-later

import CMachine
import CityModel

/// One planned entry: when, in which order, and which slot of the wake-up table it wakes.
///
/// Plain bytes, so that moving entries in the heap never touches a reference count; 16 of them, so that the four children
/// of a node fill one cache line.
struct PlannedEntry {
    /// Virtual time, nanoseconds.
    var time: Int64
    /// From the top: event class, 3 bits; sequence number, 37 bits; index in the wake-up table, 24 bits. One comparison
    /// decides ties (DEC-CROSS-EVENTS), and no two entries have one sequence number.
    private var key: UInt64

    /// The index has this many bits: no more than 16 million entries can be planned at once.
    static let slotBits: UInt64 = 24
    /// Sequence numbers are below this: 5 million plans in each second for 7 hours.
    static let sequenceLimit: UInt64 = 1 << 37

    @inline(__always)
    init(time: Int64, eventClass: UInt8, sequence: UInt64, slot: UInt32) {
        self.time = time
        key = UInt64(eventClass) << 61 | sequence << Self.slotBits | UInt64(slot)
    }

    /// Index in the wake-up table.
    @inline(__always) var slot: UInt32 { UInt32(truncatingIfNeeded: key) & (1 << UInt32(Self.slotBits) - 1) }

    /// The lower part of the sequence number; another one in the slot means that the entry was cancelled.
    @inline(__always) var generation: UInt32 { UInt32(truncatingIfNeeded: key >> Self.slotBits) }

    /// The timer of this entry.
    @inline(__always) var handle: TimerHandle { TimerHandle(slot: slot, generation: generation) }

    /// Time and order as one number: compared without a branch, which a heap of random times would mostly guess wrong.
    @inline(__always)
    private var rank: Int128 { Int128(truncatingIfNeeded: time) << 64 | Int128(truncatingIfNeeded: key) }

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
///
/// Entries for the present instant, such as what an agent does after the turn that told it something, come in their order
/// and go soon: they wait in a ring beside the heap. `peek` compares the two, so that the order is the same.
struct FutureEventList: ~Copyable {
    private var entries: UnsafeMutablePointer<PlannedEntry>
    private var capacity: Int
    /// Entries in the heap, the hole included.
    private var size = 0
    private var hasHole = false
    /// The ring, and from which number on and up to which its entries wait.
    private let ring: UnsafeMutablePointer<PlannedEntry>
    private var ringHead = 0
    private var ringTail = 0
    /// Whether the entry that `peek` returned is the first of the ring.
    private var isFirstInRing = false
    /// Where the slots of the wake-up table begin now; those of planned entries are looked at to prefetch.
    var wakeUps: UnsafeRawPointer?

    /// How many entries are in the list.
    var count: Int { (hasHole ? size - 1 : size) + ringTail - ringHead }

    init() {
        capacity = 64
        entries = Self.allocate(capacity)
        ring = .allocate(capacity: Self.ringSize)
    }

    deinit {
        Self.deallocate(entries)
        ring.deallocate()
    }

    /// Entries that the ring holds; what does not fit goes to the heap.
    private static let ringSize = 64

    /// Entries before the first one in the memory: then each group of four children begins a cache line.
    private static let lead = 3

    private static func allocate(_ capacity: Int) -> UnsafeMutablePointer<PlannedEntry> {
        let size = (capacity + lead) * MemoryLayout<PlannedEntry>.stride
        return UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 64)
            .bindMemory(to: PlannedEntry.self, capacity: capacity + lead) + lead
    }

    private static func deallocate(_ entries: UnsafeMutablePointer<PlannedEntry>) {
        UnsafeMutableRawPointer(entries - lead).deallocate()
    }

    /// Adds an entry. O(log n); constant time for one of the present instant.
    @inline(__always)
    mutating func insert(_ entry: PlannedEntry, isDue: Bool) {
        if isDue, ringTail - ringHead < Self.ringSize,
            ringHead == ringTail || ring[(ringTail - 1) % Self.ringSize].precedes(entry)
        {
            (ring + ringTail % Self.ringSize).initialize(to: entry)
            ringTail += 1
            return
        }
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
        if ringHead != ringTail {
            let first = ring[ringHead % Self.ringSize]
            if !isHeapBefore(first) {
                isFirstInRing = true
                return first
            }
            isFirstInRing = false
        }
        if hasHole { closeHole() }
        return size > 0 ? entries[0] : nil
    }

    /// Whether the smallest entry of the heap precedes this one. Leaves a hole open.
    private func isHeapBefore(_ entry: PlannedEntry) -> Bool {
        let least = hasHole ? leastChild(from: 1) : 0
        return least < size && entries[least].precedes(entry)
    }

    /// Takes the entry that `peek` just returned.
    @inline(__always)
    mutating func beginTaking() {
        if isFirstInRing {
            isFirstInRing = false
            ringHead += 1
        } else {
            hasHole = true
        }
    }

    /// While the root is being taken: the entry of the heap that comes next if nothing is planned before it. Nil in a short
    /// list, whose agents fit the processor's second cache: looking ahead would cost them an eighth of a turn.
    @inline(__always)
    var nextHandle: TimerHandle? {
        guard hasHole, size > Self.nearEntries else { return nil }
        return entries[leastChild(from: 1)].handle
    }

    /// An entry has come to this position near the root, so its turn is near: begins to fetch its slot in the wake-up table, and
    /// a little later the actor.
    @inline(__always)
    private func prefetchWakeUp(of entry: PlannedEntry, at position: Int) {
        // Fewer than the root's children and grandchildren, and a slot often comes too late.
        guard position <= 20, let wakeUps else { return }
        let slot = wakeUps + Int(entry.slot) * WakeUpTable.slotSize
        if position > 4 { cmachine_prefetch(slot) } else { WakeUpTable.prefetch(slot.load(as: UnsafeRawPointer?.self)) }
    }

    /// Keeps some entries only. O(n).
    mutating func keep(_ isKept: (PlannedEntry) -> Bool) {
        isFirstInRing = false
        var last = ringHead
        for number in ringHead..<ringTail where isKept(ring[number % Self.ringSize]) {
            ring[last % Self.ringSize] = ring[number % Self.ringSize]
            last += 1
        }
        ringTail = last
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
        let larger = Self.allocate(capacity * 2)
        larger.moveInitialize(from: entries, count: size)
        Self.deallocate(entries)
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

    /// A list of so many entries stays in the processor's near caches. In a longer one, the children of all four children are
    /// fetched while these are compared: a heap of 100,000 entries has 1.6 MB.
    private static let nearEntries = 4096
    /// So many entries of a long list, those of its first levels, are near all the same, because every turn looks at them.
    private static let firstLevels = 340

    /// Puts the entry in at the root, or at the given index, and lets it sink.
    @inline(__always)
    private func siftDown(_ entry: PlannedEntry, from start: Int = 0) {
        if size > Self.nearEntries {
            sinkFar(entry, from: start)
        } else {
            sink(entry, from: start, fetchesAhead: false)
        }
    }

    /// The way down a long list, in one place, so that the short way stays small where it is inlined.
    @inline(never)
    private func sinkFar(_ entry: PlannedEntry, from start: Int) {
        sink(entry, from: start, fetchesAhead: true)
    }

    @inline(__always)
    private func sink(_ entry: PlannedEntry, from start: Int, fetchesAhead: Bool) {
        var hole = start
        while true {
            let first = (hole << 2) + 1
            guard first < size else { break }
            if fetchesAhead, first > Self.firstLevels, first << 2 < size {
                for group in 0..<4 { cmachine_prefetch(entries + ((first + group) << 2) + 1) }
            }
            let least = leastChild(from: first)
            guard entries[least].precedes(entry) else { break }
            entries[hole] = entries[least]
            if fetchesAhead { prefetchWakeUp(of: entries[least], at: hole) }
            hole = least
        }
        entries[hole] = entry
        if fetchesAhead { prefetchWakeUp(of: entry, at: hole) }
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
