// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// What a crew is asked to do.
public enum CrewOrder: Hashable, Sendable {
    /// Get ready and set out to a call, then report `departed`.
    case turnOut(AmbulanceCallID, priority: Int32, from: DispatchOrigin)
    /// Drive to the scene, which is expected to take so long, with siren where the priority has it.
    case drive(expected: TimeSpan)
    /// Bring the person to a hospital, which is expected to take so long.
    case transport(HospitalID, expected: TimeSpan)
    /// Drive to the station, which is expected to take so long; a call may come on the way.
    case goHome(expected: TimeSpan)
    /// The shift is over.
    case standDown
}

/// The answer to an SOS.
public enum SOSAnswer: Hashable, Sendable {
    /// It is a call from now on.
    case taken(AmbulanceCallID)
    /// The person has an open call (INV-AtMostOneAmbulance).
    case alreadyOpen(AmbulanceCallID)
    /// The service has no such priority.
    case unknownPriority
}

/// What the ambulance rules ask their actor to do, in order.
public enum AmbulanceDirective: Hashable, Sendable {
    /// Note a fact in the event log.
    case note(AmbulanceEvent)
    /// A call-taker is to assess the call.
    case assess(AmbulanceCallID, priority: Int32)
    /// An order for a crew; it replaces what the crew was asked before.
    case order(AmbulanceID, CrewOrder)
    /// The answer to the sender of an SOS.
    case answer(PatientID, SOSAnswer)
    /// Call `due` at this time, after the reports of that instant, instead of any time asked for before; `never` for not at all.
    case wake(at: CityTime)
}
