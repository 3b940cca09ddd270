// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

extension HealthEvent: Event {
    /// Shows the kind's number, which never changes, and its fields in the order of the declaration. The health service has the
    /// numbers 300 to 399.
    @inlinable
    @inline(__always)
    public func show(to visitor: inout some KindVisitor) {
        switch self {
        case .wearerRegistered(let a, let b): visitor.kind(300, a, b)
        case .signUpRefused(let a): visitor.kind(301, a)
        case .personalDataChanged(let a): visitor.kind(302, a)
        case .wearerLeft(let a): visitor.kind(303, a)
        case .wearerLoggedIn(let a): visitor.kind(304, a)
        case .wearerLoggedOut(let a): visitor.kind(305, a)
        case .permissionAsked(let a): visitor.kind(306, a)
        case .permissionGiven(let a): visitor.kind(307, a)
        case .permissionRefused(let a): visitor.kind(308, a)
        case .wearerRefused(let a, let b): visitor.kind(309, a, b)
        case .deviceConnected(let a, let b): visitor.kind(310, a, b)
        case .deviceConnectFailed(let a, let b): visitor.kind(311, a, b)
        case .helpLineCalled(let a): visitor.kind(312, a)
        case .batchReceived(let a, let b, let c, let d, let e, let f, let g): visitor.kind(313, a, b, c, d, e, f, g)
        case .batchRejected(let a, let b, let c): visitor.kind(314, a, b, c)
        case .tamperDetected(let a, let b): visitor.kind(315, a, b)
        case .sosEnabled(let a): visitor.kind(316, a)
        case .sosDisabled(let a): visitor.kind(317, a)
        case .dangerIgnored(let a, let b): visitor.kind(318, a, b)
        case .sosSent(let a, let b, let c, let d, let e, let f): visitor.kind(319, a, b, c, d, e, f)
        case .sosAnswered(let a, let b): visitor.kind(320, a, b)
        case .dangerMissed(let a, let b): visitor.kind(321, a, b)
        case .serviceDown(let a): visitor.kind(322, a)
        case .serviceUp: visitor.kind(323)
        case .scaleChanged(let a, let b): visitor.kind(324, a, b)
        case .loadMeasured(let a, let b): visitor.kind(325, a, b)
        case .dangerTooOld(let a, let b): visitor.kind(326, a, b)
        }
    }

    /// Every kind, in the order of the published schema.
    public static let kinds: [Kind<Self>] = [
        .of(wearerRegistered), .of(signUpRefused), .of(personalDataChanged), .of(wearerLeft), .of(wearerLoggedIn),
        .of(wearerLoggedOut), .of(permissionAsked), .of(permissionGiven), .of(permissionRefused), .of(wearerRefused),
        .of(deviceConnected), .of(deviceConnectFailed), .of(helpLineCalled), .of(batchReceived), .of(batchRejected),
        .of(tamperDetected), .of(sosEnabled), .of(sosDisabled), .of(dangerIgnored), .of(sosSent), .of(sosAnswered),
        .of(dangerMissed), .of(serviceDown), .of(serviceUp), .of(scaleChanged), .of(loadMeasured), .of(dangerTooOld),
    ]
}
