// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// What a crew reports about itself.
public enum CrewReport: Hashable, Sendable, Codable {
    /// The ambulance drives: the turn-out is over.
    case departed
    /// It is where the call came from.
    case arrived
    /// Somebody is aboard and is brought to a hospital, with siren or without.
    case loaded(siren: Bool)
    /// It is at the hospital.
    case atHospital
    /// The person is handed over, and the crew is ready again.
    case handedOver
    /// Nobody is taken along, and the crew is ready again.
    case cleared
    /// It is back at its station.
    case home
}

/// A message to the ambulance service: the only way in, for synthetic people and for live ones.
///
/// None of them passes the gateway that other services share: a life may hang on it (AVAIL-03).
public enum AmbulanceMessage: Hashable, Sendable, RecordedInput {
    /// Somebody calls, whoever it is; a call-taker assesses the call. Priority 1 is the most urgent.
    case call(Place, priority: Int32)
    /// The health service reports a person in danger, with the place to reach (HEALTH-SOS-AMBULANCE); nothing is to assess.
    case sos(PatientID, Place, priority: Int32)
    /// The call-taker has heard enough: an ambulance may be sent.
    case assessed(AmbulanceCallID)
    /// From the crew of an ambulance.
    case report(AmbulanceID, CrewReport)

    /// The ambulance service.
    public static let service = ServiceID.ambulances
}

extension ServiceID {
    /// The ambulance service.
    public static let ambulances = ServiceID("ambulances")
}
