// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
public import CityModel
import HealthRules

/// The health monitor as the city's host knows it.
///
/// It has lines and machines of its own, for a life may hang on it (AVAIL-03): no batch and no SOS passes the gateway that the other
/// services share, and an outage of their server is none of its own. Only what live users set in a session comes that way.
extension HealthMonitor: UnheldService, DirectService {
    /// "health".
    nonisolated public var id: ServiceID { .health }

    /// Takes what a user's app or the system manager asks for. Batches have a way of their own.
    nonisolated public func serve(_ envelope: Envelope, session: Session?) {
        guard let request = envelope.message as? HealthRequest else { return }
        onLoop { $0.take(request.message) }
    }

    /// Batches, and what whoever sends ambulances says.
    nonisolated public var directMessage: any RecordedInput.Type { HealthMessage.self }

    /// Takes one of a log.
    nonisolated public func hear(_ message: any RecordedInput) {
        guard let message = message as? HealthMessage else { return }
        onLoop { $0.take(message) }
    }

    /// Ends the service at the end of a run.
    nonisolated public func end() { onLoop { $0.close() } }
}
