// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// What the service keeps of a shopper beside a ticket or booking; as it is stored.
public struct ShopperRecord: StoredRecord {
    /// A wish to be told (STORE-ALERT).
    public struct Wish: Hashable, Codable, Sendable {
        /// The number.
        public let id: WishID
        /// What is wished.
        public let wish: SlotWish
    }

    /// The word of the files.
    public static let table = "shopper"

    /// The number.
    public let id: ShopperID
    /// The number.
    public var key: ShopperID { id }
    /// The favourites, in the order in which they were marked (STORE-FAVOURITE).
    public internal(set) var favourites: [StoreID] = []
    /// The wishes, in the order in which they were left.
    public internal(set) var wishes: [Wish] = []
    /// The last request of the shopper's client that was carried out and brought no ticket or booking; nil for a client that
    /// does not number them (PERF-12).
    public internal(set) var request: Int32?
}

/// What is known of shoppers over all stores.
struct ShopperBook: Sendable {
    /// A shopper's only ticket or booking; to be asked of its store, which may have ended it meanwhile.
    struct Holding: Sendable {
        var store = StoreID(0)
        var pass = PassID(0)
    }

    private var holdings = OpenTable(blank: Holding())
    private var records = OpenTable(blank: ShopperRecord(id: ShopperID(0)))
    /// The last request of each shopper that was carried out (PERF-12).
    private var requests = OpenTable(blank: Int32(0))
    /// The shoppers with wishes for each store, by number.
    private var wishers: [StoreID: [ShopperID]] = [:]
    private(set) var lastWish: Int32 = 0

    /// A request was carried out before a restart.
    mutating func restore(_ request: Int32?, of shopper: ShopperID) {
        if let request, request > requests.value(of: shopper.number) ?? 0 { requests.open(shopper.number, request) }
    }

    /// Keeps a request's number, so that it is known after a restart too (PERF-12).
    mutating func keep(_ request: Int32, of shopper: ShopperID) {
        var record = record(of: shopper)
        record.request = request
        keep(record)
    }

    /// Whether a request is new; it counts as carried out from now on.
    mutating func isNew(_ request: Int32, of shopper: ShopperID) -> Bool {
        guard request > 0 else { return true }
        if let last = requests.value(of: shopper.number), request <= last { return false }
        requests.open(shopper.number, request)
        return true
    }

    func holding(of shopper: ShopperID) -> Holding? { holdings.value(of: shopper.number) }

    mutating func hold(_ pass: PassID, _ store: StoreID, by shopper: ShopperID) {
        holdings.open(shopper.number, Holding(store: store, pass: pass))
    }

    mutating func release(_ shopper: ShopperID) { holdings.close(shopper.number) }

    func record(of shopper: ShopperID) -> ShopperRecord {
        records.value(of: shopper.number) ?? ShopperRecord(id: shopper)
    }

    mutating func keep(_ record: ShopperRecord) {
        for store in self.record(of: record.id).wishes.flatMap(\.wish.stores) {
            wishers[store]?.removeAll { $0 == record.id }
        }
        records.open(record.id.number, record)
        for store in record.wishes.flatMap(\.wish.stores) {
            var shoppers = wishers[store, default: []]
            guard !shoppers.contains(record.id) else { continue }
            shoppers.insert(record.id, at: shoppers.firstIndex { $0 > record.id } ?? shoppers.count)
            wishers[store] = shoppers
        }
        lastWish = max(lastWish, record.wishes.map(\.id.number).max() ?? 0)
    }

    mutating func nextWish() -> WishID {
        lastWish += 1
        return WishID(lastWish)
    }

    /// Whether somebody wishes for slots of a store.
    func hasWishes(for store: StoreID) -> Bool { wishers[store]?.isEmpty == false }

    /// The wishes that a freed slot of a store fulfils, by shopper, then by age (STORE-ALERT).
    func wishes(for slot: CityTime, at store: StoreID) -> [(shopper: ShopperID, wish: WishID)] {
        (wishers[store] ?? []).flatMap { shopper in
            record(of: shopper).wishes
                .filter { $0.wish.stores.contains(store) && $0.wish.filter.admits(slot) }
                .map { (shopper, $0.id) }
        }
    }

    /// Nothing is kept of a shopper whose account is gone (DEC-ACCOUNT-DELETE).
    mutating func forget(_ shopper: ShopperID) {
        keep(ShopperRecord(id: shopper))
        records.close(shopper.number)
        requests.close(shopper.number)
        holdings.close(shopper.number)
    }
}
