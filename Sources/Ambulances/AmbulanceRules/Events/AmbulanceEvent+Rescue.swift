// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// Calls of patients, as the service that sent the SOS reads them.
extension AmbulanceEvent: RescueEvent {
    /// The call of an SOS, the first ambulance at the scene, and the end.
    public var rescue: RescueStep? {
        switch self {
        case .callReceived(let call, _, _, let patient):
            patient.map { .called(person: $0.number, call: call.number) }
        case .ambulanceArrived(_, let call): .reached(call: call.number)
        case .callClosed(let call, _, _): .over(call: call.number)
        case .ambulanceAdded, .hospitalAdded, .dutyChanged, .sosSuppressed, .callRefused, .callAssessed, .ambulanceSent,
            .ambulanceDeparted, .transportBegun, .hospitalReached, .ambulanceFreed, .ambulanceHome, .reportRefused,
            .ambulanceHeldUp, .ambulanceSlowed:
            nil
        }
    }
}

extension AmbulanceEvent: RoadEvent {
    /// "ambulances".
    public static let roadUsers = "ambulances"

    /// What closed streets cost a drive.
    public var heldUp: TimeSpan? {
        if case .ambulanceHeldUp(_, let time) = self { time } else { nil }
    }
}
