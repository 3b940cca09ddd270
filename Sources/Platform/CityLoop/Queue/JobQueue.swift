// SPDX-License-Identifier: GPL-3.0-or-later

/// The jobs that are ready to run, first in, first out: a ring in raw memory, used on the loop's thread only.
struct JobQueue: ~Copyable {
    /// A job and the number of its started task, below 0 when that is not known.
    struct Ready {
        var job: UnownedJob
        var task: Int32
    }

    private var jobs: UnsafeMutablePointer<Ready>
    private var mask: Int
    private var head = 0
    private var tail = 0

    init() {
        mask = 63
        jobs = .allocate(capacity: 64)
    }

    deinit {
        jobs.deallocate()
    }

    @inline(__always) var isEmpty: Bool { head == tail }

    /// The job that is next, without taking it.
    var first: Ready? { isEmpty ? nil : jobs[head & mask] }

    /// The job that came last.
    var last: Ready? { isEmpty ? nil : jobs[(tail - 1) & mask] }

    @inline(__always)
    mutating func append(_ job: UnownedJob, task: Int32) {
        if tail - head > mask { grow() }
        (jobs + (tail & mask)).initialize(to: Ready(job: job, task: task))
        tail += 1
    }

    @inline(__always)
    mutating func takeFirst() -> Ready {
        let ready = jobs[head & mask]
        head += 1
        return ready
    }

    private mutating func grow() {
        let size = mask + 1
        let larger = UnsafeMutablePointer<Ready>.allocate(capacity: size * 2)
        for offset in 0..<size { (larger + offset).initialize(to: jobs[(head + offset) & mask]) }
        jobs.deallocate()
        jobs = larger
        mask = size * 2 - 1
        head = 0
        tail = size
    }
}
