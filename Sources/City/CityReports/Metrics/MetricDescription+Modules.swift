// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

extension CallRefusal {
    /// The reasons of calls without modules; a missing destination is told with ride sharing.
    static let calls = CallRefusal.allCases.filter { $0 != .missingDestination && $0 != .notStored }
}

/// The metrics of the modules. A run has them when the module is on or its events occur.
extension MetricDescription {
    /// The metrics of all modules, and of the server and its accounts: those that only some runs have.
    public static let modules: [MetricDescription] = reservations + sharing + server + accounts

    /// The metrics of the reservation module. Reservations count when their agreed time is after the warm-up and not after the
    /// end, whenever they were stored.
    public static let reservations: [MetricDescription] =
        [
            MetricDescription("reservations.stored", "1", "Reservations for a time after the warm-up (TAXI-RESV-20)."),
            MetricDescription("reservations.shared", "1", "Of these, open to other passengers (TAXI-RESV-04)."),
            MetricDescription("reservations.rejected", "1", "Reservations that broke a rule; nothing was stored."),
        ]
        + ReservationRefusal.allCases.map {
            MetricDescription(
                "reservations.rejected.\($0.word)", "1", "Reservations rejected for the reason \($0.word).")
        } + [
            MetricDescription(
                "reservations.cancelled", "1",
                "Times a passenger cancelled, withdrew or left a reservation (TAXI-RESV-17)."),
            MetricDescription(
                "reservations.cancelRefused", "1", "Wishes to cancel that came too late or had no right (TAXI-RESV-17)."
            ),
            MetricDescription(
                "reservations.activated", "1", "Reservations that became requests of their zones (TAXI-RESV-10)."),
            MetricDescription(
                "reservations.held", "1", "Reservations whose passenger was busy at the activation (TAXI-RESV-22)."),
            MetricDescription(
                "reservations.waits", "1",
                "Times a reservation stayed open because nobody could be asked or a round failed (TAXI-RESV-21)."),
        ]
        + RoundFailure.allCases.map {
            MetricDescription(
                "reservations.waits.\($0.word)", "1",
                "Times a reservation stayed open for the reason \($0.word) (DEC-RESV-RETRY).")
        } + [
            MetricDescription(
                "reservations.retries", "1", "Times a driver was asked again after that (TAXI-RESV-11)."),
            MetricDescription(
                "reservations.retriesPerActivated", "1", "Retries divided by the activated reservations."),
            MetricDescription("reservations.open", "1", "Reservations not settled when the run ended; must be 0."),
        ]
        + ReservationOutcome.allCases.map {
            MetricDescription(
                "reservations.outcome.\($0.word)", "1", "Reservations that were settled with the outcome \($0.word).")
        }
        + [
            MetricDescription(
                "reservations.fulfilledShare", "share", "Fulfilled reservations, as a share of the stored ones.")
        ]
        + family(
            "reservations.lateness",
            "Taxi at the meeting point minus the agreed pick-up; early is negative (DEC-PUNCTUALITY)")
        + [
            MetricDescription(
                "reservations.within10", "share",
                "Taxis at most 600 s after the agreed pick-up (TAXI-ASSUME-05: at least 0.9)."),
            MetricDescription(
                "reservations.within20", "share",
                "Taxis at most 1200 s after the agreed pick-up (TAXI-ASSUME-06: 1)."),
        ]
        + family("reservations.boarding", "Boarding minus the agreed pick-up; never early (DEC-PUNCTUALITY)")
        + family("reservations.search", "Time from the activation to a driver's acceptance (TAXI-RESV-21)")
        + family("reservations.lead", "Agreed pick-up minus the time of storing (TAXI-RESV-09)")
        + [
            MetricDescription("reservations.viewed", "1", "Times a passenger looked at the own list (TAXI-RESV-18)."),
            MetricDescription(
                "reservations.buttonDisabled", "1",
                "Wishes that the client did not send, because the lead time was too short (TAXI-RESV-19)."),
        ]

    /// The metrics of the sharing module; all count from the end of the warm-up on.
    public static let sharing: [MetricDescription] = wishes + rides + ways + fees

