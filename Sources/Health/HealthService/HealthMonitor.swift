// SPDX-License-Identifier: GPL-3.0-or-later

public import CityLoop
public import CityModel
public import HealthRules

/// The health monitor: a thin shell around `HealthRules`.
///
/// Calls the rules once for each thing that happens, then carries out what they returned: notes facts, hands sound batches to
/// whoever keeps them, sends SOS, keeps one timer. Serves simulated and live phones alike.
public final actor HealthMonitor: TimedActor, @preconcurrency DirectEntry {
    /// The city's loop.
    nonisolated public let loop: CityLoop
    /// The rules, with all users.
    public private(set) var rules: HealthRules
    private let log: EventChannel<HealthEvent>
    private let inputs: InputLog?
    private let receiver: (any BatchReceiver)?
    private weak var clients: (any HealthClients)?
    private var timer = TimerHandle.none
    private var isClosed = false

    /// Opens the service without users. `receiver` keeps what is stored, or learns only of outages when it is not `isStoring`; `inputs`
    /// takes every message, for a replay.
    public init(
        _ parameters: HealthParameters, loop: CityLoop, log: EventLog, receiver: (any BatchReceiver)? = nil,
        isStoring: Bool = true, inputs: InputLog? = nil
    ) {
        self.loop = loop
        self.log = log.channel(HealthEvent.self)
        self.receiver = receiver
        self.inputs = inputs
        rules = HealthRules(parameters, isStoring: receiver != nil && isStoring, at: loop.now)
    }

    /// Begins to serve. Once, before the first message.
    public func begin() { carryOut(rules.begin()) }

    /// Connects whom the service tells something; kept weakly.
    public func connect(_ clients: any HealthClients) { self.clients = clients }

    /// Takes a message: from a user, a phone, whoever sends ambulances, the system manager, or an input log.
    public func take(_ message: HealthMessage) {
        guard !isClosed else { return }
        if case .batch(let sent) = message {
            receive(sent)
            return
        }
        if let inputs {
            let message = pseudonymous(message)
            inputs.add(InputRecord(time: loop.now, after: log.log.replayedCount, message: message))
        }
        carryOut(rules.take(message, at: loop.now))
    }

    /// A message as the input log keeps it: with a pseudonym in place of a social security number (SEC-09). The same number has the
    /// same one while it is registered, so that a replay refuses what was refused.
    private func pseudonymous(_ message: HealthMessage) -> HealthMessage {
        func named(_ data: PersonalData) -> PersonalData {
            var data = data
            if !data.number.isEmpty {
                data.number = "user \(rules.wearer(of: data.number)?.index ?? rules.wearerCount + 1)"
            }
            return data
        }
        switch message {
        case .register(let data, let client): return .register(named(data), client: client)
        case .wearer(let wearer, .change(let data)): return .wearer(wearer, .change(named(data)))
        case .account(let wearer, .entered(let data)): return .account(wearer, .entered(named(data)))
        case .wearer, .account, .batch, .answered, .crash, .restart: return message
        }
    }

    /// Takes a batch, and says what became of it. The way of nearly everything that reaches the service, so it makes no list and
    /// asks for no memory.
    @discardableResult
    public func receive(_ sent: SentBatch) -> BatchOutcome {
        guard !isClosed else { return .unheard }
        if let inputs {
            let message = HealthMessage.batch(sent)
            inputs.add(InputRecord(time: loop.now, after: log.log.replayedCount, message: message))
        }
        let (outcome, isWaiting, directives) = rules.receive(sent, at: loop.now)
        if case .stored(let isDangerous) = outcome {
            let batch = sent.batch
            log.note(
                .batchReceived(
                    wearer: batch.wearer, device: batch.device, start: batch.start, end: batch.end,
                    values: Int32(batch.count), isDangerous: isDangerous, isDelayed: sent.keptUntil != nil))
            if !isWaiting { receiver?.take(batch) }
        }
        if !directives.isEmpty { carryOut(directives) }
        return outcome
    }

    /// The time that the rules asked for has come.
    public func timerFired(_ tag: TimerTag) {
        timer = .none
        carryOut(rules.due(at: loop.now))
    }

    /// Ends the service: nothing is taken any more, and no timer fires.
    func close() {
        isClosed = true
        loop.cancel(timer)
        timer = .none
    }

    private func carryOut(_ directives: [HealthDirective]) {
        for directive in directives {
            switch directive {
            case .note(let event): log.note(event)
            case .tell(let notice): clients?.tell(notice)
            case .send(let sos): clients?.send(sos)
            case .registered(let wearer, let data): receiver?.registered(wearer, data)
            case .changed(let wearer, let data): receiver?.changed(wearer, data)
            case .left(let wearer): receiver?.left(wearer)
            case .store(let batch): receiver?.take(batch)
            case .handled(let time): receiver?.handled(until: time)
            case .service(let isUp): receiver?.service(isUp: isUp)
            case .wake(let time):
                loop.cancel(timer)
                timer = time < .never ? loop.schedule(self, 0, at: time, as: .deadline) : .none
            }
        }
    }
}
