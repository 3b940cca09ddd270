// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// The queue that a ticket stands in (glossary: ticket).
public enum TicketClass: UInt8, EventWord {
    case walkIn, priority
}

/// The part of the limit that a place counts for (glossary: quota).
public enum PlaceClass: UInt8, EventWord {
    case normal, priority, booking
}

/// Where a ticket was taken (STORE-CLIENT).
public enum TicketChannel: UInt8, EventWord {
    case app, web, totem

    /// Whether the holder can be told of changes; a totem's users cannot (STORE-TOTEM).
    public var canBeNotified: Bool { self != .totem }
}

/// What a list of stores is wanted for (STORE-R2).
public enum ListPurpose: UInt8, EventWord {
    case queue, booking
}

/// Why a list of stores is empty (STORE-SELECT-EXC).
public enum EmptyList: UInt8, EventWord {
    /// No store in the area fits.
    case none
    /// There are stores, but none is open.
    case closed
}

/// How a shopper came to a store's page.
public enum SelectionPath: UInt8, EventWord {
    case list, favourite
}

/// Why a ticket left the queue without a visit, other than by its holder's wish.
public enum TicketRemoval: UInt8, EventWord {
    /// Called, and no scan within the grace time (STORE-NOSHOW).
    case noShow
    /// The visit would not end by closing (STORE-CLOSING).
    case closing
    /// The delay passed the limit (DEC-STORE-MAJOR-DELAY).
    case delay
    /// The store was removed (STORE-REMOVE).
    case storeClosed
}

/// Why a booking was cancelled (DEC-STORE-CANCEL-KIND). A lapse is an event of its own.
public enum CancelCause: UInt8, EventWord {
    case user
    /// An earlier visitor takes too long (INV-StoreNoUselessCancel).
    case delay
    /// STORE-REMOVE.
    case storeRemoved
    /// The booked time has come, and the store has no booking places any more; or it closes while the holder waits at the gate
    /// for one of fewer places.
    case limitLowered
}

/// A parameter that a manager may change (STORE-EDIT).
public enum StoreParameter: UInt8, EventWord {
    case limit, quotas, priorityQueue, openingHours, totemHours, slots, admissionWindow, grace, holding, delays
}

/// The state that a store's clock brings about.
public enum DoorState: UInt8, EventWord {
    case open, closed
}
