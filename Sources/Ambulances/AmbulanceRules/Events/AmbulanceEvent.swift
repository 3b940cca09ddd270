// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// What happens at the ambulance service. Of people it holds a patient's number only.
@frozen
public enum AmbulanceEvent: Hashable, Sendable {
    // MARK: Resources

    /// An ambulance exists from now on; whether it is on duty is noted beside it.
    case ambulanceAdded(ambulance: AmbulanceID, station: AmbulanceStationID, place: Place)
    /// A hospital takes people from now on, at its hours.
    case hospitalAdded(hospital: HospitalID, place: Place)
    /// A shift began, or ended for an ambulance that nobody needs any more.
    case dutyChanged(ambulance: AmbulanceID, isOn: Bool)

    // MARK: Calls

    /// A call came; of a patient when it is an SOS.
    case callReceived(call: AmbulanceCallID, place: Place, priority: Int32, patient: PatientID?)
    /// An SOS for somebody whose call is still open (INV-AtMostOneAmbulance).
    case sosSuppressed(patient: PatientID, call: AmbulanceCallID)
    /// A call, or the word of its call-taker, was refused; nothing was changed.
    case callRefused(call: AmbulanceCallID?, patient: PatientID?, reason: CallRefusal)
    /// An ambulance may be sent; the call waits for one when none is free (DEC-HEALTH-AMBULANCE).
    case callAssessed(call: AmbulanceCallID, isQueued: Bool)
    /// The call is closed (DEC-HEALTH-ONE-CALL).
    case callClosed(call: AmbulanceCallID, ambulance: AmbulanceID, ending: CallEnding)

    // MARK: Ambulances

    /// An ambulance was sent to a call from where it is; the drive, with siren where the
    /// priority has it, is expected to take so long.
    case ambulanceSent(
        ambulance: AmbulanceID, call: AmbulanceCallID, place: Place, origin: DispatchOrigin, expected: TimeSpan)
    /// The turn-out is over.
    case ambulanceDeparted(ambulance: AmbulanceID, call: AmbulanceCallID)
    /// It is where the call came from.
    case ambulanceArrived(ambulance: AmbulanceID, call: AmbulanceCallID)
    /// It brings somebody to the nearest open hospital.
    case transportBegun(ambulance: AmbulanceID, call: AmbulanceCallID, hospital: HospitalID, expected: TimeSpan)
    /// It is at the hospital.
    case hospitalReached(ambulance: AmbulanceID, call: AmbulanceCallID, hospital: HospitalID)
    /// It is done with the call; unless its shift is over it can be sent again.
    case ambulanceFreed(ambulance: AmbulanceID, call: AmbulanceCallID, place: Place)
    /// It is back at its station.
    case ambulanceHome(ambulance: AmbulanceID)
    /// A crew's report was refused; nothing was changed.
    case reportRefused(ambulance: AmbulanceID, reason: ReportRefusal)
    /// A drive begins that is expected to take so much longer because of closed streets.
    case ambulanceHeldUp(ambulance: AmbulanceID, by: TimeSpan)
    /// A drive begins that is expected to take so much longer because of a slow time, such as rain; what closed streets add is aside.
    case ambulanceSlowed(ambulance: AmbulanceID, by: TimeSpan)
}
