// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import TripRules

/// Why somebody on the way plans anew (issue 33, decision 9).
enum ReplanCause: UInt8, EventWord {
    /// The vehicle of a line had left.
    case missed
    /// The shared vehicle had been taken by somebody else.
    case vehicleTaken
    /// No taxi came.
    case noTaxi
}

/// What people do in a day; a replay has no people.
enum TravellingEvent: Hashable, Sendable {
    /// An activity is to be done: its number in the run, the person's group, which of its kinds, and when it begins.
    case activityPlanned(activity: Int32, person: PersonID, group: Int32, kind: Int32, place: Place, start: CityTime)
    /// Somebody sets out for an activity, or for home: then it has no number.
    case setOut(person: PersonID, activity: Int32, from: Place)
    /// A leg begins, or the wait for it: until it begins one waits.
    case legBegun(person: PersonID, means: TravelMeans, from: Place, isWait: Bool)
    /// The leg is over.
    case legEnded(person: PersonID, at: Place, length: Distance)
    /// Somebody on the way plans anew.
    case replanned(person: PersonID, cause: ReplanCause)
    /// Nothing leads there, so the person walks, whatever the limits.
    case walksAll(person: PersonID)
    /// A taxi is called for a leg.
    case taxiCalled(person: PersonID, reference: Int64)
    /// Somebody is there: late by so much, zero for in time.
    case arrived(person: PersonID, activity: Int32, late: TimeSpan)
    /// The activity is over.
    case activityEnded(activity: Int32, person: PersonID)
    /// Somebody came when it was over, or never set out.
    case activityMissed(activity: Int32, person: PersonID)
    /// The activity is done at a service, which will say where and when.
    case errandPlanned(activity: Int32, person: PersonID, service: ServiceID)
    /// A service and a person have agreed on an activity: the service's number for it, where and when (SIM-12).
    case engaged(activity: Int32, person: PersonID, service: ServiceID, number: Int64, place: Place, start: CityTime)
    /// It is at another time.
    case engagementMoved(activity: Int32, person: PersonID, start: CityTime)
    /// The person is where the service is, and waits for it.
    case waitsForService(activity: Int32, person: PersonID)
    /// A taxi is reserved for the way to an activity.
    case taxiReserved(person: PersonID, activity: Int32, reference: Int64, pickUp: CityTime)
    /// It is not wanted any more: the activity has moved or goes, or is got to otherwise.
    case taxiGivenUp(person: PersonID, activity: Int32, reference: Int64)
    /// A shared vehicle is held for somebody who sets out to it, so far away (TRIP-VEHICLE).
    case vehicleBooked(person: PersonID, vehicle: Int32, distance: Distance)
    /// It is free again before it was taken: the person goes otherwise, or was not there within the holding time.
    case vehicleGivenUp(person: PersonID, vehicle: Int32, hasLapsed: Bool)
    /// The phone of a user of the planner dies, or works again (TRIP-OFFLINE).
    case phoneChanged(person: PersonID, isDead: Bool)
    /// A notice that it is time to leave for an activity is kept for a dead phone.
    case noticeKept(person: PersonID, activity: Int32)
    /// Somebody keeps the day in the planner, as this user, from now on.
    case usesPlanner(person: PersonID, user: TripUserID)
}

extension TravellingEvent: Event {
    static let isReplayed = false

    /// Shows the kind's number, which never changes, and its fields in the order of the declaration.
    func show(to visitor: inout some KindVisitor) {
        switch self {
        case .activityPlanned(let a, let b, let c, let d, let e, let f): visitor.kind(560, a, b, c, d, e, f)
        case .setOut(let a, let b, let c): visitor.kind(561, a, b, c)
        case .legBegun(let a, let b, let c, let d): visitor.kind(562, a, b, c, d)
        case .legEnded(let a, let b, let c): visitor.kind(563, a, b, c)
        case .replanned(let a, let b): visitor.kind(564, a, b)
        case .walksAll(let a): visitor.kind(565, a)
        case .taxiCalled(let a, let b): visitor.kind(566, a, b)
        case .arrived(let a, let b, let c): visitor.kind(567, a, b, c)
        case .activityEnded(let a, let b): visitor.kind(568, a, b)
        case .activityMissed(let a, let b): visitor.kind(569, a, b)
        case .errandPlanned(let a, let b, let c): visitor.kind(570, a, b, c)
        case .engaged(let a, let b, let c, let d, let e, let f): visitor.kind(571, a, b, c, d, e, f)
        case .engagementMoved(let a, let b, let c): visitor.kind(572, a, b, c)
        case .waitsForService(let a, let b): visitor.kind(573, a, b)
        case .taxiReserved(let a, let b, let c, let d): visitor.kind(574, a, b, c, d)
        case .taxiGivenUp(let a, let b, let c): visitor.kind(575, a, b, c)
        case .vehicleBooked(let a, let b, let c): visitor.kind(591, a, b, c)
        case .vehicleGivenUp(let a, let b, let c): visitor.kind(592, a, b, c)
        case .phoneChanged(let a, let b): visitor.kind(593, a, b)
        case .noticeKept(let a, let b): visitor.kind(594, a, b)
        case .usesPlanner(let a, let b): visitor.kind(590, a, b)
        }
    }

    /// Every kind, in the order of the published schema.
    static let kinds: [Kind<Self>] = [
        .of(activityPlanned), .of(setOut), .of(legBegun), .of(legEnded), .of(replanned), .of(walksAll), .of(taxiCalled),
        .of(arrived), .of(activityEnded), .of(activityMissed), .of(errandPlanned), .of(engaged), .of(engagementMoved),
        .of(waitsForService), .of(taxiReserved), .of(taxiGivenUp), .of(usesPlanner),
        .of(vehicleBooked), .of(vehicleGivenUp), .of(phoneChanged), .of(noticeKept),
    ]
}
