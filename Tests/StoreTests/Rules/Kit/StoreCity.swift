// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import StoreRules
import Testing

/// An instant of a day that is counted from 1970-01-01, a Thursday.
func clock(_ hour: Int, _ minute: Int = 0, _ second: Int = 0, day: Int = 0) -> CityTime {
    .seconds(((day * 24 + hour) * 60 + minute) * 60 + second)
}

/// Stores with their clock: tells the rules what happens, fires the timer of each store after the arrivals of its instant, and
/// checks all distributions after each call.
struct StoreCity {
    var rules: StoreRules
    private(set) var now = CityTime.epoch
    private(set) var notes: [(time: CityTime, event: StoreEvent)] = []
    private(set) var reported: [(shopper: ShopperID, notice: StoreNotice)] = []
    private(set) var shown: [(pass: PassID, line: MonitorLine)] = []
    private(set) var answers: [GateAnswer] = []
    private(set) var replies: [StaffAnswer] = []
    /// What the maps were asked.
    private(set) var asked: [AddressQuery] = []
    /// The codes of all passes, as their receipts say.
    private(set) var codes: [PassID: EntryCode] = [:]
    private(set) var violations: [StoreViolation] = []
    /// What a store of records would hold.
    private(set) var shelf = Shelf()
    private var audit: StoreInvariants
    private var wakes: [StoreID: CityTime] = [:]
    private var drawn: UInt64 = 0
    /// The store of records takes no new pass while this is on.
    var losesPasses = false
    /// Whether every call is followed by a check of the rules' state.
    var checks = true

    static let manager = StaffID(1)
    static let employee = StaffID(2)

    /// One store, open all day; the parameters and settings can be changed.
    init(
        _ settings: StoreSettings..., parameters: StoreParameters = StoreParameters(), at now: CityTime = clock(8)
    ) {
        rules = StoreRules(parameters, managers: [Self.manager])
        audit = StoreInvariants(leastVisit: parameters.leastVisit)
        self.now = now
        for (index, settings) in settings.enumerated() {
            add(settings, at: Place(metresEast: Double(index) * 600, north: 0))
        }
    }

    @discardableResult
    mutating func add(_ settings: StoreSettings, at place: Place) -> StoreID {
        let form = StoreForm(name: "store", place: place, settings: settings)
        carryOut(rules.add(form, employees: [Self.employee], managers: [Self.manager], at: now))
        return StoreID(rules.floors.count)
    }

    // MARK: Time

    /// Fires all that falls due before an instant, and goes on from there: what is told next arrives at it.
    mutating func at(_ time: CityTime) {
        fire { $0 < time }
        now = time
    }

    /// Fires what falls due until now, and until an instant.
    mutating func run(until time: CityTime? = nil) {
        let time = time ?? now
        fire { $0 <= time }
        now = time
    }

    /// Goes on without firing anything: the service is down.
    mutating func jump(to time: CityTime) { now = time }

    private mutating func fire(_ isWanted: (CityTime) -> Bool) {
        while let next = wakes.min(by: { ($0.value, $0.key) < ($1.value, $1.key) }), isWanted(next.value) {
            wakes[next.key] = nil
            now = max(now, next.value)
            carryOut(rules.due(next.key, at: now))
        }
    }

    // MARK: What happens

    mutating func take(_ message: StoreMessage) {
        drawn += message.needsCode ? 1 : 0
        carryOut(rules.take(message, code: EntryCode(high: 7, low: drawn), at: now))
    }

    /// With a code of the test's choice.
    mutating func take(_ message: StoreMessage, code: EntryCode) {
        carryOut(rules.take(message, code: code, at: now))
    }

    mutating func shopper(_ number: Int, _ message: ShopperMessage, request: Int32 = 0) {
        take(.shopper(ShopperID(number), request: request, message))
    }

    mutating func staff(_ message: StaffMessage, by staff: StaffID = Self.manager) { take(.staff(staff, message)) }

    mutating func edit(_ change: StoreChange, of store: Int = 1) { staff(.edit(StoreID(store), change)) }

