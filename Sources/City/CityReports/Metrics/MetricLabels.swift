// SPDX-License-Identifier: GPL-3.0-or-later

/// The one vocabulary of the metrics. What is not listed is made of the words of its path.
enum MetricLabels {
    /// The last part of a path that is a statistic.
    static let statistics: [String: String] = [
        "count": "how many", "mean": "mean", "sd": "standard deviation", "p50": "p50", "p90": "p90", "p95": "p95",
        "p99": "p99", "max": "max", "under5s": "under 5 s", "under10s": "under 10 s",
    ]

    /// What a sample is of.
    static let families: [String: String] = [
        "wait": "wait", "acceptance": "time to acceptance", "arrivalDelay": "arrival after the agreed time",
        "etaError": "error of the arrival estimate", "queueTime": "queue time", "noticeDelay": "delay of held notices",
        "reservations.lateness": "lateness of reserved taxis",
        "reservations.boarding": "boarding after the agreed time",
        "reservations.search": "search for a driver", "reservations.lead": "lead time", "sharing.detour": "detour",
        "sharing.detourRatio": "detour ratio", "sharing.delay": "delay by sharing", "sharing.fee": "fee share",
        "sharing.feeDirect": "fee share by direct way", "sharing.feeDifference": "difference of the fee shares",
        "processing": "processing time", "server.wait": "wait for a worker", "clients.latency": "latency at the client",
        "clients.input": "time to fill in a form", "openRequests": "open requests",
    ]

