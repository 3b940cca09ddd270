// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Reporting
import TripRules

/// The tables of appointments and plans, which are filled while a run goes on.
enum PlannerTables {
    private typealias Column = ResultColumn<PlannerRows.AppointmentRow>
    private typealias PlanColumn = ResultColumn<PlannerRows.PlanRow>

    static let appointments = ResultTable<PlannerRows.AppointmentRow>("trip_events") {
        Column.key("event", "the calendar event's number; a series is one") { $0.event.number }
        Column.integer("user", "whose it is") { $0.user.number }
        Column.textOrNull("person", "the same as a person, as in `journeys`; null where the run has no people") {
            $0.person?.description
        }
        Column.integer("calendar", "the calendar that it is in") { $0.calendar.number }
        Column.instant("added_s", "when it was entered") { $0.addedAt }
        Column.instant("from_s", "when it begins, or its window; of a series, its first occurrence") { $0.from }
        Column.instant("until_s", "when that ends") { $0.until }
        Column.seconds(
            "placed_s", "the start that a flexible one was given; null for others, and where it finds no room"
        ) {
            $0.placedAt
        }
        Column.integer("changes", "times that its user edited it") { $0.changes }
        Column.integer("moves", "times that it was given another start on its day") { $0.moves }
        Column.integer("plans", "plans made for it, and tried in vain, in `trip_plans`") { $0.plans }
        Column.integer("notices", "notices that it is time to leave: one for each occurrence that is reached") {
            $0.notices
        }
        Column.seconds("noticed_s", "when the last of them went out") { $0.noticedAt }
        Column.seconds("leave_at_s", "when to leave, as it said") { $0.leaveAt }
        Column.flag("warned", "1 when its user was warned that it cannot be reached in time") { $0.isWarned }
        Column.textOrNull("status", "how it looked last, where that changed: green, yellow, red") { $0.status?.word }
        Column.seconds("arrived_s", "when its user said to be there") { $0.arrivedAt }
        Column.word(
            "outcome",
            "inTime, late, unreachable, notHeard (no arrival was told), deleted, ahead (not begun at the end of the run)"
        ) { $0.outcome }
    }

    static let plans = ResultTable<PlannerRows.PlanRow>("trip_plans") {
        PlanColumn.key("plan", "the plan's number, from 1, in the order of their making") { $0.number }
        PlanColumn.instant("time_s", "when it was made") { $0.madeAt }
        PlanColumn.integer("user", "for whom") { $0.user.number }
        PlanColumn.textOrNull("person", "the same as a person; null where the run has no people") {
            $0.person?.description
        }
        PlanColumn.integer("event", "the calendar event, in `trip_events`") { $0.event.number }
        PlanColumn.instant("start_s", "when its occurrence begins") { $0.start }
        PlanColumn.text("cause", "cycle (a full minute at which something had changed), change (of the user's)") {
            $0.isOfCycle ? "cycle" : "change"
        }
        PlanColumn.textOrNull("means", "the means of the route chosen, with + between; null without a route") {
            $0.means.isEmpty ? nil : $0.means.list.map(\.word).joined(separator: "+")
        }
        PlanColumn.seconds("leave_at_s", "when to leave") { $0.leaveAt }
        PlanColumn.seconds("arrives_s", "when one arrives who leaves as soon as possible; null where that is unknown") {
            $0.arrives
        }
        PlanColumn.flag("reachable", "1 when that is in time") { $0.flags.contains(.reachable) }
        PlanColumn.integer("routes", "routes to choose from") { $0.routes }
        PlanColumn.kilometres("walk_km", "the longest leg on foot of any of them") { $0.walk }
        PlanColumn.flag("eco", "1 when low emission is preferred") { $0.flags.contains(.eco) }
        PlanColumn.flag("strike", "1 when lines were struck") { $0.flags.contains(.strike) }
        PlanColumn.flag("wet", "1 when rain, storm or snow was forecast") {
            !$0.flags.isDisjoint(with: [.rain, .storm, .snow])
        }
        PlanColumn.flag("noticed", "1 when the notice that it is time to leave was of this plan") { $0.isNoticed }
        PlanColumn.textOrNull("refusal", "why there is none: unknownOccurrence, outsideRegion, noOrigin, noRoute") {
            $0.refusal?.word
        }
    }
}
