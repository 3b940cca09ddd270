// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// What a store's own devices send: the totem and the code readers at gate and exit. They need no login (ACCOUNT-SMS-03).
public enum TotemMessage: Hashable, Sendable, Codable {
    /// Somebody stands before the totem, which shows how many queue and how long it may take (STORE-TOTEM, STORE-R6).
    case wake
    /// Somebody without a device joins the queue (STORE-R5).
    case takeTicket
    /// A ticket is given back by its code: its holder leaves the queue (STORE-R9).
    case returnTicket(EntryCode)
    /// A code is shown at the gate (STORE-R10).
    case scanIn(EntryCode)
    /// A code is shown at the exit, for instance at payment (STORE-EXIT).
    case scanOut(EntryCode)

    /// Whether the rules need a drawn code for it.
    public var needsCode: Bool { self == .takeTicket }
}

/// A message to the store service, by its sender: the only way in, for synthetic people and for live ones.
public enum StoreMessage: Hashable, Sendable, Codable {
    /// From a shopper's client. `request` counts the client's requests from 1, so that a repeated one is known as such
    /// (PERF-12); 0 for a client that never repeats.
    case shopper(ShopperID, request: Int32, ShopperMessage)
    /// From the devices of a store.
    case totem(StoreID, TotemMessage)
    /// From a manager or employee.
    case staff(StaffID, StaffMessage)
    /// From the accounts: a shopper's account is gone, and nothing is kept of the person (DEC-ACCOUNT-DELETE).
    case forget(ShopperID)
    /// From the maps: where the address of a list is (STORE-R2). In the input log, so that a replay without maps does it again.
    case place(AddressQuery, AddressAnswer)
    /// From the server: what an outage does to the service's timers, so that a replay without a server does it again (AVAIL-02).
    case outage(OutageStep)

    /// Whether the rules need a drawn code for it.
    public var needsCode: Bool {
        switch self {
        case .shopper(_, _, let message): message.needsCode
        case .totem(_, let message): message.needsCode
        case .staff(_, let message): message.needsCode
        case .forget, .place, .outage: false
        }
    }
}

/// What the server tells its services of an outage.
public enum OutageStep: UInt8, Hashable, Sendable, Codable {
    /// It begins: timers that fall due are held.
    case begins
    /// It is over: timers fire again, but for those that were held.
    case ends
    /// The messages that waited are answered: the held timers fire.
    case settled
}

extension ServiceID {
    /// The store service.
    public static let stores = ServiceID("stores")
}

extension StoreMessage: ServedMessage {
    /// The store service.
    public static var service: ServiceID { .stores }

    /// What the gateway and the clients must know of the message.
    public var traits: MessageTraits {
        switch self {
        case .shopper(_, _, let message): message.traits
        case .totem(_, .wake): MessageTraits(.queueJoin, nil)
        case .totem(_, .returnTicket): MessageTraits(.passChange, .queueLeft)
        case .totem(_, .takeTicket): MessageTraits(.queueJoin, .queueJoined)
        case .totem(_, .scanIn), .totem(_, .scanOut): MessageTraits(.codeScan, .codeShown)
        case .staff(_, .issuePriorityTicket): MessageTraits(.queueJoin, .queueJoined)
        case .staff: MessageTraits(.storeManagement, .storeManaged, isForm: true)
        case .forget, .place, .outage: MessageTraits(.profile, nil)
        }
    }

    /// The session of the person whom the message speaks for; a store's devices need none (ACCOUNT-SMS-03).
    public var admission: Admission {
        switch self {
        case .shopper(let id, _, _): .role(.shopper(id))
        case .staff(let id, _): .role(.staff(id))
        case .totem: .anybody
        case .forget, .place, .outage: .nobody
        }
    }
}
