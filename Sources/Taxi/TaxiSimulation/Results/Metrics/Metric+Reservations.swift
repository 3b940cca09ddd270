// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Reporting
import TaxiRules

/// The metrics of the reservation module. A run has them when the module is on or its events occur.
extension Metric where Source == ReservationFold {
    static let all = (wishes.by(.person) + times.by(.person)).map(\.tidied)

    @MetricList private static var wishes: [Metric] {
        count("reservations.stored", \.stored)
        count("reservations.shared", \.shared)
        counts("reservations.rejected", \.rejected).by(.window)
        count("reservations.cancelled", \.left)
        count("reservations.cancelRefused", sum: \.cancelRefused).by(.window)
        count("reservations.activated", \.activated)
        count("reservations.held", \.held)
        counts("reservations.waits", \.waits)
        count("reservations.retries", \.retries)
        ratio("reservations.retriesPerActivated", in: .ratio(), \.retries, of: \.activated)
        count("reservations.open", \.openCounted)
        each("reservations.outcome", \.outcomes)
        number("reservations.fulfilledShare", .share) {
            $0.outcomes.total > 0
                ? Double($0.outcomes[.fulfilled]) / Double($0.outcomes.total) : nil
        }
    }

    @MetricList private static var times: [Metric] {
        sample("reservations.lateness", \.punctuality.delays)
        ratio("reservations.within10", \.punctuality.withinSoon, of: \.punctuality.judgedSoon)
        count("reservations.judged10", \.punctuality.judgedSoon)
        ratio("reservations.within20", \.punctuality.withinLatest, of: \.punctuality.judgedLatest)
        count("reservations.judged20", \.punctuality.judgedLatest)
        count("reservations.missed", \.punctuality.missedLatest)
        sample("reservations.boarding", \.boarding)
        sample("reservations.search", \.search)
        // Reservations are stored long before the batch in which they come to something: no batch means.
        sample("reservations.lead", in: .longTime, isMean: false, \.lead)
        count("reservations.viewed", \.viewed).by(.window)
        count("reservations.buttonDisabled", \.disabled).by(.window)
    }
}
