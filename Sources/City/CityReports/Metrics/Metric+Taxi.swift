// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

extension CallRefusal {
    /// The reasons of calls without modules; a missing destination is told with ride sharing.
    static let calls = CallRefusal.allCases.filter { $0 != .missingDestination && $0 != .notStored }
}

/// The metrics of the taxi service, in the order of the report.
extension Metric where Source == TaxiFacts {
    static let all = calls + samples + offers + drivers + fairness + rest

    @MetricList private static var calls: [Metric] {
        count("calls.total", "calls", "Confirmed calls: refused and stored ones.") {
            $0.calls.refused + $0.calls.stored
        }
        count("calls.refused", "calls refused", "Calls that broke a rule; no request exists.", \.calls.refused)
        counts(
            "calls.refused", "calls refused", "Calls refused for the reason %.", CallRefusal.calls, \.calls.refusedBy)
        count("calls.stored", "requests", "Requests stored after the warm-up.", \.calls.stored)
        count("calls.travelers", "travelers", "Travelers of the stored requests.", \.calls.travelers)
        count("calls.fulfilled", "requests fulfilled", "Requests whose passenger came aboard.", \.calls.fulfilled)
        count(
            "calls.aborted", "requests aborted", "Requests the service ended without a ride.", \.calls.abortedByService)
        counts(
            "calls.aborted", "requests aborted", "Requests aborted for the reason %.",
            [AbortReason.noDriver, .allRefused, .noTaxiLargeEnough], \.calls.aborted)
        count(
            "calls.abandoned", "requests abandoned", "Requests whose passenger gave up before boarding.",
            \.calls.abandoned)
        count(
            "calls.released", "requests released", "Requests whose driver found nobody and was released.",
            \.calls.released)
        count("calls.openAtEnd", "requests open at the end", "Requests still open when the run ended.", \.calls.open)
        count(
            "calls.unserved", "requests unserved",
            "Requests that ended without a ride: aborted, abandoned or released.", \.calls.unserved)
        ratio(
            "calls.abortRate", "aborted share", "Aborted requests, as a share of the stored ones.",
            \.calls.abortedByService, of: \.calls.stored)
        ratio(
            "calls.unservedShare", "unserved share",
            "Requests that ended without a ride, as a share of the stored ones.", \.calls.unserved, of: \.calls.stored)
    }

    @MetricList private static var samples: [Metric] {
        sample(
            "wait", "wait", "Wait from the confirmed call, of a reservation from the agreed pick-up, to boarding",
            \.wait)
        sample(
            "acceptance", in: .seconds, "time to acceptance",
            "Time from the confirmed call or the activation to a driver's acceptance", \.acceptance)
        sample(
            "arrivalDelay", "arrival after the agreed time",
            "Arrival at the meeting point minus the agreed time; early is negative", \.arrivalDelay)
        ratio(
            "arrivalDelay.shareInTime", "arrivals within 10 min of the agreed time",
            "Arrivals at most 600 s after the agreed time (TAXI-ASSUME-05).", \.arrivalsInTime, of: \.arrivalDelay.count
        )
        sample(
            "etaError", "error of the arrival estimate", "Size of the arrival estimate's error, early or late",
            \.arrivalError)
        number(
            "etaError.bias", .minutes, "bias of the arrival estimate",
            "Mean error of the arrival estimate; above 0 means late.", over: { Double($0.arrivalError.count) }
        ) { $0.arrivalError.count > 0 ? $0.arrivalBias * 1e-9 : nil }
        sample("queueTime", "queue time", "Driver's time from joining a zone queue to an accepted offer", \.queueTime)
        sample(
            "noticeDelay", in: .seconds, "delay of held notices",
            "How long notices were kept for passengers who were logged out", \.noticeDelay)
    }

