// SPDX-License-Identifier: GPL-3.0-or-later

extension TextSummary {
    /// Two lines for each module that is told.
    var modules: [String] {
        (result.reservations == nil ? [] : [reservations, punctuality])
            + (result.sharing == nil ? [] : [sharing, together])
    }

    private var reservations: String {
        "reserved     \(value("reservations.stored", 0, 9)) stored   "
            + "\(value("reservations.outcome.fulfilled", 0)) fulfilled, "
            + "\(value("reservations.outcome.cancelled", 0)) cancelled, "
            + "\(value("reservations.outcome.dropped", 0)) dropped, "
            + "\(value("reservations.outcome.unserved", 0)) unserved, \(value("reservations.rejected", 0)) rejected, "
            + "\(value("reservations.retries", 0)) retries"
    }

    private var punctuality: String {
        "punctual     \(Text.right(share("reservations.within10"), 9)) within 10 min   "
            + "\(share("reservations.within20")) within 20 min, mean \(value("reservations.lateness.mean", 1)) s, "
            + "p95 \(value("reservations.lateness.p95", 1)) s, max \(value("reservations.lateness.max", 1)) s"
    }

    private var sharing: String {
        "sharing      \(value("sharing.searches", 0, 9)) searches   \(value("sharing.joined", 0)) joined, "
            + "\(value("sharing.declined", 0)) declined, \(value("sharing.joinRefused", 0)) refused, "
            + "\(value("sharing.missed", 0)) missed the taxi"
    }

    private var together: String {
        "together     \(value("sharing.together", 0, 9)) rides   \(share("sharing.togetherShare")) of "
            + "\(value("sharing.rides", 0)) shared, \(value("sharing.passengersPerRide", 2)) passengers a ride, "
            + "\(value("sharing.saved", 1)) km saved (\(share("sharing.savedShare")))"
    }
}
