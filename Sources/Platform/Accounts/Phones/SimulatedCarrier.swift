// SPDX-License-Identifier: GPL-3.0-or-later

public import AccountRules
public import CityLoop
public import CityModel

/// What becomes of an SMS.
public enum SmsFate: Hashable, Sendable {
    /// It reaches its phone after a time.
    case delivered(after: TimeSpan)
    /// It is lost, and nobody knows.
    case lost
    /// The phone has no link, which the carrier finds out after a time (ACCOUNT-SMS-02).
    case unreachable(after: TimeSpan)
}

/// Reads simulated SMS: the population, or a test.
public protocol SmsReader: AnyObject, Sendable {
    /// An SMS reached its phone. Called on the loop.
    func receive(_ sms: Sms)
}

/// The carrier of a simulation: what becomes of an SMS depends on it and on when it is sent, not on how many were sent before
/// (SIM-02).
public final actor SimulatedCarrier: CityActor, SmsCarrier {
    /// The city's loop.
    nonisolated public let loop: CityLoop
    /// Draws what becomes of an SMS that is sent at an instant; times are 0 or more.
    public typealias Fate = @Sendable (Sms, CityTime) -> SmsFate

    private let log: EventChannel<PhoneEvent>
    private let fate: Fate
    private let reader: any SmsReader

    /// Opens the carrier. `fate` depends on nothing but its arguments.
    public init(loop: CityLoop, log: EventLog, reader: any SmsReader, fate: @escaping Fate) {
        self.loop = loop
        self.log = log.channel(PhoneEvent.self)
        self.reader = reader
        self.fate = fate
    }

    /// Takes an SMS.
    nonisolated public func send(_ sms: Sms, _ unreachable: @escaping @Sendable () -> Void) {
        let now = loop.now
        switch fate(sms, now) {
        case .delivered(let delay):
            loop.schedule(at: now + delay, as: .arrival) { [self] in
                onLoop { $0.log.note(.smsDelivered(sms: sms.number)) }
                reader.receive(sms)
            }
        case .lost: onLoop { $0.log.note(.smsLost(sms: sms.number)) }
        case .unreachable(let delay):
            loop.schedule(at: now + delay, as: .arrival) { [self] in
                onLoop { $0.log.note(.smsLost(sms: sms.number)) }
                unreachable()
            }
        }
    }
}
