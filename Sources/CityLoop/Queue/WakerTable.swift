// SPDX-License-Identifier: GPL-3.0-or-later

import CMachine

/// What a planned entry does when its time has come.
enum Waker {
    /// Nothing is planned in this slot.
    case free(next: UInt32)
    /// Planned by a sleep that has not suspended yet.
    case reserved
    /// Calls an actor's `timerFired`.
    case actor(any TimedActor, TimerTag)
    /// Resumes a sleeping task; the number is that of the started task, below 0 when it is not one.
    case sleeper(UnsafeContinuation<Void, any Error>, task: Int32)
    /// Runs a closure on the loop.
    case action(@Sendable () -> Void)
}

/// The wakers of all planned entries, by slot. Raw memory for the same reason as the future event list; used on the
/// loop's thread only.
struct WakerTable: ~Copyable {
    /// 32 bytes; the generation comes last to fill up the odd size of the waker.
    private struct Slot {
        var waker: Waker
        var generation: UInt32
    }

    private var slots: UnsafeMutablePointer<Slot>
    private var capacity: UInt32
    private var used: UInt32 = 0
    private var firstFree = UInt32.max

    init() {
        capacity = 64
        slots = Self.allocate(Int(capacity))
    }

    deinit {
        slots.deinitialize(count: Int(used))
        slots.deallocate()
    }

    /// Puts a waker into a free slot, under a generation that no live slot has; not 0, which a free slot has.
    @inline(__always)
    mutating func add(_ waker: consuming Waker, generation: UInt32) -> UInt32 {
        var index = firstFree
        if index != .max {
            if case .free(let next) = (slots + Int(index)).pointee.waker { firstFree = next }
        } else {
            if used == capacity { grow() }
            index = used
            used += 1
        }
        // A free slot owns nothing, so it is not destroyed but written over.
        (slots + Int(index)).initialize(to: Slot(waker: waker, generation: generation))
        return index
    }

    /// Whether the handle's waker is still there.
    @inline(__always)
    func holds(_ handle: TimerHandle) -> Bool {
        handle.slot < used && (slots + Int(handle.slot)).pointee.generation == handle.generation
    }

    /// Replaces the waker of a live handle.
    @inline(__always)
    func replace(_ handle: TimerHandle, by waker: consuming Waker) {
        (slots + Int(handle.slot)).pointee.waker = waker
    }

    /// The waker of a live handle, which stays where it is.
    func waker(of handle: TimerHandle) -> Waker {
        (slots + Int(handle.slot)).pointee.waker
    }

    /// Takes the waker out and frees the slot; nil when it was cancelled before.
    @inline(__always)
    mutating func take(_ handle: TimerHandle) -> Waker? {
        holds(handle) ? takeLive(handle.slot) : nil
    }

    /// Takes the waker of a slot that is known to be in use.
    @inline(__always)
    mutating func takeLive(_ index: UInt32) -> Waker {
        let slot = slots + Int(index)
        let waker = withUnsafeMutablePointer(to: &slot.pointee.waker) { pointer in
            let taken = pointer.move()
            pointer.initialize(to: .free(next: firstFree))
            return taken
        }
        // Generation 0 is never live.
        slot.pointee.generation = 0
        firstFree = index
        return waker
    }

    /// Begins to fetch what a slot will wake, so that it is near when its time comes, a few hundred nanoseconds later.
    ///
    /// Of an actor the first eight cache lines: where it begins is the first word of its waker. A city of 5000 taxis has 10 MB
    /// of agents, and each wake-up finds others. Of a sleeping task, whose waker begins with its place too, all that the
    /// runtime keeps in one piece: the task and the first of its frames. Returns the number of such a task. For a closure
    /// another place is fetched in vain.
    @inline(__always)
    func prefetch(_ index: UInt32) -> Int32? {
        let slot = slots + Int(index)
        guard let target = UnsafeRawPointer(slot).load(as: UnsafeRawPointer?.self) else { return nil }
        for line in 0..<8 { cmachine_prefetch(target + line * 64) }
        guard case .sleeper(_, let task) = slot.pointee.waker else { return nil }
        for line in 8..<24 { cmachine_prefetch(target + line * 64) }
        return task
    }

    /// Begins to fetch the slot itself.
    @inline(__always)
    func prefetchSlot(_ index: UInt32) {
        cmachine_prefetch(slots + Int(index))
    }

    /// Takes every waker out, in slot order, for the teardown.
    mutating func takeAll() -> [Waker] {
        var taken: [Waker] = []
        for index in 0..<used {
            if case .free = (slots + Int(index)).pointee.waker { continue }
            taken.append(takeLive(index))
        }
        return taken
    }

    /// Room for so many slots, aligned so that no slot lies on two cache lines.
    private static func allocate(_ count: Int) -> UnsafeMutablePointer<Slot> {
        UnsafeMutableRawPointer.allocate(byteCount: count * MemoryLayout<Slot>.stride, alignment: 64)
            .bindMemory(to: Slot.self, capacity: count)
    }

    private mutating func grow() {
        precondition(capacity < 1 << UInt32(PlannedEntry.slotBits), "too many timers and sleeps at once")
        let larger = Self.allocate(Int(capacity) * 2)
        larger.moveInitialize(from: slots, count: Int(used))
        slots.deallocate()
        slots = larger
        capacity *= 2
    }
}
