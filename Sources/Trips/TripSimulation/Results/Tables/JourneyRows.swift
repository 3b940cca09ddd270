// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Reporting

/// Where a row lies, in degrees; nothing where only the plane is known.
struct RowPlace: Sendable {
    let longitude, latitude: Double?

    init(_ place: Place, on map: (any ZoneLayout)?) {
        let point = map?.geographic(place)
        (longitude, latitude) = (point?.longitude, point?.latitude)
    }
}

/// Folds what people do on the way to rows: one for each journey, and one for each of its legs.
struct JourneyRows {
    /// What became of a journey.
    enum JourneyOutcome: UInt8, EventWord {
        /// The person was where it led.
        case arrived
        /// The activity was over by then.
        case missed
        /// The person is where it led, and waits for a service there, as the run ends.
        case waiting
        /// It was not over when the run ended.
        case open
    }

    /// What became of a leg.
    enum LegOutcome: UInt8, EventWord {
        /// It was made to its end.
        case ended
        /// The person gave it up, and planned anew.
        case left
        /// It was not over when the run ended.
        case open
    }

    /// A journey. Times are nanoseconds since 1970; `.min` is "never".
    struct Journey: Sendable {
        let number: Int32
        let person: PersonID
        /// 0 for the way home.
        let activity: Int32
        let planned: PlannedRow?
        let setOutAt: Int64
        let from: RowPlace
        var endedAt = Int64.min, late = Int64.min
        var cause: DelayCause?
        var legs: Int32 = 0, replans: Int32 = 0
        var isWalked = false
        var length: Int64 = 0, walked: Int64 = 0
        var outcome = JourneyOutcome.open
    }

    /// A leg of a journey.
    struct Leg: Sendable {
        let number, journey: Int32
        let means: TravelMeans
        let from: RowPlace
        let begunAt: Int64
        var reference: Int64?
        var rodeAt = Int64.min, endedAt = Int64.min
        var to: RowPlace?
        var length = Int64.min
        var outcome = LegOutcome.open
    }

    /// What is known of an activity until its end.
    struct PlannedRow: Sendable {
        let group, name: String
        let due: Int64
        /// Whether a service says where and when.
        var isErrand = false
    }

    private struct Now {
        var cause = FirstCause()
        var journey: Journey?
        var leg: Leg?
        /// The order for a taxi whose wait is about to begin.
        var reference: Int64?
    }

    private(set) var journeys: [Journey] = []
    private(set) var legs: [Leg] = []
    private var people: [PersonID: Now] = [:]
    private var planned: [Int32: PlannedRow] = [:]
    private var journeyCount: Int32 = 0, legCount: Int32 = 0
    private let groups: [PeopleGroup]
    private let map: (any ZoneLayout)?

    init(_ groups: [PeopleGroup], map: (any ZoneLayout)?) { (self.groups, self.map) = (groups, map) }

    mutating func clear() {
        journeys.removeAll(keepingCapacity: true)
        legs.removeAll(keepingCapacity: true)
    }

    mutating func take(_ event: TravellingEvent, at now: CityTime) {
        let time = now.nanoseconds
        switch event {
        case .activityPlanned(let number, _, let group, let kind, _, let start):
            planned[number] = PlannedRow(
                group: groups.name(ofGroup: group), name: groups.name(ofActivity: kind, inGroup: group, at: start),
                due: start.nanoseconds)
        case .setOut(let person, let activity, let from):
            journeyCount += 1
            // Who has waited for a service may be sent on by it.
            if people[person]?.journey != nil { close(person, .arrived, nil, at: time) }
            let journey = Journey(
                number: journeyCount, person: person, activity: activity, planned: planned[activity], setOutAt: time,
                from: RowPlace(from, on: map))
            change(person) {
                $0.cause.setOut(at: now)
                $0.journey = journey
            }
        case .taxiCalled(let person, let reference): change(person) { $0.reference = reference }
        case .legBegun(let person, let means, let from, let isWait): begins(person, means, from, isWait, at: time)
        case .legEnded(let person, let place, let length): ends(person, place, length.millimetres, at: time)
        case .replanned(let person, let cause):
            giveUp(person, at: time)
            change(person) {
                $0.cause.replanned(cause)
                $0.journey?.replans += 1
            }
        case .walksAll(let person): change(person) { $0.journey?.isWalked = true }
        case .arrived(let person, let activity, let late): arrives(person, activity, late, at: time)
        case .activityEnded(let activity, let person):
            planned[activity] = nil
            change(person) { $0.cause.activityEnded(at: now) }
        case .activityMissed(let activity, let person):
            let cause = settle(person, activity)
            planned[activity] = nil
            close(person, .missed, cause, at: time)
        case .errandPlanned(let activity, _, _): planned[activity]?.isErrand = true
        case .waitsForService(_, let person):
            giveUp(person, at: time)
            // How late that was is known when the service begins.
            people[person]?.journey?.endedAt = time
        case .noticeKept(let person, _): change(person) { $0.cause.noticeKept() }
        case .engaged, .engagementMoved, .taxiReserved, .taxiGivenUp, .vehicleBooked, .vehicleGivenUp, .phoneChanged,
            .usesPlanner:
            break
        }
    }

