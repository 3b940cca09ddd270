// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// What a ticket or booking says: on paper or in the app (STORE-R4, STORE-R5, STORE-R7).
public struct Receipt: Hashable, Sendable, Codable {
    /// The number, as the monitor shows it.
    public let pass: PassID
    /// The store.
    public let store: StoreID
    /// What the scannable code holds.
    public let code: EntryCode
    /// The expected entry, or the booked time.
    public let time: CityTime
    /// How many are ahead in the queue; nil for a booking.
    public let ahead: Int32?
    /// Of a ticket whose turn has come: until when its code opens the gate (STORE-CALL). For who missed the call.
    public internal(set) var calledUntil: CityTime?

    /// States all: for whoever reads what a service elsewhere says.
    package init(
        pass: PassID, store: StoreID, code: EntryCode, time: CityTime, ahead: Int32?, calledUntil: CityTime? = nil
    ) {
        (self.pass, self.store, self.code) = (pass, store, code)
        (self.time, self.ahead, self.calledUntil) = (time, ahead, calledUntil)
    }
}

/// A line of a list of stores (STORE-R2).
public struct StoreRow: Hashable, Sendable, Codable {
    /// The store.
    public let store: StoreID
    /// From the place that was asked for.
    public let distance: Distance
    /// Whether its queue can be joined now.
    public let isOpen: Bool

    /// States all: for whoever reads what a service elsewhere says.
    package init(store: StoreID, distance: Distance, isOpen: Bool) {
        (self.store, self.distance, self.isOpen) = (store, distance, isOpen)
    }
}

/// What a store's page shows before joining (STORE-R6).
public struct StorePage: Hashable, Sendable, Codable {
    /// The store.
    public let store: StoreID
    /// Whether its queue can be joined now.
    public let isOpen: Bool
    /// People queued.
    public let queued: Int32
    /// The estimated wait; nil without places.
    public let wait: TimeSpan?

    /// Makes a page.
    public init(store: StoreID, isOpen: Bool, queued: Int32, wait: TimeSpan?) {
        self.store = store
        self.isOpen = isOpen
        self.queued = queued
        self.wait = wait
    }
}

/// Another store or time (STORE-ALTERNATIVE).
public struct Alternative: Hashable, Sendable, Codable {
    /// Which store.
    public let store: StoreID
    /// A free slot there; nil for its queue.
    public let slot: CityTime?
    /// From the store that was wanted.
    public let distance: Distance

    /// States all: for whoever reads what a service elsewhere says.
    package init(store: StoreID, slot: CityTime?, distance: Distance) {
        (self.store, self.slot, self.distance) = (store, slot, distance)
    }
}

