// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// What happens at stores (STORE-LOG), under the names of the catalogue. Codes never stand in it.
@frozen
public enum StoreEvent: Hashable, Sendable {
    // MARK: Stores

    /// A store exists from now on (STORE-ADD); `staff` is nil for one of the scenario. `holding` and `window` as in its settings.
    case storeAdded(
        store: StoreID, staff: StaffID?, place: Place, limit: Int32, normal: Int32, priority: Int32, booking: Int32,
        holding: TimeSpan, window: TimeSpan)
    /// A store was not added (STORE-ADD).
    case storeRefused(staff: StaffID, reason: StaffRefusal)
    /// A store is gone from searches; `inside` is how many people are still in it (STORE-REMOVE).
    case storeRemoved(store: StoreID, staff: StaffID, inside: Int32)
    /// The store opened or closed, or was open or closed when it was added or the service restarted.
    case doorChanged(store: StoreID, state: DoorState, inside: Int32)
    /// The most people inside from now on (STORE-R17); the quotas follow at once.
    case limitChanged(store: StoreID, limit: Int32)
    /// How the limit is divided from now on (STORE-R15).
    case quotasChanged(store: StoreID, normal: Int32, priority: Int32, booking: Int32)
    /// When slots start and how many bookings each takes from now on (STORE-R18).
    case slotsChanged(store: StoreID, every: TimeSpan, size: Int32)
    /// A manager changed a parameter (STORE-EDIT); a time in its place when it is one.
    case parameterChanged(store: StoreID, staff: StaffID, name: StoreParameter, time: TimeSpan?)
    /// A wish of a manager or employee was refused; nothing was changed (ACCOUNT-MANAGER-02).
    case staffRefused(store: StoreID, staff: StaffID, reason: StaffRefusal)
    /// A manager read the numbers (STORE-R19 to -R21).
    case statsViewed(store: StoreID, staff: StaffID, inside: Int32, queued: Int32, meanVisit: TimeSpan)
    /// Maintenance that was asked for happens then (AVAIL-07).
    case maintenanceScheduled(store: StoreID, staff: StaffID, time: CityTime)

    // MARK: Looking for a store

    /// A shopper got a list of stores (STORE-R2); why it is empty, if it is (STORE-SELECT-EXC).
    case storesListed(shopper: ShopperID, purpose: ListPurpose, count: Int32, empty: EmptyList?)
    /// A shopper opened a store's page (STORE-FAVOURITE).
    case storeSelected(shopper: ShopperID, store: StoreID, path: SelectionPath)
    /// A shopper saw how many queue and how long it may take (STORE-R6); no wait when there are no places.
    case estimateShown(shopper: ShopperID?, store: StoreID, queued: Int32, wait: TimeSpan?)
    /// Other stores or times were suggested (STORE-ALTERNATIVE).
    case alternativesProposed(shopper: ShopperID, store: StoreID, count: Int32)
    /// A shopper marked a favourite or took the mark away (STORE-FAVOURITE).
    case favouriteChanged(shopper: ShopperID, store: StoreID, isAdded: Bool)
    /// A shopper wants to be told of free slots (STORE-ALERT).
    case wishStored(shopper: ShopperID, wish: WishID)
    /// And does not any more.
    case wishRemoved(shopper: ShopperID, wish: WishID)
    /// A place of a slot is free for others (STORE-R8).
    case slotFreed(store: StoreID, slot: CityTime)
    /// The wish is told of it: once for each freed place (STORE-ALERT).
    case alertSent(shopper: ShopperID, wish: WishID, store: StoreID, slot: CityTime)
    /// A shopper's wish was refused; nothing was changed.
    case wishRefused(shopper: ShopperID, store: StoreID?, reason: ShopperRefusal)
    /// A request that was carried out before came again (PERF-12).
    case duplicateIgnored(shopper: ShopperID, request: Int32)

    // MARK: The queue

