// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Reporting

extension Verdict {
    /// The judgements on a run's metrics.
    static func all(values: [MetricValue], zones: [ZoneResult], context: TaxiContext) -> [Verdict] {
        func value(_ name: String) -> Double? { values.first { $0.name == name }.flatMap(\.value) }
        func atMost(_ limit: Double, _ name: String, _ id: String, _ what: String) -> Verdict {
            guard let value = value(name) else { return Verdict(id, nil, what) }
            let text = "\(what): \(Text.number(value, 0)), at most \(Text.number(limit, 0)) allowed"
            return Verdict(id, value <= limit, text)
        }
        var verdicts = [
            share(
                value("arrivalDelay.shareInTime"), least: 0.9, "TAXI-ASSUME-05",
                "Taxis at most 10 min after the agreed time"),
            latest(value("arrivalDelay.max"), missed: value("arrivalDelay.missed") ?? 0),
            supply(zones, limit: context.undersupplyLimit),
            atMost(1, "offers.maxPending", "TAXI-QUEUE-06", "Most offers one driver held at once"),
            atMost(0, "offers.zoneCrossing", "zone queues", "Offers to drivers of another zone's queue"),
            atMost(0, "drivers.illegalTransitions", "TAXI-QUEUE-15", "Status changes outside the rules"),
        ]
        if context.isInOrder {
            verdicts += [
                atMost(0, "offers.arrivalInversions", "TAXI-CALL-06", "Offers out of call order"),
                atMost(0, "offers.fifoViolations", "TAXI-QUEUE-07", "Offers that passed over a driver"),
            ]
        }
        // Told only when it happened: most layouts have no gap that a taxi meets.
        if let left = value("drivers.leftAllZones"), left > 0 {
            let times = "\(Text.number(left, 0)) times, an available taxi left all zones and went out of service"
            verdicts.append(Verdict("TAXI-QUEUE-12", false, (context.hasGaps ? "The layout has gaps: " : "") + times))
        }
        verdicts.append(little(value("openRequests.mean"), value("openRequests.little")))
        let shares = ["offShift", "available", "toPickUp", "withPassenger"].map { value("drivers.share.\($0)") ?? 0 }
        let sum = value("drivers.share.offShift").map { _ in shares.reduce(0, +) }
        let what = "Drivers' shares of time"
        return verdicts + [
            Verdict(
                "time shares", sum.map { abs($0 - 1) < 1e-5 },
                sum.map { "\(what) sum to \(Text.number($0, 3))" } ?? what)
        ]
    }

    /// The judgements on the modules' metrics; none for a module that is not told.
    static func modules(_ values: [MetricValue]) -> [Verdict] {
        let open = [
            ("reservations.open", "reservations settled", "Reservations not settled when the run ended"),
            ("sharing.openAtEnd", "shared rides settled", "Shared rides not settled when the run ended"),
        ].compactMap { name, id, what -> Verdict? in
            guard let value = values.first(where: { $0.name == name })?.value else { return nil }
            return Verdict(id, value == 0, "\(what): \(Text.number(value, 0)), none allowed")
        }
        return open
            + [("within10", 0.9, "05", 10), ("within20", 1, "06", 20)].compactMap { name, least, number, minutes in
                guard let value = values.first(where: { $0.name == "reservations.\(name)" }) else { return nil }
                return share(
                    value.value, least: least, "TAXI-ASSUME-\(number), reservations",
                    "Reserved taxis at most \(minutes) min after the agreed time")
            }
    }

    private static func share(_ share: Double?, least: Double, _ id: String, _ what: String) -> Verdict {
        guard let share else { return Verdict(id, nil, what) }
        let wanted = "at least \(Text.number(least * 100, 0)) % wanted"
        return Verdict(id, share >= least, "\(what): \(Text.percent(share, apartFrom: least)), \(wanted)")
    }

    private static func latest(_ delay: Double?, missed: Double) -> Verdict {
        let id = "TAXI-ASSUME-06"
        let gone =
            "\(Text.number(missed, 0)) had not come 20 min after the agreed time when the passenger gave up or the run ended"
        guard let delay else {
            return missed > 0
                ? Verdict(id, false, "Taxis: \(gone)") : Verdict(id, nil, "Latest taxi, by the agreed time")
        }
        let isKept = delay <= 1200 && missed == 0
        // A taxi that is a little late is not on time, and one past the limit is not at it.
        let minutes = (abs(delay) / 6).rounded(delay > 0 ? .up : .toNearestOrEven) / 10
        let when = minutes == 0 ? "at" : "\(Text.number(minutes, 1)) min \(delay > 0 ? "after" : "before")"
        let text =
            "Latest taxi: \(when) the agreed time (\(isKept ? "limit: 20 min after" : "assumption 20 min broken"))"
        return Verdict(id, isKept, missed > 0 ? "\(text); \(gone)" : text)
    }

    private static func supply(_ zones: [ZoneResult], limit: Double) -> Verdict {
        let short = zones.filter(\.isUndersupplied)
        guard !short.isEmpty else {
            let isMeasured = zones.contains { $0.calls.stored > 0 }
            return Verdict(
                "TAXI-ASSUME-10", isMeasured ? true : nil,
                "Zones that abort more than \(Text.percent(limit)) of their requests: none")
        }
        // By people: a zone with one call that was aborted is not worse than one with hundreds.
        let worst = short.sorted { ($0.calls.aborted, $1.zone) > ($1.calls.aborted, $0.zone) }.prefix(3)
        guard zones.count > 1 else {
            return Verdict(
                "TAXI-ASSUME-10", false,
                "Undersupplied: the only zone aborts \(Text.percent(worst[0].abortRate ?? 0)) of its requests, at "
                    + "most \(Text.percent(limit)) wanted")
        }
        let names = worst.map { zone in
            let (aborted, stored) = (
                Text.number(Double(zone.calls.aborted), 0), Text.number(Double(zone.calls.stored), 0)
            )
            return "\(Self.called(zone)) (\(aborted) of \(stored), \(Text.percent(zone.abortRate ?? 0)))"
        }.joined(separator: ", ")
        let more = short.count > 3 ? " and \(short.count - 3) more" : ""
        return Verdict(
            "TAXI-ASSUME-10", false,
            "Undersupplied: \(short.count) of \(zones.count) zones \(short.count == 1 ? "aborts" : "abort") more "
                + "than \(Text.percent(limit)) of \(short.count == 1 ? "its" : "their") requests: \(names)\(more)")
    }

    /// A zone without a name of its own is called by its number.
    private static func called(_ zone: ZoneResult) -> String {
        zone.name.isEmpty || zone.name.allSatisfy(\.isNumber) ? "zone \(zone.key.shown)" : zone.name.shown
    }

    private static func little(_ mean: Double?, _ product: Double?) -> Verdict {
        guard let mean, let product else { return Verdict("Little's law", nil, "Open requests") }
        return Verdict(
            "Little's law", abs(mean - product) <= 1e-6 * max(1, mean),
            "Open requests \(Text.number(mean, 2)) = rate times time open \(Text.number(product, 2))")
    }
}
