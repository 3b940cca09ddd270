// SPDX-License-Identifier: GPL-3.0-or-later

/// What whoever sends help says to another service's word that somebody is in danger.
public enum RescueReply: UInt8, EventWord {
    /// Help is on its way, or comes as soon as there is some.
    case taken
    /// Help was asked for before and the call is still open (DEC-HEALTH-ONE-CALL).
    case alreadyOpen
    /// The word was not understood.
    case refused
    /// There is nobody in the city who could send help.
    case nobody
}

/// A fact of a service that can send help, as a service that watches over people reads it in the log.
public protocol RescueEvent: Event {
    /// What it says of help for a person whom another service has told of; nil for anything else.
    var rescue: RescueStep? { get }
}

/// How far help for a person has come.
public enum RescueStep: Hashable, Sendable {
    /// A call is open for a person; the number is the asking service's own.
    case called(person: Int32, call: Int32)
    /// Somebody is at the door.
    case reached(call: Int32)
    /// The call is over.
    case over(call: Int32)
}

/// Whoever can send help to somebody in danger, as other services of the city know it (HEALTH-SOS-AMBULANCE).
///
/// The one seam between a service that watches over people and the one that comes to them: neither imports the other. A host's
/// services are asked for the first that is one. Called on the loop; returns at once.
public protocol RescueService: AnyObject, Sendable {
    /// Somebody is in danger at a place; the number is the asking service's own for the person.
    func help(_ person: Int32, at place: Place) -> RescueReply
}
