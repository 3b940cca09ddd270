// SPDX-License-Identifier: GPL-3.0-or-later

public import AmbulanceRules
public import CityModel

/// Whom the service notifies: call-takers, crews and whoever sent an SOS. Called on the loop; returns at once.
public protocol AmbulanceClients: AnyObject, Sendable {
    /// A call came that somebody has to assess, who answers with `assessed`.
    func assess(_ call: AmbulanceCallID, priority: Int32)
    /// An order for a crew, in place of the one before.
    func order(_ ambulance: AmbulanceID, _ order: CrewOrder)
    /// The answer to an SOS.
    func answer(_ patient: PatientID, _ answer: SOSAnswer)
}
