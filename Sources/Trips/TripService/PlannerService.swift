// SPDX-License-Identifier: GPL-3.0-or-later

public import CityLoop
public import CityModel
public import TripRules

/// The planner as a service: a thin shell around `Planner`.
///
/// Calls the rules once for each message and each timer, then carries out what they returned: writes what must survive a restart, notes
/// facts, notifies users, and keeps one timer for the earliest thing that is due. Serves simulated and live users alike.
public final actor PlannerService: HeldService, @preconcurrency DirectEntry {
    /// The city's loop.
    nonisolated public let loop: CityLoop
    /// The rules, with all users.
    public internal(set) var planner: Planner
    /// The first failure of a shelf, for the operator; nil while all went well.
    public internal(set) var shelfFailure: (any Error)?

    nonisolated let hold: TimerHold
    nonisolated let writer: RecordWriter
    let log: EventChannel<TripEvent>
    private(set) weak var clients: (any TripClients)?
    private let inputs: InputLog?
    private var timer = TimerHandle.none
    private var wakesAt = CityTime.never
    private(set) var isClosed = false
    /// What is on the shelves; nil where nothing is kept.
    var kept: KeptUsers?
    /// Messages that wait for what is being written.
    var steps = WaitingSteps<TripUserID, TripStep>()
    /// How many calls are not written yet.
    var unwritten = 0
    /// The answer to the message that was served last, when it waits for the files.
    var held: HeldAnswer?

    /// Opens the service without users; what the shelves hold is taken over by `restore`.
    ///
    /// `journeys`, `waits` and `shared` are what plans are made with: a replay must be given such as answer the same. `inputs` takes
    /// every message, for a replay. `hold` keeps the timer through outages; it is shared with the other services of a server. Without
    /// `shelves` nothing is kept, as in a simulation; `writer` writes them beside the loop, nil to write them in the message's turn.
    public init(
        loop: CityLoop, log: EventLog, _ setup: PlannerSetup = PlannerSetup(), journeys: any JourneyPlanner,
        waits: (any WaitingTimes)? = nil, shared: (any SharedVehicles)? = nil, shelves: TripShelves? = nil,
        inputs: InputLog? = nil, hold: TimerHold = TimerHold(), writer: RecordWriter? = nil
    ) {
        self.loop = loop
        self.writer = writer ?? RecordWriter(loop)
        self.log = log.channel(TripEvent.self)
        self.inputs = inputs
        self.hold = hold
        kept = shelves.map { KeptUsers($0) }
        planner = Planner(setup, journeys: journeys, waits: waits, shared: shared)
    }

    /// Connects whom the service reaches; kept weakly.
    public func connect(_ clients: any TripClients) { self.clients = clients }

    /// Takes a message.
    public func take(_ message: TripMessage) { take(message, nil) }

    /// The same of one whose answer is held back.
    func take(_ message: TripMessage, _ held: HeldAnswer?) {
        guard !isClosed else { return }
        if case .outage(let step) = message {
            note(message)
            take(step)
            held?.give()
            return
        }
        let step = TripStep.message(message, held)
        if steps.admits(step, \.users) { take(step) }
    }

    /// Puts a message into the input log.
    func note(_ message: TripMessage) {
        inputs?.add(InputRecord(time: loop.now, after: log.log.replayedCount, message: message))
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
    public func timerFired(_ tag: TimerTag) {
        (timer, wakesAt) = (.none, .never)
        guard !hold.isOn else { return hold.keep(tag, of: self) }
        let directives = planner.due(at: loop.now)
        carryOut(directives, of: kept == nil ? [] : planner.turned)
    }

    /// Plans the kept timer for now, unless another one was planned meanwhile that comes no later.
    nonisolated public func plansAgain(_ tag: TimerTag) -> Bool {
        onLoop { service in
            guard service.wakesAt > service.loop.now else { return false }
            service.wake(at: service.loop.now)
            return true
        }
    }

    func wake(at time: CityTime) {
        guard time != wakesAt else { return }
        if wakesAt < .never { loop.cancel(timer) }
        wakesAt = time
        guard time < .never else { return }
        timer = loop.schedule(self, 0, at: max(time, loop.now), as: .deadline)
    }

    /// Ends the service: nothing is taken any more, and no timer fires.
    func close() {
        isClosed = true
        steps.clear()
        wake(at: .never)
    }
}
