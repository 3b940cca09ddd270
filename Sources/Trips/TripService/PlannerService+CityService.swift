// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
package import CityModel
import TripRules

/// The planner as the city's host knows it.
extension PlannerService: CityService {
    /// "trips".
    nonisolated package var id: ServiceID { .trips }

    /// Takes a client's message.
    nonisolated package func serve(_ envelope: Envelope, session: Session?) {
        guard let message = envelope.message as? TripMessage else { return }
        onLoop { $0.take(message) }
    }

    /// There are no optional parts.
    nonisolated package func isOn(_ module: ModuleName) -> Bool { false }

    /// An outage begins.
    nonisolated package func holdTimers() { onLoop { $0.take(.outage(.begins)) } }
    /// The outage is over.
    nonisolated package func restartTimers() { onLoop { $0.take(.outage(.ends)) } }
    /// The messages that waited are answered.
    nonisolated package func releaseTimers() -> Int {
        onLoop { $0.take(.outage(.settled)) }
        return hold.lastCount
    }

    /// Ends the service at the end of a run.
    nonisolated package func end() { onLoop { $0.close() } }
}
