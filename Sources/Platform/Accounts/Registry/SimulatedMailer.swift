// SPDX-License-Identifier: GPL-3.0-or-later

public import AccountRules
public import CityLoop
public import CityModel

/// Mail in a simulation: each mail reaches its reader after a drawn delay, and none is ever lost (ACCOUNT-REG-19).
///
/// The delay depends on the mail and on when it is sent, not on how many were sent before (SIM-02).
public final actor SimulatedMailer: CityActor, Mailer {
    /// The city's loop.
    nonisolated public let loop: CityLoop
    /// Draws the delay of a mail that is sent at an instant; 0 or more.
    public typealias Delay = @Sendable (Mail, CityTime) -> TimeSpan

    /// How many mails were taken.
    public private(set) var sentCount = 0
    /// How many mails reached their address.
    public private(set) var deliveredCount = 0

    private let log: EventChannel<AccountEvent>
    private let delay: Delay
    private var reader: (any MailReader)?

    /// Opens the post office.
    public init(loop: CityLoop, log: EventLog, reader: (any MailReader)? = nil, delay: @escaping Delay) {
        self.loop = loop
        self.log = log.channel(AccountEvent.self)
        self.delay = delay
        self.reader = reader
    }

    /// Connects who reads the mail; nil lets the reader go.
    public func connect(_ reader: (any MailReader)?) {
        self.reader = reader
    }

    /// Takes a mail.
    nonisolated public func send(_ mail: Mail) {
        onLoop { $0.sentCount += 1 }
        loop.schedule(at: loop.now + delay(mail, loop.now), as: .arrival) { [self] in onLoop { $0.deliver(mail) } }
    }

    private func deliver(_ mail: Mail) {
        deliveredCount += 1
        log.note(.mailDelivered(account: mail.account, kind: mail.kind))
        reader?.receive(mail)
    }
}
