// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import ScenarioLanguage
import StoreRules

extension StoreParameters {
    private static let year: TimeSpan = .hours(366 * 24)

    static let section = Section(
        "store-rules", "The numbers of the store service that no manager sets.", blank: StoreParameters(),
        [
            Field(
                "least-visit", \.leastVisit, .time(.milliseconds(1) ... .hours(1)),
                "The shortest possible visit (INV-StoreTicketDuration)."),
            Field("visits-in-mean", \.visitsInMean, .whole(1...1000), "How many visits the mean length covers."),
            Field(
                "borrow-places", \.borrowsPlaces, .flag,
                "Whether queue tickets may use free booking places that no due booking needs (DEC-STORE-QUOTA)."),
            Field(
                "longest-travel", \.longestTravel, .time(.zero ... .hours(24)),
                "The longest travel time that an app may state (DEC-STORE-GRACE)."),
            Field(
                "answer-time", \.answerTime, .time(.minutes(1) ... .hours(2)),
                "How long a shopper may think about a postponement (DEC-STORE-POSTPONE)."),
            Field(
                "overrun-step", \.overrunStep, .time(.seconds(1) ... .hours(1)),
                "Somebody who stays longer than the mean is predicted to leave this much later than now (DEC-STORE-MAJOR-DELAY)."
            ),
            Field(
                "forecast", \.forecast, .time(.zero ... .hours(24)),
                "How long before its time a booking is first checked for delays."),
            Field(
                "booking-horizon", \.bookingHorizon, .time(.hours(1)...year), "How far ahead a slot can be booked."),
            Field(
                "estimate-spacing", \.estimateSpacing, .time(.zero ... .minutes(5)),
                "The least time between two updates of a queue's estimates; longer is faster but less up to date (STORE-LIVE)."
            ),
            Field(
                "estimate-step", \.estimateStep, .time(.zero ... .minutes(5)),
                "The smallest change of an expected entry that a receipt shows (STORE-LIVE)."),
            Field("code-memory", \.codeMemory, .time(.hours(1)...year), "How long a used code is remembered as used."),
            Field(
                "history-memory", \.historyMemory, .time(.hours(1)...year),
                "How long the number of people inside is kept for managers (STORE-R20)."),
            Field(
                "alternative-radius", \.alternativeRadius, .length(.metres(0) ... .metres(50_000)),
                "How far from the wanted store others are suggested (STORE-ALTERNATIVE)."),
            Field(
                "alternative-span", \.alternativeSpan, .time(.zero ... .hours(24)),
                "How far from the wanted time other slots are suggested."),
            Field(
                "alternatives-per-store", \.alternativesPerStore, .whole(1...10),
                "How many slots of one store are suggested."),
            Field("most-alternatives", \.mostAlternatives, .whole(1...50), "How many are suggested in all."),
            Field("most-wishes", \.mostWishes, .whole(0...100), "How many wishes a shopper may leave (STORE-ALERT)."),
            Field(
                "most-favourites", \.mostFavourites, .whole(0...1000),
                "How many favourites a shopper may mark (STORE-FAVOURITE)."),
        ])
}
