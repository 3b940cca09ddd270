// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
import RandomStreams
import TripRules

/// An activity of one person on one day.
struct PlannedActivity: Sendable {
    /// Its number in the run, from 1.
    let number: Int32
    var place: Place
    /// When it begins at the earliest: at its start, or when its window opens.
    var opens: CityTime
    /// When it is over: at its end, or when its window closes.
    var closes: CityTime
    let length: TimeSpan
    /// Whether it is done as soon as one is there.
    var isFree: Bool
    /// How long before it the person means to be there.
    let early: TimeSpan
    /// Its name, as its person enters it.
    let name: String
    /// What it is with a service; nil for what the person does alone.
    var visit: ServiceVisit?
    /// Whether it is done wherever the person is: `place` is that, as far as is known.
    var isAnywhere = false

    /// When it must begin to be in time.
    var due: CityTime { visit?.limit ?? (isFree ? max(opens, closes - length) : opens) }
    /// Where it stands in the day.
    var order: CityTime { visit == nil ? due : opens }
    /// Whether where and when is still the service's to find.
    var isOpenErrand: Bool { visit?.isAgreed == false }
    /// When the person means to be there.
    var wanted: CityTime { isFree ? opens : opens - early }
}

/// An activity as a service knows it that it is done with (SIM-12).
struct ServiceVisit: Sendable {
    let service: ServiceID
    /// The service's number for it.
    let number: Int64
    /// When it must have begun to be in time.
    let limit: CityTime
    /// Whether the service has said where and when.
    var isAgreed: Bool
}

/// A shared vehicle that is held for somebody (issue 33, decision 10).
struct VehicleBooking: Sendable {
    let vehicle: ParkedVehicle
    /// Up to when, and not at.
    let until: CityTime
}

/// A journey that somebody is on.
struct CurrentJourney: Sendable {
    /// What for; nil for the way home.
    let activity: PlannedActivity?
    let destination: Place
    var legs: [JourneyLeg]
    var next = 0
    /// How much later than planned the vehicle of the line is.
    var delay = TimeSpan.zero
    /// Whether no taxi came before.
    var withoutTaxi = false
    var plans = 1
    /// The shared vehicle that is used.
    var vehicle: ParkedVehicle?
    /// The one that is held for the person, and until when.
    var booking: VehicleBooking?
    /// The taxi that was called for the leg.
    var order: Int64?
    /// Whether nobody waits at its end any more: it ends with the leg.
    var isVoid = false
    /// Who is told of its end; nil for nobody.
    var arrived: (@Sendable () -> Void)?

    var leg: JourneyLeg? { next < legs.count ? legs[next] : nil }
}

/// The journeys to an activity as somebody has looked them up, and what they followed from.
struct Outlook: Sendable {
    let activity: Int32
    let start: Place
    let weights: JourneyWeights
    let vehicles: [ParkedVehicle]
    let options: [JourneyOption]
}

/// Somebody whose day is a plan.
struct Traveller: Sendable {
    let person: Person
    let group: Int
    let home: Place
    let work: Place
    let means: TravelMeansSet
    let prefersLowEmission: Bool
    /// The own vehicles where they stand.
    var vehicles: [ParkedVehicle]
    var draws: RandomStream
    /// What is still to be done, in order.
    var plan: [PlannedActivity] = []
    /// Whether the first of them is being done.
    var isBusy = false
    var journey: CurrentJourney?
    /// What was looked up last, of who goes by nothing that others may take.
    var outlook: Outlook?
    /// Counts up when a planned timer no longer holds.
    var serial: UInt32 = 0
    /// What the person keeps in the planner; nil for who does not use it.
    var planner: PlannerUse?
}

/// What a user of the planner has entered, and was told.
struct PlannerUse: Sendable {
    let user: TripUserID
    /// Counts the changes of the person's device.
    var changes: Int32 = 0
    /// The activities by the change that entered them, and by the appointments that they have become.
    var entered: [Int32: Int32] = [:]
    var activities: [AppointmentID: Int32] = [:]
    var appointments: [Int32: AppointmentID] = [:]
    /// Activities for which the planner knew no way in time.
    var unreachable: Set<Int32> = []
    /// Events of which that was said before their numbers were heard of.
    var unreached: Set<AppointmentID> = []
    /// The notice for the next activity; nil before it has come.
    var notice: (activity: Int32, route: TripRoute)?
    /// The occurrences of notices, by their activities: a flexible one begins when the planner has placed it.
    var told: [Int32: OccurrenceKey] = [:]
    var reactions: RandomStream
    /// The phone, where it is dead at times; nil where it never is.
    var phone: MortalPhone?
    /// Whether a taxi for later is reserved, and those that are, by activity.
    var reserves = false
    var taxis: [Int32: ReservedTaxi] = [:]
    /// The calendars of services, by the change that asks for one, and by the service (SIM-12).
    var askedCalendars: [Int32: ServiceID] = [:]
    var calendars: [ServiceID: TripCalendarID] = [:]
    /// By the activity, the change that entered it.
    var serials: [Int32: Int32] = [:]
}

/// A phone that is dead at times, and what waits for it to work again (TRIP-OFFLINE).
struct MortalPhone: Sendable {
    var draws: RandomStream
    var isDead = false
    /// Changes that it keeps, in order.
    var kept: [KeptChange] = []
    /// Notices that are kept for it, in order.
    var notices: [TripNotice] = []
}
