// SPDX-License-Identifier: GPL-3.0-or-later

extension CityLoop {
    /// Ends the city: wakes every sleeper with `LoopEnded`, drops every timer, refuses calls that have not run. After it
    /// every task that awaited only the loop has ended and its actors are freed.
    ///
    /// Returns the names of the tasks that are still not finished; empty when all is well. May be called again, when what
    /// those tasks wait for has come.
    @discardableResult
    public func tearDown() -> [String] {
        precondition(!state.pointee.isRunning, "the loop is running: stop it first")
        own()
        state.pointee.isOver = true
        state.pointee.steps = 0
        inbox.close()
        // Whoever still waits for a disk is not answered on what may not be there.
        outbox.end()
        drainReadyJobs()
        while true {
            let wakeUps = state.pointee.wakeUps.takeAll()
            if wakeUps.isEmpty { break }
            state.pointee.entries.keep { _ in false }
            state.pointee.cancelled = 0
            for wakeUp in wakeUps {
                guard case .sleeper(let continuation, let task) = wakeUp else { continue }
                state.pointee.waking = task
                continuation.resume(throwing: LoopEnded())
                state.pointee.waking = -1
            }
            drainReadyJobs()
        }
        let (calls, strays) = inbox.takeAll()
        for call in calls { call() }
        for job in strays { state.pointee.ready.append(job, task: -1) }
        drainReadyJobs()
        return state.pointee.tasks.unfinished(endlessToo: true)
    }
}