    private static let wishes: [MetricDescription] =
        [
            MetricDescription("sharing.searches", "1", "Searches of the pending shared rides (TAXI-SHARE-13)."),
            MetricDescription(
                "sharing.withoutDestination", "1", "Shared calls without a destination (TAXI-SHARE-12)."),
            MetricDescription("sharing.candidates", "1", "Pending rides that were looked at, all searches together."),
            MetricDescription("sharing.feasible", "1", "Of these, feasible (DEC-SHARE-MATCH)."),
            MetricDescription("sharing.successShare", "share", "Searches that found at least one feasible ride."),
            MetricDescription("sharing.proposed", "1", "Rides proposed to passengers (TAXI-SHARE-09)."),
            MetricDescription("sharing.chosen", "1", "Times a passenger chose a proposed ride (TAXI-SHARE-03)."),
            MetricDescription("sharing.declined", "1", "Times a passenger declined all of them (TAXI-SHARE-17)."),
            MetricDescription("sharing.answered", "1", "Answers to proposed rides: a ride chosen, or all declined."),
            MetricDescription("sharing.chosenShare", "share", "Rides chosen, as a share of these answers."),
            MetricDescription("sharing.joined", "1", "Passengers who joined a ride (TAXI-SHARE-22)."),
            MetricDescription("sharing.joinedTravelers", "1", "Travelers who came with them, themselves included."),
            MetricDescription(
                "sharing.joinRefused", "1", "Joins refused: choices that could not be kept (DEC-SHARE-RACE)."),
        ]
        + JoinRefusal.allCases.map {
            MetricDescription("sharing.joinRefused.\($0.word)", "1", "Joins refused for the reason \($0.word).")
        }

    private static let rides: [MetricDescription] =
        [
            MetricDescription("sharing.created", "1", "Shared rides made by their owners (TAXI-SHARE-14)."),
            MetricDescription("sharing.created.reserved", "1", "Of these, reserved (TAXI-RESV-14)."),
            MetricDescription(
                "sharing.left", "1", "Passengers who left a shared ride before boarding (DEC-SHARE-OWNER-LEAVES)."),
            MetricDescription("sharing.ownerChanges", "1", "Times a ride got a new owner (TAXI-SHARE-24)."),
            MetricDescription(
                "sharing.missed", "1", "Passengers whom the taxi left behind (TAXI-SHARE-16, DEC-SHARE-LATE)."),
            MetricDescription(
                "sharing.mismatches", "1", "Boardings with fewer travelers than expected (DEC-BOARD-COUNT)."),
        ]
        + RideRemoval.allCases.map {
            MetricDescription(
                "sharing.removed.\($0.word)", "1", "Of the created rides, those that ended for the reason \($0.word).")
        } + [
            MetricDescription("sharing.openAtEnd", "1", "Created rides not settled when the run ended; must be 0."),
            MetricDescription("sharing.rides", "1", "Shared rides that ended at their last stop."),
            MetricDescription("sharing.together", "1", "Of these, with more than one passenger aboard."),
            MetricDescription(
                "sharing.togetherShare", "share",
                "Rides with more than one passenger aboard, as a share of the ended shared rides."),
            MetricDescription(
                "sharing.togetherOfAll", "share",
                "Rides with more than one passenger aboard, as a share of all ended rides."),
            MetricDescription("sharing.passengersPerRide", "1", "Passengers aboard of an ended shared ride, mean."),
            MetricDescription("sharing.travelersPerRide", "1", "Travelers aboard of an ended shared ride, mean."),
        ]

    private static let ways: [MetricDescription] =
        family(
            "sharing.detour",
            "Driven minus direct way of a passenger of a ride with several aboard (TAXI-SHARE-20)", unit: "km")
        + family(
            "sharing.detourRatio", "Driven way divided by the direct way of the same passengers (TAXI-SHARE-20)",
            unit: "1")
        + family(
            "sharing.delay",
            "How much longer the planned way of the same passengers takes than the way alone, as expected at boarding (TAXI-SHARE-20)"
        )
        + [
            MetricDescription("sharing.driven", "km", "Way driven on ended shared rides."),
            MetricDescription("sharing.alone", "km", "Sum of the direct ways of their passengers."),
            MetricDescription("sharing.saved", "km", "Direct ways minus driven way: what sharing saved."),
            MetricDescription("sharing.savedShare", "share", "What sharing saved, as a share of the direct ways."),
        ]

    private static let fees: [MetricDescription] =
        family(
            "sharing.fee", "Fee share of a passenger of a ride with several aboard, by driven distance (TAXI-SHARE-10)",
            unit: "share")
        + family(
            "sharing.feeDirect", "Fee share of the same passengers by direct distance (DEC-FEE-DISTANCE)", unit: "share"
        )
        + family("sharing.feeDifference", "How far the two fee shares differ (DEC-FEE-DISTANCE)", unit: "share")
}
