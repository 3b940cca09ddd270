// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Reporting
import TripRules

extension DayTotals: ServiceTotals {
    static var service: String { "trips" }
}

/// The metrics of people's days.
extension Metric where Source == DayTotals {
    /// All of them, in the order of the report.
    static var all: [Metric] { unserved + served }

    /// Those of a city without a server.
    static var unserved: [Metric] {
        activities.by(.demand) + hours.by(.window) + ways.by(.window) + waits.by(.window) + planner.by(.window)
            + plannerUse.by(.window) + planners.by(.demand)
    }

    /// Those that only a server brings.
    static var served: [Metric] {
        gateway.by(.window) + answers.by([.window, .group]) + downtime.by(.window) + phones.by(.wholeRun)
    }

    @MetricList private static var gateway: [Metric] {
        times(
            "processing", "processing of planner messages",
            "From the arrival of a planner message at the server to its answer (PERF-06: 95 % in under 1 s)",
            [.mean, .p95, .max]
        ) { $0.served.processing }
        count(
            "plannerErrors", "errors of the planner",
            "Changes that could not be read, and messages that no phone should send (PERF-09: none)."
        ) {
            $0.served.errors
        }
        count(
            "plainRefused", "plain planner messages",
            "Planner messages that came over a plain channel and were refused (SEC-08)."
        ) {
            $0.served.plain
        }
    }

    @MetricList private static var answers: [Metric] {
        times(
            "answerTime", "answer time of the planner",
            "From sending a message to showing its answer, by region as by group (PERF-08)", [.mean, .p95, .max]
        ) { $0.served.answerTime }
        count(
            "answersLate", "late answers of the planner",
            "Answers that were shown later than 1 s after the message was sent (PERF-09)."
        ) {
            $0.served.answersLate
        }
    }

    @MetricList private static var downtime: [Metric] {
        one(
            "unplannedDowntime", .seconds, "unannounced time down",
            "Time in which the server was down outside of the windows of `server.outages`, which are announced maintenance (AVAIL-04: none)."
        ) { Double($0.served.unplannedDown) / 1e9 }
    }

    @MetricList private static var phones: [Metric] {
        for system in [ClientSystem.ios, .android, .unknown] {
            count(
                "phones.\(system.word)", "phones on \(system.word)",
                "Users by the system of the phone that was recognised first (TRIP-STANDARDS)."
            ) { $0.served.systems[Int(system.rawValue)] }
        }
    }

    @MetricList static var activities: [Metric] {
        count("activities", "activities", "Activities that were to begin.") { $0.tally.all.planned }
        count("inTime", "activities begun in time", "Activities whose people were there at their start.") {
            $0.tally.all.inTime
        }
        count("late", "activities begun late", "Activities whose people came after their start.") { $0.tally.all.late }
        count("missed", "activities missed", "Activities whose people came when they were over.") {
            $0.tally.all.missed
        }
        one(
            "inTimeShare", .share, "activities in time",
            "Activities begun in time, as a share of those begun and missed."
        ) {
            let all = $0.tally.all
            return all.judged > 0 ? Double(all.inTime) / Double(all.judged) : nil
        }
        times("lateness", "lateness", "From the start of an activity to coming late to it", [.mean, .p50, .p95, .max]) {
            $0.tally.all.lateness
        }
        each(
            "delayed", "late or missed", "Activities late or missed, by the first thing that went wrong",
            DelayCause.self
        ) { $0.tally.all.causes }
    }

    @MetricList static var hours: [Metric] {
        for part in DayPart.allCases {
            one(
                "hours.\(part.word)", .hours, "hours \(part.name)",
                "Hours that people spent \(part.name), all together."
            ) {
                Double($0.spent[Int(part.rawValue)]) / 3.6e12
            }
        }
    }

    @MetricList static var planner: [Metric] {
        count("users", "users of the planner", "Users whose record was made (ACCOUNT-TRIP-R1).") { $0.planner.users }
        count("eventsAdded", "events entered", "Calendar events that the planner took (TRIP-R15).") { $0.planner.added }
        each(
            "eventsRejected", "events refused", "Calendar events that the planner refused, for the reason",
            AppointmentRefusal.self
        ) { $0.planner.rejected }
        count("plans", "plans", "Plans that the planner made (TRIP-R9).") { $0.planner.plans }
        count("cycles", "cycles", "Cycles in which something had changed, so that it planned again (TRIP-CYCLE).") {
            $0.planner.cycles
        }
        each("plansRefused", "plans refused", "Plans that could not be made, for the reason", PlanRefusal.self) {
            $0.planner.refused
        }
        count("notices", "notices", "Notices that it is time to leave (TRIP-R29).") { $0.planner.notices }
        count("warnings", "warnings", "Warnings that an event cannot be reached in time (TRIP-LATE).") {
            $0.planner.warnings
        }
        each("statuses", "changes of status", "Changes of status to this one (TRIP-STATUS)", TripStatus.self) {
            $0.planner.statuses
        }
        count(
            "positionUnavailable", "positions unavailable",
            "Times that a device could not tell where it is (TRIP-ASSUME)."
        ) { $0.planner.unknownPositions }
    }

    @MetricList static var ways: [Metric] {
        count("journeys", "journeys", "Journeys that came to their end.") { $0.journeys }
        times("travelTime", "time of journeys", "From setting out to being there", [.mean, .p50, .p95]) {
            $0.travelTime
        }
        each("legs", "legs", "Legs by means", TravelMeans.self) { $0.legs }
        for means in TravelMeans.allCases {
            one(
                "kilometres.\(means.word)", .kilometres, "kilometres, \(means.label)",
                "Kilometres of legs, \(means.label); of lines along straight lines from stop to stop."
            ) { Double($0.millimetres[Int(means.rawValue)]) * 1e-6 }
        }
        each("replanned", "plans anew on the way", "Plans made anew on the way, by cause", ReplanCause.self) {
            $0.replanned
        }
        count(
            "walkedAll", "walks beyond all limits", "Journeys whose rest was walked, since nothing else led there."
        ) { $0.walkedAll }
        count("taxiCalls", "taxi calls", "Taxis called for a leg of a journey (SIM-11).") { $0.taxiCalls }
        count("taxisReserved", "taxis reserved", "Taxis reserved for the way to an activity of later (API-11).") {
            $0.taxisReserved
        }
        count(
            "taxisGivenUp", "reservations given up",
            "Reserved taxis that were cancelled, since the activity moved or went or was got to otherwise (API-11)."
        ) { $0.taxisGivenUp }
        count(
            "vehiclesBooked", "shared vehicles booked",
            "Shared vehicles that were booked by who set out to them (TRIP-VEHICLE)."
        ) { $0.vehiclesBooked }
        count(
            "vehiclesGivenUp", "bookings given up",
            "Booked vehicles that were given up, since the person went otherwise (TRIP-VEHICLE)."
        ) { $0.vehiclesGivenUp }
        count(
            "bookingsLapsed", "bookings lapsed",
            "Booked vehicles that nobody reached within the holding time (TRIP-VEHICLE)."
        ) { $0.bookingsLapsed }
    }
}
