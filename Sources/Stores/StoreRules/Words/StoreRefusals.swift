// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// Why no ticket was issued (STORE-R4, STORE-R5).
public enum TicketRefusal: UInt8, EventWord {
    case unknownStore
    /// The shopper is queued or holds a booking, here or elsewhere (DEC-STORE-ONE-PENDING).
    case alreadyPending
    case closed
    /// Outside the totem's hours (AVAIL-06).
    case totemOff
    /// The class has no places (DEC-STORE-ESTIMATE).
    case noQuota
    /// The estimated visit would not end by closing (STORE-CLOSING).
    case closing
    /// The stated travel time is negative, above the limit, or not in whole minutes (DEC-STORE-GRACE).
    case badTravelTime
    /// The priority queue is not open (STORE-PRIORITY).
    case priorityClosed
    /// A priority ticket needs an employee of this store (STORE-PRIORITY).
    case notStaffOfStore
    /// The code handed in belongs to another pass: draw again.
    case codeTaken
    /// The ticket could not be stored durably.
    case notStored
}

/// Why no booking was made (STORE-R7).
public enum BookingRefusal: UInt8, EventWord {
    case unknownStore
    /// DEC-STORE-ONE-PENDING.
    case alreadyPending
    /// The time lies before now.
    case past
    /// The time lies beyond the booking horizon.
    case tooFarAhead
    /// The store is closed then.
    case closed
    /// No slot starts then (STORE-R18).
    case notASlot
    /// The visit would not end by closing (STORE-CLOSING).
    case closing
    case slotFull
    /// Every booking place is held within 2 h (INV-StoreTwoHours).
    case noPlace
    /// The code handed in belongs to another pass: draw again.
    case codeTaken
    /// The booking could not be stored durably.
    case notStored
}

/// Why a scan did not let anybody in (STORE-R10, STORE-R14).
public enum EntryRefusal: UInt8, EventWord {
    case unknownCode
    /// The code has let somebody in before.
    case usedCode
    /// The ticket's turn has not come (STORE-CALL).
    case notCalled
    /// Before the booked time.
    case tooEarly
    /// After the admission window or the grace time.
    case tooLate
    /// The pass was given up, cancelled or removed.
    case cancelled
    /// The holder waits at the gate already.
    case alreadyScanned
    case closed
}

/// Why an exit was not recorded (STORE-EXIT).
public enum ExitRefusal: UInt8, EventWord {
    case unknownCode
    /// The holder is not inside, or not any more.
    case notInside
    /// Before the least visit has passed (INV-StoreTicketDuration).
    case tooSoon
}

/// Why another wish of a shopper was refused; nothing was changed.
public enum ShopperRefusal: UInt8, EventWord {
    case unknownStore
    /// A list is for shoppers without a pending ticket or booking (STORE-SELECT-EXC).
    case alreadyPending
    /// The wish was not confirmed (STORE-R8, STORE-R9).
    case notConfirmed
    /// The shopper is in no queue.
    case notQueued
    /// The shopper holds no booking.
    case noBooking
    /// No postponement is proposed, or not any more.
    case noProposal
    case notAFavourite
    /// More favourites than the service keeps.
    case tooManyFavourites
    /// A wish without stores, weekdays or time.
    case emptyWish
    /// More wishes than the service keeps.
    case tooManyWishes
    case unknownWish
    /// The maps do not know the typed address (STORE-R2).
    case unknownAddress
    /// The maps did not say where the typed address is (STORE-ASSUME-EXT).
    case mapsFailed
}

/// Why a wish of a manager or employee was refused; nothing was changed (STORE-EDIT, STORE-ADD).
public enum StaffRefusal: UInt8, EventWord {
    case unknownStore
    /// ACCOUNT-MANAGER-02.
    case notManagerOfStore
    /// Only managers add stores.
    case notManager
    case missingName
    case missingPosition
    case missingLimit
    /// The position is in no zone.
    case outsideZones
    case badLimit
    /// A quota is negative.
    case badQuota
    /// The quotas do not sum to the limit (STORE-R15).
    case quotaSum
    /// The class that gives or takes the difference is the one that is set.
    case sameClass
    /// Opening hours that end before they begin, or not on one day.
    case badHours
    /// Slots without size or with a spacing out of range.
    case badSlots
    /// Slots before the store opens or after it closes.
    case slotsOutsideHours
    /// A window, grace or holding time out of range.
    case badTime
    /// Limits of the delay that do not rise.
    case badDelays
}
