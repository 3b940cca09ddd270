// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// What one metric is: the one list that `summary.json`, the SQLite file, the report and the documentation read.
public struct MetricDescription: Codable, Hashable, Sendable {
    /// The metric's path, such as `wait.p95`.
    public let name: String
    /// The unit: `s`, `km`, `h`, `1` for counts and ratios, `share` for parts of one.
    public let unit: String
    /// What it says, in one sentence.
    public let text: String

    /// Every metric of a taxi run, in the order of the report.
    public static let all: [MetricDescription] = calls + times + offers + drivers + rest

    /// The description of a metric, of a module's too, if there is one.
    public static func named(_ name: String) -> MetricDescription? {
        (all + modules).first { $0.name == name }
    }

    init(_ name: String, _ unit: String, _ text: String) {
        self.name = name
        self.unit = unit
        self.text = text
    }

    /// The descriptions of a sample's statistics.
    static func family(_ name: String, _ text: String, unit: String = "s") -> [MetricDescription] {
        [
            MetricDescription("\(name).count", "1", "\(text): how many values."),
            MetricDescription("\(name).mean", unit, "\(text): mean."),
            MetricDescription("\(name).sd", unit, "\(text): standard deviation."),
            MetricDescription("\(name).p50", unit, "\(text): half of the values are at most this."),
            MetricDescription("\(name).p90", unit, "\(text): 90 % of the values are at most this."),
            MetricDescription("\(name).p95", unit, "\(text): 95 % of the values are at most this."),
            MetricDescription("\(name).p99", unit, "\(text): 99 % of the values are at most this."),
            MetricDescription("\(name).max", unit, "\(text): largest value."),
        ]
    }

    private static let calls: [MetricDescription] =
        [
            MetricDescription("calls.total", "1", "Confirmed calls: refused and stored ones."),
            MetricDescription("calls.refused", "1", "Calls that broke a rule; no request exists."),
        ]
        + CallRefusal.calls.map {
            MetricDescription("calls.refused.\($0.word)", "1", "Calls refused for the reason \($0.word).")
        } + [
            MetricDescription("calls.stored", "1", "Requests stored after the warm-up."),
            MetricDescription("calls.travelers", "1", "Travelers of the stored requests."),
            MetricDescription("calls.fulfilled", "1", "Requests whose passenger came aboard."),
            MetricDescription("calls.aborted", "1", "Requests the service ended without a ride."),
        ]
        + [AbortReason.noDriver, .allRefused, .noTaxiLargeEnough].map {
            MetricDescription("calls.aborted.\($0.word)", "1", "Requests aborted for the reason \($0.word).")
        } + [
            MetricDescription("calls.abandoned", "1", "Requests whose passenger gave up before boarding."),
            MetricDescription("calls.released", "1", "Requests whose driver found nobody and was released."),
            MetricDescription("calls.openAtEnd", "1", "Requests still open when the run ended."),
            MetricDescription(
                "calls.unserved", "1", "Requests that ended without a ride: aborted, abandoned or released."),
            MetricDescription("calls.abortRate", "share", "Aborted requests, as a share of the stored ones."),
            MetricDescription(
                "calls.unservedShare", "share", "Requests that ended without a ride, as a share of the stored ones."),
        ]

    private static let times: [MetricDescription] =
        family("wait", "Wait from the confirmed call, of a reservation from the agreed pick-up, to boarding")
        + family("acceptance", "Time from the confirmed call or the activation to a driver's acceptance")
        + family("arrivalDelay", "Arrival at the meeting point minus the agreed time; early is negative")
        + [
            MetricDescription(
                "arrivalDelay.shareInTime", "share", "Arrivals at most 600 s after the agreed time (TAXI-ASSUME-05).")
        ]
        + family("etaError", "Size of the arrival estimate's error, early or late")
        + [
            MetricDescription("etaError.bias", "s", "Mean error of the arrival estimate; above 0 means late.")
        ]
        + family("queueTime", "Driver's time from joining a zone queue to an accepted offer")
        + family("noticeDelay", "How long notices were kept for passengers who were logged out")

