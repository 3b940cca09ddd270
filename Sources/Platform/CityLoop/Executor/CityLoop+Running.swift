// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel
import Synchronization

extension CityLoop {
    /// Runs the city until nothing is left to do, or until the end. Blocks the calling thread, which owns the loop from
    /// here on. Entries at exactly `end` still run; entries at `never` do not.
    ///
    /// A free run to a given end returns `timeUp` with `now` at the end, also when nothing was left to do before. A paced
    /// run waits for outside calls until its end.
    ///
    /// The loop can be run again to a later end, unless `tearDown` was called.
    ///
    /// - Throws: `LoopError` when work strayed, the run stalled, got stuck or fell behind, or when the loop has ended.
    @discardableResult
    public func run(until end: CityTime = .never, pace: Pace = .free) throws(LoopError) -> LoopEnd {
        try begin()
        defer { state.pointee.isRunning = false }
        let wall = pace.rate.map { WallPace(rate: $0, from: now) }
        // Asked at each turn, and cheaper to ask than the optional, which the turn would copy.
        let isPaced = wall != nil
        state.pointee.isStopWanted = false
        // Of a paced run: the time of the entry that was taken last.
        var last = Int64.min
        while true {
            try runReadyJobs()
            if inbox.needsAttention.load(ordering: .acquiring), !isPaced || state.pointee.nextEntry()?.time != last {
                try takeInbox(wall, until: end, after: last)
            }
            if state.pointee.isStopWanted { return .stopped(at: now) }
            guard let next = nextEntry(until: end) else {
                if let wall, end > wall.now {
                    // A live loop with nothing planned waits for calls.
                    inbox.wait(seconds: wall.secondsUntil(end))
                    continue
                }
                break
            }
            if isPaced, let wall {
                guard try isDue(next, wall) else { continue }
                last = next.time
            }
            try take(next)
        }
        // Whatever is planned after the end may still bring what a task waits for; when nothing is, nothing can.
        if (nextTime ?? .never) == .never { try checkStall() }
        guard end < .never else { return .settled(at: now) }
        state.pointee.moveTime(to: end.nanoseconds)
        return .timeUp
    }

    /// Runs the next entry and all that follows from it at once; false when nothing is planned up to `end`.
    ///
    /// - Throws: `LoopError` when work strayed or the run got stuck, or when the loop has ended.
    public func runOneTurn(until end: CityTime = .never) throws(LoopError) -> Bool {
        try begin()
        defer { state.pointee.isRunning = false }
        try runReadyJobs()
        if inbox.needsAttention.load(ordering: .acquiring) { try takeInbox(nil, until: end, after: .min) }
        guard let next = nextEntry(until: end) else { return false }
        try take(next)
        return true
    }

    /// Moves virtual time on without running anything planned, for a replay that feeds messages at their recorded times.
    /// Runs as a turn of its own. Traps when an entry is planned before that time, or when the loop has ended.
    public func runTurn(at time: CityTime, _ body: () -> Void) {
        own()
        precondition(!state.pointee.isOver && !state.pointee.isRunning, "the loop has ended or is running")
        precondition(time >= now, "time cannot run backwards")
        precondition(nextTime.map { $0 >= time } ?? true, "an earlier entry is planned")
        state.pointee.moveTime(to: time.nanoseconds)
        state.pointee.turn += 1
        body()
        drainReadyJobs()
    }

    private func begin() throws(LoopError) {
        guard !state.pointee.isOver else { throw .ended }
        precondition(!state.pointee.isRunning, "the loop is running: it cannot be run from inside")
        own()
        state.pointee.isRunning = true
    }

    /// The next entry, when it comes at all and not after the end.
    @inline(__always)
    private func nextEntry(until end: CityTime) -> PlannedEntry? {
        guard let next = state.pointee.nextEntry(), next.time <= end.nanoseconds, next.time < .max else { return nil }
        return next
    }

