// SPDX-License-Identifier: GPL-3.0-or-later

/// The sections of the modules; nothing for a module that is not told.
extension ReportPage {
    var moduleLinks: String {
        (result.reservations == nil ? "" : "<a href=\"#reservations\">Reservations</a> ")
            + (result.sharing == nil ? "" : "<a href=\"#sharing\">Sharing</a> ")
    }

    func reservations(_ charts: [ReportChart], _ tables: ReportTables) -> String {
        guard result.reservations != nil else { return "" }
        let text = """
            <p><strong>\(value("reservations.stored", 0))</strong> reservations were stored and \
            <strong>\(value("reservations.rejected", 0))</strong> rejected, on average \
            <strong>\(value("reservations.lead.mean", 1, scale: 1 / 3600.0)) h</strong> ahead. Of the reserved taxis \
            <strong>\(value("reservations.within10", 1, scale: 100)) %</strong> came within 10 min of the agreed time and \
            <strong>\(value("reservations.within20", 1, scale: 100)) %</strong> within 20 min; boarding was \
            <strong>\(value("reservations.boarding.mean", 1, scale: 1 / 60.0)) min</strong> after it on average. From the \
            activation to a driver's acceptance it took \
            <strong>\(value("reservations.search.mean", 1, scale: 1 / 60.0)) min</strong>, with \
            <strong>\(value("reservations.retries", 0))</strong> retries in all.</p>

            """
        return section(
            "reservations", "Reservations",
            text + figures(charts, ["lateness", "outcomes"]) + tables.reservationOutcomes)
    }

    func sharing(_ charts: [ReportChart], _ tables: ReportTables) -> String {
        guard result.sharing != nil else { return "" }
        let text = """
            <p>Of <strong>\(value("sharing.searches", 0))</strong> searches \
            <strong>\(value("sharing.successShare", 1, scale: 100)) %</strong> found a feasible ride; \
            <strong>\(value("sharing.joined", 0))</strong> passengers joined one, \
            <strong>\(value("sharing.declined", 0))</strong> declined and \
            <strong>\(value("sharing.joinRefused", 0))</strong> came too late. \
            <strong>\(value("sharing.together", 0))</strong> of \
            <strong>\(value("sharing.rides", 0))</strong> shared rides had more than one passenger aboard, which is \
            <strong>\(value("sharing.togetherOfAll", 1, scale: 100)) %</strong> of all rides. Sharing saved \
            <strong>\(value("sharing.saved", 1)) km</strong>, \
            <strong>\(value("sharing.savedShare", 1, scale: 100)) %</strong> of what its passengers would have been \
            driven alone.</p>

            """
        return section(
            "sharing", "Sharing",
            text + figures(charts, ["occupancy", "detours", "saved"]) + tables.feeShares + tables.sharingReasons)
    }

    var moduleWords: [(String, String)] {
        let reserving = [
            ("reservation", "A wish for a taxi at an agreed time; ten minutes before it becomes a request."),
            ("activation", "The instant when a reservation becomes a request."),
            ("round", "Asking each driver of a queue once for a reservation; after a failed one there is a pause."),
        ]
        let sharing = [
            ("shared ride", "A ride that other passengers may join until boarding."),
            (
                "travelers",
                "All persons of a ride; a passenger is the one who called, with the travelers brought along."
            ),
            ("detour", "Driven way minus direct way of one passenger."),
            ("fee share", "A passenger's part of the fee: by driven distance and number of travelers."),
        ]
        return (result.reservations == nil ? [] : reserving) + (result.sharing == nil ? [] : sharing)
    }
}
