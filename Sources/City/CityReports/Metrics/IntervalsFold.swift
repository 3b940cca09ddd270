// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel
public import EventLog

/// The sums that the interval of a mean within one run is made of.
public struct MeanBatches: Hashable, Sendable {
    /// The metric's path.
    public let metric: String
    /// For each batch what is averaged, summed: seconds of wait, level times hours, or how many of the sizes counted.
    public let sums: [Double]
    /// For each batch how many values or how much time it stands for; the metric is the sum of the sums by that of the sizes.
    public let sizes: [Double]
}

/// Cuts the measured time of one run into equal batches and gathers every metric that is a mean over time or over rides.
///
/// The metrics are taken as they stand at each border, by the same fold as those of the whole run; what a batch adds is the
/// difference of two borders. So the batches sum up to the metric of the run exactly. A value belongs to the batch in which
/// it is known: a wait to that of the boarding.
///
/// Left out, because batches of it do not add up: quantiles, extremes and standard deviations; totals; what compares
/// drivers or zones over the whole run, such as the Gini coefficient; and `reservations.fulfilledShare` and
/// `reservations.lead.mean`, since reservations are stored long before the batch in which they come to something.
public final class IntervalsFold: EventObserver {
    /// How many batches; 10 to 30 are usual.
    public static let batchCount = 20
    /// A run with less measured time than this for each batch gets none: the batches would hang together.
    public static let leastBatch = TimeSpan.minutes(20)

    private let context: RunContext
    private var folds: RunFolds
    /// The borders between the batches that are still to come.
    private var borders: ArraySlice<CityTime>
    /// The sums and sizes of each mean up to each border.
    private var states: [[(sum: Double, size: Double)]] = []
    private var isFinished = false

    /// Makes the fold of a run; nil when the measured time is too short.
    public init?(context: RunContext) {
        let length = context.end - context.measureStart
        guard length >= Self.leastBatch * Self.batchCount else { return nil }
        self.context = context
        folds = RunFolds(context: context)
        borders =
            (1..<Self.batchCount).map { batch in
                context.measureStart + TimeSpan(nanoseconds: length.nanoseconds / Int64(Self.batchCount) * Int64(batch))
            }[...]
    }

    /// Reads all services.
    public func subscribe(to feed: EventFeed) {
        feed.on(TaxiEvent.self) { self.cut($0) { $0.take($1) } }
        feed.on(ReservationEvent.self) { self.cut($0) { $0.take($1) } }
        feed.on(SharingEvent.self) { self.cut($0) { $0.take($1) } }
        feed.on(AccountEvent.self) { self.cut($0) { $0.take($1) } }
        feed.on(ServerEvent.self) { self.cut($0) { $0.take($1) } }
        feed.on(ClientEvent.self) { self.cut($0) { $0.take($1) } }
    }

    /// Feeds the folds, and closes a batch wherever the records reach a border.
    private func cut<Fact>(_ records: Span<Record<Fact>>, _ take: (inout RunFolds, Span<Record<Fact>>) -> Void) {
        var start = 0
        while let border = borders.first, start < records.count, records[records.count - 1].time >= border {
            var end = start
            while records[end].time < border { end += 1 }
            if end > start { take(&folds, records.extracting(start..<end)) }
            close(at: border)
            start = end
        }
        if start < records.count { take(&folds, records.extracting(start..<records.count)) }
    }

    private func close(at border: CityTime) {
        borders = borders.dropFirst()
        states.append(state(at: border))
    }

    /// Closes the last batch.
    public func finish(at end: CityTime) {
        guard !isFinished else { return }
        isFinished = true
        while let border = borders.first { close(at: border) }
        states.append(state(at: end))
    }

    /// Every mean with its batches, in the order of the metrics; empty before the end.
    public var batches: [MeanBatches] {
        guard isFinished else { return [] }
        return Self.means.indices.map { mean in
            var (sums, sizes): ([Double], [Double]) = ([], [])
            var before = (sum: 0.0, size: 0.0)
            for state in states {
                sums.append(state[mean].sum - before.sum)
                sizes.append(state[mean].size - before.size)
                before = state[mean]
            }
            return MeanBatches(metric: Self.means[mean].metric, sums: sums, sizes: sizes)
        }
    }

