// SPDX-License-Identifier: GPL-3.0-or-later

import AmbulanceRules
import CityLoop
public import CityModel

/// The ambulance service as the city's host knows it.
///
/// It has a line and machines of its own, for a life may hang on it (AVAIL-03): nothing reaches it through the gateway that the other
/// services share, and an outage of their server is none of its own.
extension AmbulanceService: UnheldService {
    /// "ambulances".
    nonisolated public var id: ServiceID { .ambulances }

    /// No message of it passes the gateway.
    nonisolated public func serve(_ envelope: Envelope, session: Session?) {}

    /// Ends the service at the end of a run.
    nonisolated public func end() { onLoop { $0.close() } }
}
