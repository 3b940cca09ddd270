// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Reporting

/// The tables of journeys and their legs, which are filled while a run goes on.
enum JourneyTables {
    private typealias Column = ResultColumn<JourneyRows.Journey>
    private typealias LegColumn = ResultColumn<JourneyRows.Leg>

    static let journeys = ResultTable<JourneyRows.Journey>("journeys") {
        Column.key("journey", "the journey's number, from 1, in the order of setting out") { $0.number }
        Column.text("person", "who makes it") { $0.person.description }
        Column.textOrNull("person_group", "the person's group; null on the way home") { $0.planned?.group }
        Column.integerOrNull("activity", "the activity's number in the run; null for the way home") {
            $0.activity > 0 ? $0.activity : nil
        }
        Column.textOrNull("activity_name", "its name; null for the way home") { $0.planned?.name }
        Column.seconds("due_s", "when it had to begin at the latest") { $0.planned?.due ?? .min }
        Column.instant("set_out_s", "when the person set out") { $0.setOutAt }
        Column.degrees("from_longitude", "where") { $0.from.longitude }
        Column.degrees("from_latitude", "where") { $0.from.latitude }
        Column.seconds(
            "arrived_s", "when the person was there, also before a service began; null while it was not over"
        ) { $0.endedAt }
        Column.seconds("late_s", "after the start of the activity, 0 in time; null for one missed, and on the way home")
        {
            $0.late
        }
        Column.word(
            "outcome",
            "arrived, missed (it was over by then), waiting (for a service there, at the end of the run), open (then)"
        ) { $0.outcome }
        Column.textOrNull(
            "cause",
            "the first thing that went wrong when it came late: missedLine, vehicleTaken, noTaxi, activityBefore, way, service"
        ) { $0.cause?.word }
        Column.integer("legs", "legs made to their end") { $0.legs }
        Column.integer("replans", "times that it was planned anew on the way") { $0.replans }
        Column.flag("walked_all", "1 when nothing led there, so that the rest was walked") { $0.isWalked }
        Column.kilometres("length_km", "length of those legs; of lines along straight lines from stop to stop") {
            $0.length
        }
        Column.kilometres("walked_km", "of that, on foot") { $0.walked }
    }

    static let legs = ResultTable<JourneyRows.Leg>("journey_legs") {
        LegColumn.key("leg", "the leg's number, from 1, in the order of their beginning") { $0.number }
        LegColumn.integer("journey", "its journey, in `journeys`") { $0.journey }
        LegColumn.word(
            "means", "walk, ownBicycle, sharedBicycle, ownCar, sharedCar, hired, bus, tram, metro, train, ferry"
        ) {
            $0.means
        }
        LegColumn.integerOrNull(
            "taxi_order", "the order by which a taxi was called; null for other means and reserved ones"
        ) {
            $0.reference
        }
        LegColumn.degrees("from_longitude", "where it began") { $0.from.longitude }
        LegColumn.degrees("from_latitude", "where it began") { $0.from.latitude }
        LegColumn.degrees("to_longitude", "where it ended; null when it was not made to its end") { $0.to?.longitude }
        LegColumn.degrees("to_latitude", "where it ended; null when it was not made to its end") { $0.to?.latitude }
        LegColumn.instant("begun_s", "when it began, or the wait for it") { $0.begunAt }
        LegColumn.seconds("rode_s", "when the wait was over; null when nothing came") { $0.rodeAt }
        LegColumn.seconds("ended_s", "when it was over, or given up; null while it was not") { $0.endedAt }
        LegColumn.kilometres("length_km", "its length; null when it was not made to its end") { $0.length }
        LegColumn.word("outcome", "ended, left (given up, and planned anew), open (at the end of the run)") {
            $0.outcome
        }
    }
}
