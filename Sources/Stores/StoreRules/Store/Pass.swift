// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// A ticket or a booking, and the visit that it becomes; as it is stored.
public struct Pass: StoredRecord {
    /// Where a pass stands.
    public enum Phase: UInt8, Codable, Sendable {
        /// A ticket in its queue.
        case waiting
        /// A ticket whose turn has come; it takes a place.
        case called
        /// A booking whose holder is not inside.
        case booked
        /// The holder is inside.
        case inside
    }

    /// A postponement that waits for the shopper's answer (DEC-STORE-POSTPONE).
    public struct Proposal: Hashable, Codable, Sendable {
        /// The new time.
        public let time: CityTime
        /// An answer is taken until then, included.
        public let until: CityTime
        /// Whose visit takes too long.
        public let visit: PassID
    }

    /// What a waiting ticket's holder was told.
    public struct Reported: Hashable, Codable, Sendable {
        /// The expected entry as first told.
        public var first: CityTime
        /// As last shown.
        public var shown: CityTime
        /// How many were ahead then.
        public var ahead: Int32
        /// As last notified.
        public var notified: CityTime
        /// Whether the holder was asked to leave.
        public var isAdvised: Bool
    }

    /// The word of the files.
    public static let table = "pass"

    /// The number.
    public let id: PassID
    /// The number.
    public var key: PassID { id }
    /// The store.
    public let store: StoreID
    /// What its code holds.
    public let code: EntryCode
    /// Whose it is; nil for a totem ticket.
    public let shopper: ShopperID?
    /// Where it was taken.
    public let channel: TicketChannel
    /// The queue of a ticket; nil for a booking.
    public let queue: TicketClass?
    /// The ready time of a ticket (DEC-STORE-GRACE), the slot first booked of a booking.
    public let start: CityTime
    /// Where it stands.
    public internal(set) var phase: Phase
    /// The booked time in force; that of a ticket is its ready time.
    public internal(set) var time: CityTime
    /// The delay last notified to the holder of a booking.
    public internal(set) var delay = TimeSpan.zero
    /// A proposal that is open.
    public internal(set) var proposal: Proposal?
    /// Of a ticket: what its holder was told; as of the last change that was saved.
    public internal(set) var reported: Reported?
    /// When it was called, or when the holder entered.
    public internal(set) var since = CityTime.epoch
    /// The class of the place that it takes.
    public internal(set) var place = PlaceClass.normal
    /// The numbered place inside.
    public internal(set) var number: Int32 = 0
    /// The number of the client's request that brought it; nil for one without a number (PERF-12).
    public let request: Int32?
    /// The holder's rank among the scans of the store, while waiting at the gate.
    public internal(set) var scan: Int64?

    init(
        _ id: PassID, _ store: StoreID, _ code: EntryCode, _ shopper: ShopperID?, _ channel: TicketChannel,
        _ queue: TicketClass?, start: CityTime, request: Int32? = nil
    ) {
        self.id = id
        self.store = store
        self.code = code
        self.shopper = shopper
        self.channel = channel
        self.queue = queue
        self.start = start
        self.request = request
        time = start
        phase = queue == nil ? .booked : .waiting
    }

    static let blank = Pass(
        PassID(0), StoreID(0), EntryCode(high: 0, low: 0), nil, .totem, nil, start: .epoch)

    /// Whether it has let nobody in yet (DEC-STORE-ONE-PENDING).
    var isPending: Bool { phase != .inside }

    /// What it says.
    var receipt: Receipt {
        Receipt(pass: id, store: store, code: code, time: reported?.shown ?? time, ahead: reported?.ahead)
    }

    /// Whether it is a ticket on a booking place (DEC-STORE-QUOTA).
    var isLent: Bool { queue != nil && place == .booking }
}

/// A store, as it is stored: what its managers set and what it has learned.
public struct StoreRecord: StoredRecord {
    /// The word of the files.
    public static let table = "store"

    /// The number.
    public let id: StoreID
    /// The number.
    public var key: StoreID { id }
    /// What people call it.
    public var name: String
    /// The chain that it belongs to; nil for one of its own.
    public var chain: String?
    /// Where it stands.
    public var place: Place
    /// Who may manage it (ACCOUNT-MANAGER-02).
    public var managers: [StaffID]
    /// Who works there and may issue priority tickets.
    public var employees: [StaffID]
    /// What the managers set.
    public internal(set) var settings: StoreSettings
    /// The quotas as last set by hand: a changed limit divides itself like them (DEC-STORE-QUOTA).
    var shares: ClassCounts
    /// The last visits.
    var visits = VisitTimes()
    /// The slots of bookings whose visits have ended: they hold a place for the rest of their time (DEC-STORE-2H).
    var spent: [CityTime] = []
    /// Whether it is removed, and kept for those inside only.
    public internal(set) var isRemoved = false

    /// A store as it is added.
    public init(
        id: StoreID, name: String, chain: String? = nil, place: Place, managers: [StaffID] = [],
        employees: [StaffID] = [], settings: StoreSettings
    ) {
        self.id = id
        self.name = name
        self.chain = chain
        self.place = place
        self.managers = managers
        self.employees = employees
        self.settings = settings
        shares = settings.quotas
    }
}
