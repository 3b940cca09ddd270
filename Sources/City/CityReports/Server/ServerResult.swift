// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel
public import Reporting

/// Processing times of some messages: from arrival at the server to the first system answer (DEC-PERF-MEASURE).
public struct ProcessingResult: Codable, Hashable, Sendable {
    /// Messages answered.
    public let count: Int
    /// Of these, in strictly less than 5 s; exact.
    public let underFive: Int
    /// Of these, in strictly less than 10 s; exact.
    public let underTen: Int
    /// Seconds; nil without messages.
    public let time: SampleStatistics?
}

/// A level over the measured time.
public struct LevelResult: Codable, Hashable, Sendable {
    /// The smallest level that held for any time at all.
    public let min: Int
    /// The mean over time.
    public let mean: Double
}

/// The same arrivals and service times on other numbers of workers and at other speeds. Open loop, first come first served:
/// people do not react to the waits, and outages are left out.
public struct SensitivityResult: Codable, Hashable, Sendable {
    /// One number of workers at one speed.
    public struct Cell: Codable, Hashable, Sendable {
        /// How many messages are served at once.
        public let workers: Int
        /// By how much the run's service times are multiplied.
        public let scale: Int
        /// Whether this is the run's own case.
        public let isRun: Bool
        /// Whether 95 % of all messages and of the calls are processed in under 5 s, and all messages in under 10 s. In the
        /// run's own case also those that were refused for lack of room or time, or were inside for too long at its end.
        public let keepsTarget: Bool
        /// All messages.
        public let processing: ProcessingResult
        /// Calls processed in under 5 s, of so many.
        public let callsUnderFive, calls: Int
        /// The workers' busy share of the measured time; nil without any.
        public let utilisation: Double?
    }

    /// By rising number of workers, then scale.
    public let cells: [Cell]
    /// Messages refused at the gateway, which no cell serves; warm-up included.
    public let refused: Int
    /// Messages that could not be put into the order of arrival, or were inside when the run ended.
    public let leftOut: Int
}

/// What the gateway did: the object `server` of `summary.json`. Processing times and refusals count when the
/// message arrived after the warm-up; counts are by the words of the event log.
public struct ServerResult: Codable, Hashable, Sendable {
    /// One kind of message.
    public struct Kind: Codable, Hashable, Sendable {
        /// The kind's word.
        public let kind: String
        /// Its processing times.
        public let processing: ProcessingResult
        /// Refused messages of the kind by reason.
        public let refused: Counts<ServerRefusal>
    }

    /// A message that took 10 s or more (PERF-04).
    public struct Breach: Codable, Hashable, Sendable {
        /// The message's number.
        public let message: Int
        /// The kind's word.
        public let kind: String
        /// When it arrived, in seconds.
        public let arrivedSeconds: Double
        /// How long it took, in seconds.
        public let seconds: Double
    }

    /// One step of the run, warm-up included.
    public struct Bin: Codable, Hashable, Sendable {
        /// Messages that arrived in it.
        public let arrivals: Int
        /// Messages answered in it, and refused in it.
        public let answered, refused: Int
        /// Mean number of messages that waited for a worker.
        public let waitingMean: Double
        /// Most messages that waited, as the arrivals of the step met them.
        public let waitingMax: Int
        /// The workers' busy share; nil when their number is not known.
        public let utilisation: Double?
        /// 95 % of the messages answered in it took at most this, in seconds; nil without any.
        public let p95: Double?
        /// The slowest of them, in seconds.
        public let max: Double?
    }

    /// An hour's refusals.
    public struct Hour: Codable, Hashable, Sendable {
        /// Counts from 0 at the run's start.
        public let hour: Int
        /// By reason.
        public let refused: Counts<ServerRefusal>
    }

    /// One sender whose messages were refused.
    public struct Refused: Codable, Hashable, Sendable {
        /// The account; 0 stands for all without a session.
        public let account: Int
        /// Refused messages; up to `error` too many when there were very many senders.
        public let count, error: Int
    }

    /// One kind of client.
    public struct Client: Codable, Hashable, Sendable {
        /// The kind's word.
        public let client: String
        /// From sending to showing the answer, in seconds (PERF-17).
        public let latency: SampleStatistics?
        /// Time to fill in a form, in seconds (UI-04).
        public let input: SampleStatistics?
        /// What users did (UI-01).
        public let actions: Counts<ClientActionKind>
    }

    /// The result in one sentence.
    public let verdict: String
    /// How many messages are served at once; nil when it is not known.
    public let workers: Int?
    /// Messages that arrived after the warm-up.
    public let arrivals: Int
    /// Messages neither answered nor refused when the run ended.
    public let unanswered: Int
    /// All kinds together.
    public let processing: ProcessingResult
    /// From arrival to the worker, in seconds.
    public let wait: SampleStatistics?
    /// The kinds that occurred.
    public let kinds: [Kind]
    /// The first messages that took 10 s or more, at most 100.
    public let breaches: [Breach]
    /// Refused messages by reason.
    public let refused: Counts<ServerRefusal>
    /// The hours with refusals.
    public let refusedHours: [Hour]
    /// Who was refused most, at most 10.
    public let refusedMost: [Refused]
    /// Seconds from one bin to the next.
    public let stepSeconds: Double
    /// The steps of the run.
    public let bins: [Bin]
    /// Outages in the measured time.
    public let outages: Int
    /// Seconds of outage in the measured time.
    public let downSeconds: Double
    /// Who was there at once, by the name of its metrics, such as those of PERF-01 and PERF-02; none without measured time.
    public let levels: [String: LevelResult]
    /// Mobile and web.
    public let clients: [Client]
    /// Other servers under the same load.
    public let sensitivity: SensitivityResult
}
