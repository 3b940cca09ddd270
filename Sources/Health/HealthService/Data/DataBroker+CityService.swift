// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
public import CityModel
import HealthRules

/// The data side of the health service as another service of the city knows it that needs consents (RACE-JOIN-CONSENT).
extension DataBroker: ConsentKeeper {
    /// Takes a word about a person and an organiser of the other service; false when the service is down.
    nonisolated public func take(_ word: ConsentWord, of person: Int32, to organiser: Int32) -> Bool {
        onLoop { $0.hear(word, of: person, to: organiser) }
    }
}

/// The data side of the health service as the city's host knows it.
///
/// Messages of third parties and people may wait at the gateway like those of other services. Batches come from the health monitor, which
/// has machines of its own, so an outage of the shared server holds no delivery.
extension DataBroker: UnheldService {
    /// What kept batches from being stored.
    nonisolated public var storeProblem: (any Error)? { onLoop { $0.storeFailure } }

    /// "health-data".
    nonisolated public var id: ServiceID { .healthData }

    /// Takes a client's message.
    nonisolated public func serve(_ envelope: Envelope, session: Session?) {
        guard let message = envelope.message as? DataMessage else { return }
        onLoop { $0.take(message) }
    }

    /// Ends the service at the end of a run.
    nonisolated public func end() { onLoop { $0.close() } }
}