    @MetricList private static var offers: [Metric] {
        count("offers.sent", "offers", "Offers sent for counted requests.", \.offersSent)
        count("offers.accepted", "offers accepted", "Offers that ended accepted.", \.offersEnded.accepted)
        count("offers.refused", "offers refused", "Offers that ended refused.", \.offersEnded.refused)
        count("offers.timedOut", "offers timed out", "Offers that ended without an answer.", \.offersEnded.timedOut)
        counts(
            "offers.withdrawn", "offers withdrawn", "Offers taken back.", each: "Offers taken back for the reason %.",
            WithdrawalReason.allCases, \.withdrawn)
        count(
            "offers.openAtEnd", "offers open at the end", "Offers without an end when the run ended.",
            \.openCountedOffers)
        ratio(
            "offers.timeoutShare", "timed-out share of offers",
            "Offers without an answer, as a share of the ended ones.", \.offersEnded.timedOut, of: \.offersOver)
        ratio(
            "offers.refuseShare", "refused share of offers", "Refused offers, as a share of the ended ones.",
            \.offersEnded.refused, of: \.offersOver)
        ratio(
            "offers.perRequest", in: .ratio(), "offers a request", "Offers for one request, mean.", \.offersOfRequests,
            of: \.requestsWithOffers)
        count("offers.lateAnswers", "late answers to offers", "Answers that came after their offer had ended.") {
            $0.events("lateAnswerIgnored")
        }
        count(
            "offers.maxPending", "most offers held at once", "Most offers one driver held at once; must be at most 1."
        ) { Int($0.maxPendingOffers) }
        number(
            "offers.arrivalInversions", .count, "offers out of the order of calls",
            "Offers to a driver who was also eligible for an older request without a pending offer; must be 0."
        ) { $0.isFifo ? Double($0.arrivalInversions) : nil }
        number(
            "offers.fifoViolations", .count, "offers that passed over a driver",
            "Offers that passed over an eligible driver nearer the top without a pending offer; must be 0."
        ) { $0.isFifo ? Double($0.fifoViolations) : nil }
        count(
            "offers.zoneCrossing", "offers to another zone's queue",
            "Offers to a driver not queued in the request's zone; must be 0.", \.zoneCrossingOffers)
    }

    @MetricList private static var drivers: [Metric] {
        count("drivers.count", "drivers", "Drivers of the run.", \.drivers)
        phase("offShift", 0, "time off shift", "Drivers' time off shift.")
        phase("available", 1, "time available", "Drivers' time available in a queue.")
        phase("toPickUp", 2, "time to pick-ups", "Drivers' time from acceptance to boarding.")
        phase("withPassenger", 3, "time with a passenger", "Drivers' time with a passenger aboard.")
        number(
            "drivers.inService", .ratio(1), "drivers in service", "Mean number of drivers in service.", over: \.hours
        ) { $0.measured > 0 ? $0.service / $0.measured : nil }
        number(
            "drivers.utilisation", .share, "drivers busy", "Drivers' busy time, as a share of their time in service.",
            over: \.serviceHours
        ) { $0.service > 0 ? ($0.times[2] + $0.times[3]) / $0.service : nil }
        number(
            "drivers.serviceHours", .hours, "hours in service", "Hours in service, all drivers together.",
            \.serviceHours)
        count("rides.ended", "rides", "Rides that ended after the warm-up.", \.rides)
        number(
            "rides.perServiceHour", .other("1/h"), "rides a service hour",
            "Ended rides divided by the hours in service.", over: \.serviceHours
        ) { $0.service > 0 ? Double($0.rides) / $0.serviceHours : nil }
    }

    private static func phase(_ name: String, _ index: Int, _ label: String, _ text: String) -> [Metric] {
        number("drivers.share.\(name)", .share, label, text, over: \.driverTime) {
            $0.driverTime > 0 ? $0.times[index] / $0.driverTime : nil
        }
    }

