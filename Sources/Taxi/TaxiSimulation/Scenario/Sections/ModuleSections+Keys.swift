// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
import ScenarioLanguage
import TaxiReservations
import TaxiRules
import TaxiSharing

extension ValueFormat where Value == [ModuleName] {
    /// The modules that are on; that none is named twice is checked with the whole scenario.
    static let modules = ValueFormat<ModuleName>.word(ModuleName.ofTaxi.map { ($0.word, $0) })
        .list(0...ModuleName.ofTaxi.count, of: "modules")
}

extension ReservationParameters {
    static let section = Section(
        "reservations", "Parameters of the module `reservations`. Every default is the rule's own value.",
        blank: ReservationParameters(),
        [
            Field(
                "shortest-lead", \.shortestLead, .time(.zero ... .hours(8784)),
                "Shortest time from the reservation to its pick-up, inclusive (TAXI-RESV-09)."),
            Field(
                "longest-lead", \.longestLead, .time(.zero ... .hours(8784)),
                "Longest time from the reservation to its pick-up, inclusive (TAXI-RESV-09); at least `shortest-lead`."),
            Field(
                "cancel-limit", \.cancelLimit, .time(.zero ... .hours(8784)),
                "A reservation can be cancelled until this long before the pick-up, inclusive (TAXI-RESV-17); at least "
                    + "`activation`."),
            Field(
                "activation", \.activation, .time(.zero ... .hours(24)),
                "How long before the pick-up a reservation becomes a request (TAXI-RESV-10); at most `shortest-lead`."),
            Field(
                "apart", \.apart, .time(.zero ... .hours(24)),
                "Least time between two pick-ups that one passenger has reserved (TAXI-RESV-13)."),
            Field(
                "round-pause", \.roundPause, .time(.seconds(1) ... .hours(1)),
                "Pause after a round of offers that failed (TAXI-RESV-21)."),
            Field(
                "hold-limit", \.holdLimit, .time(.zero ... .hours(24)),
                "How long after its pick-up time a reservation whose passenger is busy is dropped (TAXI-RESV-22)."),
        ])
}

extension SharingParameters {
    static let section = Section(
        "sharing", "Parameters of the module `sharing`. Every default is the rule's own value.",
        blank: SharingParameters(),
        [
            Field(
                "detour", \.detour, .quantity(.factor, in: 1...10),
                "Longest driven distance of a traveler, as a multiple of the distance alone (TAXI-SHARE-20)."),
            Field(
                "longest-delay", \.longestDelay, .time(.zero ... .hours(24)),
                "Longest added drive of a traveler (TAXI-SHARE-20)."),
            Field(
                "pick-up-window", \.pickUpWindow, .time(.zero ... .hours(24)),
                "Pick-up times at most this far apart match (DEC-SHARE-MATCH)."),
            Field(
                "cap", \.cap, .whole(1...60),
                "Most travelers on a shared ride that is joined before its taxi is known (TAXI-SHARE-07)."),
            Field(
                "mean-approach", \.meanApproach, .time(.zero ... .hours(24)),
                "Estimated time until a taxi comes, before one is known (DEC-SHARE-MATCH)."),
            Field(
                "walking-speed", \.walkSpeed, .quantity(.speed, in: 0.1...10),
                "Speed by which the service estimates walks to a meeting point (TAXI-SHARE-01)."),
        ])
}

extension ReservationHabit {
    static let section = Section(
        "reserving", "How passengers of a group use reservations; needs `reservations` among the `modules`.",
        blank: ReservationHabit(),
        [
            Field(
                "share", \.share, .share,
                "Share of trips that are reserved. The times of `arrivals` and of a `trace` are then their pick-up times; a trip "
                    + "too near the start of the run to be reserved is called for. A population reserves when it would "
                    + "call. A row of a trace with its own `pick_up` is always a reservation."),
            Field(
                "lead", \.lead, .distribution(.time),
                "How long before the pick-up a reservation is made: `shortest-lead` to `longest-lead`, but not before the "
                    + "start of the run."),
            Field(
                "cancel", \.cancel, .share,
                "Share of reservations that are cancelled, at a time drawn uniformly between the reservation and the "
                    + "pick-up (TAXI-RESV-17)."),
            Field(
                "lateness", \.lateness, .distribution(.time),
                "How long after the agreed time the passenger is at the meeting point."),
            Field(
                "patience", \.patience, ValueFormat<Distribution>.distribution(.time).orNone,
                "How long after the agreed time the passenger withdraws a reservation for which no driver was found; by default "
                    + "never (TAXI-RESV-17)."),
            Field(
                "mistakes", \.mistakes, .share,
                "Share of reservations sent with a mistake: a missing field, no travelers, a date that does not exist, and so "
                    + "on in turn."),
            Field(
                "views", \.views, .share,
                "Share of reservations after which the passenger looks at their list of reservations (TAXI-RESV-18)."),
        ])
}

extension SharingHabit {
    static let section = Section(
        "sharing-habits",
        "How passengers of a group share rides; needs `sharing` among the `modules`. The probability of accepting the best "
            + "proposal is `accept`, less `per-minute` for each minute of delay, plus `per-saving` times the share of the "
            + "fee that is saved, cut off at 0 and 1.",
        blank: SharingHabit(),
        [
            Field(
                "willing", \.willing, .share,
                "Share of trips, called or reserved, whose passenger is willing to share (TAXI-SHARE-02)."),
            Field(
                "accept", \.accept, .share,
                "Probability of accepting the best proposal when it has neither delay nor saving (TAXI-SHARE-03)."),
            Field("per-minute", \.perMinute, .share, "Taken off that probability for each minute of delay."),
            Field(
                "per-saving", \.perSaving, .quantity(.factor, in: 0...10),
                "Added to that probability for a saving of the whole fee; 2 adds 20% for a saving of 10%."),
            Field("choosing", \.choosing, .distribution(.time), "How long the passenger looks at the proposals."),
            Field(
                "walking-speed", \.walkSpeed, .distribution(.speed).neverZero,
                "Speed of the walk to a meeting point, drawn for each trip; always above 0."),
            Field(
                "lateness", \.lateness, .distribution(.time),
                "How much later than the walk requires a joiner is at the meeting point (TAXI-SHARE-16)."),
        ])
}
