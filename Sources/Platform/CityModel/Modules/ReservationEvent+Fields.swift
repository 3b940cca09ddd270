// SPDX-License-Identifier: GPL-3.0-or-later

extension ReservationEvent {
    /// Shows every field to a visitor, in the order of the declaration.
    public func fields(_ visitor: inout some EventFieldVisitor) {
        switch self {
        case .reservationStored(let reservation, let passenger, let zone, let travelers, let pickUp, let shared):
            visitor.id("reservation", reservation)
            visitor.id("passenger", passenger)
            visitor.id("zone", zone)
            visitor.number("travelers", Int64(travelers))
            visitor.time("pickUpNs", pickUp)
            visitor.flag("shared", shared)
        case .reservationRejected(let passenger, let reason):
            visitor.id("passenger", passenger)
            visitor.word("reason", reason)
        case .fieldChosen(let passenger, let field, let source, let radius):
            visitor.id("passenger", passenger)
            visitor.word("field", field)
            visitor.word("source", source)
            visitor.distance("radiusMm", radius)
        case .reservationActivated(let reservation, let request, let passenger, let zone):
            visitor.id("reservation", reservation)
            visitor.id("request", request)
            visitor.id("passenger", passenger)
            visitor.id("zone", zone)
        case .reservationHeld(let reservation, let passenger):
            visitor.id("reservation", reservation)
            visitor.id("passenger", passenger)
        case .reservationDropped(let reservation, let passenger):
            visitor.id("reservation", reservation)
            visitor.id("passenger", passenger)
        case .reservationWaiting(let reservation, let request, let reason):
            visitor.id("reservation", reservation)
            visitor.id("request", request)
            visitor.word("reason", reason)
        case .reservationRetry(let reservation, let request, let count):
            visitor.id("reservation", reservation)
            visitor.id("request", request)
            visitor.number("count", Int64(count))
        case .reservationCancelled(let reservation, let passenger):
            visitor.id("reservation", reservation)
            visitor.id("passenger", passenger)
        case .cancelRefused(let reservation, let passenger, let reason):
            visitor.id("reservation", reservation)
            visitor.id("passenger", passenger)
            visitor.word("reason", reason)
        case .reservationsViewed(let passenger, let count, let cancellable):
            visitor.id("passenger", passenger)
            visitor.number("count", Int64(count))
            visitor.number("cancellable", Int64(cancellable))
        case .reserveButtonDisabled(let passenger):
            visitor.id("passenger", passenger)
        case .reservationUnserved(let reservation, let passenger):
            visitor.id("reservation", reservation)
            visitor.id("passenger", passenger)
        case .reservationEnded(let reservation, let outcome):
            visitor.id("reservation", reservation)
            visitor.word("outcome", outcome)
        }
    }

    /// The kind's number in the fingerprint and in stored logs. Never renumber; a removed kind's number stays unused.
    public var code: UInt8 {
        switch self {
        case .reservationStored: 101
        case .reservationRejected: 102
        case .fieldChosen: 103
        case .reservationActivated: 104
        case .reservationHeld: 105
        case .reservationDropped: 106
        case .reservationWaiting: 107
        case .reservationRetry: 108
        case .reservationCancelled: 109
        case .cancelRefused: 110
        case .reservationsViewed: 111
        case .reserveButtonDisabled: 112
        case .reservationUnserved: 113
        case .reservationEnded: 114
        }
    }

    /// The kind's name as it stands in logs and tables.
    public var name: String {
        switch self {
        case .reservationStored: "reservationStored"
        case .reservationRejected: "reservationRejected"
        case .fieldChosen: "fieldChosen"
        case .reservationActivated: "reservationActivated"
        case .reservationHeld: "reservationHeld"
        case .reservationDropped: "reservationDropped"
        case .reservationWaiting: "reservationWaiting"
        case .reservationRetry: "reservationRetry"
        case .reservationCancelled: "reservationCancelled"
        case .cancelRefused: "cancelRefused"
        case .reservationsViewed: "reservationsViewed"
        case .reserveButtonDisabled: "reserveButtonDisabled"
        case .reservationUnserved: "reservationUnserved"
        case .reservationEnded: "reservationEnded"
        }
    }

    /// One event of each kind, for the published schema and for tests.
    public static let examples: [ReservationEvent] = [
        .reservationStored(
            reservation: ReservationID(1), passenger: PassengerID(1), zone: ZoneID(1), travelers: 1, pickUp: .epoch,
            shared: true),
        .reservationRejected(passenger: PassengerID(1), reason: .leadTime),
        .fieldChosen(passenger: PassengerID(1), field: .origin, source: .gps, radius: .zero),
        .reservationActivated(
            reservation: ReservationID(1), request: RequestID(1), passenger: PassengerID(1), zone: ZoneID(1)),
        .reservationHeld(reservation: ReservationID(1), passenger: PassengerID(1)),
        .reservationDropped(reservation: ReservationID(1), passenger: PassengerID(1)),
        .reservationWaiting(reservation: ReservationID(1), request: RequestID(1), reason: .noDriver),
        .reservationRetry(reservation: ReservationID(1), request: RequestID(1), count: 1),
        .reservationCancelled(reservation: ReservationID(1), passenger: PassengerID(1)),
        .cancelRefused(reservation: ReservationID(1), passenger: PassengerID(1), reason: .tooLate),
        .reservationsViewed(passenger: PassengerID(1), count: 1, cancellable: 1),
        .reserveButtonDisabled(passenger: PassengerID(1)),
        .reservationUnserved(reservation: ReservationID(1), passenger: PassengerID(1)),
        .reservationEnded(reservation: ReservationID(1), outcome: .fulfilled),
    ]
}
