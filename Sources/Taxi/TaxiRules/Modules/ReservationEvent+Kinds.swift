// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

extension ReservationEvent: Event {
    /// Shows the kind's number, which never changes, and its fields in the order of the declaration.
    @inlinable
    @inline(__always)
    public func show(to visitor: inout some KindVisitor) {
        switch self {
        case .reservationStored(let a, let b, let c, let d, let e, let f): visitor.kind(101, a, b, c, d, e, f)
        case .reservationRejected(let a, let b): visitor.kind(102, a, b)
        case .fieldChosen(let a, let b, let c, let d): visitor.kind(103, a, b, c, d)
        case .reservationActivated(let a, let b, let c, let d): visitor.kind(104, a, b, c, d)
        case .reservationHeld(let a, let b): visitor.kind(105, a, b)
        case .reservationDropped(let a, let b): visitor.kind(106, a, b)
        case .reservationWaiting(let a, let b, let c): visitor.kind(107, a, b, c)
        case .reservationRetry(let a, let b, let c): visitor.kind(108, a, b, c)
        case .reservationCancelled(let a, let b): visitor.kind(109, a, b)
        case .cancelRefused(let a, let b, let c): visitor.kind(110, a, b, c)
        case .reservationsViewed(let a, let b, let c): visitor.kind(111, a, b, c)
        case .reserveButtonDisabled(let a): visitor.kind(112, a)
        case .reservationUnserved(let a, let b): visitor.kind(113, a, b)
        case .reservationEnded(let a, let b): visitor.kind(114, a, b)
        }
    }

    /// Every kind, in the order of the published schema.
    public static let kinds: [Kind<Self>] = [
        .of(reservationStored), .of(reservationRejected), .of(fieldChosen), .of(reservationActivated),
        .of(reservationHeld), .of(reservationDropped), .of(reservationWaiting), .of(reservationRetry),
        .of(reservationCancelled), .of(cancelRefused), .of(reservationsViewed), .of(reserveButtonDisabled),
        .of(reservationUnserved), .of(reservationEnded),
    ]
}
