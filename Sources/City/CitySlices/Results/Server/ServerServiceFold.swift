// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel
package import Reporting

/// The gateway in the results of a run. It is told when the run has a server, or its events occur.
package final class ServerServiceFold: ServiceFold {
    private let context: RunContext
    private let load: ServedLoad
    private var fold: ServerFold
    private var batching: MeanBatching?
    private var end: CityTime?
    private var result: ServerResult?

    /// Begins the fold of a run.
    package init(_ context: RunContext, _ load: ServedLoad) {
        (self.context, self.load) = (context, load)
        fold = ServerFold(context: context, load: load)
        batching = MeanBatching(context)
    }

    /// Reads the server, its clients, and who is connected and on duty.
    package func subscribe(to feed: EventFeed) {
        feed.on(ServerEvent.self) { self.cut($0) { $0.take($1, at: $2) } }
        feed.on(ClientEvent.self) { self.cut($0) { $0.take($1, at: $2) } }
        // A run without a server pays nothing for it.
        load.follow(
            feed, { [self] in context.server != nil || fold.isUsed }, { [self] in fold.change($0, by: $1, at: $2) })
    }

    private func cut<Fact>(
        _ records: Span<Record<Fact>>, _ take: (inout ServerFold, Fact, CityTime) -> Void
    ) {
        func each(_ records: Span<Record<Fact>>) {
            for index in records.indices { take(&fold, records[index].event, records[index].time) }
        }
        guard let batching, !records.isEmpty, batching.isCutting(until: records[records.count - 1].time) else {
            return each(records)
        }
        self.batching?.cut(records, each) { self.means(at: $0) }
    }

    private func group(at end: CityTime) -> MetricGroup {
        MetricGroup(self.load.server, isTold ? ServerFacts(fold: fold, end: end) : nil)
    }

    private func means(at border: CityTime) -> [MeanState] { group(at: border).means() }

    /// Closes what is open.
    package func finish(at end: CityTime) {
        guard self.end == nil else { return }
        self.end = end
        batching?.finish(at: end) { self.means(at: $0) }
        fold.close(at: end)
        // Once: the same load on other servers is served anew for it.
        if isTold { result = fold.result(at: end) }
    }

    /// Whether there is a server.
    package var isTold: Bool { context.server != nil || fold.isUsed }
    /// All of them, or none.
    package var toldMetrics: [MetricDescription]? { isTold ? nil : [] }
    package var areExact: Bool { true }
    package var values: [Double?] { end.map { group(at: $0).values().map(\.value) } ?? [] }
    package var verdicts: [Verdict] { end.map { isTold ? fold.verdicts(at: $0) : [] } ?? [] }
    /// What the gateway did.
    package var detail: (any Sendable)? { result }
    package var summary: (any SummaryPart)? { result.map { ServerSummary(server: $0) } }
    package var tables: [TableRows] { result.map { ServerTables(server: $0, start: context.start).rows } ?? [] }
    /// By its own texts.
    package var report: (any ServiceReport)? {
        result.map { ServerReport(result: $0, isLoadIn: self.load.isIn(self.context)) }
    }
    package var batches: [MeanBatches] { end == nil || !isTold ? [] : batching?.batches ?? [] }
}

/// The accounts in the results of a run. They are told when the run has accounts, or their events occur.
package final class AccountServiceFold: ServiceFold {
    private let context: RunContext
    private let load: ServedLoad
    private var fold: AccountFold
    private var batching: MeanBatching?
    private var end: CityTime?

    /// Begins the fold of a run.
    package init(_ context: RunContext, _ load: ServedLoad) {
        (self.context, self.load) = (context, load)
        fold = AccountFold(context: context, load: load)
        batching = MeanBatching(context)
    }

    /// Reads the account service.
    package func subscribe(to feed: EventFeed) {
        feed.on(AccountEvent.self) { self.cut($0) { $0.take($1, at: $2) } }
        for (index, type) in load.accountNotes.enumerated() { read(type, at: index, from: feed) }
    }

    private func read<Note: AccountNote>(_ type: Note.Type, at index: Int, from feed: EventFeed) {
        feed.on(type) { self.cut($0) { $0.take($1, of: index, at: $2) } }
    }

    private func cut<Fact>(
        _ records: Span<Record<Fact>>, _ take: (inout AccountFold, Fact, CityTime) -> Void
    ) {
        func each(_ records: Span<Record<Fact>>) {
            for index in records.indices { take(&fold, records[index].event, records[index].time) }
        }
        guard let batching, !records.isEmpty, batching.isCutting(until: records[records.count - 1].time) else {
            return each(records)
        }
        self.batching?.cut(records, each) { _ in self.group.means() }
    }

    private var group: MetricGroup { MetricGroup(self.load.accounts, isTold ? fold : nil) }

    /// The run is over.
    package func finish(at end: CityTime) {
        guard self.end == nil else { return }
        self.end = end
        batching?.finish(at: end) { _ in self.group.means() }
    }

    /// Whether there are accounts.
    package var isTold: Bool { context.server?.accounts != nil || fold.isUsed }
    /// All of them, or none.
    package var toldMetrics: [MetricDescription]? { isTold ? nil : [] }
    /// They are whole numbers.
    package var areExact: Bool { true }
    package var values: [Double?] { group.values().map(\.value) }
    package var verdicts: [Verdict] { isTold ? fold.verdicts : [] }
    /// What the account service did.
    package var detail: (any Sendable)? { result }
    package var summary: (any SummaryPart)? { result.map { AccountSummary(accounts: $0) } }
    private var result: AccountResult? { isTold && end != nil ? fold.result(context.server?.accounts, load) : nil }
    /// The table of the accounts.
    package var tables: [TableRows] { result.map { [TableRows(AccountResult.table, $0.rows)] } ?? [] }
    /// By its own texts.
    package var report: (any ServiceReport)? {
        result.map { AccountReport(result: $0, isLoadIn: self.load.isIn(self.context)) }
    }
    package var batches: [MeanBatches] { end == nil || !isTold ? [] : batching?.batches ?? [] }
}

/// The gateway in `summary.json`; absent without a server and its events.
package struct ServerSummary: SummaryPart {
    let server: ServerResult?
}

/// The accounts in `summary.json`; absent without accounts and their events.
package struct AccountSummary: SummaryPart {
    let accounts: AccountResult?
}
