// SPDX-License-Identifier: GPL-3.0-or-later

import CitySimulation
import CitySlices
import Reporting

/// What one run at one load gave.
package struct StressPoint: Codable, Hashable, Sendable {
    /// The factor on the load.
    package let factor: Double
    /// Messages by second.
    package let messagesPerSecond: Double?
    /// Whether the target is kept, as the verdicts on the run have it: 95 % of the messages, and of the calls alone, in under
    /// 5 s, all in under 10 s, none refused for want of room or time (PERF-03, PERF-04).
    package let isKept: Bool
    /// Share of the messages in under 5 s, those without an answer included (PERF-03); nil when there were none.
    package let under5s: Double?
    /// The same of the calls alone.
    package let callsUnder5s: Double?
    /// The longest processing time in seconds (PERF-04).
    package let longest: Double?
    /// Messages refused because the queue was full or they had waited too long.
    package let refused: Int
    /// Messages neither answered nor refused when the run ended.
    package let unanswered: Int
    /// The workers' busy share.
    package let utilisation: Double?
    /// The same in the busiest minute.
    package let busiestMinute: Double?
    /// Share of the workers' time for messages that hash a password, logins and registrations: of the minutes in which workers
    /// were short, when they were, else of all.
    package let hashing: Double?
    /// Requests that the service gave up, by all of them.
    package let abortRate: Double?
    /// The busy share of those who serve.
    package let busy: Double?

    /// The resource that was short when the target broke; nil when the target is kept.
    ///
    /// Workers count as short when they were busy for 95 % of some minute or 90 % of all time. Who kept them busy decides
    /// between workers and hashing.
    package var resource: StressResource? {
        if isKept { return nil }
        if (busiestMinute ?? 0) >= 0.95 || (utilisation ?? 0) >= 0.9 {
            return (hashing ?? 0) >= 0.5 ? .hashing : .workers
        }
        return refused > 0 ? .queue : .service
    }

    /// Whether those who serve were short, whatever the server did: more than 5 % of the requests were given up
    /// (TAXI-ASSUME-10), or they were busy nearly all the time.
    package var isShort: Bool { (abortRate ?? 0) > 0.05 || (busy ?? 0) >= 0.95 }

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case factor, messagesPerSecond, isKept, under5s, callsUnder5s, longest, refused, unanswered, utilisation
        case busiestMinute, hashing, abortRate, busy

        var stringValue: String { self == .busy ? StressResource.scarce.word + "Busy" : rawValue }

        init?(stringValue: String) {
            guard let key = Self.allCases.first(where: { $0.stringValue == stringValue }) else { return nil }
            self = key
        }
    }
}

/// What can run out when the load grows.
package enum StressResource: Sendable, CaseIterable {
    /// All workers are busy, most of the time with ordinary messages.
    case workers
    /// All workers are busy, at least half of the time with hashing passwords.
    case hashing
    /// The queue has no room or its time-out is short, though workers are free at other times.
    case queue
    /// No resource is short: single messages take that long, or the server was down.
    case service
    /// The server keeps its target, but there are too few of those who serve.
    case scarce

    /// Its word in files.
    package var word: String { self == .scarce ? Slices.leading?.form.scarce.name ?? "service" : "\(self)" }
}

extension StressResource: Codable {
    package init(from decoder: any Decoder) throws {
        let word = try decoder.singleValueContainer().decode(String.self)
        guard let known = Self.allCases.first(where: { $0.word == word }) else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "a word that is not known"))
        }
        self = known
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(word)
    }
}

extension StressPoint {
    /// Reads a point from the metrics of a run, with the run's own verdict. A load without any message keeps the target; a run
    /// in which messages came and none was answered shows nothing, and does not.
    init(factor: Double, work: WorkFold, workers: Int, metrics: MetricsResult) {
        func value(_ name: String) -> Double? { metrics[name] }
        let isKept =
            switch metrics.serverTarget {
            case .pass: true
            case .flag: false
            case .notMeasured: (value("server.arrivals") ?? 0) == 0
            }
        let scarce = Slices.leading?.form.scarce
        let refused = (value("server.refused.serverBusy") ?? 0) + (value("server.refused.timedOut") ?? 0)
        self.init(
            factor: factor, messagesPerSecond: value("server.arrivalRate"), isKept: isKept,
            under5s: value("processing.under5s"), callsUnder5s: value("processing.calls.under5s"),
            longest: value("processing.max"), refused: Int(refused),
            unanswered: Int(value("server.unanswered") ?? 0),
            utilisation: value("server.utilisation") ?? work.utilisation(workers: workers),
            busiestMinute: work.busiestMinute(workers: workers), hashing: work.hashing(workers: workers),
            abortRate: scarce.flatMap { value($0.givenUp) }, busy: scarce.flatMap { value($0.busy) })
    }
}
