// SPDX-License-Identifier: GPL-3.0-or-later

import AmbulanceRules
import CityModel
import Reporting

extension AmbulanceTotals: TimedTotals {
    static var service: String { "ambulances" }
}

/// The metrics of the ambulance service.
extension Metric where Source == AmbulanceTotals {
    /// Calls and their response, of all or of one priority.
    @MetricList private static func response(
        _ name: String, _ ending: String, _ words: String,
        _ part: @escaping @Sendable (AmbulanceTotals) -> AmbulanceTotals.Response
    ) -> [Metric] {
        let until = "Time from the receipt of a call\(words) to the first ambulance at the scene"
        count("calls\(name)", "calls\(ending)", "Calls\(words) received, SOS calls included.") { part($0).calls }
        count(
            "unreached\(name)", "calls not reached at the end\(ending)",
            "Calls\(words) that nobody had reached when the run ended."
        ) { part($0).unreached }
        times(
            "response\(name)", "response\(ending)",
            until + ", or to the end of the run when that is later than `targets.late` after it",
            [.mean, .median, .p90]
        ) { part($0).times }
        share(
            "response\(name).in8", "in 8 min\(ending)",
            "\(until): the share within `targets.soon` (8 min), of all calls old enough to judge."
        ) {
            part($0).inShort
        } of: {
            part($0).judgedShort
        }
        count(
            "response\(name).judged8", "calls judged by 8 min\(ending)",
            "Calls\(words) old enough to judge: reached, or not reached `targets.soon` (8 min) after their receipt."
        ) { part($0).judgedShort }
        share(
            "response\(name).in20", "in 20 min\(ending)",
            "\(until): the share within `targets.late` (20 min), of all calls old enough to judge."
        ) {
            part($0).inLong
        } of: {
            part($0).judgedLong
        }
        count(
            "response\(name).judged20", "calls judged by 20 min\(ending)",
            "Calls\(words) old enough to judge: reached, or not reached `targets.late` (20 min) after their receipt."
        ) { part($0).judgedLong }
    }

    /// All of them, in the order of the report.
    @MetricList static var all: [Metric] {
        response("", "", "") { $0.all }.by(.demand)
        for priority in 1...AmbulancesSection.mostPriorities {
            response(".\(priority)", ", priority \(priority)", " of priority \(priority)") {
                $0.byPriority[priority - 1]
            }.by(.demand)
        }
        levels
        calls.by(.demand)
    }

    @MetricList static var levels: [Metric] {
        one(
            "utilisation", .share, "ambulances with a call",
            "Time from being sent to being free, as a share of the ambulances' time on duty."
        ) { $0.onDuty.total > 0 ? Double($0.busy.total) / Double($0.onDuty.total) : nil }
        level("busy.mean", "ambulances with a call, mean", "Ambulances with a call, mean over time.") { $0.busy }
        count("busy.max", "ambulances with a call, max", "Most ambulances with a call at one time.") {
            Int($0.busy.largest)
        }
        level("onDuty.mean", "ambulances on duty, mean", "Ambulances on duty, mean over time.") { $0.onDuty }
        times("jobTime", "time with a call", "Time from being sent to being free", [.mean]) { $0.jobTime }
    }

    @MetricList static var calls: [Metric] {
        count("queued", "calls queued", "Calls for which no ambulance was free.") { $0.queued }
        count("assessed", "calls assessed", "Calls of which the dispatcher had heard enough to send an ambulance.") {
            $0.assessed
        }
        share(
            "queued.share", "calls queued, share",
            "Calls for which no ambulance was free, as a share of the assessed ones."
        ) {
            $0.queued
        } of: {
            $0.assessed
        }
        times(
            "queueTime", "time in the queue",
            "Time in the queue of calls that waited in it, of those still in it at the end so far", [.mean, .p90]
        ) { $0.queueTime }
        level("waiting.mean", "calls waiting, mean", "Calls that wait for an ambulance, mean over time.") { $0.waiting }
        count("waiting.max", "calls waiting, max", "Most calls that waited for an ambulance at one time.") {
            Int($0.waiting.largest)
        }
        count("sent", "ambulances sent", "Ambulances sent to a call.") { $0.sent }
        share(
            "sent.road", "sent from the road",
            "Ambulances sent while on the road, as a share of all that were sent."
        ) {
            $0.sentFromRoad
        } of: {
            $0.sent
        }
        longer(
            "heldUp", "held up by closures", "closed streets",
            "Drives that closed streets made longer, as those of a race (`emergency-factor` with siren)."
        ) { $0.heldUp }.by(.window)
        longer(
            "slowed", "slowed by rain", "rain",
            "Drives that rain, or another change of speed, made longer; what closed streets add is not in it."
        ) { $0.slowed }.by(.window)
        count("transports", "transports", "Transports to a hospital.") { $0.transports }.by(.window)
        CallEnding.allCases.flatMap { ending in
            count(
                "closed.\(ending.word)", "calls closed: \(Text.words(ending.word))",
                "Calls that closed with the outcome \(ending.word)."
            ) { $0.closed[Int(ending.number)] }
        }
        count("sos", "SOS calls", "Calls from a health service for a patient.") { $0.sos }
        count(
            "sos.suppressed", "SOS suppressed", "SOS for somebody whose call was still open (INV-AtMostOneAmbulance)."
        ) { $0.suppressed }.by(.window)
        count("refused", "calls refused", "Calls that were refused.") { $0.refused }.by(.window)
    }
}
