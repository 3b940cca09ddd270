// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// The machines that handle batches, as work that is done at the speed of all workers together (PERF-14, PERF-15).
///
/// A danger comes before all that is none, and what is sent at once before what a phone had to keep, so that neither load nor the
/// flood after an outage delays anybody whose danger is new. Work is counted in nanoseconds of one worker, and all workers share it,
/// so the wait is that of a queue before them all; one batch never takes less than one worker needs. What comes later and goes
/// before is not counted in a wait: a danger is rare.
struct WorkerPool: Sendable {
    /// What comes before what.
    enum Urgency: Int, CaseIterable {
        case danger, keptDanger, new, kept
    }

    private let parameters: PoolParameters
    private(set) var workers: Int32
    /// By urgency: the work that is as urgent or more.
    private var ahead: InlineArray<4, Int64> = InlineArray(repeating: 0)
    private var all: Int64 { ahead[Urgency.kept.rawValue] }
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
        for urgency in ahead.indices { ahead[urgency] = max(0, ahead[urgency] - done) }
        last = now
    }

    /// A batch has come; returns how long it takes.
    mutating func take(_ urgency: Urgency, at now: CityTime) -> TimeSpan {
        work(until: now)
        let one = parameters.perBatch.nanoseconds
        for place in urgency.rawValue..<ahead.count { ahead[place] += one }
        arrivals += 1
        return wait(urgency)
    }

    /// How long the last one that has come takes, were it this urgent.
    func wait(_ urgency: Urgency) -> TimeSpan {
        TimeSpan(nanoseconds: max(parameters.perBatch.nanoseconds, ahead[urgency.rawValue] / Int64(workers)))
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
