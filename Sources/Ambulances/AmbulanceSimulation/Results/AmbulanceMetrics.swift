// SPDX-License-Identifier: GPL-3.0-or-later

import AmbulanceRules
import CityModel
import CityReports
import Reporting

/// One metric of the ambulance service: what it is, and how it is read from the totals.
struct AmbulanceMetric: Sendable {
    let about: MetricDescription
    let value: @Sendable (AmbulanceTotals) -> Double?

    private static func one(
        _ name: String, _ unit: String, _ label: String, _ text: String, isWhole: Bool = false,
        _ value: @escaping @Sendable (AmbulanceTotals) -> Double?
    ) -> [AmbulanceMetric] {
        let about = MetricDescription("ambulances.\(name)", unit: unit, label: label, text, isWhole: isWhole)
        return [AmbulanceMetric(about: about, value: value)]
    }

    private static func count(
        _ name: String, _ label: String, _ text: String, _ value: @escaping @Sendable (AmbulanceTotals) -> Int
    ) -> [AmbulanceMetric] { one(name, "1", label, text, isWhole: true) { Double(value($0)) } }

    private static func share(_ part: Int, of whole: Int) -> Double? {
        whole > 0 ? Double(part) / Double(whole) : nil
    }

    private static func mean(_ level: SteppedLevel, _ totals: AmbulanceTotals) -> Double? {
        totals.measured > .zero ? Double(level.total) / Double(totals.measured.nanoseconds) : nil
    }

    private static func mean(_ sample: Sample) -> Double? { sample.count > 0 ? sample.mean * 1e-9 : nil }

    private static func quantile(_ share: Double, of sample: Sample) -> Double? {
        sample.quantile(share).map { Double($0) * 1e-9 }
    }

    /// Calls and their response, of all or of one priority.
    private static func response(
        _ name: String, _ ending: String, _ words: String,
        _ part: @escaping @Sendable (AmbulanceTotals) -> AmbulanceTotals.Response
    ) -> [AmbulanceMetric] {
        let times = "Time from the receipt of a call\(words) to the first ambulance at the scene"
        let means =
            times + ", or to the end of the run when that is later than `targets.late` after it"
        return count("calls\(name)", "calls\(ending)", "Calls\(words) received, SOS calls included.") { part($0).calls }
            + count(
                "unreached\(name)", "calls not reached at the end\(ending)",
                "Calls\(words) that nobody had reached when the run ended."
            ) { part($0).unreached }
            + one("response\(name).mean", "s", "response\(ending), mean", "\(means): mean.") { mean(part($0).times) }
            + one("response\(name).median", "s", "response\(ending), median", "\(means): median.") {
                quantile(0.5, of: part($0).times)
            }
            + one("response\(name).p90", "s", "response\(ending), p90", "\(means): 90 % are at most this.") {
                quantile(0.9, of: part($0).times)
            }
            + one(
                "response\(name).in8", "share", "in 8 min\(ending)",
                "\(times): the share within `targets.soon` (8 min), of all calls old enough to judge."
            ) {
                share(part($0).inShort, of: part($0).judgedShort)
            }
            + count(
                "response\(name).judged8", "calls judged by 8 min\(ending)",
                "Calls\(words) old enough to judge: reached, or not reached `targets.soon` (8 min) after their receipt."
            ) { part($0).judgedShort }
            + one(
                "response\(name).in20", "share", "in 20 min\(ending)",
                "\(times): the share within `targets.late` (20 min), of all calls old enough to judge."
            ) {
                share(part($0).inLong, of: part($0).judgedLong)
            }
            + count(
                "response\(name).judged20", "calls judged by 20 min\(ending)",
                "Calls\(words) old enough to judge: reached, or not reached `targets.late` (20 min) after their receipt."
            ) { part($0).judgedLong }
    }

    /// All of them, in the order of the report.
    static let all: [AmbulanceMetric] =
        response("", "", "") { $0.all }
        + (1...AmbulancesSection.mostPriorities).flatMap { priority in
            response(".\(priority)", ", priority \(priority)", " of priority \(priority)") {
                $0.byPriority[priority - 1]
            }
        } + levels + calls

    private static let levels: [AmbulanceMetric] =
        one(
            "utilisation", "share", "ambulances with a call",
            "Time from being sent to being free, as a share of the ambulances' time on duty."
        ) { $0.onDuty.total > 0 ? Double($0.busy.total) / Double($0.onDuty.total) : nil }
        + one("busy.mean", "1", "ambulances with a call, mean", "Ambulances with a call, mean over time.") {
            mean($0.busy, $0)
        }
        + count("busy.max", "ambulances with a call, max", "Most ambulances with a call at one time.") {
            Int($0.busy.largest)
        }
        + one("onDuty.mean", "1", "ambulances on duty, mean", "Ambulances on duty, mean over time.") {
            mean($0.onDuty, $0)
        }
        + one("jobTime.mean", "s", "time with a call, mean", "Time from being sent to being free: mean.") {
            mean($0.jobTime)
        }

    private static let calls: [AmbulanceMetric] =
        count("queued", "calls queued", "Calls for which no ambulance was free.") { $0.queued }
        + count("assessed", "calls assessed", "Calls of which the dispatcher had heard enough to send an ambulance.") {
            $0.assessed
        }
        + one(
            "queued.share", "share", "calls queued, share",
            "Calls for which no ambulance was free, as a share of the assessed ones."
        ) { share($0.queued, of: $0.assessed) }
        + one(
            "queueTime.mean", "s", "time in the queue, mean",
            "Time in the queue of calls that waited in it, of those still in it at the end so far: mean."
        ) {
            mean($0.queueTime)
        }
        + one(
            "queueTime.p90", "s", "time in the queue, p90",
            "Time in the queue of calls that waited in it, of those still in it at the end so far: 90 % are at most this."
        ) { quantile(0.9, of: $0.queueTime) }
        + one("waiting.mean", "1", "calls waiting, mean", "Calls that wait for an ambulance, mean over time.") {
            mean($0.waiting, $0)
        }
        + count("waiting.max", "calls waiting, max", "Most calls that waited for an ambulance at one time.") {
            Int($0.waiting.largest)
        } + count("sent", "ambulances sent", "Ambulances sent to a call.") { $0.sent }
        + one(
            "sent.road", "share", "sent from the road",
            "Ambulances sent while on the road, as a share of all that were sent."
        ) { share($0.sentFromRoad, of: $0.sent) }
        + count(
            "heldUp", "drives held up by closures",
            "Drives that closed streets made longer, as those of a race (`emergency-factor` with siren)."
        ) { $0.heldUp.drives }
        + one(
            "heldUp.mean", "s", "held up by closures, mean", "How much longer closed streets made such a drive: mean."
        ) { $0.heldUp.drives > 0 ? $0.heldUp.time.inSeconds / Double($0.heldUp.drives) : nil }
        + count("transports", "transports", "Transports to a hospital.") { $0.transports }
        + CallEnding.allCases.flatMap { ending in
            count(
                "closed.\(ending.word)", "calls closed: \(Text.words(ending.word))",
                "Calls that closed with the outcome \(ending.word)."
            ) { $0.closed[Int(ending.number)] }
        } + count("sos", "SOS calls", "Calls from a health service for a patient.") { $0.sos }
        + count(
            "sos.suppressed", "SOS suppressed", "SOS for somebody whose call was still open (INV-AtMostOneAmbulance)."
        ) { $0.suppressed }
        + count("refused", "calls refused", "Calls that were refused.") { $0.refused }
}
