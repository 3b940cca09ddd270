// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// Why a call, or the call-taker's word on it, changed nothing. That a person has an open call already is an event of its own.
public enum CallRefusal: UInt8, EventWord {
    /// The service has no such priority.
    case unknownPriority
    /// No call of this number is open.
    case unknownCall
    /// The call was assessed before.
    case alreadyAssessed
}

/// Why a crew's report changed nothing.
public enum ReportRefusal: UInt8, EventWord {
    /// There is no ambulance of this number.
    case unknownAmbulance
    /// The report does not follow from what the ambulance does.
    case outOfOrder
    /// Somebody is aboard, and there is no hospital at all.
    case noHospital
}

/// Where an ambulance was when it was sent.
public enum DispatchOrigin: UInt8, EventWord {
    /// At its station: the crew must turn out.
    case station
    /// At a scene or hospital that it was done with, or on its way home.
    case road
}

/// How a call ended (DEC-HEALTH-ONE-CALL).
public enum CallEnding: UInt8, EventWord {
    /// The crew reported the person handed over at a hospital.
    case handedOver
    /// The crew reported that nobody was to be taken along.
    case noTransport
    /// There was no such report for so long after the arrival.
    case timedOut
}
