// SPDX-License-Identifier: GPL-3.0-or-later

public import CityLoop
public import CityModel
public import EventLog
public import RaceRules

/// The race service: a thin shell around `RaceRules`.
///
/// Calls the rules once for each thing that happens, then carries out what they returned: notes facts, notifies clients,
/// collects positions, and keeps one timer a race. Serves simulated and live clients alike.
public final actor RaceService: HeldService, @preconcurrency DirectEntry {
    /// The city's loop.
    nonisolated public let loop: CityLoop
    /// The rules, with all races.
    public private(set) var rules: RaceRules

    nonisolated let hold: TimerHold
    private let log: EventChannel<RaceEvent>
    private let inputs: InputLog?
    private weak var clients: (any RaceClients)?
    /// The timer of each race, by its number.
    private var timers = OpenTable(blank: TimerHandle.none)
    private var isClosed = false
    /// Keeps the consents; nil where the service does, and in a replay.
    weak var keeper: (any ConsentKeeper)?
    /// What the keeper was not told yet, in order.
    var words: [UnsaidWord] = []

    /// Opens the service without races and users, in the city of this map.
    ///
    /// `inputs` takes every message, for a replay. `hold` keeps the timers through outages; it is shared with the other
    /// services of a server.
    public init(
        loop: CityLoop, log: EventLog, map: any ZoneLayout, parameters: RaceParameters = RaceParameters(),
        inputs: InputLog? = nil, hold: TimerHold = TimerHold()
    ) {
        self.loop = loop
        self.log = log.channel(RaceEvent.self)
        self.inputs = inputs
        self.hold = hold
        rules = RaceRules(parameters, map: map)
    }

    /// Connects whom the service reaches; kept weakly.
    public func connect(_ clients: any RaceClients) { self.clients = clients }

    // MARK: What happens

    /// Takes a message.
    public func take(_ message: RaceMessage) {
        guard !isClosed else { return }
        inputs?.add(InputRecord(time: loop.now, after: log.log.replayedCount, message: message))
        switch message {
        case .outage(.begins): hold.begin()
        case .outage(.ends): hold.restart(at: loop.now)
        case .outage(.settled): hold.end()
        case .positions(let race, let fixes):
            // Noted one by one, with nothing between the phones and the log.
            carryOut(rules.take(fixes, of: race, at: loop.now) { log.note($0) })
        case .user, .organiser, .runner, .enrol, .forget, .consentsKept, .consent:
            carryOut(rules.take(message, at: loop.now))
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

    private func carryOut(_ directives: [RaceDirective]) {
        for directive in directives {
            switch directive {
            case .note(let event): log.note(event)
            case .notify(let user, let notice): clients?.notify(user, notice)
            case .reply(let organiser, let answer): clients?.reply(organiser, answer)
            case .publish(let snapshot, let followers): clients?.publish(snapshot, to: followers)
            case .collect(let race): clients?.collect(race)
            case .say(let word, let user, let organiser): say(UnsaidWord(word, user, organiser))
            case .wake(let race, let time): wake(race, at: time)
            }
        }
    }
}
