// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// What the reports must know of the server of a run: plain values, filled from the scenario.
public struct ServerContext: Hashable, Sendable {
    /// Where the service times come from.
    public struct Calibration: Hashable, Sendable {
        /// The calibration's name, such as its file's.
        public var name: String
        /// The machine it was measured on, in words.
        public var machine: String
        /// The program's build that was measured.
        public var build: String
        /// The day it was measured, such as `2026-11-21`.
        public var date: String

        /// Names a calibration.
        public init(name: String, machine: String = "", build: String = "", date: String = "") {
            self.name = name
            self.machine = machine
            self.build = build
            self.date = date
        }
    }

    /// How much a single sender may send.
    public struct RateLimit: Hashable, Sendable {
        /// Messages by second in the long run.
        public var perSecond: Double
        /// Messages at once.
        public var burst: Int
        /// Messages by second of all senders without a session together; nil without a limit.
        public var anonymous: Double?

        /// Sets the limit.
        public init(perSecond: Double, burst: Int, anonymous: Double? = nil) {
            self.perSecond = perSecond
            self.burst = burst
            self.anonymous = anonymous
        }
    }

    /// What the reports must know of the accounts.
    public struct Accounts: Hashable, Sendable {
        /// Accounts 1, 2, ... that were there before the run began, told by events or not.
        public var enrolled: Int
        /// The cost of one password hash in words, such as `Argon2id, 64 MiB, 2 passes`.
        public var passwordCost: String
        /// Whether that cost is below the one that a real service should use.
        public var isCostReduced: Bool
        /// How long an account is closed after a wrong password (DEC-LOGIN-BACKOFF: 10 s).
        public var backOff: TimeSpan

        /// Describes the accounts of a run.
        public init(
            enrolled: Int = 0, passwordCost: String = "", isCostReduced: Bool = false, backOff: TimeSpan = .seconds(10)
        ) {
            self.enrolled = enrolled
            self.passwordCost = passwordCost
            self.isCostReduced = isCostReduced
            self.backOff = backOff
        }
    }

    /// How many messages are served at once, 1 or more.
    public var workers: Int
    /// Most messages that wait; nil without a bound.
    public var queueBound: Int?
    /// By how much the calibrated service times are multiplied.
    public var serviceScale: Double
    /// Where the service times come from; nil when the scenario states them.
    public var calibration: Calibration?
    /// How much a single sender may send; nil without a limit.
    public var rateLimit: RateLimit?
    /// The accounts; nil when the run has none.
    public var accounts: Accounts?

    /// Describes the server of a run.
    public init(
        workers: Int, queueBound: Int? = nil, serviceScale: Double = 1, calibration: Calibration? = nil,
        rateLimit: RateLimit? = nil, accounts: Accounts? = nil
    ) {
        self.workers = workers
        self.queueBound = queueBound
        self.serviceScale = serviceScale
        self.calibration = calibration
        self.rateLimit = rateLimit
        self.accounts = accounts
    }
}
