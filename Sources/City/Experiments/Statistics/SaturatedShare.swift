// SPDX-License-Identifier: GPL-3.0-or-later

import CitySimulation
import Foundation
import Reporting

/// The interval of a share that was 0, or the whole, in every replication: nothing happened, and that is no certainty.
///
/// Student's t would give an interval without length. Instead, the share may be as far from the end as the larger of two bounds
/// says: that of Clopper and Pearson for 0 events among all that were counted, `1 - (a / 2)^(1 / units)` (for a level of
/// 95 % and many units some 3.7 of them, the rule of three with both sides); and the end of the t interval that one event in one
/// replication would have given, `(1 + t) / units`, which is wide where replications are few. The second one is there because what happens
/// to the people of one replication is not independent. No bound is above that of the replications alone, `1 - (a / 2)^(1 / n)`, which
/// takes all people of a replication for one; it is used by itself where a share is not one of a counted number.
///
/// Sources: C. J. Clopper and E. S. Pearson, Biometrika 26 (1934); J. A. Hanley and A. Lippman-Hand, "If nothing goes wrong,
/// is everything all right?", JAMA 249 (1983), for the rule of three.
enum SaturatedShare {
    /// How far the true share may be from the end at which all values are; nil for a single replication.
    ///
    /// - Parameters:
    ///   - replications: how many measured it.
    ///   - units: how many were counted in all of them; nil where nothing is counted.
    ///   - level: of the interval.
    static func halfWidth(replications: Int, units: Double?, level: Double) -> Double? {
        guard replications > 1 else { return nil }
        func bound(_ units: Double) -> Double { 1 - pow((1 - level) / 2, 1 / units) }
        let together = bound(Double(replications))
        guard let units, units > 0 else { return together }
        let one = (1 + StudentT.quantile(0.5 + level / 2, degrees: replications - 1)) / units
        return min(together, max(bound(units), one))
    }

    /// Whether these shares are all 0, or all 1.
    static func holds(_ values: [Double]) -> Bool {
        values.allSatisfy { $0 == 0 } || (values.allSatisfy { $0 == 1 } && !values.isEmpty)
    }

    /// The smallest number of replications, of as many units each, that brings the bound below a distance.
    static func needed(distance: Double, replications: Int, units: Double?, level: Double) -> Int? {
        let each = units.map { $0 / Double(replications) }
        return DecidingCount.first { count in
            halfWidth(replications: count, units: each.map { $0 * Double(count) }, level: level).map { $0 < distance }
                ?? false
        }
    }
}

extension Interval {
    /// The interval of a metric over replications: of a share that is 0 or the whole in all of them, that of `SaturatedShare`.
    ///
    /// - Parameters:
    ///   - metric: its path.
    ///   - values: by replication, nil where it was not measured.
    ///   - units: of what it counts, by replication; nil where a share has no such number.
    init?(of metric: String, _ values: [Double?], units: [Double?]?, level: Double = 0.95) {
        let measured = values.compactMap { $0 }
        guard let plain = Interval(measured, level: level) else { return nil }
        self = plain.ofShare(metric, measured, units: ShareUnits.sum(of: units, where: values))
    }

    /// The same interval; of a share whose values are all at one end, with the half width of `SaturatedShare`.
    func ofShare(_ metric: String, _ values: [Double], units: Double?) -> Interval {
        guard SaturatedShare.holds(values), ShareUnits.isOfEvents(metric) else { return self }
        return with(halfWidth: SaturatedShare.halfWidth(replications: values.count, units: units, level: level))
    }

    /// The same with another half width.
    func with(halfWidth: Double?) -> Interval {
        Interval(count: count, mean: mean, sd: sd, level: level, halfWidth: halfWidth)
    }
}

extension Replication {
    /// The interval of a metric over replications; nil when none measured it.
    public static func interval(of metric: String, _ replications: [Replication], level: Double) -> Interval? {
        Interval(
            of: metric, replications.map { $0[metric] },
            units: ShareUnits.path(of: metric).map { path in replications.map { $0[path] } }, level: level)
    }
}

/// What the shares among the metrics are shares of.
enum ShareUnits {
    /// Whether a metric is a share of what can happen or not. Shares of time, of distances and of fees are none: a fleet without
    /// shifts is never off shift, and that is certain.
    static func isOfEvents(_ metric: String) -> Bool {
        guard MetricDescription.ofProgram(metric)?.unit == "share" else { return false }
        let measured = ["drivers.", "distance.", "sharing.fee", "sharing.saved", "stores.occupancy"]
        return !metric.hasSuffix("tilisation") && !measured.contains(where: metric.hasPrefix)
    }

    /// The metric that counts what a share is of; nil where none does.
    static func path(of metric: String) -> String? {
        if let known = known[metric] { return known }
        let parts = metric.split(separator: ".").map(String.init)
        guard let last = parts.last, parts.count > 2 || last.hasPrefix("under") else { return nil }
        let stem = parts.dropLast().joined(separator: ".")
        switch parts[0] {
        case "processing" where last.hasPrefix("under"): return stem + ".count"
        case "ambulances" where last.hasPrefix("in"):
            return parts.count == 3 ? "ambulances.calls" : "ambulances.calls.\(parts[2])"
        default: return nil
        }
    }

    private static let known = [
        "calls.abortRate": "calls.stored", "calls.unservedShare": "calls.stored",
        "wishes.notInTimeShare": "wishes.total",
        "arrivalDelay.shareInTime": "arrivalDelay.count", "offers.timeoutShare": "offers.sent",
        "offers.refuseShare": "offers.sent", "fairness.overtakingOffers": "offers.accepted",
        "reservations.fulfilledShare": "reservations.stored", "reservations.within10": "reservations.lateness.count",
        "reservations.within20": "reservations.lateness.count", "sharing.chosenShare": "sharing.answered",
        "sharing.togetherShare": "sharing.rides", "stores.tickets.entered": "stores.tickets",
        "stores.bookings.entered": "stores.bookings", "races.finished.share": "races.started",
        "ambulances.queued.share": "ambulances.calls", "health.sos.inTime": "health.sos",
        "health.sos.inTimeFromStart": "health.sos",
    ]

    /// The units of the replications that measured the share, added up; nil where one of them does not know its own.
    static func sum(of units: [Double?]?, where values: [Double?]) -> Double? {
        guard let units else { return nil }
        var sum = 0.0
        for (value, unit) in zip(values, units) where value != nil {
            guard let unit else { return nil }
            sum += unit
        }
        return sum
    }
}
