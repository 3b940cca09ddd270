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
        let taken = envelope.reached.map { message.reached(at: $0) } ?? message
        onLoop { core in
            core.waits.answer = core.writer.isInTurn ? nil : HeldAnswer()
            core.serve(taken, core.waits.answer)
        }
    }

    /// The answer to the message that was served last, when it waits for the store.
    nonisolated public var heldAnswer: HeldAnswer? { onLoop { $0.waits.answer } }

    /// Whether a module is installed.
    nonisolated public func isOn(_ module: ModuleName) -> Bool {
        onLoop { $0.modules.contains { $0.manifest.name == module } }
    }

    /// Ends the service at the end of a run.
    nonisolated public func end() {
        onLoop { $0.close() }
    }

    // MARK: Outages

    /// The server goes down: deadlines, rounds, shift limits and activations are held (AVAIL-02).
    nonisolated public func holdTimers() {
        send(.control(.down))
    }

    /// The server is up again: timers fire, but for the held ones, and for deadlines of offers made before.
    nonisolated public func restartTimers() {
        send(.control(.restarted))
    }

    /// What waited through the outage is answered: the held timers fire, in their order. Returns how many there are.
    nonisolated public func releaseTimers() -> Int {
        send(.control(.up))
        return timerHold.lastCount
    }
}
