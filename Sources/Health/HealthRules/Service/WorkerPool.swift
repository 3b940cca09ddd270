// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// The machines that handle batches, as work that is done at the speed of all workers together (PERF-14, PERF-15).
///
/// Batches that are sent at once come before those that a phone had to keep, so that the flood after an outage delays nobody whose
/// danger is new. Work is counted in nanoseconds of one worker, and all workers share it, so the wait is that of a queue
/// before them all; one batch never takes less than one worker needs.
struct WorkerPool: Sendable {
    private let parameters: PoolParameters
    private(set) var workers: Int32
    /// Work of batches that were sent at once, and of all.
    private var fresh: Int64 = 0
    private var all: Int64 = 0
    private var last: CityTime
    /// Since the last look.
    private var arrivals: Int32 = 0
    /// When there are how many workers more.
    private var coming: (time: CityTime, workers: Int32)?
    /// When the load is looked at next.
    private var nextLook: CityTime

    init(_ parameters: PoolParameters, at now: CityTime) {
        self.parameters = parameters
        workers = parameters.least
        last = now
        nextLook = now + parameters.look
    }

    /// When `due` has something to do.
    var next: CityTime { min(nextLook, coming?.time ?? .never) }

    /// How many batches wait for a worker or are in one's hands.
    var backlog: Int32 {
        Int32(clamping: (all + parameters.perBatch.nanoseconds - 1) / parameters.perBatch.nanoseconds)
    }

    private mutating func work(until now: CityTime) {
        let done = (now - last).nanoseconds * Int64(workers)
        fresh = max(0, fresh - done)
        all = max(0, all - done)
        last = now
    }

    /// A batch has come; returns how long it takes.
    mutating func take(isKept: Bool, at now: CityTime) -> TimeSpan {
        work(until: now)
        let one = parameters.perBatch.nanoseconds
        all += one
        if !isKept { fresh += one }
        arrivals += 1
        return TimeSpan(nanoseconds: max(one, (isKept ? all : fresh) / Int64(workers)))
    }

    /// Looks at the load, and has new workers begin. Returns the facts.
    mutating func due(at now: CityTime) -> [HealthEvent] {
        var facts: [HealthEvent] = []
        work(until: now)
        if let more = coming, more.time <= now {
            coming = nil
            scale(to: more.workers, &facts)
        }
        guard nextLook <= now else { return facts }
        nextLook = now + parameters.look
        facts.append(.loadMeasured(batches: arrivals, backlog: backlog))
        // What came since the last look, and what is left of before, is to take the wanted share of the time to the next.
        let asked = Int64(arrivals) * parameters.perBatch.nanoseconds + all
        let room = parameters.look.nanoseconds / 100 * Int64(parameters.load)
        let needed = min(parameters.most, max(parameters.least, Int32(clamping: (asked + room - 1) / max(1, room))))
        arrivals = 0
        if needed < workers {
            coming = nil
            scale(to: needed, &facts)
        } else if needed > max(workers, coming?.workers ?? 0) {
            coming = (coming?.time ?? now + parameters.startUp, needed)
        }
        if let more = coming, more.time <= now {
            coming = nil
            scale(to: more.workers, &facts)
        }
        return facts
    }

    private mutating func scale(to number: Int32, _ facts: inout [HealthEvent]) {
        guard number != workers else { return }
        facts.append(.scaleChanged(workers: number, before: workers))
        workers = number
    }
}