    /// Runs one turn: the entry that was just looked at.
    @inline(__always)
    private func take(_ next: PlannedEntry) throws(LoopError) {
        if next.time > state.pointee.now {
            state.pointee.now = next.time
            state.pointee.steps = 0
        } else {
            state.pointee.steps += 1
            if state.pointee.steps > state.pointee.longestInstant { throw stuck(next) }
        }
        state.pointee.entries.beginTaking()
        if let (type, address, tag) = state.pointee.lookAhead() { type.prefetchFromLoop(at: address, tag) }
        state.pointee.turn += 1
        if let (type, address, tag) = state.pointee.wakeUps.takeActor(next.slot) {
            state.pointee.fired = address
            state.pointee.isHandedOn = false
            type.fireFromLoop(at: address, tag)
            state.pointee.fired = nil
            if !state.pointee.isHandedOn { Unmanaged<AnyObject>.fromOpaque(address).release() }
        } else {
            wake(state.pointee.wakeUps.takeLive(next.slot))
        }
        try runReadyJobs()
    }

    @inline(__always)
    private func wake(_ wakeUp: consuming WakeUp) {
        switch consume wakeUp {
        case .sleeper(let continuation, let task):
            state.pointee.waking = task
            continuation.resume()
            state.pointee.waking = -1
        case .action(let action): action()
        case .actor, .free, .reserved: break
        }
    }

    /// Runs every ready job, and those that become ready meanwhile.
    @inline(__always)
    func runReadyJobs() throws(LoopError) {
        guard !state.pointee.ready.isEmpty else { return }
        drainReadyJobs()
        if let next = state.pointee.ready.first {
            throw .stuck(turns: state.pointee.steps, who: state.pointee.tasks.name(of: next.job), at: now)
        }
    }

    /// Runs ready jobs until none is left or the instant has lasted too long.
    @inline(__always)
    func drainReadyJobs() {
        let serial = asUnownedSerialExecutor()
        let task = asUnownedTaskExecutor()
        while !state.pointee.ready.isEmpty, state.pointee.steps <= state.pointee.longestInstant {
            state.pointee.steps += 1
            let ready = state.pointee.ready.takeFirst()
            state.pointee.running = ready.task
            ready.job.runSynchronously(isolatedTo: serial, taskExecutor: task)
        }
        state.pointee.running = -1
    }

    private func isDue(_ next: PlannedEntry, _ wall: WallPace) throws(LoopError) -> Bool {
        let time = CityTime(nanoseconds: next.time)
        let wait = wall.secondsUntil(time)
        if wait > 0 {
            inbox.wait(seconds: wait)
            return wall.secondsUntil(time) <= 0 && !inbox.needsAttention.load(ordering: .acquiring)
        }
        let lag = wall.now - time
        largestLag = max(largestLag, lag)
        if let lagTolerance, lag > lagTolerance { throw .behind(by: lag, at: time) }
        return true
    }

    private func takeInbox(_ wall: WallPace?, until end: CityTime, after last: Int64) throws(LoopError) {
        let (calls, strays) = inbox.takeAll()
        if let wall {
            // A call arrives at the time the wall clock shows, but never before the last turn and never after the next
            // planned entry: time moves only between entries, so a replayed live run equals the run. Nor does it ever come
            // between two entries of one instant: its time alone says which timers had fired before it, also those that note
            // nothing.
            let bound = min(nextTime ?? .never, end)
            let earliest = CityTime(nanoseconds: last == .min ? last : last + 1)
            state.pointee.moveTime(to: min(max(wall.now, earliest), bound).nanoseconds)
        }
        for call in calls {
            call()
            try runReadyJobs()
        }
        guard !strays.isEmpty else { return }
        let who = strays.map { state.pointee.tasks.name(of: $0) }
        // Run them all the same, so that whoever waits for them ends; the run itself is lost.
        for job in strays { state.pointee.ready.append(job, task: -1) }
        drainReadyJobs()
        throw .stray(who: who, at: now)
    }

    private func checkStall() throws(LoopError) {
        let waiting = state.pointee.tasks.unfinished(endlessToo: false)
        guard waiting.isEmpty else { throw .stalled(waiting: waiting, at: now) }
    }

    /// The error for an entry that would be one too many at its instant. The entry stays planned.
    private func stuck(_ next: PlannedEntry) -> LoopError {
        let who =
            switch state.pointee.wakeUps.wakeUp(of: next.handle) {
            case .actor(let target, let tag): "a timer of \(type(of: target)) with tag \(tag)"
            case .sleeper(_, let task): state.pointee.tasks.name(of: task)
            case .action: "a planned action"
            case .free, .reserved: "nobody"
            }
        return .stuck(turns: state.pointee.steps, who: who, at: now)
    }
}
