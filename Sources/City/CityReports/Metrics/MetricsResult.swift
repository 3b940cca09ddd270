// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
public import Reporting
public import TaxiReports

/// Everything `TaxiMetrics` found.
public struct MetricsResult: Codable, Hashable, Sendable {
    /// All metrics, in the order of `MetricDescription.all`, then those of the modules that are told.
    public let values: [MetricValue]
    /// The judgements.
    public let verdicts: [Verdict]
    /// The hours of the run.
    public let hours: [HourResult]
    /// The zones.
    public let zones: [ZoneResult]
    /// The drivers.
    public let drivers: [DriverResult]
    /// The series.
    public let series: SeriesResult
    /// How many requests got 0, 1, 2, ... offers.
    public let offersPerRequest: [Int]
    /// The Lorenz curve of rides by hour in service.
    public let lorenz: [LorenzPoint]
    /// How often each kind of event occurred, by name, warm-up included.
    public let eventCounts: [String: Int]
    /// What the reservations came to; nil without the module and its events.
    public let reservations: ReservationResult?
    /// What ride sharing came to; nil without the module and its events.
    public let sharing: SharingResult?
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
            verdicts: verdicts + services.flatMap(\.verdicts), hours: hours, zones: zones, drivers: drivers,
            series: series, offersPerRequest: offersPerRequest, lorenz: lorenz,
            eventCounts: services.reduce(eventCounts) { $0.merging($1.eventCounts) { first, _ in first } },
            reservations: reservations, sharing: sharing, server: server, accounts: accounts)
    }

    /// The metrics with their descriptions, in order.
    func described(_ services: [ServiceResult]) -> [(MetricValue, MetricDescription)] {
        var about = MetricDescription.all
        if reservations != nil { about += MetricDescription.reservations }
        if sharing != nil { about += MetricDescription.sharing }
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
