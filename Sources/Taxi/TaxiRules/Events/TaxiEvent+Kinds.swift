// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

extension TaxiEvent: Event {
    /// Shows the kind's number, which never changes, and its fields in the order of the declaration.
    @inlinable
    @inline(__always)
    public func show(to visitor: inout some KindVisitor) {
        switch self {
        case .driverRegistered(let a, let b, let c, let d): visitor.kind(1, a, b, c, d)
        case .zoneOpened(let a): visitor.kind(2, a)
        case .driverSession(let a, let b): visitor.kind(3, a, b)
        case .passengerSession(let a, let b, let c): visitor.kind(4, a, b, c)
        case .noticeHeld(let a, let b, let c): visitor.kind(5, a, b, c)
        case .noticeDelivered(let a, let b, let c, let d): visitor.kind(6, a, b, c, d)
        case .messageLost(let a, let b): visitor.kind(7, a, b)
        case .callPrepared(let a): visitor.kind(8, a)
        case .positionChosen(let a, let b, let c): visitor.kind(9, a, b, c)
        case .callConfirmed(let a, let b): visitor.kind(10, a, b)
        case .callRefused(let a, let b): visitor.kind(11, a, b)
        case .requestStored(let a, let b, let c, let d, let e, let f): visitor.kind(12, a, b, c, d, e, f)
        case .requestWaiting(let a, let b): visitor.kind(13, a, b)
        case .requestHandedOver(let a, let b, let c): visitor.kind(254, a, b, c)
        case .taxiSent(let a, let b, let c): visitor.kind(255, a, b, c)
        case .requestAborted(let a, let b, let c): visitor.kind(14, a, b, c)
        case .passengerAbandoned(let a, let b): visitor.kind(15, a, b)
        case .offerSent(let a, let b, let c, let d, let e, let f, let g, let h, let i):
            visitor.kind(16, a, b, c, d, e, f, g, h, i)
        case .driverNotified(let a, let b, let c): visitor.kind(17, a, b, c)
        case .offerAccepted(let a, let b, let c): visitor.kind(18, a, b, c)
        case .offerRefused(let a, let b, let c): visitor.kind(19, a, b, c)
        case .offerTimedOut(let a, let b, let c): visitor.kind(20, a, b, c)
        case .offerWithdrawn(let a, let b, let c, let d): visitor.kind(21, a, b, c, d)
        case .lateAnswerIgnored(let a, let b): visitor.kind(22, a, b)
        case .requestRefused(let a, let b): visitor.kind(23, a, b)
        case .driverEnqueued(let a, let b, let c, let d): visitor.kind(24, a, b, c, d)
        case .driverDequeued(let a, let b, let c): visitor.kind(25, a, b, c)
        case .driverMovedToBottom(let a, let b, let c): visitor.kind(26, a, b, c)
        case .statusChanged(let a, let b, let c, let d): visitor.kind(27, a, b, c, d)
        case .statusRefused(let a, let b): visitor.kind(28, a, b)
        case .illegalTransition(let a, let b, let c): visitor.kind(29, a, b, c)
        case .shiftLimitReached(let a): visitor.kind(30, a)
        case .positionReported(let a, let b, let c): visitor.kind(31, a, b, c)
        case .navigationStarted(let a, let b, let c): visitor.kind(32, a, b, c)
        case .passengerNotified(let a, let b, let c, let d, let e, let f, let g): visitor.kind(33, a, b, c, d, e, f, g)
        case .etaUpdated(let a, let b, let c): visitor.kind(34, a, b, c)
        case .taxiPositionSent(let a, let b, let c, let d): visitor.kind(35, a, b, c, d)
        case .boardingPrompted(let a, let b): visitor.kind(36, a, b)
        case .passengerAboard(let a, let b, let c, let d, let e): visitor.kind(37, a, b, c, d, e)
        case .requestFulfilled(let a, let b): visitor.kind(38, a, b)
        case .rideReleased(let a, let b, let c): visitor.kind(39, a, b, c)
        case .rideEnded(let a, let b, let c, let d, let e): visitor.kind(40, a, b, c, d, e)
        case .rideEndedOutsideZones(let a, let b): visitor.kind(41, a, b)
        case .badCustomerReported(let a, let b, let c): visitor.kind(42, a, b, c)
        case .moduleRefused(let a, let b): visitor.kind(43, a, b)
        case .moduleAccessDenied(let a, let b): visitor.kind(44, a, b)
        case .passengerAttached(let a, let b, let c): visitor.kind(45, a, b, c)
        case .passengerDetached(let a, let b): visitor.kind(46, a, b)
        case .companionAboard(let a, let b, let c): visitor.kind(47, a, b, c)
        case .companionDropped(let a, let b, let c, let d, let e): visitor.kind(48, a, b, c, d, e)
        case .tripTaxiRequested(let a, let b, let c): visitor.kind(49, a, b, c)
        }
    }

    /// Every kind, in the order of the published schema.
    public static let kinds: [Kind<Self>] = [
        .of(driverRegistered), .of(zoneOpened), .of(driverSession), .of(passengerSession), .of(noticeHeld),
        .of(noticeDelivered), .of(messageLost), .of(callPrepared), .of(positionChosen), .of(callConfirmed),
        .of(callRefused), .of(requestStored), .of(requestWaiting), .of(requestAborted), .of(passengerAbandoned),
        .of(offerSent), .of(driverNotified), .of(offerAccepted), .of(offerRefused), .of(offerTimedOut),
        .of(offerWithdrawn), .of(lateAnswerIgnored), .of(requestRefused), .of(driverEnqueued), .of(driverDequeued),
        .of(driverMovedToBottom), .of(statusChanged), .of(statusRefused), .of(illegalTransition),
        .of(shiftLimitReached), .of(positionReported), .of(navigationStarted), .of(passengerNotified), .of(etaUpdated),
        .of(taxiPositionSent), .of(boardingPrompted), .of(passengerAboard), .of(requestFulfilled), .of(rideReleased),
        .of(rideEnded), .of(rideEndedOutsideZones), .of(badCustomerReported), .of(moduleRefused),
        .of(moduleAccessDenied), .of(passengerAttached), .of(passengerDetached), .of(companionAboard),
        .of(companionDropped), .of(tripTaxiRequested), .of(requestHandedOver), .of(taxiSent),
    ]
}
