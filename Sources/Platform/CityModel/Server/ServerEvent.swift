// SPDX-License-Identifier: GPL-3.0-or-later

/// A fact of the gateway: every message of every client, and when it was answered.
public enum ServerEvent: Hashable, Sendable {
    /// The first system answer to a message (DEC-PERF-MEASURE); the processing time is from `arrived` to the event.
    /// `started` is when a worker took it; `waiting` is how many messages stood in the queue when it arrived.
    case messageAnswered(
        message: MessageID, kind: MessageType, client: ClientKind, channel: Channel, account: AccountID?,
        arrived: CityTime, started: CityTime, waiting: Int32)
    /// A message was refused at the gateway, answered at once or, when it timed out, after its wait. `started` is when a worker
    /// took it, for a message whose session ended during its service; nil when it never came to a worker.
    case messageRefused(
        message: MessageID, kind: MessageType, client: ClientKind, channel: Channel, account: AccountID?,
        arrived: CityTime, started: CityTime?, reason: ServerRefusal)
    /// The service ended with this message inside: it was neither answered nor refused. `started` is nil when it waited
    /// for a worker; `waiting` is how many messages stood in the queue when it arrived.
    case messageLeft(
        message: MessageID, kind: MessageType, client: ClientKind, channel: Channel, account: AccountID?,
        arrived: CityTime, started: CityTime?, waiting: Int32)
    /// An outage began: nothing is answered until `serverUp` (AVAIL-02).
    case serverDown
    /// The outage is over; this many messages wait.
    case serverUp(waiting: Int32)
    /// The timers that fell due in the outage fire now, after the messages that had waited (AVAIL-02).
    case timersReleased(count: Int32)
}

/// A fact on the clients' side of the wire; made by simulated clients only.
public enum ClientEvent: Hashable, Sendable {
    /// A user did something with a client (UI-01). `actor` is the number in the role.
    case clientAction(actor: Int32, role: RoleName, kind: ClientActionKind, client: ClientKind)
    /// What it took the user to fill in a form (UI-04).
    case inputTaken(actor: Int32, role: RoleName, client: ClientKind, duration: TimeSpan)
    /// The answer to a message reached its client: from sending to showing, both ways on the link included (PERF-17).
    case answerShown(actor: Int32, role: RoleName, kind: MessageType, client: ClientKind, latency: TimeSpan)
}
