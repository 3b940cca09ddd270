// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel
package import Reporting

/// Processing times of some messages: from arrival at the server to the first system answer (DEC-PERF-MEASURE).
package struct ProcessingResult: Codable, Hashable, Sendable {
    package let count: Int
    /// Of these, in strictly less than 5 s; exact.
    package let underFive: Int
    /// Of these, in strictly less than 10 s; exact.
    package let underTen: Int
    /// Seconds; nil without messages.
    package let time: SampleStatistics?
}

/// A level over the measured time.
package struct LevelResult: Codable, Hashable, Sendable {
    /// The smallest level that held for any time at all.
    package let min: Int
    /// The mean over time.
    package let mean: Double
}

/// The same arrivals and service times on other numbers of workers and at other speeds. Open loop, first come first served:
/// people do not react to the waits, and outages are left out.
package struct SensitivityResult: Codable, Hashable, Sendable {
    /// One number of workers at one speed.
    package struct Cell: Codable, Hashable, Sendable {
        /// How many messages are served at once.
        package let workers: Int
        /// By how much the run's service times are multiplied.
        package let scale: Int
        /// Whether this is the run's own case.
        package let isRun: Bool
        /// Whether 95 % of all messages and of the calls are processed in under 5 s, and all messages in under 10 s. In the
        /// run's own case also those that were refused for lack of room or time, or were inside for too long at its end.
        package let keepsTarget: Bool
        package let processing: ProcessingResult
        /// Calls processed in under 5 s, of so many.
        package let callsUnderFive, calls: Int
        /// The workers' busy share of the measured time; nil without any.
        package let utilisation: Double?
    }

    /// By rising number of workers, then scale.
    package let cells: [Cell]
    /// Messages refused at the gateway, which no cell serves; warm-up included.
    package let refused: Int
    /// Messages that could not be put into the order of arrival, or were inside when the run ended.
    package let leftOut: Int
}

/// What the gateway did: the object `server` of `summary.json`. Processing times and refusals count when the
/// message arrived after the warm-up; counts are by the words of the event log.
package struct ServerResult: Codable, Hashable, Sendable {
    /// One kind of message.
    package struct Kind: Codable, Hashable, Sendable {
        package let kind: String
        package let processing: ProcessingResult
        /// Refused messages of the kind by reason.
        package let refused: Counts<ServerRefusal>
    }

    /// A message that took 10 s or more (PERF-04).
    package struct Breach: Codable, Hashable, Sendable {
        package let message: Int
        package let kind: String
        /// When it arrived, in seconds.
        package let arrivedSeconds: Double
        /// How long it took, in seconds.
        package let seconds: Double
    }

    /// One step of the run, warm-up included.
    package struct Bin: Codable, Hashable, Sendable {
        /// Messages that arrived in it.
        package let arrivals: Int
        /// Messages answered in it, and refused in it.
        package let answered, refused: Int
        /// Mean number of messages that waited for a worker.
        package let waitingMean: Double
        /// Most messages that waited, as the arrivals of the step met them.
        package let waitingMax: Int
        /// The workers' busy share; nil when their number is not known.
        package let utilisation: Double?
        /// 95 % of the messages answered in it took at most this, in seconds; nil without any.
        package let p95: Double?
        /// The slowest of them, in seconds.
        package let max: Double?
    }

    /// An hour's refusals.
    package struct Hour: Codable, Hashable, Sendable {
        /// Counts from 0 at the run's start.
        package let hour: Int
        package let refused: Counts<ServerRefusal>
    }

    /// One sender whose messages were refused.
    package struct Refused: Codable, Hashable, Sendable {
        /// The account; 0 stands for all without a session.
        package let account: Int
        /// Refused messages; up to `error` too many when there were very many senders.
        package let count, error: Int
    }

    /// One kind of client.
    package struct Client: Codable, Hashable, Sendable {
        package let client: String
        /// From sending to showing the answer, in seconds (PERF-17).
        package let latency: SampleStatistics?
        /// Time to fill in a form, in seconds (UI-04).
        package let input: SampleStatistics?
        /// What users did (UI-01).
        package let actions: Counts<ClientActionKind>
    }

    /// The result in one sentence.
    package let verdict: String
    /// How many messages are served at once; nil when it is not known.
    package let workers: Int?
    /// Messages that arrived after the warm-up.
    package let arrivals: Int
    /// Messages neither answered nor refused when the run ended.
    package let unanswered: Int
    package let processing: ProcessingResult
    /// From arrival to the worker, in seconds.
    package let wait: SampleStatistics?
    /// The kinds that occurred.
    package let kinds: [Kind]
    /// The first messages that took 10 s or more, at most 100.
    package let breaches: [Breach]
    /// Refused messages by reason.
    package let refused: Counts<ServerRefusal>
    /// The hours with refusals.
    package let refusedHours: [Hour]
    /// Who was refused most, at most 10.
    package let refusedMost: [Refused]
    /// Seconds from one bin to the next.
    package let stepSeconds: Double
    /// The steps of the run.
    package let bins: [Bin]
    /// Outages in the measured time.
    package let outages: Int
    /// Seconds of outage in the measured time.
    package let downSeconds: Double
    /// Who was there at once, by the name of its metrics, such as those of PERF-01 and PERF-02; none without measured time.
    package let levels: [String: LevelResult]
    package let clients: [Client]
    /// Other servers under the same load.
    package let sensitivity: SensitivityResult
}
