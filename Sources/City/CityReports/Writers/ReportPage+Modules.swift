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
            <p><strong>\(shown("reservations.stored"))</strong> reservations were stored, on average \
            <strong>\(shown("reservations.lead.mean"))</strong> ahead: \
            \(result.outcomes(of: "reservations.stored")?.told ?? "–"). \
            <strong>\(shown("reservations.rejected"))</strong> wishes were rejected. Of the reserved taxis \
            <strong>\(shown("reservations.within10"))</strong> came at most 10 min after the agreed time and \
            <strong>\(shown("reservations.within20"))</strong> at most 20 min; boarding was \
            <strong>\(shown("reservations.boarding.mean"))</strong> after it on average. From the \
            activation to a driver's acceptance it took \
            <strong>\(shown("reservations.search.mean"))</strong>, with \
            <strong>\(shown("reservations.retries"))</strong> retries in all.</p>

            """
        return section(
            "reservations", "Reservations",
            text + figures(charts, ["lateness", "outcomes"]) + tables.reservationOutcomes)
    }

    func sharing(_ charts: [ReportChart], _ tables: ReportTables) -> String {
        guard result.sharing != nil else { return "" }
        let text = """
            <p>Of <strong>\(shown("sharing.searches"))</strong> searches \
            <strong>\(shown("sharing.successShare"))</strong> found a feasible ride. There were \
            <strong>\(shown("sharing.answered"))</strong> answers to proposed rides: \
            \(result.outcomes(of: "sharing.answered")?.told ?? "–"). \
            <strong>\(shown("sharing.missed"))</strong> who had joined missed the taxi. Of \
            <strong>\(shown("sharing.created"))</strong> shared rides that were made, \
            \(result.outcomes(of: "sharing.created")?.toldShort ?? "–"). \
            <strong>\(shown("sharing.together"))</strong> of \
            <strong>\(shown("sharing.rides"))</strong> shared rides that ended had more than one passenger aboard, \
            <strong>\(shown("sharing.togetherOfAll"))</strong> of all rides. Sharing saved \
            <strong>\(shown("sharing.saved"))</strong>, \
            <strong>\(shown("sharing.savedShare"))</strong> of what its passengers would have been \
            driven alone. It took them \
            <strong>\(shown("sharing.delay.mean"))</strong> longer than alone on average and \
            <strong>\(shown("sharing.delay.max"))</strong> at most, as expected at boarding.</p>

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
            ("join refused", "A chosen ride could not be kept: no seat left, boarded, removed, or no longer feasible."),
            ("missed the taxi", "Joined, but not at the meeting point when the driver confirmed boarding."),
            ("detour", "Driven way minus direct way of one passenger."),
            (
                "delay by sharing",
                "How much longer the shared way to the own stop takes than the way alone, both as expected at boarding."
            ),
            ("fee share", "A passenger's part of the fee, from driven distance and number of travelers."),
        ]
        return (result.reservations == nil ? [] : reserving) + (result.sharing == nil ? [] : sharing)
    }
}
