// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// The numbers of the gateway.
public struct GatewayParameters: Hashable, Sendable {
    /// How many messages are served at the same time, 1 or more.
    public var workers: Int
    /// Most messages that wait in one priority class, those in service not counted; 0 or more. The bound is one for each
    /// class, so that a full class of lower rank never costs a higher one its room.
    public var queueBound: Int
    /// How long a message waits at most, counted while the server is up; nil for ever.
    public var timeOut: TimeSpan?
    /// How much one sender may send; nil for any amount.
    public var rateLimit: RateLimit?
    /// How much all senders without a session may send together, beside their own limit; nil for any amount. A flood whose
    /// messages all come from other addresses is held by this alone.
    public var anonymousLimit: RateLimit?
    /// Which kinds go before which.
    public var priorities: MessagePriorities
    /// What the first encrypted message of a connection adds to its service time (SEC-01).
    public var tlsSetUp: TimeSpan
    /// A connection that was silent for this long is set up anew.
    public var keepAlive: TimeSpan
    /// Whether messages are held to sessions; false for a server without accounts.
    public var needsSessions: Bool
    /// When sessions end by themselves; nil for never, as in a simulation.
    public var sessionLimits: SessionLimits?
    /// Most senders without a session, and most connections, that are remembered; the others share one entry.
    public var mostAnonymous: Int

    /// Sets the numbers.
    public init(
        workers: Int = 1, queueBound: Int = 10_000, timeOut: TimeSpan? = nil, rateLimit: RateLimit? = nil,
        anonymousLimit: RateLimit? = nil, priorities: MessagePriorities = .equal, tlsSetUp: TimeSpan = .zero,
        keepAlive: TimeSpan = .minutes(10), needsSessions: Bool = true, mostAnonymous: Int = 65_536
    ) {
        self.workers = workers
        self.queueBound = queueBound
        self.timeOut = timeOut
        self.rateLimit = rateLimit
        self.anonymousLimit = anonymousLimit
        self.priorities = priorities
        self.tlsSetUp = tlsSetUp
        self.keepAlive = keepAlive
        self.needsSessions = needsSessions
        self.mostAnonymous = mostAnonymous
    }
}

/// How long a session may last.
public struct SessionLimits: Hashable, Sendable {
    /// After this time without a message of its own.
    public var idle: TimeSpan
    /// After this time in any case.
    public var whole: TimeSpan

    /// 12 hours without use, 30 days in all.
    public init(idle: TimeSpan = .hours(12), whole: TimeSpan = .hours(30 * 24)) {
        precondition(idle > .zero && whole > .zero, "a session lasts some time")
        (self.idle, self.whole) = (idle, whole)
    }
}

/// A token bucket: it holds `burst` messages and gets one more every `interval`.
public struct RateLimit: Hashable, Sendable {
    /// The time after which one more message may come, above 0.
    public var interval: TimeSpan
    /// How many messages may come at once after a pause, 1 or more.
    public var burst: Int32

    /// Sets one message every `interval`, and `burst` at once.
    public init(interval: TimeSpan, burst: Int32) {
        precondition(interval > .zero && burst >= 1, "a rate limit needs an interval above 0 and a burst of 1 or more")
        self.interval = interval
        self.burst = burst
    }
}

/// The priority class of each type of message: 0 goes first. Classes never break off a service that has begun.
public struct MessagePriorities: Hashable, Sendable {
    /// The class of each kind, by the kind's number.
    private var classes: [UInt8]

    /// All kinds in one class.
    public static let equal = MessagePriorities([:])

    /// Sets the classes of some kinds, and one for all others.
    public init(_ ranks: [MessageType: UInt8], others: UInt8 = 0) {
        classes = Array(repeating: others, count: 256)
        for (kind, rank) in ranks { self[kind] = rank }
    }

    /// The class of a kind.
    public subscript(kind: MessageType) -> UInt8 {
        get { classes[Int(kind.number)] }
        set { classes[Int(kind.number)] = newValue }
    }

    /// How many classes there are.
    public var count: Int { Int(classes.max() ?? 0) + 1 }
}
