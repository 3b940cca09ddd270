// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
public import CityModel
import TaxiRules

/// The taxi service as the city's host knows it.
extension Dispatcher: CityService {
    /// "taxi".
    nonisolated public var id: ServiceID { TaxiMessage.service }

    /// Takes a client's message; one that waited through an outage carries the time at which it reached the server.
    nonisolated public func serve(_ envelope: Envelope, session: Session?) {
        guard let message = envelope.message as? TaxiMessage else { return }
        send(message, reached: envelope.reached)
    }

    /// Whether a module is installed.
    nonisolated public func isOn(_ module: ModuleName) -> Bool {
        onLoop { $0.modules.contains { $0.manifest.name == module } }
    }

    /// Ends the service at the end of a run.
    nonisolated public func end() {
        onLoop { $0.close() }
    }
}
