// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// What a shopper's client sends to the store service.
public enum ShopperMessage: Hashable, Sendable, Codable {
    /// Asks for stores near a place, such as the current position (STORE-R2, STORE-R3).
    case list(near: Place, radius: Distance, purpose: ListPurpose, filter: SlotFilter? = nil)
    /// Asks for stores near a typed address, where no position is available (STORE-R2, STORE-R3).
    case listAt(address: String, radius: Distance, purpose: ListPurpose, filter: SlotFilter? = nil)
    /// Opens a store's page (STORE-R6).
    case select(store: StoreID, path: SelectionPath = .list)
    /// Joins the queue, and states the travel time to the store (STORE-R4).
    case join(store: StoreID, channel: TicketChannel = .app, travel: TimeSpan)
    /// Leaves the queue (STORE-R9).
    case leaveQueue(isConfirmed: Bool)
    /// Asks for the least crowded slot in a range of time (STORE-R7).
    case findSlot(store: StoreID, from: CityTime, to: CityTime)
    /// Books a slot (STORE-R7).
    case book(store: StoreID, channel: TicketChannel = .app, slot: CityTime)
    /// Asks for the own ticket or booking with its code (STORE-LIVE, PERF-12).
    case showOwn
    /// Cancels the own booking (STORE-R8).
    case cancelBooking(isConfirmed: Bool)
    /// Answers a proposed postponement (STORE-R12).
    case answerPostponement(accept: Bool)
    /// Marks a favourite, or takes the mark away (STORE-FAVOURITE).
    case setFavourite(store: StoreID, isOn: Bool)
    /// Wants to be notified of free slots (STORE-ALERT).
    case addWish(SlotWish)
    /// Does not any more.
    case removeWish(WishID)

    /// Whether the rules need a drawn code for it.
    public var needsCode: Bool {
        switch self {
        case .join, .book: true
        case .list, .listAt, .select, .leaveQueue, .findSlot, .showOwn, .cancelBooking, .answerPostponement,
            .setFavourite,
            .addWish, .removeWish:
            false
        }
    }

    /// Whether the number of the request is kept with the shopper: that of a ticket or booking is kept with it, and what only
    /// asks changes nothing (PERF-12).
    var isKeptWithShopper: Bool {
        switch self {
        case .leaveQueue, .cancelBooking, .answerPostponement, .setFavourite, .addWish, .removeWish: true
        case .list, .listAt, .select, .join, .findSlot, .book, .showOwn: false
        }
    }

    /// What the gateway and the clients must know of the message.
    var traits: MessageTraits {
        switch self {
        case .list, .listAt: MessageTraits(.storeSearch, .storesListed, isSentAgain: false)
        case .select: MessageTraits(.storeSearch, .storeSelected, isSentAgain: false)
        case .showOwn: MessageTraits(.storeSearch, nil, isSentAgain: false)
        case .findSlot: MessageTraits(.storeSearch, .slotSearched, isSentAgain: false)
        case .join: MessageTraits(.queueJoin, .queueJoined)
        case .leaveQueue: MessageTraits(.passChange, .queueLeft)
        case .book: MessageTraits(.slotBooking, .slotBooked, isForm: true)
        case .cancelBooking: MessageTraits(.passChange, .bookingCancelled)
        case .answerPostponement: MessageTraits(.passChange, .postponementAnswered)
        case .setFavourite, .addWish, .removeWish: MessageTraits(.storeWish, .wishChanged)
        }
    }
}

/// A list that waits for the place of a typed address (STORE-R2).
public struct AddressQuery: Hashable, Codable, Sendable {
    /// Who asks.
    public let shopper: ShopperID
    /// As typed.
    public let address: String
    /// How far from the address stores are wanted.
    public let radius: Distance
    /// What the list is for.
    public let purpose: ListPurpose
    /// Which slots are wanted; nil for any.
    public let filter: SlotFilter?

    /// Takes what the shopper asks for.
    public init(
        shopper: ShopperID, address: String, radius: Distance, purpose: ListPurpose, filter: SlotFilter? = nil
    ) {
        self.shopper = shopper
        self.address = address
        self.radius = radius
        self.purpose = purpose
        self.filter = filter
    }

    /// A longer text is no address, in bytes of UTF-8: nobody can make the service send a book to the maps.
    static let longest = 200

    /// Whether the text may be an address.
    var isPlausible: Bool {
        address.utf8.count <= Self.longest && address.contains { $0.isLetter || $0.isNumber }
    }
}

/// When a slot should start: on some days of the week, at some time of the day (STORE-R3).
public struct SlotFilter: Hashable, Codable, Sendable {
    /// Days of the week, 0 for Monday to 6 for Sunday.
    public var weekdays: [Int]
    /// The earliest start, since midnight.
    public var from: TimeSpan
    /// The latest start, since midnight; included.
    public var to: TimeSpan

    /// Takes days and times.
    public init(weekdays: [Int], from: TimeSpan, to: TimeSpan) {
        self.weekdays = weekdays
        self.from = from
        self.to = to
    }

    /// Whether a slot is one of those wanted.
    func admits(_ slot: CityTime) -> Bool {
        weekdays.contains(slot.weekday) && (from...max(from, to)).contains(slot.sinceMidnight)
    }
}

/// What a shopper wants to be told of (STORE-ALERT).
public struct SlotWish: Hashable, Codable, Sendable {
    /// Any of these stores.
    public var stores: [StoreID]
    /// When the slot starts.
    public var filter: SlotFilter

    /// Takes stores and times.
    public init(stores: [StoreID], filter: SlotFilter) {
        self.stores = stores
        self.filter = filter
    }

    /// Whether no slot can ever fit.
    var isEmpty: Bool {
        stores.isEmpty || !filter.weekdays.contains { (0..<7).contains($0) } || filter.to < filter.from
    }
}
