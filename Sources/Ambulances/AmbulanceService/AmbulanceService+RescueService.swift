// SPDX-License-Identifier: GPL-3.0-or-later

import AmbulanceRules
import CityLoop
public import CityModel

/// The ambulance service as a service knows it that watches over people (HEALTH-SOS-AMBULANCE).
extension AmbulanceService: RescueService {
    /// Takes an SOS, of the most urgent priority.
    nonisolated public func help(_ person: Int32, at place: Place) -> RescueReply {
        onLoop { $0.take(sosOf: PatientID(person), at: place) }
    }
}
