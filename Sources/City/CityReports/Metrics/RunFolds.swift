// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import EventLog
import Reporting
import TaxiRules

/// Metrics with what they are read from.
struct MetricGroup {
    /// Every value, in the order of the metrics; none when the run does not tell of them.
    let values: () -> [MetricValue]
    /// Each mean over time or over things: what is averaged, summed, and how much it is a mean over; 0 and 0 when the run
    /// does not tell of it. What is averaged is the metric times the size.
    let means: () -> [(name: String, sum: Double, size: Double)]

    /// The metrics are made when they are asked for: a run without a server needs none of its labels.
    init<Source: MetricSource>(_ metrics: @escaping @autoclosure () -> [Metric<Source>], _ source: Source?) {
        values = { source.map { source in [MetricValue](metrics(), of: source) } ?? [] }
        means = {
            metrics().compactMap { metric in
                guard let size = metric.size else { return nil }
                guard let source else { return (metric.about.name, 0, 0) }
                let count = size(source)
                return (metric.about.name, (metric.value(source) ?? 0) * count, count)
            }
        }
    }
}

/// All folds of a run, each fed with the records that concern it, in the log's order.
struct RunFolds {
    private let context: RunContext
    var taxi: TaxiFold
    var reservations: ReservationFold
    var sharing: SharingFold
    var server: ServerFold
    var accounts: AccountFold
    /// The taxi service's events concern the modules only once a module is on or has noted something, so that a run without
    /// modules pays nothing for them.
    private var feedsModules: Bool

    init(context: RunContext) {
        self.context = context
        taxi = TaxiFold(context: context)
        reservations = ReservationFold(measureStart: context.measureStart, end: context.end)
        sharing = SharingFold(start: context.start, measureStart: context.measureStart)
        server = ServerFold(context: context)
        accounts = AccountFold(context: context)
        feedsModules = !context.modules.isEmpty || context.server != nil
    }

    /// Takes what the core notes.
    mutating func take(_ records: Span<Record<TaxiEvent>>) {
        let ahead = taxi.looksAhead ? 16 : records.count
        for index in records.indices {
            if index + ahead < records.count { taxi.prefetch(for: records[index + ahead].event) }
            taxi.take(records[index].event, at: records[index].time)
        }
        guard feedsModules else { return }
        for index in records.indices {
            let (event, time) = (records[index].event, records[index].time)
            reservations.take(event, at: time)
            sharing.take(event, at: time)
            server.take(event, at: time)
        }
    }

    /// Takes what a module notes.
    @inline(__always)
    mutating func take<Fact: Event>(_ records: Span<Record<Fact>>, _ take: (inout RunFolds, Fact, CityTime) -> Void) {
        feedsModules = true
        for index in records.indices {
            taxi.count(records[index].event, at: records[index].time)
            take(&self, records[index].event, records[index].time)
        }
    }

    /// What is told: the reservations, sharing, the server, its accounts.
    private var tells: (reservations: Bool, sharing: Bool, server: Bool, accounts: Bool) {
        (
            context.modules.contains(.reservations) || reservations.isUsed,
            context.modules.contains(.sharing) || sharing.isUsed, context.server != nil || server.isUsed,
            context.server?.accounts != nil || accounts.isUsed
        )
    }

    /// The metrics of the modules, the server and the accounts, in the order of the registry. `rides` are all that ended.
    private func groups(rides: Int, at end: CityTime) -> [MetricGroup] {
        let tells = tells
        return [
            MetricGroup(Metric.all, tells.reservations ? reservations : nil),
            MetricGroup(Metric.all, tells.sharing ? SharingFacts(fold: sharing, rides: rides) : nil),
            MetricGroup(Metric.all, tells.server ? ServerFacts(fold: server, end: end) : nil),
            MetricGroup(Metric.all, tells.accounts ? accounts : nil),
        ]
    }

    /// The sum and size of each mean, as if the run ended at this instant.
    func means(at border: CityTime) -> [(name: String, sum: Double, size: Double)] {
        // A copy, since what is open now goes on.
        var taxi = taxi
        taxi.closeAll(at: border)
        let facts = TaxiFacts(fold: taxi, end: border)
        return ([MetricGroup(Metric.all, facts)] + groups(rides: facts.rides, at: border)).flatMap { $0.means() }
    }

    /// Closes what is open and makes the result.
    mutating func finish(at end: CityTime) -> MetricsResult {
        taxi.closeAll(at: end)
        taxi.settle()
        server.close(at: end)
        let (zones, drivers, tells) = (taxi.zoneResults(at: end), taxi.driverResults(), tells)
        let lorenz = Fairness(rates: drivers.compactMap(\.ridesPerHour))
        let facts = TaxiFacts(fold: taxi, zones: zones, fairness: lorenz, end: end)
        let values = [MetricValue](Metric.all.map(\.tidied), of: facts)
        let moduleValues = groups(rides: facts.rides, at: end).flatMap { $0.values() }
        return MetricsResult(
            values: values + moduleValues,
            verdicts: (context.hasTaxis ? Verdict.all(values: values, zones: zones, context: context) : [])
                + Verdict.modules(moduleValues)
                + (tells.server ? server.verdicts(at: end) : []) + (tells.accounts ? accounts.verdicts : []),
            hours: taxi.hourResults(at: end), zones: zones, drivers: drivers, series: taxi.series(at: end),
            offersPerRequest: taxi.offersPerRequest, lorenz: lorenz.points, eventCounts: taxi.countsByName,
            reservations: tells.reservations ? reservations.result : nil, sharing: tells.sharing ? sharing.result : nil,
            server: tells.server ? server.result(at: end) : nil,
            accounts: tells.accounts ? accounts.result(context.server?.accounts) : nil)
    }
}
