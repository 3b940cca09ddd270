// SPDX-License-Identifier: GPL-3.0-or-later

/// What a planned entry does when its time has come.
enum WakeUp {
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

/// The wake-ups of all planned entries, by slot. Raw memory for the same reason as the future event list; used on the
/// loop's thread only.
struct WakeUpTable: ~Copyable {
    /// 32 bytes; the generation comes last to fill up the odd size of the wake-up.
    private struct Slot {
        var wakeUp: WakeUp
        var generation: UInt32
    }

    /// Bytes of a slot.
    static let slotSize = MemoryLayout<Slot>.stride

    /// Where the slots begin.
    var start: UnsafeRawPointer { UnsafeRawPointer(slots) }

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

    /// Puts a wake-up into a free slot, under a generation that no live slot has; not 0, which a free slot has.
    @inline(__always)
    mutating func add(_ wakeUp: consuming WakeUp, generation: UInt32) -> UInt32 {
        var index = firstFree
        if index != .max {
            if case .free(let next) = (slots + Int(index)).pointee.wakeUp { firstFree = next }
        } else {
            if used == capacity { grow() }
            index = used
            used += 1
        }
        // A free slot owns nothing, so it is not destroyed but written over.
        (slots + Int(index)).initialize(to: Slot(wakeUp: wakeUp, generation: generation))
        return index
    }

    /// Whether the handle's wake-up is still there.
    @inline(__always)
    func holds(_ handle: TimerHandle) -> Bool {
        handle.slot < used && (slots + Int(handle.slot)).pointee.generation == handle.generation
    }

    /// Replaces the wake-up of a live handle.
    @inline(__always)
    func replace(_ handle: TimerHandle, by wakeUp: consuming WakeUp) {
        (slots + Int(handle.slot)).pointee.wakeUp = wakeUp
    }

    /// The wake-up of a live handle, which stays where it is.
    func wakeUp(of handle: TimerHandle) -> WakeUp {
        (slots + Int(handle.slot)).pointee.wakeUp
    }

    /// Takes the wake-up out and frees the slot; nil when it was cancelled before.
    @inline(__always)
    mutating func take(_ handle: TimerHandle) -> WakeUp? {
        holds(handle) ? takeLive(handle.slot) : nil
    }

    /// Takes the wake-up of a slot that is known to be in use.
    @inline(__always)
    mutating func takeLive(_ index: UInt32) -> WakeUp {
        let wakeUp = withUnsafeMutablePointer(to: &(slots + Int(index)).pointee.wakeUp) { $0.move() }
        free(index)
        return wakeUp
    }

    /// Frees a slot whose wake-up is somebody else's now: it is written over and not assigned, so nothing is released.
    @inline(__always)
    private mutating func free(_ index: UInt32) {
        let slot = slots + Int(index)
        withUnsafeMutablePointer(to: &slot.pointee.wakeUp) { $0.initialize(to: .free(next: firstFree)) }
        // Generation 0 is never live.
        slot.pointee.generation = 0
        firstFree = index
    }

    /// The actor in a slot; nil when it holds something else.
    @inline(__always)
    func actor(in index: UInt32) -> (any TimedActor.Type, UnsafeRawPointer, TimerTag)? {
        let slot = slots + Int(index)
        // An actor begins at the first word of its wake-up.
        guard case .actor(let target, let tag) = slot.pointee.wakeUp, let address = Self.target(of: slot) else {
            return nil
        }
        assert(
            address == UnsafeRawPointer(Unmanaged.passUnretained(target as AnyObject).toOpaque()), "a wakeUp's layout")
        return (type(of: target), address, tag)
    }

    /// Takes an actor out of a slot that is known to be in use, and frees the slot; nil when it holds something else. The
    /// reference by which the slot held the actor is the caller's to release.
    @inline(__always)
    mutating func takeActor(_ index: UInt32) -> (any TimedActor.Type, UnsafeRawPointer, TimerTag)? {
        guard let actor = actor(in: index) else { return nil }
        free(index)
        return actor
    }

    /// The first word of a wake-up: where an actor or a sleeping task begins.
    @inline(__always)
    private static func target(of slot: UnsafeRawPointer) -> UnsafeRawPointer? {
        slot.load(as: UnsafeRawPointer?.self)
    }

    /// Begins to fetch the first eight cache lines of what a slot will wake, so that it is near when its time comes, some
    /// turns later. A city of 5000 taxis has 10 MB of agents, and each turn finds others. For a closure that fetches something else, in vain.
    @inline(__always)
    static func prefetch(_ target: UnsafeRawPointer?) {
        guard let target else { return }
        prefetchLines(8, at: target)
    }

    /// Begins to fetch the sleeping task in a slot, if there is one: all that the runtime keeps in one piece, the task and the
    /// first of its frames. Returns its number.
    @inline(__always)
    func prefetch(_ index: UInt32) -> Int32? {
        let slot = slots + Int(index)
        guard let target = Self.target(of: slot), case .sleeper(_, let task) = slot.pointee.wakeUp else { return nil }
        prefetchLines(24, at: target)
        return task
    }

    /// Takes every wake-up out, in slot order, for the teardown.
    mutating func takeAll() -> [WakeUp] {
        var taken: [WakeUp] = []
        for index in 0..<used {
            if case .free = (slots + Int(index)).pointee.wakeUp { continue }
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
