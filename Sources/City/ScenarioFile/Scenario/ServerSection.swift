// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// The gateway and its capacity. A scenario without one takes every message at once.
public struct ServerSection: Sendable {
    /// How many messages are served at one time, 1 or more.
    public var workers = 4
    /// How long a worker is busy with a message.
    public var service: ServiceModel = .distribution(.exponential(mean: 0.01))
    /// Every service time is multiplied by this.
    public var serviceScale = 1.0
    /// Takes a calibration that another version of Cabrank wrote.
    public var acceptsOtherBuild = false
    /// How many messages may wait; nil for no limit.
    public var queueLimit: Int?
    /// A message that has waited so long is refused; nil for no limit.
    public var timeOut: TimeSpan?
    /// How much one sender may send; nil for no limit.
    public var rateLimit: RateLimit?
    /// What the first message of a connection takes more for its encryption (SEC-01).
    public var tlsSetup: TimeSpan = .zero
    /// Listed outages, in order of time (AVAIL-02).
    public var outages: [OutageWindow] = []
    /// Outages by chance; nil for none (AVAIL-01).
    public var failures: FailureModel?
    /// Share of messages that faulty clients send over a plain channel (SEC-02).
    public var plain = 0.0
    /// Kinds of message in classes, the first class served first; kinds that are not named come last, first come first
    /// served.
    public var priorities: [[MessageType]] = []
    /// Senders who send far too much.
    public var floods: [Flood] = []

    /// A server with default capacity.
    public init() {}
}

/// How long a worker is busy with a message.
public enum ServiceModel: Sendable, Equatable {
    /// Measured times for each type of message, from a file that `cabrank calibrate` wrote (path resolved).
    case calibration(path: String)
    /// One distribution for all kinds, in seconds.
    case distribution(Distribution)
    /// A distribution for each kind, in seconds.
    case distributions(ServiceDistributions)
}

/// Distributions of service times, in seconds.
public struct ServiceDistributions: Sendable, Equatable {
    /// The distribution of the kinds without a distribution of their own.
    public var other: Distribution
    private var own: [MessageType: Distribution] = [:]

    /// The same distribution for all kinds.
    public init(other: Distribution) {
        self.other = other
    }

    /// The distribution of a kind.
    public func distribution(_ kind: MessageType) -> Distribution { own[kind] ?? other }

    /// The kind's own distribution; nil when it has none.
    public subscript(own kind: MessageType) -> Distribution? {
        get { own[kind] }
        set { own[kind] = newValue }
    }
}

/// How much one sender may send.
public struct RateLimit: Sendable, Equatable {
    /// Messages a second in the long run, above 0.
    public var perSecond: Double
    /// Messages at once, 1 or more.
    public var burst: Int
    /// Messages a second of all senders without a session together, above 0; nil for any number.
    public var anonymous: Double?

    /// Makes a limit.
    public init(perSecond: Double, burst: Int = 10, anonymous: Double? = nil) {
        self.perSecond = perSecond
        self.burst = burst
        self.anonymous = anonymous
    }
}

/// A listed outage.
public struct OutageWindow: Sendable, Equatable {
    /// When the server goes down.
    public var from: CityTime
    /// When it is up again; after `from`.
    public var until: CityTime

    /// Makes a window.
    public init(from: CityTime, until: CityTime) {
        self.from = from
        self.until = until
    }
}

/// Outages by chance, with exponential times up and down.
public struct FailureModel: Sendable, Equatable {
    /// Mean time up.
    public var mtbf: TimeSpan
    /// Mean time down.
    public var mttr: TimeSpan

    /// Makes a model.
    public init(mtbf: TimeSpan, mttr: TimeSpan) {
        self.mtbf = mtbf
        self.mttr = mttr
    }
}

/// Senders who send far too much for a while.
public struct Flood: Sendable, Equatable {
    /// Who sends: clients of nobody, or people of a service, which names them.
    public struct Sender: Sendable, Equatable {
        /// The word in scenario files.
        public let word: String

        /// Senders with this word.
        public init(_ word: String) { self.word = word }

        /// Clients without an account, which try to log in.
        public static let anonymous = Sender("anonymous")
    }

    /// When it begins.
    public var from: CityTime
    /// When it ends; after `from`.
    public var until: CityTime
    /// Who sends.
    public var sender: Sender = .anonymous
    /// How many send, 1 or more.
    public var senders = 1
    /// Messages a second of all of them together.
    public var perSecond: Double

    /// A flood of one anonymous sender.
    public init(from: CityTime, until: CityTime, perSecond: Double) {
        self.from = from
        self.until = until
        self.perSecond = perSecond
    }
}
