// SPDX-License-Identifier: GPL-3.0-or-later

/// All that a loop changes while it runs.
///
/// One value behind a raw pointer, and not properties of the class: Swift checks each access to a class's property for
/// overlapping accesses while the program runs, which cost this kernel a sixth of its time. Overlap cannot happen here: all
/// of it is used on the loop's thread only, and no access is open while foreign code (a job, a timer, a closure) runs.
struct LoopState: ~Copyable {
    /// Virtual now, nanoseconds.
    var now: Int64
    /// How many turns have run.
    var turn: Int64 = 0
    /// The number of the entry that was planned last.
    var sequence: UInt64 = 0
    /// Turns and jobs since time last moved on.
    var steps = 0
    /// Steps at one instant after which a run counts as stuck.
    var longestInstant = 10_000_000
    /// How many entries of the list were cancelled and are still in it.
    var cancelled = 0
    /// The actor whose timer fires just now.
    var fired: UnsafeRawPointer?
    /// Whether the reference by which the fired timer held its actor has gone on to a timer planned since.
    var isHandedOn = false
    /// What was looked at ahead last.
    var ahead = TimerHandle.none
    /// The started task of the jobs that are enqueued just now; below 0 when it is not known.
    var waking: Int32 = -1
    /// The started task that runs just now; below 0 when it is not known.
    var running: Int32 = -1
    var isOver = false
    var isStopWanted = false
    var isRunning = false

    var entries = FutureEventList()
    var wakeUps = WakeUpTable()
    var ready = JobQueue()
    var tasks = TaskRegistry()

    init(now: Int64) {
        self.now = now
    }

    /// Plans an entry for a wake-up. A time before now means now.
    @inline(__always)
    mutating func plan(_ wakeUp: consuming WakeUp, at time: Int64, _ eventClass: UInt8) -> TimerHandle {
        sequence += 1
        // The lower half of the number tells uses of a slot apart, and 0 stands for none.
        if UInt32(truncatingIfNeeded: sequence) == 0 { sequence += 1 }
        precondition(sequence < PlannedEntry.sequenceLimit, "too many plans in one run")
        let slot = wakeUps.add(wakeUp, generation: UInt32(truncatingIfNeeded: sequence))
        // They may have moved.
        entries.wakeUps = wakeUps.start
        let entry = PlannedEntry(time: max(time, now), eventClass: eventClass, sequence: sequence, slot: slot)
        entries.insert(entry, isDue: time <= now)
        return entry.handle
    }

    /// The next entry that was not cancelled; drops those that were.
    @inline(__always)
    mutating func nextEntry() -> PlannedEntry? {
        while let next = entries.peek() {
            if wakeUps.holds(next.handle) { return next }
            entries.beginTaking()
            cancelled -= 1
        }
        return nil
    }

    /// Begins to fetch what the next turn will need, while this one runs. Of an actor, gives what to call for the rest.
    @inline(__always)
    mutating func lookAhead() -> (any TimedActor.Type, UnsafeRawPointer, TimerTag)? {
        guard let next = entries.nextHandle, next != ahead, wakeUps.holds(next) else { return nil }
        ahead = next
        if let actor = wakeUps.actor(in: next.slot) { return actor }
        if let task = wakeUps.prefetch(next.slot) { tasks.prefetchSleep(of: task) }
        return nil
    }

    /// Moves time on; it never goes back.
    @inline(__always)
    mutating func moveTime(to time: Int64) {
        if time > now {
            now = time
            steps = 0
        }
    }
}
