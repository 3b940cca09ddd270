// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel
package import Reporting
import TaxiRules

/// The taxi service with its modules in the results of a run.
///
/// Warm-up: a call counts when it was refused, or its request stored, at or after `start + warmUp`; offers, waits and
/// endings count with their request, and wishes when they were due. Times and distances of drivers, queue times and ended rides
/// count from that instant on. Hours count by the hour of storing. Memory follows open requests, drivers, zones and hours, never
/// finished rides.
package final class TaxiServiceFold: ServiceFold {
    /// The types of the core's and the modules' events, in the order of the published schema.
    package static let events: [any Event.Type] = [
        TaxiEvent.self, ReservationEvent.self, SharingEvent.self, TaxiAccountEvent.self, FleetEvent.self,
        StreetEvent.self,
    ]

    private let context: TaxiContext
    /// The types of the events of other services.
    private let others: [any Event.Type]
    private var folds: TaxiFolds
    private var batching: MeanBatching?
    private var finished: FoldedTaxis?

    /// Begins the fold of a run.
    package init(_ context: RunContext) {
        self.context = context.taxiContext
        folds = TaxiFolds(context: self.context)
        others = context.events.filter { type in !Self.events.contains { $0 == type } }
        batching = self.context.isTold ? MeanBatching(context) : nil
    }

    /// Reads the service and its modules, and counts what the others note.
    package func subscribe(to feed: EventFeed) {
        feed.on(TaxiEvent.self) { self.cut($0) { $0.take($1) } }
        feed.on(ReservationEvent.self) { self.cut($0) { $0.take($1) } }
        feed.on(SharingEvent.self) { self.cut($0) { $0.take($1) } }
        feed.on(FleetEvent.self) { self.cut($0) { $0.take($1) } }
        feed.on(StreetEvent.self) { self.cut($0) { $0.take($1) } }
        feed.on(TaxiAccountEvent.self) { self.cut($0) { $0.count($1) } }
        for type in others { count(type, of: feed) }
    }

    private func count<Fact: Event>(_ type: Fact.Type, of feed: EventFeed) {
        feed.on(type) { self.folds.countOthers($0.count) }
    }

    /// Feeds the folds, and closes a batch wherever the records reach a border.
    @inline(__always)
    private func cut<Fact>(_ records: Span<Record<Fact>>, _ take: (inout TaxiFolds, Span<Record<Fact>>) -> Void) {
        guard let batching, !records.isEmpty, batching.isCutting(until: records[records.count - 1].time) else {
            return take(&folds, records)
        }
        self.batching?.cut(records, { take(&self.folds, $0) }, { self.folds.means(at: $0) })
    }

    /// Closes what is open.
    package func finish(at end: CityTime) {
        guard finished == nil else { return }
        batching?.finish(at: end) { self.folds.means(at: $0) }
        finished = folds.finish(at: end, counting: Self.events)
    }

    /// Requests stored so far, and those who asked on the street.
    package var demandCount: Int { folds.storedCount }
    /// Those of the core, and of the modules that are told.
    package var toldMetrics: [MetricDescription]? {
        guard let result = finished?.result else { return nil }
        return TaxiMetricList.core + (result.reservations == nil ? [] : TaxiMetricList.reservations)
            + (result.sharing == nil ? [] : TaxiMetricList.sharing)
            + (result.streets == nil ? [] : TaxiMetricList.streets)
            + (result.hasFares ? TaxiMetricList.money : [])
            + (result.tellsOccupied ? TaxiMetricList.occupied : [])
    }
    /// Made to millionths, where limits do not judge them.
    package var areExact: Bool { true }
    /// Whether there are taxis, or no other service.
    package var isTold: Bool { context.isTold }
    package var values: [Double?] { finished?.values.map(\.value) ?? [] }
    package var verdicts: [Verdict] { finished?.verdicts ?? [] }
    /// How often each kind of event occurred.
    package var eventCounts: [String: Int]? { finished?.eventCounts }
    /// Its hours, zones and so on.
    package var summary: (any SummaryPart)? { finished.map { TaxiSummary($0.result) } }
    /// What it came to.
    package var detail: (any Sendable)? { finished?.result }
    /// Open requests through the run.
    package var openDemands: OpenDemands? {
        guard isTold, let series = finished?.result.series else { return nil }
        return OpenDemands(stepSeconds: series.stepSeconds, means: series.openRequests)
    }
    /// The callers of taxis, and those who ask on the street.
    package var waits: [WaitRow] {
        guard isTold, let finished else { return [] }
        let values = Dictionary(
            finished.values.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
        let value = { (name: String) in values[name].flatMap(\.self) }
        return [finished.result.waits(value: value)] + [finished.result.streetWaits(value: value)].compactMap(\.self)
    }
    /// Wishes for a ride, where somebody asks for them.
    package var cases: [CaseResult] { finished?.cases.map { [$0] } ?? [] }
    /// Hours, zones, drivers and so on.
    package var tables: [TableRows] { finished.map { TaxiTables.rows($0.result) } ?? [] }
    /// By its own texts.
    package var report: (any ServiceReport)? { finished.map { TaxiReport(context: context, result: $0.result) } }
    package var batches: [MeanBatches] { finished == nil ? [] : batching?.batches ?? [] }
}

/// The taxi service in `summary.json`.
package struct TaxiSummary: SummaryPart {
    let hours: [HourResult]
    /// Without their rows by hour, which are in `results.sqlite`.
    let zones: [ZoneResult]
    let series: SeriesResult
    let offersPerRequest: [Int]
    let lorenz: [LorenzPoint]
    /// Absent without the module and its events, so that a run without modules keeps its bytes.
    let reservations: ReservationResult?
    let sharing: SharingResult?
    /// Absent when nobody asked on the street.
    let streets: StreetResult?

    init(_ result: TaxiResult) {
        (hours, zones, series) = (result.hours, result.zones, result.series)
        (offersPerRequest, lorenz) = (result.offersPerRequest, result.lorenz)
        (reservations, sharing, streets) = (result.reservations, result.sharing, result.streets)
    }
}
