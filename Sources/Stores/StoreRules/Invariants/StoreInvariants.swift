// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// A rule that the events of a log do not keep.
public struct StoreViolation: Hashable, Sendable {
    /// The entry of the catalogue, such as "INV-StoreTwoHours".
    public let rule: String
    /// Where.
    public let store: StoreID
    /// Whose ticket or booking, if it is about one.
    public let pass: PassID?
    /// When it was seen.
    public let time: CityTime
}

/// What must hold of the events of all stores, whatever has noted them.
///
/// Takes one event after the other, and shares no code with the rules. An event costs constant time but for tickets that are
/// not ready, bookings of the same hours and parameters of a manager.
public struct StoreInvariants: Sendable {
    /// The shortest visit (INV-StoreTicketDuration).
    public let leastVisit: TimeSpan
    var sites: [StoreID: SeenStore] = [:]
    var passes = OpenTable(blank: SeenPass())
    var pending: [ShopperID: PassID] = [:]
    /// The freed slots that wishes may be told of now, and those told of each (STORE-ALERT).
    var freed: [(store: StoreID, slot: CityTime, reported: [WishID])] = []
    private var freedAt = CityTime.epoch
    private var found: [StoreViolation] = []
    private var now = CityTime.epoch

    /// Nothing has happened.
    public init(leastVisit: TimeSpan = .minutes(1)) { self.leastVisit = leastVisit }

    /// Takes the next event; returns what it breaks.
    public mutating func take(_ event: StoreEvent, at now: CityTime) -> [StoreViolation] {
        self.now = now
        look(at: event)
        defer { found = [] }
        return found
    }

    mutating func check(_ holds: Bool, _ rule: String, _ store: StoreID, _ pass: PassID? = nil) {
        if !holds { found.append(StoreViolation(rule: rule, store: store, pass: pass, time: now)) }
    }

    /// Changes what is known of a store; one that was not added is a violation.
    mutating func at(_ store: StoreID, _ body: (inout SeenStore) -> Void) {
        check(sites[store] != nil, "STORE-ADD", store)
        body(&sites[store, default: SeenStore(limit: 0, quotas: ClassCounts(), holding: .zero, window: .zero)])
    }

    private mutating func look(at event: StoreEvent) {
        switch event {
        case .storeAdded(let store, _, _, let limit, let normal, let priority, let booking, let holding, let window):
            sites[store] = SeenStore(
                limit: limit, quotas: ClassCounts(normal: normal, priority: priority, booking: booking),
                holding: holding, window: window)
            check(limit > 0 && normal + priority + booking == limit, "STORE-R15", store)
        case .storeRemoved(let store, _, let inside):
            at(store) { $0.isOpen = false }
            countIs(inside, store)
        case .doorChanged(let store, let state, let inside):
            at(store) { $0.isOpen = state == .open }
            countIs(inside, store)
        case .limitChanged(let store, let limit): at(store) { $0.limit = limit }
        case .quotasChanged(let store, let normal, let priority, let booking):
            at(store) { $0.quotas = ClassCounts(normal: normal, priority: priority, booking: booking) }
            check(normal + priority + booking == sites[store]?.limit, "STORE-R15", store)
        case .parameterChanged(let store, _, let name, let time):
            if let time, name == .holding { at(store) { $0.holding = time } }
            if let time, name == .admissionWindow { at(store) { $0.window = time } }
        case .statsViewed(let store, _, let inside, _, _): countIs(inside, store)
        case .ticketIssued(let store, let pass, let shopper, let queue, _, _, let ready, _):
            issued(store, pass, shopper, queue, ready: ready, at: now)
        case .ticketCalled(let store, let pass, let place): called(store, pass, place, at: now)
        case .queueLeft(let store, let pass), .ticketRemoved(let store, let pass, _): ticketEnded(store, pass)
        case .estimateUpdated(let store, let pass, _, _):
            // Nobody can be told at a totem.
            check(passes.value(of: pass.number)?.shopper != nil, "STORE-TOTEM", store, pass)
        case .delayNotified(let store, let pass, let shopper, _):
            check(passes.value(of: pass.number)?.shopper == shopper, "STORE-TOTEM", store, pass)
        case .bookingMade(let store, let pass, let shopper, _, let slot, let end):
            booked(store, pass, shopper, slot, end: end, at: now)
        case .bookingCancelled(let store, let pass, let cause, let visit):
            if cause == .delay { blame(visit, for: pass, store) }
            bookingEnded(store, pass)
        case .bookingLapsed(let store, let pass): lapsed(store, pass, at: now)
        case .postponeProposed(let store, let pass, _, let time, let visit):
            blame(visit, for: pass, store)
            let seen = passes.value(of: pass.number)
            check(seen.map { $0.time <= now && $0.time < time } ?? false, "STORE-R12", store, pass)
            change(pass) { $0.isAsked = true }
        case .proposalLapsed(let store, let pass):
            check(passes.value(of: pass.number)?.isAsked ?? false, "STORE-R12", store, pass)
            change(pass) { $0.isAsked = false }
        case .bookingPostponed(let store, let pass, let time, _):
            check(passes.value(of: pass.number)?.phase == .booked, "STORE-R12", store, pass)
            change(pass) { ($0.time, $0.isAsked, $0.hasScanned) = (time, false, false) }
        case .entryDelayed(let store, let pass):
            checkWindow(store, pass, at: now)
            change(pass) { $0.hasScanned = true }
        case .entryGranted(let store, let pass, _, let place, let number):
            entered(store, pass, place, number, at: now)
        case .visitEnded(let store, let pass, let number, let duration):
            left(store, pass, number, duration, at: now)
        case .slotFreed(let store, let slot):
            if freedAt != now { freed = [] }
            freedAt = now
            freed.removeAll { $0.store == store && $0.slot == slot }
            freed.append((store, slot, []))
        case .alertSent(_, let wish, let store, let slot):
            let index = freedAt == now ? freed.firstIndex { $0.store == store && $0.slot == slot } : nil
            check(index.map { !freed[$0].reported.contains(wish) } ?? false, "STORE-ALERT", store)
            if let index { freed[index].reported.append(wish) }
        case .storeRefused, .slotsChanged, .staffRefused, .maintenanceScheduled, .storesListed, .storeSelected,
            .estimateShown, .alternativesProposed, .favouriteChanged, .wishStored, .wishRemoved, .wishRefused,
            .duplicateIgnored, .joinRefused, .leaveAdvised, .bookingRefused, .entryRefused, .exitRefused,
            .totemWoken, .ticketPrinted, .monitorShown:
            break
        }
    }

    private mutating func countIs(_ inside: Int32, _ store: StoreID) {
        check(sites[store]?.inside.sum == inside, "STORE-ASSUME-COUNT", store)
    }
}