    /// What is not over is written as open.
    mutating func finish() {
        for person in people.keys.sorted() {
            if let leg = people[person]?.leg { legs.append(leg) }
            guard var journey = people[person]?.journey else { continue }
            if journey.endedAt != .min { journey.outcome = .waiting }
            journeys.append(journey)
        }
        people = [:]
    }

    private mutating func change(_ person: PersonID, _ change: (inout Now) -> Void) {
        change(&people[person, default: Now()])
    }

    private mutating func begins(
        _ person: PersonID, _ means: TravelMeans, _ from: Place, _ isWait: Bool, at now: Int64
    ) {
        if let leg = people[person]?.leg, leg.means == means, leg.rodeAt == .min, !isWait {
            people[person]?.leg?.rodeAt = now
            return
        }
        giveUp(person, at: now)
        guard let journey = people[person]?.journey else { return }
        legCount += 1
        var leg = Leg(
            number: legCount, journey: journey.number, means: means, from: RowPlace(from, on: map), begunAt: now)
        leg.reference = means == .hired ? people[person]?.reference : nil
        if !isWait { leg.rodeAt = now }
        people[person]?.leg = leg
        people[person]?.reference = nil
    }

    private mutating func ends(_ person: PersonID, _ place: Place, _ length: Int64, at now: Int64) {
        guard var leg = people[person]?.leg else { return }
        (leg.outcome, leg.endedAt, leg.length) = (.ended, now, length)
        leg.to = RowPlace(place, on: map)
        legs.append(leg)
        change(person) {
            $0.leg = nil
            $0.journey?.legs += 1
            $0.journey?.length += length
            if leg.means == .walk { $0.journey?.walked += length }
        }
    }

    /// A leg that was waited for, or that had been planned, is not made to its end.
    private mutating func giveUp(_ person: PersonID, at now: Int64) {
        guard var leg = people[person]?.leg else { return }
        (leg.outcome, leg.endedAt) = (.left, now)
        legs.append(leg)
        people[person]?.leg = nil
    }

    private mutating func arrives(_ person: PersonID, _ activity: Int32, _ late: TimeSpan, at now: Int64) {
        let cause = settle(person, activity)
        if activity > 0 { people[person]?.journey?.late = late.nanoseconds }
        close(person, .arrived, activity > 0 && late > .zero ? cause : nil, at: now)
        // Who is at home needs no memory.
        if activity == 0 { people[person] = nil }
    }

    private mutating func settle(_ person: PersonID, _ activity: Int32) -> DelayCause {
        people[person, default: Now()].cause.settle(isErrand: planned[activity]?.isErrand == true)
    }

    private mutating func close(_ person: PersonID, _ outcome: JourneyOutcome, _ cause: DelayCause?, at now: Int64) {
        giveUp(person, at: now)
        guard var journey = people[person]?.journey else { return }
        (journey.outcome, journey.cause) = (outcome, cause)
        if journey.endedAt == .min { journey.endedAt = now }
        journeys.append(journey)
        people[person]?.journey = nil
    }
}

extension [PeopleGroup] {
    /// The name of a group by its number in events; empty for one that the scenario does not have.
    func name(ofGroup group: Int32) -> String { indices.contains(Int(group)) ? self[Int(group)].name : "" }

    /// The name of a kind of activity by its number in events, as what is done on the day of its start has it. What a service has
    /// agreed with somebody beside that has none, nor what stands in a calendar.
    func name(ofActivity kind: Int32, inGroup group: Int32, at start: CityTime) -> String {
        guard indices.contains(Int(group)) else { return "" }
        guard kind >= 0 else { return kind == ActivityKind.inCalendar ? "calendar" : "engagement" }
        let day = self[Int(group)].days.first { $0.holds(on: start.weekday) }
        return day.flatMap { $0.activities.indices.contains(Int(kind)) ? $0.activities[Int(kind)].name : nil } ?? ""
    }
}
