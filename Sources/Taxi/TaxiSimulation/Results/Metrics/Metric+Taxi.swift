// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Reporting
import TaxiRules

extension CallRefusal {
    /// The reasons of calls without modules; a missing destination is told with ride sharing.
    static let calls = CallRefusal.allCases.filter { $0 != .missingDestination && $0 != .notStored }
}

/// The metrics of the taxi service, in the order of the report.
extension Metric where Source == TaxiFacts {
    static let all =
        calls.by(.demand) + wishes.by(.demand) + samples.by(.demand) + offers.by(.demand) + drivers + fairness
        + openRequests.by(.demand) + rest

    @MetricList private static var calls: [Metric] {
        // Where a refused call was made no event says.
        count("calls.total") { $0.calls.refused + $0.calls.stored }.by(.person)
        count("calls.refused", \.calls.refused).by(.person)
        each("calls.refused", only: CallRefusal.calls, \.calls.refusedBy).by(.person)
        count("calls.stored", \.calls.stored)
        count("calls.travelers", \.calls.travelers)
        count("calls.fulfilled", \.calls.fulfilled)
        count("calls.aborted", \.calls.abortedByService)
        each("calls.aborted", only: [AbortReason.noDriver, .allRefused, .noTaxiLargeEnough], \.calls.aborted)
        count("calls.abandoned", \.calls.abandoned)
        count("calls.released", \.calls.released)
        count("calls.openAtEnd", \.calls.open)
        count("calls.unserved", \.calls.unserved)
        ratio("calls.abortRate", \.calls.abortedByService, of: \.calls.stored)
        ratio("calls.unservedShare", \.calls.unserved, of: \.calls.ended)
    }

    @MetricList private static var wishes: [Metric] {
        count("wishes.total", \.wishCounts.decided)
        count("wishes.inTime", \.wishCounts.inTime)
        count("wishes.late", \.wishCounts.late)
        count("wishes.unserved", \.wishCounts.unserved)
        count("wishes.undecided", \.wishCounts.undecided)
        ratio("wishes.notInTimeShare", \.wishCounts.notInTime, of: \.wishCounts.decided)
        number("wishes.notInTimeMaxZone", .share) { $0.worstShare($0.zones.map(\.wishes)) }.by(.person)
        number("wishes.notInTimeMaxHour", .share) { facts in
            facts.worstShare((0..<facts.wishes.hourCount).map { facts.wishes.counts(hour: $0) })
        }
    }

    @MetricList private static var samples: [Metric] {
        sample("wait", \.wait)
        sample("acceptance", in: .seconds, \.acceptance)
        sample("arrivalDelay", \.punctuality.delays)
        ratio("arrivalDelay.shareInTime", \.punctuality.withinSoon, of: \.punctuality.judgedSoon)
        count("arrivalDelay.judged", \.punctuality.judgedSoon)
        count("arrivalDelay.missed", \.punctuality.missedLatest)
        sample("etaError", \.arrivalError)
        number("etaError.bias", .minutes, over: { Double($0.arrivalError.count) }) {
            $0.arrivalError.count > 0 ? $0.arrivalBias * 1e-9 : nil
        }
        sample("queueTime", \.queueTime).by(.window)
        sample("noticeDelay", in: .seconds, \.noticeDelay).by(.window)
    }

    @MetricList private static var offers: [Metric] {
        count("offers.sent", \.offersSent)
        count("offers.accepted", \.offersEnded.accepted)
        count("offers.refused", \.offersEnded.refused)
        count("offers.timedOut", \.offersEnded.timedOut)
        counts("offers.withdrawn", \.withdrawn)
        count("offers.openAtEnd", \.openCountedOffers)
        ratio("offers.timeoutShare", \.offersEnded.timedOut, of: \.offersOver)
        ratio("offers.refuseShare", \.offersEnded.refused, of: \.offersOver)
        ratio("offers.perRequest", in: .ratio(), \.offersOfRequests, of: \.requestsWithOffers)
        count("offers.lateAnswers") { $0.events("lateAnswerIgnored") }.by(.window)
        count("offers.maxPending") { Int($0.maxPendingOffers) }.by(.wholeRun)
        number("offers.arrivalInversions", .count) { $0.isFifo ? Double($0.arrivalInversions) : nil }.by(.wholeRun)
        number("offers.fifoViolations", .count) { $0.isFifo ? Double($0.fifoViolations) : nil }.by(.wholeRun)
        count("offers.zoneCrossing", \.zoneCrossingOffers).by(.wholeRun)
        count("calls.handedOver") { $0.events("requestHandedOver") }.by(.window)
        count("drivers.sent") { $0.events("taxiSent") }.by(.window)
    }

