// SPDX-License-Identifier: GPL-3.0-or-later

public import CityLoop
public import CityModel
public import HealthRules

/// The data side of the health service: a thin shell around `DataRules`, with the store of batches and the social security numbers.
///
/// Calls the rules once for each thing that happens, then carries out what they returned: notes facts, tells third parties and people,
/// reads the store, keeps one timer. Serves simulated and live clients alike. People and batches come from the health monitor
/// (`BatchReceiver`), whose own input log tells a replay of them.
public final actor DataBroker: TimedActor, @preconcurrency DirectEntry {
    /// The city's loop.
    nonisolated public let loop: CityLoop
    /// The rules.
    public private(set) var rules: DataRules
    /// The first failure of the store, for the operator; nil while all went well.
    public private(set) var storeFailure: (any Error)?

    private let log: EventChannel<DataEvent>
    private let batchLog: EventChannel<BatchEvent>
    private let inputs: InputLog?
    private let store: any BatchStore
    private weak var clients: (any DataClients)?
    /// The service whose organisers ask for consents as well; nil for none, and in a replay.
    private weak var seeker: (any ConsentSeeker)?
    private var numbers = NumberBook()
    private var timer = TimerHandle.none
    private var isClosed = false

    /// Opens the service without people and third parties. `inputs` takes every message, for a replay.
    public init(
        _ parameters: DataParameters = DataParameters(), store: any BatchStore, loop: CityLoop, log: EventLog,
        inputs: InputLog? = nil
    ) {
        self.loop = loop
        self.log = log.channel(DataEvent.self)
        batchLog = log.channel(BatchEvent.self)
        self.inputs = inputs
        self.store = store
        rules = DataRules(parameters, at: loop.now)
    }

    /// Connects whom the service tells; kept weakly.
    public func connect(_ clients: any DataClients) { self.clients = clients }

    /// Connects a service whose organisers ask for consents as well; kept weakly.
    public func connect(_ seeker: any ConsentSeeker) { self.seeker = seeker }

    /// An organisation registered: it has the next number, from 1 on.
    public func addParty() { carryOut(rules.addParty()) }

    /// All that is stored of a person, oldest first, for the person (SEC-07).
    public func stored(of wearer: WearerID) -> [HealthBatch] {
        attempt { try store.batches(of: wearer, from: CityTime(nanoseconds: .min), to: .never) } ?? []
    }

    /// How many batches of a person are stored. Reads none of them.
    public func storedCount(of wearer: WearerID) -> Int { store.count(of: wearer) }

    // MARK: Messages

    /// Takes a message.
    public func take(_ message: DataMessage) { take(HeardMessage(message) { numbers.wearer(of: $0) }) }

    /// Takes a message whose person was found, as from an input log.
    public func take(_ heard: HeardMessage) {
        guard !isClosed else { return }
        inputs?.add(InputRecord(time: loop.now, after: log.log.replayedCount, message: heard))
        carryOut(rules.take(heard.message, about: heard.wearer, at: loop.now))
    }

    // MARK: Another service

    /// Takes a word of another service about one of its people; false when the service is down.
    func hear(_ word: ConsentWord, of person: Int32, to organiser: Int32) -> Bool {
        guard rules.isUp || isClosed else { return false }
        take(.guest(person, organiser: organiser, word))
        return true
    }

    /// An organiser of another service learns of consents, and of nothing else (HEALTH-R8).
    private func tell(_ organiser: Int32, _ notice: PartyNotice) {
        let answer: (wearer: WearerID, state: RequestState)? =
            if case .answered(let wearer, let state) = notice {
                (wearer, state)
            } else if case .status(let wearer, let state) = notice {
                (wearer, state)
            } else {
                nil
            }
        guard let answer, let person = answer.wearer.guestNumber else { return }
        seeker?.heard(of: person, to: organiser, isGiven: answer.state == .accepted)
    }

    // MARK: From the health monitor

    func known(_ wearer: WearerID, _ data: PersonalData) {
        guard !isClosed else { return }
        numbers.set(wearer, data.number)
        carryOut(rules.known(wearer, data, at: loop.now))
    }

    func forget(_ wearer: WearerID) {
        guard !isClosed else { return }
        numbers.forget(wearer)
        carryOut(rules.left(wearer, at: loop.now))
    }

    /// Tens of millions a day: nothing is allocated for a batch that is delivered to nobody.
    func receive(_ batch: HealthBatch) {
        guard !isClosed else { return }
        // What happened by time alone comes first, also in the log.
        if rules.isLate(at: loop.now) { carryOut(rules.due(at: loop.now)) }
        attempt { try store.append(batch) }
        batchLog.note(
            .batchStored(
                wearer: batch.wearer, start: batch.start, end: batch.end, place: batch.place,
                values: Int32(batch.count)))
        let directives = rules.take(batch, at: loop.now)
        if !directives.isEmpty { carryOut(directives) }
    }

    /// Workers are behind, or have done more of what was received.
    func goOn(until time: CityTime) {
        if !isClosed { carryOut(rules.handled(until: time, at: loop.now)) }
    }

    /// The service has crashed, or works again.
    func work(_ isUp: Bool) {
        guard !isClosed else { return }
        carryOut(isUp ? rules.restart(at: loop.now) : rules.crash())
    }

    // MARK: Time

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

    // MARK: Carrying out

    private func carryOut(_ directives: [DataDirective]) {
        for directive in directives {
            switch directive {
            case .note(let event): log.note(event)
            case .tell(let party, let notice):
                if let organiser = rules.organiser(of: party) {
                    tell(organiser, notice)
                } else {
                    clients?.tell(party, notice)
                }
            // Somebody of another service hears of it there.
            case .notify(let wearer, let notice): if !wearer.isGuest { clients?.notify(wearer, notice) }
            case .read(let party, let wearer, let from, let to): read(party, wearer, from, to)
            case .gather(let job): gather(job)
            case .erase(let wearer): attempt { try store.erase(wearer) }
            case .wake(let time):
                loop.cancel(timer)
                timer = time < .never ? loop.schedule(self, 0, at: max(time, loop.now), as: .deadline) : .none
            }
        }
    }

    private func read(_ party: ThirdPartyID, _ wearer: WearerID, _ from: CityTime, _ to: CityTime) {
        let batches = attempt { try store.batches(of: wearer, from: from, to: to) } ?? []
        log.note(.dataRead(party: party, wearer: wearer, from: from, to: to, batches: Int32(batches.count)))
        clients?.tell(party, .batches(wearer, batches.map { DeliveredBatch($0) }))
    }

    private func gather(_ job: GroupJob) {
        var tally = GroupTally(job, least: rules.parameters.smallestGroup)
        for wearer in job.members {
            tally.add(attempt { try store.batches(of: wearer, from: job.start, to: job.end) } ?? [])
        }
        carryOut(rules.answer(job, tally.parts))
    }

    /// Notes that the store could not be opened, so that another one is used.
    public func note(storeFailure error: any Error) { storeFailure = storeFailure ?? error }

    /// Keeps the first failure: the service goes on without what could not be stored.
    @discardableResult
    private func attempt<Result>(_ work: () throws -> Result) -> Result? {
        do {
            return try work()
        } catch {
            storeFailure = storeFailure ?? error
            return nil
        }
    }
}

/// On the loop: the health monitor calls these in its own turns.
extension DataBroker: BatchReceiver {
    /// Somebody registered.
    nonisolated public func registered(_ wearer: WearerID, _ data: PersonalData) { onLoop { $0.known(wearer, data) } }
    /// Personal data changed.
    nonisolated public func changed(_ wearer: WearerID, _ data: PersonalData) { onLoop { $0.known(wearer, data) } }
    /// The account is gone.
    nonisolated public func left(_ wearer: WearerID) { onLoop { $0.forget(wearer) } }
    /// A sound batch was received.
    nonisolated public func take(_ batch: HealthBatch) { onLoop { $0.receive(batch) } }
    /// So far workers have come.
    nonisolated public func handled(until time: CityTime) { onLoop { $0.goOn(until: time) } }
    /// The service is down from now on, or works again.
    nonisolated public func service(isUp: Bool) { onLoop { $0.work(isUp) } }
}
