// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// Turns a finished fold into the values of the registry, in its order.
struct Values {
    let fold: TaxiFold
    let zones: [ZoneResult]
    let fairness: Fairness
    let end: CityTime

    var all: [MetricValue] {
        let found = byName
        return MetricDescription.all.map { description in
            MetricValue(name: description.name, value: (found[description.name] ?? nil).map(tidy))
        }
    }

    /// Every value by its name. A dictionary read by name only, never walked.
    var byName: [String: Double?] {
        var values: [String: Double?] = [:]
        calls(&values)
        family("wait", fold.wait, &values)
        family("acceptance", fold.acceptance, &values)
        family("arrivalDelay", fold.arrivalDelay, &values)
        family("etaError", fold.arrivalError, &values)
        family("queueTime", fold.queueTime, &values)
        family("noticeDelay", fold.noticeDelay, &values)
        values["etaError.bias"] = fold.arrivalError.count > 0 ? fold.arrivalBias * 1e-9 : nil
        values["arrivalDelay.shareInTime"] = ratio(fold.arrivalsInTime, fold.arrivalDelay.count)
        offers(&values)
        drivers(&values)
        rest(&values)
        return values
    }

    private func ratio(_ part: Int, _ whole: Int) -> Double? { whole > 0 ? Double(part) / Double(whole) : nil }

    private func family(_ name: String, _ sample: Sample, _ values: inout [String: Double?]) {
        let statistics = sample.statistics(scale: 1e-9)
        values["\(name).count"] = Double(sample.count)
        values["\(name).mean"] = statistics?.mean
        values["\(name).sd"] = statistics?.sd
        values["\(name).p50"] = statistics?.p50
        values["\(name).p90"] = statistics?.p90
        values["\(name).p95"] = statistics?.p95
        values["\(name).p99"] = statistics?.p99
        values["\(name).max"] = statistics?.max
    }

    private func calls(_ values: inout [String: Double?]) {
        let calls = fold.calls
        values["calls.total"] = Double(calls.refused + calls.stored)
        values["calls.refused"] = Double(calls.refused)
        for reason in CallRefusal.calls {
            values["calls.refused.\(reason.word)"] = Double(calls.refusedBy[Int(reason.rawValue)])
        }
        values["calls.stored"] = Double(calls.stored)
        values["calls.travelers"] = Double(calls.travelers)
        values["calls.fulfilled"] = Double(calls.fulfilled)
        values["calls.aborted"] = Double(calls.abortedByService)
        for reason in AbortReason.allCases {
            values["calls.aborted.\(reason.word)"] = Double(calls.aborted[Int(reason.rawValue)])
        }
        values["calls.abandoned"] = Double(calls.abandoned)
        values["calls.released"] = Double(calls.released)
        values["calls.openAtEnd"] = Double(calls.open)
        values["calls.unserved"] = Double(calls.unserved)
        values["calls.unservedShare"] = ratio(calls.unserved, calls.stored)
        values["calls.abortRate"] = ratio(calls.abortedByService, calls.stored)
    }

    private func offers(_ values: inout [String: Double?]) {
        let ended = fold.offersEnded
        let withdrawn = fold.withdrawn.reduce(0, +)
        let all = ended.accepted + ended.refused + ended.timedOut + withdrawn
        values["offers.sent"] = Double(fold.offersSent)
        values["offers.accepted"] = Double(ended.accepted)
        values["offers.refused"] = Double(ended.refused)
        values["offers.timedOut"] = Double(ended.timedOut)
        values["offers.withdrawn"] = Double(withdrawn)
        for reason in WithdrawalReason.allCases {
            values["offers.withdrawn.\(reason.word)"] = Double(fold.withdrawn[Int(reason.rawValue)])
        }
        values["offers.openAtEnd"] = Double(fold.openCountedOffers)
        values["offers.timeoutShare"] = ratio(ended.timedOut, all)
        values["offers.refuseShare"] = ratio(ended.refused, all)
        let requests = fold.offersPerRequest.reduce(0, +)
        let offers = fold.offersPerRequest.enumerated().reduce(0) { $0 + $1.offset * $1.element }
        values["offers.perRequest"] = ratio(offers, requests)
        values["offers.lateAnswers"] = count(.lateAnswerIgnored(offer: OfferID(1), driver: DriverID(1)))
        values["offers.maxPending"] = Double(fold.maxPendingOffers)
        if fold.isFifo {
            values["offers.arrivalInversions"] = Double(fold.arrivalInversions)
            values["offers.fifoViolations"] = Double(fold.fifoViolations)
        }
        values["offers.zoneCrossing"] = Double(fold.zoneCrossingOffers)
    }

