// SPDX-License-Identifier: GPL-3.0-or-later

/// The tasks that a loop has started and that have not finished, by index, with their names. Used on the loop's thread.
struct TaskRegistry {
    private struct Entry {
        var name: TaskName
        var endless: Bool
        var isLive: Bool
        /// The runtime's pointer to the task, which is the same for every job of it.
        var job: UInt
    }

    private var entries: [Entry] = []
    private var free: [Int] = []

    mutating func add(_ name: TaskName, endless: Bool) -> Int {
        let entry = Entry(name: name, endless: endless, isLive: true, job: 0)
        if let index = free.popLast() {
            entries[index] = entry
            return index
        }
        entries.append(entry)
        return entries.count - 1
    }

    mutating func setJob(_ job: UnownedJob, of index: Int) {
        entries[index].job = Self.identity(of: job)
    }

    mutating func remove(_ index: Int) {
        entries[index].isLive = false
        free.append(index)
    }

    func name(of job: UnownedJob) -> String? {
        let identity = Self.identity(of: job)
        return entries.first { $0.isLive && $0.job == identity }.map(\.name.description)
    }

    func unfinished(endlessToo: Bool) -> [String] {
        entries.filter { $0.isLive && (endlessToo || !$0.endless) }.map(\.name.description)
    }

    /// The runtime's pointer inside a job. Reason for the cast: the standard library has no public identity of a job
    /// but its text; it is used for names in error messages only.
    private static func identity(of job: UnownedJob) -> UInt {
        unsafeBitCast(job, to: UInt.self)
    }
}
