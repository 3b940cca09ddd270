// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Reporting
import TripRules

extension DayTotals: TimedTotals {}

/// The metrics of waits on the way, and of what the planner is used for.
extension Metric where Source == DayTotals {
    @MetricList static var waits: [Metric] {
        for means in WaitTally.means {
            times(
                "legWait.\(means.word)", "wait for it: \(means.label)",
                "From being ready for a leg to its beginning, \(means.label)", [.mean, .max]
            ) { $0.waits.waits[Int(means.rawValue)] }
        }
        for means in WaitTally.means {
            count(
                "waitedInVain.\(means.word)", "waited in vain: \(means.label)",
                "Waits after which people planned anew, \(means.label)."
            ) { $0.waits.inVain[Int(means.rawValue)] }
        }
    }

    @MetricList static var plannerUse: [Metric] {
        one(
            "plansPerUserDay", .ratio(2), "plans a user and day",
            "Plans that the planner made, for each of its users and each day (issue 33)."
        ) {
            let days = $0.measured / .hours(24)
            return $0.planner.known > 0 && days > 0 ? Double($0.planner.plans) / Double($0.planner.known) / days : nil
        }
        count(
            "noticesLate", "notices after the time to leave",
            "Notices that came after the time to leave that they told."
        ) {
            $0.planner.lateNotices
        }
        times(
            "noticeLead", "lead of notices",
            "From a notice to the time to leave that it told, zero for those after it", [.mean, .p50, .p95]
        ) { $0.planner.lead }
        count("left", "set out on a notice", "Users who set out after a notice.") { $0.planner.left }
        count("leftLate", "set out late", "Users who set out later than the notice had told.") {
            $0.planner.leftLate.count
        }
        times("leftLateBy", "set out late, by", "How much later than the notice had told", [.mean, .p95, .max]) {
            $0.planner.leftLate
        }
        count("eventsChanged", "events edited", "Calendar events that users edited (TRIP-EDIT).") { $0.planner.changed }
        count("eventsDeleted", "events deleted", "Calendar events that users deleted (TRIP-EDIT).") {
            $0.planner.deleted
        }
        count("deadPhones", "dead phones", "Times that the phone of a user died (TRIP-OFFLINE).") { $0.deadPhones }
        count(
            "noticesKept", "notices kept", "Notices to leave that came while the phone was dead (TRIP-OFFLINE)."
        ) { $0.noticesKept }
        count(
            "synchronised", "kept changes sent",
            "Times that a phone sent what was changed while it was dead (TRIP-OFFLINE)."
        ) { $0.planner.synchronised }
        count("eventsPlaced", "starts given", "Starts given to flexible events (TRIP-R17).") {
            $0.planner.placed
        }
        count(
            "lunchKept", "lunches kept free",
            "Days on which lunch was kept free for a user who wants it, as they were arranged last (TRIP-LUNCH)."
        ) { $0.planner.lunchesKept }
        count(
            "lunchMissed", "lunch without room",
            "Days on which there was no room for the lunch of a user who wants it, as they were arranged last (TRIP-LUNCH)."
        ) { $0.planner.lunchesMissed }
        count("flexibleMoved", "starts changed", "Flexible events that were given another start (TRIP-FLEX).") {
            $0.planner.moved
        }
        count("notPlaced", "without room", "Days on which a flexible event found no room (TRIP-FLEX).") {
            $0.planner.unplaced
        }
        each(
            "changesRefused", "changes refused", "Changes of devices that were not looked at, for the reason",
            ChangeRefusal.self
        ) { $0.planner.changesRefused }
        each(
            "calendarsRefused", "calendars refused", "Calendars not added, changed or removed, for the reason",
            CalendarRefusal.self
        ) {
            $0.planner.calendarsRefused
        }
        each(
            "preferencesRefused", "preferences refused", "Preferences that were not changed, for the reason",
            PreferenceRefusal.self
        ) { $0.planner.preferencesRejected }
        each("positions", "positions stored", "Positions that were stored, because of", RefreshCause.self) {
            $0.planner.positions
        }
        count("ticketsSold", "tickets sold", "Tickets that companies sold by SMS (TRIP-TICKET).") {
            $0.planner.allTickets.sold
        }
        each("ticketsRedirected", "purchases elsewhere", "Purchases that companies sent to their", TicketChannel.self) {
            $0.planner.allTickets.redirected
        }
        each("ticketsRefused", "tickets refused", "Purchases without a ticket, for the reason", TicketRefusal.self) {
            $0.planner.allTickets.refused
        }
    }

    /// The same activities of those who use the planner, and of those who do not.
    static var planners: [Metric] {
        planners("withPlanner", "with the planner", "of people who use the planner") { $0.tally.withPlanner }
            + planners("withoutPlanner", "without the planner", "of people who do not use the planner") {
                $0.tally.withoutPlanner
            }
    }

    @MetricList private static func planners(
        _ name: String, _ label: String, _ text: String, _ counts: @escaping @Sendable (DayTotals) -> ActivityCounts
    ) -> [Metric] {
        count("\(name).inTime", "in time, \(label)", "Activities begun in time, \(text).") { counts($0).inTime }
        count("\(name).late", "late, \(label)", "Activities begun late, \(text).") { counts($0).late }
        count("\(name).missed", "missed, \(label)", "Activities missed, \(text).") { counts($0).missed }
        share(
            "\(name).inTimeShare", "in time (share), \(label)",
            "Activities begun in time, as a share of those begun and missed, \(text).", { counts($0).inTime },
            of: { counts($0).judged })
        times("\(name).lateness", "lateness, \(label)", "Coming late, \(text)", [.mean, .p95]) { counts($0).lateness }
    }
}
