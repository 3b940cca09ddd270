// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// What the rules of the gateway tell the gateway to do.
public enum GatewayDirective: Hashable, Sendable {
    /// Note a fact.
    case note(ServerEvent)
    /// Tell a client that its message, to which it gave this number, was refused.
    case refuse(Connection, MessageType, ServerRefusal, serial: Int32)
    /// A worker takes a message of this kind: find how long it takes and report `begun`.
    case begin(worker: Int)
    /// A worker takes its message up again, for the whole of its time.
    case resume(worker: Int, TimeSpan)
    /// A worker stops; its message will be taken up again.
    case stop(worker: Int)
    /// Let the services answer the message of a worker, note that it is `answered`, then report `served`.
    case serve(worker: Int)
    /// Call `patienceEnded` at this time.
    case wake(at: CityTime)
    /// The services' timers are kept from firing from now on.
    case holdTimers
    /// The services' timers fire from now on, but for those that have been kept.
    case restartTimers
    /// The services' timers that have been kept fire.
    case releaseTimers
}