    private static let offers: [MetricDescription] =
        [
            MetricDescription("offers.sent", "1", "Offers sent for counted requests."),
            MetricDescription("offers.accepted", "1", "Offers that ended accepted."),
            MetricDescription("offers.refused", "1", "Offers that ended refused."),
            MetricDescription("offers.timedOut", "1", "Offers that ended without an answer."),
            MetricDescription("offers.withdrawn", "1", "Offers taken back."),
        ]
        + WithdrawalReason.allCases.map {
            MetricDescription("offers.withdrawn.\($0.word)", "1", "Offers taken back for the reason \($0.word).")
        } + [
            MetricDescription("offers.openAtEnd", "1", "Offers without an end when the run ended."),
            MetricDescription(
                "offers.timeoutShare", "share", "Offers without an answer, as a share of the ended ones."),
            MetricDescription("offers.refuseShare", "share", "Refused offers, as a share of the ended ones."),
            MetricDescription("offers.perRequest", "1", "Offers for one request, mean."),
            MetricDescription("offers.lateAnswers", "1", "Answers that came after their offer had ended."),
            MetricDescription("offers.maxPending", "1", "Most offers one driver held at once; must be at most 1."),
            MetricDescription(
                "offers.arrivalInversions", "1",
                "Offers to a driver who was also eligible for an older request without a pending offer; must be 0."),
            MetricDescription(
                "offers.fifoViolations", "1",
                "Offers that passed over an eligible driver nearer the top without a pending offer; must be 0."),
            MetricDescription(
                "offers.zoneCrossing", "1", "Offers to a driver not queued in the request's zone; must be 0."),
        ]

    private static let drivers: [MetricDescription] =
        [
            MetricDescription("drivers.count", "1", "Drivers of the run."),
            MetricDescription("drivers.share.offShift", "share", "Drivers' time off shift."),
            MetricDescription("drivers.share.available", "share", "Drivers' time available in a queue."),
            MetricDescription("drivers.share.toPickUp", "share", "Drivers' time from acceptance to boarding."),
            MetricDescription("drivers.share.withPassenger", "share", "Drivers' time with a passenger aboard."),
            MetricDescription("drivers.inService", "1", "Mean number of drivers in service."),
            MetricDescription(
                "drivers.utilisation", "share", "Drivers' busy time, as a share of their time in service."),
            MetricDescription("drivers.serviceHours", "h", "Hours in service, all drivers together."),
            MetricDescription("rides.ended", "1", "Rides that ended after the warm-up."),
            MetricDescription("rides.perServiceHour", "1/h", "Ended rides divided by the hours in service."),
            MetricDescription(
                "fairness.gini", "1", "Gini coefficient of the drivers' rides for each hour in service; 0 is all equal."
            ),
            MetricDescription("fairness.jain", "1", "Jain index of the same; 1 is all equal."),
            MetricDescription(
                "fairness.overtakes", "1", "Drivers who stood nearer the top when another one's acceptance took effect."
            ),
            MetricDescription(
                "fairness.overtakingOffers", "share", "Accepted offers that overtook at least one driver."),
            MetricDescription("fairness.zoneWaitMin", "s", "Smallest mean wait of a zone."),
            MetricDescription("fairness.zoneWaitMax", "s", "Largest mean wait of a zone."),
            MetricDescription("fairness.zoneWaitSd", "s", "Standard deviation of the zones' mean waits."),
            MetricDescription("distance.toPickUp", "km", "Way driven to pick-ups."),
            MetricDescription("distance.withPassenger", "km", "Way driven with a passenger."),
            MetricDescription("distance.other", "km", "Way driven otherwise."),
            MetricDescription(
                "distance.emptyShare", "share", "Way driven without a passenger, as a share of the whole way."),
        ]

    private static let rest: [MetricDescription] = [
        MetricDescription("openRequests.mean", "1", "Open requests, mean over time."),
        MetricDescription("openRequests.max", "1", "Most open requests at one time after the warm-up."),
        MetricDescription(
            "openRequests.rate", "1/h", "Requests an hour that were open at some time after the warm-up."),
        MetricDescription("openRequests.meanTime", "s", "Mean time such a request was open after the warm-up."),
        MetricDescription(
            "openRequests.little", "1", "Rate times mean time open; by Little's law the mean number open."),
        MetricDescription("zones.count", "1", "Zones."),
        MetricDescription("zones.undersupplied", "1", "Zones with an abort rate above the limit (TAXI-ASSUME-10)."),
        MetricDescription("zones.maxAbortRate", "share", "Largest abort rate of a zone."),
        MetricDescription("notices.sent", "1", "Notices sent to passengers."),
        MetricDescription("notices.held", "1", "Notices kept for passengers who were logged out."),
        MetricDescription("taxiPositions.sent", "1", "Taxi positions shown to waiting passengers."),
        MetricDescription("messages.lost", "1", "Messages lost on the way (TAXI-ASSUME-01)."),
        MetricDescription("messages.refused", "1", "Messages refused by the actor they were sent to."),
        MetricDescription("reports.badCustomer", "1", "Reports of passengers by drivers."),
        MetricDescription("drivers.illegalTransitions", "1", "Status changes outside the rules; must be 0."),
        MetricDescription("drivers.endedOutsideZones", "1", "Rides that ended outside all zones."),
        MetricDescription(
            "drivers.leftAllZones", "1",
            "Times an available taxi left all zones, as at a gap of the map, and went out of service (TAXI-QUEUE-12)."),
        MetricDescription("events.total", "1", "Events of the whole run, warm-up included."),
        MetricDescription("run.hours", "h", "Measured time: the run without its warm-up."),
    ]
}
