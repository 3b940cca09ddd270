// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
public import CityModel
import TripRules

/// The planner as the city's host knows it.
extension PlannerService: CityService {
    /// "trips".
    nonisolated public var id: ServiceID { .trips }

    /// Takes a client's message.
    nonisolated public func serve(_ envelope: Envelope, session: Session?) {
        guard let message = envelope.message as? TripMessage else { return }
        onLoop { service in
            // The answer may wait for the files.
            service.held = service.kept == nil || service.writer.isInTurn ? nil : HeldAnswer()
            service.take(message, service.held)
        }
    }

    /// The answer to the message that was served last, when it waits for the files.
    nonisolated public var heldAnswer: HeldAnswer? { onLoop { $0.held } }

    /// An outage begins.
    nonisolated public func holdTimers() { onLoop { $0.take(.outage(.begins)) } }
    /// The outage is over.
    nonisolated public func restartTimers() { onLoop { $0.take(.outage(.ends)) } }
    /// The messages that waited are answered.
    nonisolated public func releaseTimers() -> Int {
        onLoop { $0.take(.outage(.settled)) }
        return hold.lastCount
    }

    /// Ends the service at the end of a run.
    nonisolated public func end() { onLoop { $0.close() } }
}