    @MetricList private static var fairness: [Metric] {
        number(
            "fairness.gini", .ratio(3), "Gini coefficient of rides",
            "Gini coefficient of the drivers' rides for each hour in service; 0 is all equal.", \.fairness.gini)
        number(
            "fairness.jain", .ratio(3), "Jain index of rides", "Jain index of the same; 1 is all equal.",
            \.fairness.jain)
        count(
            "fairness.overtakes", "overtakes",
            "Drivers who stood nearer the top when another one's acceptance took effect.", \.overtakes)
        ratio(
            "fairness.overtakingOffers", "offers that overtook", "Accepted offers that overtook at least one driver.",
            \.overtakingOffers, of: \.queueTime.count)
        number("fairness.zoneWaitMin", .minutes, "shortest mean wait of a zone", "Smallest mean wait of a zone.") {
            $0.zoneWaits.min()
        }
        number("fairness.zoneWaitMax", .minutes, "longest mean wait of a zone", "Largest mean wait of a zone.") {
            $0.zoneWaits.max()
        }
        number(
            "fairness.zoneWaitSd", .minutes, "spread of the zones' mean waits",
            "Standard deviation of the zones' mean waits.", \.zoneWaitSd)
        kilometres("distance.toPickUp", "way to pick-ups", "Way driven to pick-ups.", \.ways.toPickUp)
        kilometres(
            "distance.withPassenger", "way with a passenger", "Way driven with a passenger.", \.ways.withPassenger)
        kilometres("distance.other", "other way", "Way driven otherwise.", \.ways.other)
        number(
            "distance.emptyShare", .share, "empty share of the way",
            "Way driven without a passenger, as a share of the whole way.",
            over: {
                Double($0.ways.toPickUp) * 1e-6 + Double($0.ways.withPassenger) * 1e-6 + Double($0.ways.other) * 1e-6
            }
        ) { facts in
            let empty = facts.ways.toPickUp + facts.ways.other
            let all = Double(empty + facts.ways.withPassenger)
            return all > 0 ? Double(empty) / all : nil
        }
    }

    @MetricList private static var rest: [Metric] {
        number("openRequests.mean", .ratio(), "open requests, mean", "Open requests, mean over time.", over: \.hours) {
            $0.measured > 0 ? Double($0.openRequests.total) / $0.measured : nil
        }
        count("openRequests.max", "open requests, max", "Most open requests at one time after the warm-up.") {
            Int($0.openRequests.largest)
        }
        number(
            "openRequests.rate", .other("1/h"), "requests open in an hour",
            "Requests an hour that were open at some time after the warm-up.", over: \.hours
        ) { $0.measured > 0 ? $0.openRate * 3.6e12 : nil }
        number(
            "openRequests.meanTime", .minutes, "time open, mean",
            "Mean time such a request was open after the warm-up.", over: { Double($0.openSeen) }
        ) { $0.measured > 0 ? $0.openTime * 1e-9 : nil }
        number(
            "openRequests.little", .ratio(), "open requests by Little's law",
            "Rate times mean time open; by Little's law the mean number open.", over: \.hours
        ) { $0.measured > 0 ? $0.openRate * $0.openTime : nil }
        count("zones.count", "zones", "Zones.", \.zones.count)
        count(
            "zones.undersupplied", "zones undersupplied", "Zones with an abort rate above the limit (TAXI-ASSUME-10)."
        ) { $0.zones.count(where: \.isUndersupplied) }
        number("zones.maxAbortRate", .share, "largest aborted share of a zone", "Largest abort rate of a zone.") {
            $0.zones.compactMap(\.abortRate).max()
        }
        count("notices.sent", "notices", "Notices sent to passengers.") { $0.events("passengerNotified") }
        count("notices.held", "notices held", "Notices kept for passengers who were logged out.") {
            $0.events("noticeHeld")
        }
        count("taxiPositions.sent", "taxi positions shown", "Taxi positions shown to waiting passengers.") {
            $0.events("taxiPositionSent")
        }
        count("messages.lost", "messages lost", "Messages lost on the way (TAXI-ASSUME-01).") {
            $0.events("messageLost")
        }
        count("messages.refused", "messages refused by actors", "Messages refused by the actor they were sent to.") {
            $0.events("requestRefused")
        }
        count("reports.badCustomer", "reports of passengers", "Reports of passengers by drivers.") {
            $0.events("badCustomerReported")
        }
        count(
            "drivers.illegalTransitions", "status changes outside the rules",
            "Status changes outside the rules; must be 0."
        ) { $0.events("illegalTransition") }
        count("drivers.endedOutsideZones", "rides that ended outside all zones", "Rides that ended outside all zones.")
        { $0.events("rideEndedOutsideZones") }
        count(
            "drivers.leftAllZones", "drivers: left all zones",
            "Times an available taxi left all zones, as at a gap of the map, and went out of service (TAXI-QUEUE-12).",
            \.leftAllZones)
        count("events.total", "events", "Events of the whole run, warm-up included.", \.eventTotal)
        number("run.hours", .hours, "measured time", "Measured time: the run without its warm-up.", \.hours)
    }
}
