// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel

/// What the reports must know of the server of a run: plain values, filled from the scenario.
package struct ServerContext: Hashable, Sendable {
    /// Where the service times come from.
    package struct Calibration: Hashable, Sendable {
        /// The calibration's name, such as its file's.
        package var name: String
        /// The machine it was measured on, in words.
        package var machine: String
        /// The program's build that was measured.
        package var build: String
        /// The day it was measured, such as `2026-11-21`.
        package var date: String

        package init(name: String, machine: String = "", build: String = "", date: String = "") {
            self.name = name
            self.machine = machine
            self.build = build
            self.date = date
        }
    }

    /// How much a single sender may send.
    package struct RateLimit: Hashable, Sendable {
        /// Messages by second in the long run.
        package var perSecond: Double
        package var burst: Int
        /// Messages by second of all senders without a session together; nil without a limit.
        package var anonymous: Double?

        package init(perSecond: Double, burst: Int, anonymous: Double? = nil) {
            self.perSecond = perSecond
            self.burst = burst
            self.anonymous = anonymous
        }
    }

    /// What the reports must know of the accounts.
    package struct Accounts: Hashable, Sendable {
        /// Accounts 1, 2, ... that were there before the run began, told by events or not.
        package var enrolled: Int
        /// The cost of one password hash in words, such as `Argon2id, 64 MiB, 2 passes`.
        package var passwordCost: String
        /// Whether that cost is below the one that a real service should use.
        package var isCostReduced: Bool
        /// How long an account is closed after a wrong password (DEC-LOGIN-BACKOFF: 10 s).
        package var backOff: TimeSpan

        /// Describes the accounts of a run.
        package init(
            enrolled: Int = 0, passwordCost: String = "", isCostReduced: Bool = false, backOff: TimeSpan = .seconds(10)
        ) {
            self.enrolled = enrolled
            self.passwordCost = passwordCost
            self.isCostReduced = isCostReduced
            self.backOff = backOff
        }
    }

    /// How many messages are served at once, 1 or more.
    package var workers: Int
    /// Most messages that wait; nil without a bound.
    package var queueBound: Int?
    /// By how much the calibrated service times are multiplied.
    package var serviceScale: Double
    /// Where the service times come from; nil when the scenario states them.
    package var calibration: Calibration?
    /// How much a single sender may send; nil without a limit.
    package var rateLimit: RateLimit?
    /// The accounts; nil when the run has none.
    package var accounts: Accounts?
    /// The outages that stand in the scenario: announced maintenance, in order of time. Those by chance are not among them.
    package var maintenance: [Range<CityTime>] = []

    /// Describes the server of a run.
    package init(
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
