// SPDX-License-Identifier: GPL-3.0-or-later

public import CityLoop
public import CityModel

/// The services behind the gateway.
public protocol GatewayBackend: AnyObject, Sendable {
    /// A worker begins with a message that has passed the gateway: begins what other threads do for it, such as hashing its
    /// password; nil when there is nothing. The worker is busy until it is finished. Called on the loop.
    func prepare(_ envelope: Envelope, session: Session?) -> (any SideWork)?
    /// Serves a message that has passed the gateway, at once; `prepared` is the finished work of `prepare`. The answer is the first
    /// system answer. Called on the loop.
    func serve(_ envelope: Envelope, session: Session?, prepared: (any SideWork)?) -> ServerAnswer
    /// The answer to the message that was served last, when it is held back until what that message asked for is durable
    /// (AVAIL-07); nil when it is given at once. The worker is busy until then. Asked at once after `serve`.
    func heldAnswer(to envelope: Envelope, session: Session?) -> HeldAnswer?
    /// Whether a module is on.
    func isOn(_ module: ModuleName) -> Bool
    /// An outage begins: the services' own timers are kept from firing (AVAIL-02).
    func hold()
    /// The outage is over, but not all messages that waited through it are answered: timers that fall due from now on fire, those
    /// kept do not yet, nor deadlines of offers made before.
    func restart()
    /// The messages that waited through an outage are answered: the kept timers fire. Returns how many there were.
    func release() -> Int
}

extension GatewayBackend {
    /// Nothing is done beside the loop.
    public func prepare(_ envelope: Envelope, session: Session?) -> (any SideWork)? { nil }
    /// Every answer is given at once.
    public func heldAnswer(to envelope: Envelope, session: Session?) -> HeldAnswer? { nil }
}

/// Takes answers to the clients.
public protocol GatewayClients: AnyObject, Sendable {
    /// Takes an answer. Called on the loop; returns at once and never calls back before it returned.
    func notify(_ connection: Connection, _ answer: ServerAnswer)
    /// Takes the answer to the message that its client gave this number, in the same way; 0 when it gave none. Answers may come
    /// in another order than their messages. Who sends one message at a time needs no numbers, and only the other function.
    func notify(_ connection: Connection, _ answer: ServerAnswer, to serial: Int32)
    /// A session was opened, by a message or from an input log; its person may be told things from now on.
    func opened(_ session: Session)
    /// A session was closed.
    func closed(_ session: Session)
}

extension GatewayClients {
    /// Takes an answer without its number.
    public func notify(_ connection: Connection, _ answer: ServerAnswer, to serial: Int32) {
        notify(connection, answer)
    }

    /// Learns of sessions from answers.
    public func opened(_ session: Session) {}
    /// Likewise.
    public func closed(_ session: Session) {}
}

/// How long a worker is busy with a message. Simulations draw it; a live server takes the time it takes.
public protocol ServiceTimes: Sendable {
    /// The service time of a message that has arrived at this time.
    mutating func next(_ envelope: Envelope, arrived: CityTime) -> TimeSpan
}

/// Those of a live server, which adds none to the time that it takes.
public struct NoTimes: ServiceTimes {
    /// No times.
    public init() {}

    /// None.
    public mutating func next(_ envelope: Envelope, arrived: CityTime) -> TimeSpan { .zero }
}
