// SPDX-License-Identifier: GPL-3.0-or-later

/// The jobs that are ready to run, first in, first out: a ring in raw memory, used on the loop's thread only.
struct JobQueue: ~Copyable {
    private var jobs: UnsafeMutablePointer<UnownedJob>
    private var mask: Int
    private var head = 0
    private var tail = 0

    init() {
        mask = 1023
        jobs = .allocate(capacity: 1024)
    }

    deinit {
        jobs.deallocate()
    }

    @inline(__always) var isEmpty: Bool { head == tail }

    @inline(__always)
    mutating func append(_ job: UnownedJob) {
        if tail - head > mask { grow() }
        (jobs + (tail & mask)).initialize(to: job)
        tail += 1
    }

    @inline(__always)
    mutating func takeFirst() -> UnownedJob {
        let job = jobs[head & mask]
        head += 1
        return job
    }

    private mutating func grow() {
        let size = mask + 1
        let larger = UnsafeMutablePointer<UnownedJob>.allocate(capacity: size * 2)
        for offset in 0..<size { (larger + offset).initialize(to: jobs[(head + offset) & mask]) }
        jobs.deallocate()
        jobs = larger
        mask = size * 2 - 1
        head = 0
        tail = size
    }
}