/// What the service tells a shopper's client.
public enum StoreNotice: Hashable, Sendable, Codable {
    /// Stores by distance; when there are none, why, and a wish to try later (STORE-SELECT-EXC).
    case stores([StoreRow], empty: EmptyList?)
    /// A store's page.
    case page(StorePage)
    /// Queued (STORE-R4).
    case queued(Receipt)
    /// Not queued.
    case joinRefused(StoreID, TicketRefusal)
    /// The own ticket or booking; nil for who has none (STORE-LIVE).
    case own(Receipt?)
    /// Booked (STORE-R7).
    case booked(Receipt)
    /// Not booked.
    case bookingRefused(StoreID, BookingRefusal)
    /// The least crowded slot, if any is free (STORE-R7).
    case slotProposed(StoreID, CityTime?)
    /// Other stores or times, best first (STORE-ALTERNATIVE).
    case alternatives([Alternative])
    /// The turn has come: scan until then (STORE-CALL).
    case called(PassID, until: CityTime)
    /// The live receipt (STORE-LIVE).
    case estimate(PassID, ahead: Int32, expected: CityTime)
    /// The expected entry has moved (STORE-R11).
    case delayed(PassID, TimeSpan)
    /// Please leave the queue; staying is allowed (DEC-STORE-MAJOR-DELAY).
    case leaveAdvised(PassID, TimeSpan)
    /// Out of the queue, by own wish.
    case left(PassID)
    /// Out of the queue (STORE-NOSHOW, STORE-CLOSING).
    case removed(PassID, TicketRemoval)
    /// Later, if you agree before the end (STORE-R12).
    case postponeProposed(PassID, to: CityTime, answerBy: CityTime)
    /// Later (STORE-R12).
    case postponed(PassID, to: CityTime)
    /// The proposal is void: come in (DEC-STORE-POSTPONE).
    case proposalLapsed(PassID)
    /// The booking is no more.
    case cancelled(PassID, CancelCause)
    /// Nobody came in the admission window (STORE-R14).
    case lapsed(PassID)
    /// In, on this place.
    case entered(PassID, number: Int32)
    /// Wait at the gate (STORE-R13).
    case entryDelayed(PassID)
    /// The scan let nobody in.
    case entryRefused(PassID, EntryRefusal)
    /// Out.
    case visitEnded(PassID)
    /// A slot is free (STORE-ALERT).
    case slotFreed(WishID, StoreID, CityTime)
    /// The favourites, in the order in which they were marked (STORE-FAVOURITE).
    case favourites([StoreID])
    /// The wish is kept.
    case wishStored(WishID)
    /// The wish is gone.
    case wishRemoved(WishID)
    /// Nothing was changed.
    case refused(ShopperRefusal)

    /// Whether the shopper did not ask for it: what a phone shows as a notification.
    public var isNews: Bool {
        switch self {
        case .alternatives, .called, .estimate, .delayed, .leaveAdvised, .removed, .postponeProposed, .postponed,
            .proposalLapsed, .lapsed, .entered, .entryDelayed, .entryRefused, .visitEnded, .slotFreed:
            true
        case .cancelled(_, let cause): cause != .user
        case .stores, .page, .queued, .joinRefused, .own, .booked, .bookingRefused, .slotProposed, .left, .favourites,
            .wishStored, .wishRemoved, .refused:
            false
        }
    }
}

/// What the totem and the gate are told.
public enum GateAnswer: Hashable, Sendable, Codable {
    /// Show this before a ticket is taken (STORE-R6).
    case page(StorePage)
    /// The ticket is no more (STORE-R9).
    case returned(PassID)
    /// The code is no ticket that can be given back.
    case returnRefused
    /// Print this ticket, for who asked for it here (STORE-TOTEM).
    case ticket(Receipt)
    /// No ticket.
    case joinRefused(TicketRefusal)
    /// Open for the holder.
    case opened(PassID)
    /// The holder waits.
    case delayed(PassID)
    /// Stay shut.
    case entryRefused(EntryRefusal)
    /// The holder is out.
    case exited(PassID)
    /// The exit is not recorded.
    case exitRefused(ExitRefusal)
    /// Print this ticket, which an employee issued: nobody asked for it here (STORE-PRIORITY).
    case issued(Receipt)
}

/// What the monitor shows of a ticket (STORE-CALL).
public enum MonitorLine: Hashable, Sendable, Codable {
    case called
    case leaveAdvised
    case removed(TicketRemoval)
}

/// What a manager or employee is told.
public enum StaffAnswer: Hashable, Sendable, Codable {
    /// The change applies.
    case changed(StoreID)
    /// The store exists (STORE-ADD).
    case added(StoreID)
    /// The store is gone from searches (STORE-REMOVE).
    case removed(StoreID)
    /// The numbers (STORE-R19 to -R21).
    case statistics(StoreStatistics)
    /// A priority ticket (STORE-PRIORITY).
    case ticket(Receipt)
    /// No priority ticket.
    case joinRefused(TicketRefusal)
    /// Maintenance can be done then (AVAIL-07).
    case maintenance(CityTime)
    /// Nothing was changed.
    case refused(StaffRefusal)
}