    /// Somebody is queued (STORE-R4, STORE-R5): how many are ahead, and when entry is expected.
    case ticketIssued(
        store: StoreID, pass: PassID, shopper: ShopperID?, queue: TicketClass, channel: TicketChannel, ahead: Int32,
        ready: CityTime, expected: CityTime)
    /// No ticket was issued.
    case joinRefused(store: StoreID, shopper: ShopperID?, channel: TicketChannel, reason: TicketRefusal)
    /// The ticket's turn has come, for a place of this class (STORE-CALL).
    case ticketCalled(store: StoreID, pass: PassID, place: PlaceClass)
    /// The holder gave up the position in the queue (STORE-R9).
    case queueLeft(store: StoreID, pass: PassID)
    /// The ticket left the queue without a visit.
    case ticketRemoved(store: StoreID, pass: PassID, reason: TicketRemoval)
    /// The live receipt shows another position or time (STORE-LIVE).
    case estimateUpdated(store: StoreID, pass: PassID, ahead: Int32, expected: CityTime)
    /// The holder of a ticket is asked to leave and may stay (DEC-STORE-MAJOR-DELAY).
    case leaveAdvised(store: StoreID, pass: PassID, delay: TimeSpan)
    /// An app user's expected entry has moved (STORE-R11); the delay counts from the first estimate or first slot.
    case delayNotified(store: StoreID, pass: PassID, shopper: ShopperID, delay: TimeSpan)

    // MARK: Bookings

    /// A visit is booked (STORE-R7); a place is held from `slot` to `end` (DEC-STORE-2H).
    case bookingMade(
        store: StoreID, pass: PassID, shopper: ShopperID, channel: TicketChannel, slot: CityTime, end: CityTime)
    /// No booking was made.
    case bookingRefused(store: StoreID, shopper: ShopperID, slot: CityTime, reason: BookingRefusal)
    /// A booking ended (DEC-STORE-CANCEL-KIND); for a delay with the visit that takes too long.
    case bookingCancelled(store: StoreID, pass: PassID, cause: CancelCause, visit: PassID?)
    /// Nobody came in the admission window (STORE-R14).
    case bookingLapsed(store: StoreID, pass: PassID)
    /// A postponement needs consent (STORE-R12): the delay from the first slot, the new time, and the visit that causes it.
    case postponeProposed(store: StoreID, pass: PassID, delay: TimeSpan, time: CityTime, visit: PassID)
    /// The proposal is void: a place is free (DEC-STORE-POSTPONE).
    case proposalLapsed(store: StoreID, pass: PassID)
    /// The booked time in force is another one.
    case bookingPostponed(store: StoreID, pass: PassID, time: CityTime, isConfirmed: Bool)

    // MARK: The gate

    /// The holder is in, on this numbered place (INV-StoreOnePersonPerPlace).
    case entryGranted(store: StoreID, pass: PassID, shopper: ShopperID?, place: PlaceClass, number: Int32)
    /// The holder waits at the gate: no place is free (STORE-R13).
    case entryDelayed(store: StoreID, pass: PassID)
    /// The scan let nobody in (STORE-R10).
    case entryRefused(store: StoreID, pass: PassID?, reason: EntryRefusal)
    /// The holder is out, and the place is free (STORE-EXIT).
    case visitEnded(store: StoreID, pass: PassID, number: Int32, duration: TimeSpan)
    /// The exit was not recorded.
    case exitRefused(store: StoreID, pass: PassID?, reason: ExitRefusal)

    // MARK: The totem

    /// Somebody stands before the totem (STORE-TOTEM).
    case totemWoken(store: StoreID)
    /// A ticket came out (STORE-TOTEM).
    case ticketPrinted(store: StoreID, pass: PassID)
    /// The monitor tells the holder of a totem ticket what an app would be told (STORE-REMOVE).
    case monitorShown(store: StoreID, pass: PassID)
}
