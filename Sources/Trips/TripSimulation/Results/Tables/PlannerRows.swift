// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import TripRules

/// Folds what the planner notes to rows: one for each appointment, and one for each plan.
struct PlannerRows {
    /// What became of an appointment; of a series, of its last occurrence of which something was heard.
    enum AppointmentOutcome: UInt8, EventWord {
        /// Its user said to be there by its start.
        case inTime
        /// Its user said so after its start.
        case late
        /// It could not be reached in time, and nobody said to have come.
        case unreachable
        /// Its start has passed, and its user has said nothing of an arrival.
        case notHeard
        /// It was deleted, or its calendar removed.
        case deleted
        /// It had not begun when the run ended.
        case ahead
    }

    /// An appointment. Times are nanoseconds since 1970; `.min` is "never".
    struct AppointmentRow: Sendable {
        let event: AppointmentID
        let user: TripUserID
        let person: PersonID?
        var calendar: TripCalendarID
        let addedAt: Int64
        var from, until: Int64
        var placedAt = Int64.min
        var changes: Int32 = 0, moves: Int32 = 0, plans: Int32 = 0, notices: Int32 = 0
        var noticedAt = Int64.min, leaveAt = Int64.min, arrivedAt = Int64.min
        var isWarned = false
        var status: TripStatus?
        var outcome = AppointmentOutcome.ahead

        /// When it begins, as far as is known.
        var start: Int64 { placedAt == .min ? from : placedAt }
    }

    /// A plan, or why there is none.
    struct PlanRow: Sendable {
        let number: Int32
        let madeAt: Int64
        let user: TripUserID
        let person: PersonID?
        let event: AppointmentID
        let start: Int64
        var isOfCycle = false
        var means: TravelMeansSet = []
        var leaveAt = Int64.min, arrives = Int64.min
        var routes: Int32 = 0
        var walk = Int64.min
        var flags: PlanFlags = []
        var isNoticed = false
        var refusal: PlanRefusal?
    }

    private(set) var appointments: [AppointmentRow] = []
    private(set) var plans: [PlanRow] = []
    private var open: [AppointmentID: AppointmentRow] = [:]
    /// The last plan of each occurrence: a notice may follow it.
    private var last: [OccurrenceKey: PlanRow] = [:]
    private var people: [TripUserID: PersonID] = [:]
    private var planCount: Int32 = 0
    /// When so many last plans are kept, those of occurrences that have begun are done with.
    private var most = 1000

    mutating func clear() {
        appointments.removeAll(keepingCapacity: true)
        plans.removeAll(keepingCapacity: true)
    }

    mutating func knows(_ user: TripUserID, as person: PersonID) { people[user] = person }

    mutating func take(_ event: TripEvent, at now: CityTime) {
        let time = now.nanoseconds
        switch event {
        case .eventAdded(let user, let event, let calendar, _, let from, let until):
            open[event] = AppointmentRow(
                event: event, user: user, person: people[user], calendar: calendar, addedAt: time,
                from: from.nanoseconds, until: until.nanoseconds)
        case .eventChanged(_, let event, let from, let until):
            change(event) {
                ($0.from, $0.until, $0.placedAt) = (from.nanoseconds, until.nanoseconds, .min)
                ($0.outcome, $0.isWarned, $0.arrivedAt) = (.ahead, false, .min)
                $0.changes += 1
            }
        case .eventMoved(_, let event, _, let calendar): change(event) { $0.calendar = calendar }
        case .eventDeleted(_, let event): end(event)
        case .calendarRemoved(let user, let calendar):
            let gone = open.values.filter { $0.user == user && $0.calendar == calendar }
            for event in gone.map(\.event).sorted() { end(event) }
        case .eventPlaced(_, let event, let start): change(event) { $0.placedAt = start.nanoseconds }
        case .flexibleMoved(_, let event, _, let start):
            change(event) {
                $0.placedAt = start.nanoseconds
                $0.moves += 1
            }
        case .notPlaced(_, let event, _): change(event) { $0.placedAt = .min }
        case .unreachableWarning(_, let event, _): change(event) { $0.isWarned = true }
        case .planComputed(
            let user, let event, let start, let means, let leaveAt, let arrival, let routes, let walk, let flags):
            planned(user, OccurrenceKey(event, start), at: now) {
                ($0.means, $0.leaveAt, $0.arrives) = (means, leaveAt.nanoseconds, arrival?.nanoseconds ?? .min)
                ($0.routes, $0.walk, $0.flags) = (routes, walk.millimetres, flags)
            }
        case .planRefused(let user, let event, let start, let reason):
            planned(user, OccurrenceKey(event, start), at: now) { $0.refusal = reason }
        case .cycleRun(_, let event, let start, _):
            let key = OccurrenceKey(event, start)
            if last[key]?.madeAt == time { last[key]?.isOfCycle = true }
        case .timeToLeave(_, let event, let start, let leaveAt, _):
            last[OccurrenceKey(event, start)]?.isNoticed = true
            change(event) {
                $0.notices += 1
                ($0.noticedAt, $0.leaveAt) = (time, leaveAt.nanoseconds)
            }
        case .eventStatusChanged(_, let event, _, let status): change(event) { $0.status = status }
        case .journeyStateChanged(_, let event, let start, .arrived):
            change(event) { ($0.arrivedAt, $0.outcome) = (time, now > start ? .late : .inTime) }
        case .userRecordCreated, .changeRefused, .syncDone, .calendarAdded, .calendarChanged, .calendarRefused,
            .preferenceChanged, .preferenceRejected, .eventRejected, .lunchMissed, .journeyStateChanged,
            .meansSelected, .forecastChanged, .strikeKnown, .tripPermissionAsked, .tripPermissionGiven,
            .tripPermissionRefused, .positionRefreshed, .positionUnavailable, .scheduleViewed, .calendarsViewed,
            .mapViewed, .routeViewed, .ticketSmsSent, .transitTicketIssued, .purchaseAborted, .purchaseRedirected,
            .vehicleBooked, .sharedVehicleTaken, .sharedVehicleLeft, .sharedVehicleRefused:
            break
        }
    }

    /// Appointments that are not deleted end with the run.
    mutating func finish(at end: CityTime) {
        plans += last.values
        last = [:]
        appointments += open.values.map { row in
            var row = row
            guard row.outcome == .ahead, row.start <= end.nanoseconds else { return row }
            row.outcome = row.isWarned ? .unreachable : .notHeard
            return row
        }
        open = [:]
    }

    private mutating func change(_ event: AppointmentID, _ change: (inout AppointmentRow) -> Void) {
        guard var row = open[event] else { return }
        change(&row)
        open[event] = row
    }

    private mutating func end(_ event: AppointmentID) {
        guard var row = open.removeValue(forKey: event) else { return }
        row.outcome = .deleted
        appointments.append(row)
    }

    private mutating func planned(
        _ user: TripUserID, _ key: OccurrenceKey, at now: CityTime, _ fill: (inout PlanRow) -> Void
    ) {
        planCount += 1
        var plan = PlanRow(
            number: planCount, madeAt: now.nanoseconds, user: user, person: people[user], event: key.id,
            start: key.start.nanoseconds)
        fill(&plan)
        if let before = last.updateValue(plan, forKey: key) { plans.append(before) }
        change(key.id) { $0.plans += 1 }
        guard last.count > most else { return }
        // In the order of their numbers, as rows are written.
        plans += last.values.filter { $0.start <= now.nanoseconds }
        last = last.filter { $0.value.start > now.nanoseconds }
        most = max(1000, 2 * last.count)
    }
}
