// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel
public import EventLog
public import Reporting
import TaxiReports
import TaxiRules

/// All metrics of the taxi service, folded from the event log in one pass.
///
/// Warm-up: a call counts when it was refused, or its request stored, at or after `start + warmUp`; offers, waits and
/// endings count with their request. Times and distances of drivers, queue times and ended rides count from that instant
/// on. Hours count by the hour of storing. Memory follows open requests, drivers, zones and hours, never finished rides.
public final class TaxiMetrics: EventObserver {
    private var folds: RunFolds
    private var batching: MeanBatching?
    private var finished: (result: MetricsResult, cases: CaseResult?)?

    /// Makes the fold of a run; `takesBatches` also cuts the run into batches, when it is long enough.
    public init(context: RunContext, takesBatches: Bool = false) {
        folds = RunFolds(context: context)
        if takesBatches { batching = MeanBatching(context: context) }
    }

    /// Reads all services.
    public func subscribe(to feed: EventFeed) {
        feed.on(TaxiEvent.self) { self.cut($0) { $0.take($1) } }
        feed.on(ReservationEvent.self) { self.cut($0) { $0.taxi.take($1) } }
        feed.on(SharingEvent.self) { self.cut($0) { $0.taxi.take($1) } }
        feed.on(FleetEvent.self) { self.cut($0) { $0.taxi.take($1) } }
        feed.on(AccountEvent.self) { self.cut($0) { $0.take($1) { $0.accounts.take($1, at: $2) } } }
        feed.on(TaxiAccountEvent.self) { self.cut($0) { $0.take($1) { $0.accounts.take($1, at: $2) } } }
        feed.on(ServerEvent.self) { self.cut($0) { $0.take($1) { $0.server.take($1, at: $2) } } }
        feed.on(ClientEvent.self) { self.cut($0) { $0.take($1) { $0.server.take($1, at: $2) } } }
    }

    /// Feeds the folds, and closes a batch wherever the records reach a border.
    @inline(__always)
    private func cut<Fact>(_ records: Span<Record<Fact>>, _ take: (inout RunFolds, Span<Record<Fact>>) -> Void) {
        guard let border = batching?.border, !records.isEmpty, records[records.count - 1].time >= border else {
            take(&folds, records)
            return
        }
        var start = 0
        while let border = batching?.border, records[records.count - 1].time >= border {
            var end = start
            while records[end].time < border { end += 1 }
            if end > start { take(&folds, records.extracting(start..<end)) }
            batching?.close(at: border, folds)
            start = end
        }
        take(&folds, records.extracting(start..<records.count))
    }

    /// Closes what is open and makes the result.
    public func finish(at end: CityTime) {
        guard finished == nil else { return }
        batching?.finish(at: end, folds)
        finished = folds.finish(at: end)
    }

    /// The result; nil before `finish(at:)`.
    public var result: MetricsResult? { finished?.result }

    /// What became of wishes for a ride as demands; nil before the end, and where nobody asked for these.
    public var cases: CaseResult? { finished?.cases }

    /// Every mean with its batches, in the order of the metrics; empty before the end, and without batches.
    public var batches: [MeanBatches] { finished == nil ? [] : batching?.batches ?? [] }

    /// Counts for a progress line while the run goes on: requests stored, fulfilled and aborted so far, warm-up
    /// excluded.
    public var progress: (stored: Int, fulfilled: Int, aborted: Int) {
        folds.taxi.progress
    }
}
