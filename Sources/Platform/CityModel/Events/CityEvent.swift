// SPDX-License-Identifier: GPL-3.0-or-later

/// A fact of the city. One case a service or module.
public enum CityEvent: Hashable, Sendable {
    /// A fact of the taxi service.
    case taxi(TaxiEvent)
    /// A fact of the reservation module.
    case reservation(ReservationEvent)
    /// A fact of the ride sharing module.
    case sharing(SharingEvent)
    /// A fact of the account service.
    case account(AccountEvent)
    /// A fact of the server's front door.
    case server(ServerEvent)
    /// A fact on the clients' side.
    case client(ClientEvent)

    /// Shows every field to a visitor, in the order of the declaration.
    @inlinable
    public func fields(_ visitor: inout some EventFieldVisitor) {
        switch self {
        case .taxi(let event): event.fields(&visitor)
        case .reservation(let event): event.fields(&visitor)
        case .sharing(let event): event.fields(&visitor)
        case .account(let event): event.fields(&visitor)
        case .server(let event): event.fields(&visitor)
        case .client(let event): event.fields(&visitor)
        }
    }

    /// The kind's number in the fingerprint and in stored logs; unique over all services.
    @inlinable public var code: UInt8 {
        switch self {
        case .taxi(let event): event.code
        case .reservation(let event): event.code
        case .sharing(let event): event.code
        case .account(let event): event.code
        case .server(let event): event.code
        case .client(let event): event.code
        }
    }

    /// The kind's name as it stands in logs and tables; unique over all services.
    public var name: String {
        switch self {
        case .taxi(let event): event.name
        case .reservation(let event): event.name
        case .sharing(let event): event.name
        case .account(let event): event.name
        case .server(let event): event.name
        case .client(let event): event.name
        }
    }

    /// Whether the taxi service or one of its modules noted it: what a replay of their messages gives again (SIM-06).
    public var isOfService: Bool {
        switch self {
        case .taxi, .reservation, .sharing: true
        case .account, .server, .client: false
        }
    }

    /// One event of each kind, for the published schema and for tests.
    public static let examples: [CityEvent] =
        TaxiEvent.examples.map { .taxi($0) } + ReservationEvent.examples.map { .reservation($0) }
        + SharingEvent.examples.map { .sharing($0) } + AccountEvent.examples.map { .account($0) }
        + ServerEvent.examples.map { .server($0) } + ClientEvent.examples.map { .client($0) }
}
