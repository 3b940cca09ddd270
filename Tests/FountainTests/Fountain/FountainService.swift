// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel

/// The service: a thin shell around the rule.
final actor FountainService: TimedActor, UnheldService {
    nonisolated let loop: CityLoop
    nonisolated let id = ServiceID.fountain
    private var rules: FountainRules
    private let log: EventChannel<FountainEvent>
    private weak var clients: (any FountainClients)?
    /// Who found no water, and is told when there is some.
    private var thirsty: [Role] = []

    init(_ parameters: FountainParameters, loop: CityLoop, log: EventLog) {
        self.loop = loop
        self.log = log.channel(FountainEvent.self)
        rules = FountainRules(cups: Int32(parameters.cups), refill: parameters.refill, at: loop.now)
    }

    /// Connects whom the service notifies; kept weakly.
    func connect(_ clients: any FountainClients) { self.clients = clients }

    nonisolated func serve(_ envelope: Envelope, session: Session?) {
        guard case .drink(let person) = envelope.message as? FountainMessage else { return }
        onLoop { fountain in
            let events = fountain.rules.drink(person, at: loop.now)
            for event in events { fountain.log.note(event) }
            // People of a population are told nothing: they only drink.
            if let session { fountain.answer(session.role, events) }
        }
    }

    private func answer(_ person: Role, _ events: [FountainEvent]) {
        for event in events {
            switch event {
            case .drunk(_, let left): clients?.notify(person, .drunk(left: left))
            case .empty:
                if thirsty.isEmpty { loop.schedule(self, 0, at: rules.nextCup, as: .deadline) }
                thirsty.append(person)
                clients?.notify(person, .empty)
            }
        }
    }

    /// There is a cup again.
    func timerFired(_ tag: TimerTag) {
        for person in thirsty { clients?.notify(person, .runs(since: loop.now)) }
        thirsty = []
    }

    nonisolated func end() {}
}
