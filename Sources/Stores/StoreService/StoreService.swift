// SPDX-License-Identifier: GPL-3.0-or-later

public import CityLoop
public import CityModel
public import EventLog
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
    public private(set) var rules: StoreRules
    /// The first failure of a shelf after something was confirmed, for the operator; nil while all went well.
    public private(set) var shelfFailure: (any Error)?

    nonisolated let hold: TimerHold
    private let shelves: StoreShelves
    private let log: EventChannel<StoreEvent>
    private let inputs: InputLog?
    private weak var clients: (any StoreClients)?
    private var codes: any CodeSource
    /// The timer of each store, by its number.
    private var timers = OpenTable(blank: TimerHandle.none)
    private var unsaved = Unsaved()
    /// Nil while nobody may ask for the own visits.
    private var visits: VisitHistory?
    private var isClosed = false

    /// Opens the service without stores; what the shelves hold is taken over by `restore`.
    ///
    /// `managers` may add stores (ACCOUNT-MANAGER-02). `inputs` takes every message, for a replay. `hold` keeps the timers
    /// through outages; it is shared with the other services of a server.
    public init(
        loop: CityLoop, log: EventLog, parameters: StoreParameters = StoreParameters(), managers: [StaffID] = [],
        codes: any CodeSource, shelves: StoreShelves = StoreShelves(), inputs: InputLog? = nil,
        hold: TimerHold = TimerHold()
    ) {
        self.loop = loop
        self.log = log.channel(StoreEvent.self)
        self.codes = codes
        self.shelves = shelves
        self.inputs = inputs
        self.hold = hold
        rules = StoreRules(parameters, managers: managers)
    }

    /// Connects whom the service tells; kept weakly.
    public func connect(_ clients: any StoreClients) { self.clients = clients }

    // MARK: What happens

    /// Adds a store of a scenario, or of an operator.
    public func add(_ form: StoreForm, employees: [StaffID] = [], managers: [StaffID] = []) {
        carryOut(rules.add(form, employees: employees, managers: managers, at: loop.now))
    }

    /// Takes a message.
    public func take(_ message: StoreMessage) {
        take(CodedMessage(message, message.needsCode ? codes.next() : nil))
    }

    /// Takes a message with the code drawn for it, as from an input log.
    public func take(_ input: CodedMessage) {
        guard !isClosed else { return }
        inputs?.add(InputRecord(time: loop.now, after: log.log.replayedCount, message: input))
        if case .outage(let step) = input.message { return take(step) }
        carryOut(rules.take(input.message, code: input.code ?? EntryCode(high: 0, low: 0), at: loop.now))
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
        carryOut(rules.due(store, at: loop.now))
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
        for number in timers.openNumbers {
            if let timer = timers.close(number) { loop.cancel(timer) }
        }
    }

    // MARK: Carrying out

    /// First everything is written, then facts are noted and people told: who was told that something is so finds it so
    /// after a crash too (AVAIL-07).
    private func carryOut(_ directives: [StoreDirective]) {
        let (directives, refused) = shelves.isKept ? write(directives) : (directives[...], nil)
        for directive in directives {
            switch directive {
            case .note(let event): log.note(event)
            case .tell(let shopper, let notice): clients?.tell(shopper, notice)
            case .answer(let store, let answer): clients?.answer(store, answer)
            case .show(let store, let pass, let line): clients?.show(store, pass, line)
            case .reply(let staff, let answer): clients?.reply(staff, answer)
            case .wake(let store, let time): wake(store, at: time)
            case .store, .save, .erase, .saveStore, .eraseStore, .saveShopper, .eraseShopper: break
            }
        }
        if let refused { carryOut(rules.notStored(refused.pass, of: refused.store, at: loop.now)) }
    }

    /// Writes what the directives ask for: those to go on with, and the pass that could not be written, whose directives are
    /// left out with all that follow.
    private func write(
        _ directives: [StoreDirective]
    ) -> (ArraySlice<StoreDirective>, refused: (pass: PassID, store: StoreID)?) {
        defer { save() }
        for (index, directive) in directives.enumerated() {
            guard case .store(let store, let pass) = directive, let record = rules[store]?.record(of: pass) else {
                collect(directive)
                continue
            }
            do {
                try shelves.passes.save(record)
            } catch {
                return (directives.prefix(index), (pass, store))
            }
        }
        return (directives[...], nil)
    }

    private func collect(_ directive: StoreDirective) {
        switch directive {
        case .save(let store, let pass): unsaved.passes[pass] = store
        case .erase(let pass): unsaved.ended.append(pass)
        case .saveStore(let store): unsaved.stores.append(store)
        case .eraseStore(let store): unsaved.goneStores.append(store)
        case .saveShopper(let shopper): unsaved.shoppers.append(shopper)
        case .eraseShopper(let shopper): unsaved.goneShoppers.append(shopper)
        case .note(let event): if let visit = visits?.take(event, at: loop.now) { unsaved.visits.append(visit) }
        case .store, .tell, .answer, .show, .reply, .wake: break
        }
    }

    /// Writes what changed in this call, each thing once and as it is now.
    private func save() {
        guard unsaved != Unsaved() else { return }
        let changed = unsaved
        unsaved = Unsaved()
        for store in Set(changed.stores).sorted() {
            if let floor = rules[store] { keepFailure { try shelves.stores.save(floor.record) } }
        }
        for (pass, store) in changed.passes.sorted(by: { $0.key < $1.key }) {
            if let record = rules[store]?.record(of: pass) { keepFailure { try shelves.passes.save(record) } }
        }
        for shopper in Set(changed.shoppers).sorted() {
            keepFailure { try shelves.shoppers.save(rules.record(of: shopper)) }
        }
        for visit in changed.visits { keepFailure { try shelves.visits.save(visit) } }
        for pass in changed.ended { keepFailure { try shelves.passes.remove(pass) } }
        for store in changed.goneStores { keepFailure { try shelves.stores.remove(store) } }
        for shopper in changed.goneShoppers { keepFailure { try shelves.shoppers.remove(shopper) } }
        let forgotten = changed.goneShoppers.flatMap { visits?.forget($0) ?? [] } + (visits?.takeOld() ?? [])
        for visit in forgotten { keepFailure { try shelves.visits.remove(visit) } }
    }

    private func keepFailure(_ body: () throws -> Void) {
        do {
            try body()
        } catch {
            shelfFailure = shelfFailure ?? error
        }
    }
}

/// What changed and is not written yet.
private struct Unsaved: Equatable {
    var stores: [StoreID] = []
    var passes: [PassID: StoreID] = [:]
    var shoppers: [ShopperID] = []
    var visits: [VisitRecord] = []
    var ended: [PassID] = []
    var goneStores: [StoreID] = []
    var goneShoppers: [ShopperID] = []
}
