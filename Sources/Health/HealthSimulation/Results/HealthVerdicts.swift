// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Reporting

extension HealthFold {
    /// Whether the service kept what the catalogue promises.
    var verdicts: [Verdict] {
        [sosInTime, sosFromStart] + (hasData ? [delivered, aggregated] : []) + [background, load, growth, outages]
    }

    /// In the background the app goes on as ever.
    private var background: Verdict {
        let (pairs, gaps) = (totals.backgroundPairs, totals.backgroundGaps)
        guard pairs > 0 else { return Verdict("HEALTH-BACKGROUND", nil, "no app was in the background") }
        return Verdict(
            "HEALTH-BACKGROUND", gaps == 0,
            "batches that began more than an interval after the one before, with the app in the background: "
                + "\(Self.number(gaps)) of \(Self.number(pairs)), none allowed; what a phone kept or a device spoiled is not judged"
        )
    }

    private static func number(_ value: Int) -> String { Text.number(Double(value), 0) }
    /// Rounded down, so that 95.0 % is said of nothing less.
    private static func percent(_ part: Int, _ whole: Int) -> String {
        Text.number(Double(part * 1000 / whole) / 10, 1) + " %"
    }
    private static func seconds(_ nanoseconds: Int64) -> String { Text.secondsDown(Double(nanoseconds) * 1e-9) + " s" }
    private var limit: String { Text.number(reaction.inSeconds, 1) + " s" }

    /// Every SOS within 5 s of the evaluation.
    private var sosInTime: Verdict {
        let (judged, young) = (totals.judgedSOS, totals.unsent - totals.unsentLate)
        let open = "\(Self.number(young)) had not gone out at the end, and may yet be in time"
        guard judged > 0 else {
            return Verdict("HEALTH-R18", nil, "no SOS was sent, and " + (young > 0 ? open : "none is owed"))
        }
        let late = judged - totals.sosInTime
        let longest = max(
            totals.prompt.evaluation.count > 0 ? totals.prompt.evaluation.largest : 0,
            totals.late.evaluation.count > 0 ? totals.late.evaluation.largest : 0)
        var text =
            "SOS later than \(limit) after the evaluation: \(Self.number(late)) of \(Self.number(judged)), none allowed"
        if totals.sos > 0 { text += "; the slowest took \(Self.seconds(longest))" }
        if totals.unsentLate > 0 { text += "; \(Self.number(totals.unsentLate)) had not gone out at the end" }
        if young > 0 { text += "; \(open)" }
        return Verdict("HEALTH-R18", late == 0, text)
    }

    /// The same from the start of the batch, for what a phone sent at once.
    private var sosFromStart: Verdict {
        let count = totals.prompt.start.count
        guard count > 0 else { return Verdict("INV-FastAmbulanceCall", nil, "no SOS of a batch that was sent at once") }
        return Verdict(
            "INV-FastAmbulanceCall", totals.prompt.inTimeFromStart == count,
            "SOS later than \(limit) after the start of the batch: "
                + "\(Self.number(count - totals.prompt.inTimeFromStart)) of \(Self.number(count)), none allowed; batches that a phone "
                + "had to keep are not judged")
    }

    private var delivered: Verdict {
        let data = totals.data
        guard data.deliveries > 0 else { return Verdict("HEALTH-R11", nil, "no batch was delivered to a subscriber") }
        let isKept = data.promptDeliveries * 20 >= data.deliveries * 19
        return Verdict(
            "HEALTH-R11", isKept,
            "\(Self.percent(data.promptDeliveries, data.deliveries)) of \(Self.number(data.deliveries)) batches "
                + "delivered in under 5 s, at least 95 % wanted; the slowest took \(Self.seconds(data.delay.largest))")
    }

    private var aggregated: Verdict {
        let (data, id) = (totals.data, "HEALTH-R11, groups")
        guard data.groupDeliveries > 0 else { return Verdict(id, nil, "no aggregate of a group was delivered") }
        let isKept = data.promptAggregates * 20 >= data.groupDeliveries * 19
        return Verdict(
            id, isKept,
            "\(Self.percent(data.promptAggregates, data.groupDeliveries)) of \(Self.number(data.groupDeliveries)) "
                + "aggregates delivered in under 5 s, at least 95 % wanted; the slowest took \(Self.seconds(data.groupDelay.largest))"
        )
    }

    /// What waits is done within 5 s when nothing more comes, at every look.
    private var load: Verdict {
        guard totals.looks > 0 else { return Verdict("PERF-14", nil, "the load was never measured") }
        return Verdict(
            "PERF-14", totals.longestWork <= .seconds(5),
            "the batches that waited would have taken the workers \(Self.seconds(totals.longestWork.nanoseconds)) at most, of 5 s "
                + "allowed (\(Self.number(totals.largestBacklog)) batches)")
    }

    /// The limit of the SOS while the workers follow the load.
    private var growth: Verdict {
        guard totals.scalings > 0, totals.judgedSOS > 0 else {
            return Verdict("PERF-15", nil, "the number of workers never changed, or there is no SOS to judge")
        }
        return Verdict(
            "PERF-15", totals.sosInTime == totals.judgedSOS,
            "the number of workers changed \(Self.number(totals.scalings)) times, to \(Self.number(Int(totals.workers.largest))) at "
                + "most; SOS over their limit meanwhile: \(Self.number(totals.judgedSOS - totals.sosInTime)), none allowed"
        )
    }

    /// A service that is down takes nothing until it is restarted, and what was missed is counted.
    private var outages: Verdict {
        guard totals.outages > 0 else { return Verdict("AVAIL-08", nil, "the service never crashed") }
        let hours = Text.number(Double(totals.down.total) / 3.6e12, 2)
        return Verdict(
            "AVAIL-08", totals.servedWhileDown == 0,
            "crashes: \(Self.number(totals.outages)), \(hours) h down; batches and messages taken meanwhile: "
                + "\(Self.number(totals.servedWhileDown)), none allowed; dangers missed, whose SOS came late or never: "
                + "\(Self.number(totals.missed))")
    }
}
