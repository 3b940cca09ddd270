// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Reporting
import TripRules

/// What was counted of the planner, from the end of the warm-up on.
struct PlannerTotals: Sendable {
    /// Tickets of one company.
    struct Tickets: Sendable {
        var sold = 0
        var redirected = [Int](repeating: 0, count: TicketChannel.allCases.count)
        var refused = [Int](repeating: 0, count: TicketRefusal.allCases.count)
    }

    /// Users whose record was made, whenever that was, and those of the measured time.
    var known = 0
    var users = 0
    /// Events entered, and those refused.
    var added = 0
    var rejected = [Int](repeating: 0, count: AppointmentRefusal.allCases.count)
    /// Plans made, cycles in which something had changed, and plans that could not be made.
    var plans = 0
    var cycles = 0
    var refused = [Int](repeating: 0, count: PlanRefusal.allCases.count)
    var notices = 0
    var warnings = 0
    var statuses = [Int](repeating: 0, count: TripStatus.allCases.count)
    var unknownPositions = 0
    var changed = 0
    var deleted = 0
    /// Times that a device sent all that it had kept without link.
    var synchronised = 0
    /// Starts given to flexible events, given anew, and days without room for one.
    var placed = 0
    var moved = 0
    var unplaced = 0
    /// Days on which lunch was kept free for a user who wants it, and those on which there was no room for it.
    var lunchesKept = 0
    var lunchesMissed = 0
    var changesRefused = [Int](repeating: 0, count: ChangeRefusal.allCases.count)
    var calendarsRefused = [Int](repeating: 0, count: CalendarRefusal.allCases.count)
    var preferencesRejected = [Int](repeating: 0, count: PreferenceRefusal.allCases.count)
    /// From a notice to the time to leave that it told; zero for those that came after it.
    var lead = Sample(exactLimit: 50_000)
    var lateNotices = 0
    /// Users who set out on a notice, and those of them who did after the time to leave, by how much.
    var left = 0
    var leftLate = Sample(exactLimit: 50_000)
    /// By the number of the company.
    var tickets: [Int32: Tickets] = [:]
    var positions = [Int](repeating: 0, count: RefreshCause.allCases.count)

    /// All companies together.
    var allTickets: Tickets {
        tickets.values.reduce(into: Tickets()) { all, one in
            all.sold += one.sold
            all.redirected = zip(all.redirected, one.redirected).map(+)
            all.refused = zip(all.refused, one.refused).map(+)
        }
    }
}

/// Counts what the planner notes.
struct PlannerCounter {
    /// The times to leave of notices on which nobody has set out yet.
    private var pending: [OccurrenceKey: CityTime] = [:]
    /// Whether lunch has room, by user and day, as was arranged last: days are arranged ahead, and again.
    private var lunches: [Lunch: Bool] = [:]

    private struct Lunch: Hashable {
        let user: TripUserID
        let midnight: CityTime
    }

    /// Takes an event; what is not measured is only remembered.
    mutating func take(_ event: TripEvent, at now: CityTime, isMeasured: Bool, _ totals: inout PlannerTotals) {
        if case .userRecordCreated = event { totals.known += 1 }
        if case .timeToLeave(_, let event, let start, let leaveAt, _) = event {
            pending[OccurrenceKey(event, start)] = leaveAt
        }
        if case .journeyStateChanged(_, let event, let start, let state) = event, state != .notStarted,
            let leaveAt = pending.removeValue(forKey: OccurrenceKey(event, start)), isMeasured, state != .arrived
        {
            totals.left += 1
            if now > leaveAt { totals.leftLate.add((now - leaveAt).nanoseconds) }
        }
        if case .eventPlaced(let user, .lunch, let start) = event {
            lunches[Lunch(user: user, midnight: start.midnight)] = true
        } else if case .lunchMissed(let user, let day) = event {
            lunches[Lunch(user: user, midnight: day.midnight)] = false
        } else if isMeasured {
            totals.count(event, at: now)
        }
    }

    /// Counts the lunches of the days of a run that have begun.
    func finish(from start: CityTime, until end: CityTime, _ measured: MeasuredTime, _ totals: inout PlannerTotals) {
        let days = lunches.filter { $0.key.midnight < end && measured.holds(max(start, $0.key.midnight)) }
        totals.lunchesKept = days.values.count { $0 }
        totals.lunchesMissed = days.count - totals.lunchesKept
    }
}

extension PlannerTotals {
    fileprivate mutating func count(_ event: TripEvent, at now: CityTime) {
        switch event {
        case .userRecordCreated: users += 1
        case .eventAdded: added += 1
        case .eventRejected(_, _, let reason): rejected[Int(reason.rawValue)] += 1
        case .planComputed: plans += 1
        case .planRefused(_, _, _, let reason): refused[Int(reason.rawValue)] += 1
        case .cycleRun: cycles += 1
        case .unreachableWarning: warnings += 1
        case .eventStatusChanged(_, _, _, let status): statuses[Int(status.rawValue)] += 1
        case .positionUnavailable: unknownPositions += 1
        case .changeRefused(_, _, _, let reason): changesRefused[Int(reason.rawValue)] += 1
        case .calendarRefused(_, _, let reason): calendarsRefused[Int(reason.rawValue)] += 1
        case .preferenceRejected(_, _, let reason): preferencesRejected[Int(reason.rawValue)] += 1
        case .eventChanged: changed += 1
        case .eventDeleted: deleted += 1
        case .syncDone: synchronised += 1
        case .eventPlaced: placed += 1
        case .flexibleMoved(_, let event, _, _): if event != .lunch { moved += 1 }
        case .notPlaced: unplaced += 1
        case .timeToLeave(_, _, _, let leaveAt, _):
            notices += 1
            lead.add(max(.zero, leaveAt - now).nanoseconds)
            if leaveAt < now { lateNotices += 1 }
        case .positionRefreshed(_, let cause): positions[Int(cause.rawValue)] += 1
        case .transitTicketIssued(_, let company, _): tickets[company, default: Tickets()].sold += 1
        case .purchaseAborted(_, let company, let reason):
            tickets[company, default: Tickets()].refused[Int(reason.rawValue)] += 1
        case .purchaseRedirected(_, let company, let channel):
            tickets[company, default: Tickets()].redirected[Int(channel.rawValue)] += 1
        case .calendarAdded, .calendarChanged, .calendarRemoved, .preferenceChanged, .eventMoved,
            .journeyStateChanged, .meansSelected, .forecastChanged, .strikeKnown, .tripPermissionAsked,
            .tripPermissionGiven, .tripPermissionRefused, .scheduleViewed, .calendarsViewed, .mapViewed, .routeViewed,
            .ticketSmsSent, .lunchMissed:
            break
        // People book with providers, who tell the planner.
        case .vehicleBooked, .sharedVehicleTaken, .sharedVehicleLeft, .sharedVehicleRefused: break
        }
    }
}
