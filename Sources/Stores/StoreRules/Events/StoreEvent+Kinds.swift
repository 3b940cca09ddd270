// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

extension StoreEvent: Event {
    /// Shows the kind's number, which never changes, and its fields in the order of the declaration. Stores have the numbers
    /// 50 to 100.
    @inlinable
    @inline(__always)
    public func show(to visitor: inout some KindVisitor) {
        switch self {
        case .storeAdded(let a, let b, let c, let d, let e, let f, let g, let h, let i):
            visitor.kind(50, a, b, c, d, e, f, g, h, i)
        case .storeRefused(let a, let b): visitor.kind(51, a, b)
        case .storeRemoved(let a, let b, let c): visitor.kind(52, a, b, c)
        case .doorChanged(let a, let b, let c): visitor.kind(53, a, b, c)
        case .limitChanged(let a, let b): visitor.kind(54, a, b)
        case .quotasChanged(let a, let b, let c, let d): visitor.kind(55, a, b, c, d)
        case .slotsChanged(let a, let b, let c): visitor.kind(56, a, b, c)
        case .parameterChanged(let a, let b, let c, let d): visitor.kind(57, a, b, c, d)
        case .staffRefused(let a, let b, let c): visitor.kind(58, a, b, c)
        case .statsViewed(let a, let b, let c, let d, let e): visitor.kind(59, a, b, c, d, e)
        case .maintenanceScheduled(let a, let b, let c): visitor.kind(60, a, b, c)
        case .storesListed(let a, let b, let c, let d): visitor.kind(61, a, b, c, d)
        case .storeSelected(let a, let b, let c): visitor.kind(62, a, b, c)
        case .estimateShown(let a, let b, let c, let d): visitor.kind(63, a, b, c, d)
        case .alternativesProposed(let a, let b, let c): visitor.kind(64, a, b, c)
        case .favouriteChanged(let a, let b, let c): visitor.kind(65, a, b, c)
        case .wishStored(let a, let b): visitor.kind(66, a, b)
        case .wishRemoved(let a, let b): visitor.kind(67, a, b)
        case .slotFreed(let a, let b): visitor.kind(68, a, b)
        case .alertSent(let a, let b, let c, let d): visitor.kind(69, a, b, c, d)
        case .wishRefused(let a, let b, let c): visitor.kind(70, a, b, c)
        case .duplicateIgnored(let a, let b): visitor.kind(71, a, b)
        case .ticketIssued(let a, let b, let c, let d, let e, let f, let g, let h):
            visitor.kind(72, a, b, c, d, e, f, g, h)
        case .joinRefused(let a, let b, let c, let d): visitor.kind(73, a, b, c, d)
        case .ticketCalled(let a, let b, let c): visitor.kind(74, a, b, c)
        case .queueLeft(let a, let b): visitor.kind(75, a, b)
        case .ticketRemoved(let a, let b, let c): visitor.kind(76, a, b, c)
        case .estimateUpdated(let a, let b, let c, let d): visitor.kind(77, a, b, c, d)
        case .leaveAdvised(let a, let b, let c): visitor.kind(78, a, b, c)
        case .delayNotified(let a, let b, let c, let d): visitor.kind(79, a, b, c, d)
        case .bookingMade(let a, let b, let c, let d, let e, let f): visitor.kind(80, a, b, c, d, e, f)
        case .bookingRefused(let a, let b, let c, let d): visitor.kind(81, a, b, c, d)
        case .bookingCancelled(let a, let b, let c, let d): visitor.kind(82, a, b, c, d)
        case .bookingLapsed(let a, let b): visitor.kind(83, a, b)
        case .postponeProposed(let a, let b, let c, let d, let e): visitor.kind(84, a, b, c, d, e)
        case .proposalLapsed(let a, let b): visitor.kind(85, a, b)
        case .bookingPostponed(let a, let b, let c, let d): visitor.kind(86, a, b, c, d)
        case .entryGranted(let a, let b, let c, let d, let e): visitor.kind(87, a, b, c, d, e)
        case .entryDelayed(let a, let b): visitor.kind(88, a, b)
        case .entryRefused(let a, let b, let c): visitor.kind(89, a, b, c)
        case .visitEnded(let a, let b, let c, let d): visitor.kind(90, a, b, c, d)
        case .exitRefused(let a, let b, let c): visitor.kind(91, a, b, c)
        case .totemWoken(let a): visitor.kind(92, a)
        case .ticketPrinted(let a, let b): visitor.kind(93, a, b)
        case .monitorShown(let a, let b): visitor.kind(94, a, b)
        }
    }

    /// Every kind, in the order of the published schema.
    public static let kinds: [Kind<Self>] = [
        .of(storeAdded), .of(storeRefused), .of(storeRemoved), .of(doorChanged), .of(limitChanged),
        .of(quotasChanged), .of(slotsChanged), .of(parameterChanged), .of(staffRefused), .of(statsViewed),
        .of(maintenanceScheduled), .of(storesListed), .of(storeSelected), .of(estimateShown),
        .of(alternativesProposed), .of(favouriteChanged), .of(wishStored), .of(wishRemoved), .of(slotFreed),
        .of(alertSent), .of(wishRefused), .of(duplicateIgnored), .of(ticketIssued), .of(joinRefused),
        .of(ticketCalled), .of(queueLeft), .of(ticketRemoved), .of(estimateUpdated), .of(leaveAdvised),
        .of(delayNotified), .of(bookingMade), .of(bookingRefused), .of(bookingCancelled), .of(bookingLapsed),
        .of(postponeProposed), .of(proposalLapsed), .of(bookingPostponed), .of(entryGranted), .of(entryDelayed),
        .of(entryRefused), .of(visitEnded), .of(exitRefused), .of(totemWoken), .of(ticketPrinted), .of(monitorShown),
    ]
}
