// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel
public import EventLog

/// All metrics of the taxi service, folded from the event log in one pass.
///
/// Warm-up: a call counts when it was refused, or its request stored, at or after `start + warmUp`; offers, waits and
/// endings count with their request. Times and distances of drivers, queue times and ended rides count from that instant
/// on. Hours count by the hour of storing. Memory follows open requests, drivers, zones and hours, never finished rides.
public final class TaxiMetrics: EventObserver {
    private var folds: RunFolds
    private var finished: MetricsResult?

    /// Makes the fold of a run.
    public init(context: RunContext) {
        folds = RunFolds(context: context)
    }

    /// Reads all services.
    public func subscribe(to feed: EventFeed) {
        feed.on(TaxiEvent.self) { self.folds.take($0) }
        feed.on(ReservationEvent.self) { self.folds.take($0) }
        feed.on(SharingEvent.self) { self.folds.take($0) }
        feed.on(AccountEvent.self) { self.folds.take($0) }
        feed.on(ServerEvent.self) { self.folds.take($0) }
        feed.on(ClientEvent.self) { self.folds.take($0) }
    }

    /// Closes what is open and makes the result.
    public func finish(at end: CityTime) {
        guard finished == nil else { return }
        folds.taxi.closeAll(at: end)
        folds.modules.close(at: end)
        finished = folds.taxi.result(at: end, modules: folds.modules)
    }

    /// The result; nil before `finish(at:)`.
    public var result: MetricsResult? { finished }

    /// Counts for a progress line while the run goes on: requests stored, fulfilled and aborted so far, warm-up
    /// excluded.
    public var progress: (stored: Int, fulfilled: Int, aborted: Int) {
        (folds.taxi.calls.stored, folds.taxi.calls.fulfilled, folds.taxi.calls.abortedByService)
    }
}