    /// Events of the example's kind after the warm-up.
    private func count(_ example: TaxiEvent) -> Double { Double(fold.eventsMeasured(example.code)) }

    private func drivers(_ values: inout [String: Double?]) {
        let drivers = fold.drivers.filter(\.registered)
        let times = fold.phases.map { Double($0.total) }
        let all = times.reduce(0, +)
        let service = times[1] + times[2] + times[3]
        let measured = fold.measured(at: end)
        values["drivers.count"] = Double(drivers.count)
        for (phase, time) in zip(["offShift", "available", "toPickUp", "withPassenger"], times) {
            values["drivers.share.\(phase)"] = all > 0 ? time / all : nil
        }
        values["drivers.inService"] = measured > 0 ? service / measured : nil
        values["drivers.utilisation"] = service > 0 ? (times[2] + times[3]) / service : nil
        values["drivers.serviceHours"] = service / 3.6e12
        let rides = drivers.reduce(0) { $0 + Int($1.rides) }
        values["rides.ended"] = Double(rides)
        values["rides.perServiceHour"] = service > 0 ? Double(rides) / (service / 3.6e12) : nil
        values["fairness.gini"] = fairness.gini
        values["fairness.jain"] = fairness.jain
        values["fairness.overtakes"] = Double(fold.overtakes)
        values["fairness.overtakingOffers"] = ratio(fold.overtakingOffers, fold.queueTime.count)
        let waits = zones.compactMap { $0.wait?.mean }
        values["fairness.zoneWaitMin"] = waits.min()
        values["fairness.zoneWaitMax"] = waits.max()
        if waits.count > 1 {
            let mean = waits.reduce(0, +) / Double(waits.count)
            let squares = waits.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
            values["fairness.zoneWaitSd"] = (squares / Double(waits.count - 1)).squareRoot()
        }
        let toPickUp = drivers.reduce(0) { $0 + $1.distances.toPickUp }
        let withPassenger = drivers.reduce(0) { $0 + $1.distances.withPassenger }
        let other = drivers.reduce(0) { $0 + $1.distances.other }
        let way = Double(toPickUp + withPassenger + other)
        values["distance.toPickUp"] = Double(toPickUp) * 1e-6
        values["distance.withPassenger"] = Double(withPassenger) * 1e-6
        values["distance.other"] = Double(other) * 1e-6
        values["distance.emptyShare"] = way > 0 ? Double(toPickUp + other) / way : nil
    }

    private func rest(_ values: inout [String: Double?]) {
        let measured = fold.measured(at: end)
        let open = fold.openRequests
        let seen = fold.openSeen
        if measured > 0 {
            let rate = Double(seen) / measured
            let time = seen > 0 ? Double(fold.openTime) / Double(seen) : 0
            values["openRequests.mean"] = Double(open.total) / measured
            values["openRequests.rate"] = rate * 3.6e12
            values["openRequests.meanTime"] = time * 1e-9
            values["openRequests.little"] = rate * time
        }
        values["openRequests.max"] = Double(open.largest)
        values["zones.count"] = Double(zones.count)
        values["zones.undersupplied"] = Double(zones.count(where: \.isUndersupplied))
        values["zones.maxAbortRate"] = zones.compactMap(\.abortRate).max()
        values["drivers.leftAllZones"] = Double(fold.leftAllZones)
        values["run.hours"] = measured / 3.6e12
        values["events.total"] = Double(fold.eventTotal)
        for (name, kind) in [
            ("notices.sent", "passengerNotified"), ("notices.held", "noticeHeld"),
            ("taxiPositions.sent", "taxiPositionSent"), ("messages.lost", "messageLost"),
            ("messages.refused", "requestRefused"), ("reports.badCustomer", "badCustomerReported"),
            ("drivers.illegalTransitions", "illegalTransition"),
            ("drivers.endedOutsideZones", "rideEndedOutsideZones"),
        ] {
            guard let example = TaxiEvent.examples.first(where: { $0.name == kind }) else { continue }
            values[name] = count(example)
        }
    }
}
