// SPDX-License-Identifier: GPL-3.0-or-later

extension TextSummary {
    /// Two lines for each module that is told.
    var modules: [String] {
        (result.reservations == nil ? [] : [reservations, punctuality])
            + (result.sharing == nil ? [] : [sharing, together])
    }

    private var reservations: String {
        outcomes(
            "reserved", of: "reservations.stored", "stored",
            "\(value("reservations.rejected")) rejected, \(value("reservations.retries")) retries")
    }

    private var punctuality: String {
        line(
            "punctual", value("reservations.within10"), "% within 10 min",
            "\(text("reservations.within20")) within 20 min, lateness mean \(text("reservations.lateness.mean")), "
                + "p95 \(text("reservations.lateness.p95")), max \(text("reservations.lateness.max"))")
    }

    private var sharing: String {
        outcomes(
            "sharing", of: "sharing.answered", "answers",
            "\(value("sharing.searches")) searches, \(value("sharing.missed")) missed the taxi")
    }

    private var together: String {
        let made = result.outcomes(of: "sharing.created").map { "\($0.whole) made: \($0.toldShort)" } ?? ""
        return line(
            "together", value("sharing.together"), "rides",
            "\(text("sharing.togetherShare")) of \(value("sharing.rides")) shared rides, "
                + "\(value("sharing.passengersPerRide")) passengers a ride, \(text("sharing.saved")) saved "
                + "(\(text("sharing.savedShare"))); \(made)")
    }
}
