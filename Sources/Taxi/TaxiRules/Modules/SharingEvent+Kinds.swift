// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

extension SharingEvent: Event {
    /// Shows the kind's number, which never changes, and its fields in the order of the declaration.
    @inlinable
    @inline(__always)
    public func show(to visitor: inout some KindVisitor) {
        switch self {
        case .shareSearch(let a, let b, let c, let d, let e): visitor.kind(131, a, b, c, d, e)
        case .shareProposed(let a, let b, let c, let d, let e, let f, let g): visitor.kind(132, a, b, c, d, e, f, g)
        case .shareChosen(let a, let b): visitor.kind(133, a, b)
        case .shareDeclined(let a): visitor.kind(134, a)
        case .rideCreated(let a, let b, let c, let d, let e): visitor.kind(135, a, b, c, d, e)
        case .rideRequested(let a, let b): visitor.kind(136, a, b)
        case .shareJoined(let a, let b, let c): visitor.kind(137, a, b, c)
        case .joinRefused(let a, let b, let c): visitor.kind(138, a, b, c)
        case .shareLeft(let a, let b, let c): visitor.kind(139, a, b, c)
        case .ownerChanged(let a, let b): visitor.kind(140, a, b)
        case .riderNotified(let a, let b, let c): visitor.kind(141, a, b, c)
        case .rideDriverNotified(let a, let b, let c, let d): visitor.kind(142, a, b, c, d)
        case .shareClosed(let a, let b): visitor.kind(143, a, b)
        case .boardCount(let a, let b, let c, let d): visitor.kind(144, a, b, c, d)
        case .travelersBoarded(let a, let b, let c, let d): visitor.kind(145, a, b, c, d)
        case .boardMismatch(let a, let b, let c): visitor.kind(146, a, b, c)
        case .sharedRideMissed(let a, let b): visitor.kind(147, a, b)
        case .routePlanned(let a, let b, let c, let d, let e, let f, let g, let h):
            visitor.kind(148, a, b, c, d, e, f, g, h)
        case .rideStateViewed(let a, let b, let c): visitor.kind(149, a, b, c)
        case .travelersDropped(let a, let b, let c, let d, let e, let f): visitor.kind(150, a, b, c, d, e, f)
        case .feeShare(let a, let b, let c, let d, let e, let f, let g, let h):
            visitor.kind(151, a, b, c, d, e, f, g, h)
        case .feeSharesReported(let a, let b, let c): visitor.kind(152, a, b, c)
        case .sharedRideEnded(let a, let b, let c, let d, let e, let f): visitor.kind(153, a, b, c, d, e, f)
        case .rideRemoved(let a, let b): visitor.kind(154, a, b)
        }
    }

    /// Every kind, in the order of the published schema.
    public static let kinds: [Kind<Self>] = [
        .of(shareSearch), .of(shareProposed), .of(shareChosen), .of(shareDeclined), .of(rideCreated),
        .of(rideRequested), .of(shareJoined), .of(joinRefused), .of(shareLeft), .of(ownerChanged), .of(riderNotified),
        .of(rideDriverNotified), .of(shareClosed), .of(boardCount), .of(travelersBoarded), .of(boardMismatch),
        .of(sharedRideMissed), .of(routePlanned), .of(rideStateViewed), .of(travelersDropped), .of(feeShare),
        .of(feeSharesReported), .of(sharedRideEnded), .of(rideRemoved),
    ]
}
