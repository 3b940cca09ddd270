// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

extension DataEvent: Event {
    /// Shows the kind's number, which never changes, and its fields in the order of the declaration. The data side of the health service
    /// has the numbers 400 to 499.
    @inlinable
    @inline(__always)
    public func show(to visitor: inout some KindVisitor) {
        switch self {
        case .personKnown(let a, let b, let c): visitor.kind(400, a, b, c)
        case .personLeft(let a): visitor.kind(401, a)
        case .partyRegistered(let a): visitor.kind(402, a)
        case .requestForwarded(let a, let b): visitor.kind(403, a, b)
        case .requestStatus(let a, let b, let c): visitor.kind(404, a, b, c)
        case .requestRefused(let a, let b): visitor.kind(405, a, b)
        case .consentGiven(let a, let b): visitor.kind(406, a, b)
        case .consentRefused(let a, let b): visitor.kind(407, a, b)
        case .consentWithdrawn(let a, let b): visitor.kind(408, a, b)
        case .answerRefused(let a, let b, let c): visitor.kind(409, a, b, c)
        case .thirdPartyNotified(let a, let b, let c): visitor.kind(410, a, b, c)
        case .collectorOpened(let a, let b): visitor.kind(411, a, b)
        case .collectorClosed(let a, let b, let c): visitor.kind(412, a, b, c)
        case .accessDenied(let a, let b, let c, let d): visitor.kind(413, a, b, c, d)
        case .dataRead(let a, let b, let c, let d, let e): visitor.kind(414, a, b, c, d, e)
        case .subscriptionOpened(let a, let b): visitor.kind(415, a, b)
        case .subscriptionEnded(let a, let b, let c): visitor.kind(416, a, b, c)
        case .unsubscribeRefused(let a, let b, let c): visitor.kind(417, a, b, c)
        case .dataDelivered(let a, let b, let c, let d, let e): visitor.kind(418, a, b, c, d, e)
        case .groupAsked(let a, let b, let c, let d, let e, let f, let g, let h, let i):
            visitor.kind(420, a, b, c, d, e, f, g, h, i)
        case .groupAnswered(let a, let b, let c): visitor.kind(421, a, b, c)
        case .groupRefused(let a, let b): visitor.kind(422, a, b)
        case .groupFrozen(let a): visitor.kind(423, a)
        case .groupSubscribed(let a): visitor.kind(424, a)
        case .groupDelivered(let a, let b, let c, let d, let e): visitor.kind(425, a, b, c, d, e)
        case .groupValue(let a, let b, let c, let d, let e, let f, let g): visitor.kind(426, a, b, c, d, e, f, g)
        case .groupSubscriptionPaused(let a): visitor.kind(427, a)
        case .groupSubscriptionResumed(let a): visitor.kind(428, a)
        case .groupSubscriptionEnded(let a): visitor.kind(429, a)
        case .groupStopRefused(let a, let b, let c): visitor.kind(430, a, b, c)
        }
    }

    /// Every kind, in the order of the published schema.
    public static let kinds: [Kind<Self>] = [
        .of(personKnown), .of(personLeft), .of(partyRegistered), .of(requestForwarded), .of(requestStatus),
        .of(requestRefused), .of(consentGiven), .of(consentRefused), .of(consentWithdrawn), .of(answerRefused),
        .of(thirdPartyNotified), .of(collectorOpened), .of(collectorClosed), .of(accessDenied), .of(dataRead),
        .of(subscriptionOpened), .of(subscriptionEnded), .of(unsubscribeRefused), .of(dataDelivered), .of(groupAsked),
        .of(groupAnswered), .of(groupRefused), .of(groupFrozen), .of(groupSubscribed), .of(groupDelivered),
        .of(groupValue), .of(groupSubscriptionPaused), .of(groupSubscriptionResumed), .of(groupSubscriptionEnded),
        .of(groupStopRefused),
    ]
}
