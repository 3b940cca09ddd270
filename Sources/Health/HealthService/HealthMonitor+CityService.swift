// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
public import CityModel
import HealthRules

/// The health monitor as the city's host knows it.
///
/// It has lines and machines of its own, for a life may hang on it (AVAIL-03): nothing reaches it through the gateway that the other
/// services share, and an outage of their server is none of its own.
extension HealthMonitor: CityService {
    /// "health".
    nonisolated public var id: ServiceID { .health }

    /// No message of it passes the gateway.
    nonisolated public func serve(_ envelope: Envelope, session: Session?) {}

    /// There are no optional parts.
    nonisolated public func isOn(_ module: ModuleName) -> Bool { false }

    /// An outage of the server of others holds nothing here.
    nonisolated public func holdTimers() {}
    /// Nothing was held.
    nonisolated public func restartTimers() {}
    /// Nothing was held.
    nonisolated public func releaseTimers() -> Int { 0 }

    /// Ends the service at the end of a run.
    nonisolated public func end() { onLoop { $0.close() } }
}
