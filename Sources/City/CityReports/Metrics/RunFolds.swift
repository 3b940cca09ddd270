// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import EventLog
import Reporting
import TaxiReports
import TaxiRules

/// All folds of a run, each fed with the records that concern it, in the log's order.
struct RunFolds {
    private let context: RunContext
    var taxi: TaxiFolds
    var server: ServerFold
    var accounts: AccountFold

    init(context: RunContext) {
        self.context = context
        taxi = TaxiFolds(context: context.taxiContext, hasServer: context.server != nil)
        server = ServerFold(context: context)
        accounts = AccountFold(context: context)
    }

    /// Takes what the taxi service's core notes.
    mutating func take(_ records: Span<Record<TaxiEvent>>) {
        taxi.take(records)
        guard taxi.feedsModules else { return }
        for index in records.indices { server.take(records[index].event, at: records[index].time) }
    }

    /// Takes what the server or the accounts note.
    @inline(__always)
    mutating func take<Fact: Event>(_ records: Span<Record<Fact>>, _ take: (inout RunFolds, Fact, CityTime) -> Void) {
        for index in records.indices {
            taxi.count(records[index].event.code, at: records[index].time)
            take(&self, records[index].event, records[index].time)
        }
    }

    /// What is told: the server, its accounts.
    private var tells: (server: Bool, accounts: Bool) {
        (context.server != nil || server.isUsed, context.server?.accounts != nil || accounts.isUsed)
    }

    /// The metrics of the server and the accounts, in the order of the registry.
    private func groups(at end: CityTime) -> [MetricGroup] {
        let tells = tells
        return [
            MetricGroup(Metric.all, tells.server ? ServerFacts(fold: server, end: end) : nil),
            MetricGroup(Metric.all, tells.accounts ? accounts : nil),
        ]
    }

    /// The sum and size of each mean, as if the run ended at this instant.
    func means(at border: CityTime) -> [(name: String, sum: Double, size: Double)] {
        taxi.means(at: border) + groups(at: border).flatMap { $0.means() }
    }

    /// Closes what is open and makes the result.
    mutating func finish(at end: CityTime) -> (result: MetricsResult, cases: CaseResult?) {
        let taxi = taxi.finish(at: end, counting: EventSchema.core)
        server.close(at: end)
        let tells = tells
        let result = MetricsResult(
            values: taxi.values + groups(at: end).flatMap { $0.values() },
            verdicts: taxi.verdicts + (tells.server ? server.verdicts(at: end) : [])
                + (tells.accounts ? accounts.verdicts : []),
            eventCounts: taxi.eventCounts, taxi: taxi.result, server: tells.server ? server.result(at: end) : nil,
            accounts: tells.accounts ? accounts.result(context.server?.accounts) : nil)
        return (result, taxi.cases)
    }
}