    /// Joins by app; the number of the ticket, or of the last one when it is refused.
    @discardableResult
    mutating func join(_ shopper: Int, travel minutes: Int = 0, store: Int = 1) -> PassID {
        self.shopper(shopper, .join(store: StoreID(store), travel: .minutes(minutes)))
        return PassID(rules.lastPass)
    }

    @discardableResult
    mutating func totemTicket(store: Int = 1) -> PassID {
        take(.totem(StoreID(store), .takeTicket))
        return PassID(rules.lastPass)
    }

    @discardableResult
    mutating func priorityTicket(store: Int = 1) -> PassID {
        staff(.issuePriorityTicket(StoreID(store)), by: Self.employee)
        return PassID(rules.lastPass)
    }

    @discardableResult
    mutating func book(_ shopper: Int, _ slot: CityTime, store: Int = 1) -> PassID {
        self.shopper(shopper, .book(store: StoreID(store), slot: slot))
        return PassID(rules.lastPass)
    }

    mutating func scan(_ pass: PassID, store: Int = 1) {
        take(.totem(StoreID(store), .scanIn(codes[pass] ?? EntryCode(high: 0, low: 0))))
    }

    mutating func exit(_ pass: PassID, store: Int = 1) {
        take(.totem(StoreID(store), .scanOut(codes[pass] ?? EntryCode(high: 0, low: 0))))
    }

    /// So many people join at the totem and enter at once.
    mutating func fill(_ count: Int) -> [PassID] {
        (0..<count).map { _ in
            let pass = totemTicket()
            scan(pass)
            return pass
        }
    }

    /// The maps answer what they were asked last.
    mutating func answer(_ answer: AddressAnswer) {
        guard let query = asked.last else {
            Issue.record("the maps were not asked")
            return
        }
        take(.place(query, answer))
    }

    mutating func forget(_ shopper: Int) { carryOut(rules.take(.forget(ShopperID(shopper)), at: now)) }

    // MARK: Restarting

    /// The service goes down and comes up again with what its stores of records hold.
    mutating func restart() {
        let old = rules
        rules = StoreRules(old.parameters, managers: old.managers)
        wakes = [:]
        do {
            let copy = try shelf.written()
            let stores = StoredRecords(lastNumber: Int32(old.floors.count), open: copy.stores)
            let passes = StoredRecords(lastNumber: old.lastPass, open: copy.passes)
            carryOut(rules.restore(stores: stores, passes: passes, shoppers: copy.shoppers, at: now))
        } catch {
            Issue.record("the records cannot be read: \(error)")
        }
    }

    // MARK: Directives

    private mutating func carryOut(_ directives: [StoreDirective]) {
        var changed: [StoreDirective] = []
        for directive in directives {
            switch directive {
            case .store(let store, let pass):
                if losesPasses {
                    carryOut(rules.notStored(pass, of: store, at: now))
                    return
                }
                changed.append(directive)
            case .save, .saveStore, .saveShopper: changed.append(directive)
            case .erase(let pass): shelf.passes[pass] = nil
            case .eraseStore(let store): shelf.stores[store] = nil
            case .eraseShopper(let shopper): shelf.shoppers[shopper] = nil
            case .note(let event):
                notes.append((now, event))
                violations += audit.take(event, at: now)
            case .notify(let shopper, let notice):
                reported.append((shopper, notice))
                if case .queued(let receipt) = notice { codes[receipt.pass] = receipt.code }
                if case .booked(let receipt) = notice { codes[receipt.pass] = receipt.code }
            case .answer(_, let answer):
                answers.append(answer)
                switch answer {
                case .ticket(let receipt), .issued(let receipt): codes[receipt.pass] = receipt.code
                default: break
                }
            case .show(_, let pass, let line): shown.append((pass, line))
            case .reply(_, let answer): replies.append(answer)
            case .wake(let store, let time): wakes[store] = time
            case .lookUp(let query): asked.append(query)
            }
        }
        for directive in changed { shelf.take(directive, rules) }
        if checks { rules.checkInvariants() }
    }
}
