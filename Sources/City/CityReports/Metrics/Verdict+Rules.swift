// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

extension Verdict {
    /// The judgements on a run's metrics.
    static func all(values: [MetricValue], zones: [ZoneResult], context: RunContext) -> [Verdict] {
        func value(_ name: String) -> Double? { values.first { $0.name == name }.flatMap(\.value) }
        var verdicts = [
            inTime(value("arrivalDelay.shareInTime")), latest(value("arrivalDelay.max")),
            supply(zones, limit: context.undersupplyLimit),
            atMost(
                1, value("offers.maxPending"), "TAXI-QUEUE-06", "Most offers one driver held at once"),
            atMost(0, value("offers.zoneCrossing"), "zone queues", "Offers to drivers of another zone's queue"),
            atMost(0, value("drivers.illegalTransitions"), "TAXI-QUEUE-15", "Status changes outside the rules"),
        ]
        if context.policy == "fifo" {
            verdicts.append(
                atMost(0, value("offers.arrivalInversions"), "TAXI-CALL-06", "Offers out of the order of arrival"))
            verdicts.append(
                atMost(0, value("offers.fifoViolations"), "TAXI-QUEUE-07", "Offers that passed over a driver"))
        }
        if let left = value("drivers.leftAllZones"), left > 0 {
            verdicts.append(fellOff(left, hasGaps: context.hasGaps))
        }
        verdicts.append(little(value("openRequests.mean"), value("openRequests.little")))
        let shares = ["offShift", "available", "toPickUp", "withPassenger"].map { value("drivers.share.\($0)") ?? 0 }
        verdicts.append(sum(of: shares, isMeasured: value("drivers.share.offShift") != nil))
        return verdicts
    }

    private static func inTime(_ share: Double?) -> Verdict {
        let what = "Taxis at most 10 min after the agreed time"
        guard let share else { return Verdict(id: "TAXI-ASSUME-05", outcome: .notMeasured, text: what) }
        let text = "\(what): \(Text.percent(share)), at least 90 % wanted"
        return Verdict(id: "TAXI-ASSUME-05", outcome: share >= 0.9 ? .pass : .flag, text: text)
    }

    private static func latest(_ delay: Double?) -> Verdict {
        guard let delay else {
            return Verdict(id: "TAXI-ASSUME-06", outcome: .notMeasured, text: "Latest taxi, by the agreed time")
        }
        let isKept = delay <= 1200
        // A taxi that is a little late is not on time, and one past the limit is not at it.
        let minutes = (abs(delay) / 6).rounded(delay > 0 ? .up : .toNearestOrEven) / 10
        let text =
            minutes == 0
            ? "Latest taxi: at the agreed time, at most 20 min after it wanted"
            : "Latest taxi: \(Text.number(minutes, 1)) min \(delay > 0 ? "after" : "before") the agreed time, at most "
                + "20 min after it wanted"
        return Verdict(
            id: "TAXI-ASSUME-06", outcome: isKept ? .pass : .flag,
            text: isKept ? text : text + " (assumption 20 min broken)")
    }

    private static func supply(_ zones: [ZoneResult], limit: Double) -> Verdict {
        let short = zones.filter(\.isUndersupplied)
        guard !short.isEmpty else {
            let isMeasured = zones.contains { $0.calls.stored > 0 }
            return Verdict(
                id: "TAXI-ASSUME-10", outcome: isMeasured ? .pass : .notMeasured,
                text: "Zones that abort more than \(Text.percent(limit)) of their requests: none")
        }
        let worst = short.sorted { ($0.abortRate ?? 0, $1.zone) > ($1.abortRate ?? 0, $0.zone) }.prefix(3)
        guard zones.count > 1 else {
            return Verdict(
                id: "TAXI-ASSUME-10", outcome: .flag,
                text:
                    "Undersupplied: the only zone aborts \(Text.percent(worst[0].abortRate ?? 0)) of its requests, at "
                    + "most \(Text.percent(limit)) wanted")
        }
        let names = worst.map { "\(Self.called($0)) (\(Text.percent($0.abortRate ?? 0)))" }.joined(separator: ", ")
        let more = short.count > 3 ? " and \(short.count - 3) more" : ""
        return Verdict(
            id: "TAXI-ASSUME-10", outcome: .flag,
            text: "Undersupplied: \(short.count) of \(zones.count) zones \(short.count == 1 ? "aborts" : "abort") more "
                + "than \(Text.percent(limit)) of \(short.count == 1 ? "its" : "their") requests: \(names)\(more)")
    }

    /// A zone without a name of its own is called by its number.
    private static func called(_ zone: ZoneResult) -> String {
        zone.name.isEmpty || zone.name.allSatisfy(\.isNumber) ? "zone \(zone.zone)" : zone.name.shown
    }

    private static func atMost(_ limit: Double, _ value: Double?, _ id: String, _ what: String) -> Verdict {
        guard let value else { return Verdict(id: id, outcome: .notMeasured, text: what) }
        return Verdict(
            id: id, outcome: value <= limit ? .pass : .flag,
            text: "\(what): \(Text.number(value, 0)), at most \(Text.number(limit, 0)) allowed")
    }

    /// Told only when it happened: most layouts have no gap that a taxi meets.
    private static func fellOff(_ times: Double, hasGaps: Bool) -> Verdict {
        Verdict(
            id: "TAXI-QUEUE-12", outcome: .flag,
            text: (hasGaps ? "The layout has gaps: " : "")
                + "\(Text.number(times, 0)) times an available taxi left all zones and went out of service")
    }

    private static func little(_ mean: Double?, _ product: Double?) -> Verdict {
        guard let mean, let product else {
            return Verdict(id: "Little's law", outcome: .notMeasured, text: "Open requests")
        }
        let isEqual = abs(mean - product) <= 1e-6 * max(1, mean)
        return Verdict(
            id: "Little's law", outcome: isEqual ? .pass : .flag,
            text: "Open requests \(Text.number(mean, 2)) = rate times time open \(Text.number(product, 2))")
    }

    private static func sum(of shares: [Double], isMeasured: Bool) -> Verdict {
        let sum = shares.reduce(0, +)
        guard isMeasured else {
            return Verdict(id: "time shares", outcome: .notMeasured, text: "Drivers' shares of time")
        }
        return Verdict(
            id: "time shares", outcome: abs(sum - 1) < 1e-5 ? .pass : .flag,
            text: "Drivers' shares of time sum to \(Text.number(sum, 3))")
    }

    /// The judgement on the invariants that were watched.
    public static func invariants(violations: Int, checked: Bool) -> Verdict {
        guard checked else {
            return Verdict(
                id: "SIM-07", outcome: .notMeasured,
                text: "Invariants: not checked in this run (--invariants checks them)")
        }
        return Verdict(
            id: "SIM-07", outcome: violations == 0 ? .pass : .flag,
            text: "Violations of the invariants: \(violations)")
    }
}