    /// Metrics that stand alone, and beginnings of paths whose last part is a reason.
    static let labels: [String: String] = [
        "calls.total": "calls", "calls.refused": "calls refused", "calls.stored": "requests",
        "calls.travelers": "travelers", "calls.fulfilled": "requests fulfilled", "calls.aborted": "requests aborted",
        "calls.abandoned": "requests abandoned", "calls.released": "requests released",
        "calls.openAtEnd": "requests open at the end", "calls.unserved": "requests unserved",
        "calls.abortRate": "aborted share", "calls.unservedShare": "unserved share",
        "arrivalDelay.shareInTime": "arrivals within 10 min of the agreed time",
        "etaError.bias": "bias of the arrival estimate", "offers.sent": "offers", "offers.timedOut": "offers timed out",
        "offers.accepted": "offers accepted", "offers.refused": "offers refused",
        "offers.withdrawn": "offers withdrawn", "offers.openAtEnd": "offers open at the end",
        "offers.timeoutShare": "timed-out share of offers", "offers.refuseShare": "refused share of offers",
        "offers.perRequest": "offers a request", "offers.lateAnswers": "late answers to offers",
        "offers.maxPending": "most offers held at once", "offers.arrivalInversions": "offers out of the order of calls",
        "offers.fifoViolations": "offers that passed over a driver",
        "offers.zoneCrossing": "offers to another zone's queue", "drivers.count": "drivers",
        "drivers.share.offShift": "time off shift", "drivers.share.available": "time available",
        "drivers.share.toPickUp": "time to pick-ups", "drivers.share.withPassenger": "time with a passenger",
        "drivers.inService": "drivers in service", "drivers.utilisation": "drivers busy",
        "drivers.serviceHours": "hours in service", "rides.ended": "rides",
        "rides.perServiceHour": "rides a service hour",
        "fairness.gini": "Gini coefficient of rides", "fairness.jain": "Jain index of rides",
        "fairness.overtakes": "overtakes", "fairness.overtakingOffers": "offers that overtook",
        "fairness.zoneWaitMin": "shortest mean wait of a zone", "fairness.zoneWaitMax": "longest mean wait of a zone",
        "fairness.zoneWaitSd": "spread of the zones' mean waits", "distance.toPickUp": "way to pick-ups",
        "fairness.placeWaitMax": "longest mean wait of a zone of origin",
        "fairness.placeWaitSd": "spread of the mean waits of the zones of origin",
        "fairness.placeUnservedMax": "largest unserved share of a zone of origin",
        "distance.withPassenger": "way with a passenger", "distance.other": "other way", "distance.empty": "empty way",
        "distance.emptyShare": "empty share of the way", "openRequests.mean": "open requests, mean",
        "openRequests.max": "open requests, max", "openRequests.rate": "requests open in an hour",
        "openRequests.meanTime": "time open, mean", "openRequests.little": "open requests by Little's law",
        "zones.count": "zones", "zones.undersupplied": "zones undersupplied",
        "zones.maxAbortRate": "largest aborted share of a zone", "notices.sent": "notices",
        "notices.held": "notices held", "taxiPositions.sent": "taxi positions shown", "messages.lost": "messages lost",
        "messages.refused": "messages refused by actors", "reports.badCustomer": "reports of passengers",
        "drivers.illegalTransitions": "status changes outside the rules",
        "drivers.endedOutsideZones": "rides that ended outside all zones", "events.total": "events",
        "run.hours": "measured time", "reservations.stored": "reservations",
        "reservations.shared": "reservations open to others", "reservations.rejected": "reservations rejected",
        "reservations.cancelled": "wishes to cancel kept", "reservations.cancelRefused": "wishes to cancel refused",
        "reservations.waits": "failed rounds", "reservations.buttonDisabled": "reserve button disabled",
        "reservations.fulfilledShare": "fulfilled share of reservations", "reservations.viewed": "own lists looked at",
        "reservations.within10": "reserved taxis within 10 min",
        "reservations.within20": "reserved taxis within 20 min",
        "reservations.retriesPerActivated": "retries a reservation", "reservations.outcome": "reservations",
        "reservations.open": "reservations not settled", "sharing.searches": "searches for a shared ride",
        "sharing.withoutDestination": "shared calls without a destination",
        "sharing.candidates": "rides looked at", "sharing.feasible": "rides feasible",
        "sharing.successShare": "searches with a feasible ride", "sharing.proposed": "rides proposed",
        "sharing.chosen": "rides chosen", "sharing.declined": "answers that declined all rides",
        "sharing.answered": "answers to proposed rides", "sharing.chosenShare": "answers that chose a ride",
        "sharing.joined": "passengers joined", "sharing.joinedTravelers": "travelers joined",
        "sharing.joinRefused": "joins refused", "sharing.created": "shared rides made",
        "sharing.created.reserved": "shared rides made, reserved", "sharing.left": "passengers who left",
        "sharing.ownerChanges": "changes of owner", "sharing.missed": "passengers who missed the taxi",
        "sharing.mismatches": "boardings with fewer than expected", "sharing.removed": "shared rides",
        "sharing.openAtEnd": "shared rides not settled", "sharing.rides": "shared rides ended",
        "sharing.together": "rides together", "sharing.togetherShare": "share of shared rides together",
        "sharing.togetherOfAll": "share of all rides together", "sharing.passengersPerRide": "passengers a shared ride",
        "sharing.travelersPerRide": "travelers a shared ride", "sharing.driven": "way driven on shared rides",
        "sharing.alone": "way alone of their passengers", "sharing.saved": "way saved by sharing",
        "sharing.savedShare": "saved share of the way alone", "processing.over10s": "messages of 10 s or more",
        "server.arrivals": "messages", "server.arrivalRate": "messages a second",
        "server.unanswered": "messages never answered", "server.openAtEnd": "messages inside at the end",
        "server.refused": "messages refused", "server.utilisation": "workers busy",
        "server.queueMean": "messages waiting, mean", "server.queueMax": "messages waiting, max",
        "server.outages": "outages", "server.downtime": "time down", "server.availability": "time up",
        "server.timersReleased": "timers fired late", "passengers.connectedMin": "connected passengers, fewest",
        "passengers.connectedMean": "connected passengers, mean", "drivers.activeMin": "active drivers, fewest",
        "drivers.activeMean": "active drivers, mean", "clients.actions": "actions of users",
        "accounts.total": "accounts at the end", "accounts.started": "forms of registration",
        "accounts.rejected": "forms returned", "accounts.aborted": "registrations ended",
        "accounts.pending": "forms accepted", "accounts.openAtEnd": "forms under way at the end",
        "accounts.toConfirm": "accounts to be confirmed", "accounts.waiting": "accounts still waiting",
        "accounts.registered": "accounts confirmed", "accounts.expired": "accounts expired",
        "accounts.mailSent": "mails sent", "accounts.mailDelivered": "mails delivered",
        "accounts.profileChanged": "profiles changed", "accounts.profileRejected": "changes of profiles rejected",
        "accounts.licencesExpired": "licences expired", "accounts.licencesRenewed": "licences renewed",
        "accounts.deleted": "accounts deleted", "accounts.deletionRefused": "deletions refused",
        "accounts.privacyViolations": "data written without consent", "logins.attempted": "logins",
        "logins.succeeded": "logins that succeeded", "logins.refused": "logins refused",
        "logins.passwordsReset": "passwords reset", "logins.passwordsChanged": "passwords changed",
        "logins.ended": "sessions ended",
    ]

    /// A path in plain words: `drivers.endedOutsideZones` is `drivers: ended outside zones`, and `processing.calls`, a part
    /// of a sample that is told apart, is `processing time (calls)`.
    static func spoken(_ parts: ArraySlice<String>) -> String {
        for count in (0..<parts.count).reversed() {
            guard let family = families[parts.prefix(count + 1).joined(separator: ".")] else { continue }
            let rest = parts.dropFirst(count + 1).map(words).joined(separator: ", ")
            return rest.isEmpty ? family : "\(family) (\(rest))"
        }
        return parts.map(words).joined(separator: ": ")
    }

    /// A word in camel case as plain words.
    static func words(_ word: String) -> String {
        word.reduce(into: "") { text, letter in
            if letter.isUppercase, !text.isEmpty { text += " " }
            text += letter.lowercased()
        }
    }
}
