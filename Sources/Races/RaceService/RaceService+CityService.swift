// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
public import CityModel
import RaceRules

/// The race service as the city's host knows it.
extension RaceService: CityService {
    /// "races".
    nonisolated public var id: ServiceID { .races }

    /// Takes a client's message.
    nonisolated public func serve(_ envelope: Envelope, session: Session?) {
        guard let message = envelope.message as? RaceMessage else { return }
        onLoop { service in
            service.held = service.shelves == nil || service.writer.isInTurn ? nil : HeldAnswer()
            service.take(message, service.held)
        }
    }

    /// The answer to the message that was served last, when it waits for the shelves.
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
