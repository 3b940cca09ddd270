// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// The rules of the store service: all stores with their shoppers, staff and devices.
///
/// A value, told `at now:`, that returns directives. Whoever calls it draws a code for each message with `needsCode`, keeps one
/// timer for each store (`wake`, `due`), and tells arrivals and exits of an instant before `due` (DEC-CROSS-EVENTS).
public struct StoreRules: Sendable {
    /// The numbers that no manager sets.
    public let parameters: StoreParameters
    /// Who may add stores (ACCOUNT-MANAGER-02).
    public let managers: [StaffID]
    /// All stores, by number; a removed one stays for those inside.
    public internal(set) var floors: [StoreFloor] = []
    /// The last number given to a pass.
    public internal(set) var lastPass: Int32 = 0
    var map = StoreMap()
    /// No door is due to open before this time.
    private var nextDoor = CityTime.epoch
    var shoppers = ShopperBook()

    /// Rules without stores.
    public init(_ parameters: StoreParameters = StoreParameters(), managers: [StaffID] = []) {
        self.parameters = parameters
        self.managers = managers
    }

    /// A store, also a removed one.
    public subscript(store: StoreID) -> StoreFloor? { known(store).map { floors[$0] } }

    /// What the service keeps of a shopper.
    public func record(of shopper: ShopperID) -> ShopperRecord { shoppers.record(of: shopper) }

    /// The shopper's ticket or booking that has let nobody in yet (DEC-STORE-ONE-PENDING).
    public func pending(of shopper: ShopperID) -> Pass? {
        guard let (index, pass) = holding(of: shopper) else { return nil }
        return floors[index].record(of: pass)
    }

    // MARK: From outside

    /// None yet, with room for those of most calls: a list that grows from one is allocated three times.
    private static var directives: [StoreDirective] {
        var out: [StoreDirective] = []
        out.reserveCapacity(8)
        return out
    }

    /// Takes a message. `code` must be a fresh draw for one with `needsCode`.
    public mutating func take(
        _ message: StoreMessage, code: EntryCode = EntryCode(high: 0, low: 0), at now: CityTime
    ) -> [StoreDirective] {
        var out = Self.directives
        var fresh = FreshPass(id: PassID(lastPass + 1), code: code)
        openDoors(at: now, &out)
        switch message {
        case .shopper(let shopper, let request, let message):
            if shoppers.isNew(request, of: shopper) {
                fresh.request = request > 0 ? request : nil
                take(message, from: shopper, fresh, at: now, &out)
                if request > 0, message.isKeptWithShopper {
                    shoppers.keep(request, of: shopper)
                    out.append(.saveShopper(shopper))
                }
            } else {
                repeatAnswer(to: shopper, request, &out)
            }
        case .totem(let store, let message): take(message, at: store, fresh, at: now, &out)
        case .staff(let staff, let message):
            take(message, from: staff, fresh, at: now, &out)
            if message.movesDoors { nextDoor = .epoch }
        case .forget(let shopper): forget(shopper, at: now, &out)
        case .place(let query, let answer): take(answer, to: query, at: now, &out)
        case .outage: break
        }
        finish(&out)
        return out
    }

    /// Opens the doors whose hours begin at this instant: who arrives with it finds them open, though deadlines come after
    /// arrivals (DEC-CROSS-EVENTS).
    private mutating func openDoors(at now: CityTime, _ out: inout [StoreDirective]) {
        guard now >= nextDoor else { return }
        nextDoor = .never
        for index in floors.indices {
            guard let door = floors[index].doorAt else { continue }
            if door == now, floors[index].settings.hours.isOpen(at: now) {
                floors[index].turnDoor(at: now, &out)
                floors[index].askToBeWoken(at: now, &out)
            }
            // At a closing nothing is done here, and what comes at its instant looks again.
            nextDoor = min(nextDoor, floors[index].doorAt ?? .never)
        }
    }

    /// The time asked for with `wake` has come.
    public mutating func due(_ store: StoreID, at now: CityTime) -> [StoreDirective] {
        var out = Self.directives
        guard let index = known(store) else { return out }
        floors[index].due(at: now, &out)
        floors[index].askToBeWoken(at: now, &out)
        finish(&out)
        return out
    }

