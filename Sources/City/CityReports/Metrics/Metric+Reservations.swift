// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// The metrics of the reservation module. A run has them when the module is on or its events occur.
extension Metric where Source == ReservationFold {
    static let all = (wishes + times).map(\.tidied)

    @MetricList private static var wishes: [Metric] {
        count(
            "reservations.stored", "reservations", "Reservations for a time after the warm-up (TAXI-RESV-20).", \.stored
        )
        count(
            "reservations.shared", "reservations open to others", "Of these, open to other passengers (TAXI-RESV-04).",
            \.shared)
        counts(
            "reservations.rejected", "reservations rejected", "Reservations that broke a rule; nothing was stored.",
            each: "Reservations rejected for the reason %.", ReservationRefusal.allCases, \.rejected)
        count(
            "reservations.cancelled", "wishes to cancel kept",
            "Times a passenger cancelled, withdrew or left a reservation (TAXI-RESV-17).", \.left)
        count(
            "reservations.cancelRefused", "wishes to cancel refused",
            "Wishes to cancel that came too late or had no right (TAXI-RESV-17).", sum: \.cancelRefused)
        count(
            "reservations.activated", "reservations: activated",
            "Reservations that became requests of their zones (TAXI-RESV-10).", \.activated)
        count(
            "reservations.held", "reservations: held",
            "Reservations whose passenger was busy at the activation (TAXI-RESV-22).", \.held)
        counts(
            "reservations.waits", "failed rounds",
            "Times a reservation stayed open because nobody could be asked or a round failed (TAXI-RESV-21).",
            each: "Times a reservation stayed open for the reason % (DEC-RESV-RETRY).", RoundFailure.allCases, \.waits)
        count(
            "reservations.retries", "reservations: retries",
            "Times a driver was asked again after that (TAXI-RESV-11).", \.retries)
        ratio(
            "reservations.retriesPerActivated", in: .ratio(), "retries a reservation",
            "Retries divided by the activated reservations.", \.retries, of: \.activated)
        count(
            "reservations.open", "reservations not settled", "Reservations not settled when the run ended; must be 0.",
            \.openCounted)
        counts(
            "reservations.outcome", "reservations", "Reservations that were settled with the outcome %.",
            ReservationOutcome.allCases, \.outcomes)
        number(
            "reservations.fulfilledShare", .share, "fulfilled share of reservations",
            "Fulfilled reservations, as a share of the stored ones."
        ) {
            $0.stored > 0
                ? Double($0.outcomes[.fulfilled]) / Double($0.stored) : nil
        }
    }

    @MetricList private static var times: [Metric] {
        sample(
            "reservations.lateness", "lateness of reserved taxis",
            "Taxi at the meeting point minus the agreed pick-up; early is negative (DEC-PUNCTUALITY)", \.lateness)
        ratio(
            "reservations.within10", "reserved taxis within 10 min",
            "Taxis at most 600 s after the agreed pick-up (TAXI-ASSUME-05: at least 0.9).", \.inTime,
            of: \.lateness.count)
        ratio(
            "reservations.within20", "reserved taxis within 20 min",
            "Taxis at most 1200 s after the agreed pick-up (TAXI-ASSUME-06: 1).", \.atLast, of: \.lateness.count)
        sample(
            "reservations.boarding", "boarding after the agreed time",
            "Boarding minus the agreed pick-up; never early (DEC-PUNCTUALITY)", \.boarding)
        sample(
            "reservations.search", "search for a driver",
            "Time from the activation to a driver's acceptance (TAXI-RESV-21)", \.search)
        // Reservations are stored long before the batch in which they come to something: no batch means.
        sample(
            "reservations.lead", in: .longTime, "lead time", "Agreed pick-up minus the time of storing (TAXI-RESV-09)",
            isMean: false, \.lead)
        count(
            "reservations.viewed", "own lists looked at", "Times a passenger looked at the own list (TAXI-RESV-18).",
            \.viewed)
        count(
            "reservations.buttonDisabled", "reserve button disabled",
            "Wishes that the client did not send, because the lead time was too short (TAXI-RESV-19).", \.disabled)
    }
}
