// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

extension TripEvent: Event {
    /// Shows the kind's number, which never changes, and its fields in the order of the declaration. The planner has the numbers
    /// 500 to 559.
    public func show(to visitor: inout some KindVisitor) {
        switch self {
        case .userRecordCreated(let a, let b): visitor.kind(500, a, b)
        case .changeRefused(let a, let b, let c, let d): visitor.kind(501, a, b, c, d)
        case .syncDone(let a, let b, let c): visitor.kind(502, a, b, c)
        case .calendarAdded(let a, let b, let c): visitor.kind(503, a, b, c)
        case .calendarChanged(let a, let b, let c): visitor.kind(504, a, b, c)
        case .calendarRemoved(let a, let b): visitor.kind(505, a, b)
        case .calendarRefused(let a, let b, let c): visitor.kind(506, a, b, c)
        case .preferenceChanged(let a, let b): visitor.kind(507, a, b)
        case .preferenceRejected(let a, let b, let c): visitor.kind(508, a, b, c)
        case .eventAdded(let a, let b, let c, let d, let e, let f): visitor.kind(509, a, b, c, d, e, f)
        case .eventRejected(let a, let b, let c): visitor.kind(510, a, b, c)
        case .eventChanged(let a, let b, let c, let d): visitor.kind(511, a, b, c, d)
        case .eventMoved(let a, let b, let c, let d): visitor.kind(512, a, b, c, d)
        case .eventDeleted(let a, let b): visitor.kind(513, a, b)
        case .eventPlaced(let a, let b, let c): visitor.kind(514, a, b, c)
        case .flexibleMoved(let a, let b, let c, let d): visitor.kind(515, a, b, c, d)
        case .notPlaced(let a, let b, let c): visitor.kind(516, a, b, c)
        case .lunchMissed(let a, let b): visitor.kind(517, a, b)
        case .unreachableWarning(let a, let b, let c): visitor.kind(518, a, b, c)
        case .planComputed(let a, let b, let c, let d, let e, let f, let g, let h, let i):
            visitor.kind(519, a, b, c, d, e, f, g, h, i)
        case .planRefused(let a, let b, let c, let d): visitor.kind(520, a, b, c, d)
        case .timeToLeave(let a, let b, let c, let d, let e): visitor.kind(521, a, b, c, d, e)
        case .eventStatusChanged(let a, let b, let c, let d): visitor.kind(522, a, b, c, d)
        case .journeyStateChanged(let a, let b, let c, let d): visitor.kind(523, a, b, c, d)
        case .cycleRun(let a, let b, let c, let d): visitor.kind(524, a, b, c, d)
        case .meansSelected(let a, let b, let c): visitor.kind(525, a, b, c)
        case .forecastChanged(let a): visitor.kind(526, a)
        case .strikeKnown(let a): visitor.kind(527, a)
        case .tripPermissionAsked(let a): visitor.kind(528, a)
        case .tripPermissionGiven(let a): visitor.kind(529, a)
        case .tripPermissionRefused(let a): visitor.kind(530, a)
        case .positionRefreshed(let a, let b): visitor.kind(531, a, b)
        case .positionUnavailable(let a): visitor.kind(532, a)
        case .scheduleViewed(let a, let b, let c, let d, let e): visitor.kind(533, a, b, c, d, e)
        case .calendarsViewed(let a, let b): visitor.kind(534, a, b)
        case .mapViewed(let a, let b, let c): visitor.kind(535, a, b, c)
        case .routeViewed(let a, let b, let c, let d): visitor.kind(536, a, b, c, d)
        case .ticketSmsSent(let a, let b): visitor.kind(537, a, b)
        case .transitTicketIssued(let a, let b, let c): visitor.kind(538, a, b, c)
        case .purchaseAborted(let a, let b, let c): visitor.kind(539, a, b, c)
        case .purchaseRedirected(let a, let b, let c): visitor.kind(540, a, b, c)
        case .vehicleBooked(let a, let b, let c): visitor.kind(541, a, b, c)
        case .sharedVehicleTaken(let a, let b): visitor.kind(542, a, b)
        case .sharedVehicleLeft(let a, let b, let c): visitor.kind(543, a, b, c)
        case .sharedVehicleRefused(let a, let b, let c): visitor.kind(544, a, b, c)
        }
    }

    /// Every kind, in the order of the published schema.
    public static let kinds: [Kind<Self>] = [
        .of(userRecordCreated), .of(changeRefused), .of(syncDone), .of(calendarAdded), .of(calendarChanged),
        .of(calendarRemoved), .of(calendarRefused), .of(preferenceChanged), .of(preferenceRejected), .of(eventAdded),
        .of(eventRejected), .of(eventChanged), .of(eventMoved), .of(eventDeleted), .of(eventPlaced), .of(flexibleMoved),
        .of(notPlaced), .of(lunchMissed), .of(unreachableWarning), .of(planComputed), .of(planRefused),
        .of(timeToLeave), .of(eventStatusChanged), .of(journeyStateChanged), .of(cycleRun), .of(meansSelected),
        .of(forecastChanged), .of(strikeKnown), .of(tripPermissionAsked), .of(tripPermissionGiven),
        .of(tripPermissionRefused), .of(positionRefreshed), .of(positionUnavailable), .of(scheduleViewed),
        .of(calendarsViewed), .of(mapViewed), .of(routeViewed), .of(ticketSmsSent), .of(transitTicketIssued),
        .of(purchaseAborted), .of(purchaseRedirected), .of(vehicleBooked), .of(sharedVehicleTaken),
        .of(sharedVehicleLeft), .of(sharedVehicleRefused),
    ]
}
