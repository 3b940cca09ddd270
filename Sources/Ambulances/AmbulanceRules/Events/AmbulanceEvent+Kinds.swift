// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

extension AmbulanceEvent: Event {
    /// Shows the kind's number, which never changes, and its fields in the order of the declaration. Ambulances have the
    /// numbers 230 to 239 and 242 to 249.
    @inlinable
    @inline(__always)
    public func show(to visitor: inout some KindVisitor) {
        switch self {
        case .ambulanceAdded(let a, let b, let c): visitor.kind(232, a, b, c)
        case .hospitalAdded(let a, let b): visitor.kind(233, a, b)
        case .dutyChanged(let a, let b): visitor.kind(234, a, b)
        case .callReceived(let a, let b, let c, let d): visitor.kind(235, a, b, c, d)
        case .sosSuppressed(let a, let b): visitor.kind(236, a, b)
        case .callRefused(let a, let b, let c): visitor.kind(237, a, b, c)
        case .callAssessed(let a, let b): visitor.kind(238, a, b)
        case .callClosed(let a, let b, let c): visitor.kind(239, a, b, c)
        case .ambulanceSent(let a, let b, let c, let d, let e): visitor.kind(242, a, b, c, d, e)
        case .ambulanceDeparted(let a, let b): visitor.kind(243, a, b)
        case .ambulanceArrived(let a, let b): visitor.kind(244, a, b)
        case .transportBegun(let a, let b, let c, let d): visitor.kind(245, a, b, c, d)
        case .hospitalReached(let a, let b, let c): visitor.kind(246, a, b, c)
        case .ambulanceFreed(let a, let b, let c): visitor.kind(247, a, b, c)
        case .ambulanceHome(let a): visitor.kind(248, a)
        case .reportRefused(let a, let b): visitor.kind(249, a, b)
        case .ambulanceHeldUp(let a, let b): visitor.kind(231, a, b)
        case .ambulanceSlowed(let a, let b): visitor.kind(230, a, b)
        }
    }

    /// Every kind, in the order of the published schema.
    public static let kinds: [Kind<Self>] = [
        .of(ambulanceAdded), .of(hospitalAdded), .of(dutyChanged), .of(callReceived), .of(sosSuppressed),
        .of(callRefused), .of(callAssessed), .of(callClosed), .of(ambulanceSent), .of(ambulanceDeparted),
        .of(ambulanceArrived), .of(transportBegun), .of(hospitalReached), .of(ambulanceFreed), .of(ambulanceHome),
        .of(reportRefused), .of(ambulanceHeldUp), .of(ambulanceSlowed),
    ]
}