    /// Adds a store of the scenario, or a form that was found right.
    public mutating func add(
        _ form: StoreForm, by staff: StaffID? = nil, employees: [StaffID] = [], managers: [StaffID] = [],
        at now: CityTime
    ) -> [StoreDirective] {
        var out: [StoreDirective] = []
        nextDoor = .epoch
        _ = add(form, by: staff, employees, managers, at: now, &out)
        return out
    }

    /// What follows from what the stores have noted: the wishes that a freed slot fulfils (STORE-ALERT). Where one step frees
    /// several slots, a wish is told of the first that was noted of those that fit.
    func finish(_ out: inout [StoreDirective]) {
        var told: Set<WishID> = []
        for case .note(.slotFreed(let store, let slot)) in out {
            for (shopper, wish) in shoppers.wishes(for: slot, at: store) where told.insert(wish).inserted {
                out.append(.note(.alertSent(shopper: shopper, wish: wish, store: store, slot: slot)))
                out.append(.notify(shopper, .slotFreed(wish, store, slot)))
            }
        }
    }

    /// A request came again: nothing happens, and the receipt is sent again (PERF-12).
    private func repeatAnswer(to shopper: ShopperID, _ request: Int32, _ out: inout [StoreDirective]) {
        out.append(.note(.duplicateIgnored(shopper: shopper, request: request)))
        guard let pass = pending(of: shopper) else { return }
        let receipt = receipt(of: pass)
        out.append(.notify(shopper, pass.queue == nil ? .booked(receipt) : .queued(receipt)))
    }

    /// The shopper's own ticket or booking, also of who is inside, with what it says: the code opens the exit too (STORE-LIVE).
    public func own(of shopper: ShopperID) -> (pass: Pass, receipt: Receipt)? {
        let pass = shoppers.holding(of: shopper).flatMap { holding in
            known(holding.store).flatMap { floors[$0].record(of: holding.pass) }
        }
        return pass.map { ($0, receipt(of: $0)) }
    }

    func show(to shopper: ShopperID, _ out: inout [StoreDirective]) {
        out.append(.notify(shopper, .own(own(of: shopper)?.receipt)))
    }

    private func receipt(of pass: Pass) -> Receipt {
        var receipt = pass.receipt
        if pass.phase == .called, let index = known(pass.store) {
            receipt.calledUntil = pass.since + floors[index].settings.grace
        }
        return receipt
    }

    // MARK: Finding

    func known(_ store: StoreID) -> Int? {
        (1...max(1, floors.count)).contains(store.index) && !floors.isEmpty ? store.index - 1 : nil
    }

    /// The index of a store that is not removed.
    func index(of store: StoreID) -> Int? { known(store).flatMap { floors[$0].record.isRemoved ? nil : $0 } }

    func holding(of shopper: ShopperID) -> (index: Int, pass: PassID)? {
        guard let holding = shoppers.holding(of: shopper), let index = known(holding.store),
            floors[index].isPending(holding.pass)
        else { return nil }
        return (index, holding.pass)
    }

    // MARK: Refusing

    func refuseJoin(
        _ store: StoreID, _ shopper: ShopperID?, _ channel: TicketChannel, _ reason: TicketRefusal,
        _ out: inout [StoreDirective]
    ) {
        out.append(.note(.joinRefused(store: store, shopper: shopper, channel: channel, reason: reason)))
        if let shopper {
            out.append(.notify(shopper, .joinRefused(store, reason)))
        } else {
            out.append(.answer(store, .joinRefused(reason)))
        }
    }

    func refuseBooking(
        _ store: StoreID, _ shopper: ShopperID, _ slot: CityTime, _ reason: BookingRefusal,
        _ out: inout [StoreDirective]
    ) {
        out.append(.note(.bookingRefused(store: store, shopper: shopper, slot: slot, reason: reason)))
        out.append(.notify(shopper, .bookingRefused(store, reason)))
    }

    /// Checks what must hold after every call; traps with the reason. For tests and sweeps.
    public func checkInvariants() {
        var holders: Set<ShopperID> = []
        for floor in floors {
            floor.checkInvariants()
            for pass in floor.openPasses.compactMap({ floor.record(of: $0) }) {
                guard let shopper = pass.shopper, pass.phase != .inside else { continue }
                precondition(holders.insert(shopper).inserted, "shopper \(shopper) has two pending passes")
                precondition(pending(of: shopper)?.id == pass.id, "shopper \(shopper) is not known to hold \(pass.id)")
            }
        }
    }
}
