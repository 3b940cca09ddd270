// SPDX-License-Identifier: GPL-3.0-or-later

public import CityGateway
public import CityModel
public import StoreRules

/// What a shopper's client asks of the stores. The token is one of `PhoneLoginService.login`.
public protocol ShopperService: Sendable {
    /// Stores near a place, the nearest first; why there are none, if so (STORE-R2, STORE-R3).
    func stores(
        _ token: Token, near place: Place, within radius: Distance, for purpose: ListPurpose, _ filter: SlotFilter?
    ) async throws(ShopperError) -> StoreList
    /// Stores near a typed address, for who has no position: distances are from the address (STORE-R2, STORE-R3). Refused as
    /// `unknownAddress` when the maps do not know it, and as `mapsFailed` when they do not answer within 5 s.
    func stores(
        _ token: Token, at address: String, within radius: Distance, for purpose: ListPurpose, _ filter: SlotFilter?
    ) async throws(ShopperError) -> StoreList
    /// Opens a store's page: how many queue, and how long it may take (STORE-R6).
    func page(_ token: Token, of store: StoreID, from path: SelectionPath) async throws(ShopperError) -> StorePage

    /// Joins a store's queue, stating the travel time in whole minutes (STORE-R4). A client that may send a request twice
    /// numbers its requests from 1; a repeated one gives the same receipt again, or `repeated` when nothing of it is left
    /// (PERF-12). With 0 every request is a new one.
    func join(_ token: Token, _ store: StoreID, travel: TimeSpan, request: Int32) async throws(TicketError) -> Receipt
    /// Leaves the queue, once that is confirmed (STORE-R9).
    func leaveQueue(_ token: Token, isConfirmed: Bool) async throws(ShopperError)

    /// The least crowded slot from one instant on and before another; nil when none is free (STORE-R7).
    func leastCrowdedSlot(
        _ token: Token, at store: StoreID, from: CityTime, to: CityTime
    ) async throws(ShopperError) -> CityTime?
    /// Books a slot (STORE-R7); `request` as in `join`.
    func book(_ token: Token, _ store: StoreID, at slot: CityTime, request: Int32) async throws(BookingError) -> Receipt
    /// The own ticket or booking with its code, for who has a new phone or has lost an answer; also of who is inside. Nil without
    /// one (STORE-LIVE, PERF-12).
    func ownPass(_ token: Token) async throws(ShopperError) -> Receipt?
    /// Cancels the own booking, once that is confirmed (STORE-R8).
    func cancelBooking(_ token: Token, isConfirmed: Bool) async throws(ShopperError)
    /// Answers a proposed postponement (STORE-R12).
    func answerPostponement(_ token: Token, accept: Bool) async throws(ShopperError)

    /// Marks a favourite, or takes the mark away; returns all of them (STORE-FAVOURITE).
    func setFavourite(_ token: Token, _ store: StoreID, isOn: Bool) async throws(ShopperError) -> [StoreID]
    /// Wants to be notified of free slots (STORE-ALERT).
    func addWish(_ token: Token, _ wish: SlotWish) async throws(ShopperError) -> WishID
    /// Does not any more.
    func removeWish(_ token: Token, _ wish: WishID) async throws(ShopperError)

    /// What the shopper is told beside answers, such as a call or a delay: the oldest that was not read, or the next one. All
    /// sessions of a shopper at one client read from the same. Other stores and times are proposed here when a wanted one is
    /// not available (STORE-ALTERNATIVE).
    func nextNotice(_ token: Token) async throws(AccessError) -> StoreNotice
}

/// Stores that were found.
public struct StoreList: Hashable, Sendable {
    /// The stores, the nearest first.
    public let rows: [StoreRow]
    /// Why there are none: a wish to try later (STORE-SELECT-EXC).
    public let empty: EmptyList?
}
