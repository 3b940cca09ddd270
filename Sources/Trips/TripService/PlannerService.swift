// SPDX-License-Identifier: GPL-3.0-or-later

package import CityLoop
package import CityModel
package import TripRules

/// The planner as a service: a thin shell around `Planner`.
///
/// Calls the rules once for each message and each timer, then carries out what they returned: notes facts, notifies users, and keeps
/// one timer for the earliest thing that is due. Serves simulated and live users alike.
package final actor PlannerService: HeldService, @preconcurrency DirectEntry {
    /// The city's loop.
    nonisolated package let loop: CityLoop
    /// The rules, with all users.
    package private(set) var planner: Planner

    nonisolated let hold: TimerHold
    private let log: EventChannel<TripEvent>
    private let inputs: InputLog?
    private weak var clients: (any TripClients)?
    private var timer = TimerHandle.none
    private var wakesAt = CityTime.never
    private var isClosed = false

    /// Opens the service without users.
    ///
    /// `journeys`, `waits` and `shared` are what plans are made with: a replay must be given such as answer the same. `inputs` takes
    /// every message, for a replay. `hold` keeps the timer through outages; it is shared with the other services of a server.
    package init(
        loop: CityLoop, log: EventLog, _ setup: PlannerSetup = PlannerSetup(), journeys: any JourneyPlanner,
        waits: (any WaitingTimes)? = nil, shared: (any SharedVehicles)? = nil, inputs: InputLog? = nil,
        hold: TimerHold = TimerHold()
    ) {
        self.loop = loop
        self.log = log.channel(TripEvent.self)
        self.inputs = inputs
        self.hold = hold
        planner = Planner(setup, journeys: journeys, waits: waits, shared: shared)
    }

    /// Connects whom the service reaches; kept weakly.
    package func connect(_ clients: any TripClients) { self.clients = clients }

    /// Takes a message.
    package func take(_ message: TripMessage) {
        guard !isClosed else { return }
        inputs?.add(InputRecord(time: loop.now, after: log.log.replayedCount, message: message))
        if case .outage(let step) = message {
            take(step)
        } else {
            carryOut(planner.take(message, at: loop.now))
        }
    }

    private func take(_ step: TripOutageStep) {
        switch step {
        case .begins: hold.begin()
        case .ends: hold.restart(at: loop.now)
        case .settled: hold.end()
        }
    }

    // MARK: Time

    /// The time planned has come.
    package func timerFired(_ tag: TimerTag) {
        (timer, wakesAt) = (.none, .never)
        guard !hold.isOn else { return hold.keep(tag, of: self) }
        carryOut(planner.due(at: loop.now))
    }

    /// Plans the kept timer for now, unless another one was planned meanwhile that comes no later.
    nonisolated package func plansAgain(_ tag: TimerTag) -> Bool {
        onLoop { service in
            guard service.wakesAt > service.loop.now else { return false }
            service.wake(at: service.loop.now)
            return true
        }
    }

    private func wake(at time: CityTime) {
        guard time != wakesAt else { return }
        if wakesAt < .never { loop.cancel(timer) }
        wakesAt = time
        guard time < .never else { return }
        timer = loop.schedule(self, 0, at: max(time, loop.now), as: .deadline)
    }

    /// Ends the service: nothing is taken any more, and no timer fires.
    func close() {
        isClosed = true
        wake(at: .never)
    }

    private func carryOut(_ directives: [TripDirective]) {
        for directive in directives {
            switch directive {
            case .note(let event): log.note(event)
            case .notify(let user, let notice): clients?.notify(user, notice)
            case .wake(let time): wake(at: time)
            }
        }
    }
}
