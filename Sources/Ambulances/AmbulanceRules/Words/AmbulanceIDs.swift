// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

extension Tag {
    /// A vehicle with its crew.
    public enum Ambulance {}
    /// A call for an ambulance, from anybody.
    public enum AmbulanceCall {}
    /// Where ambulances stand while nobody needs them.
    public enum AmbulanceStation {}
    /// A hospital that takes the people whom ambulances bring.
    public enum Hospital {}
    /// Somebody whom a health service watches, by that service's number.
    public enum Patient {}
}

/// The number of an ambulance, counted from 1 in the order in which they were added.
public typealias AmbulanceID = ID<Tag.Ambulance>
/// The number of a call, counted from 1 in the order of receipt.
public typealias AmbulanceCallID = ID<Tag.AmbulanceCall>
/// The number of a station, given by whoever adds its ambulances.
public typealias AmbulanceStationID = ID<Tag.AmbulanceStation>
/// The number of a hospital, counted from 1 in the order in which they were added.
public typealias HospitalID = ID<Tag.Hospital>
/// The number of a patient.
public typealias PatientID = ID<Tag.Patient>