    // MARK: The means

    private typealias Numbers = [String: Double]
    private static let driverTime = "driver time"
    private static let requestsWithOffers = "requests with offers"

    /// Each mean with what it is a mean over. What is averaged is then the metric times that.
    private static let means: [(metric: String, size: @Sendable (Numbers) -> Double)] =
        (MetricDescription.all + MetricDescription.modules).compactMap { about in
            size(of: about.name).map { (about.name, $0) }
        }

    private static func size(of metric: String) -> (@Sendable (Numbers) -> Double)? {
        if let names = ratios[metric] { return { numbers in names.reduce(0) { $0 + (numbers[$1] ?? 0) } } }
        guard metric.hasSuffix(".mean"), metric != "reservations.lead.mean" else { return nil }
        let count = metric.dropLast("mean".count) + "count"
        return { $0[String(count)] ?? 0 }
    }

    /// The sizes of means that do not end in `.mean`: the sum of these numbers.
    private static let ratios: [String: [String]] = {
        let ended = ["offers.accepted", "offers.refused", "offers.timedOut", "offers.withdrawn"]
        let way = ["distance.toPickUp", "distance.withPassenger", "distance.other"]
        var sizes = [
            "calls.abortRate": ["calls.stored"], "calls.unservedShare": ["calls.stored"],
            "arrivalDelay.shareInTime": ["arrivalDelay.count"],
            "etaError.bias": ["etaError.count"], "offers.timeoutShare": ended, "offers.refuseShare": ended,
            "offers.perRequest": [requestsWithOffers], "drivers.inService": ["run.hours"],
            "drivers.utilisation": ["drivers.serviceHours"], "rides.perServiceHour": ["drivers.serviceHours"],
            "fairness.overtakingOffers": ["queueTime.count"], "distance.emptyShare": way,
            "openRequests.mean": ["run.hours"], "openRequests.rate": ["run.hours"],
            "openRequests.meanTime": ["openRequests.seen"], "openRequests.little": ["run.hours"],
            "reservations.within10": ["reservations.lateness.count"],
            "reservations.within20": ["reservations.lateness.count"],
            "reservations.retriesPerActivated": ["reservations.activated"],
            "sharing.successShare": ["sharing.searches"],
            "sharing.chosenShare": ["sharing.chosen", "sharing.declined"],
            "sharing.togetherShare": ["sharing.rides"], "sharing.togetherOfAll": ["rides.ended"],
            "sharing.passengersPerRide": ["sharing.rides"], "sharing.travelersPerRide": ["sharing.rides"],
            "sharing.savedShare": ["sharing.alone"],
        ]
        for phase in ["offShift", "available", "toPickUp", "withPassenger"] {
            sizes["drivers.share.\(phase)"] = [driverTime]
        }
        return sizes
    }()

    /// The sum and size of each mean, as if the run ended at this instant.
    private func state(at border: CityTime) -> [(sum: Double, size: Double)] {
        // A copy, since what is open now goes on.
        var fold = folds.taxi
        fold.closeAll(at: border)
        var numbers: Numbers = [:]
        // By name only: nothing here depends on an order.
        for (name, value) in Values(fold: fold, zones: [], fairness: Fairness(rates: []), end: border).byName {
            numbers[name] = value
        }
        for value in folds.modules.values(rides: Int(numbers["rides.ended"] ?? 0), at: border) {
            numbers[value.name] = value.value
        }
        numbers[Self.driverTime] = fold.phases.reduce(0) { $0 + Double($1.total) }
        numbers[Self.requestsWithOffers] = Double(fold.offersPerRequest.reduce(0, +))
        numbers["openRequests.seen"] = Double(fold.openSeen)
        return Self.means.map { mean in
            let size = mean.size(numbers)
            return ((numbers[mean.metric] ?? 0) * size, size)
        }
    }
}
