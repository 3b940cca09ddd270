// SPDX-License-Identifier: GPL-3.0-or-later

import CMachine

/// A started task: its index in the registry, and which use of that index.
struct TaskNumber: Sendable {
    var index: Int32
    var generation: UInt32
}

/// The tasks that a loop has started and that have not finished, with their names and their sleeps. Used on the loop's
/// thread.
struct TaskRegistry {
    private struct Entry {
        var name: TaskName
        var endless: Bool
        var isLive: Bool
        var generation: UInt32
        /// The runtime's pointer to the task, which is the same for every job of it.
        var job: UInt
    }

    private var entries: [Entry] = []
    private var free: [Int32] = []
    /// What a sleep needs to know of its task, apart from the rest: it is read and written at each sleep.
    private struct Sleep {
        /// The entry by which the task sleeps, or slept last.
        var handle = TimerHandle.none
        var isCancelled = false
    }

    private var sleeps: [Sleep] = []
    private var indexOfJob: [UInt: Int32] = [:]

    mutating func add(_ name: TaskName, endless: Bool) -> TaskNumber {
        if let index = free.popLast() {
            let generation = entries[Int(index)].generation &+ 1
            entries[Int(index)] = Entry(name: name, endless: endless, isLive: true, generation: generation, job: 0)
            return TaskNumber(index: index, generation: generation)
        }
        entries.append(Entry(name: name, endless: endless, isLive: true, generation: 0, job: 0))
        sleeps.append(Sleep())
        return TaskNumber(index: Int32(entries.count - 1), generation: 0)
    }

    mutating func setJob(_ job: UnownedJob, of number: TaskNumber) {
        let identity = identity(of: job)
        entries[Int(number.index)].job = identity
        indexOfJob[identity] = number.index
    }

    mutating func remove(_ number: TaskNumber) {
        let index = Int(number.index)
        entries[index].isLive = false
        indexOfJob[entries[index].job] = nil
        sleeps[index] = Sleep()
        free.append(number.index)
    }

    /// Notes by which entry a task sleeps, so that cancelling the task can wake it.
    @inline(__always)
    mutating func setSleep(_ handle: TimerHandle, of index: Int32) {
        sleeps[Int(index)].handle = handle
    }

    /// Begins to fetch what the next sleep of a task needs.
    @inline(__always)
    func prefetchSleep(of index: Int32) {
        guard index >= 0 else { return }
        sleeps.withUnsafeBufferPointer { cmachine_prefetch($0.baseAddress.map { $0 + Int(index) }) }
    }

    /// Whether a task was cancelled.
    @inline(__always)
    func isCancelled(_ index: Int32) -> Bool { sleeps[Int(index)].isCancelled }

    /// Marks a task as cancelled. Returns the entry by which it sleeps, or slept last; nil when it has finished.
    mutating func cancel(_ number: TaskNumber) -> TimerHandle? {
        let entry = entries[Int(number.index)]
        guard entry.isLive, entry.generation == number.generation else { return nil }
        sleeps[Int(number.index)].isCancelled = true
        return sleeps[Int(number.index)].handle
    }

    /// The started task of a job; below 0 when the loop did not start it.
    func index(of identity: UInt) -> Int32 { indexOfJob[identity] ?? -1 }

    /// Who runs a job, in words.
    func name(of job: UnownedJob) -> String {
        name(of: index(of: identity(of: job)))
    }

    /// Who a started task is, in words.
    func name(of index: Int32) -> String {
        index < 0 ? "a task that the loop did not start" : entries[Int(index)].name.description
    }

    func unfinished(endlessToo: Bool) -> [String] {
        entries.filter { $0.isLive && (endlessToo || !$0.endless) }.map(\.name.description)
    }
}

/// The runtime's pointer to the task of a job. Reason for the cast: the standard library has no public identity of a job
/// but its text.
@inline(__always)
func identity(of job: UnownedJob) -> UInt {
    unsafeBitCast(job, to: UInt.self)
}

/// The runtime's pointer to a task, which is also that of its jobs. Reason for the cast: as above.
@inline(__always)
func identity(of task: UnsafeCurrentTask) -> UInt {
    unsafeBitCast(task, to: UInt.self)
}
