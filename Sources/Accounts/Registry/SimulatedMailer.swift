// SPDX-License-Identifier: GPL-3.0-or-later

public import AccountRules
public import CityLoop
public import CityModel

/// Draws delays, for simulated mail and the simulated identity provider.
public protocol DrawnDelay: Sendable {
    /// The next delay; 0 or more.
    mutating func next() -> TimeSpan
}

/// Mail in a simulation: each mail reaches its reader after a drawn delay, and none is ever lost (ACCOUNT-REG-19).
public final actor SimulatedMailer: CityActor, Mailer {
    /// The city's loop.
    nonisolated public let loop: CityLoop
    /// How many mails were taken.
    public private(set) var sentCount = 0
    /// How many mails reached their address.
    public private(set) var deliveredCount = 0

    private let log: EventLog
    private var delay: any DrawnDelay
    private var reader: (any MailReader)?

    /// Opens the post office.
    public init(loop: CityLoop, log: EventLog, delay: any DrawnDelay, reader: (any MailReader)? = nil) {
        self.loop = loop
        self.log = log
        self.delay = delay
        self.reader = reader
    }

    /// Connects who reads the mail; nil lets the reader go.
    public func connect(_ reader: (any MailReader)?) {
        self.reader = reader
    }

    /// Takes a mail.
    nonisolated public func send(_ mail: Mail) {
        let arrival = entered { $0.take() }
        loop.schedule(at: loop.now + arrival, as: .arrival) { [self] in entered { $0.deliver(mail) } }
    }

    private func take() -> TimeSpan {
        sentCount += 1
        return delay.next()
    }

    private func deliver(_ mail: Mail) {
        deliveredCount += 1
        log.note(.mailDelivered(account: mail.account, kind: mail.kind))
        reader?.receive(mail)
    }
}
