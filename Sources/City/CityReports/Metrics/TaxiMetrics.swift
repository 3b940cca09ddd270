// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// All metrics of the taxi service, folded from the event log in one pass.
///
/// Warm-up: a call counts when it was refused, or its request stored, at or after `start + warmUp`; offers, waits and
/// endings count with their request. Times and distances of drivers, queue times and ended rides count from that instant
/// on. Hours count by the hour of storing. Memory follows open requests, drivers, zones and hours, never finished rides.
public final class TaxiMetrics: EventObserver {
    private var fold: TaxiFold
    private var modules: ModuleFolds
    private var feedsModules: Bool
    private var batching: MeanBatching?
    private var finished: MetricsResult?

    /// Makes the fold of a run; `takesBatches` also cuts the run into batches, when it is long enough.
    public init(context: RunContext, takesBatches: Bool = false) {
        fold = TaxiFold(context: context)
        if takesBatches { batching = MeanBatching(context: context) }
        modules = ModuleFolds(context: context)
        feedsModules = !context.modules.isEmpty || context.server != nil
    }

    /// Takes the next records.
    public func observe(_ records: ArraySlice<EventRecord>) {
        var rest = records
        while let border = batching?.border, let last = rest.last, last.time >= border {
            let cut = rest.firstIndex { $0.time >= border } ?? rest.endIndex
            take(rest[..<cut])
            batching?.close(at: border, fold, modules)
            rest = rest[cut...]
        }
        take(rest)
    }

    private func take(_ records: ArraySlice<EventRecord>) {
        guard !records.isEmpty else { return }
        fold.takeAll(records)
        // The batch that brings the first event of a module goes to the modules as a whole; nothing before it concerns them.
        if fold.notes.isUsed { feedsModules = true }
        if feedsModules { modules.takeAll(records) }
    }

    /// Closes what is open and makes the result.
    public func finish(at end: CityTime) {
        guard finished == nil else { return }
        batching?.finish(at: end, fold, modules)
        fold.closeAll(at: end)
        modules.close(at: end)
        finished = fold.result(at: end, modules: modules)
    }

    /// The result; nil before `finish(at:)`.
    public var result: MetricsResult? { finished }

    /// Every mean with its batches, in the order of the metrics; empty before the end, and without batches.
    public var batches: [MeanBatches] { finished == nil ? [] : batching?.batches ?? [] }

    /// Counts for a progress line while the run goes on: requests stored, fulfilled and aborted so far, warm-up
    /// excluded.
    public var progress: (stored: Int, fulfilled: Int, aborted: Int) {
        (fold.calls.stored, fold.calls.fulfilled, fold.calls.abortedByService)
    }
}

extension TaxiFold {
    /// So many events before its own, what an event will change begins to be fetched.
    private static let lookAhead = 16

    /// The rows of so many drivers stay in the processor's second cache.
    private static let nearDrivers = 2000

    /// Begins to fetch what this event will change: of the events of one turn, those that are the first about somebody.
    @inline(__always)
    private mutating func fetchAhead(for event: CityEvent) {
        switch event {
        case .taxi(.offerSent(let offer, _, let driver, _, _, _, _, _, _)):
            drivers.fetchAhead(driver.index)
            offers.fetchAhead(offer.number)
        case .taxi(.offerAccepted(let offer, let request, let driver)),
            .taxi(.offerRefused(let offer, let request, let driver)),
            .taxi(.offerTimedOut(let offer, let request, let driver)):
            drivers.fetchAhead(driver.index)
            offers.fetchAhead(offer.number)
            requests.fetchAhead(request.number)
        case .taxi(.requestStored(let request, _, _, _, _, _)), .taxi(.boardingPrompted(let request, _)):
            requests.fetchAhead(request.number)
        case .taxi(.passengerAboard(let request, _, let driver, _, _)),
            .taxi(.rideEnded(let request, _, let driver, _, _)):
            drivers.fetchAhead(driver.index)
            requests.fetchAhead(request.number)
        case .taxi(.positionReported(let driver, _, _)):
            drivers.fetchAhead(driver.index)
        default: break
        }
    }

    /// One call for a batch, so that the state is touched in place.
    mutating func takeAll(_ records: ArraySlice<EventRecord>) {
        let end = drivers.count > Self.nearDrivers ? records.endIndex : records.startIndex
        for index in records.indices {
            let ahead = index + Self.lookAhead
            if ahead < end { fetchAhead(for: records[ahead].event) }
            let record = records[index]
            guard case .taxi(let event) = record.event else {
                take(module: record.event, at: record.time)
                continue
            }
            take(event, at: record.time)
        }
    }
}
