// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// What the store rules tell their actor to do, in order.
public enum StoreDirective: Hashable, Sendable {
    /// Store a new pass of this store durably, as its `record(of:)` gives it. When that fails, leave out all that follows and
    /// call `notStored`.
    case store(StoreID, PassID)
    /// Store what changed of a pass, when the turn ends.
    case save(StoreID, PassID)
    /// Take an ended pass out of the store.
    case erase(PassID)
    /// Store what changed of a store, as `record(of:)` gives it when the turn ends.
    case saveStore(StoreID)
    /// Take a removed store out of the store of records.
    case eraseStore(StoreID)
    /// Store what changed of a shopper's favourites and wishes.
    case saveShopper(ShopperID)
    /// Take a shopper whose account is gone out of the store of records (DEC-ACCOUNT-DELETE).
    case eraseShopper(ShopperID)
    /// Note a fact in the event log.
    case note(StoreEvent)
    /// Tell a shopper's client.
    case notify(ShopperID, StoreNotice)
    /// Answer the totem or the gate of a store.
    case answer(StoreID, GateAnswer)
    /// Show a line on the store's monitor.
    case show(StoreID, PassID, MonitorLine)
    /// Answer a manager or employee.
    case reply(StaffID, StaffAnswer)
    /// Ask the maps where an address is, and hand their answer in as `StoreMessage.place`; the shopper is answered then.
    case lookUp(AddressQuery)
    /// Call `due` of this store at this time, after the arrivals and exits of that instant, instead of any time asked for
    /// before.
    case wake(StoreID, at: CityTime)
}
