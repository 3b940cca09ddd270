// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel
public import StoreRules

/// What the service keeps over a restart: stores, passes that are still good, favourites and wishes, and the visits of those
/// who have an account.
public struct StoreShelves: Sendable {
    /// The stores with their settings.
    public let stores: any RecordStore<StoreRecord>
    /// Tickets, bookings and visits that have not ended.
    public let passes: any RecordStore<Pass>
    /// What shoppers marked and want to be told of.
    public let shoppers: any RecordStore<ShopperRecord>
    /// When shoppers were where; for their owners only (SEC-07).
    public let visits: any RecordStore<VisitRecord>
    /// Whether anything is kept.
    private(set) var isKept = true

    /// Keeps nothing: for a simulation, whose service is never started again.
    public static var none: StoreShelves {
        var shelves = StoreShelves()
        shelves.isKept = false
        return shelves
    }

    /// Takes the stores of records; those in memory for simulations.
    public init(
        stores: any RecordStore<StoreRecord> = RecordMemory<StoreRecord>(),
        passes: any RecordStore<Pass> = RecordMemory<Pass>(),
        shoppers: any RecordStore<ShopperRecord> = RecordMemory<ShopperRecord>(),
        visits: any RecordStore<VisitRecord> = RecordMemory<VisitRecord>()
    ) {
        self.stores = stores
        self.passes = passes
        self.shoppers = shoppers
        self.visits = visits
    }
}