    @MetricList private static var drivers: [Metric] {
        count("drivers.count", \.drivers).by(.wholeRun)
        phase("offShift", 0)
        phase("available", 1)
        phase("toPickUp", 2)
        phase("withPassenger", 3)
        number("drivers.inService", .ratio(1), over: \.hours) { $0.measured > 0 ? $0.service / $0.measured : nil }
        number("drivers.utilisation", .share, over: \.serviceHours) {
            $0.service > 0 ? ($0.times[2] + $0.times[3]) / $0.service : nil
        }
        number("drivers.serviceHours", .hours, \.serviceHours)
        count("rides.ended", \.rides)
        number("rides.perServiceHour", .other("1/h"), over: \.serviceHours) {
            $0.service > 0 ? Double($0.rides) / $0.serviceHours : nil
        }
    }

    private static func phase(_ name: String, _ index: Int) -> [Metric] {
        number("drivers.share.\(name)", .share, over: \.driverTime) {
            $0.driverTime > 0 ? $0.times[index] / $0.driverTime : nil
        }
    }

    @MetricList private static var fairness: [Metric] {
        number("fairness.gini", .ratio(3), \.fairness.gini)
        number("fairness.jain", .ratio(3), \.fairness.jain)
        count("fairness.overtakes", \.overtakes)
        ratio("fairness.overtakingOffers", \.overtakingOffers, of: \.queueTime.count)
        number("fairness.zoneWaitMin", .minutes) { $0.zoneWaits.min() }.by(.person)
        number("fairness.zoneWaitMax", .minutes) { $0.zoneWaits.max() }.by(.person)
        number("fairness.zoneWaitSd", .minutes, \.zoneWaitSd).by(.person)
        kilometres("distance.toPickUp", \.ways.toPickUp)
        kilometres("distance.withPassenger", \.ways.withPassenger)
        kilometres("distance.other", \.ways.other)
        number(
            "distance.emptyShare", .share,
            over: {
                Double($0.ways.toPickUp) * 1e-6 + Double($0.ways.withPassenger) * 1e-6 + Double($0.ways.other) * 1e-6
            }
        ) { facts in
            let empty = facts.ways.toPickUp + facts.ways.other
            let all = Double(empty + facts.ways.withPassenger)
            return all > 0 ? Double(empty) / all : nil
        }
        count("drives.heldUp", \.heldUp.count)
        number("drives.heldUpMean", .minutes, over: { Double($0.heldUp.count) }) {
            $0.heldUp.count > 0 ? $0.heldUp.mean * 1e-9 : nil
        }
        number("drives.heldUpTotal", .minutes) { $0.heldUp.mean * Double($0.heldUp.count) * 1e-9 }
        number("drives.heldUpP95", .minutes) { $0.heldUp.quantile(0.95).map { Double($0) * 1e-9 } }
    }

    @MetricList private static var openRequests: [Metric] {
        number("openRequests.mean", .ratio(), over: \.hours) {
            $0.measured > 0 ? Double($0.openRequests.total) / $0.measured : nil
        }
        count("openRequests.max") { Int($0.openRequests.largest) }
        number("openRequests.rate", .other("1/h"), over: \.hours) { $0.measured > 0 ? $0.openRate * 3.6e12 : nil }
        number("openRequests.meanTime", .minutes, over: { Double($0.openSeen) }) {
            $0.measured > 0 ? $0.openTime * 1e-9 : nil
        }
        number("openRequests.little", .ratio(), over: \.hours) { $0.measured > 0 ? $0.openRate * $0.openTime : nil }
    }

    @MetricList private static var rest: [Metric] {
        count("zones.count", \.zones.count).by(.wholeRun)
        count("zones.undersupplied") { $0.zones.count(where: \.isUndersupplied) }.by(.person)
        number("zones.maxAbortRate", .share) { $0.zones.compactMap(\.abortRate).max() }.by(.person)
        count("notices.sent") { $0.events("passengerNotified") }
        count("notices.held") { $0.events("noticeHeld") }
        count("taxiPositions.sent") { $0.events("taxiPositionSent") }
        count("messages.lost") { $0.events("messageLost") }
        count("messages.refused") { $0.events("requestRefused") }
        count("reports.badCustomer") { $0.events("badCustomerReported") }
        count("drivers.illegalTransitions") { $0.events("illegalTransition") }
        count("drivers.endedOutsideZones") { $0.events("rideEndedOutsideZones") }
        count("drivers.leftAllZones", \.leftAllZones)
        count("events.total", \.eventTotal).by(.wholeRun)
        number("run.hours", .hours, \.hours)
    }
}
