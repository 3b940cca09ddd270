// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

extension Tag {
    /// A store with its queue, slots, quotas and gate.
    public enum Store {}
    /// A registered person in the role of shopper.
    public enum Shopper {}
    /// A ticket or a booking: what lets one person in once.
    public enum Pass {}
    /// A wish to be told of a free slot (STORE-ALERT).
    public enum Wish {}
    /// A manager or an employee of stores (ACCOUNT-MANAGER-02).
    public enum Staff {}
}

/// The number of a store. The service counts from 1 in the order in which stores were added.
public typealias StoreID = ID<Tag.Store>
/// The number of a shopper. Totem tickets belong to none (DEC-STORE-ONE-PENDING).
public typealias ShopperID = ID<Tag.Shopper>
/// The number of a ticket or booking, over all stores. The visit that follows keeps it.
public typealias PassID = ID<Tag.Pass>
/// The number of a wish.
public typealias WishID = ID<Tag.Wish>
/// The number of a manager or employee.
public typealias StaffID = ID<Tag.Staff>

/// What stands in the scannable code of a pass (STORE-R10): 128 bits that nobody can guess.
///
/// Drawn by whoever calls the rules; they only compare it. Never noted in the event log, which names passes by number.
public struct EntryCode: Hashable, Codable, Sendable {
    /// The first 64 bits.
    public let high: UInt64
    /// The last 64 bits.
    public let low: UInt64

    /// Takes a drawn code.
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }
}
