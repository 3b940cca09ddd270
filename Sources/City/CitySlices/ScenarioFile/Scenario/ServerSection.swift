// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel

/// The gateway and its capacity. A scenario without one takes every message at once.
package struct ServerSection: Sendable {
    /// How many messages are served at one time, 1 or more.
    package var workers = 4
    /// How long a worker is busy with a message.
    package var service: ServiceModel = .distribution(.exponential(mean: 0.01))
    /// Every service time is multiplied by this.
    package var serviceScale = 1.0
    /// Takes a calibration that another version of Cabrank wrote.
    package var acceptsOtherBuild = false
    /// How many messages may wait; nil for no limit.
    package var queueLimit: Int?
    /// A message that has waited so long is refused; nil for no limit.
    package var timeOut: TimeSpan?
    /// How much one sender may send; nil for no limit.
    package var rateLimit: RateLimit?
    /// What the first message of a connection takes more for its encryption (SEC-01).
    package var tlsSetup: TimeSpan = .zero
    /// Listed outages, in order of time (AVAIL-02).
    package var outages: [OutageWindow] = []
    /// Outages by chance; nil for none (AVAIL-01).
    package var failures: FailureModel?
    /// Share of messages that faulty clients send over a plain channel (SEC-02).
    package var plain = 0.0
    /// Kinds of message in classes, the first class served first; kinds that are not named come last, first come first
    /// served.
    package var priorities: [[MessageType]] = []
    /// Senders who send far too much.
    package var floods: [Flood] = []

    /// A server with default capacity.
    package init() {}
}

/// How long a worker is busy with a message.
package enum ServiceModel: Sendable, Equatable {
    /// Measured times for each type of message, from a file that `cabrank calibrate` wrote (path resolved).
    case calibration(path: String)
    /// One distribution for all kinds, in seconds.
    case distribution(Distribution)
    /// A distribution for each kind, in seconds.
    case distributions(ServiceDistributions)
}

/// Distributions of service times, in seconds.
package struct ServiceDistributions: Sendable, Equatable {
    /// The distribution of the kinds without a distribution of their own.
    package var other: Distribution
    private var own: [MessageType: Distribution] = [:]

    /// The same distribution for all kinds.
    package init(other: Distribution) {
        self.other = other
    }

    package func distribution(_ kind: MessageType) -> Distribution { own[kind] ?? other }

    /// The kind's own distribution; nil when it has none.
    package subscript(own kind: MessageType) -> Distribution? {
        get { own[kind] }
        set { own[kind] = newValue }
    }
}

/// How much one sender may send.
package struct RateLimit: Sendable, Equatable {
    /// Messages a second in the long run, above 0.
    package var perSecond: Double
    /// Messages at once, 1 or more.
    package var burst: Int
    /// Messages a second of all senders without a session together, above 0; nil for any number.
    package var anonymous: Double?

    package init(perSecond: Double, burst: Int = 10, anonymous: Double? = nil) {
        self.perSecond = perSecond
        self.burst = burst
        self.anonymous = anonymous
    }
}

/// A listed outage.
package struct OutageWindow: Sendable, Equatable {
    /// When the server goes down.
    package var from: CityTime
    /// When it is up again; after `from`.
    package var until: CityTime

    package init(from: CityTime, until: CityTime) {
        self.from = from
        self.until = until
    }
}

/// Outages by chance, with exponential times up and down.
package struct FailureModel: Sendable, Equatable {
    /// Mean time up.
    package var mtbf: TimeSpan
    /// Mean time down.
    package var mttr: TimeSpan

    package init(mtbf: TimeSpan, mttr: TimeSpan) {
        self.mtbf = mtbf
        self.mttr = mttr
    }
}

/// Senders who send far too much for a while.
package struct Flood: Sendable, Equatable {
    /// Who sends: clients of nobody, or people of a service, which names them.
    package struct Sender: Sendable, Equatable {
        /// The word in scenario files.
        package let word: String

        /// Senders with this word.
        package init(_ word: String) { self.word = word }

        /// Clients without an account, which try to log in.
        package static let anonymous = Sender("anonymous")
    }

    package var from: CityTime
    /// When it ends; after `from`.
    package var until: CityTime
    package var sender: Sender = .anonymous
    /// How many send, 1 or more.
    package var senders = 1
    /// Messages a second of all of them together.
    package var perSecond: Double

    /// A flood of one anonymous sender.
    package init(from: CityTime, until: CityTime, perSecond: Double) {
        self.from = from
        self.until = until
        self.perSecond = perSecond
    }
}
