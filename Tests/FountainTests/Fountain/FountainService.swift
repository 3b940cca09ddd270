// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import EventLog

/// The service: a thin shell around the rule.
final actor FountainService: CityActor, CityService {
    nonisolated let loop: CityLoop
    nonisolated let id = ServiceID.fountain
    private var rules: FountainRules
    private let log: EventChannel<FountainEvent>

    init(_ parameters: FountainParameters, loop: CityLoop, log: EventLog) {
        self.loop = loop
        self.log = log.channel(FountainEvent.self)
        rules = FountainRules(cups: Int32(parameters.cups), refill: parameters.refill, at: loop.now)
    }

    nonisolated func serve(_ envelope: Envelope, session: Session?) {
        guard case .drink(let person) = envelope.message as? FountainMessage else { return }
        onLoop { fountain in
            for event in fountain.rules.drink(person, at: loop.now) { fountain.log.note(event) }
        }
    }

    nonisolated func isOn(_ module: ModuleName) -> Bool { false }
    nonisolated func holdTimers() {}
    nonisolated func restartTimers() {}
    nonisolated func releaseTimers() -> Int { 0 }
    nonisolated func end() {}
}
