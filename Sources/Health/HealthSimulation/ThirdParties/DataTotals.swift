// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import HealthRules
import Reporting

/// What was counted of the data side, from the end of the warm-up on.
struct DataTotals {
    var forwarded = 0
    var repeated = 0
    var refused = 0
    /// Whatever was refused because the service was down.
    var down = 0
    var agreed = 0
    var declined = 0
    var withdrawn = 0
    var denied = 0
    var reads = 0
    var subscriptions = 0
    var deliveries = 0
    var groupsAnswered = 0
    var groupsRefused = 0
    var groupsFrozen = 0
    var groupsSubscribed = 0
    var groupDeliveries = 0
    var pauses = 0
    /// Deliveries and aggregates that took less than 5 s (HEALTH-R11).
    var promptDeliveries = 0
    var promptAggregates = 0
    private static let limit = TimeSpan.seconds(5)
    /// From the end of a batch to its delivery, and from the end of an interval to its aggregate, in nanoseconds.
    var delay = Sample(exactLimit: 50_000)
    var groupDelay = Sample(exactLimit: 50_000)

    /// Takes a fact that is counted.
    mutating func take(_ event: DataEvent, at now: CityTime) {
        guard !event.isRefusedByOutage else {
            down += 1
            return
        }
        switch event {
        case .requestForwarded: forwarded += 1
        case .requestStatus: repeated += 1
        case .requestRefused: refused += 1
        case .consentGiven: agreed += 1
        case .consentRefused: declined += 1
        case .consentWithdrawn: withdrawn += 1
        case .accessDenied: denied += 1
        case .dataRead: reads += 1
        case .subscriptionOpened: subscriptions += 1
        case .dataDelivered(_, _, let produced, _, _):
            deliveries += 1
            if now - produced < Self.limit { promptDeliveries += 1 }
            delay.add((now - produced).nanoseconds)
        case .groupAnswered: groupsAnswered += 1
        case .groupRefused: groupsRefused += 1
        case .groupFrozen: groupsFrozen += 1
        case .groupSubscribed: groupsSubscribed += 1
        case .groupDelivered(_, _, let end, _, _):
            groupDeliveries += 1
            if now - end < Self.limit { promptAggregates += 1 }
            groupDelay.add((now - end).nanoseconds)
        case .groupSubscriptionPaused: pauses += 1
        case .personKnown, .personLeft, .partyRegistered, .answerRefused, .thirdPartyNotified, .collectorOpened,
            .collectorClosed, .subscriptionEnded, .unsubscribeRefused, .groupAsked, .groupValue,
            .groupSubscriptionResumed, .groupSubscriptionEnded, .groupStopRefused:
            break
        }
    }
}

extension Metric where Source == HealthTotals {
    /// Of the data side.
    @MetricList static var data: [Metric] {
        count("data.requests", "requests forwarded", "Requests for one person that reached the person (HEALTH-R7).") {
            $0.data.forwarded
        }
        count(
            "data.repeats", "requests repeated", "Repeated requests, which get the first one's state (HEALTH-REQ-EXC)."
        ) {
            $0.data.repeated
        }
        count("data.refusals", "requests refused", "Requests with a wrong social security number (HEALTH-REQ-EXC).") {
            $0.data.refused
        }
        count("data.agreed", "consents given", "Requests to which the person said yes.") { $0.data.agreed }
        count("data.declined", "consents refused", "Requests to which the person said no.") { $0.data.declined }
        count("data.withdrawn", "consents withdrawn", "Consents that were taken back (HEALTH-R29).") {
            $0.data.withdrawn
        }
        count("data.denied", "accesses denied", "Reads and subscriptions without consent (HEALTH-R9).") {
            $0.data.denied
        }
        count(
            "data.down", "messages refused in outages",
            "Messages of organisations and answers of people that were refused because the service was down (AVAIL-08)."
        ) {
            $0.data.down
        }
        count("data.reads", "reads", "Reads of stored batches (HEALTH-R27).") { $0.data.reads }
        count("data.subscriptions", "subscriptions", "Subscriptions to one person's data that began.") {
            $0.data.subscriptions
        }
        count("data.deliveries", "batches delivered", "Batches delivered to subscribers (HEALTH-R10-GAP).") {
            $0.data.deliveries
        }
        delay(
            "data.deliveryDelay", "delivery delay", "Time from the end of a batch to its delivery (HEALTH-R11)"
        ) { $0.data.delay }
        count("data.groups.answered", "groups answered", "Requests for a group that were answered (HEALTH-R4).") {
            $0.data.groupsAnswered
        }
        count("data.groups.refused", "groups refused", "Requests for a group that were refused (HEALTH-GROUP-EXC).") {
            $0.data.groupsRefused
        }
        count("data.groups.frozen", "groups frozen", "Requests that waited for a group to grow (HEALTH-GROUP-EXC).") {
            $0.data.groupsFrozen
        }
        count("data.groups.subscribed", "group subscriptions", "Subscriptions to a group that began.") {
            $0.data.groupsSubscribed
        }
        count("data.groups.deliveries", "aggregates delivered", "Aggregates of an interval (HEALTH-GROUP-SUB).") {
            $0.data.groupDeliveries
        }
        count(
            "data.groups.pauses", "subscriptions paused", "How many times a group became too small (HEALTH-GROUP-SUB)."
        ) {
            $0.data.pauses
        }
        delay(
            "data.groups.delay", "aggregate delay", "Time from the end of an interval to its aggregate (HEALTH-R11)"
        ) { $0.data.groupDelay }
    }
}

extension DataEvent {
    /// Whether something was refused because the service was down (AVAIL-08).
    var isRefusedByOutage: Bool {
        switch self {
        case .requestRefused(_, .down), .accessDenied(_, _, _, .down), .unsubscribeRefused(_, _, .down),
            .answerRefused(_, _, .down), .groupRefused(_, .down), .groupStopRefused(_, _, .down):
            true
        default: false
        }
    }

    /// Whether only a service that is up may note it: something is stored, answered or delivered (AVAIL-08).
    var isService: Bool {
        switch self {
        case .personKnown, .personLeft, .partyRegistered, .requestRefused, .answerRefused, .accessDenied,
            .unsubscribeRefused, .groupAsked, .groupRefused, .groupStopRefused:
            false
        default: true
        }
    }
}
