// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel
package import Reporting
package import TaxiRules

/// The folds of the taxi service and of its modules, each fed with the records that concern it, in the log's order.
package struct TaxiFolds {
    private let context: TaxiContext
    private var taxi: TaxiFold
    private var reservations: ReservationFold
    private var sharing: SharingFold
    /// The taxi service's events concern the modules only once one of them is there or has noted something, so that a run without
    /// modules pays nothing for them.
    private var feedsModules: Bool

    /// Begins the folds of a run.
    package init(context: TaxiContext) {
        self.context = context
        taxi = TaxiFold(context: context)
        reservations = ReservationFold(context: context)
        sharing = SharingFold(start: context.start, measured: context.measured)
        feedsModules = !context.modules.isEmpty
    }

    /// Takes what the core notes.
    package mutating func take(_ records: Span<Record<TaxiEvent>>) {
        taxi.take(records)
        guard feedsModules else { return }
        for index in records.indices {
            let (event, time) = (records[index].event, records[index].time)
            reservations.take(event, at: time)
            sharing.take(event, at: time)
        }
    }

    /// Takes what the reservation module notes.
    package mutating func take(_ records: Span<Record<ReservationEvent>>) {
        for index in records.indices {
            let (event, time) = (records[index].event, records[index].time)
            count(event.code, at: time)
            taxi.note(event)
            reservations.take(event, at: time)
        }
    }

    /// Takes what the sharing module notes.
    package mutating func take(_ records: Span<Record<SharingEvent>>) {
        for index in records.indices {
            count(records[index].event.code, at: records[index].time)
            sharing.take(records[index].event, at: records[index].time)
        }
    }

    /// Takes what taxis show by themselves.
    package mutating func take(_ records: Span<Record<FleetEvent>>) {
        for index in records.indices { taxi.take(records[index].event, at: records[index].time) }
    }

    /// Takes what happens on the street.
    package mutating func take(_ records: Span<Record<StreetEvent>>) {
        for index in records.indices { taxi.take(records[index].event, at: records[index].time) }
    }

    /// Counts events of other services.
    package mutating func countOthers(_ count: Int) { taxi.otherEvents += count }

    /// Counts what the service notes of accounts.
    package mutating func count<Fact: Event>(_ records: Span<Record<Fact>>) {
        for index in records.indices { taxi.count(records[index].event.code, at: records[index].time) }
    }

    /// Counts an event of a module, by its code.
    private mutating func count(_ code: UInt16, at time: CityTime) {
        feedsModules = true
        taxi.count(code, at: time)
    }

    /// Requests stored and people who asked on the street so far, warm-up excluded.
    package var storedCount: Int { taxi.calls.stored + taxi.streets.asked.total }

    private var tellsReservations: Bool { context.modules.contains(.reservations) || reservations.isUsed }
    private var tellsSharing: Bool { context.modules.contains(.sharing) || sharing.isUsed }

    /// The metrics of the modules, in the order of the registry. `rides` are all that ended.
    private func modules(rides: Int, at end: CityTime) -> [MetricGroup] {
        // A copy, since what is open may go on.
        var reservations = reservations
        reservations.closeAll(at: end)
        return [
            MetricGroup(Metric.all, tellsReservations ? reservations : nil),
            MetricGroup(Metric.all, tellsSharing ? SharingFacts(fold: sharing, rides: rides) : nil),
        ]
    }

    /// The metrics of the street.
    private func street(_ facts: TaxiFacts) -> MetricGroup {
        MetricGroup(
            Metric<StreetFacts>.all,
            facts.fold.streets.isUsed ? StreetFacts(fold: facts.fold.streets, driverTime: facts.driverTime) : nil)
    }

    /// The metrics of money.
    private func money(_ facts: TaxiFacts) -> MetricGroup { MetricGroup(Metric<MoneyFacts>.all, MoneyFacts(facts)) }

    /// The metrics of the occupied share.
    private func occupied(_ facts: TaxiFacts) -> MetricGroup {
        MetricGroup(Metric<OccupiedFacts>.all, OccupiedFacts(facts))
    }

    /// Those that only some runs have, beside those of the modules.
    private func others(_ facts: TaxiFacts) -> [MetricGroup] { [street(facts), money(facts), occupied(facts)] }

    /// The sum and size of each mean, as if the run ended at this instant.
    package func means(at border: CityTime) -> [MeanState] {
        // A copy, since what is open now goes on.
        var taxi = taxi
        taxi.closeAll(at: border)
        let facts = TaxiFacts(fold: taxi, end: border)
        return
            ([MetricGroup(Metric.all, facts)] + modules(rides: facts.rides, at: border) + others(facts))
            .flatMap {
                $0.means()
            }
    }

    /// Closes what is open and makes the result. Events of these types are counted by name.
    package mutating func finish(at end: CityTime, counting events: [any Event.Type]) -> FoldedTaxis {
        taxi.closeAll(at: end)
        taxi.settle()
        let cases = taxi.wishes.finish(at: end)
        let (zones, drivers) = (taxi.zoneResults(at: end), taxi.driverResults())
        let lorenz = Fairness(rates: drivers.compactMap(\.ridesPerHour))
        let facts = TaxiFacts(fold: taxi, zones: zones, fairness: lorenz, end: end)
        let values = [MetricValue](Metric.all.map(\.tidied), of: facts)
        let moduleValues = (modules(rides: facts.rides, at: end) + others(facts)).flatMap {
            $0.values()
        }
        return FoldedTaxis(
            values: values + moduleValues,
            verdicts: (context.isTold ? Verdict.all(values: values, zones: zones, context: context) : [])
                + Verdict.modules(moduleValues),
            eventCounts: taxi.counts(of: events),
            result: TaxiResult(
                hours: taxi.hourResults(at: end), zones: zones, drivers: drivers, series: taxi.series(at: end),
                offersPerRequest: taxi.offersPerRequest, lorenz: lorenz.points,
                reservations: tellsReservations ? reservations.result : nil,
                sharing: tellsSharing ? sharing.result : nil, streets: taxi.streetResult,
                streetZones: taxi.streetZoneResults,
                hasFares: taxi.money != nil, tellsOccupied: taxi.occupied != nil),
            cases: cases)
    }
}

/// What the folds of the taxi service and its modules give.
package struct FoldedTaxis {
    /// The metrics, those of the modules after the others, and the judgements on them.
    package let values: [MetricValue]
    package let verdicts: [Verdict]
    /// How often each kind of event occurred, by name.
    package let eventCounts: [String: Int]
    package let result: TaxiResult
    /// What became of wishes for a ride as demands; nil where nobody asked for these.
    package let cases: CaseResult?
}
