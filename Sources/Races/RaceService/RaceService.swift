// SPDX-License-Identifier: GPL-3.0-or-later

public import CityLoop
public import CityModel
public import RaceRules

/// The race service: a thin shell around `RaceRules`.
///
/// Calls the rules once for each thing that happens, then carries out what they returned: writes what must survive a restart, notes
/// facts, notifies clients, collects positions, and keeps one timer a race. Serves simulated and live clients alike.
public final actor RaceService: HeldService, @preconcurrency DirectEntry {
    /// The city's loop.
    nonisolated public let loop: CityLoop
    /// The rules, with all races.
    public internal(set) var rules: RaceRules
    /// The first failure of a shelf, for the operator; nil while all went well.
    public internal(set) var shelfFailure: (any Error)?

    nonisolated let hold: TimerHold
    /// Nil for a service that is never started again, as in a simulation.
    let shelves: RaceShelves?
    let writer: RecordWriter
    /// How many calls have handed something to the writer, and were not answered.
    var unwritten = 0
    /// The answer to the message that was served last, when it waits for the shelves.
    var held: HeldAnswer?
    private let log: EventChannel<RaceEvent>
    private let inputs: InputLog?
    private weak var clients: (any RaceClients)?
    /// The timer of each race, by its number.
    private var timers = OpenTable(blank: TimerHandle.none)
    private(set) var isClosed = false
    /// Keeps the consents; nil where the service does, and in a replay.
    weak var keeper: (any ConsentKeeper)?
    /// What the keeper was not told yet, in order.
    var words: [UnsaidWord] = []

    /// Opens the service without races and users, in the city of this map.
    ///
    /// `inputs` takes every message, for a replay. `hold` keeps the timers through outages; it is shared with the other
    /// services of a server. `shelves` keep races and people over a restart, and `writer` writes them beside the loop; nil to write
    /// them in the message's turn.
    public init(
        loop: CityLoop, log: EventLog, map: any ZoneLayout, parameters: RaceParameters = RaceParameters(),
        inputs: InputLog? = nil, hold: TimerHold = TimerHold(), shelves: RaceShelves? = nil,
        writer: RecordWriter? = nil
    ) {
        self.loop = loop
        self.log = log.channel(RaceEvent.self)
        self.inputs = inputs
        self.hold = hold
        self.shelves = shelves
        self.writer = writer ?? RecordWriter(loop)
        rules = RaceRules(parameters, map: map)
    }

    /// Connects whom the service reaches; kept weakly.
    public func connect(_ clients: any RaceClients) { self.clients = clients }

    // MARK: What happens

    /// Takes a message.
    public func take(_ message: RaceMessage) { take(message, nil) }

    /// The same of one whose answer is held back.
    func take(_ message: RaceMessage, _ answer: HeldAnswer?) {
        guard !isClosed else { return }
        inputs?.add(InputRecord(time: loop.now, after: log.log.replayedCount, message: message))
        switch message {
        case .outage(let step):
            take(step)
            answer?.give()
        case .positions(let race, let fixes):
            // Noted one by one, with nothing between the phones and the log.
            carryOut(rules.take(fixes, of: race, at: loop.now) { log.note($0) }, answer)
        case .user, .organiser, .runner, .enrol, .forget, .consentsKept, .consent:
            carryOut(rules.take(message, at: loop.now), answer)
        }
    }

    private func take(_ step: RaceOutageStep) {
        switch step {
        case .begins: hold.begin()
        case .ends: hold.restart(at: loop.now)
        case .settled: hold.end()
        }
    }

    // MARK: Time

    /// The time planned for the race with this number has come.
    public func timerFired(_ tag: TimerTag) {
        let race = RaceID(Int32(truncatingIfNeeded: tag))
        if hold.isOn {
            hold.keep(tag, of: self)
            timers.open(race.number, .none)
            return
        }
        timers.close(race.number)
        carryOut(rules.due(race, at: loop.now))
    }

    /// Plans a kept timer for now, unless the race has another one or none any more.
    nonisolated public func plansAgain(_ tag: TimerTag) -> Bool {
        onLoop { service in
            let race = Int32(truncatingIfNeeded: tag)
            guard service.timers.value(of: race) == TimerHandle.none else { return false }
            service.timers.open(race, service.loop.schedule(service, tag, at: service.loop.now, as: .deadline))
            return true
        }
    }

    private func wake(_ race: RaceID, at time: CityTime) {
        if let timer = timers.close(race.number) { loop.cancel(timer) }
        let tag = TimerTag(UInt32(bitPattern: race.number))
        timers.open(race.number, loop.schedule(self, tag, at: max(time, loop.now), as: .deadline))
    }

    /// Ends the service: nothing is taken any more, and no timer fires.
    func close() {
        isClosed = true
        for number in timers.openNumbers {
            if let timer = timers.close(number) { loop.cancel(timer) }
        }
    }

    /// Notes, notifies and plans what the directives say.
    func show(_ directives: [RaceDirective]) {
        for directive in directives {
            switch directive {
            case .note(let event): log.note(event)
            case .notify(let user, let notice): clients?.notify(user, notice)
            case .reply(let organiser, let answer): clients?.reply(organiser, answer)
            case .publish(let snapshot, let followers): clients?.publish(snapshot, to: followers)
            case .collect(let race): clients?.collect(race)
            case .say(let word, let user, let organiser): say(UnsaidWord(word, user, organiser))
            case .wake(let race, let time): wake(race, at: time)
            case .saveRace, .eraseUser: break
            }
        }
    }
}
