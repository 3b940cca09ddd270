// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

// What the store service adds to the open words: roles and types of message from 20 on, actions from 30 on.

extension RoleName {
    /// Who queues at stores and books visits.
    public static let shopper = RoleName(20, "shopper")
    /// A manager or an employee.
    public static let staff = RoleName(21, "staff")
    /// The devices of a store: totem, gate and exit.
    public static let totem = RoleName(22, "totem")
}

extension Role {
    /// A shopper.
    public static func shopper(_ id: ShopperID) -> Role { Role(.shopper, id.number) }
    /// A manager or an employee.
    public static func staff(_ id: StaffID) -> Role { Role(.staff, id.number) }
    /// The devices of a store.
    public static func totem(_ id: StoreID) -> Role { Role(.totem, id.number) }
}

extension MessageType {
    /// Lists of stores, their pages, and searches for a slot.
    public static let storeSearch = MessageType(20, "storeSearch", request: 1000, answer: 4000)
    /// Joining a queue, by app or at the totem.
    public static let queueJoin = MessageType(21, "queueJoin", request: 800, answer: 1000)
    /// Booking a slot.
    public static let slotBooking = MessageType(22, "slotBooking", request: 800, answer: 1000)
    /// Leaving a queue, cancelling a booking, answering a postponement.
    public static let passChange = MessageType(23, "passChange", request: 800, answer: 600)
    /// Favourites and wishes to be told of free slots.
    public static let storeWish = MessageType(24, "storeWish", request: 800, answer: 400)
    /// A code at a gate or an exit.
    public static let codeScan = MessageType(25, "codeScan", request: 800, answer: 400)
    /// What managers and employees change and read.
    public static let storeManagement = MessageType(26, "storeManagement", request: 1500, answer: 4000)

    /// The kinds of the store service.
    public static let ofStores: [MessageType] = [
        .storeSearch, .queueJoin, .slotBooking, .passChange, .storeWish, .codeScan, .storeManagement,
    ]
}

extension ClientActionKind {
    /// Looked for a store.
    public static let storesListed = ClientActionKind(30, "storesListed")
    /// Opened a store's page.
    public static let storeSelected = ClientActionKind(31, "storeSelected")
    /// Joined a queue.
    public static let queueJoined = ClientActionKind(32, "queueJoined")
    /// Left a queue.
    public static let queueLeft = ClientActionKind(33, "queueLeft")
    /// Looked for a slot.
    public static let slotSearched = ClientActionKind(34, "slotSearched")
    /// Booked a slot.
    public static let slotBooked = ClientActionKind(35, "slotBooked")
    /// Cancelled a booking.
    public static let bookingCancelled = ClientActionKind(36, "bookingCancelled")
    /// Answered a postponement.
    public static let postponementAnswered = ClientActionKind(37, "postponementAnswered")
    /// Changed a favourite or a wish.
    public static let wishChanged = ClientActionKind(38, "wishChanged")
    /// Showed a code.
    public static let codeShown = ClientActionKind(39, "codeShown")
    /// Changed or read a store's numbers.
    public static let storeManaged = ClientActionKind(40, "storeManaged")
}
