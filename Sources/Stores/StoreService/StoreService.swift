// SPDX-License-Identifier: GPL-3.0-or-later

public import CityLoop
public import CityModel
public import StoreRules

/// The store service: a thin shell around `StoreRules`.
///
/// Calls the rules once for each thing that happens, then carries out what they returned: notes facts, tells clients, keeps
/// one timer a store, and writes what must survive a restart. A new ticket or booking is on the shelf before anybody is told
/// of it (AVAIL-07). Serves simulated and live clients alike.
public final actor StoreService: HeldService, @preconcurrency DirectEntry {
    /// The city's loop.
    nonisolated public let loop: CityLoop
    /// The rules, with all stores.
    public internal(set) var rules: StoreRules
    /// The first failure of a shelf after something was confirmed, for the operator; nil while all went well.
    public internal(set) var shelfFailure: (any Error)?

    nonisolated let hold: TimerHold
    let shelves: StoreShelves
    let writer: RecordWriter
    /// What waits for a new ticket or booking that is being stored.
    var steps = WaitingSteps<StoreKey, StoreStep>()
    /// How many calls have handed something to the writer, and were not answered.
    var unwritten = 0
    /// The answer to the message that was served last.
    var held: HeldAnswer?
    private let log: EventChannel<StoreEvent>
    private let inputs: InputLog?
    private weak var clients: (any StoreClients)?
    /// Where typed addresses are looked up; nil where nothing is.
    private(set) var maps: (any AddressFinder)?
    /// Lists that wait for the maps.
    var lookups = AddressLookups()
    /// Whether messages come from an input log, where the answers of the maps are messages too.
    private(set) var isReplay = false
    private var codes: any CodeSource
    /// The timer of each store, by its number.
    private var timers = OpenTable(blank: TimerHandle.none)
    /// Nil while nobody may ask for the own visits.
    var visits: VisitHistory?
    private(set) var isClosed = false

    /// Opens the service without stores; what the shelves hold is taken over by `restore`.
    ///
    /// `managers` may add stores (ACCOUNT-MANAGER-02). `inputs` takes every message, for a replay. `hold` keeps the timers
    /// through outages; it is shared with the other services of a server. `writer` writes the shelves beside the loop; nil to write
    /// them in the message's turn.
    public init(
        loop: CityLoop, log: EventLog, parameters: StoreParameters = StoreParameters(), managers: [StaffID] = [],
        codes: any CodeSource, shelves: StoreShelves = StoreShelves(), inputs: InputLog? = nil,
        hold: TimerHold = TimerHold(), writer: RecordWriter? = nil
    ) {
        self.loop = loop
        self.writer = writer ?? RecordWriter(loop)
        self.log = log.channel(StoreEvent.self)
        self.codes = codes
        self.shelves = shelves
        self.inputs = inputs
        self.hold = hold
        rules = StoreRules(parameters, managers: managers)
    }

    /// Connects whom the service tells, kept weakly, and the maps; without maps no typed address is found.
    public func connect(_ clients: any StoreClients, maps: (any AddressFinder)? = nil) {
        (self.clients, self.maps) = (clients, maps)
    }

    // MARK: What happens

    /// Adds a store of a scenario, or of an operator.
    public func add(_ form: StoreForm, employees: [StaffID] = [], managers: [StaffID] = []) {
        carryOut(rules.add(form, employees: employees, managers: managers, at: loop.now))
    }

    /// Takes a message.
    public func take(_ message: StoreMessage) {
        take(coded(message), nil)
    }

    /// Takes a message of an input log, with the code drawn for it. The maps are asked nothing from then on.
    public func take(_ input: CodedMessage) {
        isReplay = true
        take(input, nil)
    }

    /// The same of one whose answer is held back.
    func take(_ input: CodedMessage, _ held: HeldAnswer?) {
        guard !isClosed else { return }
        let step = StoreStep.message(input, held)
        if admits(step) { take(step) }
    }

    /// Takes a step that need not wait.
    func take(_ step: StoreStep) {
        // Of before the rules change who holds what.
        let keys = shelves.isKept ? keys(of: step) : []
        switch step {
        case .due(let store): carryOut(rules.due(store, at: loop.now), about: keys)
        case .message(let input, let held):
            inputs?.add(InputRecord(time: loop.now, after: log.log.replayedCount, message: input))
            if case .outage(let step) = input.message {
                take(step)
                held?.give()
            } else {
                let code = input.code ?? EntryCode(high: 0, low: 0)
                carryOut(rules.take(input.message, code: code, at: loop.now), about: keys, held)
            }
        }
    }

    /// The code for a message, when the rules need one.
    func coded(_ message: StoreMessage) -> CodedMessage {
        CodedMessage(message, message.needsCode ? codes.next() : nil)
    }

    private func take(_ step: OutageStep) {
        switch step {
        case .begins: hold.begin()
        case .ends: hold.restart(at: loop.now)
        case .settled: hold.end()
        }
    }

    /// Keeps the visits of shoppers with accounts from now on, for as long as `memory` after each (SEC-07).
    ///
    /// - Throws: What the shelf of visits throws when it cannot be read.
    public func keepVisits(_ memory: TimeSpan = .hours(365 * 24)) throws {
        visits = VisitHistory(try shelves.visits.load().open, memory: memory)
    }

    /// The visits of a shopper, oldest first; none when they are not kept.
    public func visits(of shopper: ShopperID) -> [VisitRecord] { visits?[shopper] ?? [] }

    // MARK: Time

    /// The time planned for the store with this number has come.
    public func timerFired(_ tag: TimerTag) {
        let store = StoreID(Int32(truncatingIfNeeded: tag))
        if hold.isOn {
            hold.keep(tag, of: self)
            timers.open(store.number, .none)
            return
        }
        timers.close(store.number)
        if admits(.due(store)) { take(.due(store)) }
    }

    /// Plans a kept timer for now, unless the store has another one or none any more.
    nonisolated public func plansAgain(_ tag: TimerTag) -> Bool {
        onLoop { service in
            let store = Int32(truncatingIfNeeded: tag)
            guard service.timers.value(of: store) == TimerHandle.none else { return false }
            service.timers.open(store, service.loop.schedule(service, tag, at: service.loop.now, as: .deadline))
            return true
        }
    }

    private func wake(_ store: StoreID, at time: CityTime) {
        if let timer = timers.close(store.number) { loop.cancel(timer) }
        let tag = TimerTag(UInt32(bitPattern: store.number))
        timers.open(store.number, loop.schedule(self, tag, at: max(time, loop.now), as: .deadline))
    }

    // MARK: Restart

    /// Takes over what the shelves hold, after a restart of the service. Before the first message.
    ///
    /// - Throws: What a shelf throws when it cannot be read.
    public func restore() throws {
        let (stores, passes) = (try shelves.stores.load(), try shelves.passes.load())
        let shoppers = try shelves.shoppers.load().open
        carryOut(rules.restore(stores: stores, passes: passes, shoppers: shoppers, at: loop.now))
    }

    /// Ends the service: nothing is taken any more, and no timer fires.
    func close() {
        isClosed = true
        maps = nil
        lookups.clear(loop)
        steps.clear()
        for number in timers.openNumbers {
            if let timer = timers.close(number) { loop.cancel(timer) }
        }
    }

    // MARK: Carrying out

    /// Notes, notifies and plans what the directives say.
    ///
    /// The answer is given then, unless it waits for the maps.
    func show(_ directives: ArraySlice<StoreDirective>, _ answer: HeldAnswer? = nil) {
        var answer = answer
        defer { answer?.give() }
        for directive in directives {
            switch directive {
            case .note(let event): log.note(event)
            case .notify(let shopper, let notice): clients?.notify(shopper, notice)
            case .answer(let store, let answer): clients?.answer(store, answer)
            case .show(let store, let pass, let line): clients?.show(store, pass, line)
            case .reply(let staff, let answer): clients?.reply(staff, answer)
            case .wake(let store, let time): wake(store, at: time)
            case .lookUp(let query): lookUp(query, answer.take())
            case .store, .save, .erase, .saveStore, .eraseStore, .saveShopper, .eraseShopper: break
            }
        }
    }
}
