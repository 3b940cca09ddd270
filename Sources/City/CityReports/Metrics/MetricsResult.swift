// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
public import Reporting
public import TaxiReports

/// Everything `TaxiMetrics` found.
public struct MetricsResult: Hashable, Sendable {
    /// All metrics, in the order of `MetricDescription.all`, then those of the modules that are told.
    public let values: [MetricValue]
    /// The judgements.
    public let verdicts: [Verdict]
    /// How often each kind of event occurred, by name, warm-up included.
    public let eventCounts: [String: Int]
    /// What the taxi service and its modules came to.
    public let taxi: TaxiResult
    /// What the gateway did; nil without a server and its events.
    public let server: ServerResult?
    /// What the account service did; nil without accounts and their events.
    public let accounts: AccountResult?

    /// The same with what further services brought.
    public func adding(_ services: [ServiceResult]) -> MetricsResult {
        guard !services.isEmpty else { return self }
        return MetricsResult(
            values: values
                + services.flatMap { $0.metrics.map { MetricValue(name: $0.about.name, value: $0.value.map(tidy)) } },
            verdicts: verdicts + services.flatMap(\.verdicts),
            eventCounts: services.reduce(eventCounts) { $0.merging($1.eventCounts) { first, _ in first } },
            taxi: taxi, server: server, accounts: accounts)
    }

    /// The metrics with their descriptions, in order.
    func described(_ services: [ServiceResult]) -> [(MetricValue, MetricDescription)] {
        var about = MetricDescription.all
        if taxi.reservations != nil { about += MetricDescription.reservations }
        if taxi.sharing != nil { about += MetricDescription.sharing }
        if server != nil { about += MetricDescription.server }
        if accounts != nil { about += MetricDescription.accounts }
        about += services.flatMap(\.about)
        return Array(zip(values, about))
    }

    /// A metric by its path; nil when it is unknown or was not measured.
    public subscript(name: String) -> Double? {
        values.first { $0.name == name }.flatMap(\.value)
    }
}
